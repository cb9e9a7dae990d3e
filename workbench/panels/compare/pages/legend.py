"""The legend of a plot: the line or dot of each tokenizer, and its meaning."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.panels.compare import colors
from workbench.widgets import wording
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.plots.plots import LINE_WIDTH

_SAMPLE = QSize(28, 16)
DOT = 4.0  # radius in pixels


def paint_dot(painter: QPainter, at: QPointF, place: int) -> None:
    """Paint the dot of a tokenizer: a circle, and where its color comes again, a diamond, then a square."""
    now = current_theme()
    painter.setPen(QPen(colors.line(now, place), 1.5))
    painter.setBrush(colors.fill(now, place))
    shape = colors.turn(place) % 3
    if shape == 0:
        painter.drawEllipse(at, DOT, DOT)
    elif shape == 1:
        far = DOT + 1.0  # looks as large as the circle
        painter.drawPolygon([at + QPointF(*to) for to in ((-far, 0), (0, -far), (far, 0), (0, far))])
    else:
        painter.drawRect(QRectF(at.x() - DOT + 0.5, at.y() - DOT + 0.5, 2 * DOT - 1, 2 * DOT - 1))


class _Sample(QWidget):
    """A piece of a line, or a dot."""

    def __init__(self, place: int, is_dot: bool) -> None:
        super().__init__()
        self._place, self._is_dot = place, is_dot
        self.setFixedSize(QSize(_SAMPLE.height(), _SAMPLE.height()) if is_dot else _SAMPLE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the legend."""
        painter = QPainter(self)
        if self._is_dot:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_dot(painter, QRectF(self.rect()).center(), self._place)
        else:
            self._paint_line(painter)
        painter.end()

    def _paint_line(self, painter: QPainter) -> None:
        pen = QPen(colors.line(current_theme(), self._place), LINE_WIDTH)
        if dashes := colors.dashes(self._place):
            pen.setDashPattern(dashes)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        middle = QRectF(self.rect()).center().y()
        painter.drawLine(0, int(middle), self.width(), int(middle))


class _Entry(QWidget):
    """A tokenizer's line or dot, and its text."""

    def __init__(self, place: int, is_dot: bool) -> None:
        super().__init__()
        self.said = Label("", "small", "text2")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, theme.SPACE_3, 0)
        row.setSpacing(theme.SPACE_2)
        row.addWidget(_Sample(place, is_dot))
        row.addWidget(self.said)


class Legend(QWidget):
    """An entry for each compared tokenizer, reused where possible."""

    def __init__(self, dots: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dots = dots
        self._entries: list[_Entry] = []
        self._flow = FlowLayout()
        self.setLayout(self._flow)
        rows = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        rows.setHeightForWidth(True)
        self.setSizePolicy(rows)
        self.setAccessibleName(self.tr("What the dots mean") if dots else self.tr("What the lines mean"))

    def texts(self) -> list[str]:
        """Return the shown texts, in order."""
        return [entry.said.text() for entry in self._entries if not entry.isHidden()]

    def show_texts(self, texts: Sequence[str]) -> None:
        """Show a text for each tokenizer, in order."""
        while len(self._entries) < len(texts):
            self._entries.append(_Entry(len(self._entries), self._dots))
            self._flow.addWidget(self._entries[-1])
        for place, entry in enumerate(self._entries):
            entry.setVisible(place < len(texts))
            if place < len(texts):
                entry.said.setText(texts[place])
        self.setAccessibleDescription(wording.clauses(texts))
        self.updateGeometry()
