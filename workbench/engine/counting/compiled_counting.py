"""The compiled counter in the tally's place: what it is given, it counts in slices."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench import kernels
from workbench.engine.base.pace import point
from workbench.engine.counting.piece_counts import CountedPieces, Counting, CountProgress, Pieces
from workbench.engine.counting.splitting_ahead import SplittingAhead

SLICE = 4_000_000  # nanoseconds that the counter works between two points
COPIED_PIECES = 1 << 18  # that are copied between two points, ...
COPIED_BYTES = 1 << 23  # ... and of their bytes
ALONE = 1 << 22  # bytes of text that are not worth a second thread

Counter = Any  # a kernels.counting.PieceCounter, of which mypy knows nothing


def new_counter(splitter: object = None) -> Counter | None:
    """Return a counter that splits by a `kernels.splitting.Splitter`, or None where a tally has to do."""
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
    for stretch in stretches:
        counter.begin(stretch)
        yield from working(counter)
        point()
        if n_processors > 1 and counter.n_bytes >= ALONE:
            yield from _count_split(counter, splitter, stretches, n_processors - 1)
    return counted_pieces(counter, counter.lost)


def _count_split(
    counter: Counter, splitter: object, stretches: Iterator[bytearray], n_threads: int
) -> Iterator[CountProgress]:
    with SplittingAhead(splitter, n_threads) as ahead:
        for stretch in stretches:
            ahead.give(stretch)
            while ahead.is_full:
                yield from _count_next(counter, ahead)
            point()
        while ahead.n_bytes:
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
    while counter.step(SLICE):
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
