"""The list of changes: title, effect, and a cross that deletes the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.panels.draft import words
from workbench.panels.draft.looking import Looking
from workbench.panels.draft.state import State
from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.tables import Index

ROW = 44
_CROSS, _MARGIN = 16, 16
_ROOT = QModelIndex()
_DETAIL, _TONE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Row:
    """A change in the list.

    Attributes:
        title: what the change is.
        detail: its effect, or why it was not applied.
        tone: color role of the detail.

    """

    title: str
    detail: str
    tone: str = "text2"


def rows_of(state: State, looking: Looking) -> list[Row]:
    """Return the rows of the changes of a draft, with what is known of them."""
    looked, applied, rows = looking.looked, looking.applied(), []
    for place, change in enumerate(state.changes):
        shown = words.title(change)
        if place < len(applied):
            rows.append(Row(shown, words.detail(change, applied[place])))
        elif looked is not None and place == len(looked.done) and looked.fault is not None:
            rows.append(Row(shown, wording.failure(looked.fault), "danger"))
        elif looking.is_under_way:
            rows.append(Row(shown, _tr("Working…")))
        elif looked is None:
            rows.append(Row(shown, _tr("Not checked yet.")))
        else:
            rows.append(Row(shown, _tr("Not applied: an earlier change is impossible.")))
    return rows


def _tr(text: str) -> str:
    return QCoreApplication.translate("Draft", text)


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        if len(rows) == len(self._rows):
            self._rows = tuple(rows)
            self.dataChanged.emit(self.index(0), self.index(max(0, len(rows) - 1)))
            return
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - a QVariant
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.title}\n{row.detail}".strip()
        texts = {
            Qt.ItemDataRole.DisplayRole: row.title, _DETAIL: row.detail, _TONE: row.tone,
            Qt.ItemDataRole.AccessibleTextRole: f"{row.title}: {row.detail}",
        }  # fmt: skip
        return texts.get(Qt.ItemDataRole(role) if role < _DETAIL else role)


class _Delegate(QStyledItemDelegate):
    """Paints two lines and the cross.

    Signals:
        deleted(int): the row whose cross was clicked.

    """

    deleted = Signal(int)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors, box = theme.current_theme(), QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(box, colors.soft if chosen else colors.surface)
        inner = box.adjusted(_MARGIN, 4, -_MARGIN - _CROSS - 8, -4)
        half = inner.height() / 2
        for role, top, font, color in (
            (Qt.ItemDataRole.DisplayRole, inner.top(), theme.interface_font("medium"), colors.text),
            (_DETAIL, inner.top() + half, theme.interface_font("small"), colors.color(index.data(_TONE))),
        ):
            painter.setFont(font)
            painter.setPen(color)
            text = QFontMetricsF(font).elidedText(
                str(index.data(role)), Qt.TextElideMode.ElideRight, inner.width()
            )
            line = QRectF(inner.left(), top, inner.width(), half)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        cross = self._cross(box)
        draw_icon(painter, "close", colors.text2, cross.left(), cross.top(), _CROSS)

    def _cross(self, box: QRectF) -> QRectF:
        return QRectF(box.right() - _MARGIN - _CROSS + 4, box.center().y() - _CROSS / 2, _CROSS, _CROSS)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
            and self._cross(QRectF(option.rect)).adjusted(-6, -6, 6, 6).contains(event.position())
        ):
            self.deleted.emit(index.row())
            return True
        return super().editorEvent(event, model, option, index)


class ChangeList(QListView):
    """The changes: Delete, the cross or the menu deletes one; Return or a double click edits one.

    Signals:
        delete_requested(list): indices of changes.
        edit_requested(int): index of a change.

    """

    delete_requested = Signal(list)
    edit_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Changes"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self._model = _Model(self)
        self._delegate = _Delegate(self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self._delegate.deleted.connect(lambda row: self.delete_requested.emit([row]))
        self.doubleClicked.connect(lambda index: self.edit_requested.emit(index.row()))
        theme.theme_signals.changed.connect(self.viewport().update)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show the changes."""
        self._model.show_rows(rows)
        self.updateGeometry()

    def chosen(self) -> list[int]:
        """Return the places of the selected changes."""
        return sorted(index.row() for index in self.selectionModel().selectedIndexes())

    def sizeHint(self) -> QSize:
        """Return the height of the first rows."""
        rows = min(max(self._model.rowCount(), 1), 5)
        return QSize(240, rows * ROW + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """Return the height of one row."""
        return QSize(160, ROW)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete or edit what is selected."""
        chosen = self.chosen()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and chosen:
            self.delete_requested.emit(chosen)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2) and len(chosen) == 1:
            self.edit_requested.emit(chosen[0])
        else:
            super().keyPressEvent(event)
