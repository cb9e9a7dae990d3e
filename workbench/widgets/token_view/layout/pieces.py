"""The pieces of the text with their rows and boxes, kept while they may be seen again.

What is kept is found by its content (bytes, tokens relative to the piece, colors), not by its place:
an edit above it or the same line elsewhere asks for nothing new. The pieces themselves, with their
places, are carried over a change that did not touch them: looking at each again would take half of the
time from a key to the paint.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar, cast

import numpy as np
import regex
from numpy.typing import NDArray

from workbench.widgets.token_view.document.document import Change, Document
from workbench.widgets.token_view.layout.boxes import Boxes, Groups, gather, make_boxes
from workbench.widgets.token_view.layout.flow import HEAD, Flow
from workbench.widgets.token_view.layout.inserts import NBSP, NO_INSERTS, NOTHING, Inserts
from workbench.widgets.token_view.layout.layout import LineLayout, make_measures
from workbench.widgets.token_view.layout.line import LineText, line_text
from workbench.widgets.token_view.layout.rooms import with_rooms
from workbench.widgets.token_view.layout.spans import SpanStore, TokenRun, Touched

_KEPT = 400
_LETTER = 24  # bytes that a letter with its marks has at most, as far as the width of a space goes
_LAST_LETTER = regex.compile(r"\P{M}\p{M}*\Z")
_READY = 128  # some screens full: each is moved when the text before it grows

Value = TypeVar("Value")


class Shape:
    """The rows of a piece and its boxes, which are made once the user asks: most of the work is theirs.

    Attributes:
        layout: its rows.

    """

    __slots__ = ("_boxes", "_groups", "_run", "layout")

    def __init__(self, layout: LineLayout, groups: Groups, run: TokenRun) -> None:
        self.layout = layout
        self._groups, self._run = groups, run
        self._boxes: Boxes | None = None

    @property
    def boxes(self) -> Boxes:
        """The boxes, in order of position."""
        if self._boxes is None:
            self._boxes = make_boxes(self.layout, self._groups, self._run)
        return self._boxes


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text, ready to paint.

    Attributes:
        start, end: in bytes of the text.
        shape: its rows and boxes.
        first_token: number in the text of the first token that has a byte here.
        provisional: bool, of each token that has a byte here, whether a later answer may say otherwise.

    """

    start: int
    end: int
    shape: Shape
    first_token: int
    provisional: NDArray[np.bool_]

    @property
    def layout(self) -> LineLayout:
        """Its rows."""
        return self.shape.layout

    @property
    def boxes(self) -> Boxes:
        """Its boxes, in order of position."""
        return self.shape.boxes

    @property
    def span(self) -> tuple[int, int]:
        """Its (start, end)."""
        return self.start, self.end

    @property
    def height(self) -> int:
        """Height of its rows."""
        return self.layout.height()

    def display_at(self, position: int) -> int:
        """Return the place in the display string of a byte of the text."""
        return self.layout.text.display_at(position - self.start)

    def position_at(self, display: int) -> int:
        """Return the byte of the text at a place in the display string."""
        return self.start + self.layout.text.raw_at(display)

    def caret_at(self, row: int, x: float) -> tuple[int, bool]:
        """Return the place for the caret nearest to `x` in a row, and whether that is the row's end."""
        text = self.layout.text
        stops = text.stops()
        last = int(stops[-1]) if text.line_end < 0 else int(stops[-2])
        inside = min(self.position_at(self.layout.display_at(row, x)) - self.start, last)
        if inside not in stops:
            inside = text.previous_stop(inside) or 0
        return self.start + inside, text.display_at(inside) >= self.layout.row_range(row)[1]

    def moved(self, n_bytes: int, n_tokens: int) -> Piece:
        """Return the same piece as it lies when so many bytes and tokens more come before."""
        place = self.start + n_bytes, self.end + n_bytes
        return Piece(*place, self.shape, self.first_token + n_tokens, self.provisional)

    def tokens_of(self, box: int) -> tuple[int, int]:
        """Return the numbers in the text (first, last + 1) of the tokens of a box."""
        first, last = self.boxes.tokens(box)
        return self.first_token + first, self.first_token + last

    def provisional_boxes(self) -> NDArray[np.int64]:
        """Return the boxes whose first token is provisional."""
        return np.flatnonzero(self.provisional[self.boxes.groups.firsts])

    def touched_boxes(self, spans: Iterable[tuple[int, int]]) -> NDArray[np.bool_]:
        """Return bool[n], which boxes have a byte of some spans (start, end) of the text."""
        starts, ends = self.boxes.groups.starts + self.start, self.boxes.groups.ends + self.start
        touched = np.zeros(len(starts), np.bool_)
        for start, end in spans:
            touched |= (starts < end) & (ends > start)
        return touched

    def boxes_of(self, first: int, last: int) -> range:
        """Return the boxes of the tokens [first, last) by their numbers in the text."""
        boxes = self.boxes
        if not len(boxes) or first >= last:
            return range(0)
        low, high = first - self.first_token, last - self.first_token
        begin = np.searchsorted(boxes.groups.lasts, low, side="right")
        end = np.searchsorted(boxes.groups.firsts, high)
        return range(int(begin), int(end))


class _Kept(Generic[Value]):
    """The last results of a function, by a key."""

    def __init__(self) -> None:
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return what is kept under `key`, else make and keep a new one."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
            return value
        value = self._values[key] = make()
        if len(self._values) > _KEPT:
            self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()


class Pieces:
    """Makes pieces and keeps the parts of about 400.

    Attributes:
        measures: the sizes in force; set by `resize`.
        added: what is put around the text.
        cut: (number of the first token that is left out, text of the flag there), None for no cut.

    """

    def __init__(self, document: Document, flow: Flow, spans: SpanStore) -> None:
        self.document, self.flow, self.spans = document, flow, spans
        self.measures = make_measures(600, 1.0)
        self.added = NOTHING
        self.cut: tuple[int, str] | None = None
        self._texts: _Kept[LineText] = _Kept()
        self._layouts: _Kept[LineLayout] = _Kept()
        self._shapes: _Kept[Shape] = _Kept()
        self._ready: dict[tuple[int, int], Piece] = {}
        self._ready_for: tuple[object, ...] = ()

    def resize(self, width: float, zoom: float) -> None:
        """Break rows at another width, or show the text at another size."""
        self.measures = make_measures(width, zoom)
        self._layouts.clear()
        self._shapes.clear()
        self._ready.clear()
        self.flow.columns = max(int(self.measures.width / self.measures.column), 1)
        self.flow.reset()

    def at(self, position: int) -> Piece:
        """Return the piece that holds a byte of the text."""
        return self.piece(self.flow.piece_at(position))

    def piece(self, span: tuple[int, int]) -> Piece:
        """Return the piece of the bytes (start, end), which come from `Flow`, as it is shown now."""
        now = (self.document.revision, self.spans.version, *self._shows())
        if now != self._ready_for:
            self._carry_over(now)
        piece = self._ready.get(span)
        if piece is None:
            if len(self._ready) >= _READY:
                self._ready.clear()
            piece = self._ready[span] = self._new_piece(span)
        return piece

    def _shows(self) -> tuple[object, ...]:
        """Return what pieces depend on besides the text and its tokens."""
        return self.added, self.cut

    def _carry_over(self, now: tuple[object, ...]) -> None:
        """Keep the pieces that no change since has touched, where there was one edit at most."""
        before, self._ready_for = self._ready_for, now
        known = bool(before) and before[2:] == now[2:] and self.cut is None
        changes = self.document.changes_since(cast(int, before[0])) if known else None
        touched = self.spans.touched_since(cast(int, before[1])) if known else None
        if changes is None or touched is None or not len(changes) == sum(one.edited for one in touched) <= 1:
            self._ready.clear()
            return
        for one in touched:
            self._move(one, self._end_in_doubt(changes[0], one) if one.edited else one.end)

    def _end_in_doubt(self, change: Change, touched: Touched) -> int:
        """Return up to which byte an edit may have changed pieces: its beginning counts for a line."""
        document = self.document
        near = change.start < document.line_start(change.first_line) + HEAD
        if near or change.inserted_lines or change.removed_lines:
            last = document.line_at(change.start + change.inserted)
            return max(touched.end, document.line_end(last))
        return touched.end

    def _move(self, touched: Touched, end: int) -> None:
        ready, self._ready = self._ready, {}
        still = not touched.delta and not touched.n_more
        for span, piece in ready.items():
            if piece.end < touched.start or (still and piece.start > end):
                self._ready[span] = piece
            elif piece.start + touched.delta > end:
                moved = piece.moved(touched.delta, touched.n_more)
                self._ready[moved.span] = moved

    def _new_piece(self, span: tuple[int, int]) -> Piece:
        start, end = span
        data = self.document.read(start, end)
        # After a last line feed comes one more piece, without bytes, that holds what is at the end.
        is_last = end == len(self.document) and self.flow.after(span) is None
        run = self.spans.overlapping(start, end + is_last).copied()  # it is kept
        starts, ends = run.starts - start, run.ends - start
        right_to_left = self.flow.right_to_left(start)
        tokens = starts.tobytes(), ends.tobytes(), run.ids.tobytes(), run.colors.tobytes()

        inserts = self._inserts(run, span, is_last, data)

        def _shape() -> Shape:
            text = self._text(data, right_to_left)
            groups = gather(text, starts, ends, len(inserts.heads), len(inserts.tails))
            return Shape(self._layout(data, right_to_left, groups.tabs(), inserts), groups, run)

        shape = self._shapes.get((data, right_to_left, tokens, inserts), _shape)
        self.flow.learn(span, shape.layout.n_rows)
        return Piece(start, end, shape, run.first, run.provisional)

    def _inserts(self, run: TokenRun, span: tuple[int, int], is_last: bool, data: bytes) -> Inserts:
        """Return what a piece shows besides its bytes, as its tokens are now."""
        added, (start, end) = self.added, span
        heads: tuple[str, ...] = ()
        tails: tuple[str, ...] = ()
        prefix = ""
        if start == 0 and added is not NOTHING:
            n_empty = int(np.searchsorted(run.ends, 0, side="right"))
            heads = added.before[:n_empty]
            if added.prefix and len(self.document) and n_empty > len(heads):
                heads, prefix = (*heads, NBSP), "token"
            elif added.prefix and len(run) > len(heads):
                prefix = "inside"
        if is_last and added.after:
            n_empty = len(run) - max(int(np.searchsorted(run.starts, end)), len(heads))
            tails = added.after[: max(n_empty, 0)]
        flag = self._flag(run, start, data)
        return Inserts(heads, tails, prefix, flag) if heads or tails or prefix or flag else NO_INSERTS

    def _flag(self, run: TokenRun, start: int, data: bytes) -> tuple[int, str] | None:
        """Return the border before the first token that is left out, where it is in this piece."""
        if self.cut is None or not run.first <= self.cut[0] < run.first + len(run):
            return None
        place = int(run.starts[self.cut[0] - run.first]) - start
        text = self._text(data, self.flow.right_to_left(start))
        whole = text.raw[text.whole]
        return int(whole[max(int(np.searchsorted(whole, place, side="right")) - 1, 0)]), self.cut[1]

    def _text(self, data: bytes, right_to_left: bool) -> LineText:
        return self._texts.get((data, right_to_left), lambda: line_text(data, right_to_left))

    def _layout(
        self, data: bytes, right_to_left: bool, counts: tuple[tuple[int, int], ...], inserts: Inserts
    ) -> LineLayout:
        def _laid_out() -> LineLayout:
            if not counts and inserts is NO_INSERTS:
                return LineLayout(self._text(data, right_to_left), self.measures, right_to_left)
            return self._with_room(data, right_to_left, counts, inserts)

        return self._layouts.get((data, right_to_left, counts, inserts), _laid_out)

    def _with_room(
        self, data: bytes, right_to_left: bool, counts: tuple[tuple[int, int], ...], inserts: Inserts
    ) -> LineLayout:
        """Lay out with room for tabs; twice where the spaces there turn out narrower than expected.

        Laying scripts out that join their letters takes most of the time of a screenful.
        """

        def _laid_out(rooms: tuple[tuple[int, int], ...]) -> LineLayout:
            text = with_rooms(self._text(data, right_to_left), rooms, right_to_left, inserts)
            return LineLayout(text, self.measures, right_to_left, rooms)

        rooms = self.usual_rooms(data, counts)
        layout = _laid_out(rooms)
        fitting = self._fitting(layout, [count for _, count in counts])
        return layout if fitting == rooms else _laid_out(fitting)

    def usual_rooms(self, data: bytes, counts: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """Return (byte of a border, spaces) for each tab, before anything is laid out."""
        measures = self.measures
        return tuple((place, measures.room_after(_letter(data, place), count)) for place, count in counts)

    def _fitting(self, layout: LineLayout, counts: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Return how many spaces of the width found each tab needs, with its place."""
        owners, strips = layout.tabs
        widths = np.bincount(owners, strips.rights - strips.lefts, minlength=len(counts)).tolist()
        fitting = []
        for (place, columns), width, count in zip(layout.rooms, widths, counts, strict=True):
            wanted = self.measures.tab_width(count)
            is_enough = width >= wanted - 2 or width <= 0
            fitting.append((place, columns if is_enough else ceil(columns * wanted / width)))
        return tuple(fitting)


def _letter(data: bytes, place: int) -> str:
    """Return the letter that ends at a border, with its marks."""
    before = data[max(place - _LETTER, 0) : place].decode("utf-8", "ignore")
    match = _LAST_LETTER.search(before)
    return match[0] if match else before[-1:]
