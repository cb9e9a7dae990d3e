"""Points do nothing by themselves, call what is hooked in, and are forbidden inside `held`."""

import threading

from tests.points import counted, given_up
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError


def work() -> int:
    for _ in range(5):
        pace.point()
    return 7


def test_a_point_does_nothing_where_nothing_is_hooked_in() -> None:
    assert work() == 7


def test_points_call_the_hook_of_their_thread_alone() -> None:
    def _beside() -> int:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return work()

    assert counted(_beside) == (7, 5)


def test_work_is_given_up_past_handlers_of_errors() -> None:
    left: list[str] = []

    def _careless() -> None:
        try:
            work()
        except (ValueError, ArithmeticError, RuntimeError, OSError, EngineError):
            left.append("swallowed")
        finally:
            left.append("closed")

    assert given_up(_careless, lambda: True)
    assert left == ["closed"]
