"""The base of the pages: they request their answer once visible, or say why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.panels.compare import colors
from workbench.panels.compare.busy import Busy
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import FrontStack, panel_column
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask, Reply


class ComparisonPage(QWidget):
    """A page with a head, and below it the answer or a state.

    Signals:
        picture_changed(): `picture` may return something else.

    Attributes:
        infos: the compared tokenizers, the reference first.
        document: the open text.
        margin: pixels at both sides of the content.
        busy: the progress of the request.

    """

    margin = theme.SPACE_2
    picture_changed = Signal()

    def __init__(self, document: Document, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.infos: Sequence[TokenizerInfo] = ()
        self.document, self._ask = document, ask
        self._reply = Reply()
        self._key: object = None
        self._answer: object = None  # what is shown
        self.head = QHBoxLayout()
        self.head.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.PANEL_MARGIN, theme.SPACE_1)
        self.head.setSpacing(theme.SPACE_3)
        self.summary = Label("", "title")
        self.summary.setWordWrap(True)
        self.head.addWidget(self.summary, 1)
        self.head.addStrut(theme.HEADER_CONTROL_HEIGHT)  # the same height on every page
        self._state = EmptyState("compare", "", "")
        self._again: Button = self._state.add_button(self.tr("Try again"))
        self._again.clicked.connect(self._ask_again)
        self._stack = FrontStack()
        self._stack.setContentsMargins(self.margin, 0, self.margin, 0)
        self._stack.addWidget(self.content())
        self._stack.addWidget(self._state)
        column = panel_column(self)
        column.addLayout(self.head)
        self.busy = Busy(self.tr("Comparing"))
        self.busy.cancel_requested.connect(lambda: self._reply.cancel())
        column.addWidget(self.busy)
        column.addWidget(self._stack, 1)

    def head_parts(self) -> list[QWidget]:
        """Return the widgets at the top, from left to right."""
        parts = self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return sorted((part for part in parts if self.head.indexOf(part) >= 0), key=self.head.indexOf)

    # --- implemented by a page

    def content(self) -> QWidget:
        """Return the widget that shows the answer; called once."""
        raise NotImplementedError

    def key(self) -> object:
        """Return the key of the answer: what it depends on."""
        return tuple(info.handle for info in self.infos), self.document.revision

    def request(self) -> Any:  # noqa: ANN401 - any request class of messages
        """Return the request; None if there is nothing to request, which `nothing` explains."""
        raise NotImplementedError

    def nothing(self) -> str:
        """Return why there is nothing to show."""
        return self.tr("There is no text: type or open one under Inspect.")

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401 - what `request` is answered by
        """Show the answer."""
        raise NotImplementedError

    def picture(self) -> Sequence[QWidget]:
        """Return the widgets of a saved picture, from top to bottom; empty for none."""
        return ()

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer to show."""
        return self._stack.currentIndex() == 0

    def note_progress(self, message: object) -> None:
        """Handle a message before the answer."""

    def show_cancelled(self) -> None:
        """Show that the request was canceled."""
        self._show_state(self.tr("Canceled"), self.tr("Nothing was changed."), again=True)

    # --- requests

    def set_tokenizers(self, infos: Sequence[TokenizerInfo]) -> None:
        """Set the compared tokenizers; an answer names them by place, so one for others is not awaited."""
        if [info.handle for info in infos] != [info.handle for info in self.infos] and not self.isVisible():
            self._reply.abandon()
            self.busy.end()
            self._key = ()
        is_renamed = [info.name for info in infos] != [info.name for info in self.infos]
        self.infos = infos
        self.want()
        if is_renamed and self._answer is not None and self.is_answered and len(infos) > 1:
            self.show_answer(self._answer)

    def showEvent(self, event: QShowEvent) -> None:
        """Request what has changed while the page was hidden."""
        super().showEvent(event)
        self.want()

    def want(self) -> None:
        """Request the answer, unless it is shown or requested, or the page is hidden."""
        if not self.isVisible() or self.key() == self._key:
            return
        self._key = self.key()
        self._reply.abandon()
        self.busy.end()
        request = self.request() if len(self.infos) > 1 else None
        if request is None:
            self._show_state(self.tr("Nothing to show"), self.nothing(), again=False)
            return
        self._show_state(self.tr("Comparing…"), "", again=False)
        self.busy.begin()
        reply = self._reply = self._ask(request, shows_failure=True)
        reply.progressed.connect(self.busy.take)
        reply.progressed.connect(self.note_progress)
        reply.tell(
            self,
            answered=partial(self._end, self._take),
            failed=partial(self._end, self._show_failed),
            cancelled=partial(self._end, lambda _: self.show_cancelled()),
        )

    def _end(self, show: Callable[[Any], None], message: object) -> None:
        """Show how a request ended; the keyboard goes from *Cancel* to the way to try again."""
        had_focus = self.busy.stop.hasFocus()
        self.busy.end()
        show(message)
        if had_focus and self._again.isVisible():
            self._again.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_again(self) -> None:
        self._key = None
        self.want()

    def _take(self, answer: object) -> None:
        self._stack.setCurrentIndex(0)
        self._answer = answer
        self.show_answer(answer)
        self.picture_changed.emit()

    def _show_failed(self, failed: Failed) -> None:
        remedy = wording.filled(failed.remedy, failed.facts)
        self._show_state(
            self.tr("The comparison failed"), wording.sentences(wording.failure(failed), remedy), again=True
        )

    def _show_state(self, title: str, sentence: str, again: bool) -> None:
        self._answer = None
        self.summary.setText("")
        self._state.set_title(title)
        self._state.set_sentence(sentence)
        self._again.setVisible(again)
        self._stack.setCurrentIndex(1)
        self.picture_changed.emit()


class PairPage(ComparisonPage):
    """A page about the reference and one other tokenizer."""

    def __init__(self, document: Document, ask: Ask, parent: QWidget | None = None) -> None:
        self._other = 1
        super().__init__(document, ask, parent)
        self._choice = MenuButton(self.tr("Tokenizer to compare with A"))
        self.head.addWidget(self._choice)
        self._choice.menu.aboutToShow.connect(self._fill_menu)

    @property
    def other(self) -> int:
        """The place of the other tokenizer."""
        return min(self._other, len(self.infos) - 1)

    @property
    def pair(self) -> tuple[int, int]:
        """The handles of both."""
        return self.infos[0].handle, self.infos[self.other].handle

    def key(self) -> object:
        """Return the key of the answer: what it depends on."""
        return (self.pair, self.document.revision) if len(self.infos) > 1 else None

    def want(self) -> None:
        """Request the answer, and show the names of the pair."""
        if len(self.infos) > 1:
            self._choice.set_chosen(
                self.tr("{one} and {other}").format(one="A", other=colors.letter(self.other))
            )
        self._choice.setVisible(len(self.infos) > 2)
        super().want()

    def _fill_menu(self) -> None:
        menu = self._choice.menu
        menu.clear()
        for place, info in list(enumerate(self.infos))[1:]:
            entry = menu.addAction(f"{colors.letter(place)}: {info.name}".replace("&", "&&"))
            entry.triggered.connect(lambda _on, at=place: self._choose(at))

    def _choose(self, place: int) -> None:
        self._other = place
        self.want()
