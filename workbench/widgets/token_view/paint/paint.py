"""Paints the pieces of the text: boxes, selection, letters, marks, rings, caret."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPen,
    QTextLayout,
)

from workbench.widgets.look.theme import TOKEN_RADIUS
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.stamps import Draw, Stamps
from workbench.widgets.token_view.layout.strokes import between, colored, hatch, line_under, with_alpha
from workbench.widgets.token_view.paint import letters, overlays
from workbench.widgets.token_view.paint.canvas import Canvas, Look
from workbench.widgets.token_view.paint.shapes import Shapes, fills_of, rectangles, shapes_of
from workbench.widgets.token_view.paint.shown import ShownPieces

FADED = 0.35  # opacity of the fills of all other tokens while one is hovered
DOUBTFUL = 0.6  # opacity of the fills of tokens that are not agreed on, where that takes long
_RING_RADIUS = 5
_OVER = 2  # pixels by which the number in a tab may stand out of it
MOST_FORMATS = 60  # of names in the color of marks; more are left in that of the text, to be quick


class TokenPainter(Canvas):
    """Paints pieces with one painter, from left edge `left` on."""

    def __init__(self, painter: QPainter, look: Look, pieces: ShownPieces, left: int, clip: QRectF) -> None:
        super().__init__(painter, look, pieces)
        self.left, self.clip = left, clip
        self._fills = look.theme.bins if look.bins is not None else look.theme.token_fills
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._stamps = Stamps(painter, pieces.measures.stamps)

    def paint(self, placed: Iterable[tuple[Piece, float]]) -> None:
        """Paint pieces, each with the y of its upper edge; rings come over all boxes."""
        seen = [(piece, y, self._seen_rows(piece, y)) for piece, y in placed]
        for layer in (
            self._boxes, self._states, partial(overlays.grounds, self), partial(overlays.selection, self),
            self._text, partial(overlays.drift, self), partial(overlays.rings, self), self._rings,
            partial(overlays.caret, self),
        ):  # fmt: skip
            for piece, y, rows in seen:
                self.painter.translate(self.left, y)
                self._stamps.moved()
                layer(piece, rows)
                self.painter.translate(-self.left, -y)

    def reaches(self, piece: Piece, y: float) -> bool:
        """Return whether anything of a piece at `y` can be seen."""
        rows = self._seen_rows(piece, y)
        return rows.start < min(rows.stop, piece.layout.n_rows)

    def _seen_rows(self, piece: Piece, y: float) -> range:
        """Return the rows of a piece at `y` that can be seen; marks may stand out of theirs."""
        pitch, over = self.measures.pitch, piece.layout.stands_out
        first, last = (self.clip.top() - y) // pitch - over, (self.clip.bottom() - y) // pitch + over
        return range(max(int(first), 0), int(last) + 1)

    def _rects(self, piece: Piece, box: int, rows: range) -> list[QRectF]:
        """Return the rectangles of a box that can be seen."""
        return [self.rect(strip) for strip in piece.boxes.strips_of(box) if strip.row in rows]

    # --- boxes

    def _boxes(self, piece: Piece, rows: range) -> None:
        shapes = self._shapes(piece)
        painter, theme = self.painter, self.look.theme
        painter.setPen(Qt.PenStyle.NoPen)
        for color, fill in enumerate(self._fills):
            first, last = np.searchsorted(shapes.rows[color], (rows.start, rows.stop)).tolist()
            rects = shapes.rects[color][first:last].tolist()
            painter.setBrush(self._faded(fill))
            for left, top, width, height in rects:
                painter.drawRoundedRect(left, top, width, height, TOKEN_RADIUS, TOKEN_RADIUS)
            if color % 2 and self.look.bins is None:
                stroke = self._faded(theme.token_lines[color])
                for left, top, width, height in rects:
                    painter.fillRect(left + 1, top + height - 2, width - 2, 2, stroke)

    def _shapes(self, piece: Piece) -> Shapes:
        return shapes_of(piece.boxes, self.measures, self.look.bins, len(self._fills))

    def _fill_of(self, piece: Piece, box: int) -> QColor:
        return self._fills[int(fills_of(piece.boxes, self.look.bins)[box])]

    def _faded(self, color: QColor) -> QColor:
        """Return a color as it is while another token is hovered."""
        if not self.look.fade:
            return color
        faded = QColor(color)
        faded.setAlphaF(color.alphaF() * (1 - (1 - FADED) * self.look.fade))
        return faded

    def _states(self, piece: Piece, rows: range) -> None:
        """Paint what some boxes have of their own over the plain ones."""
        look, boxes = self.look, piece.boxes
        for box in piece.boxes_of(*look.hovered):
            self.fill(self._rects(piece, box, rows), self._fill_of(piece, box))
        refused = np.flatnonzero(piece.touched_boxes(look.refused)).tolist() if look.refused else ()
        for box in refused:
            rects = self._rects(piece, box, rows)
            self.fill(rects, look.theme.danger_soft)
            for rect in rects:
                self.painter.fillRect(line_under(rect), look.theme.danger)
        if not len(boxes):
            self._refused_bytes(piece, rows)
        for box in self.special_boxes(piece):
            self.fill(self._rects(piece, box, rows), look.theme.text)
        self._odd_boxes(piece, rows)
        if left_out := self._boxes_left_out(piece):
            self._veil(piece, np.arange(left_out.start, left_out.stop), rows, FADED)
        if look.doubtful:
            self._veil(piece, piece.provisional_boxes(), rows, DOUBTFUL)
        overlays.inserted(self, piece, rows)

    def _veil(self, piece: Piece, boxes: NDArray[np.int64], rows: range, opacity: float) -> None:
        """Let the fills of some boxes show no more than faintly; in CLIP's texts they may be nearly all."""
        strips, owners = piece.boxes.strips, piece.boxes.owners
        veiled = np.isin(owners, boxes) & (rows.start <= strips.rows) & (strips.rows < rows.stop)
        veil = QColor(self.look.theme.surface)
        veil.setAlphaF(1 - opacity)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(veil)
        for left, top, width, height in rectangles(
            strips.taken(np.flatnonzero(veiled)), self.measures
        ).tolist():
            self.painter.drawRoundedRect(left, top, width, height, TOKEN_RADIUS, TOKEN_RADIUS)

    def _odd_boxes(self, piece: Piece, rows: range) -> None:
        """Paint the edges of loose bytes, and the tabs and hatches of split characters."""
        look, boxes = self.look, piece.boxes
        for box in np.flatnonzero(boxes.partial).tolist():
            self._dashed(self._rects(piece, box, rows), look.theme.token_lines[boxes.colors[box]])
        for box, strip in boxes.tabs.items():
            if strip.row in rows:
                self._tab(piece, box, self.upper(strip))
        shapes = self._shapes(piece)
        if len(shapes.hatched):
            first, last = np.searchsorted(shapes.hatched_rows, (rows.start, rows.stop)).tolist()
            hatches = [self._hatch_of(color, 70) for color in look.theme.token_lines]
            for left, top, width, height, color in shapes.hatched[first:last].tolist():
                self._stamps.put(left, top, width, height - self.pieces.id_height, *hatches[color])

    def _boxes_left_out(self, piece: Piece) -> range:
        if self.look.cut < 0 or not len(piece.boxes):
            return range(0)
        return piece.boxes_of(max(self.look.cut, piece.first_token), piece.first_token + len(piece.boxes.ids))

    def _refused_bytes(self, piece: Piece, rows: range) -> None:
        """Mark the text of refused special tokens where nothing has been encoded."""
        for start, end in self.look.refused:
            first, last = max(start, piece.start), min(end, piece.end)
            if first < last:
                for strip in piece.layout.strips(piece.display_at(first), piece.display_at(last)):
                    if strip.row in rows:
                        self.fill([self.rect(strip)], self.look.theme.danger_soft)
                        self.painter.fillRect(line_under(self.rect(strip)), self.look.theme.danger)

    def _dashed(self, rects: list[QRectF], color: QColor) -> None:
        self.painter.setPen(QPen(self._faded(color), 1, Qt.PenStyle.DashLine))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in rects:
            self.painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), TOKEN_RADIUS, TOKEN_RADIUS)

    def _tab(self, piece: Piece, box: int, rect: QRectF) -> None:
        """Paint the hatched tab with the number of tokens of a split character."""
        theme, color = self.look.theme, piece.boxes.colors[box]
        first, last = piece.tokens_of(box)
        if self.pieces.ids:  # the room for the ids is wider
            rect.setWidth(min(rect.width(), self.measures.tab_width(last - first) + 8))
        lines = self._faded(with_alpha(theme.token_lines[color], 150))
        fill, pen = self._faded(self._fill_of(piece, box)), self._letters()

        def _draw(painter: QPainter, room: QRectF) -> None:
            own = room.adjusted(_OVER, 0, -_OVER, 0)
            _hatched(lines, painter, own)
            shown, size = self.measures.badge(last - first)
            middle = own.center()
            plate = QRectF(QPointF(), size + QSizeF(2, -2))
            plate.moveCenter(middle)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(plate, 2, 2)
            painter.setPen(pen)
            painter.setFont(self.measures.badge_font)
            painter.drawStaticText(
                QPointF(middle.x() - size.width() / 2, middle.y() - size.height() / 2), shown
            )

        key = "tab", last - first, lines.rgba(), fill.rgba(), pen.rgba()
        self._stamp(rect.adjusted(-_OVER, 0, _OVER, 0), key, _draw)

    def _hatch(self, rect: QRectF, color: QColor, alpha: int) -> None:
        """Paint rising lines within a rectangle."""
        self._stamp(rect, *self._hatch_of(color, alpha))

    def _hatch_of(self, color: QColor, alpha: int) -> tuple[tuple[object, ...], Draw]:
        """Return the name of rising lines, and what draws them."""
        lines = self._faded(with_alpha(color, alpha))
        return ("hatch", lines.rgba()), partial(_hatched, lines)

    def _stamp(self, rect: QRectF, key: tuple[object, ...], draw: Draw) -> None:
        self._stamps.put(rect.x(), rect.y(), rect.width(), rect.height(), key, draw)

    # --- letters

    def _letters(self) -> QColor:
        """Return the color of letters, which fades with the boxes."""
        theme, fade = self.look.theme, self.look.fade
        return between(theme.text, theme.text2, fade) if fade else theme.text

    def _text(self, piece: Piece, rows: range) -> None:
        self.painter.setPen(self._letters())
        top, height = rows.start * self.measures.pitch, len(rows) * self.measures.pitch
        clip = QRectF(0, top, self.clip.width(), height)
        piece.layout.layout.draw(self.painter, QPointF(0, 0), self._formats(piece), clip)
        if self.look.marks:
            letters.marks(self, piece)
        if self.pieces.ids:
            overlays.ids(self, piece, rows)

    def _formats(self, piece: Piece) -> list[QTextLayout.FormatRange]:
        """Return which letters have another color; that shapes nothing again."""
        look, boxes = self.look, piece.boxes
        formats = [colored(*span, look.theme.marks) for span in piece.layout.text.named[:MOST_FORMATS]]
        for box in piece.boxes_of(*look.hovered):
            formats.append(colored(int(boxes.starts[box]), int(boxes.ends[box]), look.theme.text))
        left_out = self._boxes_left_out(piece)
        if left_out:
            ends = int(boxes.starts[left_out.start]), int(boxes.ends[left_out.stop - 1])
            formats.append(colored(*ends, look.theme.text2))
        for box in self.special_boxes(piece):
            color = look.theme.text2 if box in left_out else look.theme.surface
            formats.append(colored(int(boxes.starts[box]), int(boxes.ends[box]), color))
        if piece.layout.text.flag is not None:
            # Without the spaces at its ends: in some scripts Qt drops a color next to another one.
            _, first, last = piece.layout.text.flag
            formats.append(colored(first + 1, last - 1, look.theme.surface))
        return formats

    # --- selection, rings, caret

    def _rings(self, piece: Piece, rows: range) -> None:
        look = self.look
        if look.selected_id >= 0:
            chosen = piece.boxes_of(look.selected, look.selected + 1)
            for box in piece.boxes.holding((look.selected_id,)):
                if box not in chosen:
                    self._ring(piece, box, rows, QPen(look.theme.text, 1, Qt.PenStyle.DashLine))
            for box in chosen:
                self._ring(piece, box, rows, QPen(look.theme.text, 2))
        for box in piece.boxes_of(*look.hovered):
            self._ring(piece, box, rows, QPen(look.theme.accent, 2))

    def _ring(self, piece: Piece, box: int, rows: range, pen: QPen) -> None:
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        grown = 0.5 * pen.widthF()
        for rect in self._rects(piece, box, rows):
            rect.adjust(-grown, -grown, grown, grown)
            self.painter.drawRoundedRect(rect, _RING_RADIUS, _RING_RADIUS)


def _hatched(color: QColor, painter: QPainter, rect: QRectF) -> None:
    """Draw rising lines within a rectangle."""
    painter.setPen(QPen(color, 1))
    hatch(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5))
