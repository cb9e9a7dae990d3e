"""The head of a table that is sorted by a click: the arrow is next to the name, never above."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme

ARROW = 12


class SortHeader(QHeaderView):
    """A horizontal head; draws the arrow, which the style sheet leaves out.

    Attributes:
        room: pixels that names at the right keep free, where the cells below have something there.

    """

    room = 0
    PADDING = 8  # as in the style sheet

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("sorted")
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setFixedHeight(28)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        """Paint a section, and the arrow after a name that is left, before one that is right."""
        now = current_theme()
        side = self.model().headerData(
            logicalIndex, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole
        )
        if self.room and Qt.AlignmentFlag(side) & Qt.AlignmentFlag.AlignRight:
            painter.fillRect(rect, now.sunken)
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), now.border)
            rect = rect.adjusted(0, 0, -self.room, 0)
        painter.save()
        super().paintSection(painter, rect, logicalIndex)
        painter.restore()
        if self.isSortIndicatorShown() and logicalIndex == self.sortIndicatorSection():
            rising = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            top = rect.center().y() - ARROW / 2 + 1
            icon = "chevron-up" if rising else "chevron-down"
            draw_icon(painter, icon, now.text, self.arrow_left(rect, logicalIndex), top, ARROW)

    def arrow_left(self, rect: QRect, section: int) -> int:
        """Return where the arrow of a section begins."""
        ask = self.model().headerData
        name = str(ask(section, Qt.Orientation.Horizontal))
        font = ask(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.FontRole) or self.font()
        side = Qt.AlignmentFlag(ask(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole))
        width = QFontMetrics(font).horizontalAdvance(name)
        if side & Qt.AlignmentFlag.AlignRight:
            return rect.right() - self.PADDING - width - theme.SPACE_1 - ARROW
        return rect.left() + self.PADDING + width + theme.SPACE_1
