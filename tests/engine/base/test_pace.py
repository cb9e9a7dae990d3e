"""Points do nothing by themselves, call what is hooked in, and are forbidden inside `held`."""

import threading
from collections.abc import Callable, Iterator
from heapq import heappop, heappush

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


def test_paced_items_take_none_ahead_and_come_by_a_point_before_each_slice() -> None:
    taken: list[int] = []

    def _numbers() -> Iterator[int]:
        for number in range(7):
            taken.append(number)
            yield number

    def _read() -> list[tuple[int, int]]:
        return [(number, len(taken)) for number in pace.paced(_numbers(), 3)]

    assert counted(_read) == ([(number, number + 1) for number in range(7)], 3)
    assert counted(lambda: list(pace.paced((), 3))) == ([], 0)


def test_slices_cover_a_sequence_with_a_point_before_each() -> None:
    assert counted(lambda: list(pace.paced_slices(7, 3))) == ([slice(0, 3), slice(3, 6), slice(6, 7)], 3)
    assert counted(lambda: list(pace.paced_slices(0))) == ([], 0)


def test_what_is_added_meanwhile_is_taken_too() -> None:
    def _taken(pop: Callable[[list[int]], int]) -> list[int]:
        waiting, taken = [3, 5], []
        for number in pace.emptied(waiting, pop):
            taken.append(number)
            if number % 2:
                heappush(waiting, number + 1)
        return taken

    assert _taken(list.pop) == [5, 6, 3, 4]
    assert _taken(heappop) == [3, 4, 5, 6]


def test_what_is_let_go_comes_by_points() -> None:
    items = [*range(10)]
    assert counted(lambda: pace.let_go(items, 4)) == (None, 3)
    assert items == []
