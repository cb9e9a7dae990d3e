"""Cards of the training run: white sheets with a hairline edge, a title and a line of text."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.widgets.labels import Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme


class Card(QWidget):
    """A sheet with rounded corners; its column takes the content."""

    def __init__(self, margins: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*margins)
        self.column.setSpacing(0)
        # It paints its corners too, so that an update inside does not repaint the widget behind.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.theme_signals.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sheet."""
        now = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), now.bg)
        draw_box(painter, QRectF(self.rect()), theme.PANEL_RADIUS, now.surface, now.border)


class PlotPart(QWidget):
    """A plot in a card, below its title and description."""

    def __init__(self, title: str, subtitle: str, plot: QWidget) -> None:
        super().__init__()
        self.plot = plot
        self.title = title
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.SPACE_3, theme.SPACE_2)
        column.setSpacing(0)
        column.addWidget(Label(title, "title", elided=True))
        column.addWidget(Label(subtitle, "small", "text2", elided=True))
        column.addWidget(plot, 1)
