"""The ids of a text, line for line, next to the view of the text: each follows the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from workbench.widgets.look.theme import TOKEN_RADIUS, current_theme, theme_signals, token_font
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.text import TokenTextView

PITCH, HEIGHT = 22, 18
_GAP, _EDGES, _MARGIN = 2, 8, 12
_BETWEEN = 8  # pixels between two lines
_WHEEL = 3  # rows
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ROWS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}


@dataclass(frozen=True, slots=True)
class Chip:
    """One id: the number of its token in the text, and where it is below the top of its piece."""

    index: int
    token_id: int
    color: int
    rect: QRectF


@dataclass(frozen=True, slots=True)
class _Lines:
    """The ids of one piece."""

    piece: Piece
    chips: tuple[Chip, ...]
    height: int


class TokenIds(QAbstractScrollArea):
    """Shows the ids of what a text view shows, from its uppermost line on; can be scrolled on from there."""

    def __init__(self, view: TokenTextView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._start, self._offset = 0, 0.0  # byte of the uppermost piece, pixels of it above the edge
        self._font = token_font(11)
        self._hovered = -1
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Ids of the text"))
        self.setAccessibleDescription(self.tr("Arrow keys go from id to id"))
        self.viewport().setMouseTracking(True)
        view.visible_range_changed.connect(lambda start, _end: self.show_from(start))
        view.token_selected.connect(self._selected)
        theme_signals.changed.connect(self._take_font)
        for signal in (view.token_hovered, view.text_changed, theme_signals.changed):
            signal.connect(self.renew)

    def _take_font(self) -> None:
        """Take the font that holds now; the user may choose another."""
        self._font = token_font(11)

    def renew(self) -> None:
        """Paint again, as after other tokens have come."""
        self.viewport().update()

    def show_from(self, position: int) -> None:
        """Show the ids from the line of a byte on."""
        self._start, self._offset = self._view.pieces.flow.piece_at(position)[0], 0.0
        self.renew()

    # --- what is where

    def placed(self) -> Iterator[tuple[_Lines, float]]:
        """Yield the pieces that are seen, each with the y of its upper edge."""
        flow, pieces = self._view.pieces.flow, self._view.pieces
        span: tuple[int, int] | None = flow.piece_at(min(self._start, len(self._view.document)))
        y = _MARGIN - self._offset
        while span is not None and y < self.viewport().height():
            lines = self._lines(pieces.piece(span))
            yield lines, y
            y += lines.height + _BETWEEN
            span = flow.after(span)

    def chips(self) -> list[Chip]:
        """Return the ids that are seen, where they are in the viewport."""
        return [
            Chip(chip.index, chip.token_id, chip.color, chip.rect.translated(0, y))
            for lines, y in self.placed()
            for chip in lines.chips
        ]

    def _gutter(self) -> float:
        digits = len(f"{self._view.document.n_lines:,}")
        return _MARGIN + QFontMetricsF(self._font).horizontalAdvance("0" * digits) + _MARGIN

    def _lines(self, piece: Piece) -> _Lines:
        """Lay the ids of a piece out in rows; a token is where it begins."""
        boxes, left = piece.boxes, self._gutter()
        digit, right = QFontMetricsF(self._font).horizontalAdvance("0"), self.viewport().width() - _MARGIN
        x, row, chips = left, 0, []
        for number, token_id in enumerate(boxes.ids.tolist()):
            index, box = piece.first_token + number, boxes.of_token(number)
            if number == 0 and not self._begins(index, piece):
                continue
            width = round(digit * len(str(token_id))) + _EDGES
            if x > left and x + width > right:
                x, row = left, row + 1
            color = int(boxes.colors[box]) if box is not None else 0
            chips.append(Chip(index, token_id, color, QRectF(x, row * PITCH, width, HEIGHT)))
            x += width + _GAP
        return _Lines(piece, tuple(chips), (row + 1) * PITCH)

    def _begins(self, index: int, piece: Piece) -> bool:
        token = self._view.spans.token(index)
        return piece.start == 0 or (token is not None and token.start >= piece.start)

    def chip_at(self, point: QPointF) -> Chip | None:
        """Return the id under a point of the viewport."""
        return next((chip for chip in self.chips() if chip.rect.contains(point)), None)

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint line numbers and ids."""
        painter = QPainter(self.viewport())
        try:  # an error may not leave a painter open: Qt then crashes
            painter.fillRect(self.viewport().rect(), current_theme().surface)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self._font)
            for lines, y in self.placed():
                self._paint_number(painter, lines.piece, y)
                for chip in lines.chips:
                    self._paint_chip(painter, chip, chip.rect.translated(0, y))
        finally:
            painter.end()

    def _paint_number(self, painter: QPainter, piece: Piece, y: float) -> None:
        document = self._view.document
        line = document.line_at(piece.start)
        if document.line_start(line) == piece.start:
            box = QRectF(0, y, self._gutter() - _MARGIN, HEIGHT)
            painter.setPen(current_theme().text2)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{line + 1:,}"
            )

    def _paint_chip(self, painter: QPainter, chip: Chip, rect: QRectF) -> None:
        look, now = self._view.look, current_theme()
        special = chip.token_id in look.special_ids
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(now.text if special else self._fill(chip))
        painter.drawRoundedRect(rect, TOKEN_RADIUS, TOKEN_RADIUS)
        if chip.color % 2 and look.bins is None and not special:
            painter.fillRect(
                QRectF(rect.left() + 1, rect.bottom() - 2, rect.width() - 2, 2), now.token_lines[chip.color]
            )
        painter.setPen(now.surface if special else now.text)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(chip.token_id))
        self._paint_ring(painter, chip, rect)

    def _fill(self, chip: Chip) -> QColor:
        bins, now = self._view.look.bins, current_theme()
        return now.token_fills[chip.color] if bins is None else now.bins[bins.of_id(chip.token_id)]

    def _paint_ring(self, painter: QPainter, chip: Chip, rect: QRectF) -> None:
        look, now = self._view.look, current_theme()
        hovered = look.hovered[0] <= chip.index < look.hovered[1] or chip.index == self._hovered
        if chip.index == look.selected:
            pen = QPen(now.text, 2)
        elif hovered:
            pen = QPen(now.accent, 2)
        elif chip.token_id == look.selected_id:
            pen = QPen(now.text, 1, Qt.PenStyle.DashLine)
        else:
            return
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(0, 0, 0, 0), TOKEN_RADIUS + 1, TOKEN_RADIUS + 1)

    # --- both ways

    def _selected(self) -> None:
        """Bring the id of the selected token into sight."""
        token = self._view.selected.token
        if token is not None and self.isVisible():
            rect = self._rect_of(token.index)
            if rect is None:
                self.show_from(token.start)
                rect = self._rect_of(token.index)
            if rect is not None and rect.top() < 0:
                self._scroll_by(rect.top() - _MARGIN)
            elif rect is not None and rect.bottom() > self.viewport().height():
                self._scroll_by(rect.bottom() - self.viewport().height() + _MARGIN)
        self.renew()

    def _rect_of(self, index: int) -> QRectF | None:
        return next((chip.rect for chip in self.chips() if chip.index == index), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Ring the token under the pointer here and in the text."""
        chip = self.chip_at(event.position())
        index = -1 if chip is None else chip.index
        if index != self._hovered or (chip is not None and self._view.hover.hit is None):
            self._hovered = index
            self._view.hover.point_out(None if index < 0 else self._view.places.hit_of_token(index))
            self.renew()

    def leaveEvent(self, event: QEvent) -> None:
        """Ring nothing."""
        self._hovered = -1
        self._view.hover.point_out(None)
        self.renew()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the token whose id is clicked, here and in the text."""
        chip = self.chip_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and chip is not None:
            self._view.selected.select(chip.index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing more."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from id to id, or to the first or last of all."""
        key, view = Qt.Key(event.key()), self._view
        if key in _STEPS:
            view.selected.step(_STEPS[key])
        elif key in _ROWS:
            self._step_rows(_ROWS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and len(view.spans):
            view.selected.select(0 if key == Qt.Key.Key_Home else len(view.spans) - 1)
        else:
            super().keyPressEvent(event)

    def _step_rows(self, step: int) -> None:
        """Select the id above or below the selected one."""
        chips = self.chips()
        now = next((chip.rect for chip in chips if chip.index == self._view.look.selected), None)
        if now is None:
            self._view.selected.step(1)
            return
        rows = sorted({chip.rect.top() for chip in chips})
        place = rows.index(now.top()) + step
        if not 0 <= place < len(rows):
            self._scroll_by(step * PITCH)
            return
        row = (chip for chip in chips if chip.rect.top() == rows[place])
        nearest = min(row, key=lambda chip: abs(chip.rect.center().x() - now.center().x()))
        self._view.selected.select(nearest.index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the ids by themselves, until the text is scrolled."""
        self._scroll_by(-(event.pixelDelta().y() or event.angleDelta().y() / 120 * _WHEEL * PITCH))
        event.accept()

    def _scroll_by(self, pixels: float) -> None:
        self._move(pixels)
        last, bottom = None, 0.0
        for lines, y in self.placed():
            last, bottom = lines.piece.span, y + lines.height
        missing = self.viewport().height() - _MARGIN - bottom
        if last is not None and missing > 0 and self._view.pieces.flow.after(last) is None:
            self._move(-missing)
        self.renew()

    def _move(self, pixels: float) -> None:
        """Move the ids up by `pixels`; the piece at the upper edge is the anchor."""
        flow, pieces = self._view.pieces.flow, self._view.pieces
        self._offset += pixels
        span = flow.piece_at(min(self._start, len(self._view.document)))
        while self._offset < 0 and (before := flow.before(span)):
            span = before
            self._offset += self._lines(pieces.piece(span)).height + _BETWEEN
        while self._offset > (high := self._lines(pieces.piece(span)).height + _BETWEEN):
            after = flow.after(span)
            if after is None:
                break
            span, self._offset = after, self._offset - high
        self._start, self._offset = span[0], max(self._offset, 0.0)
