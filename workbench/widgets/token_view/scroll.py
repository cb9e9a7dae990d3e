"""Where the text is scrolled to: an anchor piece and how far it is above the upper edge.

The anchor is the truth; the scroll bar shows about where that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from workbench.widgets.token_view.document.document import Change
from workbench.widgets.token_view.layout.flow import PIECE, Flow
from workbench.widgets.token_view.layout.pieces import Piece, Pieces

_FAR = 8  # heights of the view: further than that, rows are not laid out on the way but estimated
_COLUMN_BYTES = 32  # that are in a column at most, save in texts of marks only
EDGE = 16  # free space above the first row and below the last


class Scroll:
    """What part of the text is seen.

    Attributes:
        start: byte at which the anchor piece begins.
        offset: how far its upper edge is above that of the view, in pixels; negative below.
        height: of the view.

    """

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.start = 0
        self.offset = float(-EDGE)
        self.height = 100
        self._kept: tuple[int, tuple[object, ...]] = 0, ()

    @property
    def _flow(self) -> Flow:
        return self.pieces.flow

    @property
    def reach(self) -> int:
        """A byte of the text that lies surely below the lower edge, found without laying anything out."""
        measures = self.pieces.measures
        rows = self.height / measures.pitch + 2
        return self.start + 2 * PIECE + int(rows * measures.width / measures.column) * _COLUMN_BYTES

    def to_top(self) -> None:
        """Show the beginning."""
        self.start, self.offset = 0, float(-EDGE)

    def placed(self) -> Iterator[tuple[Piece, float]]:
        """Yield the pieces that are seen, each with the y of its upper edge, a whole pixel.

        Between two pixels the edges of boxes would be blurred.
        """
        span: tuple[int, int] | None = self._flow.piece_at(self.start)
        y = -float(round(self.offset))
        while span is not None and y < self.height:
            piece = self.pieces.piece(span)
            yield piece, y
            y += piece.height
            span = self._flow.after(span)

    def by(self, pixels: float) -> None:
        """Move the text up by `pixels` (down where negative), no further than its ends."""
        if abs(pixels) > _FAR * self.height:
            self.to_row(self.row() + pixels / self.pieces.measures.pitch)
            return
        self.offset += pixels
        self._settle()
        hidden = self._hidden_below()
        if hidden < 0:
            self.offset += hidden
            self._settle()
            hidden = 0
        if self.start == 0 and self.offset + hidden <= 0:  # all rows have room below the upper edge
            self.offset = float(-EDGE)

    def _settle(self) -> None:
        """Make the piece at the upper edge the anchor."""
        piece = self.pieces.at(self.start)
        while self.offset >= piece.height and (span := self._flow.after(piece.span)):
            self.offset -= piece.height
            piece = self.pieces.piece(span)
        while self.offset < 0 and (span := self._flow.before(piece.span)):
            piece = self.pieces.piece(span)
            self.offset += piece.height
        self.start = piece.start
        if piece.start == 0:
            self.offset = max(self.offset, float(-EDGE))

    def is_whole(self) -> bool:
        """Return whether all rows are seen, be it without the edge below the last."""
        return self.start == 0 and self.offset <= -EDGE and self._hidden_below() <= EDGE

    def is_at_end(self) -> bool:
        """Return whether the last row and its edge are seen."""
        return self._hidden_below() < 1

    def _hidden_below(self) -> float:
        """Return how many pixels of the text are below the view, infinity for many, below 0 what is empty."""
        if self.reach < len(self._flow.document):
            return inf
        y = -self.offset
        span = self._flow.piece_at(self.start)
        while y < self.height:
            y += self.pieces.piece(span).height
            following = self._flow.after(span)
            if following is None:
                return y + EDGE - self.height
            span = following
        return inf

    def follow(self, change: Change) -> None:
        """Keep what is seen where it is while the text changes."""
        top = self.pieces.at(change.shifted(self.start))
        self._anchor_at(change.shifted(self.start), top, self.offset)
        self.by(0)

    def _anchor_at(self, position: int, piece: Piece, offset: float) -> None:
        """Put the row of a byte `offset` pixels above the upper edge."""
        row = piece.layout.row_at(piece.display_at(position))
        self.start = piece.start
        self.offset = offset + row * self.pieces.measures.pitch

    def keep_position(self, position: int) -> None:
        """After another width or size, show the row of a byte at the upper edge."""
        self._anchor_at(position, self.pieces.at(position), float(-EDGE) if position == 0 else 0.0)
        self.by(0)
        self._kept = position, self._place()

    def _place(self) -> tuple[object, ...]:
        return self.start, self.offset, self._flow.document.revision

    def top_position(self) -> int:
        """Return the first byte of the uppermost row that is seen; unmoved since `keep_position`, its byte.

        The row may begin before that: taken again at each size, the text would creep.
        """
        if self._kept[1] == self._place():
            return self._kept[0]
        piece = self.pieces.at(self.start)
        row = min(max(int(self.offset // self.pieces.measures.pitch), 0), piece.layout.n_rows - 1)
        return piece.position_at(piece.layout.row_range(row)[0])

    def reveal(self, position: int) -> None:
        """Scroll as little as needed to see the row of a byte; far away, bring it to the middle."""
        pitch = self.pieces.measures.pitch
        near = self.start <= position <= self.reach  # else nothing has to be laid out to know that it is not
        for piece, y in self.placed() if near else ():
            if piece.start <= position <= piece.end and self._flow.piece_at(position) == piece.span:
                top = y + piece.layout.row_at(piece.display_at(position)) * pitch
                if top < 0:
                    self.by(top)
                elif top + pitch > self.height:
                    self.by(top + pitch - self.height)
                    self._show_edge()
                return
        target = self.pieces.at(position)
        below = position > self.start
        edge = self._near_edge(target, below)
        self._anchor_at(position, target, edge if edge is not None else -(self.height - pitch) / 2)
        self.by(0)
        self._show_edge()

    def _show_edge(self) -> None:
        """Show the edge below the last row where that row is seen."""
        if self._hidden_below() <= EDGE:
            self.by(EDGE)

    def _near_edge(self, target: Piece, below: bool) -> float | None:
        """Return the offset that shows a neighboring piece at the edge; None for one further away."""
        if not below:
            return 0.0 if self._flow.before(self._flow.piece_at(self.start)) == target.span else None
        if target.start > self.reach:
            return None
        *_, (last, _) = self.placed()
        return (
            float(self.pieces.measures.pitch - self.height)
            if self._flow.after(last.span) == target.span
            else None
        )

    # --- the bar, in rows as they are estimated

    def row(self) -> float:
        """Return about how many rows are above the upper edge."""
        rows = self.offset / self.pieces.measures.pitch
        if rows > 0:
            piece = self.pieces.at(self.start)
            rows *= self._flow.rows_in(piece.span) / piece.layout.n_rows
        return self._flow.row_of(self.start) + rows

    def last_row(self) -> float:
        """Return about how far `row` can rise."""
        pitch = self.pieces.measures.pitch
        below = (EDGE - self.height) / pitch * self._flow.density
        return max(self._flow.n_rows() + below, -EDGE / pitch)

    def to_row(self, row: float) -> None:
        """Jump to about a row."""
        if row < 0:
            self.to_top()
            return
        self.start, rows = self._flow.position_of(row)
        span = self._flow.piece_at(self.start)
        part = rows / self._flow.rows_in(span)
        self.offset = min(part, 1.0) * self.pieces.piece(span).height
        self.by(0)

    def to_end(self) -> None:
        """Show the end."""
        piece = self.pieces.piece(self._flow.last())
        self.start, self.offset = piece.start, piece.height + EDGE - float(self.height)
        self.by(0)
