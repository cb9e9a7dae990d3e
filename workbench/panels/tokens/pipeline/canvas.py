"""The painted rows of the pipeline; a span that is highlighted in one is highlighted in all."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolTip, QWidget

from workbench.engine.explaining.stage_grid import Box
from workbench.panels.tokens.pipeline import words as pipeline_words
from workbench.panels.tokens.pipeline.grid import LAST_ROW, ROW, Grid, Span, lay_out, span_of
from workbench.panels.tokens.pipeline.paint import LABELS, RowPainter, band_of, paint_label, paint_ring
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.colors import Theme
from workbench.widgets.look.theme import current_theme, theme_signals
from workbench.worker.messages.pipeline import PipelineShown

_EDGE = 8  # above and below the rows, and at the right of the columns


class PipelineCanvas(QAbstractScrollArea):
    """Shows a pipeline; it scrolls sideways if it is too wide, while the names stay.

    Attributes:
        shown: the stretch that is shown. grid: where its columns lie. None if nothing is.
        lit_span: the columns that are lit, None for none.

    Signals:
        lit(object): (first, last) of the columns that are lit, or None.
        chosen(int, int): bytes of the text that were clicked, or chosen by Enter.
        page_requested(int): 1 for the stretch after this one, -1 for that before.

    """

    lit = Signal(object)
    chosen = Signal(int, int)
    page_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: PipelineShown | None = None
        self.grid: Grid | None = None
        self.lit_span: Span | None = None
        self._colors: tuple[int, ...] = ()
        self._at: tuple[int, int] | None = None  # row and box that the keyboard is at
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Stages of the text"))
        self.viewport().setMouseTracking(True)
        theme_signals.changed.connect(self._lay_out)

    # --- what is shown

    def show_pipeline(self, shown: PipelineShown | None) -> None:
        """Show a stretch; the lit span, and where the keyboard is, stay where it is the same stretch."""
        before, self.shown = self.shown, shown
        if shown is None or before is None or (before.start, before.end) != (shown.start, shown.end):
            self._light(None)
            self.horizontalScrollBar().setValue(0)
            self._at = None
        elif before.rows != shown.rows:
            self._at = None  # other boxes, of which that number may be another, or none
        self._lay_out()

    def set_colors(self, colors: Iterable[int]) -> None:
        """Give the tokens, from the first that is no id around the text, the colors that the text has."""
        self._colors = tuple(colors)
        self.viewport().update()

    def _lay_out(self) -> None:
        self.grid = lay_out(self.shown) if self.shown is not None else None
        self._fit_bars()
        self.updateGeometry()
        self.viewport().update()

    def _fit_bars(self) -> None:
        width, height = self._extent()
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setRange(0, max(0, width - self.viewport().width()))
        across.setPageStep(self.viewport().width())
        across.setSingleStep(24)
        down.setRange(0, max(0, height - self.viewport().height()))
        down.setPageStep(self.viewport().height())
        down.setSingleStep(ROW // 2)

    def _extent(self) -> tuple[int, int]:
        if self.grid is None:
            return LABELS, 2 * _EDGE
        return LABELS + math.ceil(self.grid.width) + theme.PANEL_MARGIN + _EDGE, self.grid.height + 2 * _EDGE

    def sizeHint(self) -> QSize:
        """Return the room for all rows and the scroll bar."""
        width, height = self._extent()
        return QSize(min(width, 760), height + self.horizontalScrollBar().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Let some rows go out of sight in a low window."""
        return QSize(LABELS + 100, 2 * ROW)

    def resizeEvent(self, event: object) -> None:
        """Give the scroll bars their ranges."""
        self._fit_bars()

    # --- what is lit

    def light_bytes(self, start: int, end: int, reveal: bool = True) -> None:
        """Light the columns of bytes of the text, and bring them into sight."""
        if self.shown is None:
            return
        touched = [
            number for number, (first, last) in enumerate(self.shown.columns)
            if (first < end and last > start and first < last)
        ]  # fmt: skip
        self._light((touched[0], touched[-1] + 1) if touched else None)
        if reveal:
            self._leave_unlit()
            self._reveal()

    def _leave_unlit(self) -> None:
        """Let the keyboard begin again at the lit span where its former box is elsewhere."""
        if self._at is None or self.grid is None:
            return
        row, box = self._at
        first, last = span_of(self.grid.rows[row].boxes[box])
        if self.lit_span is None or last <= self.lit_span[0] or first >= self.lit_span[1]:
            self._at = None

    def _light(self, span: Span | None) -> None:
        if span != self.lit_span:
            self.lit_span = span
            self.viewport().update()
            self.lit.emit(span)

    def _reveal(self) -> None:
        """Scroll sideways until the lit span is seen."""
        if self.lit_span is None or self.grid is None:
            return
        bar, room = self.horizontalScrollBar(), self.viewport().width() - LABELS - theme.PANEL_MARGIN
        left, right = self.grid.x(self.lit_span[0]), self.grid.x(self.lit_span[1])
        if left < bar.value():
            bar.setValue(int(left) - _EDGE)
        elif right > bar.value() + room:
            bar.setValue(min(int(left), math.ceil(right - room)) + _EDGE)

    # --- keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from box to box, up and down from stage to stage."""
        key = Qt.Key(event.key())
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        if self.grid is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        elif key in steps:
            self._step(*steps[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go_to_end(last=key == Qt.Key.Key_End)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.page_requested.emit(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.lit_span is not None:
            self._choose(self.lit_span)
        elif key == Qt.Key.Key_Escape and self.lit_span is not None:
            self._at = None
            self._light(None)
        else:
            event.ignore()

    def _step(self, down: int, across: int) -> None:
        grid, here = self.grid, self._where()
        if grid is None or here is None:
            return
        row, box = here
        if (self._at is None and not (down or self.lit_span is None)) or (across and self._at is not None):
            box += across
        elif down:
            row, box = grid.neighbor(row, box, down)
        self._go(grid, row, min(max(box, 0), len(grid.rows[row].boxes) - 1))

    def _where(self) -> tuple[int, int] | None:
        """Return row and box that the keyboard is at, or begins with: the raw text's at the lit span."""
        row = None if self.grid is None else self.grid.first_row()
        if self._at is not None or self.grid is None or row is None:
            return self._at
        return row, self.grid.nearest(row, self.lit_span[0] if self.lit_span else 0)

    def _go_to_end(self, last: bool) -> None:
        here = self._where()
        if self.grid is not None and here is not None:
            self._go(self.grid, here[0], len(self.grid.rows[here[0]].boxes) - 1 if last else 0)

    def _go(self, grid: Grid, row: int, box: int) -> None:
        self._at = row, box
        shown_box = grid.rows[row].boxes[box]
        self._light(span_of(shown_box))
        self._reveal()
        top = grid.top(row)
        bar = self.verticalScrollBar()
        if not bar.value() <= top <= bar.value() + self.viewport().height() - LAST_ROW:
            bar.setValue(max(0, top - ROW))
        if self.shown is not None:
            self.setAccessibleDescription(pipeline_words.sentence(self.shown, grid.rows[row], shown_box))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave off the ring of the box that the keyboard was at."""
        super().focusOutEvent(event)
        self.viewport().update()

    # --- pointer

    def _hit(self, point: QPointF) -> tuple[int, Box] | None:
        """Return the row and the box under a point of the viewport."""
        if self.grid is None or point.x() < LABELS:
            return None
        x = point.x() - LABELS + self.horizontalScrollBar().value()
        row = self.grid.row_at(point.y() - _EDGE + self.verticalScrollBar().value())
        box = None if row is None else self.grid.box_at(row, x)
        return None if row is None or box is None else (row, box)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light what is under the pointer."""
        hit = self._hit(event.position())
        if hit is not None:
            self._light(span_of(hit[1]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is under the pointer."""
        hit = self._hit(event.position())
        if hit is not None and self.grid is not None and event.button() == Qt.MouseButton.LeftButton:
            row, box = hit
            self._go(self.grid, row, self.grid.rows[row].boxes.index(box))
            self._choose(span_of(box))

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell what is under the pointer in full."""
        if isinstance(event, QHelpEvent) and self.shown is not None and self.grid is not None:
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().viewportEvent(event)

    def tip_at(self, point: QPointF) -> str:
        """Return the tooltip of what is under a point of the viewport."""
        if self.shown is None or self.grid is None:
            return ""
        hit = self._hit(point)
        if hit is not None:
            return pipeline_words.sentence(self.shown, self.grid.rows[hit[0]], hit[1])
        row = self.grid.row_at(point.y() - _EDGE + self.verticalScrollBar().value())
        if row is None or point.x() >= LABELS:
            return ""
        stage = self.grid.rows[row]
        said = f"{pipeline_words.name(stage)}: {pipeline_words.remark(stage)}"
        return "\n".join(filter(None, (said, pipeline_words.reading(stage))))

    def _choose(self, span: Span) -> None:
        if self.shown is not None:
            columns = self.shown.columns[span[0] : span[1]]
            self.chosen.emit(columns[0][0], columns[-1][1])

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the columns, and the names over them at the left."""
        painter = QPainter(self.viewport())
        try:
            now = current_theme()
            painter.fillRect(event.rect(), now.surface)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.grid is not None:
                self._paint(painter, self.grid, now)
        finally:
            painter.end()

    def _paint(self, painter: QPainter, grid: Grid, now: Theme) -> None:
        down, across = _EDGE - self.verticalScrollBar().value(), self.horizontalScrollBar().value()
        seen = (across - LABELS, across + self.viewport().width() - LABELS)
        painter.save()
        painter.setClipRect(QRectF(LABELS - 3, 0, self.viewport().width(), self.viewport().height()))
        painter.translate(LABELS - across, down)
        band = None if self.lit_span is None else band_of(grid, self.lit_span)
        if band is not None:
            draw_box(painter, band, theme.CONTROL_RADIUS, now.soft, None)
        for number in range(len(grid.rows)):
            RowPainter(painter, grid, number, now, band).paint(grid.top(number), seen, self._colors)
        if band is not None:
            draw_box(painter, band, theme.CONTROL_RADIUS, None, now.accent, 2)
        if self.hasFocus() and self._at is not None:
            paint_ring(painter, grid, self._at, now)
        painter.restore()
        for number, row in enumerate(grid.rows):
            paint_label(painter, row, grid.top(number) + down, now)
