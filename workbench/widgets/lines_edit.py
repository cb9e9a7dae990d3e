"""A field of lines that takes a hundred thousand at once without holding up the window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from workbench.widgets.slices import Slices

_AT_ONCE = 1 << 14  # characters that are inserted in one go
_PART = 1 << 11  # characters, about, of one step


class LinesEdit(QPlainTextEdit):
    """A plain text field; what is long is inserted in parts, between the events of the window.

    Attributes:
        done, total: characters of the text that is being inserted; 0 and 0 where none is.

    Signals:
        filling_changed(): how much of it is there has changed.

    """

    filling_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.done = self.total = 0
        self._slices: Slices[bool] = Slices(self)

    @property
    def is_filling(self) -> bool:
        """Whether a text is being inserted."""
        return self._slices.running

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert what is pasted or dropped."""
        text = source.text()
        if len(text) <= _AT_ONCE:
            super().insertFromMimeData(source)
        elif not self.isReadOnly():
            self.insert(text)

    def insert(self, text: str) -> None:
        """Insert a text in place of the selection, as one step of undo; nothing can be typed meanwhile."""
        self.setReadOnly(True)
        self.done, self.total = 0, len(text)
        self._slices.run(self._steps(text.replace("\r\n", "\n")), lambda _: self._end())
        self.filling_changed.emit()

    def _steps(self, text: str) -> Iterator[bool | None]:
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        cursor.endEditBlock()
        start = 0
        while start < len(text):
            end = text.find("\n", start + _PART) + 1 or len(text)
            cursor.joinPreviousEditBlock()
            cursor.insertText(text[start:end])
            cursor.endEditBlock()
            start = self.done = end
            self.filling_changed.emit()
            yield None
        yield True

    def _end(self) -> None:
        self.done = self.total = 0
        self.setReadOnly(False)
        self.filling_changed.emit()
