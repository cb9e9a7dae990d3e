"""Converts between large arrays and Python objects in small chunks.

numpy and `bytes.join` keep the interpreter's lock (the GIL) from their first object to the last. For a
vocabulary of 200,000 tokens that is 10 to 30 ms in which the window cannot paint; a chunk takes 0.1 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced_slices, point

_ITEMS = 1024  # in a chunk
_BYTES = 1 << 20  # copied in less than a millisecond
_CHARACTERS = 1 << 19  # likewise
ROWS = 1 << 15  # of arrays alone, which takes less than a millisecond

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


def concatenated(parts: Sequence[NDArray[Number]]) -> NDArray[Number]:
    """Return arrays in one, as `numpy.concatenate`; a single one as it is."""
    if len(parts) == 1:
        return parts[0]
    length = sum(map(len, parts))
    if length <= ROWS:
        return np.concatenate(parts)
    whole = np.empty((length, *parts[0].shape[1:]), parts[0].dtype)
    start = 0
    for part in parts:
        for some in paced_slices(len(part), ROWS):
            whole[start : start + some.stop - some.start] = part[some]
            start += some.stop - some.start
    return whole


def taken(values: NDArray[Number], places: NDArray[np.unsignedinteger]) -> NDArray[Number]:
    """Return values[places]."""
    at_places = np.empty(places.shape, values.dtype)
    for some in paced_slices(len(places), ROWS):
        at_places[some] = values[places[some]]
    return at_places


def raised(numbers: NDArray[Number], by: NDArray[Number] | Number) -> NDArray[Number]:
    """Return numbers + by, a number or a row, of the same type; the very same for 0."""
    if not by.any():
        return numbers
    sums = np.empty_like(numbers)
    for some in paced_slices(len(numbers), ROWS):
        np.add(numbers[some], by, out=sums[some])
    return sums


def text_of(parts: Iterable[str]) -> str:
    """Return the parts joined. A text to which one is added grows where it is, mostly."""
    whole, some, size = "", [], 0
    for part in parts:
        for start in range(0, len(part), _CHARACTERS):
            some.append(part[start : start + _CHARACTERS])
            size += len(some[-1])
            if size >= _CHARACTERS:
                whole += "".join(some)
                some.clear()
                size = 0
                point()
    whole += "".join(some)
    return whole


def bytes_of(parts: Iterable[bytes | memoryview]) -> bytes:
    """Return the parts joined. `b"".join` of 50 MB would hold the GIL for 40 to 80 ms."""
    # Of a list the whole is measured: a buffer that grows is copied, tens of megabytes at a time.
    whole = BytesIO(bytes(sum(map(len, parts)) if isinstance(parts, list) else 0))
    left = iter(parts)
    while some := tuple(islice(left, _ITEMS)):
        for part in some if sum(map(len, some)) > _BYTES else (b"".join(some),):
            for portion in paced_slices(len(part), _BYTES):
                whole.write(memoryview(part)[portion])
        point()
    return whole.getvalue()
