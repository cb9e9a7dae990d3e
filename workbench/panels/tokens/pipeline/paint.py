"""Paints the rows of the pipeline: names at the left, and a box for each part."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from workbench.engine.explaining.pipeline import Row
from workbench.engine.explaining.stage_grid import Box
from workbench.panels.tokens.pipeline import words as pipeline_words
from workbench.panels.tokens.pipeline.grid import (
    ID_SIZE,
    LAST_ROW,
    ROW,
    Grid,
    Span,
    advance,
    font,
    font_size,
    metrics,
)
from workbench.panels.tokens.pipeline.shapes import Shape
from workbench.panels.tokens.text.changes import fitting
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.colors import Theme
from workbench.widgets.look.theme import interface_font
from workbench.widgets.token_view.layout.strokes import line_under

LABELS = 180  # width of the names at the left
_CELL, _BYTE = 26, 20  # heights
_N_COLORS = 6


def paint_label(painter: QPainter, row: Row, top: int, now: Theme) -> None:
    """Paint the name of a stage and below it what it did."""
    room = LABELS - theme.PANEL_MARGIN - theme.SPACE_2
    ink = now.warn if pipeline_words.is_lossy(row) else now.text2
    for said, role, color, y in (
        ([pipeline_words.name(row)], "small", now.text, top + 1),
        (pipeline_words.remarks(row), "tiny", ink, top + 17),
    ):
        painter.setFont(interface_font(role))
        painter.setPen(color)
        shown = fitting(said, QFontMetricsF(painter.font()), room)
        painter.drawText(QRectF(theme.PANEL_MARGIN, y, room + 1, 16), Qt.AlignmentFlag.AlignVCenter, shown)


def band_of(grid: Grid, lit: Span) -> QRectF:
    """Return where the band over the columns that are lit lies."""
    left, right = grid.x(lit[0]), grid.x(lit[1])
    return QRectF(left - 2, -4, max(right - left, 4) + 3, grid.height + 4)


def paint_ring(painter: QPainter, grid: Grid, at: tuple[int, int], now: Theme) -> None:
    """Paint a ring around the box that the keyboard is at, by the numbers of its row and of itself."""
    row, number = at
    box = grid.rows[row].boxes[number]
    height = LAST_ROW - 6 if grid.rows[row].name == "ids" else ROW - 8
    rect = QRectF(grid.x(box.left), grid.top(row) + 3, grid.x(box.right) - grid.x(box.left), height)
    painter.setPen(QPen(now.text, 1, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5), 4, 4)


class RowPainter:
    """Paints one row."""

    def __init__(self, painter: QPainter, grid: Grid, number: int, now: Theme, band: QRectF | None) -> None:
        """Take a painter on which the columns begin at x = 0, and the number of a row."""
        row = grid.rows[number]
        self._painter, self._grid, self._row, self._now = painter, grid, row, now
        self._shapes = {shape.last - 1: shape for shape in grid.shapes[number]}
        self._seen = (0.0, 0.0)
        self._together = {at for shape in grid.shapes[number] for at in range(shape.first, shape.last)}
        self._lit = (0.0, 0.0) if band is None else (band.left() + 3, band.right() - 3)
        self._size = font_size(row)

    def paint(self, top: int, seen: tuple[float, float], colors: Sequence[int] = ()) -> None:
        """Paint the boxes between two x of the row whose upper edge is at `top`.

        `colors` are those of the tokens, not counting ids put around the text; others go on from the last.
        """
        paint = {"pieces": self._piece, "bytes": self._byte}.get(self._row.name, self._cell)
        self._painter.setFont(font(self._size))
        self._seen = seen
        color = number = 0
        for at, box in enumerate(self._row.boxes):
            if box.kind != "added":
                color = colors[number] if number < len(colors) else color
                number += 1
            left, right = self._grid.x(box.left), self._grid.x(box.right)
            inverted = box.kind in ("special", "added")
            if left >= seen[1] and at not in self._together:
                break
            if right > seen[0]:
                rect = QRectF(left, top + 3, max(right - left, 1), _CELL)
                if self._row.name in ("tokens", "ids"):
                    self._token(box, rect, None if inverted else color)
                else:
                    paint(box, rect, at in self._together)
            if at in self._shapes:
                self._shape(self._shapes[at], top)
            color = color if inverted else (color + 1) % _N_COLORS

    def _text(self, rect: QRectF, text: str, ink: QColor, size: int = 0) -> None:
        """Paint a text in the middle of a rectangle."""
        measures = metrics(size or self._size)
        x = rect.center().x() - advance(text, size or self._size) / 2
        y = rect.center().y() + (measures.ascent() - measures.descent()) / 2
        self._painter.setPen(ink)
        self._painter.drawText(QPointF(x, y), text)

    def _label(self, rect: QRectF, box: Box, ink: QColor) -> None:
        """Paint what is in a box, and small behind it that it ends a word, where there is room."""
        text, end = pipeline_words.label(box, self._row), pipeline_words.word_end(box, self._row)
        width, more = advance(text, self._size), advance(end, ID_SIZE)
        if not end or width + more > rect.width() - 3:
            self._text(rect, text, ink)
            return
        first = QRectF(rect.center().x() - (width + more) / 2, rect.top(), width, rect.height())
        self._text(first, text, ink)
        self._painter.setFont(font(ID_SIZE))
        self._text(QRectF(first.right(), rect.top() + 1, more, rect.height()), end, self._now.marks, ID_SIZE)
        self._painter.setFont(font(self._size))

    def _shape(self, shape: Shape, top: int) -> None:
        """Paint what has its shape over several columns; what is lit or changed of it stands out."""
        left, right = self._grid.x(shape.left), self._grid.x(shape.right)
        if right <= self._seen[0] or left >= self._seen[1]:
            return
        marked = [bool(box.change) or self._is_lit(box) for box in self._row.boxes[shape.first : shape.last]]
        rect = self._in_sight(QRectF(left, top + 3, right - left - 1, _CELL), shape.width)
        shape.paint(self._painter, rect, self._now.text, self._now.accent, marked)

    def _in_sight(self, rect: QRectF, width: float) -> QRectF:
        """Return what of a wide rectangle is in sight, where there is room for a text of some width."""
        left, right = max(rect.left(), self._seen[0] + LABELS), min(rect.right(), self._seen[1])
        return QRectF(left, rect.top(), right - left, rect.height()) if right - left > width else rect

    def _is_lit(self, box: Box) -> bool:
        return self._grid.x(box.left) < self._lit[1] and self._grid.x(box.right) > self._lit[0]

    def _cell(self, box: Box, rect: QRectF, together: bool) -> None:
        """Paint a character of the text, raw or cleaned; its letter comes later where it is `together`."""
        now = self._now
        if rect.left() >= self._lit[1] or rect.right() <= self._lit[0]:
            self._painter.fillRect(rect.adjusted(0, 0, -1, 0), now.sunken)
        if box.text and not together:
            marked = not box.text.strip() and not box.change
            self._label(rect, box, now.accent if box.change else now.marks if marked else now.text)
        elif box.change and not box.text:
            self._painter.setPen(QPen(now.text2, 1, Qt.PenStyle.DotLine))
            self._painter.drawLine(rect.center() + QPointF(-3, 0), rect.center() + QPointF(3, 0))
        if box.change:
            self._painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width() - 1, 2), now.warn)

    def _piece(self, box: Box, rect: QRectF, together: bool) -> None:
        now, whole = self._now, rect.adjusted(0, 0, -1, 0)
        special = box.kind == "special"
        fill, edge = (now.text, None) if special else (None, now.field_edge)
        draw_box(self._painter, whole, theme.TOKEN_RADIUS, fill, edge)
        room = self._in_sight(rect, advance(pipeline_words.label(box, self._row), self._size) + 2)
        self._label(room, box, now.surface if special else now.text)

    def _byte(self, box: Box, rect: QRectF, together: bool) -> None:
        inset = (rect.height() - _BYTE) / 2
        whole = rect.adjusted(0, inset, -1, -inset)
        draw_box(self._painter, whole, theme.TOKEN_RADIUS, None, self._now.button_edge)
        self._label(rect, box, self._now.text2)

    def _token(self, box: Box, rect: QRectF, color: int | None) -> None:
        """Paint a token on its color; None for one that is drawn inverted."""
        now, with_id = self._now, self._row.name == "ids"
        whole = rect.adjusted(0, 0, -1, LAST_ROW - ROW + 4 if with_id else 0)
        fill = now.text if color is None else now.token_fills[color]
        draw_box(self._painter, whole, theme.TOKEN_RADIUS, fill, None)
        if color is not None and color % 2:
            self._painter.fillRect(line_under(whole), now.token_lines[color])
        ink = now.surface if color is None else now.text
        self._label(rect.adjusted(0, 0, 0, -4) if with_id else rect, box, ink)
        if with_id:
            self._painter.setFont(font(ID_SIZE))
            lower = QRectF(rect.left(), rect.bottom() - 6, rect.width() - 1, 16)
            self._text(lower, str(box.id), ink, ID_SIZE)
            self._painter.setFont(font(self._size))
