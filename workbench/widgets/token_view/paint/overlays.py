"""What is painted besides tokens and text: selection, caret, ids, inserts, finds, compositions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from workbench.widgets import wording
from workbench.widgets.look.colors import Theme
from workbench.widgets.look.theme import TOKEN_RADIUS
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.strokes import between, caret_rect, with_alpha
from workbench.widgets.token_view.paint.canvas import Canvas
from workbench.widgets.token_view.paint.shown import ComposedPiece, ShownPieces, id_strips

NUMBER_SIZE = 0.8  # of a line number's digits, of the size of the text
_RADIUS = 4
_DRIFT = 2  # pixels of a mark of drift
_HIT_PEN, _CURRENT_PEN = 1.5, 2.0
_TINT, _SELECTION_EDGE = 80, 3  # alpha of what is selected, and pixels of the lines above and below it


def selection(own: Canvas, piece: Piece, rows: range) -> None:
    """Paint the ground of what is selected."""
    look, (start, end) = own.look, own.look.selection
    first, last = max(start, piece.start), min(end, piece.end)
    if first >= last:
        return
    edge = look.theme.accent if look.active else look.theme.field_edge
    tint = with_alpha(look.theme.accent, _TINT if look.active else _TINT // 2)
    for strip in piece.layout.strips(piece.display_at(first), piece.display_at(last)):
        if strip.row in rows:
            rect = own.rect(strip).adjusted(0, 0, 1, 0)
            own.painter.fillRect(rect, tint)
            # A tint alone is lost among the colors of the boxes, and a full ground would cover them.
            for top in (rect.top() - _SELECTION_EDGE, rect.bottom()):
                own.painter.fillRect(QRectF(rect.left(), top, rect.width(), _SELECTION_EDGE), edge)


def caret(own: Canvas, piece: Piece, rows: range) -> None:
    """Paint the caret."""
    if own.look.caret < 0 or piece.span != own.look.caret_piece:
        return
    rect = caret_rect(piece, own.look.caret, own.measures, own.look.at_row_end)
    own.painter.fillRect(rect.adjusted(0, 0, 0, -own.pieces.id_height), own.look.theme.text)


def grounds(own: Canvas, piece: Piece, rows: range) -> None:
    """Paint what is behind the letters: the present hit, and the bare ground of a composition."""
    hits, theme = own.look.hits, own.look.theme
    if hits.current in hits.within(piece.start, piece.end):
        for rect in _hit_rects(own, piece, hits.current, rows):
            own.painter.setPen(Qt.PenStyle.NoPen)
            own.painter.setBrush(theme.warnsoft)
            own.painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
    if isinstance(piece, ComposedPiece):
        for rect in _composed_rects(own, piece, 0, len(piece.composition.text), rows):
            own.painter.fillRect(rect.adjusted(0, 0, 1, 0), theme.surface)


def drift(own: Canvas, piece: Piece, rows: range) -> None:
    """Paint where tokens would not stay: bars at cuts, ticks at ends of words, a line over what is unlike."""
    marks = own.look.drift
    if marks is None:
        return
    theme = own.look.theme
    for places, color, share in ((marks.cuts, theme.danger, 1.0), (marks.word_ends, theme.text, 0.4)):
        first, last = np.searchsorted(places, (piece.start, piece.end), side="right").tolist()
        for place in places[first:last].tolist():
            at = piece.display_at(place)
            for strip in piece.layout.strips(at - 1, at)[-1:]:
                if strip.row in rows:
                    rect = own.upper(strip)
                    height = rect.height() * share
                    own.painter.fillRect(QRectF(rect.right() - 0.5, rect.top(), _DRIFT, height), color)
    start, end = max(marks.unlike[0], piece.start), min(marks.unlike[1], piece.end)
    if start < end:
        for strip in piece.layout.strips(piece.display_at(start), piece.display_at(end)):
            if strip.row in rows:
                rect = own.rect(strip)
                own.painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), _DRIFT), theme.danger)


def rings(own: Canvas, piece: Piece, rows: range) -> None:
    """Paint the rings of hits, and the strokes under a composition."""
    hits, theme = own.look.hits, own.look.theme
    for number in hits.within(piece.start, piece.end):
        present = number == hits.current
        own.painter.setPen(QPen(theme.warn, _CURRENT_PEN if present else _HIT_PEN))
        own.painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in _hit_rects(own, piece, number, rows):
            own.painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
    if isinstance(piece, ComposedPiece):
        _strokes(own, piece, rows)


def _strokes(own: Canvas, piece: ComposedPiece, rows: range) -> None:
    text = piece.composition.text
    for first, last, height in ((0, len(text), 1), (*piece.composition.chosen, 2)):
        for rect in _composed_rects(own, piece, first, last, rows):
            own.painter.fillRect(
                QRectF(rect.left(), rect.bottom() - height, rect.width(), height), own.look.theme.text
            )


def _hit_rects(own: Canvas, piece: Piece, number: int, rows: range) -> list[QRectF]:
    hits = own.look.hits
    first = max(int(hits.starts[number]), piece.start)
    last = min(int(hits.ends[number]), piece.end)
    strips = piece.layout.strips(piece.display_at(first), piece.display_at(last))
    grown = 0.5
    return [
        own.upper(strip).adjusted(-grown, -grown, grown + 1, grown) for strip in strips if strip.row in rows
    ]


def _composed_rects(own: Canvas, piece: ComposedPiece, first: int, last: int, rows: range) -> list[QRectF]:
    if first >= last:
        return []
    strips = piece.layout.strips(*piece.composed(first, last))
    return [own.upper(strip) for strip in strips if strip.row in rows]


def ids(own: Canvas, piece: Piece, rows: range) -> None:
    """Write the ids under the letters."""
    look, painter, boxes, pieces = own.look, own.painter, piece.boxes, own.pieces
    painter.setFont(pieces.id_font)
    marks = between(look.theme.marks, look.theme.text2, look.fade)
    special = set(own.special_boxes(piece))
    free = (pieces.id_height - QFontMetricsF(pieces.id_font).capHeight()) / 2
    baseline = own.measures.box_top + own.measures.box - free - 1
    for box, strip in id_strips(boxes).items():
        if strip.row in rows:
            painter.setPen(look.theme.surface if box in special else marks)
            place = QPointF(round(strip.left) + 3, strip.row * own.measures.pitch + baseline)
            painter.drawText(place, pieces.ids_text(boxes, box))


def inserted(own: Canvas, piece: Piece, rows: range) -> None:
    """Paint the space that was put before the text, and the flag where the text is cut."""
    text, theme = piece.layout.text, own.look.theme
    if text.prefix_at >= 0:
        for strip in piece.layout.strips(text.prefix_at, text.prefix_at + 1):
            if strip.row in rows:
                _prefix(own, own.upper(strip))
    if text.flag is not None:
        for strip in piece.layout.strips(text.flag[1], text.flag[2]):
            rect = own.upper(strip).adjusted(1, 1, 0, -1)
            own.fill([rect], theme.danger)
            own.painter.fillRect(
                rect.adjusted(-1, -5, 2 - rect.width(), 5 + own.pieces.id_height), theme.danger
            )


def _prefix(own: Canvas, rect: QRectF) -> None:
    accent = own.look.theme.accent
    own.painter.setPen(QPen(accent, 1, Qt.PenStyle.DashLine))
    own.painter.setBrush(Qt.BrushStyle.NoBrush)
    own.painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), TOKEN_RADIUS, TOKEN_RADIUS)
    pen = QPen(accent, own.measures.column * 0.28)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    own.painter.setPen(pen)
    own.painter.drawPoint(rect.center())


def line_numbers(
    painter: QPainter, theme: Theme, pieces: ShownPieces, right: int, placed: Iterable[tuple[Piece, float]]
) -> None:
    """Write the number of each line next to its first row, ending at `right`, and ↳ next to its others."""
    measures, document = pieces.measures, pieces.document
    font = QFont(measures.font)
    font.setPixelSize(max(round(font.pixelSize() * NUMBER_SIZE), 7))
    painter.setFont(font)
    painter.setPen(theme.text2)
    for piece, y in placed:
        line = document.line_at(piece.start)
        begins = document.line_start(line) == piece.start
        for row in range(piece.layout.n_rows):
            box = QRectF(0, y + row * measures.pitch, right, measures.pitch - pieces.id_height)
            shown = wording.number(line + 1) if begins and row == 0 else "↳"
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)
