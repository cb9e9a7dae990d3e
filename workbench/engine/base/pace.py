"""The point where work may be interrupted: an algorithm calls it now and then, and knows nothing of time.

Whoever runs the algorithm may hook something in for its thread: a lane of the window goes back to its queue
there, pauses, lets something urgent go first, or gives the work up by raising `Cancelled`. Elsewhere a point
does nothing. A thread that an algorithm starts itself has no hook.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Cancelled(BaseException):
    """The work is given up; no `Exception`, so that no handler of errors takes it for one."""


class _Here(threading.local):
    hook: Callable[[], None] | None = None


_here = _Here()
_hooks: list[object] = []  # of all threads: if there is none, no thread need ask for its own


def point() -> None:
    """Let the one that runs this work interrupt it; call it at least every 20 ms.

    Nothing that others use may be half changed here, and no lock held.
    A child keeps the process that is being asked to its caller.

    Raises:
        Cancelled: the work is given up.

    """
    if _hooks and (hook := _here.hook) is not None:
        hook()


@contextmanager
def hooked(hook: Callable[[], None] | None) -> Iterator[None]:
    """Have every point of this thread call `hook`, or nothing."""
    before, _here.hook = _here.hook, hook
    _hooks.append(hook)
    try:
        yield
    finally:
        _hooks.pop()
        _here.hook = before
