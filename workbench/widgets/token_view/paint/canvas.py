"""What a piece is painted on by each of its layers: the painter, how it is to look, where its boxes are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from workbench.widgets.look.colors import Theme
from workbench.widgets.look.theme import TOKEN_RADIUS
from workbench.widgets.token_view.layout.bins import Bins
from workbench.widgets.token_view.layout.drifting import DriftMarks
from workbench.widgets.token_view.layout.hits import NO_HITS, Hits
from workbench.widgets.token_view.layout.layout import Strip
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.paint.shown import ShownPieces

_NO_SPAN = (0, 0)


@dataclass(frozen=True)
class Look:
    """What is to be seen besides the text and its tokens.

    Attributes:
        theme: the colors.
        marks: whether · → ↵ are painted.
        hovered: numbers (first, last + 1) of the tokens of the hovered box, or an empty range.
        fade: 0 to 1, how far the others have faded.
        selected: number of the selected token, -1 for none; its id marks the same tokens elsewhere.
        selected_id: its id, -1 for none.
        special_ids: ids drawn inverted.
        refused: spans in bytes of the text of special tokens that were not allowed.
        selection: bytes (start, end) of the text.
        caret: byte of the text, -1 where it is not drawn; caret_piece: (start, end) of the piece it is in.
        at_row_end: where a row begins at the caret, it is at the end of the row before.
        active: whether the view has the focus.
        cut: number of the first token that is left out, -1 where none is.
        bins: the fill of each id in an ordered mode of colors, None if they go by order.
        hits: what was searched for and found.
        doubtful: whether provisional tokens are shown as such.
        drift: where tokens would not stay, None where that is not shown.

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
    at_row_end: bool = False
    active: bool = True
    cut: int = -1
    bins: Bins | None = None
    hits: Hits = NO_HITS
    doubtful: bool = False
    drift: DriftMarks | None = None


class Canvas:
    """What the layers of a piece are painted on, from its upper left corner."""

    def __init__(self, painter: QPainter, look: Look, pieces: ShownPieces) -> None:
        self.painter, self.look, self.pieces, self.measures = painter, look, pieces, pieces.measures

    def rect(self, strip: Strip) -> QRectF:
        """Return the rectangle of a box in a strip; a gap of 1 px is kept at its right."""
        left = round(strip.left)
        width = max(round(strip.right) - 1 - left, 2)
        top = strip.row * self.measures.pitch + self.measures.box_top
        return QRectF(left, top, width, self.measures.box)

    def upper(self, strip: Strip) -> QRectF:
        """Return the part of a box that holds letters, above its ids."""
        return self.rect(strip).adjusted(0, 0, 0, -self.pieces.id_height)

    def special_boxes(self, piece: Piece) -> list[int]:
        """Return the boxes that hold a special token."""
        return piece.boxes.holding(self.look.special_ids) if self.look.special_ids else []

    def fill(self, rects: list[QRectF], color: QColor) -> None:
        """Fill rectangles with round corners."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color)
        for rect in rects:
            self.painter.drawRoundedRect(rect, TOKEN_RADIUS, TOKEN_RADIUS)
