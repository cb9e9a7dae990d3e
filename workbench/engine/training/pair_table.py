"""The trainer's tables: a row for every pair that ever occurred, and the list of the places of pairs.

All are flat arrays: `array.array`, which plain loops read fastest, viewed by numpy for bulk work.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point

_GROWN_AT_ONCE = 1 << 20  # places


class PairTable:
    """A row for every pair that ever occurred, and the list of places.

    First come the pairs of units, looked up in a dictionary. Then a block for each new symbol z: the pairs
    (z, y) by ascending y, up to (z, z), then the pairs (x, z) by ascending x, so that a row is found by
    bisection. All places of a pair appear in the step that makes the newer of its symbols: they are written
    once.

    Attributes:
        left, right: int32 by row, the pair.
        count: int64 by row, how often the pair occurs now.
        start, end: int64 by row, its range in `places`, ascending inside.
        places: int32, the first cell of the left token; some are no longer valid.

    """

    def __init__(self, n_units: int = 256) -> None:
        self.left = array("i")
        self.right = array("i")
        self.count = array("q")
        self.start = array("q")
        self.end = array("q")
        self.places = array("i")
        self._n_units = n_units
        self._unit_rows: dict[int, int] = {}  # by n_units × left + right
        self._first: list[int] = []  # by symbol - n_units: where its block begins, …
        self._middle: list[int] = []  # … and where the pairs (x, z) begin in it

    def row(self, left: int, right: int) -> int:
        """Return the row of a known pair."""
        n_units = self._n_units
        if left < n_units and right < n_units:
            return self._unit_rows[left * n_units + right]
        if left >= right:
            return bisect_left(self.right, right, self._first[left - n_units], self._middle[left - n_units])
        block = right - n_units
        end = self._first[block + 1] if block + 1 < len(self._first) else len(self.left)
        return bisect_left(self.left, left, self._middle[block], end)

    def add(self, left: int, right: int, count: int, start: int, end: int) -> int:
        """Append a row and return its number."""
        self.left.append(left)
        self.right.append(right)
        self.count.append(count)
        self.start.append(start)
        self.end.append(end)
        return len(self.count) - 1

    def add_unit_pairs(self, keys: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count a batch of pairs of units; return their rows, int64[n].

        `keys`, int64[n], are n_units × left + right, `weights`, int64[n], the count of each. `end`
        becomes the number of places of a row; see `allot_places`.
        """
        known, inverse, sizes = np.unique(keys, return_inverse=True, return_counts=True)
        gains = np.zeros(len(known), dtype=np.int64)
        np.add.at(gains, inverse, weights)
        rows = [self._unit_row(key) for key in known.tolist()]
        for row, gain, size in zip(rows, gains.tolist(), sizes.tolist(), strict=True):
            self.count[row] += gain
            self.end[row] += size
        return np.array(rows, dtype=np.int64)[inverse]

    def rows_of(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return int64[n], the rows of known pairs of units, by keys int64[n] (`add_unit_pairs`)."""
        known, inverse = np.unique(keys, return_inverse=True)
        rows: NDArray[np.int64] = np.array([self._unit_rows[key] for key in known.tolist()], np.int64)[
            inverse
        ]
        return rows

    def _unit_row(self, key: int) -> int:
        row = self._unit_rows.get(key)
        if row is None:
            row = self._unit_rows[key] = self.add(*divmod(key, self._n_units), 0, 0, 0)
        return row

    def allot_places(self) -> NDArray[np.int64]:
        """Give each row, whose `end` is the number of its places, its range.

        Returns int64[rows], where in `places` each begins.
        """
        sizes = np.array(self.end, dtype=np.int64)
        ends = np.cumsum(sizes)
        self.start, self.end = array("q", (ends - sizes).tobytes()), array("q", ends.tobytes())
        return ends - sizes

    def begin_block(self) -> None:
        """Begin the block of the next symbol, with the pairs in which it is on the left."""
        self._first.append(len(self.count))

    def begin_right_half(self) -> None:
        """Continue with the pairs in which it is on the right."""
        self._middle.append(len(self.count))

    def grow(self, n_places: int) -> None:
        """Make room for more places, in steps."""
        for start in range(0, n_places, _GROWN_AT_ONCE):
            self.places.frombytes(bytes(4 * min(n_places - start, _GROWN_AT_ONCE)))
            point()


@dataclass(slots=True)
class Side:
    """The neighbors on one side of the places of a merge.

    Attributes:
        symbols: of the neighbors, ascending.
        gains: how often each occurs, weighted by the counts of the pieces.
        sizes: number of places of each. The places themselves are the table's, in this order.

    """

    symbols: list[int]
    gains: list[int]
    sizes: list[int]


def add_places(table: PairTable, gains: dict[int, int], places: dict[int, list[int]]) -> Side:
    """Write the places of each neighbor into the table; both dictionaries are by neighbor."""
    symbols = sorted(gains)
    for symbol in symbols:
        table.places.fromlist(places[symbol])
    return Side(symbols, [gains[symbol] for symbol in symbols], [len(places[symbol]) for symbol in symbols])


class Gathering:
    """Collects the neighbors on one side of a merge, chunk by chunk, and sorts their places by neighbor."""

    def __init__(self, n_symbols: int) -> None:
        self._gains = np.zeros(n_symbols, dtype=np.int64)
        self._sizes = np.zeros(n_symbols, dtype=np.int64)
        self._chunks: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []

    def add(self, symbols: NDArray[np.int32], places: NDArray[np.int32], weights: NDArray[np.int64]) -> None:
        """Add neighbors (n,), the place of the pair with each, and its count."""
        np.add.at(self._gains, symbols, weights)
        np.add.at(self._sizes, symbols, 1)
        self._chunks.append((symbols, places))

    def write(self, table: PairTable) -> None:
        """Append the places to the table's, by ascending neighbor, in steps."""
        base = len(table.places)
        table.grow(int(self._sizes.sum()))
        free = base + np.cumsum(self._sizes) - self._sizes
        for symbols, places in self._chunks:
            spread(symbols, places, free, table.places)
            point()

    def side(self) -> Side:
        """Return the collected neighbors."""
        symbols = np.flatnonzero(self._sizes)
        return Side(symbols.tolist(), self._gains[symbols].tolist(), self._sizes[symbols].tolist())


def spread(
    keys: NDArray[np.signedinteger[Any]], values: NDArray[np.int32], free: NDArray[np.int64], out: array[int]
) -> None:
    """Put each value into `out` at the next free slot of its key: one chunk of a counting sort.

    `keys` and `values` are (n,), int32 the values; `free`, int64[n_keys], has the next free slot of every
    key, and is moved on.
    """
    if not len(keys):
        return
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    heads = np.flatnonzero(np.diff(keys, prepend=-1))
    sizes = np.diff(heads, append=len(keys))
    within = np.arange(len(keys)) - np.repeat(heads, sizes)
    np.frombuffer(out, dtype=np.int32)[free[keys] + within] = values[order]
    free[keys[heads]] += sizes
