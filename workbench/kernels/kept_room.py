"""The memory in which all encoders and counters together keep pieces: 128 MB, beside what each has at first.

Compiled only (see `workbench.kernels`); types are in kept_room.pxd.
"""

from __future__ import annotations

import cython

_MOST_KEPT = cython.declare(cython.size_t, 128 << 20)  # bytes
_kept_bytes = cython.declare(cython.size_t, 0)  # who has the GIL may change it


def kept_bytes() -> int:
    """Return the bytes that are taken."""
    return _kept_bytes


@cython.cfunc
@cython.exceptval(check=False)
def take_bytes(less: cython.size_t, more: cython.size_t) -> cython.bint:
    """Keep `more` bytes in place of `less`; False if all together may not; at first each may."""
    global _kept_bytes
    if less and more > less and _kept_bytes + more - less > _MOST_KEPT:
        return False
    _kept_bytes += more - less
    return True
