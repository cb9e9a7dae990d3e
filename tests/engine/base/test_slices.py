"""A generator run for its return value."""

from __future__ import annotations

from collections.abc import Generator

from workbench.engine.base.slices import finished, mapped


def counting() -> Generator[int, None, str]:
    yield 1
    yield 2
    return "end"


def test_the_result_is_returned_and_each_event_is_taken() -> None:
    taken: list[int] = []
    assert finished(counting()) == "end"
    assert finished(counting(), taken.append) == "end"
    assert taken == [1, 2]


def test_events_are_passed_on_as_messages_and_a_run_given_up_is_closed():
    ended = []

    def steps():
        try:
            yield 1
            yield 2
        finally:
            ended.append(True)
        return "all"

    def passing():
        return (yield from mapped(steps(), lambda event: f"event {event}" if event > 1 else None))

    said: list[str] = []
    assert finished(passing(), said.append) == "all"
    assert said == ["event 2"]
    given_up = passing()
    next(given_up)
    ended.clear()
    given_up.close()
    assert ended
