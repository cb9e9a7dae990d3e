"""Counts what a tokenizer's tokens do to the words of a text that comes in stretches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.judging.words import Words, kept_by

Ids = NDArray[np.uint32]
Lengths = NDArray[np.uint32]
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive documents, or a part of a long one that begins with a word.

    Attributes:
        start, end: offsets in bytes of the whole text.
        words: in it, with offsets from `start`.
        limits: int64[d + 1], the index of the first word of each document, and the number of words.
        starts: int64[d], where documents begin, in bytes from `start`; empty for the continuation of one.
        closed: no token crosses the end.

    """

    start: int
    end: int
    words: Words
    limits: Counts
    starts: Counts
    closed: bool


class KeptWords(Protocol):
    """Counts how tokens cut words, stretch by stretch; tokens come before the words that they end in."""

    def add(self, ids: Ids, ends: NDArray[np.unsignedinteger] | None, n_bytes: int) -> None:
        """Add the tokens of the next bytes; `ends` in these, None if tokens concatenate to the bytes."""

    def settle(self, stretch: Stretch) -> Counts:
        """Return int64[d, 2], by document the words in which a token ends, and those that are one token."""


def kept_words(lengths: Lengths, counts: Counts, *, is_plain: bool) -> KeptWords:
    """Return the counter of words, which also counts tokens by id.

    Args:
        lengths: in bytes, by id.
        counts: occurrences of each id, added to in place.
        is_plain: tokens concatenate to exactly the bytes of the text.

    """
    kernel = kernels.kernel("words") if is_plain else None
    return _ByEnds(lengths, counts) if kernel is None else _Compiled(lengths, counts, kernel.count_kept)


class _ByEnds:
    """Counts words under tokens that may end anywhere."""

    def __init__(self, lengths: Lengths, counts: Counts) -> None:
        self._lengths, self._counts = lengths, counts
        self._ends: list[Counts] = []
        self._done = 0
        self._gap = True

    def add(self, ids: Ids, ends: NDArray[np.unsignedinteger] | None, n_bytes: int) -> None:
        self._counts += np.bincount(ids, minlength=len(self._counts))
        places = np.cumsum(self._lengths[ids], dtype=np.int64) if ends is None else ends.astype(np.int64)
        self._ends.append(places + self._done)
        self._done += n_bytes

    def settle(self, stretch: Stretch) -> Counts:
        ends = np.concatenate([np.empty(0, np.int64), *self._ends])
        n = int(np.searchsorted(ends, stretch.end, side="right"))
        self._ends = [ends[n:]]
        size = stretch.end - stretch.start
        kept = kept_by(
            stretch.words,
            ends[:n] - stretch.start,
            stretch.starts,
            size,
            gap=self._gap,
            closed=stretch.closed,
        )
        self._gap = kept.gap
        sums = np.zeros((len(stretch.limits), 2), np.int64)  # the last row belongs to no document
        owners = np.repeat(np.arange(len(stretch.limits) - 1), np.diff(stretch.limits))
        for side, mask in enumerate((kept.continued, kept.whole)):
            sums[:, side] = np.bincount(owners[mask], minlength=len(sums))
        return sums[:-1]


class _Compiled:
    """Counts words under tokens that concatenate to the text, in one pass (kernels.words)."""

    def __init__(
        self, lengths: Lengths, counts: Counts, count_kept: Callable[..., tuple[int, int, bool]]
    ) -> None:
        self._lengths, self._counts, self._count_kept = lengths, counts, count_kept
        self._ids: list[Ids] = []
        self._at = 0  # where the first held token begins
        self._gap = True

    def add(self, ids: Ids, ends: NDArray[np.unsignedinteger] | None, n_bytes: int) -> None:
        self._ids.append(ids)

    def settle(self, stretch: Stretch) -> Counts:
        ids = self._ids[0] if len(self._ids) == 1 else np.concatenate([np.empty(0, np.uint32), *self._ids])
        sums = np.zeros((len(stretch.limits) - 1, 2), np.int64)
        words, size = (stretch.words.starts, stretch.words.ends), stretch.end - stretch.start
        used, at, self._gap = self._count_kept(
            ids,
            self._lengths,
            self._counts,
            words,
            limits=stretch.limits,
            sums=sums,
            place=self._at - stretch.start,
            size=size,
            gap=self._gap,
            closed=stretch.closed,
        )
        self._ids, self._at = [ids[used:]], at + stretch.start
        return sums
