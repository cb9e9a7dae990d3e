"""The rows of one piece of a line: a plain QTextLayout, and the position of the display string.

No format is given to the layout: FormatRanges, even of the background only, split Devanagari
conjuncts, emoji sequences and combining marks. What is colored is painted behind and above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from typing import NamedTuple, cast

import numpy as np
import regex
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPolygonF,
    QStaticText,
    QTextLayout,
    QTextLine,
    QTextOption,
    QTransform,
)

from workbench.widgets.look.theme import token_font
from workbench.widgets.token_view.layout.inserts import NBSP, units
from workbench.widgets.token_view.layout.line import TAB_COLUMNS, LineText, Offsets, row_breaks
from workbench.widgets.token_view.layout.rooms import JOINER
from workbench.widgets.token_view.layout.stamps import Images

Ints = NDArray[np.int64]

TEXT_SIZE = 15
_PITCH, _BOX = 32, 24
_STACKED = regex.compile(r"\p{Mn}{3,}")  # marks on one letter that may stand out of its row
_MARKS_A_ROW = 4  # that surely take no more than its height


@dataclass(frozen=True)
class Measures:
    """Sizes that follow from the zoom, in logical pixels.

    Attributes:
        font: of the text; badge_font: of the count of a split character.
        sign_top: where a mark that is drawn by itself begins, below the top of the row.
        signs: marks ready to be drawn; badges: numbers in tabs.
        spaces: width of a space after a letter: it comes from the font of that letter.
        stamps: images of hatches and tabs, kept here by the painter.
        advances: width of a character in this font, filled as they come.
        pitch: from row to row; box: height of a token's box, in the middle of the row.
        column: width of one character of the fixed-pitch font; baseline: below the top of the row.
        width: in which rows are broken.

    """

    font: QFont
    badge_font: QFont
    pitch: int
    box: int
    column: float
    baseline: float
    width: float
    sign_top: float
    advances: dict[str, float] = field(default_factory=dict)
    signs: dict[str, QStaticText] = field(default_factory=dict)
    badges: dict[int, tuple[QStaticText, QSizeF]] = field(default_factory=dict)
    spaces: dict[str, float] = field(default_factory=dict)
    stamps: Images = field(default_factory=dict)

    def sign(self, text: str) -> QStaticText:
        """Return a mark ready to be drawn often."""
        if text not in self.signs:
            self.signs[text] = _drawn_often(text, self.font)
        return self.signs[text]

    def badge(self, count: int) -> tuple[QStaticText, QSizeF]:
        """Return the number of tokens of a split character, ready to be drawn often, and its size."""
        if count not in self.badges:
            metrics, text = QFontMetricsF(self.badge_font), f"×{count}"
            size = QSizeF(metrics.horizontalAdvance(text), metrics.height())
            self.badges[count] = _drawn_often(text, self.badge_font), size
        return self.badges[count]

    def is_uniform(self, display: str) -> bool:
        """Return whether every character is one column wide."""
        advances, letters = self.advances, set(display)
        fresh = letters.difference(advances)  # which, unlike "-", goes through the few, not through all known
        if fresh:
            metrics = QFontMetricsF(self.font)
            advances.update((letter, metrics.horizontalAdvance(letter)) for letter in fresh)
        return all(advances[letter] == self.column for letter in letters)

    def tab_width(self, count: int) -> float:
        """Return the width of the tab with the number of tokens of a split character."""
        return self.badge(count)[1].width() + 4

    def room_after(self, letter: str, count: int) -> int:
        """Return how many spaces make the tab of a split character that ends with this letter."""
        usual, wanted = len(str(count)) + 1, self.tab_width(count)
        width = self.spaces.get(letter)
        if width is None:
            width = self.spaces[letter] = _space_after(letter, self.font)
        return usual if usual * width >= wanted - 2 or width <= 0 else ceil(wanted / width)

    @property
    def box_top(self) -> float:
        """How far below the top of its row a box begins."""
        return (self.pitch - self.box) / 2


def _space_after(letter: str, font: QFont) -> float:
    layout = QTextLayout(letter + NBSP, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    end = units(letter)
    left, right = (cast(tuple[float, int], line.cursorToX(place))[0] for place in (end, end + 1))
    return abs(right - left)


def _drawn_often(text: str, font: QFont) -> QStaticText:
    static = QStaticText(text)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.prepare(QTransform(), font)
    return static


def make_measures(width: float, zoom: float) -> Measures:
    """Return the sizes for rows of `width` at a zoom (1 is 15 px text in rows of 32)."""
    font = token_font(round(TEXT_SIZE * zoom))
    badge_font = token_font(max(round(10 * zoom), 7))
    badge_font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(font)
    # Boxes keep their proportion to the text where the system's font is larger than usual.
    scale = font.pixelSize() / TEXT_SIZE
    pitch, box = round(_PITCH * scale / 2) * 2, round(_BOX * scale / 2) * 2
    baseline = round((pitch + metrics.ascent() - metrics.descent()) / 2)
    return Measures(
        font,
        badge_font,
        pitch,
        box,
        column=metrics.horizontalAdvance("0"),
        baseline=baseline,
        width=max(width, 40.0),
        sign_top=baseline - metrics.ascent(),
    )


class Strip(NamedTuple):
    """A stretch of one row: its number from the top of the piece, and from x `left` to `right`."""

    row: int
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Strips:
    """Many strips as arrays of length n: kept as objects, they would hold the garbage collector up for 50 ms.

    Attributes:
        rows: int64[n]; lefts, rights: float64[n], as in `Strip`.

    """

    rows: Ints
    lefts: NDArray[np.float64]
    rights: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Strip]:
        return map(Strip, self.rows.tolist(), self.lefts.tolist(), self.rights.tolist())

    def taken(self, numbers: Ints | slice) -> Strips:
        """Return some of the strips."""
        return Strips(self.rows[numbers], self.lefts[numbers], self.rights[numbers])


def _strips(rows_and_ends: Sequence[tuple[int, float, float]]) -> Strips:
    columns = zip(*rows_and_ends, strict=True) if rows_and_ends else ((), (), ())
    rows, lefts, rights = columns
    return Strips(np.array(rows, np.int64), np.array(lefts, np.float64), np.array(rights, np.float64))


class LineLayout:
    """The laid out rows of a piece of a line.

    Attributes:
        text: what is laid out.
        rooms: (byte of a border, columns) of the room for each earlier tab.
        n_rows: at least 1.
        uniform: whether every character is one column wide.
        dots: the middles of the spaces, kept here by the painter.

    """

    def __init__(
        self,
        text: LineText,
        measures: Measures,
        right_to_left: bool,
        rooms: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.text = text
        self.measures = measures
        self.rooms = rooms
        self.mixed = text.right_to_left or right_to_left
        self.layout = QTextLayout(text.display, measures.font)
        self.layout.setCacheEnabled(True)
        self.layout.setTextOption(_option(measures, right_to_left))
        self._lines = self._break()
        self.n_rows = len(self._lines)
        self._starts = [*(line.textStart() for line in self._lines), int(text.at[-1])]
        self._known: dict[int, float] = {}
        self.uniform = not self.mixed and measures.is_uniform(text.display)
        self.dots: QPolygonF | None = None

    def _break(self) -> list[QTextLine]:
        measures, end = self.measures, int(self.text.at[-1])
        lines: list[QTextLine] = []
        places: Offsets | None = None
        self.layout.beginLayout()
        while (line := self.layout.createLine()).isValid():
            line.setLineWidth(measures.width)
            if line.textStart() + line.textLength() < end:
                places = row_breaks(self.text) if places is None else places
                self._end_row(line, places)
            line.setPosition(QPointF(0, len(lines) * measures.pitch + measures.baseline - line.ascent()))
            lines.append(line)
        self.layout.endLayout()
        return lines

    def _end_row(self, line: QTextLine, places: Offsets) -> None:
        """End a row, now full to the last character, at the last place where it may end."""
        start, full = line.textStart(), line.textStart() + line.textLength()
        before = int(np.searchsorted(places, full, side="right")) - 1
        if before < 0 or not start < places[before] <= full:
            # Never within a cluster or the room for its count, save where that alone is as wide as the view.
            places = self.text.at[self.text.whole]
            before = int(np.searchsorted(places, full, side="right")) - 1
        wanted = int(places[before])
        if not start < wanted < full:
            return
        columns = self._clusters(start, wanted)
        for _ in range(3):  # Qt counts clusters of glyphs: fewer where a font has ligatures
            line.setNumColumns(columns, self.measures.width)
            reached = start + line.textLength()
            if reached == wanted:
                return
            columns += self._clusters(reached, wanted) - self._clusters(wanted, reached)
        line.setLineWidth(self.measures.width)

    def _clusters(self, start: int, end: int) -> int:
        """Return how many grapheme clusters begin in [start, end) of the display string."""
        if self.text.named or self.rooms or self.text.marks is not None:  # more places than borders
            return sum(map(self.layout.isValidCursorPosition, range(start, end)))
        first, last = np.searchsorted(self.text.at, (start, end))
        return int(np.count_nonzero(self.text.whole[first:last]))

    @cached_property
    def stands_out(self) -> int:
        """By how many rows letters may stand out of theirs: in some fonts, or with marks on marks."""
        if self.uniform:
            return 0
        above, below = self.measures.baseline, self.measures.pitch - self.measures.baseline
        marks = max(map(len, _STACKED.findall(self.text.display)), default=0)
        if marks:
            return 1 + marks // _MARKS_A_ROW
        return int(any(line.ascent() > above or line.descent() > below for line in self._lines))

    def height(self) -> int:
        """Return the height of all rows."""
        return self.n_rows * self.measures.pitch

    def row_at(self, display: int) -> int:
        """Return the row of a place in the display string; at a break, the row that begins there."""
        return min(max(bisect_right(self._starts, display) - 1, 0), self.n_rows - 1)

    def caret_row(self, display: int, at_row_end: bool = False) -> int:
        """Return the row of the caret; at a break, the row that ends there if `at_row_end`."""
        return self.row_at(display - at_row_end)

    def x_at(self, display: int, at_row_end: bool = False) -> float:
        """Return the x of the caret before a place in the display string."""
        return self._x(self.caret_row(display, at_row_end), display)

    def display_at(self, row: int, x: float) -> int:
        """Return the place in the display string nearest to `x` in a row."""
        at, end = int(self._lines[row].xToCursor(x)), self._starts[row + 1]
        if at + 1 == end:  # Qt finds the end of the last row only
            at = min(at, end, key=lambda display: abs(self._x(row, display) - x))
        return at

    def row_range(self, row: int) -> tuple[int, int]:
        """Return the (start, end) of a row in the display string."""
        start = self._starts[row]
        return start, self._starts[row + 1]

    @cached_property
    def _units(self) -> bytes:
        return self.text.display.encode("utf-16-le", "surrogatepass")

    def row_looks(self, row: int) -> tuple[object, ...]:
        """Return all that tells how the letters of a row look, to be compared."""
        start, end = self.row_range(row)
        text = self.text
        named = [(first - start, last - start) for first, last in text.named if first < end and last > start]
        places = text.line_end, text.prefix_at, *(text.flag or ())[1:]
        inserted = [place - start for place in places if start <= place < end]
        return self._units[2 * start : 2 * end], named, inserted

    def strips_of(self, starts: Ints, ends: Ints) -> tuple[Ints, Strips]:
        """Return where stretches of the display string lie: int64[n], the stretch of each strip, and these.

        Args:
            starts: int64[n], their first places, never falling.
            ends: int64[n], where they end.

        """
        if self.uniform:
            row_starts = np.array(self._starts)
            rows = np.searchsorted(row_starts, starts, side="right") - 1
            if (rows == np.searchsorted(row_starts, ends - 1, side="right") - 1).all():
                column = self.measures.column
                lefts, rights = (starts - row_starts[rows]) * column, (ends - row_starts[rows]) * column
                return np.arange(len(starts)), Strips(rows, lefts, rights)
        row_starts = np.array(self._starts)
        rows = np.searchsorted(row_starts, starts, side="right") - 1
        whole = rows == np.searchsorted(row_starts, ends - 1, side="right") - 1
        whole &= (ends > starts) & ((ends <= self.text.line_end) | (self.text.line_end < 0))
        numbers: list[int] = []
        strips: list[tuple[int, float, float]] = []
        columns = rows.tolist(), starts.tolist(), ends.tolist(), whole.tolist()
        for number, (row, start, end, plain) in enumerate(zip(*columns, strict=True)):
            if plain and not self.mixed:
                numbers.append(number)
                strips.append((row, self._x(row, start), self._x(row, end)))
            elif plain and (extent := self._extent(row, start, end)) is not None:
                numbers.append(number)
                strips.append((row, *extent))
            else:
                several = self.strips(start, end)
                numbers += [number] * len(several)
                strips += several
        return np.array(numbers, np.int64), _strips(strips)

    def _extent(self, row: int, start: int, end: int) -> tuple[float, float] | None:
        """Return where a stretch lies that is one run of glyphs, as most of them are; None for others."""
        runs = self._lines[row].glyphRuns(start, end - start)
        if len(runs) != 1:
            return None
        left, _, right, _ = cast(tuple[float, float, float, float], runs[0].boundingRect().getCoords())
        return (left, right) if right > left else None

    def strips(self, start: int, end: int) -> list[Strip]:
        """Return where the display string [start, end) lies, in visual order within each row."""
        strips: list[Strip] = []
        row = self.row_at(start)
        while row < self.n_rows and self._starts[row] < end:
            first, last = max(start, self._starts[row]), min(end, self._starts[row + 1])
            if first < last:
                strips.extend(self._row_strips(row, first, last))
            row += 1
        return strips

    @cached_property
    def tabs(self) -> tuple[Ints, Strips]:
        """The rooms that were kept for tabs: int64[n], which of `rooms` each strip is of, and these."""
        if not self.rooms:
            return np.empty(0, np.int64), _strips([])
        places, columns = np.array(self.rooms, np.int64).T
        ends = self.text.ends_at(places)
        before = np.frombuffer(self._units, np.uint16)[np.maximum(ends - 1, 0)]
        ends -= (before == ord(JOINER)) & (ends > 0)
        return self.strips_of(ends - columns, ends)

    def _row_strips(self, row: int, first: int, last: int) -> list[Strip]:
        if not self.mixed:
            right = self._x(row, last)
            if last > self.text.line_end >= 0:  # in some scripts' fonts a space is too narrow for the mark
                right = max(right, self._x(row, last - 1) + self.measures.column)
            return [Strip(row, self._x(row, first), right)]
        line = self._lines[row]
        # cursorToX is wrong where directions mix; the rectangles of the glyphs are right.
        rects = [run.boundingRect() for run in line.glyphRuns(first, last - first)]
        extents = sorted((rect.left(), rect.right()) for rect in rects if rect.width() > 0)
        if not extents:
            x = self._x(row, first)
            return [Strip(row, x, x)]
        return [Strip(row, left, right) for left, right in _merged(extents)]

    def _x(self, row: int, display: int) -> float:
        """Return the x of a place in the display string at or within a row."""
        if self.uniform:
            return (display - self._starts[row]) * self.measures.column
        key = display * self.n_rows + row
        known = self._known.get(key)
        if known is None:
            # PySide returns it together with the place, which Qt may move.
            known = cast(tuple[float, int], self._lines[row].cursorToX(display))[0]
            self._known[key] = known
        return known


def _merged(extents: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Join extents that touch; they come sorted."""
    joined = [extents[0]]
    for left, right in extents[1:]:
        if left <= joined[-1][1] + 0.6:
            joined[-1] = joined[-1][0], max(right, joined[-1][1])
        else:
            joined.append((left, right))
    return joined


def _option(measures: Measures, right_to_left: bool) -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAnywhere)
    option.setTabStopDistance(measures.column * TAB_COLUMNS)
    direction = Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
    option.setTextDirection(direction)
    option.setAlignment(Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft)
    return option
