"""Shapes and colors that the painter of the token view puts together: lines, hatches, the caret."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QTextCharFormat, QTextLayout

from workbench.widgets.token_view.layout.layout import Measures
from workbench.widgets.token_view.layout.pieces import Piece

_HATCH_STEP = 5


def caret_rect(piece: Piece, position: int, measures: Measures, at_row_end: bool = False) -> QRectF:
    """Return where the caret is before a byte of the text, from the upper left corner of its piece.

    Where a row begins at the byte, `at_row_end` puts the caret behind the byte before.
    """
    display = piece.display_at(position)
    top = piece.layout.caret_row(display, at_row_end) * measures.pitch + measures.box_top
    return QRectF(round(piece.layout.x_at(display, at_row_end)) - 1, top, 2, measures.box)


def line_under(rect: QRectF) -> QRectF:
    """Return the stroke at the lower edge of a box, within its round corners."""
    return QRectF(rect.left() + 1, rect.bottom() - 2, rect.width() - 2, 2)


def colored(start: int, end: int, color: QColor) -> QTextLayout.FormatRange:
    """Return letters [start, end) of the display string in another color."""
    letters = QTextCharFormat()
    letters.setForeground(color)
    format_range = QTextLayout.FormatRange()
    format_range.start, format_range.length, format_range.format = start, end - start, letters
    return format_range


def between(first: QColor, second: QColor, share: float) -> QColor:
    """Return the color at `share` (0 to 1) of the way between two."""
    return QColor(
        round(first.red() + (second.red() - first.red()) * share),
        round(first.green() + (second.green() - first.green()) * share),
        round(first.blue() + (second.blue() - first.blue()) * share),
    )


def with_alpha(color: QColor, alpha: int) -> QColor:
    """Return a color at an opacity of 0 to 255."""
    faint = QColor(color)
    faint.setAlpha(alpha)
    return faint


def hatch(painter: QPainter, rect: QRectF) -> None:
    """Draw lines at 45 degrees that fill a rectangle and end at its edges."""
    painter.translate(rect.topLeft())
    painter.drawLines(_hatching(rect.width(), rect.height()))
    painter.translate(-rect.topLeft())


@lru_cache(256)
def _hatching(width: float, height: float) -> list[QLineF]:
    lines = []
    for number in range(int((width + height) / _HATCH_STEP) + 1):
        foot = number * _HATCH_STEP - height  # x at the lower edge
        low, high = max(foot, 0.0), min(foot + height, width)
        if low < high:
            lines.append(QLineF(low, height - (low - foot), high, height - (high - foot)))
    return lines
