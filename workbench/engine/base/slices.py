"""Runs a generator for its return value."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from workbench.engine.base.pace import point

Result = TypeVar("Result")


def finished(steps: Generator[object, None, Result]) -> Result:
    """Run a generator to its end and return its return value."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        point()
