"""What is where in the token view: pieces, boxes, the caret."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF

from workbench.widgets.token_view.layout.layout import Strip
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.spans import Token
from workbench.widgets.token_view.layout.strokes import caret_rect
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.widgets.token_view.scroll import Scroll

MARGIN = 16


@dataclass(frozen=True)
class TokenHit:
    """A box with its tokens, as it is on the screen.

    Attributes:
        token: the token, of several in one box the first.
        tokens: all tokens of the box.
        color: 0 to 5, that of the box in the theme's token colors.
        rect: of the box (the row that was hit), in coordinates of the viewport.

    """

    token: Token
    tokens: tuple[Token, ...]
    color: int
    rect: QRect


class Places:
    """Where the pieces lie that are seen; points are those of the viewport.

    Attributes:
        left: where rows begin, after the line numbers where there are any.

    """

    def __init__(self, pieces: ShownPieces, scroll: Scroll) -> None:
        self._pieces, self._scroll = pieces, scroll
        self.left = MARGIN
        self._placed: tuple[object, list[tuple[Piece, float]]] = (None, [])

    def placed(self) -> list[tuple[Piece, float]]:
        """Return the pieces that are seen, each with the y of its upper edge."""
        scroll, pieces = self._scroll, self._pieces
        state = (
            pieces.document.revision, pieces.spans.version, scroll.start, scroll.offset, scroll.height,
            pieces.added, pieces.cut, id(pieces.measures), pieces.composition,
        )  # fmt: skip
        if self._placed[0] != state:
            self._placed = (state, list(scroll.placed()))
        return self._placed[1]

    def visible_range(self) -> tuple[int, int]:
        """Return the bytes (start, end) of the pieces that are seen."""
        placed = self.placed()
        return (placed[0][0].start, placed[-1][0].end) if placed else (0, 0)

    def caret_at(self, point: QPointF) -> tuple[int, bool]:
        """Return where the caret would stand for a point: the byte, and whether at the end of a row."""
        placed = self.placed()
        piece, y = next((pair for pair in reversed(placed) if pair[1] <= point.y()), placed[0])
        row = int((point.y() - y) // self._pieces.measures.pitch)
        row = min(max(row, 0), piece.layout.n_rows - 1)
        return piece.caret_at(row, point.x() - self.left)

    def caret_rect(self, position: int, at_row_end: bool = False) -> QRectF:
        """Return where the caret is before a byte; off the viewport where that is not seen."""
        span = self._pieces.flow.piece_at(max(position - at_row_end, 0))
        for piece, y in self.placed():
            if piece.span == span:
                rect = caret_rect(piece, position, self._pieces.measures, at_row_end)
                return rect.translated(self.left, y)
        return QRectF(self.left, -100, 2, self._pieces.measures.box)

    def token_at(self, point: QPointF) -> TokenHit | None:
        """Return the box under a point, None if there is none."""
        for piece, y in self.placed():
            if not y <= point.y() < y + piece.height:
                continue
            for box, strip in piece.boxes.in_row(int((point.y() - y) // self._pieces.measures.pitch)):
                rect = self._reach(strip, y)
                if rect.contains(point):
                    return self._hit(piece, box, rect)
        return None

    def hit_of_token(self, index: int) -> TokenHit | None:
        """Return the box of a token by its number in the text, None if it is not seen."""
        for piece, y in self.placed():
            box = piece.boxes.of_token(index - piece.first_token)
            strips = piece.boxes.strips_of(box) if box is not None else []
            if box is not None and strips:
                return self._hit(piece, box, self._reach(strips[0], y))
        return None

    def _reach(self, strip: Strip, y: float) -> QRectF:
        """Return where a box of a piece at `y` can be hit: over the whole height of the row."""
        pitch = self._pieces.measures.pitch
        width = max(strip.right - strip.left, 2)
        return QRectF(self.left + strip.left, y + strip.row * pitch, width, pitch)

    def _hit(self, piece: Piece, box: int, rect: QRectF) -> TokenHit | None:
        spans = self._pieces.spans
        tokens = tuple(
            token for index in range(*piece.tokens_of(box)) if (token := spans.token(index)) is not None
        )
        edge = round(self._pieces.measures.box_top)
        shown = rect.toAlignedRect().adjusted(0, edge, 0, -edge)
        return TokenHit(tokens[0], tokens, int(piece.boxes.colors[box]), shown) if tokens else None
