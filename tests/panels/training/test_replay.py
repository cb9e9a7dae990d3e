"""The replay of a run that has ended: what it shows on its way, and that all is as before at its end."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.learned import info, merges
from workbench.engine.training.options import Options
from workbench.panels.training.record import RunRecord
from workbench.panels.training.replay import pacing
from workbench.panels.training.run import TrainingRunPanel
from workbench.worker.messages.training import HeldOutMeasured, Train, Trained

RUN, ALL = 41, 7936
REQUEST = Train(RUN, ("/a.txt",), Options(vocab_size=8192))
TRAINED = Trained(RUN, info(), "size", 0.2, 250_000, 1_000_000)


@pytest.fixture
def panel(qtbot: QtBot) -> TrainingRunPanel:
    """The panel of a run that has ended."""
    panel = TrainingRunPanel(asks := Asked())
    qtbot.addWidget(panel)
    panel.resize(904, 552)
    panel.show()
    panel.show_started(asks(REQUEST))
    asks.tell(merges(RUN, 0, ALL))
    asks.tell(TRAINED)
    qtbot.waitUntil(panel.head.replay_link.isVisible)
    return panel


def click(qtbot: QtBot, widget: object) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_it_shows_the_run_from_the_first_merge_to_the_last(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    replay, model = panel.replay, panel.merge_log.model
    moves: list[tuple[int, int]] = []
    replay.moved.connect(lambda *move: moves.append(move))
    replay.controls.speed.setValue(2)
    panel.head.replay_link.setFocus()
    click(qtbot, panel.head.replay_link)
    assert (model.rowCount(), model.n_merges) == (1, ALL)
    assert replay.controls._merge.text() == "· + t0 → ·t0, adjacent 100,000 times"
    assert replay.controls.pause_button.hasFocus()
    with qtbot.waitSignal(replay.ended, timeout=30_000):
        qtbot.waitUntil(lambda: model.rowCount() > 100, timeout=20_000)
        assert model.token(model.rank(0)) == b" t%d" % (model.rowCount() - 1)  # the newest is on top
    handles, sizes = zip(*moves, strict=True)
    assert set(handles) == {7}
    assert sizes[0] == 257
    assert list(sizes[:-1]) == sorted(set(sizes[:-1]))
    assert sizes[-1] == 0
    assert model.rowCount() == ALL
    assert panel.head.result.isVisible()
    assert panel.isAncestorOf(panel.window().focusWidget())


def test_it_can_be_held_and_skipped(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    replay, model = panel.replay, panel.merge_log.model
    click(qtbot, panel.head.replay_link)
    click(qtbot, replay.controls.pause_button)
    assert replay.controls.pause_button.text() == "Continue"
    assert not replay._timer.isActive()
    click(qtbot, replay.controls.pause_button)
    assert replay._timer.isActive()
    with qtbot.waitSignal(replay.ended):
        click(qtbot, replay.controls.skip_button)
    assert (replay.is_on, replay._timer.isActive(), model.rowCount()) == (False, False, ALL)


def test_the_log_can_be_searched_meanwhile(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    model = panel.merge_log.model
    model.search("t7")
    every = [model.rank(row) for row in range(model.rowCount())]
    model.show_until(80)
    assert [model.rank(row) for row in range(model.rowCount())] == [*range(79, 69, -1), 7]
    model.show_until(None)
    assert [model.rank(row) for row in range(model.rowCount())] == every


def test_another_run_ends_it(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    click(qtbot, panel.head.replay_link)
    with qtbot.assertNotEmitted(panel.replay.ended):
        panel.show_started(Asked()(REQUEST))
    assert not panel.replay.is_on
    assert panel.head.pause_button.isVisible()
    assert panel.merge_log.model.rowCount() == 0


def test_a_past_record_is_that_of_a_shorter_run() -> None:
    whole, short = RunRecord(REQUEST), RunRecord(REQUEST)
    whole.take_merges(merges(RUN, 0, 3000))
    whole.take_held_out(HeldOutMeasured(RUN, 500, 100, 50))
    whole.take_held_out(HeldOutMeasured(RUN, 2000, 100, 40))
    short.take_merges(merges(RUN, 0, 700))
    short.take_held_out(HeldOutMeasured(RUN, 500, 100, 50))
    past = whole.until(700)
    for name in ("vocab_sizes", "bytes_per_token", "counts", "ranks", "lengths", "held_sizes", "held_ratios"):
        assert np.array_equal(getattr(past, name), getattr(short, name)), name
    assert (past.n_merges, past.compression) == (short.n_merges, short.compression)
    assert whole.n_merges == 3000


@pytest.mark.parametrize("n", [1, 2, 10, 1792, 100_000])
def test_the_first_merges_come_slowly_and_the_last_at_the_end(n: int) -> None:
    place = pacing(n)
    shown = [place(step / 120) for step in range(121)]  # frames of 6 seconds
    assert (shown[0], shown[-1]) == (1, n)
    assert shown == sorted(shown)
    assert shown[3] <= 5
