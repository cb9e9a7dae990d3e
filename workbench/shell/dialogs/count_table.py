"""The table of counted files: sorted by a click, copied by rows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from workbench.api.file_counts import FileCount
from workbench.display.escapes import for_label, for_spreadsheet
from workbench.widgets import wording
from workbench.widgets.sort_header import SortHeader
from workbench.widgets.tables import CopiedTable, Index, make_plain

NAME, TOKENS, BYTES, RATIO = range(4)
_WIDTHS = {TOKENS: 112, BYTES: 112, RATIO: 120}


class CountRows(QAbstractTableModel):
    """Counts of files or folders: name, tokens, bytes of text, bytes per token.

    Attributes:
        counts: in the order in which they were read.

    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.counts: list[FileCount] = []
        self._folder = ""
        self._order = np.zeros(0, np.int64)
        self._sorted = NAME, Qt.SortOrder.AscendingOrder

    def show_counts(self, counts: Sequence[FileCount], folder: str) -> None:
        """Show other counts, with the names of files below a folder."""
        self.beginResetModel()
        self.counts, self._folder = list(counts), folder
        self._order = self._ordered()
        self.endResetModel()

    def add(self, counts: Sequence[FileCount]) -> None:
        """Add counts that have just come; they are sorted at the end."""
        first = len(self.counts)
        self.beginInsertRows(QModelIndex(), first, first + len(counts) - 1)
        self.counts += counts
        self._order = np.append(self._order, np.arange(first, len(self.counts)))
        self.endInsertRows()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, equal rows by name."""
        self._sorted = column, order
        self.layoutAboutToBeChanged.emit()
        self._order = self._ordered()
        self.layoutChanged.emit()

    def _ordered(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        column, order = self._sorted
        n = len(self.counts)
        if column == NAME:
            rows = np.arange(n)
            return rows if order == Qt.SortOrder.AscendingOrder else rows[::-1]
        tokens = np.fromiter((each.tokens[0] for each in self.counts), np.float64, n)
        n_bytes = np.fromiter((each.n_bytes for each in self.counts), np.float64, n)
        key = {TOKENS: tokens, BYTES: n_bytes, RATIO: n_bytes / np.maximum(tokens, 1)}[column]
        return np.argsort(key if order == Qt.SortOrder.AscendingOrder else -key, kind="stable")

    # --- what a view asks -----------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        """Return the number of files."""
        return 0 if parent.isValid() else len(self.counts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        """Return the number of columns."""
        return 0 if parent.isValid() else RATIO + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: ANN401
        """Return the title of a column, or its side."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.titles()[section]
        return _side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def titles(self) -> tuple[str, ...]:
        """Return the titles of the columns."""
        return self.tr("Name"), self.tr("Tokens"), self.tr("Bytes of text"), self.tr("Bytes per token")

    def data(self, index: Index, role: int = 0) -> Any:  # noqa: ANN401 - as Qt declares it
        """Return what a cell shows."""
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        each = self.counts[int(self._order[index.row()])]
        if role == Qt.ItemDataRole.ToolTipRole and column == NAME:
            return for_label(each.path)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column == NAME:
            return for_label(self.name(each))
        if column == RATIO:
            return wording.number(each.n_bytes / each.tokens[0], 2) if each.tokens[0] else ""
        return wording.number(each.tokens[0] if column == TOKENS else each.n_bytes)

    def name(self, each: FileCount) -> str:
        """Return the name of a file below the folder."""
        return os.path.relpath(each.path, self._folder) if self._folder else each.path

    def plain(self, rows: Iterable[int]) -> Iterator[str]:
        """Yield shown rows as tab-separated values, a header first."""
        yield "\t".join(self.titles()[:RATIO])
        for row in rows:
            each = self.counts[int(self._order[row])]
            yield f"{for_spreadsheet(self.name(each))}\t{each.tokens[0]}\t{each.n_bytes}"


class CountTable(CopiedTable):
    """Shows `CountRows`.

    Attributes:
        rows: the model.

    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = CountRows(self)
        head = SortHeader(self)
        self.setHorizontalHeader(head)
        make_plain(self, self.rows, name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            head.resizeSection(column, width)
        head.setSortIndicator(NAME, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def rows_to_copy(self) -> Iterator[str]:
        """Yield the selected rows, or all without a selection, as tab-separated values, a header first."""
        chosen = sorted(index.row() for index in self.selectionModel().selectedRows())
        return self.rows.plain(chosen or range(len(self.rows.counts)))


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == NAME else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
