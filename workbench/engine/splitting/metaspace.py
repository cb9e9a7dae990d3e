"""Spaces written as a mark, "▁", before a text is merged: Hugging Face's Metaspace, Prepend and Replace.

Hugging Face treats each stretch between added tokens by itself, also what comes before it
(normalizers/prepend.rs, pre_tokenizers/metaspace.rs). So a text may be cut between two characters that no
token holds side by side, as the vocabulary says it (`MarkSplit`), but not right behind an added token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import bytes_of
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.base.utf8 import first_character, incomplete_tail
from workbench.engine.counting.piece_counts import Chunks
from workbench.engine.normalizers.normalizer import Normalized, changed_around
from workbench.engine.splitting.pre_tokenizers import Counting, PreTokenizer, Spans, no_split
from workbench.engine.splitting.searched_borders import first_border, last_border

IsBorder = Callable[[str, str], bool]

PREFIXES = ("never", "always", "missing", "first", "start")
_WINDOW = 1 << 17  # bytes worked on between two points
_REPLACEMENT = "\ufffd".encode()


@dataclass(frozen=True, slots=True)
class Metaspace:
    """Writes a mark for each space, and one before the text.

    Attributes:
        mark: what a space is written as; a space leaves it as it is.
        prefix: when a mark goes before a stretch: "never", "always", where it is "missing" there, where it is
            missing and the stretch is the "first", or at the "start" of a text whatever is there.
        strips: how many spaces before a decoded text are taken away: 0, 1, or -1, all that
            are in the first token (decoders/metaspace in tokenizers 0.23.3).

    """

    mark: str = "\u2581"
    prefix: str = "never"
    strips: int = 0

    @property
    def name(self) -> str:
        """What it is called."""
        return "metaspace"

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": "metaspace", "mark": self.mark, "prefix": self.prefix, "strips": self.strips}

    @property
    def in_parts(self) -> bool:
        """True: only what comes before the text depends on where it begins."""
        return True

    @property
    def begins_anew(self) -> bool:
        """Whether a mark goes before the stretch after a special token too."""
        return self.prefix in ("always", "missing")

    @property
    def strips_first_only(self) -> bool:
        """True: a decoder has all tokens before it, the special ones too."""
        return True

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a stretch of text as it goes on."""
        mark = self.mark.encode()
        output = self.output(text, first)
        alignment = np.empty(len(output) + 1, np.uint64)
        n = len(mark) * self._prefixed(text, first)
        alignment[:n] = 0
        for part in paced_slices(len(text), _WINDOW):
            spaces = np.frombuffer(text, np.uint8)[part] == ord(" ")
            borders = np.repeat(np.arange(part.start, part.stop), np.where(spaces, len(mark), 1))
            alignment[n : n + len(borders)] = borders
            n += len(borders)
        alignment[n] = len(text)
        return Normalized(output, alignment)

    def output(self, text: bytes, first: bool) -> bytes:
        """Return the output alone, without ten times as much memory."""
        mark = self.mark.encode()
        parts = [mark] if self._prefixed(text, first) else []
        for start in range(0, len(text), _WINDOW):
            parts.append(text[start : start + _WINDOW].replace(b" ", mark))
            point()
        return bytes_of(parts)

    def prefixed(self, text: bytes, first: bool) -> bytes:
        """Return a stretch of text with the mark that goes before it, if one does."""
        return self.mark.encode() + text if self._prefixed(text, first) else text

    def prefixed_around(self, text: bytes, tokens: NDArray[np.uint64]) -> tuple[bytes, NDArray[np.uint64]]:
        """Return a text with the marks that go before it and behind tokens found; see `changed_around`."""
        if self.prefix == "never":
            return text, tokens
        return changed_around(self.prefixed, text, tokens, anew=self.begins_anew)

    def _prefixed(self, text: bytes, first: bool) -> bool:
        if not text or not first or self.prefix == "never":
            return False
        return self.prefix in ("always", "start") or not text.startswith((self.mark.encode(), b" "))

    def decoded(self, first_token: bytes) -> bytes:
        """Return what the first ordinary token of a text stands for."""
        if self.strips < 0:
            return first_token.replace(b" ", b"")
        return first_token.removeprefix(b" ") if self.strips else first_token


class WholeStretches:
    """Splits as another splitter does, but has no safe borders."""

    def __init__(self, inner: PreTokenizer) -> None:
        self._inner = inner
        self.name = inner.name
        self.pattern = inner.pattern
        self.compiled: Any = inner.compiled

    def split(self, text: bytes) -> Spans:
        """Return uint64[m, 2], the spans of the pieces in bytes of `text`."""
        return self._inner.split(text)

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Yield what the inner splitter yields."""
        return self._inner.split_parts(text)

    def count(self, chunks: Chunks) -> Counting:
        """Count pieces by the inner splitter."""
        return self._inner.count(chunks)

    def next_border(self, text: bytes, position: int) -> int:
        """Return len(text)."""
        return len(text)

    def previous_border(self, text: bytes, position: int) -> int:
        """Return 0."""
        return 0

    def close(self) -> None:
        """Let go of what it holds."""
        self._inner.close()


class MarkSplit(WholeStretches):
    """Splits a normalized text before every mark; without `splits` it leaves the text whole.

    Borders are those of the raw text.
    """

    def __init__(self, mark: str, splits: bool, is_border: IsBorder | None = None) -> None:
        """Take `is_border`, which says between which two characters nothing merges; None: it is unknown."""
        super().__init__(no_split())
        self._is_border = is_border
        self.splits = splits
        self.mark = mark
        self._mark = re.compile(re.escape(mark.encode())) if splits else None

    def split(self, text: bytes) -> Spans:
        """Return uint64[m, 2], the spans of the pieces."""
        if self._mark is None or not text:
            return super().split(text)
        starts = [0, *(match.start() for match in self._mark.finditer(text) if match.start())]
        spans = np.empty((len(starts), 2), np.uint64)
        spans[:, 0] = starts
        spans[:-1, 1], spans[-1, 1] = starts[1:], len(text)
        return spans

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Yield what `split` returns."""
        point()
        yield self.split(text)

    def next_border(self, text: bytes, position: int) -> int:
        """Return the first safe border that the bytes from `position` on alone decide, or len(text)."""
        return first_border(self._borders, text, position) if self._is_border else len(text)

    def previous_border(self, text: bytes, position: int) -> int:
        """Return the last safe border that the bytes before `position` alone decide, or 0."""
        return last_border(self._borders, text, position) if self._is_border else 0

    def _borders(self, part: bytes) -> Iterator[int]:
        """Yield the safe borders inside a stretch that may begin and end inside characters."""
        place = first_character(part, 0)
        certain = len(part) - incomplete_tail(part)
        characters = part[place:certain].decode("utf-8", "surrogateescape")
        widths = {each: 1 if _is_loose(each) else len(each.encode()) for each in set(characters)}
        may_cut = cache(self._may_cut)  # a text has few different pairs
        for left, right in pairwise(characters):
            place += widths[left]
            if may_cut(left, right):
                yield place

    def _may_cut(self, *characters: str) -> bool:
        left, right = (self.mark if each == " " else each for each in characters)
        if self._is_border is None or any(map(_is_loose, characters)):
            return False
        return self._is_border(left, right)


def _is_loose(character: str) -> bool:
    return "\udc80" <= character <= "\udcff"
