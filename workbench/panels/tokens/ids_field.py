"""The field that ids are typed and pasted into; a large paste is kept aside, and its beginning shown."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from workbench.widgets import theme, wording

LARGE = 100_000  # characters from which on a paste is kept aside: one long line would freeze the editor
_SHOWN = 2_000


class IdsField(QPlainTextEdit):
    """Takes ids in any notation.

    Signals:
        ids_changed(): the text is another; see `ids_text`.

    """

    ids_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: str | None = None
        self.setAcceptDrops(False)
        self.setFont(theme.token_font(13))
        self.setAccessibleName(self.tr("Ids"))
        self.show_example()
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._tell)

    def show_example(self) -> None:
        """Show what ids may look like while there are none."""
        self.setPlaceholderText(self.tr("306 5360 366, [306, 5360, 366], one a line …"))

    @property
    def is_kept(self) -> bool:
        """Whether a large paste is kept aside, its beginning alone being seen."""
        return self._kept is not None

    def ids_text(self) -> str:
        """Return the whole text."""
        return self.toPlainText() if self._kept is None else self._kept

    def set_ids_text(self, text: str) -> None:
        """Take another text."""
        self._kept = text if len(text) > LARGE else None
        self.setReadOnly(self._kept is not None)
        shown = text
        if self._kept is not None:
            rest = wording.number(len(text) - _SHOWN)
            shown = text[:_SHOWN] + self.tr(" … and {n} characters more").format(n=rest)
        self.setPlainText(shown)
        if self._kept is None:
            self.moveCursor(QTextCursor.MoveOperation.End)

    def _tell(self) -> None:
        self.ids_changed.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take a paste; a large one takes the place of all."""
        text = source.text()
        if self._kept is not None or len(text) > LARGE:
            self.set_ids_text(text)
        else:
            super().insertFromMimeData(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let a text that is kept aside be replaced by a paste and taken away by a delete."""
        if self._kept is not None:
            if event.matches(QKeySequence.StandardKey.Paste):
                self.insertFromMimeData(QApplication.clipboard().mimeData())
                return
            if event.matches(QKeySequence.StandardKey.Delete) or event.matches(
                QKeySequence.StandardKey.Backspace
            ):
                self.set_ids_text("")
                return
        super().keyPressEvent(event)
