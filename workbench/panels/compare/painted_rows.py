"""A scroll area for rows that a view paints itself, as far as they are visible."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from workbench.widgets.look.theme import theme_signals


class PaintedRows(QAbstractScrollArea):
    """Scrolls painted rows, by keys too."""

    def __init__(self, name: str, step: int, parent: QWidget | None = None) -> None:
        """Take the accessible name, and the pixels that an arrow key scrolls by."""
        super().__init__(parent)
        self._step = step
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        theme_signals.changed.connect(self.viewport().update)

    def content_height(self) -> int:
        """Return the height of all rows in pixels."""
        raise NotImplementedError

    def tip_at(self, y: int) -> str:
        """Return the tooltip at a y of the viewport, in pixels; "" for none."""
        raise NotImplementedError

    def fit_bar(self) -> None:
        """Update the range of the scroll bar; call this when the rows change."""
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, self.content_height() - room))
        bar.setPageStep(room)
        bar.setSingleStep(self._step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the scroll bar its range."""
        super().resizeEvent(event)
        self.fit_bar()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of a row."""
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().y()), self)
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, also to both ends."""
        bar = self.verticalScrollBar()
        if event.key() == Qt.Key.Key_Home:
            bar.setValue(0)
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        else:
            super().keyPressEvent(event)
