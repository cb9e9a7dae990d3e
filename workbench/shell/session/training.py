"""The training that is on: one at a time, shown in the status bar."""

from __future__ import annotations

import math
import os
import uuid
from functools import partial

from PySide6.QtCore import QObject, Signal

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.panels.training.speed import Speed
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.session.unsaved import UnsavedResults
from workbench.shell.status_bar import JobState
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.lanes import Lanes
from workbench.worker.messages.requests import Failed, JobCancelled, new_request_id
from workbench.worker.messages.training import (
    Train,
    Trained,
    TrainingCancelled,
    TrainingPaused,
    TrainingProgress,
)
from workbench.worker.replies import RunReply


class Training(QObject):
    """Starts a run, steers it, and takes its tokenizer into use.

    Attributes:
        run: the reply of the run that is on, or None.

    Signals:
        started: RunReply.
        trained: Trained, a run has ended in a tokenizer.
        running_changed: bool, whether a run is on.

    """

    started = Signal(object)
    trained = Signal(object)
    running_changed = Signal(bool)

    def __init__(
        self, window: MainWindow, lanes: Lanes, tokenizers: Tokenizers, unsaved: UnsavedResults
    ) -> None:
        super().__init__(window)
        self._window, self._lanes = window, lanes
        self._tokenizers, self._unsaved = tokenizers, unsaved
        self.run: RunReply | None = None
        self._n_runs = 0
        self._paused = False
        self._progress: TrainingProgress | None = None
        self._speed = Speed()
        self._switch_actions(running=False)

    @property
    def runs_folder(self) -> str:
        """Where runs are written down as they go on."""
        return str(self._window.settings.data_folder / "runs")

    def start(
        self,
        options: Options,
        sources: tuple[str | SourceOptions, ...],
        *,
        checkpoint: str = "",
        resume: bool = False,
        repeats: int | None = None,
    ) -> None:
        """Start a run, take one up from its checkpoint, or repeat that of an open tokenizer."""
        if self.run is not None or not sources:
            return
        name = self._new_name()
        folder = checkpoint or os.path.join(self.runs_folder, uuid.uuid4().hex[:12])
        request = Train(new_request_id(), sources, options, name, folder, resume=resume, repeats=repeats)
        run = self.run = self._lanes.ask(request)
        self._paused = False
        self._progress = None
        self._speed = Speed()
        self._set_running(True)
        self._tokenizers.leaving.offer(0)
        self.started.emit(run)
        run.progressed.connect(self._take_progress)
        run.tell(self, answered=partial(self._take_trained, folder))
        run.cancelled.connect(self._take_cancelled)
        run.failed.connect(self._end_run)

    def _new_name(self) -> str:
        """Return the next name that no open tokenizer has: those of earlier starts come back with theirs."""
        taken = {info.name for info in self._tokenizers.infos}
        name = ""
        while not name or name in taken:
            self._n_runs += 1
            name = self.tr("Training run {number}").format(number=wording.number(self._n_runs))
        return name

    @property
    def is_kept(self) -> bool:
        """Whether the run, if one is on, can be taken up when the program ends now."""
        return self.run is None or self._progress is None or self._progress.saved >= 0

    def pause_or_resume(self) -> None:
        """Hold the run, or let it go on."""
        if self.run is not None:
            self.run.set_paused(not self._paused)

    def stop(self) -> None:
        """End the run early and keep what it has learned."""
        if self.run is not None:
            self.run.stop()

    def cancel(self) -> None:
        """Give the run up."""
        if self.run is not None:
            self.run.cancel()

    def _take_progress(self, message: object) -> None:
        """Take note how far the run is, and that it holds or goes on."""
        if isinstance(message, TrainingProgress):
            self._speed.take(message)
            self._show_progress(message)
        elif isinstance(message, TrainingPaused):
            self._paused = message.paused
            nothing_yet = TrainingProgress(message.request_id, "reading", 0, 0, 0.0, 0)
            self._show_progress(self._progress or nothing_yet)

    def _show_progress(self, progress: TrainingProgress) -> None:
        """Show the run in the status bar."""
        self._progress = progress
        words = {
            "reading": self.tr("Training: reading"),
            "checking": self.tr("Training: checking the text"),
            "building": self.tr("Training: counting pairs"),
            "merging": self.tr("Training: merge {done} of {total}").format(
                done=wording.number(progress.done), total=wording.number(progress.total)
            ),
        }
        left = self._speed.seconds_left
        known = math.isfinite(left) and not self._paused and progress.done < progress.total
        name = self.tr("Training: paused") if self._paused else words.get(progress.phase, progress.phase)
        job = JobState(progress.request_id, name, progress.done, progress.total, left if known else None)
        self._window.status.set_job(job)

    def _take_trained(self, folder: str, answer: Trained) -> None:
        """Take the tokenizer of a finished run into use."""
        self._end_run(answer)
        self._unsaved.keep(answer.tokenizer.handle, folder)
        self._tokenizers.leaving.offer(answer.tokenizer.handle)
        self._tokenizers.take(answer.tokenizer)
        self.trained.emit(answer)

    def _take_cancelled(self, answer: TrainingCancelled | JobCancelled) -> None:
        """Forget a run that was given up."""
        self._end_run(answer)
        if isinstance(answer, TrainingCancelled) and answer.n_merges:
            merges = wording.plural(answer.n_merges, "%n merge", "%n merges")
            text = self.tr("Training canceled. {merges} discarded.").format(merges=merges)
        else:
            text = self.tr("Training canceled.")
        self._window.notices.toast(text)

    def _end_run(self, answer: Trained | TrainingCancelled | JobCancelled | Failed) -> None:
        self._window.status.end_job(answer.request_id)
        self.run = None
        self._set_running(False)

    def _set_running(self, running: bool) -> None:
        self._window.set_running("train", running)
        self.running_changed.emit(running)
        self._switch_actions(running)

    def _switch_actions(self, running: bool) -> None:
        for name in ("train.pause", "train.stop", "train.cancel"):
            self._window.commands[name].setEnabled(running)
        for name in ("train.start", "train.sample", "train.new"):
            self._window.commands[name].setEnabled(not running)
