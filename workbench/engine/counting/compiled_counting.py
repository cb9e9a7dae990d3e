"""The compiled counter in the tally's place: what it is given, it counts in slices."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from workbench import kernels
from workbench.engine.base.pace import KERNEL_TIME, point
from workbench.engine.counting.piece_counts import CountedPieces, Counting, CountProgress, Pieces
from workbench.engine.counting.splitting_ahead import SplittingAhead

COPIED_PIECES = 1 << 18  # that are copied between two points, ...
COPIED_BYTES = 1 << 23  # ... and of their bytes
ALONE = 1 << 22  # bytes of text that are not worth a second thread
SHORT = 1 << 12  # bytes of a stretch that is handed to no other thread, which would take longer, ...
REPORT_STRETCHES = 1 << 8  # ... and after so many of them, ...
REPORT_BYTES = 1 << 16  # ... or so many of their bytes, progress is reported

Counter = Any  # a kernels.counting.PieceCounter, of which mypy knows nothing


def new_counter(splitter: object = None) -> Counter | None:
    """Return a counter that splits by a `kernels.splitting.Splitter`, or None if a tally has to do."""
    counting = kernels.kernel("counting")
    return None if counting is None else counting.PieceCounter(splitter)


def processors() -> int:
    """Return how many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count_texts(
    counter: Counter, splitter: object, stretches: Iterator[bytearray], n_processors: int
) -> Counting:
    """Count the pieces of stretches from safe border to safe border; the other processors split them."""
    short = _ShortStretches(counter)
    for stretch in stretches:
        if len(stretch) < SHORT:
            yield from short.count(stretch)
            continue
        counter.begin(stretch)
        yield from working(counter)
        point()
        if n_processors > 1 and counter.n_bytes >= ALONE:
            yield from _count_split(counter, splitter, stretches, n_processors - 1, short)
    yield from short.pending()
    return counted_pieces(counter, counter.lost)


class _ShortStretches:
    """Counts stretches of some bytes, of which there may be millions, and reports many at once."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._n_pending = self._reported_at = 0

    def count(self, stretch: bytearray) -> Iterable[CountProgress]:
        """Count one, and return the progress to report now, usually none."""
        counter = self._counter
        counter.begin(stretch)
        while counter.step(KERNEL_TIME):
            point()
        self._n_pending += 1
        n_bytes: int = counter.n_bytes
        if self._n_pending < REPORT_STRETCHES and n_bytes - self._reported_at < REPORT_BYTES:
            return ()
        point()
        return self.pending()

    def pending(self) -> Iterable[CountProgress]:
        """Return the progress that was not reported yet."""
        counter = self._counter
        n_pending, self._n_pending, self._reported_at = self._n_pending, 0, counter.n_bytes
        return (CountProgress(counter.n_bytes, counter.n_distinct, counter),) if n_pending else ()


def _count_split(
    counter: Counter,
    splitter: object,
    stretches: Iterator[bytearray],
    n_threads: int,
    short: _ShortStretches,
) -> Iterator[CountProgress]:
    with SplittingAhead(splitter, n_threads) as ahead:
        for stretch in stretches:
            if len(stretch) < SHORT and not ahead.is_busy:
                yield from short.count(stretch)
                continue
            ahead.give(stretch)
            while ahead.is_full:
                yield from _count_next(counter, ahead)
            point()
        while ahead.is_busy:
            yield from _count_next(counter, ahead)


def _count_next(counter: Counter, ahead: SplittingAhead) -> Iterator[CountProgress]:
    part = ahead.take()
    if part is None:
        point()
    else:
        counter.begin_split(*part)
        yield from working(counter)


def count_given_pieces(counter: Counter, batches: Iterator[Pieces], lost: int = 0) -> Counting:
    """Count given pieces."""
    for pieces in batches:
        counter.begin_pieces(*pieces)
        yield from working(counter)
        point()
    return counted_pieces(counter, lost)


def working(counter: Counter) -> Iterator[CountProgress]:
    """Let a counter work until what was begun is done."""
    while counter.step(KERNEL_TIME):
        yield CountProgress(counter.n_bytes, counter.n_distinct)
    yield CountProgress(counter.n_bytes, counter.n_distinct, counter)


def counted_pieces(counter: Counter, lost: int) -> CountedPieces:
    """Hand out what was counted."""
    n = counter.n_distinct
    ends, counts = np.empty(n, np.uint64), np.empty(n, np.int64)
    for start in range(0, n, COPIED_PIECES):
        portion = slice(start, start + COPIED_PIECES)
        counter.write_arrays(start, ends[portion], counts[portion])
        point()
    while (blob := counter.blob_step(COPIED_BYTES)) is None:
        point()
    return CountedPieces(blob, ends, counts, lost)
