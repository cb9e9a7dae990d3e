"""The pieces of the text with their rows and boxes, kept while they may be seen again.

What is kept is found by its content (bytes, tokens relative to the piece, colours), not by its place:
an edit above it or the same line elsewhere asks for nothing new.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

import numpy as np

from workbench.widgets.document import Document
from workbench.widgets.token_boxes import Boxes, gather, make_boxes
from workbench.widgets.token_flow import Flow
from workbench.widgets.token_layout import LineLayout, make_measures
from workbench.widgets.token_line import LineText, line_text
from workbench.widgets.token_spans import SpanStore

_KEPT = 400

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text, ready to paint.

    Attributes:
        start, end: in bytes of the text.
        layout: its rows.
        boxes: in order of position.
        first_token: number in the text of the first token that has a byte here.

    """

    start: int
    end: int
    layout: LineLayout
    boxes: Boxes
    first_token: int

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

    def tokens_of(self, box: int) -> tuple[int, int]:
        """Return the numbers in the text (first, last + 1) of the tokens of a box."""
        first, last = self.boxes.tokens(box)
        return self.first_token + first, self.first_token + last

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
        """Return what is kept under `key`, else make and keep it."""
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

    """

    def __init__(self, document: Document, flow: Flow, spans: SpanStore) -> None:
        self.document, self.flow, self.spans = document, flow, spans
        self.measures = make_measures(600, 1.0)
        self._texts: _Kept[LineText] = _Kept()
        self._layouts: _Kept[LineLayout] = _Kept()
        self._boxed: _Kept[tuple[LineLayout, Boxes]] = _Kept()

    def resize(self, width: float, zoom: float) -> None:
        """Break rows at another width, or show the text at another size."""
        self.measures = make_measures(width, zoom)
        self._layouts.clear()
        self._boxed.clear()
        self.flow.columns = max(int(self.measures.width / self.measures.column), 1)
        self.flow.reset()

    def at(self, position: int) -> Piece:
        """Return the piece that holds a byte of the text."""
        return self.piece(self.flow.piece_at(position))

    def piece(self, span: tuple[int, int]) -> Piece:
        """Return the piece of the bytes (start, end), which come from `Flow`."""
        start, end = span
        data = self.document.read(start, end)
        run = self.spans.overlapping(start, end + (end == len(self.document)))
        starts, ends = run.starts - start, run.ends - start
        right_to_left = self.flow.right_to_left(start)
        tokens = starts.tobytes(), ends.tobytes(), run.ids.tobytes(), run.colours.tobytes()

        def _boxed() -> tuple[LineLayout, Boxes]:
            groups = gather(self._text(data, right_to_left), starts, ends)
            layout = self._layout(data, right_to_left, groups.tabs())
            return layout, make_boxes(layout, groups, run)

        layout, boxes = self._boxed.get((data, right_to_left, tokens), _boxed)
        self.flow.learn(start, end, layout.n_rows)
        return Piece(start, end, layout, boxes, run.first)

    def _text(self, data: bytes, right_to_left: bool) -> LineText:
        return self._texts.get((data, right_to_left), lambda: line_text(data, (), right_to_left))

    def _layout(self, data: bytes, right_to_left: bool, counts: tuple[tuple[int, int], ...]) -> LineLayout:
        def _laid_out() -> LineLayout:
            if not counts:
                return LineLayout(self._text(data, right_to_left), self.measures, right_to_left)
            return self._with_tabs(data, right_to_left, counts)

        return self._layouts.get((data, right_to_left, counts), _laid_out)

    def _with_tabs(self, data: bytes, right_to_left: bool, counts: tuple[tuple[int, int], ...]) -> LineLayout:
        """Lay out with room for tabs; twice where a script's own space turns out narrower than a column."""
        rooms = tuple((place, len(str(count)) + 1) for place, count in counts)
        layout = LineLayout(line_text(data, rooms, right_to_left), self.measures, right_to_left, rooms)
        fitting = tuple(
            (place, self._fitting(layout, place, columns, count))
            for (place, columns), (_, count) in zip(rooms, counts, strict=True)
        )
        if fitting == rooms:
            return layout
        return LineLayout(line_text(data, fitting, right_to_left), self.measures, right_to_left, fitting)

    def _fitting(self, layout: LineLayout, place: int, columns: int, count: int) -> int:
        """Return how many spaces of the width found a tab needs."""
        found = sum(strip.right - strip.left for strip in layout.tab_strips(place))
        wanted = self.measures.tab_width(count)
        if found >= wanted - 2 or found <= 0:
            return columns
        return ceil(columns * wanted / found)
