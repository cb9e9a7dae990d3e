"""Distinct whole numbers of large arrays, with the interpreter's lock (the GIL) released."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Whole = TypeVar("Whole", bound=np.integer)


def distinct(numbers: NDArray[Whole]) -> NDArray[Whole]:
    """Return [m], the numbers of a flat array, each once, ascending.

    `np.unique` (numpy 2.3 and later) does so by a hash table and keeps the GIL: 900 ms for the 4 million
    borders of the pieces of 10 MB. A sort releases the GIL.
    """
    ordered = np.sort(numbers)
    is_new = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    return ordered[is_new]
