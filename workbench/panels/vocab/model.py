"""The vocabulary as a table: an order of rows kept as an array, so that sorting and searching stay quick.

QSortFilterProxyModel asks Python for every cell and takes seconds over 300,000 rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.tables import Index
from workbench.widgets.vocabulary import Rows, Vocabulary

COLUMNS = ("id", "token", "bytes", "length", "rank")
NUMBERS = frozenset({"id", "length", "rank"})
HEX_BYTES = 16
_ROOT = QModelIndex()


class VocabularyModel(QAbstractTableModel):
    """Rows of a `Vocabulary` that pass the filter, in the order chosen."""

    def __init__(self, parent: Any = None) -> None:  # noqa: ANN401 - QObject or None
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._order: Rows = np.zeros(0, dtype=np.intp)
        self._shown: NDArray[np.bool_] | None = None
        self._sorted_by = ("id", False)

    @property
    def vocabulary(self) -> Vocabulary | None:
        """What is shown."""
        return self._vocabulary

    @property
    def _scored(self) -> bool:
        return self._vocabulary is not None and self._vocabulary.listed.scores is not None

    def set_vocabulary(self, vocabulary: Vocabulary | None, shown: NDArray[np.bool_] | None = None) -> None:
        """Show another vocabulary, or these of its rows (bool[n])."""
        self._vocabulary, self._shown = vocabulary, shown
        self._arrange()

    def set_shown(self, shown: NDArray[np.bool_] | None) -> None:
        """Show only these rows (bool[n]); None shows all."""
        self._shown = shown
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order by a column; bytes are ordered as tokens are."""
        name = COLUMNS[column] if 0 <= column < len(COLUMNS) else "id"
        self._sorted_by = ("token" if name == "bytes" else name, order == Qt.SortOrder.DescendingOrder)
        self._arrange()

    def row_at(self, index: Index) -> int | None:
        """Return the vocabulary's row of an index, or None."""
        return int(self._order[index.row()]) if index.isValid() and index.row() < len(self._order) else None

    def index_of(self, row: int) -> QModelIndex:
        """Return where a row of the vocabulary stands, an invalid index where it is filtered out."""
        places = np.flatnonzero(self._order == row)
        return self.index(int(places[0]), 0) if len(places) else QModelIndex()

    def _arrange(self) -> None:
        self.beginResetModel()
        vocabulary = self._vocabulary
        if vocabulary is None:
            self._order = np.zeros(0, dtype=np.intp)
        else:
            rows = vocabulary.order(*self._sorted_by)
            self._order = rows if self._shown is None else rows[self._shown[rows]]
        self.endResetModel()

    # --- what Qt asks ---------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: D102 - Qt's
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: D102
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - a QVariant
        if orientation != Qt.Orientation.Horizontal:
            return None
        name = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            titles = {
                "id": self.tr("Id"), "token": self.tr("Token"), "bytes": self.tr("Bytes"),
                "length": self.tr("Length"), "rank": self.tr("Score") if self._scored else self.tr("Rank"),
            }  # fmt: skip
            return titles[name]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if name in NUMBERS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole:
            return theme.interface_font("small")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401, D102
        row = self.row_at(index)
        if row is None or self._vocabulary is None:
            return None
        name = COLUMNS[index.column()]
        if role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            return self._text(self._vocabulary, row, name)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if name in NUMBERS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole:
            return theme.token_font(13) if name in {"token", "bytes"} else theme.interface_font()
        return None

    def _text(self, vocabulary: Vocabulary, row: int, column: str) -> str:
        if column == "id":
            return wording.number(int(vocabulary.listed.ids[row]))
        if column == "length":
            return wording.number(int(vocabulary.lengths[row]))
        if column == "rank" and self._scored:
            score = vocabulary.score(row)
            return "–" if score is None else wording.score(score)
        if column == "rank":
            rank = int(vocabulary.listed.ranks[row])
            return wording.number(rank) if rank >= 0 else "–"
        token = vocabulary.token(row)
        if column == "token":
            return one_line(visible(vocabulary.spelling(row)), 64)
        shown = token[:HEX_BYTES].hex(" ").upper()
        return shown if len(token) <= HEX_BYTES else f"{shown} …"
