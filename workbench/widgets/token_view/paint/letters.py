"""Marks over the letters: · over spaces, → over tabs, ↵ at the line's end."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPen, QPolygonF

from workbench.display.marks import LINE_FEED_MARK, NBSP_MARK, TAB_MARK
from workbench.widgets.token_view.layout.layout import Measures
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.paint.canvas import Canvas


def marks(own: Canvas, piece: Piece) -> None:
    """Paint the marks of a piece."""
    painter, text, theme = own.painter, piece.layout.text, own.look.theme
    if piece.layout.dots is None:
        piece.layout.dots = _dots(piece, own.measures)
    pen = QPen(theme.marks, own.measures.column * 0.28)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(piece.layout.dots)
    painter.setPen(theme.marks)
    for places, sign in ((text.tabs.tolist(), TAB_MARK), (text.no_breaks.tolist(), NBSP_MARK)):
        _signs(own, piece, places, sign)
    if text.line_end >= 0:
        _signs(own, piece, [text.line_end], LINE_FEED_MARK)


def _dots(piece: Piece, measures: Measures) -> QPolygonF:
    """Return the middles of all spaces, from the upper left corner of the piece."""
    places = piece.layout.text.spaces.astype(np.int64)
    height = measures.baseline - measures.font.pixelSize() * 0.34
    _, strips = piece.layout.strips_of(places, places + 1)
    middles, heights = (strips.lefts + strips.rights) / 2, strips.rows * measures.pitch + height
    return QPolygonF(list(map(QPointF, middles.tolist(), heights.tolist())))


def _signs(own: Canvas, piece: Piece, places: list[int], sign: str) -> None:
    measures, static = own.measures, own.measures.sign(sign)
    own.painter.setFont(measures.font)
    for place in places:
        for row, left, _ in piece.layout.strips(place, place + 1):
            own.painter.drawStaticText(QPointF(left, row * measures.pitch + measures.sign_top), static)
