"""A run is given up within a second, whatever it is doing: each phase by the message that tells of it.

The tests hold a hang limit of ten times that; `python -m tests.benchmarks.cancelling` measures it on 100 MB.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.worker.emitted import when
from workbench.engine.base import pace
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.formats import checkpoint_files
from workbench.worker import lane as worker
from workbench.worker.jobs import training as training_job
from workbench.worker.lanes import Lanes
from workbench.worker.messages.requests import JobCancelled, JobProgress, new_request_id
from workbench.worker.messages.training import (
    EstimateTraining,
    Train,
    TrainingCancelled,
    TrainingPaused,
    TrainingProgress,
    TrainingSnapshot,
)

PATIENCE = 30_000  # milliseconds
LIMIT = 10.0  # seconds, ten times the promise


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    lines = (f'{{"text": "{row * row * 7919 % 1_000_003:x} and {row % 999_983:o}"}}' for row in range(10_000))
    file = tmp_path / "corpus.jsonl"
    file.write_text("\n".join(lines), encoding="ascii")
    return str(file)


class Times:
    """When a cancel was asked for, and when it had come through; both in the lane's own thread."""

    def __init__(self, lanes: Lanes, request_id: int) -> None:
        self.asked = self.done = 0.0
        self._lanes, self._id = lanes, request_id
        for kind in (TrainingCancelled, JobCancelled):
            when(lanes.training, kind, lambda _: True, self._through)

    def ask(self) -> None:
        if not self.asked:
            self.asked = time.monotonic()
            self._lanes.training.call(self._lanes.training.cancel, self._id)

    def ask_at(self, kind: type, begun: Callable[[Any], bool] = lambda _: True) -> None:
        when(self._lanes.training, kind, begun, self.ask)

    def _through(self) -> None:
        self.done = time.monotonic()


def asked_for(corpus: str, folder: Path, preset: str = "gpt4") -> Train:
    sources = (SourceOptions(corpus, held_out=0.2),)
    options = Options(preset=preset, vocab_size=20_000)
    return Train(new_request_id(), sources, options, "Run", str(folder / "checkpoint"))


@pytest.mark.parametrize(
    ("phase", "preset"),
    [
        *(("reading", preset) for preset in ("gpt4", "clip", "llama2")),
        *((phase, "gpt4") for phase in ("building", "merging", "held-out")),
    ],
)
def test_a_run_is_given_up_in_time(
    lanes: Lanes, qtbot: QtBot, corpus: str, tmp_path: Path, phase: str, preset: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    # Plain Python, so that no phase is over before the cancel has come.
    monkeypatch.setenv("WORKBENCH_PURE", "1")
    monkeypatch.setattr(worker, "PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(training_job, "SNAPSHOT_SECONDS", 0.0)
    request = asked_for(corpus, tmp_path, preset)
    times = Times(lanes, request.request_id)
    if phase == "held-out":
        times.ask_at(TrainingSnapshot)  # what follows it is judging by held-out text
    else:
        times.ask_at(TrainingProgress, lambda told: told.phase == phase)
    lanes.ask(request)
    qtbot.waitUntil(lambda: times.done > 0, timeout=PATIENCE)
    assert 0 < times.asked <= times.done < times.asked + LIMIT
    assert not (tmp_path / "checkpoint").exists()


def test_while_the_checkpoint_is_written(
    lanes: Lanes, qtbot: QtBot, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = asked_for(corpus, tmp_path)
    times = Times(lanes, request.request_id)
    real = checkpoint_files.write_pieces

    def write(*given: Any) -> None:
        real(*given)
        times.ask()
        pace.point()

    monkeypatch.setattr(checkpoint_files, "write_pieces", write)
    lanes.ask(request)
    qtbot.waitUntil(lambda: times.done > 0, timeout=PATIENCE)
    assert 0 < times.asked <= times.done < times.asked + LIMIT
    assert not (tmp_path / "checkpoint").exists()


def test_while_it_estimates(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    request = EstimateTraining(new_request_id(), (corpus,), Options(vocab_size=20_000))
    times = Times(lanes, request.request_id)
    times.ask_at(JobProgress)
    lanes.ask(request)
    qtbot.waitUntil(lambda: times.done > 0, timeout=PATIENCE)
    assert 0 < times.asked <= times.done < times.asked + LIMIT


def test_while_it_is_paused(lanes: Lanes, qtbot: QtBot, corpus: str, tmp_path: Path) -> None:
    request = asked_for(corpus, tmp_path)
    times = Times(lanes, request.request_id)
    when(
        lanes.training,
        TrainingProgress,
        lambda told: told.phase == "reading",
        lambda: lanes.training.set_paused(request.request_id, True),
    )
    times.ask_at(TrainingPaused)
    lanes.ask(request)
    qtbot.waitUntil(lambda: times.done > 0, timeout=PATIENCE)
    assert 0 < times.asked <= times.done < times.asked + LIMIT
