"""The counts of a corpus in lots, by source or in parts, so that some of them can be left out.

Counts of pieces are additive. The counts without a part equal those of counting the rest, in the same order,
with the same weights and rounding (`weighted_counts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.counting.weighted_counts import weighted

_LOOSE = 1 << 20  # entries of a lot before they are summed
_NEVER = np.int64(1 << 62)


class PieceRows:
    """Finds the distinct pieces of a corpus by their bytes.

    Attributes:
        counted: the pieces; the index of each is its row.

    """

    def __init__(self, counted: CountedPieces) -> None:
        self.counted = counted
        self._rows: dict[bytes, int] = {}
        self._borders = np.concatenate((np.zeros(1, np.int64), counted.ends.astype(np.int64)))
        for part in paced_slices(len(counted), 1 << 14):
            borders = self._borders[part.start : part.stop + 1].tolist()
            for row, (start, end) in enumerate(pairwise(borders), part.start):
                self._rows[counted.blob[start:end]] = row

    def __len__(self) -> int:
        return len(self.counted)

    def end(self) -> None:
        """Free what `of` needs; it is not called any more."""
        self._rows.clear()

    def of(self, part: CountedPieces) -> NDArray[np.int64]:
        """Return int64[n], the rows of pieces, -1 for one whose weight rounds to 0 everywhere."""
        rows: list[int] = []
        start = 0
        for end in paced(part.ends.tolist()):
            rows.append(self._rows.get(part.blob[start:end], -1))
            start = end
        return np.array(rows, np.int64)

    def taken(self, rows: NDArray[np.int64], counts: NDArray[np.int64], lost: int) -> CountedPieces:
        """Return a selection of the pieces with other counts."""
        starts = self._borders[rows]
        lengths = self._borders[rows + 1] - starts
        ends = np.cumsum(lengths)
        text = np.frombuffer(self.counted.blob, np.uint8)
        blob = bytearray()
        for some in paced_slices(len(rows), 1 << 14):
            base = np.concatenate(([0], np.cumsum(lengths[some])[:-1]))
            places = np.arange(int(lengths[some].sum())) + np.repeat(starts[some] - base, lengths[some])
            blob += text[places].tobytes()
        return CountedPieces(bytes(blob), ends.astype(np.uint64), counts, lost)


class _Lot:
    """The counts of a part of the text: rows, number of occurrences, and first places."""

    def __init__(self) -> None:
        self._loose: list[NDArray[np.int64]] = []
        self._n_loose = 0
        self.lost = 0

    def add(self, rows: NDArray[np.int64], counts: NDArray[np.int64], places: NDArray[np.int64]) -> None:
        self._loose.append(np.stack((rows, counts, places)))
        self._n_loose += len(rows)
        if self._n_loose > max(_LOOSE, 2 * self._loose[0].shape[1]):
            self._loose = [self.table()]
            self._n_loose = 0

    def table(self) -> NDArray[np.int64]:
        """Return int64[3, n]: rows, counts and first places, each row once."""
        if len(self._loose) != 1 or self._n_loose:
            entries = np.concatenate(self._loose, axis=1) if self._loose else np.zeros((3, 0), np.int64)
            order = np.argsort(entries[0], kind="stable")  # stable: of equal rows the first place comes first
            point()
            entries = entries[:, order]
            firsts = np.flatnonzero(np.diff(entries[0], prepend=-1))
            sums = np.add.reduceat(entries[1], firsts) if len(firsts) else entries[1]
            self._loose = [np.stack((entries[0][firsts], sums, entries[2][firsts]))]
            self._n_loose = 0
        return self._loose[0]


class DealtCounts:
    """The counts of a corpus by lot: its sources or parts.

    Attributes:
        rows: the distinct pieces of the whole corpus.
        n_lots: number of lots.

    """

    def __init__(self, rows: PieceRows, weights: Sequence[Fraction], n_lots: int) -> None:
        """Begin empty lots; `weights` are those of the groups of sources, in the order of reading."""
        self.rows = rows
        self.n_lots = n_lots
        self._weights = weights
        self._lots: dict[tuple[int, int], _Lot] = {}  # by lot and group
        self._n_units = 0

    def add(
        self, lot: int, group: int, rows: NDArray[np.int64], counts: NDArray[np.int64], lost: int
    ) -> None:
        """Add a document, or a part of one up to a safe border, in the order of reading.

        Args:
            lot: of the document.
            group: the group of sources that has its weight.
            rows: int64[n], of its distinct pieces, in the order of first occurrence.
            counts: int64[n], number of occurrences of each.
            lost: bytes that are in no piece.

        """
        place = self._n_units << 31
        self._n_units += 1
        into = self._lots.setdefault((lot, group), _Lot())
        into.add(rows, counts, place + np.arange(len(rows)))
        into.lost += lost

    def without(self, *lots: int) -> CountedPieces:
        """Return the counts of the corpus without some lots, as if it had been read without them."""
        total = np.zeros(len(self.rows), np.int64)
        rank, first = np.full(len(total), _NEVER), np.full(len(total), _NEVER)
        lost = 0
        for number, group in enumerate(self._groups(lots)):
            raw, place = np.zeros_like(total), np.full(len(total), _NEVER)
            for own in self._kept(group, lots):
                rows, times, places = own.table()
                raw[rows] += times
                place[rows] = np.minimum(place[rows], places)
                lost += own.lost
                point()
            counts = weighted(raw, self._weights[group])
            new = (counts > 0) & (rank == _NEVER)
            rank[new], first[new] = number, place[new]
            total += counts
            point()
        rows = np.flatnonzero(total)
        rows = rows[np.lexsort((first[rows], rank[rows]))]
        point()
        return self.rows.taken(rows, total[rows], lost)

    def _kept(self, group: int, lots: Sequence[int]) -> Iterator[_Lot]:
        return (own for (lot, own_group), own in self._lots.items() if own_group == group and lot not in lots)

    def _groups(self, lots: Sequence[int]) -> list[int]:
        """Return the groups in the order of reading without the lots that are left out."""
        return list(range(len(self._weights)))


class CountsBySource(DealtCounts):
    """The counts by source: each lot is a source, and has the weight of its group."""

    def _groups(self, lots: Sequence[int]) -> list[int]:
        """Return the groups in the order of their first kept sources."""
        first: dict[int, int] = {}
        for lot, group in sorted(self._lots):
            if lot not in lots:
                first.setdefault(group, lot)
        return list(first)
