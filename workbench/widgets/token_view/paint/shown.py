"""The pieces of the text as they are shown: with ids under the boxes, with what an input method composes.

Ids are under their boxes; a box too narrow for its ids gets room after its letters, as the tab of a
split character does. What is being composed is in the line at the caret, what follows moves over;
it is laid out with the text and belongs to no token.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFont, QFontMetricsF

from workbench.widgets.look.theme import token_font
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.boxes import Boxes, Groups, gather
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.inserts import NBSP, NO_INSERTS, Inserts
from workbench.widgets.token_view.layout.layout import LineLayout, Measures, Strip
from workbench.widgets.token_view.layout.line import LineText
from workbench.widgets.token_view.layout.pieces import Piece, Pieces, Shape
from workbench.widgets.token_view.layout.rooms import with_rooms
from workbench.widgets.token_view.layout.spans import SpanStore, TokenRun

Ints = NDArray[np.int64]

_ID_SIZE, _ID_HEIGHT = 11, 16  # at zoom 1: of the digits, and what they add to a box
_ID_EDGES = 6  # free pixels next to the digits
_FITTINGS = 5  # some scripts' own spaces are narrower than a column
_MISSING = 0.5  # pixels that ids may lack
_KEPT = 400
_MOST_WIDTHS = 1 << 16
_MOST_IDS = 4


@dataclass(frozen=True, slots=True)
class Composition:
    """What an input method is composing.

    Attributes:
        position: byte of the text before which it is.
        text: never empty.
        caret: where the caret is in it, in characters; -1 where it is not to be seen.
        chosen: (start, end) in characters of the part that is being converted, equal where none is.

    """

    position: int
    text: str
    caret: int = -1
    chosen: tuple[int, int] = (0, 0)

    def bytes_until(self, characters: int) -> int:
        """Return how many bytes the first characters take."""
        return len(self.text[:characters].encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class ComposedPiece(Piece):
    """A piece that holds a composition.

    Attributes:
        composition: what is composed; at: where it begins in the piece's own bytes; size: its own, in bytes.

    """

    composition: Composition
    at: int
    size: int

    def moved(self, n_bytes: int, n_tokens: int) -> Piece:
        """Return the same piece as it lies when so many bytes and tokens more come before."""
        first = self.first_token + n_tokens
        return replace(self, start=self.start + n_bytes, end=self.end + n_bytes, first_token=first)

    def display_at(self, position: int) -> int:
        """Return the place in the display string of a byte; of the caret, that in what is composed."""
        inside = position - self.start
        if inside == self.at:
            inside += self.composition.bytes_until(max(self.composition.caret, 0))
        elif inside > self.at:
            inside += self.size
        return self.layout.text.display_at(inside)

    def position_at(self, display: int) -> int:
        """Return the byte of the text at a place in the display string."""
        inside = self.layout.text.raw_at(display)
        return self.start + (inside if inside <= self.at else max(inside - self.size, self.at))

    def composed(self, first: int, last: int) -> tuple[int, int]:
        """Return (start, end) in the display string of characters of what is composed."""
        text, own = self.layout.text, self.composition
        return text.display_at(self.at + own.bytes_until(first)), text.display_at(
            self.at + own.bytes_until(last)
        )


class ShownPieces(Pieces):
    """Pieces with what is shown besides the text and its tokens.

    Attributes:
        ids: whether ids are under the boxes.
        composition: what an input method is composing, None for nothing.
        id_font: of the ids; id_height: what they add to the height of a box.

    """

    def __init__(self, document: Document, flow: Flow, spans: SpanStore) -> None:
        super().__init__(document, flow, spans)
        self.ids = False
        self.composition: Composition | None = None
        self.id_font: QFont = token_font(_ID_SIZE)
        self.id_height = 0
        self._with_ids: dict[object, Shape] = {}
        self._widths: dict[str, float] = {}  # of what is written under boxes

    def resize(self, width: float, zoom: float) -> None:
        """Break rows at another width, or show the text at another size, with or without ids."""
        super().resize(width, zoom)
        self._with_ids.clear()
        self._widths.clear()
        self.id_height = 0
        if self.ids:
            self.id_font = token_font(max(round(_ID_SIZE * zoom), 7))
            self.id_height = round(_ID_HEIGHT * self.measures.box / 24)
            self.measures = _higher(self.measures, self.id_height)

    def _shows(self) -> tuple[object, ...]:
        return (*super()._shows(), self.composition)

    def _new_piece(self, span: tuple[int, int]) -> Piece:
        composition = self.composition
        if composition is not None and self.flow.piece_at(composition.position) != span:
            composition = None
        if composition is None and not self.ids:
            return super()._new_piece(span)
        return self._shown(span, composition)

    def _shown(self, span: tuple[int, int], composition: Composition | None) -> Piece:
        start, end = span
        data = self.document.read(start, end)
        is_last = end == len(self.document) and self.flow.after(span) is None
        run = self.spans.overlapping(start, end + is_last).copied()  # it is kept
        inserts = self._inserts(run, span, is_last, data)
        starts, ends = run.starts - start, run.ends - start
        if composition is None:
            shape = self._kept_shown(data, span, starts, ends, run, inserts)
            self.flow.learn(span, shape.layout.n_rows)
            return Piece(start, end, shape, run.first, run.provisional)
        at, written = composition.position - start, composition.text.encode("utf-8", "surrogatepass")
        starts = starts + len(written) * (starts >= at)
        ends = ends + len(written) * (ends > at)
        shape = self._laid(data[:at] + written + data[at:], span, starts, ends, run, inserts)
        own = composition, at, len(written)
        return ComposedPiece(start, end, shape, run.first, run.provisional, *own)

    def _kept_shown(
        self, data: bytes, span: tuple[int, int], starts: Ints, ends: Ints, run: TokenRun, inserts: Inserts
    ) -> Shape:
        """Return what is kept under the same bytes and tokens, else make a new one."""
        key = (
            data, self.flow.right_to_left(span[0]), inserts, starts.tobytes(), ends.tobytes(),
            run.ids.tobytes(), run.colors.tobytes(),
        )  # fmt: skip
        shown = self._with_ids.pop(key, None) or self._laid(data, span, starts, ends, run, inserts)
        self._with_ids[key] = shown  # the one used last is last
        if len(self._with_ids) > _KEPT:
            del self._with_ids[next(iter(self._with_ids))]
        return shown

    def _laid(
        self, data: bytes, span: tuple[int, int], starts: Ints, ends: Ints, run: TokenRun, inserts: Inserts
    ) -> Shape:
        right_to_left = self.flow.right_to_left(span[0])
        text = self._text(data, right_to_left)
        groups = gather(text, starts, ends, len(inserts.heads), len(inserts.tails))
        rooms = dict(self.usual_rooms(data, groups.tabs()))
        if self.ids and inserts is NO_INSERTS:
            rooms = self._foreseen(text, groups, run, rooms)
        shape = Shape(self._laid_out(data, right_to_left, rooms, inserts), groups, run)
        for _ in range(_FITTINGS if self.ids else 0):
            wider = self._wider(shape.boxes, groups, rooms, len(inserts.heads), len(inserts.tails))
            longer = self._longer(shape.boxes, inserts)
            if wider == rooms and longer == inserts:
                break
            rooms, inserts = wider, longer
            shape = Shape(self._laid_out(data, right_to_left, rooms, inserts), groups, run)
        return shape

    def _laid_out(
        self, data: bytes, right_to_left: bool, rooms: dict[int, int], inserts: Inserts
    ) -> LineLayout:
        kept = tuple(sorted(rooms.items()))
        text = with_rooms(self._text(data, right_to_left), kept, right_to_left, inserts)
        return LineLayout(text, self.measures, right_to_left, kept)

    def _foreseen(
        self, text: LineText, groups: Groups, run: TokenRun, rooms: dict[int, int]
    ) -> dict[int, int]:
        """Return the room that ids will need, where that is known before anything is laid out.

        That is so where every character is one column wide; laying out twice takes most of a key's time.
        """
        if text.right_to_left or not self.measures.is_uniform(text.display):
            return rooms
        wider, column = dict(rooms), self.measures.column
        columns = (text.ends_at(groups.ends) - text.at[np.searchsorted(text.raw, groups.starts)]).tolist()
        ids, sides = run.ids.tolist(), (groups.firsts.tolist(), groups.lasts.tolist(), groups.ends.tolist())
        for first, last, end, own in zip(*sides, columns, strict=True):
            missing = self._width(_written(ids[first:last])) - (own + rooms.get(end, 0)) * column
            if missing > _MISSING:
                wider[end] = wider.get(end, 0) + ceil(missing / column)
        return wider

    def _wider(
        self, boxes: Boxes, groups: Groups, rooms: dict[int, int], n_heads: int, n_tails: int
    ) -> dict[int, int]:
        """Return the room, in columns by the byte of a border, that lets every box hold its ids."""
        wider = dict(rooms)
        for box, strip in id_strips(boxes).items():
            missing = self.ids_width(boxes, box) - (strip.right - strip.left)
            if missing > _MISSING and n_heads <= box < len(boxes) - n_tails:
                end = int(groups.ends[box])
                wider[end] = wider.get(end, 0) + ceil(missing / self.measures.column)
        return wider

    def ids_text(self, boxes: Boxes, box: int) -> str:
        """Return what is written under a box: its ids, of many the first and the last."""
        return _written(boxes.ids[slice(*boxes.tokens(box))].tolist())

    def ids_width(self, boxes: Boxes, box: int) -> float:
        """Return the width that the ids of a box need."""
        return self._width(self.ids_text(boxes, box))

    def _width(self, text: str) -> float:
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) >= _MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[text] = QFontMetricsF(self.id_font).horizontalAdvance(text) + _ID_EDGES
        return width

    def _longer(self, boxes: Boxes, inserts: Inserts) -> Inserts:
        """Return labels with the room that the ids under them still lack."""
        strips = id_strips(boxes)

        def padded(label: str, box: int) -> str:
            if box not in strips:
                return label
            missing = self.ids_width(boxes, box) - (strips[box].right - strips[box].left)
            return label + NBSP * (ceil(missing / self.measures.column) if missing > _MISSING else 0)

        first_tail = len(boxes) - len(inserts.tails)
        heads = tuple(padded(label, box) for box, label in enumerate(inserts.heads))
        tails = tuple(padded(label, box) for box, label in enumerate(inserts.tails, first_tail))
        return replace(inserts, heads=heads, tails=tails)


def _written(ids: list[int]) -> str:
    """Return what is under a box of tokens with these ids."""
    return f"{ids[0]} … {ids[-1]}" if len(ids) > _MOST_IDS else " ".join(map(str, ids))


def id_strips(boxes: Boxes) -> dict[int, Strip]:
    """Return under which strip of each box its ids stand: the widest, the first of several."""
    strips: dict[int, Strip] = {}
    for box, strip in zip(boxes.owners.tolist(), boxes.strips, strict=True):
        known = strips.get(box)
        if known is None or strip.right - strip.left > known.right - known.left:
            strips[box] = strip
    return strips


def _higher(measures: Measures, height: int) -> Measures:
    """Return sizes whose boxes have room for a line of ids below the letters."""
    return replace(measures, pitch=measures.pitch + height, box=measures.box + height, advances={}, signs={})
