"""Converts between large arrays and Python objects in small chunks.

numpy and `bytes.join` keep the interpreter's lock (the GIL) from their first object to the last. For a
vocabulary of 200,000 tokens that is 10 to 30 ms in which the window cannot paint; a chunk takes 0.1 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced_slices, point

_ITEMS = 1024  # in a chunk

Number = TypeVar("Number", bound=np.generic)


def array_of(values: Iterable[object], n: int, dtype: type[Number]) -> NDArray[Number]:
    """Return dtype[n], the first n numbers of `values`; raises ValueError if there are fewer."""
    array = np.empty(n, dtype)
    left = iter(values)
    for part in paced_slices(n, _ITEMS):
        array[part] = np.fromiter(left, dtype, part.stop - part.start)
    return array


def numbers_of(values: NDArray[np.integer]) -> Iterator[int]:
    """Yield the numbers of an array int[n]."""
    for start in range(0, len(values), _ITEMS):
        yield from values[start : start + _ITEMS].tolist()


def bytes_of(parts: Iterable[bytes]) -> bytes:
    """Return the parts joined."""
    whole = BytesIO()
    left = iter(parts)
    while part := tuple(islice(left, _ITEMS)):
        whole.write(b"".join(part))
        point()
    return whole.getvalue()
