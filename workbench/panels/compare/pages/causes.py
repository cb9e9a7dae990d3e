"""Why two tokenizers differ on the text: by the kind of text, and by the stage."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from workbench.engine.judging.causes import Cause
from workbench.panels.compare import colors
from workbench.panels.compare.pages.page import PairPage
from workbench.widgets import wording
from workbench.widgets.tables import Index, plain_table
from workbench.worker.messages.comparing import CausesFound, FindCauses
from workbench.worker.messages.requests import new_request_id

_HEIGHT = 30


class CausesModel(QAbstractTableModel):
    """The table of causes, one per row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.causes: tuple[Cause, ...] = ()

    def show(self, causes: tuple[Cause, ...]) -> None:
        """Set the causes."""
        self.beginResetModel()
        self.causes = causes
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of causes."""
        return 0 if parent.isValid() else len(self.causes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Return the title of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Kind of text"), self.tr("Stage"), self.tr("Places"),
                    self.tr("Tokens saved"))[section]  # fmt: skip
        return self._side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _side(self, section: int) -> int:
        side = Qt.AlignmentFlag.AlignRight if section > 1 else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text or the tooltip of a cell."""
        cause = self.causes[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tr("Enter or a click goes to the next such place")
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        saved = f"+{wording.number(cause.saved)}" if cause.saved > 0 else wording.number(cause.saved)
        text, stage = map(wording.phrase, (cause.text, cause.stage))
        return (text, stage, wording.number(len(cause.places)), saved)[index.column()]


class CausesPage(PairPage):
    """The causes, each with links to its places.

    Signals:
        place_requested(object): (start, end) in bytes of the text, the next place of a cause.

    """

    place_requested = Signal(object)

    def content(self) -> QWidget:
        """Return the table."""
        self._model = CausesModel(self)
        self._answer: CausesFound | None = None
        self._at = -1
        self.table: QTableView = plain_table(self._model, self.tr("Causes of the differences"))
        self.table.verticalHeader().setDefaultSectionSize(_HEIGHT)
        heads = self.table.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column in (2, 3):  # numbers: the kinds of text need what they leave
            heads.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.table.activated.connect(self._go)
        self.table.clicked.connect(self._go)
        return self.table

    def request(self) -> FindCauses | None:
        """Return the request."""
        if not len(self.document):
            return None
        return FindCauses(new_request_id(), self.pair, self.document.parts())

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401
        """Show the causes and their sum."""
        self._answer, self._at = answer, -1
        self._model.show(answer.causes)
        saved = sum(cause.saved for cause in answer.causes)
        fewer = wording.plural(abs(saved), "%n token", "%n tokens")
        name = colors.letter(self.other)
        if not answer.causes:
            said = self.tr("Both cut this text alike.")
        elif saved >= 0:
            said = self.tr("{name} saves {tokens} compared with A. Click a line to go to its next place.")
        else:
            said = self.tr("{name} costs {tokens} more than A. Click a line to go to its next place.")
        self.summary.setText(said.format(name=name, tokens=fewer))

    def _go(self, index: QModelIndex) -> None:
        """Go to the next place of a cause, wrapping around."""
        if self._answer is None or not index.isValid():
            return
        spans = self._answer.differences.spans[self._model.causes[index.row()].places]
        at = (
            int(np.searchsorted(spans[:, 0], np.uint64(max(self._at, 0)), side="right"))
            if self._at >= 0
            else 0
        )
        start, end = spans[at % len(spans)].tolist()
        self._at = start
        self.place_requested.emit((start, end))
