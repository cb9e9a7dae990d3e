"""The page of the aligned text: who needs fewer tokens, the rows, and what is chosen in them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QWidget

from workbench.panels.compare.text import words
from workbench.panels.compare.text.aligning import Aligning
from workbench.panels.compare.text.view import AlignedView, Span
from workbench.widgets import wording
from workbench.widgets.controls import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, panel_column
from workbench.widgets.stepping import step_buttons
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.words import WordLabel
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask

_SOON = 150  # milliseconds after an edit
_LEGEND_FROM = 280  # pixels of height from which the legend is shown whole


class TextPage(QWidget):
    """The open text under each compared tokenizer.

    Attributes:
        view: the rows.
        aligning: what is known of them.

    """

    def __init__(self, document: Document, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._infos: Sequence[TokenizerInfo] = ()
        self.view = AlignedView(document)
        self.aligning = Aligning(document, ask, self)
        self._summary = Label("", "title")
        self._how = Label("", "small", "text2", elided=True)
        tooltips = self.tr("Previous difference (P, Shift+F8)"), self.tr("Next difference (N, F8)")
        self.previous_button, self.next_button = step_buttons(self, self.view.go, tooltips)
        self._chosen = Label("", "small")
        self._chosen_area = QScrollArea()  # of ten tokenizers it has ten lines
        self._legend = Label(words.legend(None), "small", "text2")
        self._legend_line = Label(words.legend(None), "small", "text2", elided=True)  # where room is scarce
        self._counts = WordLabel(self.tr("×3: tokens of one character"), "3", "small", "text2")
        self._foot = QWidget()
        self._empty = EmptyState("compare", "", "")
        self._pages = QStackedWidget()
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._want)
        self._fill()
        self._tell_how("")
        self.view.step_requested.connect(self.view.go)
        self.view.chosen_changed.connect(self._tell_chosen)
        self.view.visible_range_changed.connect(self.aligning.see)
        self.aligning.aligned.connect(self._show_answer)
        self.aligning.progressed.connect(self._tell_progress)
        self.aligning.failed.connect(self._show_failed)

    def _fill(self) -> None:
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.PANEL_MARGIN, 0)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self._summary)
        row.addWidget(self._how, 1)
        row.addWidget(self.previous_button)
        row.addWidget(self.next_button)
        self._chosen.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        self._chosen.setWordWrap(True)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        foot.setSpacing(theme.SPACE_3)
        for legend in (self._legend, self._legend_line):
            foot.addWidget(legend, 1)
        foot.addWidget(self._counts, 0, Qt.AlignmentFlag.AlignTop)
        self._legend.setWordWrap(True)
        self._chosen_area.setAccessibleName(self.tr("The chosen place"))
        self._chosen_area.setWidgetResizable(True)
        self._chosen_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._chosen_area.setWidget(self._chosen)
        text = QWidget()
        inner = panel_column(text)
        for widget, stretch in (
            (head, 0), (self.view, 1), (Hairline(), 0), (self._chosen_area, 0), (self._foot, 0),
        ):  # fmt: skip
            inner.addWidget(widget, stretch)
        self._chosen_area.hide()
        self._legend_line.hide()
        self._pages.addWidget(text)
        self._pages.addWidget(self._empty)
        panel_column(self).addWidget(self._pages, 1)

    # --- what is compared

    def set_tokenizers(self, infos: Sequence[TokenizerInfo]) -> None:
        """Align under other tokenizers, once the page is seen."""
        before, self._infos = self._infos, infos
        answer = self.aligning.answer
        self._want()
        if self.aligning.answer is answer and [each.name for each in infos] != [each.name for each in before]:
            self._show_answer()

    def renew_text(self) -> None:
        """Handle a change of the text by another view."""
        self.view.renew_text()
        self.aligning.outdate()
        if self.isVisible():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the text as it is by now."""
        super().showEvent(event)
        self._want()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the text more room in a low window."""
        super().resizeEvent(event)
        self._show_legend()
        self._fit_chosen()

    def _fit_chosen(self) -> None:
        """Give what is said of the chosen place its lines, but no more than a share of the page."""
        wanted = max(self._chosen.heightForWidth(self.width()), 0)  # -1 for no text
        self._chosen_area.setFixedHeight(min(wanted, max(self.height() * 2 // 5, 2 * theme.CONTROL_HEIGHT)))

    def _show_legend(self) -> None:
        self._foot.setVisible(not self._chosen.text())
        for legend, is_whole in ((self._legend, True), (self._legend_line, False)):
            # Hiding one may give the page another height at once.
            legend.setVisible((self.height() >= _LEGEND_FROM) == is_whole)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for nothing while hidden."""
        super().hideEvent(event)
        self._soon.stop()

    def _want(self) -> None:
        if self.isVisible():
            self.aligning.want([info.handle for info in self._infos])
            self._show_page()

    def _show_page(self) -> None:
        empty = not len(self._document)
        self._pages.setCurrentIndex(int(empty))
        if empty:
            self._empty.set_title(self.tr("There is no text to compare"))
            self._empty.set_sentence(self.tr("Type or open one under Inspect."))

    # --- what has come

    def _show_answer(self) -> None:
        answer = self.aligning.answer
        names = {info.handle: info.name for info in self._infos}
        shown = () if answer is None else tuple(names.get(handle, "") for handle in answer.handles)
        self.view.show_aligned(answer, shown)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(
                answer is not None and (not answer.is_whole or len(answer.differences.spans) > 0)
            )
        summary, unranked = ("", "") if answer is None else (words.summary(answer), words.unranked(answer))
        self._summary.setText(summary or unranked)
        self._tell_how(unranked if summary else "")
        self._how.shorter = (words.unranked(answer, short=True),) if answer is not None and summary else ()
        for legend in (self._legend, self._legend_line):
            legend.setText(words.legend(answer))
        self._tell_chosen(self.view.chosen)
        self._tell_progress()

    def _tell_how(self, unranked: str) -> None:
        """Say who is not ranked, else what the colors mean."""
        self._how.setText(unranked or self.tr("Gray where all cut alike, colored where they differ."))
        self._how.set_tone("warn" if unranked else "text2")

    def _tell_progress(self) -> None:
        """Say how far it is; what is shown of a long text meanwhile is the visible part."""
        answer, (done, total) = self.aligning.answer, self.aligning.progress
        if not self.aligning.is_under_way or (answer is not None and answer.is_whole):
            return
        said = self.tr("Aligning…")
        if done:
            said += " " + wording.percent(done / total)
        self._summary.setText(said)

    def _show_failed(self, failed: Failed) -> None:
        self._summary.setText(wording.failure(failed))

    def _tell_chosen(self, span: Span | None) -> None:
        said = "" if span is None else self.view.sentence(span)
        self._chosen.setText(said)
        self._chosen_area.setVisible(bool(said))
        self._fit_chosen()
        self._show_legend()
        self.view.setAccessibleDescription(said or self.tr("N and P go from difference to difference"))
