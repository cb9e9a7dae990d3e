"""A panel that accepts dropped files and folders, with a dashed edge during the drag."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.panels.corpus.dropped_paths import paths_in
from workbench.widgets.drops import take_a_copy
from workbench.widgets.look import theme


class DropTarget(QWidget):
    """Takes files and folders.

    Attributes:
        pages: what it shows; there is room round it for the dashed edge.

    Signals:
        dropped(list): paths.

    """

    dropped = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages = QStackedWidget(self)
        self._takes_drops = True
        self._dragged_over = False
        self.setAcceptDrops(True)

    def set_takes_drops(self, takes: bool) -> None:
        """Take what is dropped, or not."""
        self._takes_drops = takes

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders."""
        if self._takes_drops and paths_in(event.mimeData()):
            take_a_copy(event)
            self._mark_drop(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Unmark the panel."""
        self._mark_drop(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dropped."""
        self._mark_drop(False)
        take_a_copy(event)
        self.dropped.emit(paths_in(event.mimeData()))

    def _mark_drop(self, over: bool) -> None:
        self._dragged_over = over
        self.pages.setContentsMargins(*((4,) * 4 if over else (0,) * 4))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a dashed edge while files hang over the panel."""
        if self._dragged_over:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.current_theme().accent, 2, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), 6, 6)
