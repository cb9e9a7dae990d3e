"""Slices of a str in UTF-8, as `str.encode` gives them: 32 characters at once, by loops that become vectors.

So a long str is in UTF-8 nowhere as a whole, which would have to be written to memory and read again.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
from cython.cimports.libc.string import memcpy

Unit = cython.fused_type(cython.const[cython.uchar], cython.const[cython.ushort], cython.const[cython.uint])


def slice_in_utf8(before: bytes, text: str, start: int, stop: int) -> bytes:
    """Return `before` and text[start:stop] in UTF-8; raises UnicodeEncodeError."""
    first: cython.size_t = min(start, len(text))
    n: cython.size_t = max(first, min(stop, len(text))) - first
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    n_before: cython.size_t = len(before)
    out: bytes = PyBytes_FromStringAndSize(cython.NULL, n_before + n * min(4, kind + 1) + 3)
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
    """Write n characters, and up to three bytes more; return where they end, NULL for a surrogate."""
    points = cython.declare(cython.uint[32])
    words = cython.declare(cython.uint[32])
    widths = cython.declare(cython.uint[32])
    first: cython.size_t = 0
    size: cython.size_t
    i: cython.size_t
    any_of: cython.uint
    surrogates: cython.uint = 0
    while first < n:
        size = min(32, n - first)
        any_of = 0
        if size == 32:
            for i in range(32):
                any_of |= units[first + i]
            if any_of < 0x80:
                for i in range(32):
                    at[i] = cython.cast(cython.uchar, units[first + i])
                at += 32
                first += 32
                continue
        for i in range(32):
            points[i] = units[first + i] if i < size else 0
        first += size
        surrogates |= _write_words(points, words, widths)
        for i in range(size):
            memcpy(at, cython.address(words[i]), 4)
            at += widths[i]
    return cython.NULL if surrogates else at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write_words(
    points: cython.pointer[cython.uint],
    words: cython.pointer[cython.uint],
    widths: cython.pointer[cython.uint],
) -> cython.uint:
    """Write the bytes of 32 characters and how many they are, by vectors; return 0 if none is a surrogate."""
    i: cython.size_t
    point: cython.uint
    last: cython.uint
    word: cython.uint
    surrogates: cython.uint = 0
    for i in range(32):
        point = points[i]
        surrogates |= point >> 11 == 0x1B
        last = 0x80 | (point & 0x3F)
        word = 0x80E0 | point >> 12 | (point >> 6 & 0x3F) << 8 | last << 16
        if point < 0x800:
            word = 0xC0 | point >> 6 | last << 8
        if point >= 0x10000:
            word = 0x8080F0 | point >> 18 | (point >> 12 & 0x3F) << 8 | (point >> 6 & 0x3F) << 16 | last << 24
        words[i] = point if point < 0x80 else word
        widths[i] = 1 + (point >= 0x80) + (point >= 0x800) + (point >= 0x10000)
    return surrogates
