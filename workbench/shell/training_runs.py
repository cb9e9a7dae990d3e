"""Runs beyond the one that is on: those that were interrupted, those done again, and what a run asks."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox
from shiboken6 import isValid

from workbench.api import discard_checkpoint
from workbench.display.escapes import name_of
from workbench.engine.base.english import ENGLISH
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS
from workbench.panels.training.presets import run_text
from workbench.shell.session.leaving import UNDO_MS
from workbench.shell.session.opened import Session
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.widgets.strips import NoticeStrip
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import (
    DiscardRun,
    FindInterrupted,
    InterruptedFound,
    InterruptedRun,
    ReadRecord,
    RecordRead,
    ResultOpened,
    Train,
    Trained,
    TrainingAsks,
)
from workbench.worker.replies import Ask, RunReply

MORE_MERGES = 1000


class TrainingRuns(QObject):
    """Offers to take up what was interrupted, repeats runs, and asks for the run.

    Attributes:
        come_back: folders of tokenizers that are opened again without a question.

    Signals:
        sources_wanted(list): paths for the corpus, those of a run that is taken up.

    """

    sources_wanted = Signal(list)

    def __init__(self, window: MainWindow, ask: Ask, session: Session) -> None:
        super().__init__(window)
        self._window, self._ask_lanes, self._session = window, ask, session
        session.training_started.connect(self._note_started)
        session.running_changed.connect(self._running_changed)
        session.result_opened.connect(self._note_opened)
        session.tokenizer_saved.connect(lambda answer: self.forget(answer.tokenizer.handle))
        session.leaving.gone.connect(self.forget)
        self._waiting: list[InterruptedRun] = []
        self._kept: dict[int, str] = {}  # handle of a tokenizer that is not saved -> folder of its run
        self._question: NoticeStrip | None = None
        self._offers: list[NoticeStrip] = []  # of the first that waits, one for each place
        self._done: Train | None = None
        self._may_lose = False
        self.come_back: frozenset[str] = frozenset()
        window.may_close = self._may_close
        window.tasks.changed.connect(self._leave_to_train)

    # --- interrupted runs -------------------------------------------------------------------------

    def look(self) -> None:
        """Look for runs that were interrupted."""
        folder = self._session.runs_folder
        if os.path.isdir(folder):
            reply = self._ask_lanes(FindInterrupted(new_request_id(), folder))
            reply.answered.connect(self._show_interrupted)

    def _show_interrupted(self, answer: InterruptedFound) -> None:
        """Offer the newest run that was interrupted or not saved; the others come after it."""
        self._waiting = [run for run in answer.runs if run.folder not in self.come_back]
        self._offer()

    def _offer(self) -> None:
        """Offer what waits first: in the Train task until it is answered, and at once wherever one is."""
        self._withdraw()
        if not self._waiting or self._session.run is not None:
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
            if isValid(strip):  # else the person has closed it
                strip.take_away()

    def _leave_to_train(self, task: str) -> None:
        """Offer it once only where the Train task is in sight."""
        if task == "train":
            for strip in self._offers[1:]:
                if isValid(strip):
                    strip.take_away()

    def _ways(self, run: InterruptedRun) -> list[tuple[str, Callable[[], object]]]:
        """Return what the person may answer, the last first."""
        discard = (self.tr("Discard"), self._discard)
        if not run.vocab_size:
            return [discard, (self.tr("Resume"), self._resume)]
        several = self.tr("Discard all {n}").format(n=wording.number(len(self._waiting)))
        all_of_them = [(several, self._discard_all)] if len(self._waiting) > 1 else []
        return [*all_of_them, discard, (self.tr("Open"), self._open_result)]

    def _words(self, run: InterruptedRun) -> tuple[str, str]:
        merges = wording.plural(run.n_merges, "%n merge", "%n merges")
        sentence = self.tr("A training was interrupted after {merges}: {run}.")
        second = self.tr("{text}, {when}. It goes on where it stopped, and ends in the same tokenizer.")
        if not run.is_counted:
            sentence = self.tr("A training was interrupted while its text was counted: {run}.")
            second = self.tr("{text}, {when}. The counting begins again; nothing had been learned yet.")
        return (
            sentence.format(merges=merges, run=run_text(run.options)),
            second.format(text=_names(run), when=_when(run)),
        )

    def _words_of_result(self, run: InterruptedRun) -> tuple[str, str]:
        sentence = self.tr("“{name}” was trained and not saved: {tokens}, {run}.").format(
            name=run.name, tokens=wording.tokens(run.vocab_size), run=run_text(run.options)
        )
        return sentence, ", ".join(filter(None, (_names(run), _when(run)))) + "."

    def _open_result(self) -> None:
        run = self._waiting.pop(0)
        self._session.open_result(run.folder)
        self._offer()

    def _note_opened(self, answer: ResultOpened) -> None:
        """Remember in which folder a tokenizer is kept that was not saved."""
        self._kept[answer.tokenizer.handle] = answer.folder

    def folder_of(self, handle: int) -> str:
        """Return the folder in which a tokenizer is kept that was not saved, "" for none."""
        return self._kept.get(handle, "")

    def forget(self, handle: int) -> None:
        """Remove what was kept of a tokenizer, as when it has a file of its own now."""
        folder = self._kept.pop(handle, "")
        if folder:
            self._ask_lanes(DiscardRun(new_request_id(), folder))

    def forget_waiting(self) -> None:
        """Offer nothing any more of what was interrupted or not saved."""
        self._waiting = []
        self._withdraw()

    def forget_closed(self) -> None:
        """Remove what was kept of tokenizers that the person has closed, as the program ends."""
        for handle, folder in self._kept.items():
            if not self._session.is_open(handle):
                discard_checkpoint(folder)

    def _link(self, strip: NoticeStrip, text: str, slot: Callable[[], object]) -> None:
        strip.add_link(text, slot).clicked.connect(strip.take_away)

    def _resume(self) -> None:
        if not self._waiting or self._session.run is not None:
            return
        run = self._waiting.pop(0)
        self._withdraw()
        self._window.show_task("train")
        self.sources_wanted.emit([s if isinstance(s, str) else s.path for s in run.sources])
        self._session.start_run(run.options, run.sources, checkpoint=run.folder, resume=True)

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

        result = self.tr("The trained tokenizer is discarded.")
        if len(runs) > 1:
            result = self.tr("{n} trained tokenizers are discarded.").format(n=wording.number(len(runs)))
        if not runs[0].vocab_size:
            result = self.tr("The interrupted training is discarded.")
        self._window.notices.toast(result, _back)
        self._offer()

    def _discard_in_earnest(self, runs: list[InterruptedRun]) -> None:
        for run in runs:
            self._ask_lanes(DiscardRun(new_request_id(), run.folder))

    # --- the program's end ------------------------------------------------------------------------

    def _may_close(self) -> bool:
        """Tell whether nothing would be lost; else ask, and close the window where the person says so."""
        if self._may_lose or self._session.run_is_kept:
            return True
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(self.tr("The training cannot be taken up again."))
        box.setInformativeText(
            self.tr("Its checkpoint could not be written. “Stop here and keep” saves what has been learned.")
        )
        stay = box.addButton(self.tr("Go on training"), QMessageBox.ButtonRole.RejectRole)
        leave = box.addButton(self.tr("Quit and lose it"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        leave.clicked.connect(self._close_anyway)
        box.open()
        return False

    def _close_anyway(self) -> None:
        self._may_lose = True
        self._window.close()

    # --- again, and on ----------------------------------------------------------------------------

    def _note_started(self, run: RunReply) -> None:
        """Keep what a run was asked for; what was said of one that failed is past."""
        self._done = run.request
        run.progressed.connect(partial(self._take_told, run))
        run.answered.connect(partial(self._note_trained, run.request.checkpoint))
        self._withdraw()  # nothing else can run meanwhile
        self._window.notices.training_started()

    def repeat(self, info: TokenizerInfo | None = None) -> None:
        """Train once more as a tokenizer was trained, the one in use by default."""
        chosen = info or self._session.current
        if chosen is not None and self._session.run is None:
            reply = self._ask_lanes(ReadRecord(new_request_id(), chosen.handle))
            reply.answered.connect(self._start_repeated)

    def _start_repeated(self, answer: RecordRead) -> None:
        """Begin the run that a record tells of."""
        self._window.show_task("train")
        self.sources_wanted.emit([s if isinstance(s, str) else s.path for s in answer.sources])
        self._session.start_run(answer.options, answer.sources, repeats=answer.handle)

    def add_merges(self) -> None:
        """Go on with the last run: the same, to a larger vocabulary; its text need not be counted again."""
        run = self._done
        if run is None or self._session.run is not None:
            return
        options = run.options
        if options.extend:
            options = replace(options, extend_by=options.extend_by + MORE_MERGES)
        current = self._session.current
        size = options.vocab_size if current is None else max(options.vocab_size, current.vocab_size)
        self._session.start_run(replace(options, vocab_size=size + MORE_MERGES), run.sources)

    # --- while it runs ----------------------------------------------------------------------------

    def _take_told(self, run: RunReply, told: object) -> None:
        if isinstance(told, TrainingAsks):
            self._ask(run, told)

    def _ask(self, run: RunReply, question: TrainingAsks) -> None:
        """Ask what to do where the distinct pieces take more memory than they may."""
        sentence = self.tr("The distinct pieces take {size}, more than the limit of {limit}.").format(
            size=wording.size(question.full.n_bytes), limit=wording.size(question.full.limit)
        )
        second = self.tr(
            "{n} pieces so far. The rarest can be dropped: they are counted, and the card tells how many."
        ).format(n=wording.number(question.full.n_distinct))
        strip = self._window.notices.tell(sentence, second, "warning", "training_run")
        self._question = strip

        def _drop() -> None:
            run.answer_full(drop=True)
            self._question = None

        def _stop() -> None:  # as the person asks: no failure to be told of
            self._session.cancel_training()
            self._question = None

        strip.closed.connect(_stop)
        self._link(strip, self.tr("Stop"), _stop)
        self._link(strip, self.tr("Drop the rarest and go on"), _drop)

    def _running_changed(self, running: bool) -> None:
        """Take the question back, where the run is over, and offer again what waits."""
        if running:
            return
        if self._question is not None:
            self._question.take_away()
            self._question = None
        if not self._offers:
            self._offer()

    def _note_trained(self, folder: str, answer: Trained) -> None:
        """Remember where it is kept, and say what was tolerated, as an older state of the checkpoint."""
        self._kept[answer.tokenizer.handle] = folder
        for code, facts in answer.notices:
            prose = ENGLISH[code]
            sentence = f"{wording.filled(prose.cause, facts)}."
            self._window.notices.tell(
                sentence[:1].upper() + sentence[1:],
                wording.filled(prose.remedy, facts),
                "info",
                "training_run",
            )


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
