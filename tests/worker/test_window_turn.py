"""A lane lets the window go before it, without ever depending on it."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtCore import QCoreApplication

from workbench.worker import window_turn
from workbench.worker.window_calls import WindowCalls
from workbench.worker.window_turn import WindowTurn


@pytest.fixture
def calls(qapp):
    calls = WindowCalls()
    yield calls
    calls.close()


def _in_a_thread(turn, times=1):
    answers = []
    thread = threading.Thread(target=lambda: answers.extend(turn.wait() for _ in range(times)))
    thread.start()
    return thread, answers


def test_it_is_the_lanes_turn_when_the_event_loop_turns(qtbot, calls, monkeypatch):
    monkeypatch.setattr(window_turn, "PATIENCE_SECONDS", 60.0)
    turn = WindowTurn(calls.post)
    thread, answers = _in_a_thread(turn)
    time.sleep(0.1)
    assert answers == []
    qtbot.waitUntil(lambda: answers == [True])
    thread.join()


def test_a_window_that_does_not_come_back_is_not_waited_for(calls, monkeypatch):
    monkeypatch.setattr(window_turn, "PATIENCE_SECONDS", 60.0)
    turn = WindowTurn(calls.post)
    thread, answers = _in_a_thread(turn, 3)
    while turn._round.is_set():  # until it waits
        time.sleep(0.001)
    turn.end()
    thread.join(30)
    assert answers == [True, True, True]


def test_a_busy_window_is_not_waited_for_forever(calls):
    turn = WindowTurn(calls.post)
    thread, answers = _in_a_thread(turn, 3)
    thread.join(10)  # the event loop does not turn meanwhile
    assert answers == [False, False, False]


def test_what_is_asked_does_not_pile_up_in_the_windows_queue(calls, monkeypatch):
    monkeypatch.setattr(window_turn, "PATIENCE_SECONDS", 0.001)
    rounds = []
    turn = WindowTurn(lambda call: calls.post(lambda: rounds.append(call())))
    thread, answers = _in_a_thread(turn, 50)
    thread.join(10)
    QCoreApplication.processEvents()
    assert len(answers) == 50
    assert len(rounds) == 1
