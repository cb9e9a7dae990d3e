"""The margin of a pattern's lines: a bar and the number of pieces of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from workbench.widgets import wording
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font

SIDE = 132  # px at the right for bars and counts
LINE = 22  # px
LOWER = 2  # px that Qt puts letters below the middle of a line of fixed height
_BAR, _BAR_HEIGHT = 60, 6
_FAINT = 0.35


class Lines(Protocol):
    """The figures of the lines."""

    def counts(self) -> Sequence[int] | None:
        """Return the pieces of each line, None if they are not known."""

    def line_tops(self) -> list[float]:
        """Return where each line begins, from the upper edge of the editor."""


class Side(QWidget):
    """Bars and counts.

    Attributes:
        faded: they are those of another pattern.

    """

    def __init__(self, editor: QWidget) -> None:
        super().__init__(editor)
        self.lines: Lines | None = None
        self.faded = False
        self.setToolTip(self.tr("Pieces of the text below, per alternative"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them."""
        counts = self.lines.counts() if self.lines is not None else None
        if self.lines is None or not counts:
            return
        painter = QPainter(self)
        painter.setOpacity(_FAINT if self.faded else 1.0)
        painter.setFont(interface_font("small"))
        most = max(*counts, 1)
        for count, top in zip(counts, self.lines.line_tops(), strict=True):
            self._paint(painter, count, most, top - self.y() + LINE / 2 + LOWER)

    def _paint(self, painter: QPainter, count: int, most: int, middle: float) -> None:
        now = current_theme()
        trough = QRectF(theme.SPACE_1, middle - _BAR_HEIGHT / 2, _BAR, _BAR_HEIGHT)
        draw_box(painter, trough, 3, now.border if now.is_dark else now.sunken, None)
        if count:
            trough.setWidth(max(_BAR * count / most, 2))
            draw_box(painter, trough, min(3, trough.width() / 2), now.text2, None)
        painter.setPen(now.text if count else now.text2)
        room = QRectF(0, middle - LINE / 2, self.width() - theme.SPACE_3, LINE)
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, align, wording.number(count))
