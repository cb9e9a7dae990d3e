"""A list of rows that a view paints itself, as far as they are in sight."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from workbench.widgets.look.theme import theme_signals


class PaintedRows(QAbstractScrollArea):
    """The scroll area of such a view; it scrolls by keys too."""

    def __init__(self, name: str, step: int, parent: QWidget | None = None) -> None:
        """Take the name for screen readers, and the pixels that a key scrolls by."""
        super().__init__(parent)
        self._step = step
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        theme_signals.changed.connect(self.viewport().update)

    def content_height(self) -> int:
        """Return the pixels of all rows."""
        raise NotImplementedError

    def fit_bar(self) -> None:
        """Give the scroll bar its range; call this when the rows change."""
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, self.content_height() - room))
        bar.setPageStep(room)
        bar.setSingleStep(self._step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the scroll bar its range."""
        super().resizeEvent(event)
        self.fit_bar()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll to the ends too."""
        bar = self.verticalScrollBar()
        if event.key() == Qt.Key.Key_Home:
            bar.setValue(0)
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        else:
            super().keyPressEvent(event)
