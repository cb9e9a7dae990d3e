"""The head of a run: progress, buttons, and result."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.panels.training.amounts import AmountRow, memory_size
from workbench.panels.training.cards import Card
from workbench.panels.training.presets import run_text
from workbench.panels.training.record import MERGING, RunRecord
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, ThinBar
from workbench.widgets.strips import Picture
from workbench.worker.messages.training import Trained

HEIGHT = 112
NARROWEST, SHORT_WORDS_BELOW = 380, 600
_RUNNING, _ENDED, _ADDED = 0, 1, 2


class RunHeader(Card):
    """Shows the progress and the result of a run, with its buttons.

    Attributes:
        pause_button, stop_button, cancel_button, save_button, export_button, see_link, new_button,
            replay_link, left_out_link: its controls.

    Signals:
        pause_toggled(bool): pause, or resume.
        stop_clicked(), cancel_clicked(), save_clicked(), export_clicked(), see_clicked(), new_clicked(),
            rename_clicked(), more_clicked(), repeat_clicked(), replay_clicked(),
            left_out_clicked(): those buttons.

    """

    pause_toggled = Signal(bool)
    stop_clicked = Signal()
    cancel_clicked = Signal()
    save_clicked = Signal()
    export_clicked = Signal()
    rename_clicked = Signal()
    see_clicked = Signal()
    new_clicked = Signal()
    more_clicked = Signal()
    repeat_clicked = Signal()
    replay_clicked = Signal()
    left_out_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("focusRing", False)
        self._paused = False
        self._n_kept = 0
        self._pages = QStackedWidget()
        self._pages.addWidget(self._make_running_page())
        self._pages.addWidget(self._make_ended_page())
        self.column.addWidget(self._pages)
        self.setFixedHeight(max(HEIGHT, self._pages.sizeHint().height()))

    def add_page(self, page: QWidget) -> None:
        """Add what `show_replay` shows in place of the result."""
        self._pages.addWidget(page)

    def show_replay(self, on: bool, first: QWidget | None = None) -> None:
        """Show the page of the replay or the result; a keyboard that was here goes to `first`."""
        holds = self._hold_keyboard()
        self._pages.setCurrentIndex(_ADDED if on else _ENDED)
        if holds and first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        elif holds:
            self.take_keyboard()

    def minimumSizeHint(self) -> QSize:
        """Return a width at which the short labels fit."""
        return QSize(NARROWEST, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use shorter labels in a narrow panel."""
        super().resizeEvent(event)
        self._name_stop()

    def _name_stop(self) -> None:
        words = self.tr("Keep {n}") if self.width() < SHORT_WORDS_BELOW else self.tr("Stop here and keep {n}")
        self.stop_button.setText(words.format(n=wording.number(self._n_kept)))
        self.stop_button.updateGeometry()

    # --- while it runs --------------------------------------------------------------------------

    def _make_running_page(self) -> QWidget:
        page = QWidget()
        self._title = Label("", "heading")
        self._about = Label("", "body", "text2", elided=True)
        self.pause_button = Button(self.tr("Pause"), "plain", "pause")
        self.stop_button = Button(self.tr("Stop here"), "plain", "keep")
        self.stop_button.setToolTip(self.tr("Stop training and keep the tokens learned so far"))
        self.cancel_button = Button(self.tr("Cancel"), "flat")
        self.pause_button.clicked.connect(lambda: self.pause_toggled.emit(not self._paused))
        self.stop_button.clicked.connect(self.stop_clicked)
        self.cancel_button.clicked.connect(self.cancel_clicked)
        first = QHBoxLayout()
        first.setSpacing(theme.SPACE_2)
        first.addWidget(self._title)
        first.addSpacing(theme.SPACE_1)
        first.addWidget(self._about, 1)
        for button in (self.pause_button, self.stop_button, self.cancel_button):
            first.addWidget(button)
        self._amounts = AmountRow(("done", "speed", "elapsed", "left", "memory"))
        tip = self.tr("Memory used by this run, and by the whole program")
        self._amounts.amounts["memory"].setToolTip(tip)
        self._bar = ThinBar(self.tr("Progress of the training"))
        column = QVBoxLayout(page)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_3)
        column.setSpacing(theme.SPACE_3)
        column.addLayout(first)
        column.addWidget(self._bar)
        last = QHBoxLayout()
        self._saved = Label("", "small", "text2")
        last.addWidget(self._amounts, 1)
        last.addWidget(self._saved)
        column.addLayout(last)
        return page

    def show_started(self, record: RunRecord) -> None:
        """Show a requested run."""
        self._pages.setCurrentIndex(_RUNNING)
        self._about.setText(run_text(record.request.options))
        self._about.setToolTip(self._about.text())
        self._paused = False
        for button in (self.pause_button, self.stop_button, self.cancel_button):
            button.setEnabled(True)
        for amount in self._amounts.amounts.values():
            amount.show_amount("", "")
        self.show_progress(record)

    def show_progress(self, record: RunRecord) -> None:
        """Update bar, figures and buttons."""
        merging = record.phase == MERGING
        self._title.setText(self._phase(record.phase))
        done = record.n_merges if merging else record.done
        total = record.n_merges_wanted if merging else record.total
        self._bar.set_progress(done, total)
        self.pause_button.setText(self.tr("Resume") if self._paused else self.tr("Pause"))
        self.pause_button.set_icon_name("play" if self._paused else "pause")
        self.stop_button.setVisible(merging and record.n_merges > 0)
        self._n_kept = record.vocab_size
        self._name_stop()
        self._show_amounts(record, done, total)
        self._show_saved(record.saved)

    def _show_saved(self, seconds: float) -> None:
        """Show the age of the checkpoint."""
        age = wording.duration(max(1.0, seconds), tenths=False)
        words = self.tr("checkpoint {time} ago").format(time=age) if seconds >= 0 else ""
        self._saved.setText(words if self.width() >= SHORT_WORDS_BELOW else "")

    def _phase(self, phase: str) -> str:
        if self._paused:
            return self.tr("Paused")
        return {
            "": self.tr("Starting"),
            "reading": self.tr("Reading the corpus"),
            "checking": self.tr("Checking the corpus"),
            "counting": self.tr("Counting pieces"),
            "building": self.tr("Counting pairs"),
        }.get(phase, self.tr("Training"))

    def _show_amounts(self, record: RunRecord, done: int, total: int) -> None:
        amounts = self._amounts.amounts
        amounts["done"].show_amount(*self._done(record.phase, done, total))
        speed = record.speed.per_second if record.phase == MERGING and not self._paused else 0
        amounts["speed"].show_amount(wording.number(speed) if speed else "", self.tr("merges a second"))
        amounts["elapsed"].show_amount(wording.duration(record.elapsed), self.tr("elapsed"))
        left = record.speed.seconds_left
        known = math.isfinite(left) and not self._paused and done < total
        amounts["left"].show_amount(
            wording.duration(max(1.0, left), tenths=False) if known else "", self.tr("left")
        )
        program = self.tr("memory, {size} in all").format(size=memory_size(record.memory))
        amounts["memory"].show_amount(memory_size(record.run_memory), program)
        self._amounts.arrange()

    def _done(self, phase: str, done: int, total: int) -> tuple[str, str]:
        """Return the progress of a phase with its unit."""
        of = self.tr("{done} of {total}")
        if phase in ("reading", "checking"):
            return of.format(done=wording.size(done), total=wording.size(total)), self.tr("read")
        unit = {MERGING: self.tr("merges"), "building": self.tr("pieces"), "counting": self.tr("pieces")}
        if phase not in unit:
            return "", ""
        return of.format(done=wording.number(done), total=wording.number(total)), unit[phase]

    def show_paused(self, paused: bool, record: RunRecord) -> None:
        """Show that the run is paused, or resumed."""
        self._paused = paused
        self.show_progress(record)

    def show_ending(self, text: str) -> None:
        """Show that the run is ending on request."""
        self._hold_keyboard()
        self._title.setText(text)
        for button in (self.pause_button, self.stop_button, self.cancel_button):
            button.setEnabled(False)

    def _hold_keyboard(self) -> bool:
        """Take the focus from a button that will be hidden; return whether it had the focus.

        Qt would pass the focus to another panel.
        """
        here = QApplication.focusWidget()
        holds = here is not None and (here is self or self.isAncestorOf(here))
        if holds:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        return holds

    def take_keyboard(self) -> None:
        """Focus the main button."""
        buttons = (self.pause_button, self.save_button, self.new_button)
        seen = next((button for button in buttons if button.isVisible()), self)
        seen.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- when it has ended ----------------------------------------------------------------------

    def _make_ended_page(self) -> QWidget:
        page = QWidget()
        self._sign = QHBoxLayout()
        self._picture: Picture | None = None
        self.result = Label("", "heading", elided=True)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addStretch(1)
        texts.addWidget(self.result)
        texts.addLayout(self._make_remark())
        texts.addStretch(1)
        self.save_button = Button(self.tr("Save…"), "primary", "save")
        self.save_button.setToolTip(self.tr("Save the tokenizer and its card"))
        self.export_button = Button(self.tr("Export…"), "plain", "export")
        self.export_button.setToolTip(self.tr("Save for another library, and prove that nothing changed"))
        self.new_button = Button(self.tr("New run"))
        self.new_button.setToolTip(self.tr("Choose text and options for another run"))
        self.save_button.clicked.connect(self.save_clicked)
        self.export_button.clicked.connect(self.export_clicked)
        self.new_button.clicked.connect(self.new_clicked)
        upper = QWidget()
        upper.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        first = QHBoxLayout(upper)
        first.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, 0)
        first.setSpacing(theme.SPACE_3)
        first.addLayout(self._sign)
        first.addLayout(texts, 1)
        for button in (self.new_button, self.export_button, self.save_button):
            first.addWidget(button)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(upper, 1)
        column.addWidget(self._make_next())
        return page

    def _make_remark(self) -> QHBoxLayout:
        self.left_out_link = Button("", "link")
        self.left_out_link.setToolTip(self.tr("Show what was not read, and why"))
        self.left_out_link.clicked.connect(self.left_out_clicked)
        self.set_left_out("")
        self.remark = Label("", "small", "text2", elided=True)
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self.left_out_link)
        row.addWidget(self.remark, 1)
        return row

    def _make_next(self) -> QWidget:
        self._next = QWidget()
        column = QVBoxLayout(self._next)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        self.see_link = Button(self.tr("See your text with it"), "link")
        self.see_link.clicked.connect(self.see_clicked)
        self.name_link = Button(self.tr("Name it…"), "link")
        self.name_link.setToolTip(self.tr("Rename the tokenizer"))
        self.name_link.clicked.connect(self.rename_clicked)
        self.more_link = Button(self.tr("Add 1,000 merges"), "link")
        self.more_link.setToolTip(self.tr("Continue from here without counting the text again"))
        self.more_link.clicked.connect(self.more_clicked)
        self.repeat_link = Button(self.tr("Repeat this run"), "link")
        self.repeat_link.setToolTip(self.tr("Train again from the record; the result is the same file"))
        self.repeat_link.clicked.connect(self.repeat_clicked)
        self.replay_link = Button(self.tr("Replay"), "link")
        self.replay_link.setToolTip(self.tr("Watch the merges once more, slowly"))
        self.replay_link.clicked.connect(self.replay_clicked)
        self._longest = Label("", "small", "text2", elided=True)
        self._longest.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout()
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(Label(self.tr("Next:"), "title"))
        for link in (self.see_link, self.replay_link, self.name_link, self.more_link, self.repeat_link):
            row.addWidget(link)
        row.addWidget(self._longest, 1)
        column.addLayout(row)
        self._next.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        return self._next

    def show_ended(self, icon: str, tone: str, result: str, remark: str, has_tokenizer: bool) -> None:
        """Show how the run ended; its tokenizer, if any, can be saved and inspected."""
        holds = self._hold_keyboard()
        self._pages.setCurrentIndex(_ENDED)
        if self._picture is not None:
            self._picture.hide()
            self._picture.deleteLater()
        self._picture = Picture(icon, tone, 24)
        self._sign.addWidget(self._picture)
        self.result.setText(result)
        self.set_remark([remark])
        self.set_left_out("")
        self.save_button.set_kind("primary")
        self.save_button.setVisible(has_tokenizer)
        self.export_button.setVisible(has_tokenizer)
        self._next.setVisible(has_tokenizer)
        if holds:
            self.take_keyboard()

    def show_result(self, answer: Trained) -> None:
        """Show the longest tokens of a run; the other results are above."""
        tokens = [f"“{_shown(token, 16)}”" for token in answer.longest[:3]]
        longest = self.tr("longest: {tokens}")
        texts = [longest.format(tokens=" ".join(tokens[:n])) for n in range(len(tokens), 0, -1)]
        self._longest.setText(texts[0] if texts else "")
        self._longest.shorter = (*texts[1:], "")  # a beginning of one says nothing
        every = "\n".join(_shown(token) for token in answer.longest)
        self._longest.setToolTip(self.tr("The longest tokens:\n{tokens}").format(tokens=every))

    def set_left_out(self, words: str) -> None:
        """Show a link to the left-out files, "" for none."""
        self.left_out_link.setText(words)
        self.left_out_link.setAccessibleName(words or self.tr("Nothing was left out"))
        self.left_out_link.updateGeometry()
        self.left_out_link.setVisible(bool(words))

    def set_remark(self, sentences: Sequence[str], tooltip: str = "") -> None:
        """Show another second line: as many whole sentences as there is room for; the tooltip says it all."""
        remark = wording.sentences(*sentences)
        self.remark.setText(remark)
        self.remark.shorter = [wording.sentences(*sentences[:n]) for n in range(len(sentences) - 1, 0, -1)]
        self.remark.setToolTip(tooltip or remark)


def _shown(token: bytes, most: int = 60) -> str:
    """Return a token with visible marks, cut after so many characters."""
    return one_line(visible(token[: 4 * most + 4]), most)
