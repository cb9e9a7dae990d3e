"""Work that comes by `pace.point()`: how often, and given up there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from workbench.engine.base import pace

Result = TypeVar("Result")


def counted(work: Callable[[], Result]) -> tuple[Result, int]:
    """Return what the work returns, and the number of its points."""
    points: list[None] = []
    with pace.hooked(lambda: points.append(None)):
        return work(), len(points)


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
