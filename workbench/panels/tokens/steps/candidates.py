"""The pairs of a step: three lines at first, all in a scrolling table on request."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHeaderView, QVBoxLayout, QWidget

from workbench.panels.tokens.steps.step_list import Row, Rows
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.look.theme import current_theme, interface_font, token_font
from workbench.widgets.tables import ROW, Index, plain_table

FEW = 3  # rows shown at first
_MANY = 9  # rows seen at a time when all are shown
_PAIR, _TOKEN, _ID, _VALUE = range(4)


class Candidates(QWidget):
    """Pairs, their result, id and rank or score, the best first; the chosen one on `soft`.

    Attributes:
        table: the pairs. more: shows all of them, or few again.

    Signals:
        switched(): all of them are shown, or few again.

    """

    switched = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all = False
        self._model = _CandidateModel(self)
        self.table = plain_table(self._model)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setAccessibleName(self.tr("Candidates"))
        self.table.horizontalHeader().hide()
        self.table.horizontalHeader().setMinimumSectionSize(16)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column in (_ID, _VALUE):
            self.table.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.table.setColumnWidth(column, 64)
        palette = self.table.palette()
        palette.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
        self.table.setPalette(palette)
        self.more = Button(self.tr("Show fewer"), "link")
        self.more.setToolTip(self.tr("Show some or all of the pairs that can merge here"))
        self.more.clicked.connect(self._switch)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(0)
        column_.addWidget(self.table)
        column_.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def show_rows(self, rows: Rows, *, scored: bool) -> None:
        """Show pairs; ids as well where scores decide."""
        self._model.set_rows(rows)
        self.table.setColumnHidden(_ID, not scored)
        self.table.setColumnHidden(_TOKEN, not (len(rows) and rows[0].token))
        self.table.scrollToTop()
        self._fit()

    def _switch(self) -> None:
        self._all = not self._all
        self._fit()
        self.switched.emit()

    def _fit(self) -> None:
        n_rows = self._model.rowCount()
        self.setVisible(n_rows > 0)
        seen = min(n_rows, _MANY if self._all else FEW)
        self.table.setFixedHeight(seen * ROW)
        scrolls = Qt.ScrollBarPolicy.ScrollBarAsNeeded if self._all else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.table.setVerticalScrollBarPolicy(scrolls)
        self.more.setVisible(n_rows > FEW)
        more = self.tr("and {n} more").format(n=wording.number(n_rows - FEW))
        self.more.setText(self.tr("Show fewer") if self._all else more)


class _CandidateModel(QAbstractTableModel):
    """The rows of a step, made as they are seen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = Rows()

    def set_rows(self, rows: Rows) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 4

    def data(self, index: Index, role: int = 0) -> object:
        if role == Qt.ItemDataRole.FontRole:
            return interface_font("small") if index.column() >= _ID else token_font(12)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() >= _ID else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (row.pair, row.token, row.id, row.value)[index.column()]
        if role == Qt.ItemDataRole.BackgroundRole:
            return current_theme().soft if row.chosen else None
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return _sentence(row)
        return None


def _sentence(row: Row) -> str:
    said = f"{row.pair} → {row.token}" if row.token else row.pair
    return f"{said}, id {row.id}, {row.value}" if row.id else f"{said} {row.value}"
