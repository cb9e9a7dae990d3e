"""Calculates the widths of the pipeline's columns, so that all rows fit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from workbench.engine.explaining.pipeline import Row
from workbench.engine.explaining.stage_grid import Box
from workbench.panels.tokens.pipeline import words as pipeline_words
from workbench.panels.tokens.pipeline.shapes import Shape, shapes
from workbench.widgets.look.theme import token_font
from workbench.worker.messages.pipeline import PipelineShown

ROW, LAST_ROW = 36, 46
LEAST = 10  # of a column
LEAST_TOKEN = 23  # of a column with a token of its own
_PAD_TEXT, _PAD_BOX, _PAD_BYTE = 3.0, 10.0, 5.0
ID_SIZE = 10
_BOXED = ("pieces", "tokens", "ids")
_ALMOST = 1e-9  # of a column: places are sums of shares

Span = tuple[int, int]  # (first, last + 1) of columns


def font_size(row: Row) -> int:
    """Return the height of the letters of a row."""
    return 10 if row.name == "bytes" else 13


@lru_cache(maxsize=4)
def font(size: int) -> QFont:
    """Return the letters of a row."""
    return token_font(size)


@lru_cache(maxsize=4)
def metrics(size: int) -> QFontMetricsF:
    """Return the measures of the letters of a row."""
    return QFontMetricsF(font(size))


@lru_cache(maxsize=8192)
def advance(text: str, size: int) -> float:
    """Return how wide a text is; cached, since the same few occur again and again."""
    return metrics(size).horizontalAdvance(text)


@dataclass(frozen=True, slots=True)
class Grid:
    """The positions of the columns of a pipeline.

    Attributes:
        edges: x of the left edge of each column, and the right one of the last.
        rows: the rows that are shown, from above.
        shapes: what of each row is drawn as one.

    """

    edges: tuple[float, ...]
    rows: tuple[Row, ...]
    shapes: tuple[tuple[Shape, ...], ...]

    @property
    def width(self) -> float:
        """Of all columns."""
        return self.edges[-1]

    @property
    def height(self) -> int:
        """Of all rows."""
        return sum(LAST_ROW if row.name == "ids" else ROW for row in self.rows)

    def x(self, place: float) -> float:
        """Return the x of a place counted in columns."""
        column = min(max(int(place), 0), len(self.edges) - 1)
        left = self.edges[column]
        if column == len(self.edges) - 1:
            return left
        return left + (self.edges[column + 1] - left) * (place - column)

    def top(self, number: int) -> int:
        """Return the y of a row."""
        return number * ROW

    def row_at(self, y: float) -> int | None:
        """Return the number of the row at y."""
        number = min(int(y // ROW), len(self.rows) - 1)
        return number if 0 <= y < self.height else None

    def box_at(self, number: int, x: float) -> Box | None:
        """Return the box of a row at x."""
        return next((b for b in self.rows[number].boxes if self.x(b.left) <= x < self.x(b.right)), None)

    # --- from box to box

    def first_row(self) -> int | None:
        """Return the number of the first row that has boxes, None if none has."""
        return next((number for number, row in enumerate(self.rows) if row.boxes), None)

    def nearest(self, number: int, place: float) -> int:
        """Return the box of a row that is at a place counted in columns, or the last one before."""
        boxes = [at for at, box in enumerate(self.rows[number].boxes) if box.left <= place + _ALMOST]
        return boxes[-1] if boxes else 0

    def neighbor(self, row: int, box: int, down: int) -> tuple[int, int]:
        """Return row and box above (-1) or below (1) one, itself if there is none."""
        other = row + down
        while 0 <= other < len(self.rows) and not self.rows[other].boxes:
            other += down
        if not 0 <= other < len(self.rows):
            return row, box
        return other, self.nearest(other, self.rows[row].boxes[box].left)


def span_of(box: Box) -> Span:
    """Return the columns that a box touches."""
    first = math.floor(box.left + _ALMOST)
    return first, max(math.ceil(box.right - _ALMOST), first + 1)


def rows_shown(shown: PipelineShown) -> tuple[Row, ...]:
    """Return the rows; tokens have one row where nothing is put around them."""
    added = any(box.kind == "added" for row in shown.rows if row.name == "ids" for box in row.boxes)
    return tuple(row for row in shown.rows if row.name != "tokens" or added)


def lay_out(shown: PipelineShown) -> Grid:
    """Return the grid of a pipeline."""
    rows = rows_shown(shown)
    n_columns = len(shown.columns)
    widths = [float(LEAST)] * n_columns
    joined = tuple(shapes(row, font(font_size(row))) for row in rows)
    needs = [need for row, joins in zip(rows, joined, strict=True) for need in _needs(row, joins)]
    # The narrow boxes first: what many columns have to hold together may find room already.
    for left, right, need in sorted(needs, key=lambda joins: joins[1] - joins[0]):
        _widen(widths, left, right, need)
    edges = [0.0]
    for width in widths:
        edges.append(edges[-1] + round(width))
    return Grid(tuple(edges), rows, joined)


def _needs(row: Row, joined: Sequence[Shape]) -> Iterator[tuple[float, float, float]]:
    """Yield (left, right, width that it needs) of what is in a row."""
    together = {number for shape in joined for number in range(shape.first, shape.last)}
    for number, box in enumerate(row.boxes):
        if number not in together:
            yield box.left, box.right, _need(box, row)
    for shape in joined:
        yield shape.left, shape.right, shape.width + _PAD_TEXT


def _need(box: Box, row: Row) -> float:
    text = pipeline_words.label(box, row)
    width = advance(text, font_size(row))
    if row.name == "bytes":
        return width + _PAD_BYTE
    if row.name == "ids":
        width = max(width, advance(str(box.id), ID_SIZE))
    boxed = row.name in _BOXED
    return max(
        width + (_PAD_BOX if boxed else _PAD_TEXT), LEAST_TOKEN if boxed and row.name != "pieces" else 0
    )


def _widen(widths: list[float], left: float, right: float, need: float) -> None:
    """Give the columns between two edges the room that is needed there."""
    first, last = int(left), min(-int(-right // 1), len(widths))
    if last <= first:
        return
    if last - first == 1:
        share = right - left
        widths[first] = max(widths[first], need / share if share else need)
        return
    parts = [min(right, column + 1) - max(left, column) for column in range(first, last)]
    room = sum(width * part for width, part in zip(widths[first:last], parts, strict=True))
    if room < need:
        more = (need - room) / sum(parts)
        for column in range(first, last):
            widths[column] += more
