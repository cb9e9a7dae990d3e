"""The caret and what it does: movement by cluster, word, row and page; typing and deleting.

Positions are bytes of the text. The caret is never within a grapheme cluster; a loose byte that
is not UTF-8 is one place by itself, so that it can be deleted alone.
"""

from __future__ import annotations

from collections.abc import Callable

from workbench.widgets.token_view.document.document import Change, Document
from workbench.widgets.token_view.document.line_feeds import LineFeeds
from workbench.widgets.token_view.document.words import word_stop
from workbench.widgets.token_view.layout.pieces import Piece, Pieces

READ_ONLY_OVER = 64 << 20  # bytes; a larger text can be looked at and exchanged, not changed


class Editor:
    """Caret, selection and edits.

    Attributes:
        position: of the caret; anchor: where the selection began, equal to it where nothing is selected.
        at_row_end: where a row begins at the position, the caret is at the end of the row before.
        locked: nothing can be changed, nor taken back.
        about_to_edit: called before anything is changed, where others must be through with their changes.

    """

    def __init__(
        self,
        document: Document,
        pieces: Pieces,
        changed: Callable[[Change], object],
        moved: Callable[[bool], object],
    ) -> None:
        """Call `changed` after each edit, and `moved` when the caret moves: whether it is to be in sight."""
        self.document, self.pieces = document, pieces
        self._changed, self._moved = changed, moved
        self.position = self.anchor = 0
        self.at_row_end = False
        self.locked = False
        self.about_to_edit: Callable[[], object] = bool
        self._wish: float | None = None  # the x that moving up and down keeps to

    @property
    def read_only(self) -> bool:
        """Whether nothing can be changed, by wish or because the text is over 64 MB."""
        return self.locked or len(self.document) > READ_ONLY_OVER

    @property
    def selection(self) -> tuple[int, int]:
        """The selected bytes (start, end); equal where nothing is selected."""
        return min(self.position, self.anchor), max(self.position, self.anchor)

    def has_selection(self) -> bool:
        """Return whether any byte is selected."""
        return self.position != self.anchor

    def place(self, position: int, select: bool = False, at_row_end: bool = False) -> None:
        """Put the caret at a byte; with `select` the selection reaches there."""
        self._put(position, select, at_row_end)
        self._moved(True)

    def _put(self, position: int, select: bool = False, at_row_end: bool = False) -> None:
        self.position = min(max(position, 0), len(self.document))
        self.at_row_end = at_row_end
        if not select:
            self.anchor = self.position
        self._wish = None
        self.document.history.seal()

    def select(self, start: int, end: int) -> None:
        """Select the bytes [start, end), the caret at the end."""
        self._put(start)
        self.place(end, select=True)

    def select_all(self) -> None:
        """Select the whole text; what is seen stays."""
        self._put(0)
        self._put(len(self.document), select=True)
        self._moved(False)

    def selected_bytes(self) -> bytes:
        """Return the bytes that are selected."""
        return self.document.read(*self.selection)

    # --- movement

    def character(self, step: int, select: bool = False) -> None:
        """Move by one cluster; without `select` a selection collapses to its end on that side."""
        if self.has_selection() and not select:
            self.place(self.selection[step > 0])
        else:
            self.place(self.stop(self.position, step), select)

    def stop(self, position: int, step: int) -> int:
        """Return the next (step 1) or previous (step -1) place for the caret."""
        piece = self.pieces.at(position)
        text = piece.layout.text
        if step < 0 and position == piece.start:
            span = self.pieces.flow.before(piece.span)
            if span is None:
                return position
            piece = self.pieces.piece(span)
            text = piece.layout.text
        inside = position - piece.start
        place = text.next_stop(inside) if step > 0 else text.previous_stop(inside)
        return position if place is None else piece.start + place

    def word(self, step: int, select: bool = False) -> None:
        """Move to the next or previous border of a word."""
        self.place(self.word_stop(self.position, step), select)

    def word_stop(self, position: int, step: int) -> int:
        """Return the next or previous border of a word, at least one cluster away."""
        target = self._outside_clusters(word_stop(self.document, position, step))
        return target if (target - position) * step > 0 else self.stop(position, step)

    def _outside_clusters(self, position: int) -> int:
        """Return a place for the caret: this one, or the start of its cluster."""
        piece = self.pieces.at(position)
        text, inside = piece.layout.text, position - piece.start
        return position if inside in text.stops() else piece.start + (text.previous_stop(inside) or 0)

    def line(self, position: int) -> tuple[int, int]:
        """Return the (start, end) of the line that holds a byte, its line feed included."""
        number = self.document.line_at(position)
        return self.document.line_start(number), self.document.line_end(number)

    def row_edge(self, step: int, select: bool = False) -> None:
        """Move to the beginning (step -1) or the end (step 1) of the row."""
        piece, row = self._row()
        start, end = piece.layout.row_range(row)
        line_end = piece.layout.text.line_end
        if step < 0:
            self.place(piece.position_at(start), select)
        elif line_end >= 0 and end > line_end:
            self.place(max(piece.start + self._before_line_feed(piece), self.position), select)
        else:
            self.place(piece.position_at(end), select, at_row_end=True)

    def _row(self) -> tuple[Piece, int]:
        """Return the piece and the row in which the caret is seen."""
        piece = self.pieces.at(self.position - (self.at_row_end and self.position > 0))
        return piece, piece.layout.caret_row(piece.display_at(self.position), self.at_row_end)

    def _before_line_feed(self, piece: Piece) -> int:
        """Return the last place of a piece before its line end, CR and LF being one."""
        return int(piece.layout.text.stops()[-2])

    def text_edge(self, step: int, select: bool = False) -> None:
        """Move to the beginning or the end of the text."""
        self.place(len(self.document) if step > 0 else 0, select)

    def rows(self, count: int, select: bool = False) -> None:
        """Move down by `count` rows (up where negative), keeping to the same x."""
        piece, row = self._row()
        wish = self._wish
        if wish is None:
            wish = piece.layout.x_at(piece.display_at(self.position), self.at_row_end)
        target, row = self._row_away(piece, row + count)
        if target is None:
            self.text_edge(1 if count > 0 else -1, select)
            return
        position, at_row_end = target.caret_at(row, wish)
        self._put(position, select, at_row_end)
        self._wish = wish
        self._moved(True)

    def _row_away(self, piece: Piece, row: int) -> tuple[Piece | None, int]:
        """Return the piece and row reached by going on from row 0 of a piece; None beyond the text."""
        flow = self.pieces.flow
        while row < 0:
            span = flow.before(piece.span)
            if span is None:
                return None, 0
            piece = self.pieces.piece(span)
            row += piece.layout.n_rows
        while row >= piece.layout.n_rows:
            row -= piece.layout.n_rows
            span = flow.after(piece.span)
            if span is None:
                return None, 0
            piece = self.pieces.piece(span)
        return piece, row

    # --- edits

    def insert(self, data: bytes, kind: str = "", feeds: LineFeeds | None = None) -> None:
        """Put bytes instead of the selection, or at the caret; the rest as in `Document.replace`."""
        self.about_to_edit()
        start, end = self.selection
        if self.read_only or (start == end and not data):
            return
        if kind == "typing" and (start != end or data in (b"\n", b" ")):
            self.document.history.seal()
        self._replace(start, end, data, kind, feeds)

    def replace(self, start: int, end: int, data: bytes, feeds: LineFeeds | None = None) -> None:
        """Put `data` instead of the bytes [start, end), as one step of undo."""
        start, end = self.settled(start, end)
        if not self.read_only:
            self._put(start)
            self._put(end, select=True)
            self.insert(data, feeds=feeds)

    def settled(self, start: int, end: int) -> tuple[int, int]:
        """Let others be through with their changes; returns where the bytes [start, end) are after that."""
        revision = self.document.revision
        self.about_to_edit()
        return self.document.shifted(start, revision), self.document.shifted(end, revision)

    def _replace(self, start: int, end: int, data: bytes, kind: str, feeds: LineFeeds | None = None) -> None:
        change = self.document.replace(start, end, data, kind, feeds)
        self._after(change)

    def _after(self, change: Change) -> None:
        """Put the caret behind what an edit brought; of another text, before its first byte."""
        self.position = self.anchor = 0 if change.is_whole else change.start + change.inserted
        self.at_row_end = False
        self._wish = None
        self._changed(change)

    def erase(self, step: int, by_word: bool = False) -> None:
        """Delete the selection, else the cluster or word after (step 1) or before (step -1) the caret."""
        self.about_to_edit()
        if self.read_only:
            return
        if self.has_selection():
            self.insert(b"")
            return
        find = self.word_stop if by_word else self.stop
        start, end = sorted((self.position, find(self.position, step)))
        if start < end:
            self._replace(start, end, b"", "delete" if step > 0 else "backspace")

    def undo(self) -> None:
        """Take the last edit back."""
        self.about_to_edit()
        if not self.locked and (change := self.document.undo()):
            self._after(change)

    def redo(self) -> None:
        """Redo what was undone."""
        self.about_to_edit()
        if not self.locked and (change := self.document.redo()):
            self._after(change)
