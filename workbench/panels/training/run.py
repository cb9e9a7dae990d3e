"""The panel of a training run: before, during and after the run."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.panels.training.before_run import BeforeRun
from workbench.panels.training.merge_log import MergeLogPanel
from workbench.panels.training.record import RunRecord
from workbench.panels.training.replay import Replay
from workbench.panels.training.run_header import RunHeader
from workbench.panels.training.run_plots import N_TURNS, RunPlots
from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.panel_parts import panel_column
from workbench.worker.messages.requests import JobCancelled
from workbench.worker.messages.tokenizers import TokenizerInfo, TokenizerSaved
from workbench.worker.messages.training import (
    HeldOutMeasured,
    MergesLearned,
    Trained,
    TrainingCancelled,
    TrainingPaused,
    TrainingProgress,
)
from workbench.worker.replies import Ask, RunReply

# Figures change at most this often, so that they can be read.
REFRESH_MS = 100
PAGE_MS = 40  # before the page of a started run is shown
_BEFORE, _RUN = 0, 1


class TrainingRunPanel(QWidget):
    """Shows one run at a time; it has its own cards, so its dock has none.

    Attributes:
        merge_log: the log, on one of the cards. replay: shows the last run once more.

    Signals:
        start_requested(): a run with the current options should start.
        save_requested(object), export_requested(object), see_requested(object), rename_requested(object):
            TokenizerInfo of the run.
        repeat_requested(object): TokenizerInfo of the run to repeat.
        more_requested(): the run should continue to a larger vocabulary.
        left_out_wanted(object): Trained, whose left-out files and faults should be shown.
        before_changed(bool): whether the page before a run is shown instead of the last run.

    """

    start_requested = Signal()
    save_requested = Signal(object)
    export_requested = Signal(object)
    rename_requested = Signal(object)
    see_requested = Signal(object)
    repeat_requested = Signal(object)
    more_requested = Signal()
    left_out_wanted = Signal(object)
    before_changed = Signal(bool)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reply: RunReply | None = None  # of the current run
        self._record: RunRecord | None = None
        self._tokenizer: TokenizerInfo | None = None
        self._trained: Trained | None = None
        self._started_here = False
        self.setAccessibleName(self.tr("Training"))
        self.merge_log = MergeLogPanel()
        self.before, self.head, self.plots = BeforeRun(ask), RunHeader(), RunPlots(self.merge_log)
        self.replay = Replay(self.head, self.plots, self.merge_log, self)
        self._run_page = QWidget()
        column = QVBoxLayout(self._run_page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GUTTER)
        column.addWidget(self.head)
        column.addWidget(self.plots, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.before)
        self._pages.addWidget(self._run_page)
        panel_column(self).addWidget(self._pages, 1)
        self._turn_to(_BEFORE)
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self._show_some)
        self._turn = self._stale_plots = 0
        self._connect()

    def _connect(self) -> None:
        self.before.start_clicked.connect(self._start)
        self.head.repeat_clicked.connect(lambda: self.repeat_requested.emit(self._tokenizer))
        self.head.more_clicked.connect(self.more_requested)
        self.head.left_out_clicked.connect(lambda: self.left_out_wanted.emit(self._trained))
        self.before.back_clicked.connect(self._show_last)
        self.head.new_clicked.connect(self.show_before)
        self.head.pause_toggled.connect(self._pause)
        self.head.stop_clicked.connect(self._stop)
        self.head.cancel_clicked.connect(self._cancel)
        self.head.save_clicked.connect(lambda: self.save_requested.emit(self._tokenizer))
        self.head.export_clicked.connect(lambda: self.export_requested.emit(self._tokenizer))
        self.head.rename_clicked.connect(lambda: self.rename_requested.emit(self._tokenizer))
        self.head.see_clicked.connect(lambda: self.see_requested.emit(self._tokenizer))

    def _turn_to(self, page: int) -> None:
        """Show a page; the hidden one takes no room."""
        kept, left = QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored
        for place, widget in ((_BEFORE, self.before), (_RUN, self._run_page)):
            policy = kept if place == page else left
            widget.setSizePolicy(policy, policy)
        self._pages.setCurrentIndex(page)

    # --- before a run ---------------------------------------------------------------------------

    @Slot(object)
    def set_corpus(self, sources: tuple[Scanned, ...]) -> None:
        """Take what the corpus holds."""
        self.before.set_corpus(sources)

    @Slot(object)
    def set_options(self, options: Options) -> None:
        """Set the options of the next run."""
        self.before.set_options(options)

    @Slot()
    def show_before(self) -> None:
        """Show the page before a run, unless a run is going on."""
        if self.is_running:
            return
        self.before.back_button.setVisible(self._record is not None)
        self._turn_to(_BEFORE)
        self.before_changed.emit(True)

    def _start(self) -> None:
        self._started_here = True
        self.start_requested.emit()
        self._started_here = self.is_running

    @Slot()
    def take_keyboard(self) -> None:
        """Give the keyboard to the run that is about to start, once it is shown."""
        self._started_here = True

    def _show_last(self) -> None:
        self._turn_to(_RUN)
        self.before_changed.emit(False)

    # --- messages of the worker ------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a run is going on, paused or not."""
        return self._reply is not None

    @Slot(object)
    def show_started(self, reply: RunReply) -> None:
        """Show a requested run instead of the previous one."""
        self.replay.forget()
        self._reply, request = reply, reply.request
        reply.progressed.connect(self._take)
        reply.answered.connect(self.show_trained)
        reply.cancelled.connect(self.show_cancelled)
        reply.failed.connect(self._show_failed)
        self._record = RunRecord(request)
        self._tokenizer = self._trained = None
        # In a later event, after the layout of the panels: both at once would block the window.
        QTimer.singleShot(PAGE_MS if self.isVisible() else 0, self, self._show_run)
        self.merge_log.clear()
        self.merge_log.model.vocab_size = request.options.vocab_size
        self.merge_log.set_running(True)
        self.head.show_started(self._record)
        self.plots.show_started(self._record)

    def _show_run(self) -> None:
        """Show the run; the focus moves from the start button to its first button."""
        self._turn_to(_RUN)
        if self._started_here:
            self._started_here = False
            self.head.take_keyboard()

    @Slot(object)
    def _take(self, message: object) -> None:
        """Handle a message of the run: progress, merges, held-out compression, pause."""
        record = self._record
        if record is None:
            return
        before = record.phase
        if isinstance(message, TrainingProgress):
            record.take_progress(message)
        elif isinstance(message, MergesLearned):
            record.take_merges(message)
            self.merge_log.append(message)
        elif isinstance(message, HeldOutMeasured):
            record.take_held_out(message)
        elif isinstance(message, TrainingPaused):
            self.head.show_paused(message.paused, record)
            return
        else:
            return
        self._schedule(record.phase != before)

    @Slot(object)
    def show_trained(self, answer: Trained) -> None:
        """Show the end of a run with its tokenizer."""
        self._end()
        self._tokenizer, self._trained = answer.tokenizer, answer
        tokens = wording.tokens(answer.tokenizer.vocab_size)
        result = self.tr("Trained {tokens} in {time}").format(
            tokens=tokens, time=wording.duration(answer.elapsed)
        )
        self.head.show_ended("check-circle", "ok", result, "", has_tokenizer=True)
        self.head.set_remark(self._remark(answer))
        self.head.set_left_out(_left_out(answer))
        self.head.show_result(answer)
        if self._record is not None:
            self.replay.set_run(self._record, answer.tokenizer)

    @Slot(object)
    def show_cancelled(self, answer: TrainingCancelled | JobCancelled) -> None:
        """Show that the run was canceled."""
        self._end()
        n = answer.n_merges if isinstance(answer, TrainingCancelled) else 0
        aside = wording.plural(n, "%n merge discarded.", "%n merges discarded.", "TrainingRunPanel")
        remark = self.tr("Nothing was changed.") if n == 0 else aside
        self.head.show_ended("close", "text2", self.tr("Training canceled"), remark, has_tokenizer=False)

    @Slot()
    def _show_failed(self) -> None:
        """Show that the run failed; a notice of the window gives the cause."""
        self._end()
        remark = self.tr("No tokenizer was made. Nothing was changed.")
        self.head.show_ended("error", "danger", self.tr("Training failed"), remark, has_tokenizer=False)

    @Slot(object)
    def show_saved(self, answer: TokenizerSaved) -> None:
        """Show that the run's tokenizer is saved; saving is no longer the main action."""
        if self._tokenizer is None or answer.tokenizer.handle != self._tokenizer.handle:
            return
        self._tokenizer = answer.tokenizer
        self.head.save_button.set_kind("plain")
        saved = self.tr("Saved as {name}.").format(name=answer.tokenizer.name)
        before = self._remark(self._trained) if self._trained else []
        self.head.set_remark([saved, *before], answer.tokenizer.path or "")

    @Slot(object)
    def show_renamed(self, info: TokenizerInfo) -> None:
        """Show the new name of the run's tokenizer."""
        if self._tokenizer is not None and info.handle == self._tokenizer.handle:
            self._tokenizer = info

    # --- user actions -------------------------------------------------------------------

    def _pause(self, paused: bool) -> None:
        if self._reply is not None:
            self._reply.set_paused(paused)

    def _stop(self) -> None:
        if self._reply is not None:
            self.head.show_ending(self.tr("Stopping"))
            self._reply.stop()

    def _cancel(self) -> None:
        if self._reply is not None:
            self.head.show_ending(self.tr("Canceling"))
            self._reply.cancel()

    # --- display ---------------------------------------------------------------------------------

    def _schedule(self, at_once: bool = False) -> None:
        """Schedule an update; `at_once` for a new phase, since the status bar and the log do not wait."""
        if at_once and self._record is not None and self.head.cancel_button.isEnabled():
            self.head.show_progress(self._record)
        self._stale_plots = N_TURNS
        if not self._refresh.isActive():
            self._refresh.start()

    def _show_some(self) -> None:
        if self._record is not None:
            self._turn += 1
            self.plots.show_some(self._record, self._turn)
            if self.head.cancel_button.isEnabled():
                self.head.show_progress(self._record)
            self._stale_plots -= 1
            if self._stale_plots > 0:
                self._refresh.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Prepare the plots for the next run."""
        super().showEvent(event)
        self.plots.prepare()

    def _end(self) -> None:
        self._refresh.stop()
        if self._record is not None:
            self.plots.show_merges(self._record)
        self._reply = None
        self.merge_log.set_running(False)

    def _remark(self, answer: Trained) -> list[str]:
        """Return sentences: the compression, why the run ended early, and problems of the text."""
        parts = []
        if answer.n_tokens:
            ratio = wording.number(answer.corpus_bytes / answer.n_tokens, 2)
            sentence = self.tr("{ratio} bytes per token, from {start}.")
            start = 1.0 if self._record is None else self._record.compression_before
            parts.append(sentence.format(ratio=ratio, start=wording.number(start, 2)))
        parts += self._of_text(answer)  # early, since the end of the line may be cut
        if answer.held_out[1]:
            held = wording.number(answer.held_out[0] / answer.held_out[1], 2)
            parts.append(self.tr("{ratio} on held-out text.").format(ratio=held))
        elif self._holds_out():
            parts.append(self.tr("No document was held out: the share is too small for so few documents."))
        if answer.used >= 0:
            used = self.tr("{used} of {all} tokens used.").format(
                used=wording.number(answer.used), all=wording.number(answer.tokenizer.vocab_size)
            )
            parts.append(used)
        if answer.reason == "pairs":
            parts.append(self.tr("No pair is left to merge."))
        elif answer.reason == "gain":
            parts.append(self.tr("The next merge would save less than the limit."))
        elif answer.reason == "stopped":
            parts.append(self.tr("Stopped by you."))
        return parts

    def _holds_out(self) -> bool:
        """Return whether documents were held out."""
        sources = () if self._record is None else self._record.request.sources
        return any(isinstance(source, SourceOptions) and source.held_out > 0 for source in sources)

    def _of_text(self, answer: Trained) -> list[str]:
        """Return which text was not used, and why."""
        parts = []
        if answer.replaced:
            one = "%n byte was not UTF-8 and was replaced."
            other = "%n bytes were not UTF-8 and were replaced."
            parts.append(wording.plural(answer.replaced, one, other, "TrainingRunPanel"))
        if answer.lost:
            one = "The split pattern skips %n byte of the text."
            other = "The split pattern skips %n bytes of the text."
            parts.append(wording.plural(answer.lost, one, other, "TrainingRunPanel"))
        if answer.dropped:
            one, other = "%n rare piece was dropped.", "%n rare pieces were dropped."
            parts.append(wording.plural(answer.dropped, one, other, "TrainingRunPanel"))
        return parts

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the background between the cards."""
        QPainter(self).fillRect(self.rect(), current_theme().bg)


def _left_out(answer: Trained) -> str:
    """Return how much was not read, "" if all was."""
    parts = []
    if answer.skipped:
        one, other = "%n file left out", "%n files left out"
        parts.append(wording.plural(len(answer.skipped), one, other, "TrainingRunPanel"))
    if answer.n_faults:
        parts.append(wording.plural(answer.n_faults, "%n fault", "%n faults", "TrainingRunPanel"))
    return wording.listed(parts)
