"""Two rows of tokens on one grid of characters, with a line where they first part."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.display.marks import visible
from workbench.widgets.controls import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, token_font

Tokens = tuple[tuple[bytes, int], ...]

_BOX, _PITCH, _LEFT = 24, 30, 28
_FILLS = (0, 3)  # of the token colors: A and B, as in Compare


@dataclass(frozen=True, slots=True)
class _Box:
    """A token on the grid: its first column and the one after it; `place` is its first byte and its id."""

    start: int
    end: int
    text: str
    place: tuple[int, int]


class TwoRows(QWidget):
    """Rows A and B; tokens that are in both at the same place are gray."""

    def __init__(self, ours: Tokens, theirs: Tokens, before: int, parent: QWidget | None = None) -> None:
        """Show tokens (bytes, id); the first `before` are equal."""
        super().__init__(parent)
        self._rows = _on_one_grid(ours, theirs)
        self._equal = {(box.place, box.text) for box in self._rows[0]} & {
            (box.place, box.text) for box in self._rows[1]
        }
        # What begins behind the end of the other row is not known to differ, except for the first difference.
        end = min(sum(len(token) for token, _id in tokens) for tokens in (ours, theirs))
        later = [box for row in self._rows for box in row[before + 1 :]]
        self._equal |= {(box.place, box.text) for box in later if box.place[0] >= end}
        self._before = before
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Both rows of tokens"))
        rows = [" | ".join(box.text for box in row) for row in self._rows]
        self.setAccessibleDescription(f"A: {rows[0]}; B: {rows[1]}")
        self.setToolTip(f"A  {rows[0]}\nB  {rows[1]}")

    def sizeHint(self) -> QSize:
        """Return the height of two rows and the words below."""
        return QSize(320, 2 * _PITCH + 24)

    def minimumSizeHint(self) -> QSize:
        """Return the same height; what is too wide is cut at the right."""
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both rows, the line and what it means."""
        now = current_theme()
        painter = QPainter(self)
        painter.setClipRect(self.rect())
        metrics = QFontMetricsF(token_font(14))
        cell = metrics.horizontalAdvance("m")
        split = self._column()
        # What differs has to be in sight: where the row is too wide its start is left out.
        room = (self.width() - _LEFT) / cell
        first = max(0, split - int(room * 0.6)) if self._widest() > room else 0
        for number, row in enumerate(self._rows):
            top = 4 + number * _PITCH
            painter.setPen(now.text2)
            painter.setFont(interface_font("title"))
            painter.drawText(QRectF(0, top, _LEFT, _BOX), Qt.AlignmentFlag.AlignVCenter, "AB"[number])
            painter.save()
            painter.setClipRect(QRectF(_LEFT - 1, 0, self.width() - _LEFT + 1, self.height()))
            for box in row:
                left = _LEFT + (box.start - first) * cell
                place = QRectF(left, top, (box.end - box.start) * cell - 1, _BOX)
                self._paint_box(painter, place, box.text, number, (box.place, box.text) not in self._equal)
            painter.restore()
        x = _LEFT + (split - first) * cell - 1
        painter.setPen(QPen(now.danger, 2))
        painter.drawLine(QPointF(x, 0), QPointF(x, 2 * _PITCH + 2))
        painter.setFont(interface_font("small"))
        painter.setPen(now.danger)
        painter.drawText(QPointF(x + 4, 2 * _PITCH + 17), self.tr("first difference"))

    def _paint_box(self, painter: QPainter, place: QRectF, text: str, number: int, parted: bool) -> None:
        now = current_theme()
        fill: QColor = now.token_fills[_FILLS[number]] if parted else now.sunken
        edge = now.token_lines[_FILLS[number]] if parted else now.border
        draw_box(painter, place, theme.TOKEN_RADIUS, fill, None if parted else edge)
        if parted:
            painter.fillRect(QRectF(place.left(), place.bottom() - 2, place.width(), 2), edge)
        painter.setFont(token_font(14))
        painter.setPen(now.text if parted else now.text2)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _column(self) -> int:
        row = self._rows[0]
        if self._before < len(row):
            return row[self._before].start
        return row[-1].end if row else 0

    def _widest(self) -> int:
        return max((row[-1].end for row in self._rows if row), default=0)


def _on_one_grid(ours: Tokens, theirs: Tokens) -> tuple[list[_Box], list[_Box]]:
    """Lay both rows out, each token as wide as its shown text.

    Where both rows have a border after the same byte, both go on at the same column: a byte that one row
    shows as a part of a letter may be wider there than in the other.
    """
    common = _borders(ours) & _borders(theirs)
    rows: tuple[list[_Box], list[_Box]] = ([], [])
    places, columns = [0, 0], [0, 0]  # the byte and the column that each row has come to
    waiting = [iter(ours), iter(theirs)]
    for border in [*sorted(common), -1]:  # -1: what is left behind the last common border
        for number, tokens in enumerate(waiting):
            while places[number] != border and (token := next(tokens, None)) is not None:
                text = visible(token[0])
                end = columns[number] + max(1, len(text))
                rows[number].append(_Box(columns[number], end, text, (places[number], token[1])))
                places[number] += len(token[0])
                columns[number] = end
        columns = [max(columns)] * 2
    return rows


def _borders(tokens: Tokens) -> set[int]:
    """Return after how many bytes a token ends."""
    return set(accumulate(len(token) for token, _id in tokens))
