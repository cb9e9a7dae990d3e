"""Calls posted from other threads, carried out on the window's."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QEventLoop
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from workbench.worker.window_calls import WindowCalls


@pytest.fixture
def calls(qapp: object) -> Iterator[WindowCalls]:
    calls = WindowCalls()
    yield calls
    calls.close()


def from_thread(act: object) -> None:
    thread = threading.Thread(target=act)
    thread.start()
    thread.join(10)


def test_they_come_in_their_order_on_the_windows_thread(calls: WindowCalls, qtbot: QtBot) -> None:
    done: list[int] = []
    where: set[object] = set()

    def call(number: int) -> None:
        done.append(number)
        where.add(threading.current_thread())

    from_thread(lambda: [calls.post(partial(call, number)) for number in range(2000)])
    assert done == []
    qtbot.waitUntil(lambda: len(done) == 2000)
    assert done == list(range(2000))
    assert where == {threading.current_thread()}


def test_an_event_loop_inside_a_call_goes_on_with_the_next(calls: WindowCalls, qtbot: QtBot) -> None:
    done: list[str] = []
    loop = QEventLoop()

    def wait() -> None:
        done.append("begun")
        loop.exec()
        done.append("ended")

    from_thread(lambda: [calls.post(call) for call in (wait, lambda: done.append("inside"), loop.quit)])
    qtbot.waitUntil(lambda: "ended" in done)
    assert done == ["begun", "inside", "ended"]


def test_one_that_fails_leaves_the_others(calls: WindowCalls, qtbot: QtBot) -> None:
    done: list[int] = []
    with qtbot.captureExceptions() as faults:
        from_thread(lambda: [calls.post(call) for call in (lambda: 1 // 0, lambda: done.append(1))])
        qtbot.waitUntil(lambda: done == [1])
    assert [kind for kind, _error, _trace in faults] == [ZeroDivisionError]


def test_what_is_there_comes_before_a_paint(calls: WindowCalls, qtbot: QtBot) -> None:
    order: list[str] = []

    class Painted(QWidget):
        def paintEvent(self, event: object) -> None:
            order.append("paint")

    painted = Painted()
    qtbot.addWidget(painted)
    painted.show()
    qtbot.waitUntil(lambda: order == ["paint"])
    painted.update()
    from_thread(lambda: calls.post(lambda: order.append("call")))
    calls.take_before_paint()
    qtbot.waitUntil(lambda: len(order) == 3)
    assert order == ["paint", "call", "paint"]


def test_closed_it_takes_nothing_more(calls: WindowCalls) -> None:
    done: list[int] = []
    calls.post(lambda: done.append(1))
    calls.close()
    calls.post(lambda: done.append(2))
    calls.close()
    QTest.qWait(20)
    assert done == []
