"""Whether bytes are UTF-8, as `engine.base.utf8.is_utf8` says it, many bytes at once.

A byte is judged by the three before it, with no branch, so that a compiler makes vectors of the loop.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memcpy

# Looked at are 128 bytes in a go: of ASCII, which is most text, one look is enough.


def is_well_formed(data: cython.const[cython.uchar][::1]) -> bool:
    """Return whether bytes are complete UTF-8 characters."""
    n: cython.size_t = data.shape[0]
    head: cython.uchar[131] = [0] * 131  # the first bytes, behind three of none
    i: cython.size_t = min(n, 128)
    bad: cython.uchar
    at: cython.p_const_uchar
    if n == 0:
        return True
    at = cython.address(data[0])
    with cython.nogil:
        memcpy(cython.address(head[3]), at, i)
        bad = _faults(cython.address(head[3]), i)
        while n - i >= 128 and not bad:
            if at[i - 1] >= 0x80 or _is_beyond_ascii(at + i):
                bad |= _faults(at + i, 128)
            i += 128
        if not bad and i < n:
            bad |= _faults(at + i, n - i)
        bad |= _is_cut(at, n)
    return not bad


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _faults(at: cython.p_const_uchar, n: cython.size_t) -> cython.uchar:
    """Return 0 if each of n bytes may follow the three before it (Unicode, table 3-7)."""
    bad: cython.uchar = 0
    i: cython.Py_ssize_t
    for i in range(cython.cast(cython.Py_ssize_t, n)):
        byte: cython.uchar = at[i]
        first: cython.uchar = at[i - 1]
        second: cython.uchar = at[i - 2]
        third: cython.uchar = at[i - 3]
        bad |= ((first >= 0xC0) | (second >= 0xE0) | (third >= 0xF0)) ^ ((byte & 0xC0) == 0x80)
        bad |= (byte == 0xC0) | (byte == 0xC1) | (byte >= 0xF5)
        bad |= ((first == 0xE0) & (byte < 0xA0)) | ((first == 0xED) & (byte > 0x9F))
        bad |= ((first == 0xF0) & (byte < 0x90)) | ((first == 0xF4) & (byte > 0x8F))
    return bad


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_beyond_ascii(at: cython.p_const_uchar) -> cython.bint:
    any_of: cython.uchar = 0
    i: cython.Py_ssize_t
    for i in range(128):
        any_of |= at[i]
    return any_of >= 0x80


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_cut(at: cython.p_const_uchar, n: cython.size_t) -> cython.bint:
    """Return whether the last character goes on behind n bytes, of which there is one at least."""
    return at[n - 1] >= 0xC0 or (n > 1 and at[n - 2] >= 0xE0) or (n > 2 and at[n - 3] >= 0xF0)
