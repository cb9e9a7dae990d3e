"""The field for ids; of a large paste only the beginning is shown."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.token_view.document.line_feeds import LineFeeds
from workbench.widgets.token_view.editing.pasting import Pasting
from workbench.widgets.token_view.output import clipboard as token_clipboard

LARGE = 100_000  # bytes from which on a paste is kept aside: one long line would freeze the editor
_SHOWN = 2_000


class IdsField(QPlainTextEdit):
    """Takes ids in any notation.

    Signals:
        ids_changed(): the text is another; see `ids_text`.

    """

    ids_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: bytes | None = None
        self._pasting = Pasting(self._take, self)
        self.setAcceptDrops(False)
        self.setFont(theme.token_font(13))
        self.setAccessibleName(self.tr("Ids"))
        self.show_example()
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._tell)

    def show_example(self) -> None:
        """Show what ids may look like while there are none."""
        self.setPlaceholderText(self.tr("72 101 108 108 111, [72, 101, 108], one per line …"))

    @property
    def is_kept(self) -> bool:
        """Whether a large paste is kept aside, its beginning alone being seen."""
        return self._kept is not None

    def ids_text(self) -> str | bytes:
        """Return the whole text, its UTF-8 where it is kept aside."""
        return self.toPlainText() if self._kept is None else self._kept

    def set_ids_text(self, data: bytes) -> None:
        """Take another text, as UTF-8."""
        self._pasting.stop()
        self._kept = data if len(data) > LARGE else None
        self.setReadOnly(self._kept is not None)
        if self._kept is None:
            self.setPlainText(data.decode("utf-8", "replace"))
            self.moveCursor(QTextCursor.MoveOperation.End)
        else:
            rest = self.tr(" … and {n} bytes more").format(n=wording.number(len(data) - _SHOWN))
            self.setPlainText(data[:_SHOWN].decode("utf-8", "replace") + rest)

    def _take(self, place: tuple[int, int], data: bytes, feeds: LineFeeds) -> None:
        self.set_ids_text(data)

    def _tell(self) -> None:
        self.ids_changed.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take a paste; a large one takes the place of all."""
        data = token_clipboard.array_of(source)
        if self._kept is not None or data.size() > LARGE:
            self._pasting.begin((0, 0), data)
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
                self.set_ids_text(b"")
                return
        super().keyPressEvent(event)
