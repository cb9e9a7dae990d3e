"""Slices of a str in UTF-8, as `str.encode` gives them: many characters of ASCII, which most are, at once.

So a long str is in UTF-8 nowhere as a whole, which would have to be written to memory and read again.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
from cython.cimports.libc.string import memcpy

_BLOCK = cython.declare(cython.size_t, 32)

Unit = cython.fused_type(cython.const[cython.uchar], cython.const[cython.ushort], cython.const[cython.uint])


def slice_in_utf8(before: bytes, text: str, start: int, stop: int) -> bytes:
    """Return `before` and text[start:stop] in UTF-8; raises UnicodeEncodeError."""
    first: cython.size_t = min(start, len(text))
    n: cython.size_t = max(first, min(stop, len(text))) - first
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    n_before: cython.size_t = len(before)
    out: bytes = PyBytes_FromStringAndSize(cython.NULL, n_before + n * min(4, kind + 1))
    start_of: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(out))
    end: cython.p_uchar = start_of + n_before
    memcpy(start_of, PyBytes_AS_STRING(before), n_before)
    with cython.nogil:
        if kind == 1:
            end = _write(cython.cast(cython.p_const_uchar, data) + first, n, end)
        elif kind == 2:
            end = _write(cython.cast(cython.pointer[cython.const[cython.ushort]], data) + first, n, end)
        else:
            end = _write(cython.cast(cython.pointer[cython.const[cython.uint]], data) + first, n, end)
    if end == cython.NULL:
        return before + text[start:stop].encode()  # which raises
    return out[: end - start_of]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write(units: cython.pointer[Unit], n: cython.size_t, at: cython.p_uchar) -> cython.p_uchar:
    """Write n characters in UTF-8; return where they end, or NULL where one is a surrogate."""
    first: cython.size_t = 0
    i: cython.size_t
    any_of: cython.uint
    while n - first >= _BLOCK:
        any_of = 0
        for i in range(_BLOCK):
            any_of |= units[first + i]
        if any_of < 0x80:
            for i in range(_BLOCK):
                at[i] = cython.cast(cython.uchar, units[first + i])
            at += _BLOCK
        else:
            for i in range(first, first + _BLOCK):
                at = _write_one(units[i], at)
                if at == cython.NULL:
                    return at
        first += _BLOCK
    for i in range(first, n):
        at = _write_one(units[i], at)
        if at == cython.NULL:
            break
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write_one(point: cython.uint, at: cython.p_uchar) -> cython.p_uchar:
    if point < 0x80:
        at[0] = cython.cast(cython.uchar, point)
        return at + 1
    if point < 0x800:
        at[0] = cython.cast(cython.uchar, 0xC0 | point >> 6)
        at[1] = cython.cast(cython.uchar, 0x80 | (point & 0x3F))
        return at + 2
    if point < 0x10000:
        if point >> 11 == 0x1B:
            return cython.NULL
        at[0] = cython.cast(cython.uchar, 0xE0 | point >> 12)
    else:
        at[0] = cython.cast(cython.uchar, 0xF0 | point >> 18)
        at[1] = cython.cast(cython.uchar, 0x80 | (point >> 12 & 0x3F))
        at += 1
    at[1] = cython.cast(cython.uchar, 0x80 | (point >> 6 & 0x3F))
    at[2] = cython.cast(cython.uchar, 0x80 | (point & 0x3F))
    return at + 3
