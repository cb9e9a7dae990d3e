"""Work in slices shares the thread with events."""

import itertools

from workbench.widgets.slices import Slices


def endless():
    yield from itertools.repeat(None)


def test_what_is_short_is_done_at_once(qapp):
    results = []
    Slices(seconds=60).run(iter([None, None, "done"]), results.append)
    assert results == ["done"]


def test_slices_leave_room_for_events_and_give_way_to_newer_work(qtbot):
    slices, results = Slices(), []
    slices.run(endless(), results.append)
    assert slices.running
    slices.run(iter(["new"]), results.append)
    qtbot.wait(10)
    assert results == ["new"]
    assert not slices.running


def test_a_slice_may_be_one_step(qtbot):
    slices, results = Slices(seconds=0), []
    steps = iter([None, None, "done"])
    slices.run(steps, results.append)
    assert next(steps) is None
    qtbot.waitUntil(lambda: results == ["done"], timeout=30_000)


def test_the_rest_can_be_done_at_once(qtbot):
    slices, results = Slices(seconds=0), []
    slices.run(itertools.chain(itertools.repeat(None, 1000), ["late", "never"]), results.append)
    assert slices.running
    slices.finish()
    assert results == ["late"]
    slices.finish()
    qtbot.wait(10)
    assert results == ["late"]


def test_stopped_slices_tell_nothing(qtbot):
    slices, results = Slices(), []
    slices.run(itertools.chain(itertools.repeat(None, 100_000), ["late"]), results.append)
    slices.stop()
    qtbot.wait(10)
    assert results == []
