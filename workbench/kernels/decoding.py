"""Token ids to bytes: the length first, then one allocation that the tokens are copied into.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

_ABSENT = cython.declare(cython.uint, 0xFFFFFFFF)
_STEP = cython.declare(cython.size_t, 16)  # bytes copied at a time; most tokens are shorter


@cython.final
@cython.cclass
class Decoder:
    """The bytes of all tokens, special ones included, by id."""

    blob: bytes
    text: cython.p_const_uchar  # the same
    n_bytes: cython.size_t
    starts: cython.pointer[cython.ulonglong]
    lengths: cython.pointer[cython.uint]  # _ABSENT where no token has the id
    n_ids: cython.size_t

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.starts = cython.NULL
        self.lengths = cython.NULL

    def __init__(self, blob: bytes, ids: cython.uint[::1], ends: cython.ulonglong[::1]) -> None:
        """Take tokens one after the other in `blob`, their ids and ends."""
        i: cython.size_t
        start: cython.ulonglong = 0
        self.blob = blob
        self.text = blob
        self.n_bytes = len(blob)
        self.n_ids = 0
        for i in range(cython.cast(cython.size_t, ids.shape[0])):
            self.n_ids = max(self.n_ids, cython.cast(cython.size_t, ids[i]) + 1)
        self.starts = cython.cast(cython.pointer[cython.ulonglong], malloc(8 * self.n_ids + 8))
        self.lengths = cython.cast(cython.pointer[cython.uint], malloc(4 * self.n_ids + 4))
        if self.starts == cython.NULL or self.lengths == cython.NULL:
            raise MemoryError
        for i in range(self.n_ids):
            self.lengths[i] = _ABSENT
        for i in range(cython.cast(cython.size_t, ids.shape[0])):
            self.starts[ids[i]] = start
            self.lengths[ids[i]] = ends[i] - start
            start = ends[i]

    def __dealloc__(self) -> None:
        """Free the tables."""
        free(self.starts)
        free(self.lengths)

    def decode_array(self, ids: cython.const[cython.uint][::1]) -> bytes | None:
        """Return the bytes that ids stand for, or None where some id is no token's."""
        return None if ids.shape[0] == 0 else self._decode(cython.address(ids[0]), ids.shape[0])

    def decode_list(self, ids: list) -> bytes | None:
        """Do the same for a list; None too where it holds anything but ints."""
        count: cython.size_t = len(ids)
        i: cython.size_t
        item: object
        number: cython.longlong
        numbers: cython.p_uint = cython.cast(cython.p_uint, malloc(4 * count + 4))
        if numbers == cython.NULL:
            raise MemoryError
        try:
            for i in range(count):
                item = ids[i]
                if type(item) is not int:
                    return None
                number = item
                if number < 0 or number >= self.n_ids:
                    return None
                numbers[i] = number
            return self._decode(numbers, count)
        except OverflowError:
            return None
        finally:
            free(numbers)

    @cython.cfunc
    def _decode(self, ids: cython.pointer[cython.const[cython.uint]], count: cython.size_t) -> object:
        total: cython.size_t = 0
        i: cython.size_t
        known: cython.bint = True
        with cython.nogil:
            for i in range(count):
                if ids[i] >= self.n_ids or self.lengths[ids[i]] == _ABSENT:
                    known = False
                    break
                total += self.lengths[ids[i]]
        if not known:
            return None
        decoded: bytes = PyBytes_FromStringAndSize(cython.NULL, total)
        if total:
            out: cython.p_uchar = cython.cast(cython.p_uchar, cython.cast(cython.p_char, decoded))
            with cython.nogil:
                _copy(self, ids, count, out, total)
        return decoded


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _copy(
    decoder: Decoder,
    ids: cython.pointer[cython.const[cython.uint]],
    count: cython.size_t,
    out: cython.p_uchar,
    room: cython.size_t,
) -> cython.void:
    """Write the bytes of tokens to `out`, which has just the room for them."""
    blob: cython.p_const_uchar = decoder.text
    start: cython.size_t
    n: cython.size_t
    i: cython.size_t
    for i in range(count):
        start = decoder.starts[ids[i]]
        n = decoder.lengths[ids[i]]
        if n <= _STEP and room >= _STEP and start + _STEP <= decoder.n_bytes:
            memcpy(out, blob + start, 16)
        else:
            memcpy(out, blob + start, n)
        out += n
        room -= n
