"""The order in which the trainer merges pairs, as entries of a min-heap.

Counts only fall and first places only rise, so that an entry is never too late in the heap.
"""

from __future__ import annotations

from typing import Any, Protocol

from workbench.engine.training.pair_table import PairTable
from workbench.engine.training.token_cells import CHUNK, TokenCells

_LOW = 0xFFFFFFFF

Entries = list[Any]  # integers, or tuples, depending on the order


class PairOrder(Protocol):
    """Chooses among the most frequent pairs."""

    def entry(self, row: int) -> Any:  # noqa: ANN401  # a heap compares what it is given
        """Return the current entry of a row."""

    def row(self, entry: Any) -> int:  # noqa: ANN401
        """Return the row of an entry."""

    def begin_merge(self, row: int) -> None:
        """Record that the pair of a row becomes the next symbol."""


def order_of(tie: str, table: PairTable, cells: TokenCells) -> PairOrder:
    """Return the order of a tie rule (`merges.TIE_RULES`)."""
    if tie == "sentencepiece":
        return _BySpelling(table, cells)
    return _ByPlace(table, cells) if tie == "first-seen" else _ByNumbers(table)


class _ByNumbers:
    """Uses integers as entries, with the fields, from the top: count (negative), pair, row."""

    def __init__(self, table: PairTable) -> None:
        self._table = table

    def entry(self, row: int) -> int:
        table = self._table
        return -table.count[row] << 96 | table.left[row] << 64 | table.right[row] << 32 | row

    def row(self, entry: int) -> int:
        return entry & _LOW

    def begin_merge(self, row: int) -> None:
        """Record nothing."""


class _ByPlace(_ByNumbers):
    """Uses integers as entries too, with the first place instead of the pair."""

    def __init__(self, table: PairTable, cells: TokenCells) -> None:
        super().__init__(table)
        self._holds = cells.holds

    def entry(self, row: int) -> int:
        return -self._table.count[row] << 96 | self._first_place(row) << 32 | row

    def _first_place(self, row: int) -> int:
        """Return the first remaining place of the pair, or an earlier place if that is far away."""
        table, holds = self._table, self._holds
        left, right = table.left[row], table.right[row]
        start = table.start[row]
        last = min(start + CHUNK, table.end[row] - 1)
        while start < last and not holds(table.places[start], left, right):
            start += 1
        table.start[row] = start
        return table.places[start]


class _Spelling:
    """The units of a pair, joined only when they are compared."""

    __slots__ = ("_left", "_right")

    def __init__(self, left: tuple[int, ...], right: tuple[int, ...]) -> None:
        self._left = left
        self._right = right

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Spelling):
            return NotImplemented
        same = self._left is other._left and self._right is other._right
        return same or self._left + self._right == other._left + other._right

    def __hash__(self) -> int:
        return hash(self._left + self._right)

    def __lt__(self, other: _Spelling) -> bool:
        return self._left + self._right < other._left + other._right


class _BySpelling:
    """Uses tuples as entries: count (negative), number of units, units, row.

    The units are compared only if all fields before them are equal.
    """

    def __init__(self, table: PairTable, cells: TokenCells) -> None:
        self._table = table
        self._cells = cells
        self._tokens = cells.spelled()

    def entry(self, row: int) -> tuple[int, int, _Spelling, int]:
        table, lengths = self._table, self._cells.lengths
        left, right = table.left[row], table.right[row]
        length = lengths[left] + lengths[right]
        return -table.count[row], length, _Spelling(self._tokens[left], self._tokens[right]), row

    def row(self, entry: tuple[int, int, _Spelling, int]) -> int:
        return entry[3]

    def begin_merge(self, row: int) -> None:
        table = self._table
        self._tokens.append(self._tokens[table.left[row]] + self._tokens[table.right[row]])
