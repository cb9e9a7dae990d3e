"""Gives back what the C library keeps free. Python's objects are few among what a window holds.

glibc gives threads that allocate at the same time arenas of their own: what is free in one serves no other
thread. And of an arena it gives back the end alone, not what is free between two things that live on. Random
use held 70 MB so after two minutes, 100 after ten, and that grew on.

Not by a lower M_MMAP_THRESHOLD, which gives back at once: each array of a megabyte then has its pages
made again, twenty times as slow.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def share_one() -> None:
    """Let all threads have their memory from one arena, but those that have another by now."""
    _glibc("mallopt")(_ARENA_MAX, 1)


def give_back() -> None:
    """Give the system what is free; takes some milliseconds."""
    _glibc("malloc_trim")(0)


class _Info(ctypes.Structure):
    """`mallinfo2` of malloc.h."""

    _names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = tuple((name, ctypes.c_size_t) for name in _names.split())


def free_bytes() -> int:
    """Return how much is free between what lives, given back or not; 0 if that is not known."""
    function = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
    if function is None:
        return 0
    function.restype = _Info
    return int(function().fordblks)


def _glibc(name: str) -> Callable[..., object]:
    """Return a function of glibc's, which other libraries do without."""
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    return function or (lambda *_: 0)
