"""The list of a folder's files, painted like the sources: tick, icon and name over a second line."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.panels.corpus.file_model import FILE_ROLE, FileModel, ListedFile
from workbench.panels.corpus.row_paint import (
    draw_text,
    first_line,
    paint_ground,
    paint_icon,
    paint_size,
    paint_tick,
    row_height,
    second_line,
    tick_rect,
)
from workbench.panels.corpus.sources import CONTENT_ICONS
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.tables import Index, make_plain, menu_place

MOST_CHOSEN = 10_000  # files that are changed at once: each is named in the options of its source


class FileDelegate(QStyledItemDelegate):
    """Paints a file."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        file: ListedFile = index.data(FILE_ROLE)
        now, box = current_theme(), option.rect
        painter.save()
        paint_ground(painter, option)
        paint_tick(painter, box, file.used, bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable))
        paint_icon(painter, box, CONTENT_ICONS.get(file.kind, "file"))
        name = paint_size(painter, first_line(box), file.size_text)
        draw_text(painter, name, file.name, interface_font("body"), now.text if file.used else now.text2)
        warned = not file.out and bool(file.problem or file.note)
        second, tone = second_line(painter, box, warned), now.warn if warned else now.text2
        draw_text(painter, second, file.detail, interface_font("small"), tone)
        painter.restore()


class FileList(QTableView):
    """The view of a `FileModel`.

    Signals:
        switch_requested(object): Space was pressed, or a tick; the rows.
        preview_requested(): Enter was pressed, or a row pressed twice.
        menu_requested(object): QPoint on the screen for the menu of the chosen rows.
        back_requested(): Escape or Backspace was pressed.

    """

    switch_requested = Signal(object)
    preview_requested = Signal()
    menu_requested = Signal(object)
    back_requested = Signal()

    def __init__(self, model: FileModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        make_plain(self, model, self.tr("Files"))
        self.setItemDelegate(FileDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        # The sizes are not asked of the rows: there may be a million.
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(row_height())
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setProperty("focusRing", False)
        theme.theme_signals.changed.connect(self.viewport().update)
        self.doubleClicked.connect(lambda _: self.preview_requested.emit())

    def chosen_rows(self) -> list[int]:
        """Return the selected rows, ascending, at most `MOST_CHOSEN` and one."""
        rows: list[int] = []
        for part in self.selectionModel().selection().toList():
            rows += range(part.top(), min(part.bottom(), part.top() + MOST_CHOSEN) + 1)
            if len(rows) > MOST_CHOSEN:
                break
        return sorted(rows)

    def first_seen(self) -> int:
        """Return the number of the first file in sight."""
        index, model = self.indexAt(self.viewport().rect().topLeft()), self.model()
        return model.number(index.row()) if index.isValid() and isinstance(model, FileModel) else 0

    def keyboardSearch(self, search: str) -> None:
        """Look for no name while the user types: Qt would ask for those of a million rows at once."""

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Go to the first and the last file by Home and End; in a table they would stay in the row."""
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self.model().rowCount() - 1,
        }
        if action in ends:
            return self.model().index(ends[action], 0)
        return super().moveCursor(action, modifiers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch the chosen rows by Space, show one by Enter, go back by Escape and Backspace."""
        key = event.key()
        if key == Qt.Key.Key_Space and self.chosen_rows():
            self.switch_requested.emit(self.chosen_rows())
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.preview_requested.emit()
        elif key in {Qt.Key.Key_Escape, Qt.Key.Key_Backspace}:
            self.back_requested.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Switch a file by its tick; anywhere else the row is chosen."""
        index = self.indexAt(event.position().toPoint())
        tick = tick_rect(self.visualRect(index)).adjusted(-6, -6, 6, 6)
        if event.button() == Qt.MouseButton.LeftButton and tick.contains(event.position().toPoint()):
            self.switch_requested.emit([index.row()])
        else:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the chosen rows, by mouse or key."""
        if (place := menu_place(self, event)) is not None:
            self.menu_requested.emit(place)
