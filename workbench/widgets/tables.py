"""The plain table: low rows, no grid, whole rows chosen."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
)
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from workbench.widgets.slices import Slices, Steps

ROW = 24  # pixels
_LINES = 64  # that are joined before the next look at the clock

Index = QModelIndex | QPersistentModelIndex  # what a model or a delegate is asked about


class CopiedTable(QTableView):
    """A table whose rows the copy shortcut copies, many of them in slices; a subclass says the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._copying: Slices[str] = Slices(self)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model; what is being copied is copied before its rows change."""
        super().setModel(model)
        if model is not None:
            model.modelAboutToBeReset.connect(self._copying.finish)
            model.layoutAboutToBeChanged.connect(self._copying.finish)

    def rows_to_copy(self) -> Iterator[str]:
        """Yield the selected rows as tab-separated values, a header first; none to leave the clipboard."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected rows by the shortcut."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        else:
            super().keyPressEvent(event)

    def copy_rows(self) -> None:
        """Copy the selected rows."""
        self._copying.run(_joined(self.rows_to_copy()), _copy)


def _joined(lines: Iterator[str]) -> Steps[str]:
    """Return the lines as a text."""
    whole = []
    for line in lines:
        whole.append(line)
        if len(whole) % _LINES == 0:
            yield
    return "".join(f"{line}\n" for line in whole)


def _copy(text: str) -> None:
    if text:
        QGuiApplication.clipboard().setText(text)


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
