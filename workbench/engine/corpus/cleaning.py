"""Cleans a corpus by steps in the user's order, and accounts for every byte.

A document is cleaned in blocks of whole lines, to save memory. A block ends before a line that does not begin
with white space; where it ends depends only on the text. Every byte of the source is used as it is, replaced
or removed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

import numpy as np
import regex
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import first_character, invalid_runs
from workbench.engine.corpus.cleaned_block import REMOVED as REMOVED
from workbench.engine.corpus.cleaned_block import REPLACED as REPLACED
from workbench.engine.corpus.cleaned_block import USED as USED
from workbench.engine.corpus.cleaned_block import Block
from workbench.engine.corpus.documents import Part, Tally
from workbench.engine.corpus.encodings import widths_of
from workbench.engine.corpus.html_text import StripHtml
from workbench.engine.corpus.readers import KEPT_OFFSETS
from workbench.engine.corpus.source_options import LEAVE_OUT
from workbench.engine.normalizers.clip_cleaning import HtmlUnescape, clip_cleaning
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.text_edits import Edit, Edited, apply_edits, put, repair
from workbench.engine.normalizers.text_normalizers import Lowercase, Strip, TextStep

BLOCK = 1 << 15  # bytes after which a block may end
LONGEST_BLOCK = 1 << 17  # bytes after which it ends between two words or before a tag, or else anywhere
LONGEST_CLIP = 1 << 15 | 1 << 13  # the same for CLIP's cleaning, which takes a line in one go
LONGEST_TAG = 1 << 20  # bytes of a tag or comment, such as a picture in its address, that are never cut
_APART = 1 << 12  # bytes between two places where a block may end inside HTML
_BLOCK_END = regex.compile(rb"\n(?=[^\s\x80-\xff])")


class LineWhitespace(TextStep):
    """One space between two words, none at the ends of a line, at most one empty line, all ends "\\n"."""

    name = "whitespace"
    _RUN = regex.compile(r"\s{2,}|[^\S \n]")
    _RARE = re.compile("[\t\x0b-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
    _PAIRS = ("  ", " \n", "\n ", "\n\n")
    _LINE_END = regex.compile(r"\r\n?|\n")

    def changed(self, text: str) -> Edited:
        """Return the text with single spaces."""
        return put(text, self._RUN, self._new)

    def leaves_alone(self, text: str) -> bool:
        """Return whether there is nothing to do, quickly."""
        return not any(pair in text for pair in self._PAIRS) and self._RARE.search(text) is None

    @classmethod
    @lru_cache(1 << 10)  # most runs are the same few
    def _new(cls, run: str) -> str:
        n_lines = len(cls._LINE_END.findall(run))
        return "\n" * min(n_lines, 2) or " "


class _LineEnd(TextStep):
    """A line end after every block but an empty one, which CLIP's cleaning has taken off."""

    name = "line_end"

    def changed(self, text: str) -> Edited:
        return apply_edits(text, [(len(text), len(text), "\n")] if text else [])


def _clip() -> list[TextStep]:
    return [step for step in clip_cleaning().steps if isinstance(step, TextStep)] + [_LineEnd()]


STEPS: Mapping[str, Callable[[], list[TextStep]]] = MappingProxyType(
    {
        "html": lambda: [StripHtml()],
        "whitespace": lambda: [LineWhitespace()],
        "nfc": lambda: [Composed("NFC")],
        "nfkc": lambda: [Composed("NFKC")],
        "lowercase": lambda: [Lowercase(final_sigma=True)],
        "clip": _clip,
    }
)


def _occurrences(text: str, part: str) -> Iterator[int]:
    """Yield where a part, which is not empty, occurs in a text, without overlaps."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))


class LeaveOut(TextStep):
    """Removes a text, such as a special token; a line end keeps words apart that would join."""

    name = "leave_out"

    def __init__(self, text: str) -> None:
        self.text = text

    def changed(self, text: str) -> Edited:
        """Return the text without that part."""
        edits: list[Edit] = []
        for at in paced(_occurrences(text, self.text), 512):
            end = at + len(self.text)
            meet = at > 0 and end < len(text) and not text[at - 1].isspace() and not text[end].isspace()
            edits.append((at, end, "\n" if meet else ""))
        return apply_edits(text, edits)


def _steps_of(name: str) -> list[TextStep]:
    """Return the parts of a step; raises EngineError "unknown_cleaning" with the choices."""
    if name.startswith(LEAVE_OUT) and len(name) > len(LEAVE_OUT):
        return [LeaveOut(name.removeprefix(LEAVE_OUT))]
    if name not in STEPS:
        choices = ", ".join([*STEPS, f"{LEAVE_OUT}TEXT"])
        raise EngineError("unknown_cleaning", name=name[:40], choices=choices)
    return STEPS[name]()


def check(names: Sequence[str]) -> None:
    """Raise EngineError "unknown_cleaning", with the choices, for an unknown step."""
    for name in names:
        _steps_of(name)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A block after cleaning.

    Attributes:
        source: its bytes as they came.
        output: the cleaned bytes, UTF-8.
        alignment: uint64[len(output) + 1], for each border of `output` the border of `source`.
        fates: uint8[len(source)], `USED`, `REPLACED` or `REMOVED`.

    """

    source: bytes
    output: bytes
    alignment: NDArray[np.uint64]
    fates: NDArray[np.uint8]


class Cleaning:
    """Cleans the documents of one file, and counts in `tally` what it did."""

    def __init__(self, names: Sequence[str], tally: Tally, on_invalid: str = "replace") -> None:
        """Take keys of `STEPS`; raises EngineError "unknown_cleaning"."""
        self._steps = [(name, step) for name in names for step in _steps_of(name)]
        self._html = "html" in names
        self._longest = LONGEST_CLIP if "clip" in names else LONGEST_BLOCK
        self._tally = tally
        self._on_invalid = on_invalid
        self._waiting: list[Part] = []
        self._n_waiting = 0
        self._seen: list[Cleaned] | None = None

    def keep(self, seen: list[Cleaned]) -> None:
        """Keep every block there too, for a preview."""
        self._seen = seen

    def feed(self, part: Part) -> Iterator[bytes]:
        """Yield the text that is clean so far."""
        self._waiting.append(part)
        self._n_waiting += len(part.text)
        if self._n_waiting >= BLOCK:
            yield from self._blocks(final=False)

    def end(self) -> Iterator[bytes]:
        """Yield the rest of a document."""
        yield from self._blocks(final=True)
        for _, step in self._steps:
            if isinstance(step, StripHtml):
                step.begin()

    def _blocks(self, final: bool) -> Iterator[bytes]:
        whole = self._joined()
        while len(whole.text) >= BLOCK or (final and whole.text):
            end = self._end_of_block(whole.text, final)
            if end == 0:
                break
            block, whole = _cut(whole, end)
            cleaned = self._clean(block)
            if cleaned:
                yield cleaned
        if whole.text or whole.n_source:
            self._waiting, self._n_waiting = [whole], len(whole.text)

    def _joined(self) -> Part:
        parts, self._waiting, self._n_waiting = self._waiting, [], 0
        text = b"".join(part.text for part in parts)
        return Part(text, sum(part.n_source for part in parts), parts[0].offset if parts else 0)

    def _end_of_block(self, text: bytes, final: bool) -> int:
        """Return where the first block ends, or 0 if more has to be seen."""
        position = BLOCK
        while position < self._longest and (match := _BLOCK_END.search(text, position, self._longest)):
            if not self._html or _open_mark(text, match.end()) < 0:
                return match.end()
            position = match.end() + _APART
        if len(text) > self._longest + 3:
            mark = _open_mark(text, self._longest) if self._html else -1
            return (
                _before_word(text, self._longest)
                if mark < 0
                else _end_at_tag(text, mark, self._longest, final)
            )
        return len(text) if final else 0

    # --- one block --------------------------------------------------------------------------------

    def _clean(self, block: Part) -> bytes:
        if self._seen is None and self._plain(block.text):
            return block.text
        source = self._checked(block)
        text, repaired = repair(source.text)
        cleaned = Block(source.text, source.text if repaired is None else repaired.output, repaired)
        widths = widths_of(source.text, source.n_source)
        for name, step in self._steps:
            if _leaves_alone(step, text):
                continue
            edited = step.changed(text)
            self._tally.cleaned.setdefault(name, [0, 0])
            if edited.output == cleaned.output:
                continue
            before = cleaned.fates.copy()
            cleaned.take(edited)
            self._note(name, before, cleaned.fates, widths)
            text = cleaned.output.decode()
        self._tally.replaced += int(widths[cleaned.fates == REPLACED].sum())
        self._tally.removed += int(widths[cleaned.fates == REMOVED].sum())
        if self._seen is not None:
            alignment = cleaned.alignment()
            self._seen.append(Cleaned(source.text, cleaned.output, alignment, cleaned.fates))
        return cleaned.output

    def _plain(self, text: bytes) -> bool:
        """Return whether a block needs no change, as most do."""
        try:
            decoded = text.decode()
        except UnicodeDecodeError:
            return False
        return all(_leaves_alone(step, decoded) for _, step in self._steps)

    def _note(
        self, name: str, before: NDArray[np.uint8], after: NDArray[np.uint8], widths: NDArray[np.int64]
    ) -> None:
        amounts = self._tally.cleaned[name]
        amounts[0] += int(widths[(after == REMOVED) & (before != REMOVED)].sum())
        amounts[1] += int(widths[(after == REPLACED) & (before == USED)].sum())

    def _checked(self, block: Part) -> Part:
        """Return a block, without invalid bytes if these are to be skipped."""
        runs = invalid_runs(block.text)
        first = next(runs, None)
        if first is None:
            return block
        starts = [first[0], *(start for start, _ in islice(runs, KEPT_OFFSETS))]
        self._tally.note_invalid([block.offset + start for start in starts])
        if self._on_invalid == "stop":
            raise EngineError(
                "text_not_in_encoding", place=Place("byte", block.offset + first[0]), encoding="UTF-8"
            )
        if self._on_invalid == "replace":
            return block
        kept = block.text.decode("utf-8", "ignore").encode()
        n_skipped = len(block.text) - len(kept)
        self._tally.leave_out("not_in_encoding", n_skipped)
        return Part(kept, block.n_source - n_skipped, block.offset)


def _leaves_alone(step: TextStep, text: str) -> bool:
    """Return whether a step has nothing to do; False if that takes long to find out."""
    if isinstance(step, StripHtml):
        return not step.inside and "<" not in text and "&" not in text
    if isinstance(step, LineWhitespace):
        return step.leaves_alone(text)
    if isinstance(step, Composed):
        return unicodedata.is_normalized(step.form, text)
    if isinstance(step, HtmlUnescape):
        return "&" not in text
    if isinstance(step, Strip):
        return step.separators and text == text.strip()
    if isinstance(step, LeaveOut):
        return step.text not in text
    return isinstance(step, Lowercase) and text.isascii() and text == text.lower()


def _open_mark(text: bytes, end: int) -> int:
    """Return where a tag or comment that covers a place begins, or -1, by a quick look."""
    comment = text.rfind(b"<!--", 0, end)
    if comment > text.rfind(b"-->", 0, end):
        return comment
    tag = text.rfind(b"<", 0, end)
    return tag if tag > text.rfind(b">", 0, end) else -1


def _end_at_tag(text: bytes, mark: int, longest: int, final: bool) -> int:
    """Return where a block ends that would end in a tag: before the tag, or after it if it is long."""
    if mark >= BLOCK:
        return mark
    close = b"-->" if text.startswith(b"<!--", mark) else b">"
    end = text.find(close, longest, LONGEST_TAG)
    if end >= 0:
        return end + len(close)
    if len(text) > LONGEST_TAG + 3:
        return first_character(text, LONGEST_TAG)
    return len(text) if final else 0


def _before_word(text: bytes, longest: int) -> int:
    """Return where the last white space before a place begins, or that place."""
    end = text.rfind(b" ", BLOCK, longest)
    while end > BLOCK and text[end - 1] in b" \t\r\n":
        end -= 1
    return end if end > BLOCK else first_character(text, longest)


def _cut(part: Part, end: int) -> tuple[Part, Part]:
    """Split a part in two."""
    n_bytes = end
    if part.n_source != len(part.text):
        n_bytes = int(widths_of(part.text, part.n_source)[:end].sum())
    rest = Part(part.text[end:], part.n_source - n_bytes, part.offset + n_bytes)
    return Part(part.text[:end], n_bytes, part.offset), rest
