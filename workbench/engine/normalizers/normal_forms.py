"""Unicode's normal forms as changes to a text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import regex

from workbench.engine.base.chunked_arrays import bytes_of, concatenated
from workbench.engine.base.pace import point
from workbench.engine.normalizers.normalizer import Normalized
from workbench.engine.normalizers.settled_text import Form, settled_tables, stretches
from workbench.engine.normalizers.text_edits import NOTHING, Edit, Edited, apply_edits
from workbench.engine.normalizers.text_normalizers import TextStep

_WINDOW = 1 << 14  # characters worked on between two points
_PAYS = 1 << 18  # bytes of text that take as long without the kernel as its table takes to make


class Composed(TextStep):
    """One of Unicode's normal forms (UAX 15)."""

    # What may compose with the character before it: marks, and the later jamo of a syllable, also as
    # compatibility characters that become such.
    _JOINS = r"\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u3131-\u318e\uff9e\uff9f\uffa0-\uffdc"
    _CLUSTER = regex.compile(f"[^{_JOINS}]?[{_JOINS}]+|[^\\x00-\\x7f]")
    _BORDER = regex.compile(r"[\x00-\x7f\u3041-\u3096\u4e00-\u9fff\uac00-\ud7a3]")
    # Nothing composes with these: white space and signs, those of Chinese and Japanese too.
    _ALONE = regex.compile(r"[\t-\r -;?@\[-`{-~\u3001-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff20]")
    _JOINER = regex.compile(f"[{_JOINS}\ufffd]")
    # ASCII, Latin, Greek, Cyrillic, Chinese and Hangul letters that join none before.
    cut = regex.compile(rb"[\x00-\x7f\xc3-\xca\xce-\xd1\xe5-\xe9\xeb\xec]")

    def __init__(self, form: Form, others: str = "") -> None:
        """Take a form, and characters that need a closer look, though they are in the form."""
        self.form: Form = form
        self.name = form.lower()
        self._others = others
        self._n_asked = 0

    def edited(self, text: bytes) -> tuple[Edited, bytes, Normalized | None]:
        """Return a stretch of text after the change; the kernel finds what there is to do."""
        tables = self._tables_for(text)
        if tables is None:
            return super().edited(text)
        parts: list[bytes] = []
        changes = [NOTHING]
        n_out, approximate = 0, False
        for start, end, stays in stretches(text, tables):
            part = text[start:end]  # the same where it is all
            if not stays:
                try:
                    edited = self.changed(part.decode())
                except UnicodeDecodeError:
                    return super().edited(text)
                changes.append(edited.stretches + np.array((start, start, n_out, n_out)))
                part, approximate = edited.output, approximate or edited.approximate
            parts.append(part)
            n_out += len(part)
        output = parts[0] if len(parts) == 1 else bytes_of(parts)
        return Edited(output, concatenated(changes), approximate), text, None

    def output(self, text: bytes, first: bool) -> bytes:
        """Return the same text, without looking for the clusters."""
        tables = self._tables_for(text)
        if tables is None:
            return super().edited(text)[0].output
        parts: list[bytes | memoryview] = []
        for start, end, stays in stretches(text, tables):
            if stays and end - start == len(text):
                return text
            part = memoryview(text)[start:end]
            try:
                parts.append(part if stays else self.composed(str(part, "utf-8")).encode())
            except UnicodeDecodeError:
                return super().edited(text)[0].output
        return b"".join(parts)

    def _tables_for(self, text: bytes) -> tuple[bytes, bytes] | None:
        """Return the kernel's tables once they pay."""
        self._n_asked += len(text)
        return None if self._n_asked < _PAYS else settled_tables(self.form, self._others)

    def changed(self, text: str) -> Edited:
        """Return the text in its normal form."""
        edits: list[Edit] = []
        approximate = False
        for start, end in self._windows(text):
            approximate |= self._compose(text, start, end, edits)
        return apply_edits(text, edits, approximate)

    def composed(self, text: str) -> str:
        """Return no more than the text in its normal form."""
        windows = self._windows(text)
        return "".join([unicodedata.normalize(self.form, text[start:end]) for start, end in windows])

    def _windows(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield (start, end) of what is worked on between two points."""
        start = 0
        while start < len(text):
            border = self._BORDER.search(text, start + _WINDOW)
            end = len(text) if border is None else border.start()
            yield start, end
            point()
            start = end

    def _compose(self, text: str, start: int, end: int, edits: list[Edit]) -> bool:
        """Append what is done to text[start:end] alone; return whether it is reported as a whole only."""
        if unicodedata.is_normalized(self.form, text[start:end]):
            return False
        clusters = self._clusters(text, start, end)
        whole = unicodedata.normalize(self.form, text[start:end])
        exact = _edited(text, start, end, clusters) == whole
        # Else something joins across what was taken for a border.
        edits += clusters if exact else [(start, end, whole)]
        return not exact

    def keeps_border(self, before: str, after: str) -> bool:
        """Return whether a text may be cut between two characters, as `normalizer.border_rule` says."""
        return (
            self._ALONE.match(after) is not None
            and self._JOINER.match(before) is None
            and unicodedata.is_normalized(self.form, before)
            and unicodedata.is_normalized(self.form, after)
        )

    def _clusters(self, text: str, start: int, end: int) -> list[Edit]:
        edits: list[Edit] = []
        for match in self._CLUSTER.finditer(text, start, end):
            new = _normalized(self.form, match[0])
            if new != match[0]:
                edits.append((match.start(), match.end(), new))
        return edits


@lru_cache(1 << 14)
def _normalized(form: Form, cluster: str) -> str:
    """Return a cluster in its normal form; a text has few different ones."""
    return unicodedata.normalize(form, cluster)


def _edited(text: str, start: int, end: int, edits: Sequence[Edit]) -> str:
    parts: list[str] = []
    for first, last, new in edits:
        parts += text[start:first], new
        start = last
    return "".join([*parts, text[start:end]])
