"""The Vocabulary panel: every token of the open tokenizer, searched, filtered and sorted."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from workbench.panels.vocab.delegate import VocabularyDelegate
from workbench.panels.vocab.model import COLUMNS, VocabularyModel
from workbench.widgets import wording
from workbench.widgets.controls import Chip, Segmented
from workbench.widgets.flow import FlowLayout
from workbench.widgets.look import theme
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import PanelHeader
from workbench.widgets.sort_header import SortHeader
from workbench.widgets.strips import EmptyState
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import ListVocab, TokenizerInfo, VocabListed
from workbench.worker.replies import Ask, Reply

ROW_HEIGHT = 24
WIDTHS = {"id": 88, "length": 88, "rank": 88}
BYTES_NEED = 560  # narrower, the column of bytes is left out: the dossier shows them
_MOST_KEPT = 8  # vocabularies of open tokenizers; the one used longest ago goes as others come
KINDS = ("all", "byte", "merge", "special", "partial")
_HEX = re.compile(r"\s*(?:[0-9a-f]{2}\s*)+", re.IGNORECASE)


class VocabularyPanel(QWidget):
    """Shows the vocabulary of the open tokenizer.

    Attributes:
        header: the panel's head, for the window to put above it.

    Signals:
        export_requested: "vocab" or "csv", the kind of file that the user wants written.
        token_selected: int, the id of the row chosen.
        vocabulary_changed: Vocabulary, what is now listed, or None.

    """

    export_requested = Signal(str)
    token_selected = Signal(int)
    vocabulary_changed = Signal(object)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask_lanes = ask
        self.header = PanelHeader(self.tr("Vocabulary"))
        self.export_button = MenuButton(self.tr("Write the vocabulary to a file"))
        self.export_button.set_chosen(self.tr("Export"))
        self.header.add_right(self.export_button)
        self._exports = self._make_exports()
        self._handle = self._n_tokens = 0
        self._listing: dict[int, Reply] = {}  # by handle, what is not answered yet
        self._kept: dict[int, Vocabulary] = {}  # by handle, that used last at the end
        self._next: Vocabulary | None = None  # is shown as soon as the present event is over
        self._showing = QTimer(self, singleShot=True, interval=0)
        self._showing.timeout.connect(self._show_next)
        self._wanted: int | None = None  # a token of the present tokenizer, until its list has come
        self._followed: int | None = None  # one chosen elsewhere while the panel was out of sight
        self._model = VocabularyModel(self)
        self._delegate = VocabularyDelegate(self)
        self._search = QLineEdit()
        self._how = Segmented(
            [
                ("text", self.tr("Text"), self.tr("Search for tokens that contain a text")),
                ("hex", self.tr("Hex"), self.tr("Search for tokens that contain bytes, in hexadecimal")),
                ("id", self.tr("Id"), self.tr("Search for a token by id")),
            ],
            self.tr("Search by"),
        )
        self._chips: dict[str, Chip] = {}
        self._table = self._make_table()
        self._no_match = EmptyState("search", self.tr("No token matches"), self.tr("Try fewer characters."))
        self._no_match.add_button(self.tr("Clear the filters")).clicked.connect(self.clear_filters)
        self._awaited = EmptyState(
            "vocabulary", self.tr("Listing the tokens…"), self.tr("They appear when all are listed.")
        )
        self._cancelled = self._make_missing(self.tr("The listing was cancelled."))
        self._failed = self._make_missing(self.tr("The tokens could not be listed."))
        self._pages = QStackedWidget()
        for page in (self._table, self._no_match, self._awaited, self._cancelled, self._failed):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_filters())
        column.addWidget(self._pages, 1)
        theme.theme_signals.changed.connect(self._table.viewport().update)

    # --- building -----------------------------------------------------------------------------------

    def _make_exports(self) -> dict[str, QAction]:
        self.export_button.menu.setToolTipsVisible(True)
        entries = {}
        for kind, text, tip in (
            ("csv", self.tr("As a table (.csv)…"), self.tr("Id, token, bytes, length, rank or score, pair")),
            (
                "vocab",
                self.tr("As minbpe's .vocab…"),
                self.tr("One token per line, with its two parts"),
            ),
        ):
            entries[kind] = entry = self.export_button.menu.addAction(text)
            entry.setToolTip(tip)
            entry.triggered.connect(lambda _on, wanted=kind: self.export_requested.emit(wanted))
        return entries

    def _make_filters(self) -> QWidget:
        self._search.setPlaceholderText(self.tr("Search the vocabulary"))
        self._search.setAccessibleName(self.tr("Search the vocabulary"))
        self._search.setClearButtonEnabled(True)
        self._search.setAcceptDrops(False)  # a dropped file is the window's, not a text to search for
        leading = QLineEdit.ActionPosition.LeadingPosition
        theme.keep_icon(self._search.addAction(theme.icon("search"), leading), "search")
        self._search.setFont(theme.token_font(13))
        self._search.textChanged.connect(self._filter)
        self._search.returnPressed.connect(self._enter_table)
        self._how.changed.connect(self._filter)
        first = QHBoxLayout()
        first.setSpacing(theme.SPACE_4)
        first.addWidget(self._search, 1)
        first.addWidget(self._how)
        filters = QWidget()
        rows = QVBoxLayout(filters)
        rows.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_3)
        rows.setSpacing(theme.SPACE_3)
        rows.addLayout(first)
        rows.addLayout(self._make_chips())
        return filters

    def _make_chips(self) -> FlowLayout:
        names = {
            "all": self.tr("All"), "byte": self.tr("Bytes"), "merge": self.tr("Merges"),
            "special": self.tr("Special"), "partial": self.tr("Partial UTF-8"),
        }  # fmt: skip
        group = QButtonGroup(self)
        row = FlowLayout()
        for kind in KINDS:
            chip = Chip(names[kind])
            chip.setToolTip(_chip_tip(self, kind))
            group.addButton(chip)
            self._chips[kind] = chip
            row.addWidget(chip)
        self._chips["all"].setChecked(True)
        group.buttonToggled.connect(lambda _chip, on: self._filter() if on else None)
        return row

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setHorizontalHeader(SortHeader(table))
        table.setModel(self._model)
        table.setItemDelegate(self._delegate)
        table.setAccessibleName(self.tr("Tokens of the vocabulary"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        heads = table.horizontalHeader()
        for name, width in WIDTHS.items():
            table.setColumnWidth(COLUMNS.index(name), width)
        for name in ("token", "bytes"):
            heads.setSectionResizeMode(COLUMNS.index(name), QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(self._tell_selected)
        return table

    def _make_missing(self, why: str) -> EmptyState:
        """Return a page for a list that is not there and does not come unless it is requested again."""
        page = EmptyState("vocabulary", self.tr("No tokens are listed"), why)
        page.add_button(self.tr("List the tokens")).clicked.connect(self._ask)
        return page

    # --- what the window tells -----------------------------------------------------------------------

    def set_tokenizer(self, info: TokenizerInfo) -> None:
        """Show the vocabulary of another tokenizer: requested at once, shown when it has come.

        One that was listed before is shown again between two events, as taking it over is work enough.
        """
        if info.handle != self._handle:
            self._wanted = self._followed = None  # known by its id, which is another token's here
        self._handle = info.handle
        # minbpe's file says of which merges tokens are made, in the order of their ids.
        self._exports["vocab"].setVisible(info.merge_order and info.byte_level)
        self._n_tokens = info.n_tokens
        self.header.set_facts(wording.tokens(info.n_tokens))
        self._next = self._kept.pop(info.handle, None)
        if self._next is None:
            self._showing.stop()
            self._ask()
        else:
            self._kept[info.handle] = self._next
            self._showing.start()

    def show_vocabulary(self, listed: VocabListed) -> None:
        """Show a vocabulary, if it is the present tokenizer's, and keep it; filters stay."""
        self._listing.pop(listed.handle, None)
        vocabulary = self._kept[listed.handle] = Vocabulary(listed)
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        if listed.handle == self._handle:
            self._show(vocabulary)

    def forget(self, handle: int) -> None:
        """Let go of the vocabulary of a tokenizer that was closed."""
        self._kept.pop(handle, None)
        if handle in self._listing:
            self._listing.pop(handle).abandon()

    def _show_unlisted(self, handle: int, page: EmptyState) -> None:
        """Offer to list the tokens again, where it is their list that does not come."""
        self._listing.pop(handle, None)
        if handle == self._handle:
            self._show_missing(page)

    def _ask(self) -> None:
        """Ask for the list of the present tokenizer, unless it is on its way already."""
        self._show_missing(self._awaited)
        if self._handle not in self._listing:
            handle = self._handle
            reply = self._listing[handle] = self._ask_lanes(ListVocab(new_request_id(), handle))
            reply.answered.connect(self.show_vocabulary)
            reply.failed.connect(lambda: self._show_unlisted(handle, self._failed))
            reply.cancelled.connect(lambda: self._show_unlisted(handle, self._cancelled))

    def _show_missing(self, page: EmptyState) -> None:
        """Show a page instead of rows and counts.

        The last tokenizer's rows stay in the table behind it: a token selected there is selected again where
        the next vocabulary has it.
        """
        for chip in self._chips.values():
            chip.set_count("")
        self.header.set_facts(wording.tokens(self._n_tokens))
        self._pages.setCurrentWidget(page)

    def _there(self) -> Vocabulary | None:
        """Return the vocabulary in the table, None if it is another tokenizer's."""
        vocabulary = self._model.vocabulary
        return vocabulary if vocabulary is not None and vocabulary.handle == self._handle else None

    def _show_next(self) -> None:
        if self._next is not None:
            self._show(self._next)

    def _show(self, vocabulary: Vocabulary) -> None:
        for kind, chip in self._chips.items():
            chip.set_count("" if kind == "all" else wording.number(int(vocabulary.of_kind(kind).sum())))
        self._show_found(vocabulary)
        self.vocabulary_changed.emit(vocabulary)
        if self._wanted is not None:
            self.show_token(self._wanted)
        elif self.isVisible():
            self._select_followed()

    def show_token(self, token_id: int) -> None:
        """Bring a token into view and select it, clearing the filters where they hide it."""
        vocabulary = self._there()
        row = None if vocabulary is None else vocabulary.row_of(token_id)
        if row is None:
            self._wanted = token_id
            if vocabulary is None and self._next is None and self._handle:
                self._ask()  # the list may have been cancelled
            return
        self._wanted = None
        if not self._model.index_of(row).isValid():
            self.clear_filters()
        index = self._model.index_of(row)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self._table.selectionModel().setCurrentIndex(index, flags)
        self._table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def follow_token(self, token_id: int | None) -> None:
        """Select the row of a token chosen elsewhere, once the panel is seen, where its filters show that."""
        if token_id is None:
            return
        if not self.isVisible():
            self._followed = token_id
        elif self._there() is not None:
            self._followed = token_id
            self._select_followed()

    def _select_followed(self) -> None:
        vocabulary, token_id = self._there(), self._followed
        if vocabulary is None or token_id is None:
            return
        self._followed = None
        row = vocabulary.row_of(token_id)
        if row is not None and self._model.index_of(row).isValid():
            self.show_token(token_id)

    def clear_filters(self) -> None:
        """Show all tokens."""
        self._search.clear()
        self._chips["all"].setChecked(True)

    # --- searching --------------------------------------------------------------------------------------

    def _filter(self) -> None:
        vocabulary = self._there()
        if vocabulary is not None:
            self._show_found(vocabulary)

    def _show_found(self, vocabulary: Vocabulary) -> None:
        """Show the rows of a vocabulary, the present one or a new one, that pass the filters."""
        kind = next(name for name, chip in self._chips.items() if chip.isChecked())
        text, how = self._search.text(), self._how.value()
        narrowed = bool(text) or kind != "all"
        shown = vocabulary.of_kind(kind) & _matching(vocabulary, text, how) if narrowed else None
        before, selected = self._model.vocabulary, self._model.row_at(self._table.currentIndex())
        self._delegate.needle = text if how == "text" else ""
        if vocabulary is before:
            self._model.set_shown(shown)
        else:
            self._model.set_vocabulary(vocabulary, shown)
            if before is not None and selected is not None:
                selected = vocabulary.row_like(before, selected)
        self._keep_selected(selected)
        n_shown = self._model.rowCount()
        self._pages.setCurrentWidget(self._table if n_shown else self._no_match)
        # In the head, where nothing moves: beside the search field it would be made narrower by each search.
        all_tokens = wording.tokens(len(vocabulary))
        of_all = self.tr("{shown} of {all}").format(shown=wording.number(n_shown), all=all_tokens)
        self.header.set_facts(of_all if n_shown != len(vocabulary) else all_tokens)

    def _selected_id(self) -> int | None:
        row = self._model.row_at(self._table.currentIndex())
        vocabulary = self._model.vocabulary
        return None if row is None or vocabulary is None else int(vocabulary.listed.ids[row])

    def _keep_selected(self, row: int | None) -> None:
        index = QModelIndex() if row is None else self._model.index_of(row)
        if index.isValid():
            selection = self._table.selectionModel()
            was_blocked = selection.blockSignals(True)
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            selection.setCurrentIndex(index, flags)
            selection.blockSignals(was_blocked)
            self._table.scrollTo(index)
        else:
            self._table.scrollToTop()

    def _tell_selected(self, index: QModelIndex) -> None:
        token_id = self._selected_id()
        if index.isValid() and token_id is not None and self._there() is not None:
            self.token_selected.emit(token_id)

    def _enter_table(self) -> None:
        """Go from the search field to the first hit."""
        if self._pages.currentWidget() is self._table and self._there() is not None:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
            self._table.selectRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the bytes out if there is no room for them."""
        super().resizeEvent(event)
        self._table.setColumnHidden(COLUMNS.index("bytes"), self.width() < BYTES_NEED)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 - Qt's
        super().showEvent(event)
        self._select_followed()


def _chip_tip(panel: VocabularyPanel, kind: str) -> str:
    return {
        "all": panel.tr("All tokens"),
        "byte": panel.tr("The 256 single bytes"),
        "merge": panel.tr("Tokens made by merging two others"),
        "special": panel.tr("Special tokens, outside the merges"),
        "partial": panel.tr("Tokens whose bytes are not whole UTF-8 characters"),
    }[kind]


def _matching(vocabulary: Vocabulary, text: str, how: str) -> NDArray[np.bool_]:
    """Return bool[n], the rows that a search finds; what is no hex or no id yet finds nothing."""
    if not text:
        return vocabulary.of_kind("all")
    if how == "text":
        return vocabulary.with_text(text)
    if how == "hex":
        data = bytes.fromhex(text) if _HEX.fullmatch(text) else None
        return np.zeros(len(vocabulary), dtype=np.bool_) if data is None else vocabulary.with_bytes(data)
    return vocabulary.with_id(re.sub(r"[\s,.'’]", "", text))
