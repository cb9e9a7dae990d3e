"""Runs a generator for its return value."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from workbench.engine.base.pace import point

Event = TypeVar("Event")
Result = TypeVar("Result")


def finished(steps: Generator[Event, None, Result], take: Callable[[Event], object] | None = None) -> Result:
    """Run a generator to its end and return its return value; `take` is called with each of its events."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        if take is not None:
            take(event)
        point()
