"""When and where the token view is painted: once for a letter and its tokens, where these come soon.

A change asks for a paint of what it changed, found out once all that is being done now has been done. Painted
are the pieces that are not what was painted last, where it was: all that is seen takes some 4 ms, the line in
which the user types less than 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QAbstractScrollArea

from workbench.widgets.garbage import leave_garbage
from workbench.widgets.token_view.layout.hits import Hits
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.paint.canvas import Look
from workbench.widgets.token_view.paint.paint import MOST_FORMATS

HELD_MILLISECONDS = 7  # that a letter waits for its tokens: with the paint itself that is less than a frame
_FEW = 3  # pieces that have changed: of more their rows are not compared
# Of a look: these change only the pieces they are in.
_OWN = ("caret", "caret_piece", "at_row_end", "selection", "hits")


class Repaint(QObject):
    """Asks for the paints of a view.

    What is on the screen is what was seen when a paint was last requested: paints come after that.
    """

    _asked = Signal()

    def __init__(self, view: QAbstractScrollArea, seen: Callable[[], Seen]) -> None:
        """Ask for paints of a view; `seen` tells what it shows now."""
        super().__init__(view)
        self._view, self._seen = view, seen
        self._last: Seen | None = None
        self._unsure = QRegion()
        self._waiting = False
        self._asked.connect(self._ask, Qt.ConnectionType.QueuedConnection)
        self._held = QTimer(
            self, singleShot=True, interval=HELD_MILLISECONDS, timerType=Qt.TimerType.PreciseTimer
        )
        self._held.timeout.connect(self.ask)
        # Where all has been laid out again, whatever else waits comes before the paint.
        self._all = QTimer(self, singleShot=True, interval=0)
        self._all.timeout.connect(lambda: view.viewport().update())

    def ask(self) -> None:
        """Paint what is changed by now before long, what is held later."""
        if not self._held.isActive() and not self._waiting:
            self._waiting = True
            self._asked.emit()

    def ask_for_all(self) -> None:
        """Paint all before long, as after scrolling."""
        self._last = None
        leave_garbage()
        self._view.viewport().update()

    def _ask(self) -> None:
        self._waiting = False
        if self._held.isActive():
            return
        now = self._seen()
        region = damaged(self._last, now) + self._unsure
        self._last, self._unsure = now, QRegion()
        if region == QRegion(now.room):
            self._all.start()
        elif not region.isEmpty():
            self._view.viewport().update(region)

    def painted(self, region: QRegion) -> None:
        """Note a paint: where a change has not been requested yet, it is not known what it showed."""
        if self._waiting or self._held.isActive():
            self._unsure += region

    def hold(self) -> None:
        """Wait for the tokens of what has just been typed, but not long."""
        if not self._held.isActive():
            self._held.start()
        leave_garbage()

    def release(self) -> None:
        """Wait no longer: they are there."""
        if self._held.isActive():
            self._held.stop()
            self.ask()


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

    def parts(self) -> dict[object, _Part]:
        """Return the pieces by all that tells whether they look the same."""
        look = self.look
        lines = self.lines or (0,) * len(self.placed)
        by_number = look.selected >= 0 or look.cut >= 0 or look.hovered[0] < look.hovered[1]
        parts: dict[object, _Part] = {}
        for (piece, y), line in zip(self.placed, lines, strict=True):
            caret = None
            if piece.span == look.caret_piece:
                caret = look.caret - piece.start, look.at_row_end
            rest = (
                y, line, piece.first_token if by_number else -1,
                piece.provisional.tobytes() if look.doubtful else None,
                _within(look.selection, piece), _hits(look.hits, piece),
            )  # fmt: skip
            parts[(id(piece.shape), caret, rest)] = _Part(piece, y, caret, rest)
        return parts


class _Part(NamedTuple):
    """A piece, the y of its upper edge, the caret in it, and what else tells how it looks.

    Attributes:
        caret: its byte in the piece, and whether it is at the end of a row; None in another piece.

    """

    piece: Piece
    y: float
    caret: tuple[int, bool] | None
    rest: tuple[object, ...]


def damaged(before: Seen | None, now: Seen) -> QRegion:
    """Return what is to be painted of `now` where `before` is on the screen, None for nothing known."""
    if before is None or before.room != now.room or not _alike(before.look, now.look):
        return QRegion(now.room)
    old, new = before.parts(), now.parts()
    gone = {part.y: part for key, part in old.items() if key not in new}
    come = [part for key, part in new.items() if key not in old]
    region = QRegion()
    for part in come:
        other = gone.get(part.y)
        if other is not None and len(come) <= _FEW and _only_rows(other, part):
            del gone[part.y]
            region += _reach(part, now.room, _rows_apart(other, part))
        else:
            region += _reach(part, now.room)
    for part in gone.values():
        region += _reach(part, now.room)
    return region


def _only_rows(one: _Part, other: _Part) -> bool:
    """Return whether two pieces in one place may differ in some of their rows only."""
    return one.rest == other.rest and one.piece.layout.measures is other.piece.layout.measures


def _rows_apart(one: _Part, other: _Part) -> tuple[int, int]:
    """Return the rows [first, last) in which two pieces in one place look different."""
    layouts = one.piece.layout, other.piece.layout
    n_rows = max(layout.n_rows for layout in layouts)
    carets = [
        part.piece.layout.caret_row(part.piece.display_at(part.piece.start + part.caret[0]), part.caret[1])
        for part in (one, other)
        if part.caret is not None
    ]
    if one.piece.shape is other.piece.shape:
        return min(carets), max(carets) + 1
    if any(layout.mixed or len(layout.text.named) > MOST_FORMATS for layout in layouts):
        return 0, n_rows
    alike = [
        one.piece.boxes.row_looks(row) == other.piece.boxes.row_looks(row)
        and layouts[0].row_looks(row) == layouts[1].row_looks(row)
        for row in range(min(layout.n_rows for layout in layouts))
    ]
    apart = [row for row, same in enumerate(alike) if not same] + carets
    last = n_rows if layouts[0].n_rows != layouts[1].n_rows else max(apart, default=-1) + 1
    return min(apart, default=min(len(alike), n_rows - 1)), last


def _alike(one: Look, other: Look) -> bool:
    """Return whether two looks differ at most in what concerns single pieces."""
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


def _reach(part: _Part, room: QRect, rows: tuple[int, int] | None = None) -> QRect:
    """Return where rows [first, last) of a piece are seen, by default all of them."""
    layout = part.piece.layout
    pitch = layout.measures.pitch
    first, last = rows or (0, layout.n_rows)
    over = pitch * layout.stands_out
    top, height = int(part.y) + first * pitch - over - 1, (last - first) * pitch + 2 * over + 2
    return QRect(room.left(), top, room.width(), height) & room
