"""The word of a step as a row of boxes, the pairs to merge in accent."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from workbench.panels.tokens.steps.step_list import Place, shown
from workbench.widgets import wording
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, token_font
from workbench.worker.messages.explaining import Symbol

_CHIP, _PITCH, _GAP, _PAD = 26, 32, 3, 4
_MOST_ROWS = 5  # of boxes before they scroll


class StepSymbols(QScrollArea):
    """The word as boxes; a long word scrolls to the step.

    Attributes:
        row: the boxes.

    """

    def __init__(self) -> None:
        super().__init__()
        self.row = SymbolRow()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setWidget(self.row)

    def show_symbols(self, symbols: tuple[Symbol, ...], marked: tuple[Place, ...]) -> None:
        """Show a word, ranges of its symbols marked."""
        self.row.show_symbols(symbols, marked)
        self._fit()

    def _fit(self) -> None:
        width = self.viewport().width()
        boxes = self.row.boxes(width)
        height = int(boxes[-1].bottom()) + 2 if boxes else 0
        self.row.setMinimumHeight(height)
        self.setFixedHeight(min(height, _MOST_ROWS * _PITCH))
        marked = self.row.marked
        if marked and marked[0][0] < len(boxes):
            self.ensureVisible(0, int(boxes[marked[0][0]].center().y()), 0, _PITCH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows again."""
        super().resizeEvent(event)
        self._fit()


class SymbolRow(QWidget):
    """The boxes, in rows that wrap.

    Signals:
        token_clicked(int): the id of a symbol that was clicked.

    """

    token_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._symbols: tuple[Symbol, ...] = ()
        self._labels: list[str] = []
        self._boxes: tuple[int, list[QRectF]] = (0, [])  # for a width
        self.marked: tuple[Place, ...] = ()
        self.setMouseTracking(True)
        theme.theme_signals.changed.connect(self.update)

    def show_symbols(self, symbols: tuple[Symbol, ...], marked: tuple[Place, ...]) -> None:
        """Show a word, ranges of its symbols marked."""
        self._symbols, self.marked = symbols, marked
        self._labels = [shown(symbol.token) for symbol in self._symbols]
        self._boxes = (0, [])
        self.setAccessibleName(self.tr("Word: {symbols}").format(symbols=" ".join(self._labels)))
        self.update()

    def boxes(self, width: int) -> list[QRectF]:
        """Return where the boxes are in a width."""
        if self._boxes[0] == width:
            return self._boxes[1]
        metrics = QFontMetricsF(token_font(13))
        known = {label: metrics.horizontalAdvance(label) for label in set(self._labels)}
        left = top = 0.0
        rects = []
        for label in self._labels:
            room = max(known[label] + 2 * _PAD, 14)
            if left and left + room > width:
                left, top = 0.0, top + _PITCH
            rects.append(QRectF(left, top, room, _CHIP))
            left += room + _GAP
        self._boxes = width, rects
        return rects

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what is seen."""
        painter, now = QPainter(self), current_theme()
        painter.setFont(token_font(13))
        seen = QRectF(event.rect())
        inside = {number for first, last in self.marked for number in range(first, last)}
        for number, (label, box) in enumerate(zip(self._labels, self.boxes(self.width()), strict=True)):
            if not box.intersects(seen):
                continue
            marked = number in inside
            fill, edge = (now.soft, now.accent) if marked else (now.sunken, now.border)
            draw_box(painter, box, 4, fill, edge, 1.5 if marked else 1)
            painter.setPen(now.accent if marked else now.text)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)

    def _symbol_at(self, point: QPointF) -> Symbol | None:
        pairs = zip(self._symbols, self.boxes(self.width()), strict=True)
        return next((symbol for symbol, box in pairs if box.contains(point)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell the id of what is pointed at."""
        symbol = self._symbol_at(event.position())
        self.setToolTip("" if symbol is None else self.tr("id {id}").format(id=wording.number(symbol.id)))
        over = Qt.CursorShape.ArrowCursor if symbol is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(over)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell what was clicked."""
        symbol = self._symbol_at(event.position())
        if symbol is not None and event.button() == Qt.MouseButton.LeftButton:
            self.token_clicked.emit(symbol.id)
