"""Garbage goes in the window's thread alone, not while keys are followed, and all of it in the end."""

import gc
import linecache
import threading
import weakref

import pytest
from shiboken6 import Shiboken

from workbench.widgets import garbage

HERE = threading.main_thread()


class Loop:
    """Garbage that only the collector finds, and that tells in which thread it went."""

    def __init__(self, went):
        self.itself, self.went = self, went

    def __del__(self):
        self.went.append(threading.current_thread())


@pytest.fixture
def collector(qapp):
    gc.collect()
    made = garbage.Collector(qapp)
    yield made
    Shiboken.delete(made)
    gc.unfreeze()


@pytest.fixture
def activity(monkeypatch):
    """What the person did last: nothing."""
    monkeypatch.setattr(garbage, "_activity", garbage._Activity())
    garbage._activity.last = float("-inf")
    return garbage._activity


def make_garbage(went, count=3000):
    for _ in range(count):
        Loop(went)


def test_what_a_thread_leaves_goes_in_the_window_thread(collector, activity, qtbot):
    went = []
    thread = threading.Thread(target=make_garbage, args=(went,))
    thread.start()
    thread.join()
    assert not went
    qtbot.waitUntil(lambda: len(went) == 3000)
    assert set(went) == {HERE}


def test_nothing_goes_while_a_key_is_followed_but_where_too_much_comes(collector, activity, monkeypatch):
    collector._timer.stop()
    monkeypatch.setattr(garbage, "LEFT_SECONDS", 3600)
    went = []
    make_garbage(went)
    garbage.leave_garbage()
    collector.turn()
    assert not went
    monkeypatch.setattr(garbage, "MOST_LEFT", 1000)
    collector.turn()
    assert len(went) == 3000


def test_old_garbage_goes_when_nobody_is_at_it(collector, activity, monkeypatch):
    collector._timer.stop()
    loop = Loop([])
    gone = weakref.ref(loop)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, garbage.OLD_TURNS + 1))
    collector.turn()  # it is in use, and frozen
    del loop
    collector.turn()
    assert gone() is not None
    monkeypatch.setattr(garbage, "THAW_SECONDS", 0)
    garbage.leave_garbage()
    collector.turn()
    assert gone() is not None
    activity.last = float("-inf")
    collector.turn()
    assert gone() is None


def test_what_became_free_is_given_back_though_nothing_is_collected(collector, activity, monkeypatch):
    collector._timer.stop()
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0)
    free, given = [0], []
    monkeypatch.setattr(garbage.heap, "free_bytes", lambda: free[0])
    monkeypatch.setattr(garbage.heap, "give_back", lambda: given.append(free[0]))
    # What is given back counts as free still.
    for bytes_free in (0, 1 << 20, 120 << 20, 120 << 20, 100 << 20, 119 << 20):
        free[0] = bytes_free
        collector.turn()
    assert given == [120 << 20, 119 << 20]
    garbage.leave_garbage()
    free[0] = 400 << 20
    collector.turn()
    assert len(given) == 2


def test_the_source_of_modules_is_not_kept(collector, activity, monkeypatch):
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0.0)
    activity.last = 0.0
    gc.collect()
    linecache.getlines(__file__)
    assert linecache.cache
    collector.turn()
    assert not linecache.cache


def test_without_a_window_python_collects_as_ever():
    assert gc.isenabled()
