"""The plain table: low rows, no grid, whole rows chosen."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTableView

ROW = 24  # pixels

Index = QModelIndex | QPersistentModelIndex  # what a model or a delegate is asked about


class CopiedTable(QTableView):
    """A table whose rows the copy shortcut copies; a subclass says them in `rows_to_copy`."""

    def rows_to_copy(self) -> list[str]:
        """Return the selected rows as tab-separated values, a header first; none to leave the clipboard."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected rows by the shortcut."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        else:
            super().keyPressEvent(event)

    def copy_rows(self) -> None:
        """Copy the selected rows."""
        lines = self.rows_to_copy()
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines) + "\n")


def plain_table(model: QAbstractTableModel, name: str = "") -> QTableView:
    """Return a table of low rows without grid, in which whole rows are chosen; `name` for screen readers."""
    table = QTableView()
    make_plain(table, model, name)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    return table


def make_plain(table: QTableView, model: QAbstractTableModel, name: str) -> None:
    """Make a table a plain one: low rows without grid, whole rows chosen; `name` for screen readers."""
    table.setModel(model)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(ROW)
    table.verticalHeader().setMinimumSectionSize(ROW)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def menu_place(view: QAbstractItemView, event: QContextMenuEvent) -> QPoint | None:
    """Return where on the screen the menu of the rows opens; None if the mouse is at no row.

    By key it opens below the current row.
    """
    if event.reason() == QContextMenuEvent.Reason.Keyboard and view.currentIndex().isValid():
        return view.viewport().mapToGlobal(view.visualRect(view.currentIndex()).bottomLeft())
    return event.globalPos() if view.indexAt(event.pos()).isValid() else None
