"""The kinds of places where two patterns differ, the commonest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.engine.lab.pattern_difference import Cut, Kind
from workbench.panels.lab.measures import shown
from workbench.widgets import wording
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, theme_signals, token_font
from workbench.widgets.tables import Index
from workbench.widgets.token_view.layout.strokes import hatch, line_under

ROW = 24
THIS_FILL, OTHER_FILL = 0, 3
COUNT_WIDTH = 72
_KIND = int(Qt.ItemDataRole.UserRole)
_BOX = 18
_LEAST = 20  # px that a box has at least; where there is less room, an ellipsis stands


class _Model(QAbstractListModel):
    """Kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: Sequence[Kind] = ()

    def show(self, kinds: Sequence[Kind]) -> None:
        self.beginResetModel()
        self.kinds = kinds
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.kinds)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        kind = self.kinds[index.row()]
        if role == _KIND:
            return kind
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self.tr("This: {this}; other: {other}; {times}").format(
                this=self._words(kind.this), other=self._words(kind.other), times=wording.times(kind.count)
            )
        return None

    def _words(self, cuts: Sequence[Cut]) -> str:
        lost = self.tr("{text} lost")
        return " | ".join(shown(cut.text) if cut.kept else lost.format(text=shown(cut.text)) for cut in cuts)


class _Delegate(QStyledItemDelegate):
    """Paints both ways to cut, and how often."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        kind, now, box = index.data(_KIND), current_theme(), option.rect
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
            colour = now.token_fills[fill] if cut.kept else now.danger_soft
            draw_box(painter, box, theme.TOKEN_RADIUS, colour, None)
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


class KindsView(QListView):
    """Shows the kinds.

    Signals:
        kind_chosen(int): its number; the user wants to see the next place of it.

    """

    kind_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._delegate = _Model(), _Delegate()
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Kinds of differences"))
        self.setToolTip(self.tr("Click a kind to step through its occurrences"))
        self.setProperty("focusRing", False)
        for signal in (self.clicked, self.activated):
            signal.connect(lambda index: self.kind_chosen.emit(index.row()) if index.isValid() else None)
        theme_signals.changed.connect(self.viewport().update)

    def show_kinds(self, kinds: Sequence[Kind]) -> None:
        """Show other kinds."""
        self._model.show(kinds)

    def kinds(self) -> Sequence[Kind]:
        """Return what is shown."""
        return self._model.kinds
