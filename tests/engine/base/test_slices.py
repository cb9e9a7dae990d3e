"""A generator run for its return value."""

from __future__ import annotations

from collections.abc import Generator

from workbench.engine.base.slices import finished


def counting() -> Generator[int, None, str]:
    yield 1
    yield 2
    return "end"


def test_the_result_is_returned_and_each_event_is_taken() -> None:
    taken: list[int] = []
    assert finished(counting()) == "end"
    assert finished(counting(), taken.append) == "end"
    assert taken == [1, 2]
