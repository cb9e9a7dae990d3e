"""Where the line feeds of a text are, in blocks that edits share. Free of Qt.

A text of 50 MB may have a million lines, or fifty: 8 to 400 MB of places. Nothing that size is moved or
taken again at an edit, as memory that is not in use yet may cost 25 microseconds a page: an edit cuts the
blocks that it touches, and of those behind it changes the byte that they count from.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]  # (n,), in bytes

BLOCK = 1 << 13  # places in a block at most: the 64 KB that an edit within it copies
_FEW = 16  # places a block, below which it is quicker to look each up by itself
SCAN = 1 << 18  # bytes looked at in one go, so that the mask stays in the cache

_Run = list[tuple[Places, int]]  # blocks, none of them empty, and the byte of the text that each counts from


class LineFeeds:
    """Places that rise; never changed."""

    __slots__ = ("_ends", "_lasts", "_run")

    def __init__(self, run: Sequence[tuple[Places, int]] = ()) -> None:
        self._run = list(run)
        self._ends = list(accumulate(len(block) for block, _ in self._run))
        self._lasts = [base + int(block[-1]) for block, base in self._run]

    @staticmethod
    def of(places: Places, base: int = 0) -> LineFeeds:
        """Return rising places, int64[n], that count from byte `base`; the array is kept, not copied."""
        return LineFeeds([(places[at : at + BLOCK], base) for at in range(0, len(places), BLOCK)])

    @staticmethod
    def joined(parts: Sequence[LineFeeds]) -> LineFeeds:
        """Return all places of parts that follow one another."""
        return LineFeeds(_joined([part._run for part in parts]))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    # Numbers are looked up one by one without NumPy, which would hand the interpreter's lock (the GIL) over
    # each time, to the lanes that work at the same time.

    def before(self, position: int) -> int:
        """Return how many there are before a byte."""
        at = bisect_left(self._lasts, position)
        if at == len(self._run):
            return len(self)
        block, base = self._run[at]
        return self._ends[at] - len(block) + bisect_left(block, position - base)

    def place(self, number: int) -> int:
        """Return where one is, by its number from 0."""
        at = bisect_right(self._ends, number)
        block, base = self._run[at]
        return base + int(block[number - self._ends[at]])

    def places_of(self, numbers: Places) -> Places:
        """Return where those are that have these numbers: both int64[n], rising."""
        if len(numbers) < _FEW * len(self._run):
            return np.array([self.place(number) for number in numbers.tolist()], np.int64)
        places, done = np.empty_like(numbers), 0
        borders = np.searchsorted(numbers, self._ends).tolist()
        for (block, base), end, border in zip(self._run, self._ends, borders, strict=True):
            if border > done:
                np.add(block[numbers[done:border] - end], base, out=places[done:border])
                done = border
        return places

    def places(self, first: int = 0, last: int | None = None) -> Places:
        """Return int64[m], where those with the numbers [first, last) are; all of them by default."""
        run = self._cut(first, len(self) if last is None else last)
        places, at = np.empty(sum(len(block) for block, _ in run), np.int64), 0
        for block, base in run:
            np.add(block, base, out=places[at : at + len(block)])
            at += len(block)
        return places

    def cut(self, start: int, end: int) -> LineFeeds:
        """Return those in the bytes [start, end), counted from `start`."""
        first, last = self.before(start), self.before(end)
        if start == 0 and last == len(self):
            return self
        return LineFeeds(_moved(self._cut(first, last), -start))

    def moved(self, delta: int) -> LineFeeds:
        """Return them `delta` bytes further on."""
        return LineFeeds(_moved(self._run, delta))

    def replaced(self, first: int, last: int, feeds: LineFeeds, delta: int) -> LineFeeds:
        """Return them with `feeds` instead of the numbers [first, last), those behind moved by `delta`."""
        rest = _moved(self._cut(last, len(self)), delta)
        return LineFeeds(_joined([self._cut(0, first), feeds._run, rest]))

    def _cut(self, first: int, last: int) -> _Run:
        """Return the blocks of the numbers [first, last), the outer ones cut to size."""
        if first >= last:
            return []
        at, until = bisect_right(self._ends, first), bisect_left(self._ends, last)
        run = self._run[at : until + 1]
        block, base = run[-1]
        run[-1] = block[: len(block) - (self._ends[until] - last)], base
        block, base = run[0]
        run[0] = block[first - self._ends[at] + len(self._run[at][0]) :], base
        return run


def _moved(run: _Run, delta: int) -> _Run:
    return [(block, base + delta) for block, base in run]


def _joined(runs: Sequence[_Run]) -> _Run:
    """Return blocks one after the other, those that meet at a seam made one where that is no large one."""
    joined: _Run = []
    for run in runs:
        if joined and run and len(joined[-1][0]) + len(run[0][0]) <= BLOCK:
            (one, base), (other, other_base) = joined[-1], run[0]
            joined[-1] = np.concatenate((one, other + (other_base - base))), base
            joined += run[1:]
        else:
            joined += run
    return joined


def line_feeds(data: bytes | memoryview) -> LineFeeds:
    """Return the line feeds of `data`; 100 MB take some 80 ms."""
    view = np.frombuffer(data, np.uint8)
    starts = range(0, len(view), SCAN)
    return LineFeeds.joined([LineFeeds.of(np.flatnonzero(view[at : at + SCAN] == 0x0A), at) for at in starts])
