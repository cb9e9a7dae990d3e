"""The table of tokens: columns, selection, and copying."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QWidget

from workbench.display.escapes import escape, for_spreadsheet
from workbench.panels.vocab.delegate import VocabularyDelegate
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.model import COLUMNS, VocabularyModel
from workbench.widgets import tables
from workbench.widgets.look import theme
from workbench.widgets.sort_header import SortHeader
from workbench.widgets.vocabulary import Rows, Vocabulary

WIDTHS = {
    "id": 80, "length": 72, "rank": 80, "count": 88, "documents": 96, "stays": 72, "survival": 88,
    "margin": 88, "health": 168,
}  # fmt: skip
PLAIN = COLUMNS[:5]  # what the vocabulary itself says
ALWAYS = ("id", "token")  # columns that cannot be left out
DEFAULT = ("id", "token", "bytes", "length", "rank", "count", "health")
_LEAST_TEXT = 120  # pixels of a column of text; below it the bytes are hidden, then the health
_MOST_KEPT = 1000  # selected rows that stay selected after sorting
_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows

_Selected = tuple[Vocabulary | None, int | None, list[int]]  # of which vocabulary, current row, chosen rows
_NONE_SELECTED: _Selected = (None, None, [])


class VocabularyTable(tables.CopiedTable):
    """Rows of tokens.

    Attributes:
        rows: the model.
        token_menu: the menu of the selected tokens; other parts may add actions.

    Signals:
        token_selected(int): the id of the current row.

    """

    token_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = VocabularyModel(self)
        self._delegate = VocabularyDelegate(self)
        self._columns: tuple[str, ...] = DEFAULT
        self.setHorizontalHeader(SortHeader(self))
        tables.make_plain(self, self.rows, self.tr("Tokens of the vocabulary"))
        # The header checks row by row whether a column is fully selected: 10 s a paint for 200,000 rows.
        heads = self.horizontalHeader()
        heads.setSelectionModel(QItemSelectionModel(self.rows, heads))
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for name in ("token", "bytes"):
            self.horizontalHeader().setSectionResizeMode(COLUMNS.index(name), QHeaderView.ResizeMode.Stretch)
        self._scale = 0.0
        self._fit_widths()
        theme.theme_signals.changed.connect(self._fit_widths)
        self.token_menu = self._make_menu()
        self._selected: _Selected = _NONE_SELECTED
        self.selectionModel().currentRowChanged.connect(self._tell_selected)
        self.horizontalHeader().sortIndicatorChanged.connect(self.scrollToTop)  # after the rows are sorted
        self.rows.modelAboutToBeReset.connect(self._note_selected)
        self.rows.modelReset.connect(self._select_again)
        theme.theme_signals.changed.connect(self.viewport().update)
        self._show_columns()

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName(self.tr("Selected tokens"))
        for text, slot, keys in (
            (self.tr("Copy rows"), self.copy_rows, QKeySequence(QKeySequence.StandardKey.Copy)),
            (self.tr("Copy text"), self.copy_text, QKeySequence()),
            (self.tr("Copy ids"), self.copy_ids, QKeySequence()),
        ):
            entry = QAction(text, self)
            entry.setShortcut(keys)  # to be seen; `keyPressEvent` has it
            entry.triggered.connect(slot)
            menu.addAction(entry)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        return menu

    def _open_menu(self, where: QPoint) -> None:
        if self.selected_ids():
            self.token_menu.popup(self.viewport().mapToGlobal(where))

    # --- columns

    @property
    def columns(self) -> tuple[str, ...]:
        """The chosen columns, in order."""
        return self._columns

    def set_columns(self, wanted: Iterable[str]) -> None:
        """Choose the columns; those of `ALWAYS` are added."""
        chosen = {*wanted, *ALWAYS}
        self._columns = tuple(name for name in COLUMNS if name in chosen)
        self._show_columns()

    def _fit_widths(self) -> None:
        """Give the columns of figures widths for the size of the text, if that is another."""
        if self._scale == (scale := theme.text_scale()):
            return
        self._scale = scale
        for name, width in WIDTHS.items():
            self.setColumnWidth(COLUMNS.index(name), round(width * scale))

    def _show_columns(self) -> None:
        """Show the chosen columns that have values and fit."""
        known = self.rows.known
        shown = [
            name for name in self._columns if name not in WIDTHS or name in COLUMNS[:5] or known.has(name)
        ]
        for spare in ("bytes", "health", "documents", "stays", "margin", "survival"):
            texts = sum(name in ("token", "bytes") for name in shown)
            need = sum(WIDTHS.get(name, 0) for name in shown) + texts * _LEAST_TEXT
            if need * self._scale > self.viewport().width() and spare in shown:
                shown.remove(spare)
        for at, name in enumerate(COLUMNS):
            self.setColumnHidden(at, name not in shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide columns that do not fit."""
        super().resizeEvent(event)
        self._show_columns()

    # --- rows

    @property
    def vocabulary(self) -> Vocabulary | None:
        """The vocabulary in the table."""
        return self.rows.vocabulary

    def show_rows(self, vocabulary: Vocabulary, known: Known, shown: np.ndarray | None, needle: str) -> None:
        """Show rows (bool[n], None for all) of a vocabulary; keep the selection where possible."""
        self._delegate.needle = needle
        self.rows.set_rows(vocabulary, known, shown)
        self._show_columns()

    def _note_selected(self) -> None:
        """Record the selection before the rows change."""
        chosen = self._chosen_rows()[:_MOST_KEPT].tolist()
        self._selected = self.vocabulary, self.rows.row_at(self.currentIndex()), chosen

    def _select_again(self) -> None:
        """Restore the selection where possible, by bytes in another vocabulary."""
        (before, current, chosen), vocabulary = self._selected, self.vocabulary
        self._selected = _NONE_SELECTED  # or a vocabulary would outlive its tokenizer
        if vocabulary is not before and before is not None and vocabulary is not None:
            current = None if current is None else vocabulary.row_like(before, current)
            chosen = []
        self._keep_selected(current, chosen)

    def _keep_selected(self, current: int | None, chosen: Sequence[int]) -> None:
        current = current if current is not None or not chosen else chosen[0]
        index = QModelIndex() if current is None else self.rows.index_of(current)
        if not index.isValid():
            self.scrollToTop()
            return
        selection = self.selectionModel()
        was_blocked = selection.blockSignals(True)
        selection.setCurrentIndex(index, _SELECT)
        if len(chosen) > 1:
            more = QItemSelection()
            for place in self.rows.places_of(chosen):
                more.select(self.rows.index(place, 0), self.rows.index(place, 0))
            flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
            selection.select(more, flags)
        selection.blockSignals(was_blocked)
        self.scrollTo(index)

    def _chosen_rows(self) -> Rows:
        """Return the selected rows of the vocabulary, in the order shown."""
        order = self.rows.rows()
        places = np.zeros(len(order), np.bool_)
        selection = self.selectionModel().selection()
        for number in range(selection.size()):
            part = selection.at(number)
            places[part.top() : part.bottom() + 1] = True
        return order[places]

    def selected_ids(self) -> tuple[int, ...]:
        """Return the ids of the selected tokens, in the order shown."""
        vocabulary = self.vocabulary
        return () if vocabulary is None else tuple(vocabulary.listed.ids[self._chosen_rows()].tolist())

    def shown_ids(self) -> tuple[int, ...]:
        """Return the ids of all tokens that pass the filters, in the order shown."""
        vocabulary = self.vocabulary
        return () if vocabulary is None else tuple(vocabulary.listed.ids[self.rows.rows()].tolist())

    def current_id(self) -> int | None:
        """Return the id of the current row."""
        row = self.rows.row_at(self.currentIndex())
        return None if row is None or self.vocabulary is None else int(self.vocabulary.listed.ids[row])

    def go_to(self, row: int) -> None:
        """Scroll to a shown row of the vocabulary and select that row."""
        index = self.rows.index_of(row)
        self.selectionModel().setCurrentIndex(index, _SELECT)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _tell_selected(self, index: QModelIndex) -> None:
        token_id = self.current_id()
        if index.isValid() and token_id is not None:
            self.token_selected.emit(token_id)

    # --- copying

    def rows_to_copy(self) -> Iterator[str]:
        """Yield the shown columns of the selected rows as tab-separated values, a header first."""
        names = [name for at, name in enumerate(COLUMNS) if not self.isColumnHidden(at)]
        for number, row in enumerate(self._chosen_rows().tolist()):
            if not number:
                yield "\t".join(self.rows.title(name) for name in names)
            yield "\t".join(for_spreadsheet(self.rows.plain(row, name)) for name in names)

    def copy_text(self) -> None:
        """Copy the selected tokens, one per line: a single one verbatim, several escaped."""
        vocabulary, rows = self.vocabulary, self._chosen_rows().tolist()
        if vocabulary is None or not rows:
            return
        tokens = [vocabulary.token(row) for row in rows]
        text = tokens[0].decode("utf-8", "replace") if len(rows) == 1 else "\n".join(map(escape, tokens))
        QGuiApplication.clipboard().setText(text)

    def copy_ids(self) -> None:
        """Copy the ids of the selected tokens, separated by spaces."""
        if ids := self.selected_ids():
            QGuiApplication.clipboard().setText(" ".join(map(str, ids)))
