"""Work in slices shares the thread with events."""

import math

import pytest

from workbench.widgets.slices import Slices, at_once


def steps_to(result, n=math.inf):
    """Return `result` after `n` steps."""
    while (n := n - 1) >= 0:
        yield
    return result


def test_what_is_short_is_done_at_once(qapp):
    results = []
    Slices(seconds=60).run(steps_to("done", 2), results.append)
    assert results == ["done"]
    assert at_once(steps_to("done", 2)) == "done"


def test_a_result_may_be_none_or_empty(qapp):
    results = []
    for result in (None, 0, ""):
        Slices(seconds=60).run(steps_to(result, 2), results.append)
    assert results == [None, 0, ""]


def test_an_error_of_the_work_is_not_a_result(qapp):
    def _failing():
        yield
        raise ValueError("failed")

    slices, results = Slices(seconds=60), []
    with pytest.raises(ValueError, match="failed"):
        slices.run(_failing(), results.append)
    assert not slices.running
    slices.finish()
    assert not results


def test_slices_leave_room_for_events_and_give_way_to_newer_work(qtbot):
    slices, results = Slices(), []
    slices.run(steps_to("old"), results.append)
    assert slices.running
    slices.run(steps_to("new", 0), results.append)
    qtbot.wait(10)
    assert results == ["new"]
    assert not slices.running


def test_a_slice_may_be_one_step(qtbot):
    slices, results = Slices(seconds=0), []
    steps = steps_to("done", 3)
    slices.run(steps, results.append)
    assert next(steps) is None
    qtbot.waitUntil(lambda: results == ["done"], timeout=30_000)


def test_the_rest_can_be_done_at_once(qtbot):
    slices, results = Slices(seconds=0), []
    slices.run(steps_to("late", 1000), results.append)
    assert slices.running
    slices.finish()
    assert results == ["late"]
    slices.finish()
    qtbot.wait(10)
    assert results == ["late"]


def test_stopped_slices_tell_nothing(qtbot):
    slices, results = Slices(), []
    slices.run(steps_to("late", 100_000), results.append)
    slices.stop()
    qtbot.wait(10)
    assert results == []
