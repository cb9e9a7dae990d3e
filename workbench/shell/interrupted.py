"""Runs that were interrupted, and tokenizers that were trained and not saved: what is offered of them."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QDateTime, QLocale, QObject, QTimer, Signal
from shiboken6 import isValid

from workbench.display.escapes import name_of
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS
from workbench.panels.training.presets import run_text
from workbench.shell.session.leaving import UNDO_MS
from workbench.shell.session.training import Training
from workbench.shell.session.unsaved import UnsavedResults
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.widgets.strips import NoticeStrip
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.training import (
    DiscardRun,
    FindInterrupted,
    InterruptedFound,
    InterruptedRun,
)
from workbench.worker.replies import Ask


class InterruptedRuns(QObject):
    """Offers to take up what was interrupted, and to open what was not saved, the newest first.

    Attributes:
        come_back: folders of tokenizers that are opened again without a question.

    Signals:
        sources_wanted(list): paths for the corpus, those of a run that is taken up.
        resuming(): the user takes up a run, which is about to start.

    """

    sources_wanted = Signal(list)
    resuming = Signal()

    def __init__(self, window: MainWindow, ask: Ask, training: Training, unsaved: UnsavedResults) -> None:
        super().__init__(window)
        self._window, self._ask, self._training, self._unsaved = window, ask, training, unsaved
        self._waiting: list[InterruptedRun] = []
        self._offers: list[NoticeStrip] = []  # of the first that waits, one for each place
        self.come_back: frozenset[str] = frozenset()
        training.started.connect(self._withdraw)  # nothing else can run meanwhile
        training.running_changed.connect(self._offer_again)
        window.tasks.changed.connect(self._leave_to_train)

    def look(self) -> None:
        """Look for runs that were interrupted."""
        folder = self._training.runs_folder
        if os.path.isdir(folder):
            reply = self._ask(FindInterrupted(new_request_id(), folder))
            reply.answered.connect(self._show_interrupted)

    def _show_interrupted(self, answer: InterruptedFound) -> None:
        """Offer the newest run that was interrupted or not saved; the others follow."""
        self._waiting = [run for run in answer.runs if run.folder not in self.come_back]
        self._offer()

    def _offer(self) -> None:
        """Offer what waits first: in the Train task until it is answered, and at once wherever one is."""
        self._withdraw()
        if not self._waiting or self._training.run is not None:
            return
        run, notices = self._waiting[0], self._window.notices
        said = self._words_of_result(run) if run.vocab_size else self._words(run)
        lasting = NoticeStrip(*said, "info", lasting=True)
        self._offers = [lasting]
        if notices.place_of("training_run") is None:
            self._offers.append(notices.tell(*said))
        self._window.tasks.panels["training_run"].show_strip(lasting)
        for strip in self._offers:
            for text, slot in self._ways(run):
                strip.add_link(text, slot)

    def _withdraw(self) -> None:
        """Take the offer away."""
        offers, self._offers = self._offers, []
        for strip in offers:
            if isValid(strip):  # else the user has closed it
                strip.take_away()

    def _offer_again(self, running: bool) -> None:
        if not running and not self._offers:
            self._offer()

    def _leave_to_train(self, task: str) -> None:
        """Offer it once only where the Train task is in sight."""
        if task == "train":
            for strip in self._offers[1:]:
                if isValid(strip):
                    strip.take_away()

    def _ways(self, run: InterruptedRun) -> list[tuple[str, Callable[[], object]]]:
        """Return what the user may answer, the last first."""
        discard = (self.tr("Discard"), self._discard)
        if not run.vocab_size:
            return [discard, (self.tr("Resume"), self._resume)]
        several = self.tr("Discard all ({n})").format(n=wording.number(len(self._waiting)))
        all_of_them = [(several, self._discard_all)] if len(self._waiting) > 1 else []
        return [*all_of_them, discard, (self.tr("Open"), self._open_result)]

    def _words(self, run: InterruptedRun) -> tuple[str, str]:
        merges = wording.plural(run.n_merges, "%n merge", "%n merges")
        sentence = self.tr("A training run was interrupted after {merges}: {run}.")
        second = self.tr("{text}, {when}. Resume to get the same tokenizer as without the interruption.")
        if not run.is_counted:
            sentence = self.tr("A training run was interrupted while its text was counted: {run}.")
            second = self.tr("{text}, {when}. Counting starts again; nothing had been learned yet.")
        return (
            sentence.format(merges=merges, run=run_text(run.options)),
            second.format(text=_names(run), when=_when(run)),
        )

    def _words_of_result(self, run: InterruptedRun) -> tuple[str, str]:
        if run.is_adapted:
            sentence = self.tr("“{name}” was made by changing a copy and not saved: {tokens}.").format(
                name=run.name, tokens=wording.tokens(run.vocab_size)
            )
            return sentence, wording.sentence(_when(run))
        sentence = self.tr("“{name}” was trained and not saved: {tokens}, {run}.").format(
            name=run.name, tokens=wording.tokens(run.vocab_size), run=run_text(run.options)
        )
        return sentence, wording.sentence(wording.listed((_names(run), _when(run))))

    def _open_result(self) -> None:
        run = self._waiting.pop(0)
        self._unsaved.open(run.folder)
        self._offer()

    def _resume(self) -> None:
        if not self._waiting or self._training.run is not None:
            return
        run = self._waiting.pop(0)
        self._withdraw()
        self._window.show_task("train")
        self.sources_wanted.emit([s if isinstance(s, str) else s.path for s in run.sources])
        self.resuming.emit()
        self._training.start(run.options, run.sources, checkpoint=run.folder, resume=True)

    def forget_waiting(self) -> None:
        """Offer nothing any more of what was interrupted or not saved."""
        self._waiting = []
        self._withdraw()

    def _discard(self) -> None:
        """Take a run away, in earnest only once it can no longer be taken back."""
        self._discard_some(self._waiting[:1])

    def _discard_all(self) -> None:
        """Take away all that were not saved."""
        self._discard_some([run for run in self._waiting if run.vocab_size])

    def _discard_some(self, runs: list[InterruptedRun]) -> None:
        if not runs:
            return
        before = list(self._waiting)
        self._waiting = [run for run in before if run not in runs]
        timer = QTimer(self, singleShot=True, interval=UNDO_MS)
        timer.timeout.connect(lambda: self._discard_in_earnest(runs))
        timer.start()

        def _back() -> None:
            timer.stop()
            self._waiting = before
            self._offer()

        result = self.tr("Discarded the trained tokenizer.")
        if len(runs) > 1:
            result = self.tr("Discarded {n} trained tokenizers.").format(n=wording.number(len(runs)))
        if not runs[0].vocab_size:
            result = self.tr("Discarded the interrupted training run.")
        self._window.notices.toast(result, _back)
        self._offer()

    def _discard_in_earnest(self, runs: list[InterruptedRun]) -> None:
        for run in runs:
            self._ask(DiscardRun(new_request_id(), run.folder))


def _when(run: InterruptedRun) -> str:
    """Return when a run was written to last."""
    then = QDateTime.fromSecsSinceEpoch(int(run.changed))
    return QLocale().toString(then, QLocale.FormatType.ShortFormat)


def _names(run: InterruptedRun) -> str:
    """Return the names of the first sources."""
    words = {SAMPLE_CORPUS: "", PYTHON_LIBRARY: ""}
    paths = [source if isinstance(source, str) else source.path for source in run.sources]
    names = [words.get(path, name_of(path)) or path.rstrip(":") for path in paths]
    return wording.some(names)
