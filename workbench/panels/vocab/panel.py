"""The Vocabulary panel: every token of the open tokenizer, searched, filtered, counted and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.panels.vocab.checks import Checks
from workbench.panels.vocab.counting import SCOPES, Counting
from workbench.panels.vocab.filters import Filters
from workbench.panels.vocab.findings_bar import FindingsBar
from workbench.panels.vocab.head import VocabularyHead
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.listing import Listing
from workbench.panels.vocab.model import COLUMNS
from workbench.panels.vocab.overview import Overview
from workbench.panels.vocab.table import VocabularyTable
from workbench.panels.vocab.without_page import WithoutPage
from workbench.widgets import wording
from workbench.widgets.panel_parts import panel_column
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.judging import Sources
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask


class VocabularyPanel(QWidget):
    """Shows the vocabulary of the open tokenizer.

    Other parts add actions on tokens to `table.token_menu`; `table.selected_ids` and `table.shown_ids` return
    the tokens.

    Attributes:
        header: the panel's head, shown above the panel.
        filters: the search, and chips of kinds and labels.
        table: the rows.
        counting: what is counted of them. checks: what is found of a tokenizer once; health: its labels.
        findings: the line below. overview: all findings, and the map of scripts and lengths.
        without: the tokens that go and come without a source.

    Signals:
        export_requested: "vocab" or "csv", the kind of file to write, and the counts shown or None.
        token_selected: int, the id of the row chosen.
        vocabulary_changed: the Vocabulary that is now shown, or None.
        known_changed: Known, the counts and labels.
        kept_changed(): what `kept` returns has changed.

    """

    export_requested = Signal(str, object)
    token_selected = Signal(int)
    vocabulary_changed = Signal(object)
    known_changed = Signal(object)
    kept_changed = Signal()

    def __init__(
        self, ask: Ask, document: Document, sources: Callable[[], Sources], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.listing = Listing(ask, self)
        self.counting = Counting(document, sources, ask, self)
        self.checks = Checks(ask, self)
        self.health = self.checks.health
        self.filters, self.table = Filters(ask), VocabularyTable()
        self.findings = FindingsBar(self.counting, self.checks)
        self.overview, self.without = Overview(self.checks), WithoutPage()
        self._has_merges = True
        self._known = Known()
        self._n_tokens = 0
        self._wanted: int | None = None  # a token of the present tokenizer, until its list has come
        self._training_wanted = False
        self._followed: int | None = None  # one chosen elsewhere, until panel and list are there
        self.header = VocabularyHead(self.table)
        self._fill()
        self._connect()

    # --- building -----------------------------------------------------------------------------------

    def _fill(self) -> None:
        self._no_match = EmptyState("search", self.tr("No token matches"), "")
        self._no_match.add_button(self.tr("Clear the filters")).clicked.connect(self.filters.clear)
        self._awaited = EmptyState(
            "vocabulary", self.tr("Listing the tokens…"), self.tr("They appear when all are listed.")
        )
        self._cancelled = self._make_missing(self.tr("The listing was canceled."))
        self._failed = self._make_missing(self.tr("The tokens could not be listed."))
        self._pages = QStackedWidget()
        for page in (self.table, self._no_match, self._awaited, self._cancelled, self._failed):
            self._pages.addWidget(page)
        self._pages.addWidget(self.overview)
        self._pages.addWidget(self.without)
        column = panel_column(self)
        column.addWidget(self.filters)
        column.addWidget(self._pages, 1)
        column.addWidget(self.findings)

    def _connect(self) -> None:
        self.header.scope_chosen.connect(self._set_scope)
        self.header.columns_chosen.connect(self.kept_changed)
        self.header.export_requested.connect(
            lambda kind: self.export_requested.emit(kind, self._known.occurrences)
        )
        self.listing.came.connect(self._show)
        self.listing.awaited.connect(lambda: self._show_missing(self._awaited))
        self.listing.failed.connect(lambda: self._show_missing(self._failed))
        self.listing.cancelled.connect(lambda: self._show_missing(self._cancelled))
        self.filters.changed.connect(self._filter)
        self.filters.entered.connect(self._enter_table)
        self.table.token_selected.connect(self._tell_selected)
        self.counting.changed.connect(self._renew_known)
        self.checks.changed.connect(self._renew_known)
        self.checks.origins.left_out.connect(self._show_without)
        self.without.back_requested.connect(self._show_overview)
        self.without.token_chosen.connect(self.show_token)
        self.findings.all_requested.connect(self._show_overview)
        self.overview.back_requested.connect(self._leave_overview)
        self.overview.label_chosen.connect(self.filters.choose)
        self.overview.script_map.chosen.connect(self.filters.set_map)
        self.findings.again_requested.connect(lambda: self.counting.want(self.listing.handle, again=True))

    def _make_missing(self, why: str) -> EmptyState:
        """Return the page for a vocabulary that must be requested again."""
        page = EmptyState("vocabulary", self.tr("No tokens are listed"), why)
        page.add_button(self.tr("List the tokens")).clicked.connect(self.listing.ask)
        return page

    # --- what is kept ---------------------------------------------------------------------------------

    def kept(self) -> dict[str, object]:
        """Return the state to restore: the columns, and what is counted."""
        return {"columns": list(self.table.columns), "scope": self.counting.scope}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Restore what `kept` returned; ignore what does not fit."""
        columns, scope = kept.get("columns"), kept.get("scope")
        if isinstance(columns, list):
            self.table.set_columns(name for name in COLUMNS if name in columns)
        if isinstance(scope, str) and scope in SCOPES:
            self.counting.scope = scope
            self.header.show_scope(scope)

    def _set_scope(self, scope: str) -> None:
        self.counting.set_scope(scope)
        self.header.show_scope(scope)
        self.kept_changed.emit()

    # --- called by the window -----------------------------------------------------------------------

    def set_tokenizer(self, info: TokenizerInfo) -> None:
        """Show the vocabulary of another tokenizer, once it is listed."""
        if info.handle != self.listing.handle:
            self._wanted = self._followed = None  # known by its id, which is another token's here
            self._training_wanted = False
        self.checks.use(info)
        self.header.offer_exports(info)
        self.filters.name_kinds(info.trace and info.byte_level)  # else single characters are no merges
        self._n_tokens, self._has_merges = info.n_tokens, info.trace
        self.header.set_facts(wording.tokens(info.n_tokens))
        self.listing.use(info.handle)

    def forget(self, handle: int) -> None:
        """Drop everything known about a closed tokenizer."""
        self.listing.forget(handle)
        self.counting.forget(handle)
        self.checks.forget(handle)

    def renew_text(self) -> None:
        """Count again after a change of the text or the corpus."""
        if self.isVisible() and self._there() is not None:
            self.counting.note_edit()

    def _show_missing(self, page: EmptyState) -> None:
        """Show a state page instead of rows and counts.

        The last tokenizer's rows stay in the hidden table, so that its selected token can be selected in the
        next vocabulary.
        """
        self._known = Known()
        self.filters.set_counts(None, self._known)
        self.findings.renew(None, self._known)
        self.header.set_facts(wording.tokens(self._n_tokens))
        self._pages.setCurrentWidget(page)

    def _there(self) -> Vocabulary | None:
        """Return the vocabulary in the table, None if it is another tokenizer's."""
        vocabulary = self.table.vocabulary
        return vocabulary if vocabulary is not None and vocabulary.handle == self.listing.handle else None

    def _show(self, vocabulary: Vocabulary) -> None:
        self._known = Known()
        self.filters.set_counts(vocabulary, self._known)
        self._show_found(vocabulary)
        self.vocabulary_changed.emit(vocabulary)
        self._judge()
        self._renew_known()
        if self._training_wanted:
            self.show_training()
        elif self._wanted is not None:
            self.show_token(self._wanted)
        elif self.isVisible():
            self._select_followed()

    def _judge(self) -> None:
        """Request counts and labels if they are visible."""
        if self.isVisible() and self._there() is not None:
            self.checks.want(self.listing.handle)
            self.counting.want(self.listing.handle)

    def _renew_known(self) -> None:
        """Show the current counts and labels."""
        vocabulary = self._there()
        if vocabulary is None:
            return
        # Out of sight nothing is asked for, and they may be another tokenizer's.
        results: tuple[Any, ...] = (
            self.counting.result, self.health.result, self.health.grouped,
            self.checks.bars.result, self.checks.origins.result,
        )  # fmt: skip
        known = Known(*(each if each and each.handle == vocabulary.handle else None for each in results))
        if not known.same(self._known):
            self._known = known
            self.filters.set_counts(vocabulary, known)
            if self._pages.currentWidget() not in (self.overview, self.without):
                self._show_found(vocabulary)
            self.known_changed.emit(known)
        if self._pages.currentWidget() is self.overview:
            self.overview.show_known(vocabulary, self._known, self._has_merges)
        self.findings.renew(vocabulary, self._known)

    def _show_overview(self) -> None:
        vocabulary = self._there()
        if vocabulary is not None:
            self.overview.show_known(vocabulary, self._known, self._has_merges)
            self._pages.setCurrentWidget(self.overview)

    def show_training(self) -> None:
        """Show what the training says of the vocabulary, or how it is found, once the tokens are listed."""
        self._training_wanted = self._there() is None
        if not self._training_wanted:
            self._show_overview()
            self.overview.go_to_training()

    def _show_without(self, source: str) -> None:
        """Show what a source left out changes, where the user waits for that."""
        change, vocabulary = self.checks.origins.change(source), self._there()
        if change and vocabulary is not None and self._pages.currentWidget() is self.overview:
            self.without.show_change(vocabulary, source, *change)
            self._pages.setCurrentWidget(self.without)

    def _leave_overview(self) -> None:
        self._filter()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_token(self, token_id: int) -> None:
        """Scroll to a token and select it; clear filters that hide the row."""
        vocabulary = self._there()
        row = None if vocabulary is None else vocabulary.row_of(token_id)
        if row is None:
            self._wanted = token_id
            if vocabulary is None and not self.listing.is_next and self.listing.handle:
                self.listing.ask()  # the list may have been canceled
            return
        self._wanted = None
        if not self.table.rows.index_of(row).isValid():
            self.filters.clear()
        if self._pages.currentWidget() in (self.overview, self.without):
            self._leave_overview()
        self.table.go_to(row)

    def follow_token(self, token_id: int | None) -> None:
        """Select a token chosen elsewhere, once panel and list are there, unless a filter hides the token."""
        if token_id is not None:
            self._followed = token_id
        if self.isVisible():
            self._select_followed()

    def _select_followed(self) -> None:
        vocabulary, token_id = self._there(), self._followed
        if vocabulary is None or token_id is None:
            return
        self._followed = None
        row = vocabulary.row_of(token_id)
        if row is not None and self.table.rows.index_of(row).isValid():
            self._wanted = None
            self.table.go_to(row)

    # --- searching --------------------------------------------------------------------------------------

    def _filter(self) -> None:
        vocabulary = self._there()
        if vocabulary is not None:
            self._show_found(vocabulary)

    def _show_found(self, vocabulary: Vocabulary) -> None:
        """Show the rows of the current or a new vocabulary that pass the filters."""
        passing = self.filters.passing(vocabulary, self._known)
        self.table.show_rows(vocabulary, self._known, passing, self.filters.needle)
        n_shown = self.table.rows.rowCount()
        if not n_shown:
            self._no_match.set_sentence(self.filters.advice(vocabulary))
        self._pages.setCurrentWidget(self.table if n_shown else self._no_match)
        # In the head, where nothing moves; next to the search field it would resize the field at each search.
        all_tokens = wording.tokens(len(vocabulary))
        of_all = self.tr("{shown} of {all}").format(shown=wording.number(n_shown), all=all_tokens)
        self.header.set_facts(of_all if n_shown != len(vocabulary) else all_tokens)

    def _tell_selected(self, token_id: int) -> None:
        if self._there() is not None:
            self.token_selected.emit(token_id)

    def _enter_table(self) -> None:
        """Move the focus from the search field to the first hit."""
        if self._pages.currentWidget() is self.table and self._there() is not None:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
            self.table.selectRow(0)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 - Qt's
        super().showEvent(event)
        self._select_followed()
        self._judge()

    def hideEvent(self, event: QHideEvent) -> None:
        """Start no counts while hidden."""
        super().hideEvent(event)
        self.counting.pause()
