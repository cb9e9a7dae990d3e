"""Sums of documents for resampling, one row per document while they are few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST = 1 << 12  # rows that are kept; then neighbors are joined

Rows = NDArray[np.int64]


class UnitSums:
    """Rows of sums of documents in order.

    If there are too many, each row joins two neighbors, then four …, so that millions of documents take no
    more memory than some thousands.

    Attributes:
        n_documents: documents added.
        joined: documents per row.

    """

    def __init__(self, n_columns: int, most: int = MOST) -> None:
        self.n_documents = 0
        self.joined = 1
        self._most = most
        self._rows: list[Rows] = []
        self._n_rows = 0
        self._rest: Rows = np.zeros((0, n_columns), np.int64)  # of an incomplete row

    def add(self, rows: Rows) -> None:
        """Add the sums of documents, int64[d, columns]."""
        self.n_documents += len(rows)
        self._put(np.concatenate((self._rest, rows)))
        while self._n_rows > self._most:
            self._join()

    def _put(self, rows: Rows) -> None:
        n_full = len(rows) // self.joined
        full = rows[: n_full * self.joined]
        self._rest = rows[n_full * self.joined :]
        if n_full:
            self._rows.append(full.reshape(n_full, self.joined, -1).sum(axis=1))
            self._n_rows += n_full

    def _join(self) -> None:
        rows = np.concatenate(self._rows)
        even = len(rows) // 2 * 2
        self.joined *= 2
        self._rows, self._n_rows = [rows[:even].reshape(even // 2, 2, -1).sum(axis=1)], even // 2
        if even < len(rows):
            # An incomplete row counts as `joined` documents, all but one of them empty.
            filling = np.zeros((self.joined // 2 - 1, rows.shape[1]), np.int64)
            self._rest = np.concatenate((rows[even:], filling, self._rest))

    def rows(self) -> Rows:
        """Return the rows, int64[n, columns]; the last one may have fewer documents."""
        last = self._rest.sum(axis=0, keepdims=True) if len(self._rest) else self._rest
        return np.concatenate([*self._rows, last])

    def total(self) -> Rows:
        """Return the sum of all rows, int64[columns]."""
        total: Rows = self.rows().sum(axis=0)
        return total
