"""Spaces written as a mark, "▁", before a text is merged: Hugging Face's Metaspace, Prepend and Replace.

Hugging Face treats each stretch between added tokens by itself, also what comes before it
(normalizers/prepend.rs, pre_tokenizers/metaspace.rs). So a text is never cut elsewhere: these splitters have
no safe borders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.engine.base.pace import point
from workbench.engine.counting.piece_counts import Chunks
from workbench.engine.normalizers.normalizer import Normalized
from workbench.engine.splitting.pre_tokenizers import Counting, PreTokenizer, Spans, no_split

PREFIXES = ("never", "always", "missing", "first", "start")
_WINDOW = 1 << 18  # bytes worked on between two points
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
    def strips_first_only(self) -> bool:
        """True: a decoder has all tokens before it, the special ones too."""
        return True

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a stretch of text as it goes on."""
        mark = self.mark.encode()
        prefixed = self._prefixed(text, first)
        parts = [mark] if prefixed else []
        widths = [np.zeros(0, np.int64)]
        for start in range(0, len(text), _WINDOW):
            part = text[start : start + _WINDOW]
            parts.append(part.replace(b" ", mark))
            width = np.ones(len(part), np.int64)
            width[np.frombuffer(part, np.uint8) == 0x20] = len(mark)
            widths.append(width)
            point()
        borders = np.arange(len(text) + 1, dtype=np.uint64)
        alignment = np.append(np.repeat(borders[:-1], np.concatenate(widths)), borders[-1:])
        if prefixed:
            alignment = np.concatenate((np.zeros(len(mark), np.uint64), alignment))
        return Normalized(b"".join(parts), alignment)

    def _prefixed(self, text: bytes, first: bool) -> bool:
        if not text or self.prefix == "never":
            return False
        if self.prefix in ("always", "start"):
            return first or self.prefix == "always"
        has_one = text.startswith((self.mark.encode(), b" "))
        return not has_one and (first or self.prefix == "missing")

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
    """Splits a normalized text before every mark; without `splits` it leaves the text whole."""

    def __init__(self, mark: str, splits: bool) -> None:
        super().__init__(no_split())
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
