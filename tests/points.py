"""Work that comes by `pace.point()`: how often, and given up there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any, TypeVar

import pytest
from greenlet import getcurrent, greenlet

from workbench.engine.base import pace

Result = TypeVar("Result")


def counted(work: Callable[[], Result]) -> tuple[Result, int]:
    """Return what the work returns, and the number of its points."""
    points: list[None] = []
    with pace.hooked(lambda: points.append(None)):
        return work(), len(points)


def in_slices(patch: pytest.MonkeyPatch, module: ModuleType, size: int) -> None:
    """Let a module work on arrays in slices of `size`, however large its own are."""
    patch.setattr(module, "paced_slices", lambda n, _=0: pace.paced_slices(n, size))


def given_up(work: Callable[[], object], at: Callable[[], bool]) -> bool:
    """Give the work up at its first point where `at` holds; tells whether there was one."""

    def _hook() -> None:
        if at():
            raise pace.Cancelled

    try:
        with pace.hooked(_hook):
            work()
    except pace.Cancelled:
        return True
    return False


class Sliced(Iterator[None]):
    """Work that goes on from point to point, as in a lane, by `next`; others may work in between.

    Attributes:
        result: what it returned, once it has ended.

    """

    def __init__(self, work: Callable[[], object]) -> None:
        self.result: Any = None
        self._work = greenlet(self._run)
        self._to_do = work

    def _run(self) -> None:
        self.result = self._to_do()

    def __next__(self) -> None:
        self._go_on(self._work.switch)
        if self._work.dead:
            raise StopIteration

    def close(self) -> None:
        """Give the work up where it stands."""
        if self._work and not self._work.dead:
            with suppress(pace.Cancelled):
                self._go_on(lambda: self._work.throw(pace.Cancelled))

    @staticmethod
    def _go_on(how: Callable[[], object]) -> None:
        with pace.hooked(getcurrent().switch):
            how()
