"""The panel of starting points."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.display import marks
from workbench.panels.lab.entries import Entry
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, theme_signals, token_font
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.tables import Index

ROW, HEAD = 46, 30
_ENTRY = int(Qt.ItemDataRole.UserRole)
_NARROW = 190  # px
_SHOWN = 160  # characters of a pattern


class PatternModel(QAbstractListModel):
    """The entries under their two heads.

    Signals:
        renamed(str, str): key and new title of an entry, by the user.

    """

    renamed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Entry | str] = []
        self.compared = ""

    def show(self, published: Sequence[Entry], own: Sequence[Entry]) -> None:
        """Show other entries."""
        rows: list[Entry | str] = [self.tr("Published"), *published]
        rows += [self.tr("Yours"), *own] if own else []
        if [_key(row) for row in rows] != [_key(row) for row in self.rows]:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
        elif rows != self.rows:
            self.rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def row_of(self, key: str) -> int:
        """Return the row of an entry, -1 if there is none."""
        return next((n for n, row in enumerate(self.rows) if isinstance(row, Entry) and row.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of rows, heads among them."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let entries be chosen, and the user's own be renamed."""
        row = self.rows[index.row()] if index.isValid() else ""
        if isinstance(row, str):
            return Qt.ItemFlag.NoItemFlags
        editable = Qt.ItemFlag.ItemIsEditable if row.own else Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | editable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row for the delegate, and its words for others."""
        row = self.rows[index.row()]
        if role == _ENTRY:
            return row
        if isinstance(row, str):
            return row if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            remark = self.tr("compared with") if row.key == self.compared else ""
            return wording.listed((row.title, row.detail, remark, row.description or row.pattern))
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.pattern
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename an entry."""
        row, title = self.rows[index.row()], str(value).strip()[:80]
        if role != Qt.ItemDataRole.EditRole or isinstance(row, str) or not title:
            return False
        self.renamed.emit(row.key, title)
        return True


def _key(row: Entry | str) -> str:
    return row if isinstance(row, str) else row.key


class _Delegate(QStyledItemDelegate):
    """Paints a head, or a title over its pattern."""

    def __init__(self, model: PatternModel) -> None:
        super().__init__()
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, HEAD if isinstance(index.data(_ENTRY), str) else ROW)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the field in which a title is typed."""
        field = QLineEdit(parent)
        field.setAccessibleName(self.tr("Name of the pattern"))
        return field

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Put it over the title."""
        box: QRect = option.rect
        editor.setGeometry(box.adjusted(theme.SPACE_2, 2, -theme.SPACE_2, 32 - box.height()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        row, now = index.data(_ENTRY), current_theme()
        box: QRect = option.rect
        painter.save()
        inner = box.adjusted(theme.PANEL_MARGIN, 0, -theme.SPACE_3, 0)
        if isinstance(row, str):
            painter.setFont(interface_font("medium"))
            painter.setPen(now.text2)
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, row)
        else:
            if option.state & QStyle.StateFlag.State_Selected:
                painter.fillRect(box, now.soft)
            self._paint_entry(painter, inner, row)
            if option.state & QStyle.StateFlag.State_HasFocus:
                ring = QRectF(box.adjusted(3, 1, -3, -1))
                draw_box(painter, ring, theme.CONTROL_RADIUS, None, now.accent, 2)
        painter.restore()

    def _paint_entry(self, painter: QPainter, box: QRect, entry: Entry) -> None:
        now, top = current_theme(), QRect(box.left(), box.top() + 4, box.width(), 20)
        if entry.key == self._model.compared:
            words = self.tr("compared with") if box.width() > _NARROW else self.tr("compared")
            top.setRight(self._paint_chip(painter, top, words) - theme.SPACE_2)
        painter.setFont(interface_font("title"))
        painter.setPen(now.text)
        title = painter.fontMetrics().elidedText(entry.title, Qt.TextElideMode.ElideRight, top.width())
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, title)
        left = top.left() + painter.fontMetrics().horizontalAdvance(title) + theme.SPACE_2
        painter.setFont(interface_font("small"))
        painter.setPen(now.text2)
        detail = self.tr("edited") if entry.edited else entry.detail
        room = QRect(left, top.top(), max(top.right() - left, 0), top.height())
        shown = painter.fontMetrics().elidedText(detail, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        low = QRect(box.left(), box.top() + 24, box.width(), 18)
        if not entry.description:
            painter.setFont(token_font(11))
        words = entry.description or marks.isolated(marks.one_line(entry.pattern, _SHOWN))
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, low.width())
        painter.drawText(low, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_chip(self, painter: QPainter, box: QRect, text: str) -> int:
        """Paint a pill at the right end; returns where it begins."""
        now, font = current_theme(), interface_font("tiny")
        width = QFontMetrics(font).horizontalAdvance(text) + 16
        pill = QRectF(box.right() - width, box.top(), width, 20)
        draw_box(painter, pill, 10, now.soft, now.accent)
        painter.setFont(font)
        painter.setPen(now.accent)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
        return int(pill.left())


class _List(QListView):
    """The list, with keys of its own.

    Signals:
        key(str): "start", "compare" or "remove".

    """

    key = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        does = {
            Qt.Key.Key_Return: "start", Qt.Key.Key_Enter: "start", Qt.Key.Key_Space: "compare",
            Qt.Key.Key_Delete: "remove",
        }.get(Qt.Key(event.key()))  # fmt: skip
        if does is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.key.emit(does)
        else:
            super().keyPressEvent(event)


class PatternsPanel(QWidget):
    """Shows the starting points.

    Attributes:
        header: the panel's head, for the dock's title bar.
        view, model: the list.

    Signals:
        start_requested(str), compare_requested(str), remove_requested(str): the key of an entry.
        renamed(str, str): key and title. add_requested(): the pattern as it is is to be kept.

    """

    start_requested = Signal(str)
    compare_requested = Signal(str)
    remove_requested = Signal(str)
    renamed = Signal(str, str)
    add_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Starting points"))
        self.header = PanelHeader(self.tr("Starting points"))
        self.add_button = IconButton("add", self.tr("Save this pattern under a name"))
        self.add_button.clicked.connect(self.add_requested)
        self.header.add_right(self.add_button)
        self._shown = ("", 0)
        self.model, self.view = PatternModel(), _List()
        self._delegate = _Delegate(self.model)
        self.view.setModel(self.model)
        self.view.setItemDelegate(self._delegate)
        self.view.setAccessibleName(self.tr("Patterns"))
        self.view.setAccessibleDescription(
            self.tr("Return: start from this pattern. Space: compare. F2: rename. Delete: remove.")
        )
        self.view.setEditTriggers(QListView.EditTrigger.EditKeyPressed)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.setProperty("focusRing", False)
        self.view.clicked.connect(lambda index: self._act("start", index))
        self.view.key.connect(lambda what: self._act(what, self.view.currentIndex()))
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.model.renamed.connect(self.renamed)
        foot = Label(self.tr("Click a pattern to use it as a start. Undo goes back."), "small", "text2")
        foot.setWordWrap(True)
        foot.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.SPACE_2, theme.SPACE_3)
        column = panel_column(self)
        column.addWidget(self.view, 1)
        column.addWidget(foot)
        theme_signals.changed.connect(self.view.viewport().update)

    def show_entries(
        self, published: Sequence[Entry], own: Sequence[Entry], current: str, compared: str
    ) -> None:
        """Show the entries, which one is edited, and which one it is compared with."""
        self.model.compared = compared
        self.model.show(published, own)
        rows = len(self.model.rows)
        if (current, rows) != self._shown:  # the keyboard may have gone on to another
            self._shown = (current, rows)
            self.view.setCurrentIndex(self.model.index(self.model.row_of(current)))
        self.view.viewport().update()

    def rename(self, key: str) -> None:
        """Let the user type another name."""
        self.view.edit(self.model.index(self.model.row_of(key)))

    def menu_of(self, entry: Entry) -> QMenu:
        """Return what can be done with an entry."""
        menu = QMenu(self)
        menu.setAccessibleName(entry.title)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        key = entry.key
        menu.addAction(self.tr("Start from this pattern"), lambda: self.start_requested.emit(key))
        menu.addAction(self.tr("Compare with this pattern"), lambda: self.compare_requested.emit(key))
        if entry.own:
            menu.addAction(self.tr("Rename…"), lambda: self.rename(key))
            menu.addAction(self.tr("Remove"), lambda: self.remove_requested.emit(key))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        row = self.view.indexAt(at).data(_ENTRY)
        if isinstance(row, Entry):
            self.menu_of(row).popup(self.view.viewport().mapToGlobal(at))

    def _act(self, what: str, index: Index) -> None:
        row = index.data(_ENTRY) if index.isValid() else None
        if not isinstance(row, Entry):
            return
        if what == "start":
            self.start_requested.emit(row.key)
        elif what == "compare":
            self.compare_requested.emit(row.key)
        elif row.own:
            self.remove_requested.emit(row.key)
