"""Arrays that grow at their end, for what arrives in batches while a job runs."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

_FIRST_CAPACITY = 1024


class GrowingArray:
    """A numpy array to which rows are appended; its capacity doubles, so n appends copy O(n) rows.

    Attributes:
        values: view of the rows so far; the next append that has no room leaves old views behind, unchanged.

    """

    def __init__(self, dtype: DTypeLike, width: int | None = None, capacity: int = _FIRST_CAPACITY) -> None:
        """Take rows of `width` numbers; those up to `capacity` are never copied."""
        self._shape = () if width is None else (width,)
        self._capacity = capacity
        self._rows: NDArray[Any] = np.empty((capacity, *self._shape), dtype=dtype)
        self._n = 0

    def __len__(self) -> int:
        return self._n

    @property
    def values(self) -> NDArray[Any]:
        """The rows appended so far."""
        return self._rows[: self._n]

    def append(self, rows: ArrayLike) -> None:
        """Append an array of rows."""
        added = np.asarray(rows, dtype=self._rows.dtype).reshape((-1, *self._shape))
        n = self._n + len(added)
        if n > len(self._rows):
            grown = np.empty((max(n, 2 * len(self._rows)), *self._shape), dtype=self._rows.dtype)
            grown[: self._n] = self.values
            self._rows = grown
        self._rows[self._n : n] = added
        self._n = n

    def until(self, n: int) -> GrowingArray:
        """Return the first `n` rows, to be read only: they are those of this array."""
        shorter = copy(self)
        shorter._n = min(n, self._n)
        return shorter

    def clear(self) -> None:
        """Forget all rows; views given out keep theirs."""
        self._rows = np.empty((self._capacity, *self._shape), dtype=self._rows.dtype)
        self._n = 0
