"""Dims a panel whose figures are outdated by an edit of the pattern."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from workbench.widgets.look.theme import current_theme
from workbench.widgets.token_view.paint.paint import FADED


class Veil(QWidget):
    """Covers a panel to 65 %; mouse events still reach the panel."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        panel.installEventFilter(self)
        self.hide()

    def setVisible(self, visible: bool) -> None:
        """Lie over everything of the panel."""
        super().setVisible(visible)
        if visible:
            self.setGeometry(self._panel.rect())
            self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the panel."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._panel.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface over what is there."""
        veil = QColor(current_theme().surface)
        veil.setAlphaF(1 - FADED)
        QPainter(self).fillRect(self.rect(), veil)
