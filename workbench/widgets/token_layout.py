"""The rows of one piece of a line: a plain QTextLayout, and where the display string lies in it.

No format is given to the layout: FormatRanges, even of the background only, split Devanagari
conjuncts, emoji sequences and combining marks. What is coloured is painted behind and over it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPolygonF, QTextLayout, QTextLine, QTextOption

from workbench.widgets.theme import token_font
from workbench.widgets.token_line import LineText

TEXT_SIZE = 15
_PITCH, _BOX, _TAB_COLUMNS = 32, 24, 4


@dataclass(frozen=True)
class Measures:
    """Sizes that follow from the zoom, in logical pixels.

    Attributes:
        font: of the text; badge_font: of the count of a split character.
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

    def tab_width(self, count: int) -> float:
        """Return the width of the tab with the number of tokens of a split character."""
        return QFontMetricsF(self.badge_font).horizontalAdvance(f"×{count}") + 4

    @property
    def box_top(self) -> float:
        """How far below the top of its row a box begins."""
        return (self.pitch - self.box) / 2


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
    return Measures(font, badge_font, pitch, box, metrics.horizontalAdvance("0"), baseline, max(width, 40.0))


class Strip(NamedTuple):
    """A stretch of one row: its number from the top of the piece, and from x `left` to `right`."""

    row: int
    left: float
    right: float


class LineLayout:
    """The laid out rows of a piece of a line.

    Attributes:
        text: what is laid out.
        n_rows: at least 1.
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
        self._rooms = dict(rooms)
        self.mixed = text.right_to_left or right_to_left
        # In a row of mixed direction a tab has no glyph and so no rectangle: it becomes four columns.
        display = text.display.replace("\t", "\u00a0") if self.mixed else text.display
        self.layout = QTextLayout(display, measures.font)
        self.layout.setCacheEnabled(True)
        self.layout.setTextOption(_option(measures, right_to_left))
        self._lines = self._break()
        self._starts = [line.textStart() for line in self._lines]
        self.n_rows = len(self._lines)
        self.dots: QPolygonF | None = None

    def _break(self) -> list[QTextLine]:
        measures = self.measures
        spaces = set(self.text.spaces.tolist())
        lines: list[QTextLine] = []
        self.layout.beginLayout()
        while (line := self.layout.createLine()).isValid():
            line.setLineWidth(measures.width)
            self._take_spaces_down(line, spaces)
            line.setPosition(QPointF(0, len(lines) * measures.pitch + measures.baseline - line.ascent()))
            lines.append(line)
        self.layout.endLayout()
        return lines

    def _take_spaces_down(self, line: QTextLine, spaces: set[int]) -> None:
        """Break a row before the spaces that Qt lets hang at its end.

        A token begins with its space, so it stays whole; and a long run of spaces stays in sight.
        """
        start, length = line.textStart(), line.textLength()
        end = start + length
        free = self.measures.width + self.measures.column / 2
        if end - 1 not in spaces or (end == self.text.at[-1] and _x(line, end) <= free):
            return
        hanging = 1
        while hanging < length and end - 1 - hanging in spaces:
            hanging += 1
        # Qt counts clusters here; those of Qt and ours agree but for some ligatures.
        clusters = int(np.count_nonzero(self.text.whole[slice(*np.searchsorted(self.text.at, (start, end)))]))
        columns = int(self.measures.width / self.measures.column)
        wanted = clusters - hanging if hanging < length else min(columns, length)
        line.setNumColumns(wanted, self.measures.width)
        if line.textLength() != (length - hanging if hanging < length else wanted):
            line.setLineWidth(self.measures.width)

    def height(self) -> int:
        """Return the height of all rows."""
        return self.n_rows * self.measures.pitch

    def row_at(self, display: int) -> int:
        """Return the row of a place in the display string; at a break, the row that begins there."""
        return max(bisect_right(self._starts, display) - 1, 0)

    def x_at(self, display: int) -> float:
        """Return the x of the caret before a place in the display string."""
        return _x(self._lines[self.row_at(display)], display)

    def display_at(self, row: int, x: float) -> int:
        """Return the place in the display string nearest to `x` in a row."""
        return int(self._lines[row].xToCursor(x))

    def row_range(self, row: int) -> tuple[int, int]:
        """Return the (start, end) of a row in the display string."""
        start = self._starts[row]
        return start, start + self._lines[row].textLength()

    def word_stop(self, display: int, step: int) -> int:
        """Return the next (step 1) or previous (step -1) border of a word."""
        mode = QTextLayout.CursorMode.SkipWords
        if step > 0:
            return int(self.layout.nextCursorPosition(display, mode))
        return int(self.layout.previousCursorPosition(display, mode))

    def strips(self, start: int, end: int) -> list[Strip]:
        """Return where the display string [start, end) lies, in visual order within each row."""
        strips: list[Strip] = []
        for row in range(self.row_at(start), self.n_rows):
            row_start, row_end = self.row_range(row)
            first, last = max(start, row_start), min(end, row_end)
            if first >= last:
                break
            strips.extend(self._row_strips(row, first, last))
        return strips

    def tab_strips(self, raw: int) -> list[Strip]:
        """Return the room that was kept before a border, in bytes of the piece."""
        end = self.text.display_at(raw)
        return self.strips(end - self._rooms.get(raw, 0), end)

    def _row_strips(self, row: int, first: int, last: int) -> list[Strip]:
        line = self._lines[row]
        if not self.mixed:
            return [Strip(row, _x(line, first), _x(line, last))]
        # cursorToX is wrong where directions mix; the rectangles of the glyphs are right.
        rects = [run.boundingRect() for run in line.glyphRuns(first, last - first)]
        extents = sorted((rect.left(), rect.right()) for rect in rects if rect.width() > 0)
        if not extents:
            x = _x(line, first)
            return [Strip(row, x, x)]
        return [Strip(row, left, right) for left, right in _merged(extents)]


def _merged(extents: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Join extents that touch; they come sorted."""
    joined = [extents[0]]
    for left, right in extents[1:]:
        if left <= joined[-1][1] + 0.6:
            joined[-1] = joined[-1][0], max(right, joined[-1][1])
        else:
            joined.append((left, right))
    return joined


def _x(line: QTextLine, display: int) -> float:
    """Return the x of a place in a row; PySide gives it together with the place, which it may move."""
    return cast(tuple[float, int], line.cursorToX(display))[0]


def _option(measures: Measures, right_to_left: bool) -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTabStopDistance(measures.column * _TAB_COLUMNS)
    direction = Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
    option.setTextDirection(direction)
    option.setAlignment(Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft)
    return option
