"""The kinds of places where two patterns differ, the commonest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.engine.lab.pattern_difference import Cut, Kind
from workbench.panels.lab.item_list import ITEM, ItemList
from workbench.panels.lab.measures import shown
from workbench.widgets import wording
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, token_font
from workbench.widgets.tables import Index
from workbench.widgets.token_view.layout.strokes import hatch, line_under

ROW = 24
THIS_FILL, OTHER_FILL = 0, 3
COUNT_WIDTH = 72
_BOX = 18
_LEAST = 20  # px that a box has at least; where there is less room, an ellipsis stands


class _Delegate(QStyledItemDelegate):
    """Paints both ways to cut, and how often."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        kind, now, box = index.data(ITEM), current_theme(), option.rect
        painter.save()
        painter.setClipRect(box)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, now.soft)
        left, middle, right = columns(box)
        self._paint_side(painter, QRect(left, box.top(), middle - left - 8, ROW), kind.this, THIS_FILL)
        self._paint_side(painter, QRect(middle, box.top(), right - middle - 8, ROW), kind.other, OTHER_FILL)
        painter.setFont(interface_font("body"))
        painter.setPen(now.text2)
        room = box.adjusted(0, 0, -theme.PANEL_MARGIN, 0)
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, align, wording.number(kind.count))
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_box(painter, QRectF(box.adjusted(6, 0, -6, 0)), 4, None, now.accent, 2)
        painter.restore()

    def _paint_side(self, painter: QPainter, room: QRect, cuts: Sequence[Cut], fill: int) -> None:
        now, font = current_theme(), token_font(13)
        metrics, left = QFontMetricsF(font), float(room.left())
        lost = b"".join(cut.text for cut in cuts if not cut.kept)
        for cut in cuts:
            free = room.right() - left - 2
            words = metrics.elidedText(shown(cut.text), Qt.TextElideMode.ElideRight, max(free, _LEAST))
            box = QRectF(left, room.top() + 3, metrics.horizontalAdvance(words) + 2, _BOX)
            if box.right() > room.right():
                rest = room.adjusted(int(left) - room.left(), 0, 0, 0)
                painter.setPen(now.text2)
                painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, "…")
                return
            color = now.token_fills[fill] if cut.kept else now.danger_soft
            draw_box(painter, box, theme.TOKEN_RADIUS, color, None)
            if not cut.kept:
                faint = QColor(now.danger)
                faint.setAlpha(150)
                painter.setPen(QPen(faint, 1))
                hatch(painter, box.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.fillRect(line_under(box), now.token_lines[fill] if cut.kept else now.danger)
            painter.setFont(font)
            painter.setPen(now.text)
            painter.drawText(box.adjusted(1, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words)
            left = box.right() + 1
        if lost:
            painter.setFont(interface_font("small"))
            painter.setPen(now.danger)
            place = room.adjusted(int(left) - room.left() + theme.SPACE_2, 0, 0, 0)
            words = self.tr("space lost") if lost == b" " else self.tr("lost")
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)


def columns(box: QRect) -> tuple[int, int, int]:
    """Return where the columns begin: this, other, and the count's room."""
    left, right = box.left() + theme.PANEL_MARGIN, box.right() - theme.PANEL_MARGIN - COUNT_WIDTH
    return left, left + (right - left) * 9 // 20, right


class KindsView(ItemList):
    """Shows the kinds; a click or Enter goes to the next place of one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_Delegate(), self._words, parent)
        self.setAccessibleName(self.tr("Kinds of differences"))
        self.setToolTip(self.tr("Click a kind to step through its occurrences"))

    def _words(self, kind: Kind) -> str:
        return self.tr("This: {this}; other: {other}; {times}").format(
            this=self._side(kind.this), other=self._side(kind.other), times=wording.times(kind.count)
        )

    def _side(self, cuts: Sequence[Cut]) -> str:
        lost = self.tr("{text} lost")
        return " | ".join(shown(cut.text) if cut.kept else lost.format(text=shown(cut.text)) for cut in cuts)
