"""Merging the symbols of a word by score, on a heap: the best first, the leftmost of equal ones.

What waits in the heap may be stale by the time it comes up. It holds the place by score of a token and the
place where its left half begins; if the two neighbors that are there by then make a token of the same score,
merging them is what would have come next anyway.
"""

from __future__ import annotations

from heapq import heappop, heappush

from workbench.engine.base.pace import emptied, paced
from workbench.engine.models.piece_merging import NEVER, Joins, Pair
from workbench.engine.models.score_vocabulary import Tables

_PLACES = 1 << 40  # more than a text has characters

Symbols = list[int]


class Merging:
    """Merging the symbols of a word.

    Attributes:
        order, unused_ids: see `Tables`.
        symbols: by place; -1 where a symbol was merged into an earlier one.
        widths: places that a symbol takes, at its first and at its last one, so that neighbors are found.
        queue: heap of score's place * 2**40 + place, of pairs that could merge when they were put in.
        unused: unused token -> the two symbols that it is taken apart into.

    """

    __slots__ = ("joins", "order", "queue", "symbols", "unused", "unused_ids", "widths", "without")

    def __init__(self, tables: Tables, joins: Joins, symbols: Symbols, without: int = NEVER) -> None:
        self.order = tables.order
        self.unused_ids = tables.unused
        self.joins = joins
        self.symbols = symbols
        self.without = without
        self.widths = [1] * len(symbols)
        self.queue: list[int] = []
        self.unused: dict[int, Pair] = {}

    def run(self) -> Symbols:
        """Return the symbols, -1 between them."""
        for at in paced(range(len(self.symbols) - 1)):
            self.consider(at, at + 1)
        for key in paced(emptied(self.queue, heappop)):
            order, at = divmod(key, _PLACES)
            self.merge_at(at, order)
        return self.symbols

    def consider(self, left_at: int, right_at: int) -> None:
        """Let two neighbors wait for their turn, if they may merge."""
        pair = self.symbols[left_at], self.symbols[right_at]
        merged = self.joins[pair]
        if merged == NEVER or merged == self.without:
            return
        heappush(self.queue, self.order[merged] * _PLACES + left_at)
        if merged in self.unused_ids:
            self.unused[merged] = pair

    def merge_at(self, at: int, order: int) -> None:
        """Merge the symbol at `at` with its right neighbor, if their token still has this place by score."""
        symbols, widths = self.symbols, self.widths
        right_at = at + widths[at]
        if symbols[at] < 0 or right_at >= len(symbols):
            return
        merged = self.joins[symbols[at], symbols[right_at]]
        if merged == NEVER or merged == self.without or self.order[merged] != order:
            return
        end = right_at + widths[right_at]
        symbols[at], symbols[right_at] = merged, -1
        widths[at] = widths[end - 1] = end - at
        if at:
            self.consider(at - widths[at - 1], at)
        if end < len(symbols):
            self.consider(at, end)
