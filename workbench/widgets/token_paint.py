"""Paints the pieces of the text: boxes, selection, letters, marks, rings, caret (DESIGN.md 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QTextCharFormat,
    QTextLayout,
)

from workbench.display.marks import LINE_FEED_MARK, NBSP_MARK, TAB_MARK
from workbench.widgets.colours import Theme
from workbench.widgets.theme import TOKEN_RADIUS
from workbench.widgets.token_boxes import Box
from workbench.widgets.token_layout import Measures, Strip
from workbench.widgets.token_line import Offsets
from workbench.widgets.token_pieces import Piece

FADED = 0.35  # opacity of the fills of all other tokens while one is hovered
_RING_RADIUS = 5
_HATCH_STEP = 5
_MOST_FORMATS = 60  # of names in the colour of marks; more are left in that of the text, to be quick
_NO_SPAN = (0, 0)


@dataclass(frozen=True)
class Look:
    """What is to be seen besides the text and its tokens.

    Attributes:
        theme: the colours.
        marks: whether · → ↵ are painted.
        hovered: numbers (first, last + 1) of the tokens of the hovered box, or an empty range.
        fade: 0 to 1, how far the others have faded.
        selected: number of the selected token, -1 for none; its id marks the same tokens elsewhere.
        selected_id: its id, -1 for none.
        special_ids: ids drawn inverted.
        refused: spans in bytes of the text of special tokens that were not allowed.
        selection: bytes (start, end) of the text.
        caret: byte of the text, -1 where it is not drawn; caret_piece: (start, end) of the piece it is in.
        active: whether the view has the focus.
        preedit: what an input method is composing, drawn at the caret.

    """

    theme: Theme
    marks: bool = True
    hovered: tuple[int, int] = _NO_SPAN
    fade: float = 0.0
    selected: int = -1
    selected_id: int = -1
    special_ids: frozenset[int] = frozenset()
    refused: tuple[tuple[int, int], ...] = ()
    selection: tuple[int, int] = _NO_SPAN
    caret: int = -1
    caret_piece: tuple[int, int] = _NO_SPAN
    active: bool = True
    preedit: str = ""


class TokenPainter:
    """Paints pieces with one painter, from left edge `left` on."""

    def __init__(self, painter: QPainter, look: Look, measures: Measures, left: float, clip: QRectF) -> None:
        self.painter, self.look, self.measures = painter, look, measures
        self.left, self.clip = left, clip
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint(self, placed: Iterable[tuple[Piece, float]]) -> None:
        """Paint pieces, each with the y of its upper edge; rings come over all boxes."""
        placed = list(placed)
        for layer in (self._boxes, self._selection, self._text, self._rings, self._caret):
            for piece, y in placed:
                layer(piece, y)

    def rect(self, strip: Strip, y: float) -> QRectF:
        """Return the rectangle of a box in a strip of a piece at `y`; a gap of 1 px is kept at its right."""
        left = round(self.left + strip.left)
        width = max(round(self.left + strip.right) - 1 - left, 2)
        top = y + strip.row * self.measures.pitch + self.measures.box_top
        return QRectF(left, top, width, self.measures.box)

    def _seen(self, piece: Piece, y: float) -> list[tuple[Box, list[QRectF]]]:
        """Return the boxes of a piece with those of their rectangles that can be seen."""
        top, bottom = self.clip.top() - self.measures.pitch, self.clip.bottom()
        pitch = self.measures.pitch
        first, last = (top - y) / pitch, (bottom - y) / pitch
        seen = []
        for box in piece.boxes:
            rects = [self.rect(strip, y) for strip in box.strips if first <= strip.row <= last]
            if rects:
                seen.append((box, rects))
        return seen

    # --- boxes

    def _boxes(self, piece: Piece, y: float) -> None:
        painter, theme = self.painter, self.look.theme
        seen = self._seen(piece, y)
        painter.setPen(Qt.PenStyle.NoPen)
        lines: list[list[QRectF]] = [[], [], []]
        for colour, fill in enumerate(theme.token_fills):
            painter.setBrush(self._faded(fill))
            for box, rects in seen:
                if box.colour != colour:
                    continue
                for rect in rects:
                    painter.drawRoundedRect(rect, TOKEN_RADIUS, TOKEN_RADIUS)
                    if colour % 2:
                        lines[colour // 2].append(
                            QRectF(rect.left() + 1, rect.bottom() - 2, rect.width() - 2, 2)
                        )
        for number, rects in enumerate(lines):
            painter.setBrush(self._faded(theme.token_lines[2 * number + 1]))
            painter.drawRects(rects)
        self._states(piece, seen, y)

    def _faded(self, colour: QColor) -> QColor:
        """Return a colour as it is while another token is hovered."""
        if not self.look.fade:
            return colour
        faded = QColor(colour)
        faded.setAlphaF(1 - (1 - FADED) * self.look.fade)
        return faded

    def _states(self, piece: Piece, seen: list[tuple[Box, list[QRectF]]], y: float) -> None:
        """Paint what some boxes have of their own over the plain ones."""
        look = self.look
        for box, rects in seen:
            if box.ids & look.special_ids:
                self._fill(rects, look.theme.text)
            elif look.refused and self._is_refused(piece, box):
                self._refused(rects)
            elif self._is_hovered(piece, box):
                self._fill(rects, look.theme.token_fills[box.colour])
            if box.partial:
                self._dashed(rects, look.theme.token_lines[box.colour])
            if box.tab:
                self._tab(box, self.rect(box.tab, y))
            elif box.hatched:
                for rect in rects:
                    self._hatch(rect, look.theme.token_lines[box.colour], 70)

    def _is_hovered(self, piece: Piece, box: Box) -> bool:
        first, last = piece.tokens_of(box)
        return first < self.look.hovered[1] and last > self.look.hovered[0]

    def _is_refused(self, piece: Piece, box: Box) -> bool:
        text = piece.layout.text
        start, end = (piece.start + text.raw_at(place) for place in box.display)
        return any(start < last and first < end for first, last in self.look.refused)

    def _fill(self, rects: list[QRectF], colour: QColor) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour)
        for rect in rects:
            self.painter.drawRoundedRect(rect, TOKEN_RADIUS, TOKEN_RADIUS)

    def _refused(self, rects: list[QRectF]) -> None:
        self._fill(rects, self.look.theme.danger_soft)
        for rect in rects:
            line = QRectF(rect.left() + 1, rect.bottom() - 2, rect.width() - 2, 2)
            self.painter.fillRect(line, self.look.theme.danger)

    def _dashed(self, rects: list[QRectF], colour: QColor) -> None:
        self.painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in rects:
            self.painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), TOKEN_RADIUS, TOKEN_RADIUS)

    def _tab(self, box: Box, rect: QRectF) -> None:
        """Paint the hatched tab with the number of tokens of a split character."""
        colour = self.look.theme.token_lines[box.colour]
        self._hatch(rect, colour, 150)
        painter = self.painter
        painter.setFont(self.measures.badge_font)
        shown = f"×{box.count}"
        metrics = QFontMetricsF(self.measures.badge_font)
        width = metrics.horizontalAdvance(shown)
        middle = rect.center()
        plate = QRectF(
            middle.x() - width / 2 - 1, middle.y() - metrics.height() / 2 + 1, width + 2, metrics.height() - 2
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.look.theme.token_fills[box.colour])
        painter.drawRoundedRect(plate, 2, 2)
        painter.setPen(self._letters())
        baseline = middle.y() + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(middle.x() - width / 2, baseline), shown)

    def _hatch(self, rect: QRectF, colour: QColor, alpha: int) -> None:
        """Paint rising lines within a rectangle."""
        faint = QColor(colour)
        faint.setAlpha(alpha)
        self.painter.setPen(QPen(faint, 1))
        self.painter.drawLines(_hatching(rect.adjusted(0.5, 0.5, -0.5, -0.5)))

    # --- letters

    def _letters(self) -> QColor:
        """Return the colour of letters, which fades with the boxes."""
        theme, fade = self.look.theme, self.look.fade
        return _between(theme.text, theme.text2, fade) if fade else theme.text

    def _text(self, piece: Piece, y: float) -> None:
        self.painter.setPen(self._letters())
        origin = QPointF(self.left, y)
        # The type stubs know only the call without selections and clip by position.
        piece.layout.layout.draw(self.painter, origin, self._formats(piece), self.clip)
        if self.look.marks:
            self._marks(piece, y)

    def _formats(self, piece: Piece) -> list[QTextLayout.FormatRange]:
        """Return which letters have another colour; that shapes nothing anew."""
        look, named = self.look, piece.layout.text.named
        formats = [_coloured(span, look.theme.marks) for span in named[:_MOST_FORMATS]]
        if not (look.special_ids or look.hovered[1] > look.hovered[0]):
            return formats
        for box in piece.boxes:
            if box.ids & look.special_ids:
                formats.append(_coloured(box.display, look.theme.surface))
            elif self._is_hovered(piece, box):
                formats.append(_coloured(box.display, look.theme.text))
        return formats

    def _marks(self, piece: Piece, y: float) -> None:
        """Paint · over spaces, → over tabs, ↵ at the line's end."""
        painter, text = self.painter, piece.layout.text
        if piece.layout.dots is None:
            piece.layout.dots = self._dots(piece)
        round_pen = QPen(self.look.theme.marks, self._dot_size())
        round_pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(round_pen)
        painter.translate(self.left, y)
        painter.drawPoints(piece.layout.dots)
        painter.setPen(self.look.theme.marks)
        painter.setFont(self.measures.font)
        self._signs(piece, text.tabs, TAB_MARK)
        self._signs(piece, text.no_breaks, NBSP_MARK)
        if text.line_end >= 0:
            self._sign(piece, text.line_end, LINE_FEED_MARK)
        painter.translate(-self.left, -y)

    def _dot_size(self) -> float:
        return self.measures.column * 0.28

    def _dots(self, piece: Piece) -> QPolygonF:
        """Return the middles of all spaces, from the upper left corner of the piece."""
        middle = self.measures.baseline - self.measures.font.pixelSize() * 0.34
        points: list[QPointF] = []
        for place in piece.layout.text.spaces.tolist():
            points.extend(
                QPointF((strip.left + strip.right) / 2, strip.row * self.measures.pitch + middle)
                for strip in piece.layout.strips(place, place + 1)
            )
        return QPolygonF(points)

    def _signs(self, piece: Piece, places: Offsets, sign: str) -> None:
        for place in places.tolist():
            self._sign(piece, place, sign)

    def _sign(self, piece: Piece, place: int, sign: str) -> None:
        for strip in piece.layout.strips(place, place + 1):
            baseline = strip.row * self.measures.pitch + self.measures.baseline
            self.painter.drawText(QPointF(strip.left, baseline), sign)

    # --- selection, rings, caret

    def _selection(self, piece: Piece, y: float) -> None:
        start, end = self.look.selection
        first, last = max(start, piece.start), min(end, piece.end)
        if first >= last:
            return
        colour = QColor(self.look.theme.accent)
        colour.setAlpha(90 if self.look.active else 45)
        for strip in piece.layout.strips(piece.display_at(first), piece.display_at(last)):
            rect = self.rect(strip, y).adjusted(0, -3, 1, 3)
            self.painter.fillRect(rect, colour)

    def _rings(self, piece: Piece, y: float) -> None:
        look = self.look
        if look.selected < 0 and look.hovered[1] <= look.hovered[0]:
            return
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in piece.boxes:
            first, last = piece.tokens_of(box)
            if first <= look.selected < last:
                self._ring(box, y, QPen(look.theme.text, 2))
            elif look.selected_id in box.ids:
                self._ring(box, y, QPen(look.theme.text, 1, Qt.PenStyle.DashLine))
            if self._is_hovered(piece, box):
                self._ring(box, y, QPen(look.theme.accent, 2))

    def _ring(self, box: Box, y: float, pen: QPen) -> None:
        self.painter.setPen(pen)
        grown = 0.5 * pen.widthF()
        for strip in box.strips:
            rect = self.rect(strip, y)
            if rect.intersects(self.clip):
                rect.adjust(-grown, -grown, grown, grown)
                self.painter.drawRoundedRect(rect, _RING_RADIUS, _RING_RADIUS)

    def _caret(self, piece: Piece, y: float) -> None:
        place = self.look.caret
        if place < 0 or piece.span != self.look.caret_piece:
            return
        rect = caret_rect(piece, y, place, self.measures, self.left)
        if self.look.preedit:
            rect = self._preedit(rect)
        self.painter.fillRect(rect, QBrush(self.look.theme.text))

    def _preedit(self, rect: QRectF) -> QRectF:
        """Paint what is being composed over what follows the caret; return where the caret is then."""
        width = QFontMetricsF(self.measures.font).horizontalAdvance(self.look.preedit)
        plate = QRectF(rect.left(), rect.top(), width, rect.height())
        self.painter.fillRect(plate, self.look.theme.surface)
        self.painter.fillRect(QRectF(plate.left(), plate.bottom() - 1, width, 1), self.look.theme.text)
        self.painter.setPen(self.look.theme.text)
        self.painter.setFont(self.measures.font)
        baseline = rect.top() - self.measures.box_top + self.measures.baseline
        self.painter.drawText(QPointF(rect.left(), baseline), self.look.preedit)
        return rect.translated(width, 0)


def caret_rect(piece: Piece, y: float, position: int, measures: Measures, left: float) -> QRectF:
    """Return where the caret stands before a byte of the text."""
    display = piece.display_at(position)
    row = piece.layout.row_at(display)
    x = left + piece.layout.x_at(display)
    return QRectF(round(x) - 1, y + row * measures.pitch + measures.box_top, 2, measures.box)


def _coloured(span: tuple[int, int], colour: QColor) -> QTextLayout.FormatRange:
    letters = QTextCharFormat()
    letters.setForeground(colour)
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = span[0], span[1] - span[0], letters
    return found


def _between(first: QColor, second: QColor, share: float) -> QColor:
    """Return the colour at `share` (0 to 1) of the way between two."""
    return QColor(
        round(first.red() + (second.red() - first.red()) * share),
        round(first.green() + (second.green() - first.green()) * share),
        round(first.blue() + (second.blue() - first.blue()) * share),
    )


def _hatching(rect: QRectF) -> list[QLineF]:
    """Return lines at 45 degrees that fill a rectangle and end at its edges."""
    lines = []
    height = rect.height()
    for number in range(int((rect.width() + height) / _HATCH_STEP) + 1):
        foot = rect.left() - height + number * _HATCH_STEP  # x at the lower edge
        low, high = max(foot, rect.left()), min(foot + height, rect.right())
        if low < high:
            lines.append(QLineF(low, rect.bottom() - (low - foot), high, rect.bottom() - (high - foot)))
    return lines
