"""The point where work may be interrupted: algorithms call it regularly, and know nothing of time.

A caller may set a hook for its thread: a lane of the window returns to its queue there, pauses, runs
something urgent first, or cancels the work by raising `Cancelled`. Without a hook, a point does nothing.
Threads that an algorithm starts itself have no hook.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, TypeVar

_Item = TypeVar("_Item")

KERNEL_TIME = 4_000_000  # nanoseconds that a kernel works between two points


class Cancelled(BaseException):
    """The work was canceled; not an `Exception`, so that no error handler catches this."""


class _Here(threading.local):
    hook: Callable[[], None] | None = None


_here = _Here()
_hooks: list[object] = []  # of all threads: if there are none, no thread needs to look up its own


def point() -> None:
    """Let the caller of this work interrupt it; call this at least every 20 ms.

    Shared data must be consistent here, and no lock held. A child process that is answering stays with its
    caller.

    Raises:
        Cancelled: the work was canceled.

    """
    if _hooks and (hook := _here.hook) is not None:
        hook()


def is_awaited() -> bool:
    """Return whether a caller wants to interrupt the work of this thread at points."""
    return bool(_hooks) and _here.hook is not None


def paced(items: Iterable[_Item], every: int = 1024) -> Iterator[_Item]:
    """Iterate over items, with a point before each slice of `every`.

    It takes no item ahead, and costs less than counting them.
    """
    return chain.from_iterable(_runs(iter(items), every))


def _runs(items: Iterator[_Item], every: int) -> Iterator[Iterator[_Item]]:
    for first in items:
        point()
        yield chain((first,), islice(items, every - 1))


def paced_slices(n: int, every: int = 2048) -> Iterator[slice]:
    """Iterate over the slices of a sequence of `n` items, with a point before each."""
    for start in range(0, n, every):
        point()
        yield slice(start, min(start + every, n))


def let_go(items: list[Any], every: int) -> None:
    """Empty a list, with a point for each `every` items: many of them, or large ones, take time to free."""
    while items:
        del items[-every:]
        point()


def emptied(waiting: list[_Item], pop: Callable[[list[_Item]], _Item] = list.pop) -> Iterator[_Item]:
    """Take items until none is left; what is done with one may add others."""
    while waiting:
        yield pop(waiting)


@contextmanager
def hooked(hook: Callable[[], None] | None) -> Iterator[None]:
    """Make every point of this thread call `hook`; None removes the hook."""
    before, _here.hook = _here.hook, hook
    _hooks.append(hook)
    try:
        yield
    finally:
        _hooks.pop()
        _here.hook = before
