"""What of the token view must be painted anew: the pieces that are not what was painted last, where it was.

Painting all that is seen takes some 4 ms, the line in which somebody types less than 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

from workbench.widgets.token_hits import Hits
from workbench.widgets.token_paint import Look
from workbench.widgets.token_pieces import Piece

_OWN = ("caret", "caret_piece", "selection", "hits")  # of a look: these change only the pieces they are in


@dataclass(frozen=True, slots=True)
class Seen:
    """What a view shows.

    Attributes:
        look: besides the text and its tokens.
        placed: the pieces, each with the y of its upper edge.
        lines: the number of each piece's line, none where these are not shown.
        room: of all this.

    """

    look: Look
    placed: list[tuple[Piece, float]]
    lines: tuple[int, ...]
    room: QRect

    def parts(self) -> dict[object, tuple[Piece, float]]:
        """Return the pieces by all that tells whether they look the same."""
        look = self.look
        lines = self.lines or (0,) * len(self.placed)
        by_number = look.selected >= 0 or look.cut >= 0 or look.hovered[0] < look.hovered[1]
        return {
            (
                id(piece.shape), y, line, piece.first_token if by_number else -1,
                piece.provisional.tobytes() if look.doubtful else None,
                look.caret - piece.start if piece.span == look.caret_piece else None,
                _within(look.selection, piece), _hits(look.hits, piece),
            ): (piece, y)
            for (piece, y), line in zip(self.placed, lines, strict=True)
        }  # fmt: skip


def damaged(before: Seen | None, now: Seen) -> QRegion:
    """Return what is to be painted of `now` where `before` is on the screen, None for nothing known."""
    if before is None or before.room != now.room or not _alike(before.look, now.look):
        return QRegion(now.room)
    old, new = before.parts(), now.parts()
    region = QRegion()
    for key in old.keys() ^ new.keys():
        region += _reach(*(new[key] if key in new else old[key]), now.room)
    return region


def _alike(one: Look, other: Look) -> bool:
    """Whether two looks differ at most in what concerns single pieces."""
    pairs: Iterable[tuple[object, object]] = (
        (getattr(one, field.name), getattr(other, field.name))
        for field in fields(Look)
        if field.name not in _OWN
    )
    return all(a is b or a == b for a, b in pairs)


def _within(selection: tuple[int, int], piece: Piece) -> object:
    """Return what of a selection is in a piece, counted from its first byte."""
    first, last = max(selection[0], piece.start), min(selection[1], piece.end)
    return (first - piece.start, last - piece.start) if first < last else None


def _hits(hits: Hits, piece: Piece) -> object:
    """Return the hits that touch a piece, counted from its first byte, and which is the present one."""
    own = hits.within(piece.start, piece.end) if len(hits) else range(0)
    if not own:
        return None
    starts, ends = (side[own.start : own.stop] - piece.start for side in (hits.starts, hits.ends))
    return starts.tobytes(), ends.tobytes(), hits.current - own.start if hits.current in own else -1


def _reach(piece: Piece, y: float, room: QRect) -> QRect:
    """Return where a piece is seen; what is not of one width may stand out by a row."""
    over = 0 if piece.layout.uniform else piece.layout.measures.pitch
    return QRect(room.left(), int(y) - over - 1, room.width(), piece.height + 2 * over + 2) & room
