"""Runs a generator for its return value, or passes its events on as others."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeVar

from workbench.engine.base.pace import point

Event = TypeVar("Event")
Message = TypeVar("Message")
Result = TypeVar("Result")


def finished(steps: Generator[Event, None, Result], take: Callable[[Event], object] | None = None) -> Result:
    """Run a generator to its end and return its return value; `take` is called with each of its events."""

    def _taken(event: Event) -> None:
        if take is not None:
            take(event)
        point()

    events: Generator[object, None, Result] = mapped(steps, _taken)
    while True:
        try:
            next(events)
        except StopIteration as end:
            result: Result = end.value
            return result


def mapped(
    steps: Generator[Event, None, Result], message: Callable[[Event], Message | None]
) -> Generator[Message, None, Result]:
    """Yield the `message` of each event of a generator, unless it is None, and return what that returns."""
    with closing(steps):
        while True:
            try:
                event = next(steps)
            except StopIteration as end:
                result: Result = end.value
                return result
            if (said := message(event)) is not None:
                yield said
