"""The training that is on, in the status bar."""

from __future__ import annotations

from types import SimpleNamespace

from tests.fake_lanes import Asked
from tests.shell.conftest import info
from workbench.engine.training.options import Options
from workbench.panels.training.record import RunRecord
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.session.training import Training
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.widgets.controls import Label
from workbench.worker.messages.training import TrainingProgress


def test_the_time_left_is_that_of_the_run_s_own_header(window: MainWindow) -> None:
    asks = Asked()
    tokenizers = Tokenizers(window, asks)
    tokenizers.take(info(1, "Sample"))
    lanes = SimpleNamespace(ask=asks)
    training = Training(window, lanes, tokenizers, SimpleNamespace())  # type: ignore[arg-type]
    training.start(Options(), ("a.txt",))
    record = RunRecord(asks.requests[-1])
    for elapsed, done in ((0.0, 0), (10.0, 100), (12.0, 4_000), (14.0, 8_000)):  # ever faster
        progress = TrainingProgress(record.request.request_id, "merging", done, 20_000, elapsed, 0)
        asks.tell(progress)
        record.take_progress(progress)
    texts = [label.text() for label in window.status.findChildren(Label)]
    assert wording.time_left(record.speed.seconds_left) in texts, texts
    assert "6 s left" in texts
