"""Where the tokens of the text drift: cut short, encoded again, or at ends of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from workbench.display.escapes import for_label
from workbench.engine.judging.drift import Drift
from workbench.panels.compare import colors
from workbench.panels.compare.pages.page import ComparisonPage
from workbench.widgets import wording
from workbench.widgets.tables import Index, plain_table
from workbench.worker.messages.comparing import DriftFound, FindDrift
from workbench.worker.messages.requests import new_request_id

_HEIGHT = 30


class DriftModel(QAbstractTableModel):
    """A line a tokenizer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.answer: DriftFound | None = None
        self._names: Sequence[str] = ()

    def show(self, answer: DriftFound, names: Sequence[str]) -> None:
        """Show another answer, on tokenizers of these names."""
        self.beginResetModel()
        self.answer, self._names = answer, names
        self.endResetModel()

    def drift(self, row: int) -> Drift | None:
        """Return what drifts under a tokenizer, None where it cannot encode the text."""
        return None if self.answer is None else self.answer.drifts[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of tokenizers."""
        return 0 if parent.isValid() or self.answer is None else len(self.answer.drifts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return what is told of each."""
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Return what a column tells, and what that is good for."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                self.tr("Tokenizer"), self.tr("Ids come back"), self.tr("Cuts, per 1,000"),
                self.tr("Words, per 1,000"),
            )[section]  # fmt: skip
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                "",
                self.tr("Whether the ids, decoded and encoded again, are the same"),
                self.tr("Token ends where cutting the text changes its ids, as in streams and prompts"),
                self.tr("Words that end inside a token, where a stop string would be missed"),
            )[section]
        return _side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is told of a tokenizer."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(index.column())
        name_tip = role == Qt.ItemDataRole.ToolTipRole and not index.column()
        if self.answer is None or not (name_tip or role == Qt.ItemDataRole.DisplayRole):
            return None
        row, drift = index.row(), self.answer.drifts[index.row()]
        if not index.column():
            return f"{colors.letter(row)} {for_label(self._names[row])}"
        if drift is None:
            return self.tr("cannot encode it") if index.column() == 1 else ""
        if index.column() == 1:
            return self.tr("yes") if self.answer.stable[row] else self.tr("no")
        places = drift.cuts if index.column() == 2 else drift.word_ends
        said = f"{wording.number(drift.per_thousand(places), 1)} ({wording.number(len(places))})"
        if index.column() == 2 and drift.not_asked:
            said += " · " + self.tr("{n} not tried").format(n=wording.number(drift.not_asked))
        return said


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column > 1 else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class DriftPage(ComparisonPage):
    """What drifts, with the way to its places.

    Signals:
        place_requested(object): (start, end) in bytes of the text.

    """

    place_requested = Signal(object)

    def content(self) -> QWidget:
        """Return the table."""
        self._model = DriftModel(self)
        self._at = -1
        self.table: QTableView = plain_table(self._model, self.tr("Drift of each tokenizer"))
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.verticalHeader().setDefaultSectionSize(_HEIGHT)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.activated.connect(self._go)
        self.table.clicked.connect(self._go)
        return self.table

    def request(self) -> FindDrift | None:
        """Return what is asked."""
        if not len(self.document):
            return None
        handles = tuple(info.handle for info in self.infos)
        return FindDrift(new_request_id(), handles, self.document.parts())

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401
        """Show what drifts."""
        self._at = -1
        self._model.show(answer, [info.name for info in self.infos])
        self.summary.setText(
            self.tr("Tokens of this text that can change. Click a figure to go to its next place.")
        )

    def _go(self, index: QModelIndex) -> None:
        drift = self._model.drift(index.row()) if index.isValid() and index.column() > 1 else None
        places = None if drift is None else drift.cuts if index.column() == 2 else drift.word_ends
        if places is None or not len(places):
            return
        at = int(np.searchsorted(places, np.uint64(max(self._at, 0)), side="right")) if self._at >= 0 else 0
        end = int(places[at % len(places)])
        self._at = end
        self.place_requested.emit((max(end - 1, 0), end))
