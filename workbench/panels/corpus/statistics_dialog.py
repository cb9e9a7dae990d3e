"""Figures and plots of a corpus: scripts, document lengths, the most frequent pieces."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from workbench.display.marks import visible
from workbench.engine.judging.survey import Survey
from workbench.widgets import wording
from workbench.widgets.controls import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font
from workbench.widgets.panel_parts import Figure, Hairline, fit_screen
from workbench.widgets.plots.bars import BarPlot
from workbench.widgets.tables import Index

_SIZE = (900, 600)
_MOST_SCRIPTS = 8


class _Pieces(QAbstractTableModel):
    """The most frequent pieces and their counts."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: tuple[tuple[bytes, int], ...] = ()

    def set_pieces(self, pieces: tuple[tuple[bytes, int], ...]) -> None:
        """Show other pieces."""
        self.beginResetModel()
        self._pieces = pieces
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of pieces."""
        return 0 if parent.isValid() else len(self._pieces)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return two."""
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a piece with visible marks, or its count."""
        piece, count = self._pieces[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return visible(piece[:60]) if index.column() == 0 else wording.number(count)
        if role == Qt.ItemDataRole.FontRole and index.column() == 0:
            return token_font(13)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 1:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Most frequent pieces"), self.tr("Times"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class StatisticsDialog(QDialog):
    """Shows a measured corpus; the dialog is reused, since plots are slow to make and to destroy.

    Attributes:
        scripts, lengths: the plots.
        pieces: the table.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Statistics of the corpus"))
        self.setAccessibleName(self.windowTitle())
        fit_screen(self, *_SIZE)
        self._figures: dict[str, Figure] = {}
        self.scripts = BarPlot(self.tr("Characters by script"), (), parent=self)
        self.lengths = BarPlot(self.tr("Documents by length"), (), parent=self)
        self._model = _Pieces()
        self.pieces = self._make_pieces()
        self._longest = Label("", "small", "text2", elided=True)
        self._held_out = Label("", "small", "text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._make_figures())
        column.addWidget(Hairline())
        column.addLayout(self._make_plots(), 1)
        column.addWidget(Hairline())
        remarks = QHBoxLayout()
        remarks.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        remarks.addWidget(self._longest, 1)
        remarks.addWidget(self._held_out)
        column.addLayout(remarks)

    def _make_plots(self) -> QGridLayout:
        plots = QGridLayout()
        plots.setContentsMargins(*(theme.PANEL_MARGIN,) * 4)
        plots.setSpacing(theme.SPACE_3)
        plots.addWidget(Label(self.tr("Characters by script, percent"), "title"), 0, 0)
        plots.addWidget(self.scripts, 1, 0)
        plots.addWidget(Label(self.tr("Documents by length in bytes"), "title"), 2, 0)
        plots.addWidget(self.lengths, 3, 0)
        plots.addWidget(self.pieces, 0, 1, 4, 1)
        plots.setColumnStretch(0, 3)
        plots.setColumnStretch(1, 2)
        plots.setRowStretch(1, 1)
        plots.setRowStretch(3, 1)
        return plots

    def _make_figures(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_3, theme.PANEL_MARGIN, theme.SPACE_3)
        row.setSpacing(theme.SPACE_6)
        for name, label in (
            ("n_bytes", self.tr("bytes used")),
            ("n_characters", self.tr("characters")),
            ("n_lines", self.tr("lines")),
            ("n_documents", self.tr("documents")),
            ("n_pieces", self.tr("distinct pieces")),
            ("n_twice", self.tr("duplicate documents")),
        ):
            self._figures[name] = Figure(label)
            row.addWidget(self._figures[name])
        row.addStretch(1)
        return row

    def _make_pieces(self) -> QTableView:
        table = QTableView()
        table.setModel(self._model)
        table.setShowGrid(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(24)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        table.setAccessibleName(self.tr("Most frequent pieces"))
        table.setToolTip(self.tr("Split by GPT-4's pattern"))
        return table

    def show_measured(self, measured: Survey) -> None:
        """Show a corpus, and come to the front."""
        for name, figure in self._figures.items():
            figure.set_value(wording.number(getattr(measured, name)))
        twice = self.tr("duplicate document"), self.tr("duplicate documents")
        self._figures["n_twice"].set_value(wording.number(measured.n_twice), twice[measured.n_twice != 1])
        self._figures["n_twice"].setVisible(measured.n_twice > 0)
        self._show_scripts(measured)
        self._show_lengths(measured)
        self._model.set_pieces(measured.pieces)
        piece, n_bytes = measured.longest
        size = wording.plural(n_bytes, "%n byte", "%n bytes")
        longest = self.tr("Longest piece: {size}, “{piece}”")
        self._longest.setText(longest.format(size=size, piece=visible(piece)[:40]))
        held = self.tr("{size} held out").format(size=wording.size(measured.held_out))
        self._held_out.setText(held if measured.held_out else "")
        self.show()
        self.raise_()
        self.activateWindow()

    def _show_scripts(self, measured: Survey) -> None:
        known = [(name, n) for name, n in measured.scripts if name not in ("none", "other")]
        shown = known[:_MOST_SCRIPTS]
        none = dict(measured.scripts).get("none", 0)
        others = sum(n for _, n in measured.scripts) - sum(n for _, n in shown) - none
        rest = [(self.tr("digits, other"), none), (self.tr("others"), others)]
        bars = shown + [(name, n) for name, n in rest if n]
        total = max(1, measured.n_characters)
        self.scripts.set_bars([name for name, _ in bars], np.array([100 * n / total for _, n in bars]))
        shares = [f"{name} {wording.percent(n / total, 1)}" for name, n in shown]
        self.scripts.set_summary(wording.listed(shares))
        aside = self.tr("Digits, white space and punctuation have a bar of their own")
        self.scripts.setToolTip("\n".join([*shares, aside]))  # the names below narrow bars are cut

    def _show_lengths(self, measured: Survey) -> None:
        counts = measured.lengths
        filled = np.flatnonzero(counts)
        first, last = (int(filled[0]), int(filled[-1]) + 1) if len(filled) else (0, 1)
        labels = [_power(power) for power in range(first, last)]
        self.lengths.set_bars(labels, counts[first:last].astype(np.float64))
        parts = zip(labels, counts[first:last].tolist(), strict=True)
        self.lengths.set_summary(wording.listed(f"{label}: {wording.number(n)}" for label, n in parts if n))


def _power(power: int) -> str:
    """Return 2**power bytes in a few letters: 512, 4K, 1M."""
    for size, letter in ((30, "G"), (20, "M"), (10, "K")):
        if power >= size:
            return f"{2 ** (power - size)}{letter}"
    return str(2**power)
