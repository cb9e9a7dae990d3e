"""A job is interrupted at any depth, and given up there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.worker.jobs.job import ENDED, Job
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.tokenizers import CloseTokenizer

REQUEST = CloseTokenizer(1, 1)


def job(work: Callable[[], object]) -> Job:
    def _steps(_store: Store, _request: object) -> Iterator[object]:
        yield work()

    return Job(Store(), REQUEST, _steps)


def deep(log: list[str], depth: int = 20) -> int:
    """Come by two points in a function called by a function, with something to close at each."""
    if depth:
        try:
            return 1 + deep(log, depth - 1)
        finally:
            log.append("closed")
    point()
    point()
    return 0


def test_a_function_at_any_depth_hands_over_at_each_point_whose_time_is_over() -> None:
    one = job(lambda: deep([]))
    assert [one.step() for _ in range(4)] == [None, None, 20, ENDED]
    one = job(lambda: deep([]))
    assert [one.step(float("inf")) for _ in range(3)] == [20, ENDED, ENDED]


@pytest.mark.parametrize("n", range(4))
def test_a_job_that_is_given_up_closes_all_at_once_wherever_it_stands(n: int) -> None:
    log: list[str] = []
    one = job(lambda: deep(log))
    for _ in range(n):
        one.step()
    one.close()
    assert log == (["closed"] * 20 if n else [])
    assert one.step() is ENDED


def test_jobs_take_turns_on_one_thread() -> None:
    done: list[str] = []

    def _counting(name: str) -> int:
        for number in count():
            done.append(f"{name}{number}")
            point()
            if number == 2:
                return number
        raise AssertionError

    jobs = [job(lambda name=name: _counting(name)) for name in "ab"]
    while any([one.step() is not ENDED for one in jobs]):
        pass
    assert done == ["a0", "b0", "a1", "b1", "a2", "b2"]


def test_what_goes_wrong_behind_a_point_is_told_and_ends_the_job(expected_log: list[str]) -> None:
    expected_log.append("CloseTokenizer failed")

    def _failing(error: Exception) -> None:
        point()
        raise error

    for error, code in ((EngineError("out_of_memory"), "out_of_memory"), (ValueError("x"), "internal")):
        one = job(lambda error=error: _failing(error))
        assert one.step() is None
        failed = one.step()
        assert isinstance(failed, Failed)
        assert failed.code == code
        assert one.step() is ENDED


def test_points_outside_a_job_are_not_its_own() -> None:
    one = job(lambda: deep([]))
    assert one.step() is None
    point()
    assert one.step() is None
