"""Runs once more and further, what a run asks, and what would be lost of it at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox

from workbench.display.prose import capitalized
from workbench.engine.base.english import ENGLISH
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.session.training import Training
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.widgets.strips import NoticeStrip
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import ReadRecord, RecordRead, Train, Trained, TrainingAsks
from workbench.worker.replies import Ask, RunReply

MORE_MERGES = 1000


class TrainingRuns(QObject):
    """Repeats runs, goes on with the last one, and asks for the one that is on.

    Signals:
        sources_wanted(list): paths for the corpus, those of a run that is repeated.

    """

    sources_wanted = Signal(list)

    def __init__(self, window: MainWindow, ask: Ask, training: Training, tokenizers: Tokenizers) -> None:
        super().__init__(window)
        self._window, self._ask, self._training, self._tokenizers = window, ask, training, tokenizers
        training.started.connect(self._note_started)
        training.running_changed.connect(self._running_changed)
        self._question: NoticeStrip | None = None
        self._done: Train | None = None
        self._may_lose = False
        window.may_close = self._may_close

    # --- again, and on ----------------------------------------------------------------------------

    def _note_started(self, run: RunReply) -> None:
        """Keep the request for a run, and forget why an earlier one failed."""
        self._done = run.request
        run.tell(self, progressed=partial(self._take_progress, run))
        run.answered.connect(self._tell_tolerated)
        self._window.notices.training_started()

    def repeat(self, info: TokenizerInfo | None = None) -> None:
        """Train once more as a tokenizer was trained, the one in use by default."""
        chosen = info or self._tokenizers.current
        if chosen is not None and self._training.run is None:
            reply = self._ask(ReadRecord(new_request_id(), chosen.handle))
            reply.answered.connect(self._start_repeated)

    def _start_repeated(self, answer: RecordRead) -> None:
        """Begin the run that a record tells of."""
        self._window.show_task("train")
        self.sources_wanted.emit([s if isinstance(s, str) else s.path for s in answer.sources])
        self._training.start(answer.options, answer.sources, repeats=answer.handle)

    def add_merges(self) -> None:
        """Go on with the last run: the same, to a larger vocabulary; its text need not be counted again."""
        run = self._done
        if run is None or self._training.run is not None:
            return
        options = run.options
        if options.extend:
            options = replace(options, extend_by=options.extend_by + MORE_MERGES)
        current = self._tokenizers.current
        size = options.vocab_size if current is None else max(options.vocab_size, current.vocab_size)
        self._training.start(replace(options, vocab_size=size + MORE_MERGES), run.sources)

    def _take_progress(self, run: RunReply, message: object) -> None:
        if isinstance(message, TrainingAsks):
            self._show_question(run, message)

    def _show_question(self, run: RunReply, question: TrainingAsks) -> None:
        """Ask what to do where the distinct pieces take more memory than they may."""
        sentence = self.tr("The distinct pieces take {size}, more than the limit of {limit}.").format(
            size=wording.size(question.full.n_bytes), limit=wording.size(question.full.limit)
        )
        second = self.tr("{n} pieces so far. You can drop the rarest; the card records how many.").format(
            n=wording.number(question.full.n_distinct)
        )
        strip = self._window.notices.tell(sentence, second, "warning", "training_run")
        self._question = strip

        def _drop() -> None:
            run.answer_full(drop=True)
            self._question = None

        def _stop() -> None:  # as the user wants: no failure to report
            self._training.cancel()
            self._question = None

        strip.closed.connect(_stop)
        self._link(strip, self.tr("Stop"), _stop)
        self._link(strip, self.tr("Drop the rarest and continue"), _drop)

    def _link(self, strip: NoticeStrip, text: str, slot: Callable[[], object]) -> None:
        strip.add_link(text, slot).clicked.connect(strip.take_away)

    def _running_changed(self, running: bool) -> None:
        """Take the question back, where the run is over."""
        if not running and self._question is not None:
            self._question.take_away()
            self._question = None

    def _tell_tolerated(self, answer: Trained) -> None:
        """Say what was tolerated, as an older state of the checkpoint."""
        for code, facts in answer.notices:
            prose = ENGLISH[code]
            sentence = wording.sentence(wording.filled(prose.cause, facts))
            self._window.notices.tell(
                capitalized(sentence),
                wording.filled(prose.remedy, facts),
                "info",
                "training_run",
            )

    # --- the program's end ------------------------------------------------------------------------

    def _may_close(self) -> bool:
        """Return whether nothing would be lost; else ask, and close the window where the user says so."""
        if self._may_lose or self._training.is_kept:
            return True
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(self.tr("This training run cannot be resumed."))
        box.setInformativeText(
            self.tr("Its checkpoint could not be written. “Stop here and keep” saves what has been learned.")
        )
        stay = box.addButton(self.tr("Continue training"), QMessageBox.ButtonRole.RejectRole)
        leave = box.addButton(self.tr("Quit and discard"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        leave.clicked.connect(self._close_anyway)
        box.open()
        return False

    def _close_anyway(self) -> None:
        self._may_lose = True
        self._window.close()
