"""The vocabulary as a table model: the row order is an array, so that sorting and searching are fast.

QSortFilterProxyModel asks Python for every cell and takes seconds over 300,000 rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from workbench.display.escapes import escape
from workbench.display.marks import one_line, visible
from workbench.panels.vocab.known import BARS, COUNTS, Known
from workbench.panels.vocab.words import how_judged, label_name, label_short
from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.tables import Index
from workbench.widgets.vocabulary import Rows, Vocabulary

COLUMNS = (
    "id", "token", "bytes", "length", "rank", "count", "documents", "stays", "survival", "margin", "health"
)  # fmt: skip
NUMBERS = frozenset({*COLUMNS} - {"token", "bytes", "health"})
HEX_BYTES = 16
_ROOT = QModelIndex()


class VocabularyModel(QAbstractTableModel):
    """The rows of a `Vocabulary` that pass the filter, in the chosen order.

    Attributes:
        known: counts and labels of the rows.
        scope: "text" or "corpus", what was counted.

    """

    def __init__(self, parent: Any = None) -> None:  # noqa: ANN401 - QObject or None
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._order: Rows = np.zeros(0, dtype=np.intp)
        self._shown: NDArray[np.bool_] | None = None
        self._sorted_by = ("id", False)
        self.known, self.scope = Known(), "text"

    @property
    def vocabulary(self) -> Vocabulary | None:
        """The vocabulary that is shown."""
        return self._vocabulary

    @property
    def _scored(self) -> bool:
        return self._vocabulary is not None and self._vocabulary.listed.scores is not None

    def set_rows(self, vocabulary: Vocabulary | None, known: Known, shown: NDArray[np.bool_] | None) -> None:
        """Show rows (bool[n], None for all) of a vocabulary, with their counts and labels."""
        self.beginResetModel()
        self._vocabulary, self.known, self._shown = vocabulary, known, shown
        self._arrange()
        self.endResetModel()

    def rows(self) -> Rows:
        """Return the vocabulary's rows in the order shown."""
        return self._order

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; the bytes column sorts as the token column."""
        name = COLUMNS[column] if 0 <= column < len(COLUMNS) else "id"
        self.beginResetModel()
        self._sorted_by = ("token" if name == "bytes" else name, order == Qt.SortOrder.DescendingOrder)
        self._arrange()
        self.endResetModel()

    def row_at(self, index: Index) -> int | None:
        """Return the vocabulary's row of an index, or None."""
        return int(self._order[index.row()]) if index.isValid() and index.row() < len(self._order) else None

    def index_of(self, row: int) -> QModelIndex:
        """Return the index of a row of the vocabulary, an invalid one if it is filtered out."""
        places = np.flatnonzero(self._order == row)
        return self.index(int(places[0]), 0) if len(places) else QModelIndex()

    def places_of(self, rows: Sequence[int]) -> list[int]:
        """Return the shown positions of rows of the vocabulary, without those filtered out."""
        places: list[int] = np.flatnonzero(np.isin(self._order, rows)).tolist()
        return places

    def plain(self, row: int, column: str) -> str:
        """Return the exact value of a cell: plain digits, hex, or text with reversible escapes."""
        vocabulary = self._vocabulary
        if vocabulary is None:
            return ""
        if column in (*COUNTS, *BARS, "health"):
            return self.known.plain(row, column)
        if column == "token":
            return escape(vocabulary.spelling(row))
        if column == "bytes":
            return vocabulary.token(row).hex()
        if column in ("id", "length"):
            return str(int((vocabulary.listed.ids if column == "id" else vocabulary.lengths)[row]))
        if not self._scored:
            rank = int(vocabulary.listed.ranks[row])
            return str(rank) if rank >= 0 else ""
        score = vocabulary.score(row)
        return "" if score is None else f"{score:.6g}"

    def _arrange(self) -> None:
        vocabulary = self._vocabulary
        if vocabulary is None:
            self._order = np.zeros(0, dtype=np.intp)
        else:
            rows = self._sorted(vocabulary)
            self._order = rows if self._shown is None else rows[self._shown[rows]]

    def _sorted(self, vocabulary: Vocabulary) -> Rows:
        column, falling = self._sorted_by
        if column not in (*COUNTS, *BARS, "health"):
            return vocabulary.order(column, falling)
        rows = self.known.order(column, falling)
        return vocabulary.order("id") if rows is None else rows

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
            return self.title(name)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tip(name) or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if name in NUMBERS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole:
            return theme.interface_font("small")
        return None

    def title(self, name: str) -> str:
        """Return the title of a column."""
        return {
            "id": self.tr("Id"), "token": self.tr("Token"), "bytes": self.tr("Bytes"),
            "length": self.tr("Length"), "rank": self.tr("Score") if self._scored else self.tr("Rank"),
            "count": self.tr("In corpus") if self.scope == "corpus" else self.tr("In text"),
            "documents": self.tr("Documents"), "stays": self.tr("Stays"), "health": self.tr("Health"),
            "survival": self.tr("Survival"), "margin": self.tr("Margin"),
        }[name]  # fmt: skip

    def tip(self, name: str) -> str:
        """Return the tooltip of a column after its title, "" for none."""
        return {
            "length": self.tr("In bytes"),
            "count": self.tr("How often the token is used"),
            "documents": self.tr("In how many documents the token is used"),
            "stays": self.tr("Of all times that a merge makes the token, how often the token stays"),
            "survival": self.tr(
                "Error bars: how many trainings, each without a part of the text, have the token"
            ),
            "margin": self.tr(
                "Error bars: how much more often its pair occurred than the next best; 0: a tie rule decided"
            ),
            "health": self.tr("What is wrong with the token"),
        }.get(name, "")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401, D102
        row = self.row_at(index)
        if row is None or self._vocabulary is None:
            return None
        name = COLUMNS[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole and name == "health":
            return "\n".join(
                f"{label_name(each)}: {how_judged(each)}" for each in self.known.problems_of(row)
            )
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
        if column in (*COUNTS, *BARS, "health"):
            return self._known_text(row, column)
        token = vocabulary.token(row)
        if column == "token":
            return one_line(visible(vocabulary.spelling(row)), 64)
        shown = token[:HEX_BYTES].hex(" ").upper()
        return shown if len(token) <= HEX_BYTES else f"{shown} …"

    def _known_text(self, row: int, column: str) -> str:
        counted = self.known.counted
        if column == "health":
            return wording.listed(map(label_short, self.known.problems_of(row)))
        if column in BARS:
            return self._bar_text(row, column)
        if counted is None:
            return ""
        if column == "stays":
            stays = self.known.stays(row)
            return "–" if stays is None else wording.percent(stays)
        if column == "documents" and not counted.n_documents:
            return "–"
        return wording.number(int((counted.occurrences if column == "count" else counted.documents)[row]))

    def _bar_text(self, row: int, column: str) -> str:
        value, bars = self.known.bar(row, column), self.known.bars
        if value is None or bars is None:
            return "" if bars is None else "–"
        if column == "margin":
            return wording.number(value)
        return self.tr("{n} of {all}").format(n=wording.number(value), all=wording.number(bars.n_parts))
