"""Draws characters that only have their shape together once over their columns.

A cluster (a letter with its marks, a syllable of Devanagari, a family of emoji) and a word whose letters join
are over their columns as a whole, in the order in which they are read. What of a word is lit or changed is
drawn in the accent: the letters of Arabic run against the columns.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextLine, QTextOption

from workbench.display.marks import LINE_FEED_MARK, NBSP_MARK, SPACE_MARK, TAB_MARK, visible
from workbench.engine.explaining.pipeline import Row
from workbench.engine.explaining.stage_grid import Box
from workbench.widgets.token_view.layout.line import LineText, line_text

_NO_LETTERS = ("pieces", "bytes", "tokens", "ids")  # rows whose boxes are more than characters
_MOST_MARKS = 8  # on a letter that joins the next
_MARKS = {" ": SPACE_MARK, "\u00a0": NBSP_MARK, "\t": TAB_MARK, "\n": LINE_FEED_MARK}


@dataclass(frozen=True, slots=True)
class Shape:
    """Adjacent boxes of a row that are drawn as one.

    Attributes:
        first, last: the numbers of its boxes, [first, last).
        left, right: its edges, in columns.
        layout: of one line. at: for each border of its boxes the place in the layout's text.

    """

    first: int
    last: int
    left: float
    right: float
    layout: QTextLayout
    at: tuple[int, ...]

    @property
    def width(self) -> float:
        """How wide it is by itself."""
        return self.layout.lineAt(0).naturalTextWidth()

    def paint(
        self, painter: QPainter, rect: QRectF, ink: QColor, accent: QColor, marked: Sequence[bool]
    ) -> None:
        """Paint it in the middle of a rectangle, the letters of the boxes that are marked in the accent."""
        line = self.layout.lineAt(0)
        place = QPointF(rect.center().x() - self.width / 2, rect.center().y() - line.height() / 2)
        painter.setPen(accent if all(marked) else ink)
        self.layout.draw(painter, place)
        if all(marked) or not any(marked):
            return
        for number in (number for number, one in enumerate(marked) if one):
            letters = _letters(line, *self.at[number : number + 2])
            painter.save()
            painter.setClipRect(letters.translated(place), Qt.ClipOperation.IntersectClip)
            painter.setPen(accent)
            self.layout.draw(painter, place)
            painter.restore()


def _letters(line: QTextLine, start: int, end: int) -> QRectF:
    """Return where the letters [start, end) of a line are; `cursorToX` is wrong where directions mix."""
    bounds = QRectF()
    for run in line.glyphRuns(start, end - start):
        bounds = bounds.united(run.boundingRect())
    return QRectF(bounds.left(), -line.height(), bounds.width(), 3 * line.height())


def shapes(row: Row, font: QFont) -> tuple[Shape, ...]:
    """Return what of a row is drawn as one, from left to right."""
    if row.name in _NO_LETTERS:
        return ()
    result: list[Shape] = []
    for start, end in _stretches(row.boxes):
        texts = tuple(box.text for box in row.boxes[start:end])
        for first, last in _together(texts):
            layout, at = _laid_out(texts[first:last], font)
            left, right = row.boxes[start + first].left, row.boxes[start + last - 1].right
            result.append(Shape(start + first, start + last, left, right, layout, at))
    return tuple(result)


def runs_against_columns(row: Row) -> str:
    """Return what of a row is read from the right: "words", which join, "letters" by themselves, or ""."""
    return "" if row.name in _NO_LETTERS else _leftward(b"".join(box.text for box in row.boxes))


@lru_cache(maxsize=64)
def _leftward(text: bytes) -> str:
    letters = "" if text.isascii() else text.decode("utf-8", "replace")
    leftward = {letter for letter in set(letters) if unicodedata.bidirectional(letter) in ("R", "AL")}
    return "words" if any(map(_joins, leftward)) else "letters" if leftward else ""


def _stretches(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """Yield [first, last) of the boxes that are next to each other and have letters beyond ASCII."""
    start = 0
    for number in range(1, len(boxes) + 1):
        before = boxes[number - 1]
        after = boxes[number] if number < len(boxes) else None
        if after is None or not before.text or not after.text or before.right != after.left:
            if number - start > 1 and not b"".join(box.text for box in boxes[start:number]).isascii():
                yield start, number
            start = number


@lru_cache(maxsize=64)
def _together(texts: tuple[bytes, ...]) -> tuple[tuple[int, int], ...]:
    """Return [first, last) of neighbors that are one cluster, or a word of joined letters.

    Most rows have the same texts as the one above: what is found for one is kept for the others.
    """
    text = line_text(b"".join(texts))
    borders = np.cumsum([len(one) for one in texts])
    groups: list[tuple[int, int]] = []
    first = 0
    for number, border in enumerate(borders.tolist(), 1):
        before = b"".join(texts[max(first, number - _MOST_MARKS) : number])
        if number < len(texts) and (_is_inside(text, border) or _joined(before, texts[number])):
            continue
        if number - first > 1:
            groups.append((first, number))
        first = number
    return tuple(groups)


def _is_inside(text: LineText, border: int) -> bool:
    """Return whether a border, in bytes, is within a cluster."""
    at = int(np.searchsorted(text.raw, border))
    return int(text.raw[at]) != border or not text.whole[at]


def _joined(left: bytes, right: bytes) -> bool:
    """Return whether a text ends, and the next begins, with letters of a script whose letters join."""
    before = [letter for letter in left.decode("utf-8", "replace") if unicodedata.category(letter) != "Mn"]
    return bool(before) and _joins(before[-1]) and _joins(right.decode("utf-8", "replace")[0])


@lru_cache(maxsize=4096)
def _joins(letter: str) -> bool:
    """Return whether letters join this one: Arabic, Syriac and others, N'Ko, Mongolian."""
    if unicodedata.category(letter) not in ("Lo", "Lm"):
        return False
    cursive = "\u07c0" <= letter <= "\u07ff" or "\u1820" <= letter <= "\u18aa"
    return cursive or unicodedata.bidirectional(letter) == "AL"


@lru_cache(maxsize=2048)
def _laid_out(texts: tuple[bytes, ...], font: QFont) -> tuple[QTextLayout, tuple[int, ...]]:
    """Return the layout of texts in one line, and the place of each of their borders."""
    text = line_text(b"".join(texts))
    layout = QTextLayout(text.display, font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    borders = np.cumsum([0, *map(len, texts)])
    return layout, tuple(text.display_at(border) for border in borders.tolist())


# --- labels -------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def shaped(data: bytes) -> str:
    """Return bytes as `display.marks.visible` does, but with what gives letters their shape left in."""
    letters = data.decode("utf-8", "replace")
    if data.isascii() or letters.encode() != data:
        return visible(data)
    text = line_text(data)
    units, at = text.display.encode("utf-16-le"), text.at.tolist()
    parts = [units[2 * one : 2 * other].decode("utf-16-le") for one, other in pairwise(at)]
    rest = (_MARKS.get(letter, part) for letter, part in zip(letters[1:], parts[1:], strict=True))
    return "".join((visible(letters[0].encode()), *rest))
