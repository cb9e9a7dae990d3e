"""The menu of the copy button: the text, or its tokens in several forms, of the selection or of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from workbench.panels.tokens import copying
from workbench.panels.tokens.slices import Slices
from workbench.widgets import token_clipboard
from workbench.widgets.token_text import TokenTextView

Writer = Callable[[int, int], Iterator[str | None]]


class CopyMenu(QObject):
    """Copies from one view.

    Attributes:
        menu: the menu; its texts say whether it copies the selection or all.

    Signals:
        copied(int): this many tokens are on the clipboard now.

    """

    copied = Signal(int)

    def __init__(self, view: TokenTextView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._slices: Slices[str] = Slices(self)
        self.menu = QMenu(parent)
        self.menu.setAccessibleName(self.tr("Copy"))
        self.text = self._add(self.tr("Text"), self.copy_text)
        self.menu.addSeparator()
        spans = view.spans
        self.ids = self._add(self.tr("Ids"), lambda: self.write(lambda a, b: copying.ids(spans.take, a, b)))
        self.python_list = self._add(
            self.tr("Ids as a Python list"),
            lambda: self.write(lambda a, b: copying.python_list(spans.take, a, b)),
        )
        self.strings = self._add(
            self.tr("Tokens, one a line"),
            lambda: self.write(lambda a, b: copying.token_strings(spans.take, view.document.read, a, b)),
        )

    def _add(self, text: str, slot: Callable[[], object]) -> QAction:
        action = QAction(text, self.menu)
        action.triggered.connect(lambda: slot())
        self.menu.addAction(action)
        return action

    def set_complete(self, complete: bool) -> None:
        """Offer the tokens only when the whole text has its tokens."""
        tip = "" if complete else self.tr("The text is still being encoded")
        for action in (self.ids, self.python_list, self.strings):
            action.setEnabled(complete)
            action.setToolTip(tip)

    def stop(self) -> None:
        """Give up what is being written, as when the text changes."""
        self._slices.stop()

    def copy_text(self) -> None:
        """Copy the bytes that are selected, or all."""
        start, end = self._range()
        QGuiApplication.clipboard().setMimeData(token_clipboard.mime_of(self._view.document.read(start, end)))

    def write(self, writer: Writer) -> None:
        """Write the tokens that are selected, or all, and put them on the clipboard."""
        first, last = self._view.spans.between(*self._range())
        if self._is_all():
            first, last = 0, len(self._view.spans)

        def _done(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            self.copied.emit(last - first)

        self._slices.run(writer(first, last), _done)

    def _is_all(self) -> bool:
        return not self._view.editor.has_selection()

    def _range(self) -> tuple[int, int]:
        return (0, len(self._view.document)) if self._is_all() else self._view.editor.selection
