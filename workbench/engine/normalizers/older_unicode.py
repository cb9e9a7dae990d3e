"""The normalizers of `tokenizers` that follow other versions of Unicode than this Python's own tables.

Its normal forms know the tables of before Unicode 11, its small letters those of Unicode 17.
Marks that came later are nothing to them: they are neither put in order nor joined with what is before
them, nor are later characters taken apart, and a text goes on after them as at its start
(tests/agreement/test_huggingface.py tries every mark and every character).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

import regex

from workbench.engine.base.chunked_arrays import text_of
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.normalizers.mark_runs import LONG_RUN
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.settled_text import Form
from workbench.engine.normalizers.text_edits import Edit, Edited, apply_edits
from workbench.engine.normalizers.text_normalizers import Lowercase

_WINDOW = 1 << 13  # characters, likewise

# The marks since then that have a place in the order of marks, or that compose: up to Unicode 14.
_MARKS = (
    "\u07fd\u0898-\u089f\u08ca-\u08d3\u09fe\u0c3c\u0d3b\u0d3c\u0eba\u1715\u1abf-\u1ace"
    "\u1df6-\u1dfa\ua82c\U00010d24-\U00010d27\U00010eab\U00010eac\U00010f46-\U00010f50"
    "\U00010f82-\U00010f85\U00011070\U0001133b\U0001145e\U00011839\U0001183a\U00011930\U00011935"
    "\U00011938\U0001193d\U0001193e\U00011943\U000119e0\U00011a34\U00011a47\U00011a99\U00011d42"
    "\U00011d44\U00011d45\U00011d97\U00016ff0\U00016ff1\U0001e130-\U0001e136\U0001e2ae"
    "\U0001e2ec-\U0001e2ef"
)
# What has been a compatible form of other characters since then, likewise.
_COMPATIBLE = (
    "\u32ff\ua7f2-\ua7f4\uab69\U00010781-\U00010785\U00010787-\U000107b0\U000107b2-\U000107ba"
    "\U0001f16c\U0001fbf0-\U0001fbf9"
)
_LATER = {
    **dict.fromkeys(("NFC", "NFD"), regex.compile(f"[{_MARKS}]+")),
    **dict.fromkeys(("NFKC", "NFKD"), regex.compile(f"[{_MARKS}{_COMPATIBLE}]+")),
}
# Where they all are, in a few stretches, which takes a third of the time to look for.
_NEAR = regex.compile(
    r"[\u07fd-\u1dfa\u32ff\ua7f2-\uab69\U00010781-\U0001e2ef\U0001f16c\U0001fbf0-\U0001fbf9]"
)


def _members(ranges: str) -> Iterator[str]:
    for match in regex.finditer("(.)(?:-(.))?", ranges):
        yield from map(chr, range(ord(match[1]), ord(match[2] or match[1]) + 1))


class EarlyComposed(Composed):
    """A normal form by the tables of `tokenizers`."""

    def __init__(self, form: Form = "NFC") -> None:
        super().__init__(form, "".join(_members(_MARKS + _COMPATIBLE)))

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": self.name, "unicode": "10.0"}

    def changed(self, text: str) -> Edited:
        """Return the text in its normal form."""
        edits: list[Edit] = []
        approximate = False
        position = 0
        for match in self._later(text):
            approximate |= self._compose(text, position, match.start(), edits)
            position = match.end()
        approximate |= self._compose(text, position, len(text), edits)
        return apply_edits(text, edits, approximate)

    def composed(self, text: str) -> str:
        """Return no more than the text in its normal form."""
        parts: list[str] = []
        position = 0
        for match in self._later(text):
            before = text[position : match.start()]
            short = len(before) <= LONG_RUN
            parts += normalize(self.form, before) if short else super().composed(before), match[0]
            position = match.end()
        return text_of([*parts, super().composed(text[position:])])

    def _later(self, text: str) -> Iterator[regex.Match[str]]:
        """Yield runs of characters that came later."""
        later = _LATER[self.form]
        for part in paced_slices(len(text), _WINDOW):
            if _NEAR.search(text, part.start, part.stop):
                yield from paced(later.finditer(text, part.start, part.stop), 256)


# Capitals of Unicode 15 to 17, first, last, and the small letter of the first.
_CAPITALS = (
    (0x1C89, 0x1C89, 0x1C8A),
    (0xA7CB, 0xA7CB, 0x264),
    (0xA7CC, 0xA7CC, 0xA7CD),
    (0xA7CE, 0xA7CE, 0xA7CF),
    (0xA7D2, 0xA7D2, 0xA7D3),
    (0xA7D4, 0xA7D4, 0xA7D5),
    (0xA7DA, 0xA7DA, 0xA7DB),
    (0xA7DC, 0xA7DC, 0x19B),
    (0x10D50, 0x10D65, 0x10D70),
    (0x16EA0, 0x16EB8, 0x16EBB),
)
_SMALL = {first + n: small + n for first, last, small in _CAPITALS for n in range(last - first + 1)}
_CAPITAL = regex.compile(f"[{''.join(map(chr, _SMALL))}]")


class LaterLowercase(Lowercase):
    """Small letters as `tokenizers` knows them: by Unicode 17, each letter by itself."""

    def changed(self, text: str) -> Edited:
        """Return the text in small letters."""
        match = list(_CAPITAL.finditer(text)) if not text.isascii() else []
        if not match:
            return super().changed(text)
        edits = []
        for start in range(0, len(text), _WINDOW):
            for at, character in enumerate(text[start : start + _WINDOW], start):
                small = chr(_SMALL[ord(character)]) if ord(character) in _SMALL else character.lower()
                if small != character:
                    edits.append((at, at + 1, small))
            point()
        return apply_edits(text, edits)
