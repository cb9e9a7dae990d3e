"""The trainer's text: the distinct pieces as tokens in flat arrays, and the replacing of a pair in them.

The pieces are concatenated, one *cell* per unit (usually a byte), with an edge cell around each piece. A
token covers one cell or more; its symbol is in its first and its last cell, which is all that its neighbors
need, since a symbol has a known length. A *place* is the first cell of a token.

Symbols are ids, except for bytes, which have the numbers of the tie rule (`merges.byte_numbers`); other units
keep their numbers (`units`).
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point
from workbench.engine.training.pair_table import Gathering, PairTable, Side, add_places
from workbench.engine.training.units import UnitPieces

CHUNK = 1 << 14  # cells or places between two points: about a millisecond
FEW = 400  # places, up to which a plain loop is faster than arrays
EDGE = -1  # in cells between pieces, and in the inner cells of tokens


class Counted(Protocol):
    """Distinct pieces in order of first occurrence (`counting.piece_counts.CountedPieces`)."""

    @property
    def blob(self) -> bytes:
        """The bytes of all pieces, one after the other."""

    @property
    def ends(self) -> NDArray[np.uint64]:
        """uint64[m], where each piece ends in `blob`."""

    @property
    def counts(self) -> NDArray[np.int64]:
        """int64[m], how often each piece occurs."""


class TokenCells:
    """The distinct pieces, their tokens and how often each piece occurs.

    Attributes:
        symbols: int32 by cell.
        n_units, n_symbols: number of units, and of symbols before any merge.
        lengths: by symbol, number of cells of a token.
        n_tokens: current number of tokens of the corpus, pieces weighted by their counts.

    """

    def __init__(self, counted: Counted | UnitPieces, numbers: list[int]) -> None:
        """Take the pieces, and the numbers of bytes for ties."""
        self._counted = counted
        self._numbers = np.array(numbers, dtype=np.int32)
        units = counted if isinstance(counted, UnitPieces) else None
        self.n_units = 256 if units is None else units.n_units
        self.n_symbols = 256 if units is None else units.n_symbols
        self._tokens = None if units is None else units.tokens
        self.symbols = array("i")
        self._weights = array("i" if counted.counts.max(initial=0) < 2**31 else "q")
        self.lengths = [1] * self.n_units
        if self._tokens is not None:
            self.lengths += self._tokens.lengths.tolist()
        self._begins = bytearray()  # by cell, whether a token began there before any merge
        self.n_tokens = 0

    def __len__(self) -> int:
        return len(self.symbols)

    # --- laying out -----------------------------------------------------------------------------------

    def lay_out(self) -> Iterator[int]:
        """Fill the cells: an edge, then each piece and an edge. A cell's weight is its piece's count.

        Yields the number of pieces laid out.
        """
        ends, counts = self._counted.ends.astype(np.int64), self._counted.counts
        n = int(ends[-1]) if len(ends) else 0
        self._lay_tokens(n)
        self._extend(np.full(1, EDGE, dtype=np.int32), np.zeros(1, dtype=np.int64), np.zeros(1, np.bool_))
        for start in range(0, n, CHUNK):
            stop = min(start + CHUNK, n)
            owners = np.searchsorted(ends, np.arange(start, stop + 1), side="right")
            cells = np.arange(stop - start) + owners[:-1] - owners[0]
            symbols = np.full(stop - start + owners[-1] - owners[0], EDGE, dtype=np.int32)
            weights = np.zeros(len(symbols), dtype=np.int64)
            begins = np.zeros(len(symbols), np.bool_)
            symbols[cells], begins[cells] = self._first_cells(start, stop)
            weights[cells] = counts[owners[:-1]]
            self._extend(symbols, weights, begins)
            self.n_tokens += int(weights[begins].sum())
            point()
            yield int(owners[-1])
        self._cells = np.frombuffer(self.symbols, dtype=np.int32)
        self._cell_weights = np.frombuffer(self._weights, dtype=self._weights.typecode)
        self._first_lengths = np.array(self.lengths, np.int64)

    def _lay_tokens(self, n_units: int) -> None:
        """Write the symbol of each unit's cell if the pieces already consist of tokens."""
        if self._tokens is None:
            return
        lengths = np.array(self.lengths, np.int64)
        self._laid, self._begun = np.full(n_units, EDGE, np.int32), np.zeros(n_units, np.bool_)
        at = 0
        for first in range(0, len(self._tokens.symbols), CHUNK):
            symbols = self._tokens.symbols[first : first + CHUNK].astype(np.int32)
            stops = at + np.cumsum(lengths[symbols])
            starts = stops - lengths[symbols]
            self._laid[starts] = self._laid[stops - 1] = symbols
            self._begun[starts] = True
            at = int(stops[-1])
            point()

    def _first_cells(self, start: int, stop: int) -> tuple[NDArray[np.int32], NDArray[np.bool_] | bool]:
        """Return the symbols in the cells of some units, and which of these begin a token."""
        if self._tokens is not None:
            return self._laid[start:stop], self._begun[start:stop]
        if isinstance(self._counted, UnitPieces):
            return self._counted.units[start:stop].astype(np.int32), True
        return self._numbers[np.frombuffer(self._counted.blob, np.uint8, stop - start, start)], True

    def _extend(
        self, symbols: NDArray[np.int32], weights: NDArray[np.int64], begins: NDArray[np.bool_]
    ) -> None:
        self.symbols.frombytes(symbols.tobytes())
        self._weights.frombytes(weights.astype(self._weights.typecode).tobytes())
        self._begins += begins.tobytes()

    def unit_pairs(self, start: int) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
        """Return the pairs of tokens that begin in the chunk of cells from `start` on, before any merge.

        Returns:
            (keys, places, weights), each (n,): n_symbols × left + right; first cells; counts.

        """
        size = min(CHUNK, len(self._cells) - start)
        begins = np.flatnonzero(np.frombuffer(self._begins, np.bool_, size, start)) + start
        left = self._cells[begins].astype(np.int64)
        right = self._cells[begins + self._first_lengths[left]]
        is_pair = right != EDGE
        places = begins[is_pair].astype(np.int32)
        return (
            left[is_pair] * self.n_symbols + right[is_pair],
            places,
            self._cell_weights[places].astype(np.int64),
        )

    def spelled(self) -> list[tuple[int, ...]]:
        """Return the units of each symbol before any merge."""
        units: list[tuple[int, ...]] = [(unit,) for unit in range(self.n_units)]
        if self._tokens is None:
            return units
        borders = pairwise((0, *self._tokens.ends.tolist()))
        return [*units, *(tuple(self._tokens.spelled[start:end].tolist()) for start, end in borders)]

    # --- replacing ------------------------------------------------------------------------------------

    def holds(self, place: int, left: int, right: int) -> bool:
        """Return whether the pair still begins at one of its places."""
        return self.symbols[place] == left and self.symbols[place + self.lengths[left]] == right

    def replace(self, table: PairTable, row: int) -> tuple[Side, Side]:
        """Replace the row's pair by the next symbol at every place.

        Where two new tokens touch, the pair (new, new) counts as a neighbor after the first of them,
        which has counted `left` after itself too.

        Returns:
            The neighbors (after, before); their places have been added to the table's.

        """
        self.lengths.append(self.lengths[table.left[row]] + self.lengths[table.right[row]])
        if table.end[row] - table.start[row] <= FEW:
            return self._replace_few(table, row)
        return self._replace_many(table, row)

    def _replace_few(self, table: PairTable, row: int) -> tuple[Side, Side]:
        symbols, weights, lengths = self.symbols, self._weights, self.lengths
        left, right, new = table.left[row], table.right[row], len(lengths) - 1
        left_length, new_length = lengths[left], lengths[new]
        after_gains: defaultdict[int, int] = defaultdict(int)
        before_gains: defaultdict[int, int] = defaultdict(int)
        after_places: defaultdict[int, list[int]] = defaultdict(list)
        before_places: defaultdict[int, list[int]] = defaultdict(list)
        for place in table.places[table.start[row] : table.end[row]]:
            middle, end = place + left_length, place + new_length
            if symbols[place] != left or symbols[middle] != right:
                continue  # no longer valid
            x, y = symbols[place - 1], symbols[end]
            symbols[middle] = EDGE
            symbols[place] = symbols[end - 1] = new
            weight = weights[place]
            self.n_tokens -= weight
            if x == new:
                after_gains[new] += weight
                after_places[new].append(place - new_length)
            elif x != EDGE:
                before_gains[x] += weight
                before_places[x].append(place - lengths[x])
            if y != EDGE:
                after_gains[y] += weight
                after_places[y].append(place)
        return add_places(table, after_gains, after_places), add_places(table, before_gains, before_places)

    def _replace_many(self, table: PairTable, row: int) -> tuple[Side, Side]:
        """Do the same as `replace` with arrays, a chunk of places at a time."""
        new, cells = len(self.lengths) - 1, self._cells
        lengths = np.array(self.lengths, dtype=np.int32)
        after, before = Gathering(new + 1), Gathering(new + 1)
        for start in range(table.start[row], table.end[row], CHUNK):
            chunk = np.array(table.places[start : min(start + CHUNK, table.end[row])], dtype=np.int32)
            places, y = self._replace_chunk(chunk, table.left[row], table.right[row])
            x, weights = cells[places - 1], self._cell_weights[places].astype(np.int64)
            self.n_tokens -= int(weights.sum())
            touching, led, followed = x == new, (x != EDGE) & (x != new), y != EDGE
            before.add(x[led], places[led] - lengths[x[led]], weights[led])
            after.add(x[touching], places[touching] - lengths[new], weights[touching])
            after.add(y[followed], places[followed], weights[followed])
            point()
        after.write(table)
        before.write(table)
        return after.side(), before.side()

    def _replace_chunk(
        self, places: NDArray[np.int32], left: int, right: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Write the new symbol at the valid ones of `places`; return these and the symbols after them."""
        cells, new = self._cells, len(self.lengths) - 1
        middle, end = self.lengths[left], self.lengths[new]
        places = places[(cells[places] == left) & (cells[places + middle] == right)]
        if left == right:
            places = every_other(places, middle)
        y = cells[places + end]
        cells[places + middle] = EDGE
        cells[places] = cells[places + (end - 1)] = new
        return places, y


def every_other(places: NDArray[np.int32], length: int) -> NDArray[np.int32]:
    """Keep the first, the third, … of each run of ascending places that overlap (aaaa: 0, 1, 2).

    `places` is int32[n], the result int32[k]; places in a run are `length` apart.
    """
    numbers = np.arange(len(places))
    begins = np.diff(places, prepend=-length - 1) != length
    first = np.maximum.accumulate(np.where(begins, numbers, 0))
    kept: NDArray[np.int32] = places[(numbers - first) % 2 == 0]
    return kept
