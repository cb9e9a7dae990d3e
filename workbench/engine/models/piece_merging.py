"""Merging the symbols of one piece, always the pair that makes the lowest id, leftmost first.

A short piece is scanned for each merge (tiktoken's _byte_pair_merge, src/lib.rs); a long one keeps
queues, so that a megabyte of one letter takes time that grows with its length only. Both give the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced_slices
from workbench.engine.counting.piece_room import check_length

Pair = tuple[int, int]

PAIR_SHIFT = 32  # bits for the right one where a pair of ids is written as one number
NEVER = 1 << 62  # "these two do not merge": above every id, so that min() never chooses it

_EACH = 100  # bytes of memory for a symbol of a long piece
_SHORT = 128  # symbols up to which scanning the whole piece for each merge is the quicker way
_CACHED_JOINS = 1 << 16  # of some 200 bytes of memory


class Joins(dict[Pair, int]):
    """(left, right) -> id of the merged token or NEVER.

    Filled by `look_up` as pairs are met, emptied when too large.
    """

    __slots__ = ("_look_up",)

    def __init__(self, look_up: Callable[[Pair], int]) -> None:
        super().__init__()
        self._look_up = look_up

    def __missing__(self, pair: Pair) -> int:
        if len(self) >= _CACHED_JOINS:
            self.clear()
        merged = self[pair] = self._look_up(pair)
        return merged


def merge(
    joins: Joins, byte_ids: tuple[int, ...], piece: Sequence[int], limit: int = NEVER
) -> tuple[int, ...]:
    """Merge the bytes of a piece as far as tokens of ids below `limit` go.

    Returns the ids; `byte_ids` has the id of each of the 256 bytes, or
    of whatever other units `piece`, a sequence of numbers, is made of. Raises EngineError "piece_too_long".
    """
    if len(piece) <= _SHORT:
        return _merge_short(joins, [byte_ids[byte] for byte in piece], limit)
    check_length(len(piece), _EACH)
    symbols: list[int] = []
    for part in paced_slices(len(piece), 1 << 16):
        symbols.extend(map(byte_ids.__getitem__, piece[part]))
    return _LongMerge(joins, symbols, limit).run()


def _merge_short(joins: Joins, symbols: list[int], limit: int) -> tuple[int, ...]:
    join = joins.__getitem__
    merged = list(map(join, pairwise(symbols)))
    while merged:
        lowest = min(merged)
        if lowest >= limit:
            break
        at = merged.index(lowest)
        symbols[at] = lowest
        del symbols[at + 1], merged[at]
        if at:
            merged[at - 1] = join((symbols[at - 1], lowest))
        if at < len(merged):
            merged[at] = join((lowest, symbols[at + 1]))
    return tuple(symbols)


class _LongMerge:
    """Merging a long piece in time that grows with its length only.

    Every place where two neighbors may merge waits in the queue of the token they would make, and
    the queues are taken in the order of those tokens, each from the left: the order in which
    repeatedly choosing the lowest pair, leftmost first, comes by. What waits may be stale; it is
    checked when its turn comes.

    Attributes:
        symbols: id of the symbol that starts at each byte, -1 inside a symbol.
        widths: bytes of a symbol, at its first and at its last byte, so that both neighbors are found.
        queues: merged id -> places (byte where the left one starts); `order` is the heap of its keys.

    """

    __slots__ = ("joins", "limit", "order", "queues", "symbols", "widths")

    def __init__(self, joins: Joins, symbols: list[int], limit: int) -> None:
        self.joins = joins
        self.symbols = symbols
        self.limit = limit
        self.widths = [1] * len(symbols)
        self.queues: dict[int, array[int]] = {}
        self.order: list[int] = []

    def run(self) -> tuple[int, ...]:
        """Return the ids."""
        for part in paced_slices(len(self.symbols) - 1, 4096):
            symbols = self.symbols[part.start : part.stop + 1]
            for at, merged in enumerate(map(self.joins.__getitem__, pairwise(symbols)), part.start):
                if merged < self.limit:
                    self.queue(merged, at)
        while self.order:
            self.merge_all(heappop(self.order))
        ids: list[int] = []
        for part in paced_slices(len(self.symbols), 1 << 16):
            ids.extend(symbol for symbol in self.symbols[part] if symbol >= 0)
        return tuple(ids)

    def queue(self, merged: int, at: int) -> None:
        """Let the two symbols at `at` wait for being merged into `merged`."""
        waiting = self.queues.get(merged)
        if waiting is None:
            waiting = self.queues[merged] = array("Q")
            heappush(self.order, merged)
        waiting.append(at)

    def merge_all(self, merged: int) -> None:
        """Merge everything that waits for `merged`, from the left, until an earlier token shows up."""
        places = np.frombuffer(self.queues.pop(merged), np.uint64)
        if np.any(places[1:] < places[:-1]):  # what several rounds have queued need not be in order
            places = np.sort(places)
        for part in paced_slices(len(places), 4096):
            for done, at in enumerate(places[part].tolist(), part.start + 1):
                if self.merge_at(at, merged) < merged:
                    self.requeue(merged, places[done:])
                    return

    def requeue(self, merged: int, places: NDArray[np.uint64]) -> None:
        """Put back what has not had its turn, since a token of lower rank goes first."""
        if len(places):
            self.queues[merged] = array("Q", places.tobytes())
            heappush(self.order, merged)

    def merge_at(self, at: int, merged: int) -> int:
        """Merge the symbol at `at` with its right neighbor if that still gives `merged`.

        Returns the lowest token that the new symbol can merge into, or NEVER.
        """
        symbols, widths, joins = self.symbols, self.widths, self.joins
        left = symbols[at]
        right_at = at + widths[at]
        if left < 0 or right_at >= len(symbols) or joins[left, symbols[right_at]] != merged:
            return NEVER
        end = right_at + widths[right_at]
        symbols[right_at] = -1
        symbols[at] = merged
        widths[at] = widths[end - 1] = end - at
        lowest = NEVER
        if at:
            before_at = at - widths[at - 1]
            before = joins[symbols[before_at], merged]
            if before < self.limit:
                self.queue(before, before_at)
                lowest = before
        if end < len(symbols):
            after = joins[merged, symbols[end]]
            if after < self.limit:
                self.queue(after, at)
                lowest = min(lowest, after)
        return lowest
