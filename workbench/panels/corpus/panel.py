"""The Corpus panel: which files, folders and bundled texts a tokenizer is trained on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from workbench.engine.corpus.source_options import SAMPLE_CORPUS
from workbench.panels.corpus.adding import Adding
from workbench.panels.corpus.changing import Changing
from workbench.panels.corpus.cleaning import CleaningBox
from workbench.panels.corpus.drop_target import DropTarget
from workbench.panels.corpus.files import Files
from workbench.panels.corpus.findings import faults_of, findings_of
from workbench.panels.corpus.list_page import ListPage
from workbench.panels.corpus.measuring import Measuring
from workbench.panels.corpus.mending import Mending
from workbench.panels.corpus.previewing import Previewing
from workbench.panels.corpus.source_list import SourceList
from workbench.panels.corpus.source_menu import RowActions, fill_fields, fill_row_menu
from workbench.panels.corpus.source_set import SourceSet
from workbench.panels.corpus.sources import Source
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.findings import Finding
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.strips import EmptyState
from workbench.worker.messages.training import Trained
from workbench.worker.replies import Ask

_EMPTY, _LIST, _FILES = 0, 1, 2
# Texts that published tokenizers read as special tokens; they are looked for besides those chosen.
KNOWN_SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


class CorpusPanel(DropTarget):
    """The sources of a corpus: added, switched, removed.

    Attributes:
        header: the panel's head, for the dock's title bar.
        sources: what was chosen, and how it is read.
        changing: what changes that, with an undo.
        account: where the bytes go.
        cleaning: the steps that hold for all sources.
        preview: a panel of its own, with the lines before and after.
        measuring, adding: what counts the corpus, and what asks for sources.
        files: what lists the files of a source.
        mending: what follows the links of findings.

    Signals:
        preview_wanted(): the panel of lines is to be seen.
        sources_changed(object): tuple of Scanned, those that are on; or how they are read has changed.
        findings_changed(object): tuple of Finding, what is odd about the sources.
        toast_requested(str, object): what has been done, and a callable that undoes it, or None.

    """

    preview_wanted = Signal()
    sources_changed = Signal(object)
    findings_changed = Signal(object)
    toast_requested = Signal(str, object)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reported: object = ((), (), ())
        self._findings: tuple[Finding, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setProperty("focusRing", False)
        self.setAccessibleName(self.tr("Corpus"))
        self.cleaning = CleaningBox()
        self.sources = SourceSet(self.cleaning, ask, self)
        self._model = self.sources.model
        self.changing = Changing(self.sources, self)
        self.measuring = Measuring(self.sources, ask, self)
        self.adding = Adding(self._model, ask, self)
        self.previewing = Previewing(self.sources, ask, self)
        self.preview = self.previewing.panel
        self.files = Files(self.changing, self.previewing, ask, self)
        self.view = SourceList(self._model, self)
        self.header = self._make_header()
        self._page = ListPage(self.view, self.cleaning)
        self.account = self._page.account
        self.mending = Mending(self.changing, self.cleaning, self.files, self.previewing, self.view)
        self.pages.addWidget(self._make_empty_page())
        self.pages.addWidget(self._page)
        self.pages.addWidget(self.files.page)
        panel_column(self).addWidget(self.pages, 1)
        self._connect()
        self.set_specials(())
        self._update()

    def _connect(self) -> None:
        sources, adding, view = self.sources, self.adding, self.view
        for signal, slot in (
            (sources.changed, self._update),
            (sources.disk_changed, self._forget),
            (sources.refused, self._refuse),
            (self._model.dataChanged, self._update),
            (self.measuring.changed, self._update),
            (self.cleaning.changed, self._update),
            (self.cleaning.undoable, self.changing.tell),
            (self.changing.toast_requested, self.toast_requested),
            (adding.paths_chosen, sources.add_paths),
            (adding.refused, self._refuse),
            (self.dropped, sources.add_paths),
            (self.files.shown, self._show_files),
            (self.previewing.wanted, self.preview_wanted),
            (self.account.count_requested, self.measuring.begin),
            (self._page.preview_requested, self.show_preview),
            (self._page.statistics_requested, self.measuring.show_statistics),
            (view.preview_requested, self.show_preview),
            (view.files_requested, self.list_files),
            (view.field_requested, self._show_fields),
            (view.remove_requested, self.remove_chosen),
            (view.paste_requested, self.paste),
            (view.menu_requested, self._show_row_menu),
        ):
            signal.connect(slot)
        view.selectionModel().selectionChanged.connect(
            lambda *_: self.previewing.show_chosen(view.chosen_rows())
        )

    # --- what others ask of it ------------------------------------------------------------------

    @Slot()
    def look_again(self) -> None:
        """Look at all sources as they are on disk now, and list again the files that are shown."""
        if not self._model.locked:
            self.sources.look_at(self._model.sources)
            self.files.listing.renew(self._model.sources)

    @Slot(bool)
    def set_locked(self, locked: bool) -> None:
        """Let nothing be changed while a run reads the sources."""
        self._model.set_locked(locked)
        self.files.page.model.set_locked(locked)
        self.view.set_low(locked)
        self.set_takes_drops(not locked)
        self.cleaning.set_locked(locked)
        self._add.setEnabled(not locked)
        self._add.set_tooltip(self.tr("Locked while training") if locked else self.tr("Add to the corpus"))
        for button in self._empty_buttons:
            button.setEnabled(not locked)
        self._update()

    def set_specials(self, texts: Sequence[str]) -> None:
        """Look for the texts of these special tokens."""
        self.measuring.specials = tuple(dict.fromkeys((*texts, *KNOWN_SPECIALS)))
        self.preview.set_specials(self.measuring.specials)

    def show_left_out(self, trained: Trained) -> None:
        """Show the files that a run has left out, and count the corpus where it had faults besides."""
        self.files.show_left_out(trained, tuple(self._model.sources))
        if trained.n_faults and self.measuring.measured is None:
            self.measuring.begin()
        self._update()

    @Slot()
    def show_preview(self) -> None:
        """Show the chosen source, or the first one, line by line."""
        rows = self.view.chosen_rows() or [0]
        if rows[0] < len(self._model.sources):
            self.previewing.show_lines(self._model.sources[rows[0]].path)

    @Slot()
    def paste(self) -> None:
        """Add what is on the clipboard; Edit > Paste looks for a method of this name."""
        self.adding.paste()

    # --- the sources that are chosen ------------------------------------------------------------

    @Slot()
    def remove_chosen(self) -> None:
        """Take the chosen sources out, with an undo."""
        self.changing.remove(self.view.chosen_rows())

    @Slot()
    def list_files(self) -> None:
        """Show the files of the chosen source one by one."""
        rows = self.view.chosen_rows()
        if rows and self._model.sources[rows[0]].lists_files:
            self.files.show([self._model.sources[rows[0]]])

    @Slot(int, object)
    def _show_fields(self, row: int, place: QPoint) -> None:
        if self._model.sources[row].lists_files:
            self.view.setCurrentIndex(self._model.index(row))  # where the keyboard is on the way back
            self.files.show([self._model.sources[row]])
        elif not self._model.locked:
            menu = self._menu()
            fill_fields(menu, self._model.sources[row], partial(self.changing.read, [row]))
            menu.popup(self.view.viewport().mapToGlobal(place))

    @Slot(object)
    def _show_row_menu(self, where: QPoint) -> None:
        menu = self.row_menu()
        if not menu.isEmpty():
            menu.popup(where)

    def row_menu(self) -> QMenu:
        """Return the menu of the chosen sources; it goes when it closes."""
        menu = self._menu()
        rows = self.view.chosen_rows()
        if self._model.locked or not rows:
            return menu
        sources = [self._model.sources[row] for row in rows]
        does = RowActions(
            switch=partial(self.changing.switch, rows),
            preview=self.show_preview,
            files=self.list_files,
            accept=partial(self.mending.accept, rows[0]),
            change=partial(self.changing.read, rows),
            remove=self.remove_chosen,
        )
        fill_row_menu(menu, sources, does)
        return menu

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    # --- what is shown --------------------------------------------------------------------------

    def _make_header(self) -> PanelHeader:
        header = PanelHeader(self.tr("Corpus"))
        self._add = IconButton("add", self.tr("Add to the corpus"))
        self._add.clicked.connect(self._show_add_menu)
        header.add_right(self._add)
        return header

    def _make_empty_page(self) -> QWidget:
        page = EmptyState(
            "files",
            self.tr("Drop text files or a folder here"),
            self.tr("Add text or code to train on. Your files are never changed."),
        )
        files = page.add_button(self.tr("Add files…"), "primary", "add")
        folder = page.add_button(self.tr("Add a folder…"))
        sample = page.add_link(self.tr("Use the sample"))
        files.clicked.connect(self.adding.choose_files)
        folder.clicked.connect(self.adding.choose_folder)
        sample.clicked.connect(lambda: self.sources.add_paths([SAMPLE_CORPUS]))
        self._empty_buttons = (files, folder, sample)
        return page

    @Slot()
    def _show_add_menu(self) -> None:
        menu = self.adding.menu()
        menu.popup(self._add.mapToGlobal(QPoint(0, self._add.height() + 4)))

    def _show_files(self, shown: bool) -> None:
        """Show the page of files instead of the sources, or these again, and give it the keyboard."""
        self.pages.setCurrentIndex(_FILES if shown else _LIST if self._model.sources else _EMPTY)
        (self.files.page.view if shown else self.view).setFocus(Qt.FocusReason.OtherFocusReason)

    def _forget(self, changed: Sequence[Source]) -> None:
        """Show nothing that was known of files that have changed on disk."""
        self.measuring.forget()
        self.files.listing.renew(changed)

    def _refuse(self, text: str) -> None:
        """Say why nothing is done."""
        self.toast_requested.emit(text, None)

    def _update(self) -> None:
        """Bring header, footer and page up to date, and tell others where their corpus changed."""
        sources = self._model.sources
        used = self.sources.enabled_sources()
        n_bytes = sum(info.n_bytes for info in used)
        if not sources or self.pages.currentIndex() != _FILES:
            self.pages.setCurrentIndex(_LIST if sources else _EMPTY)
        self.header.set_facts(self._facts(n_bytes, len(used)) if sources else "")
        self.view.setFixedHeight(self.view.height_of(len(sources)))
        shown = self.measuring.measured
        self.account.show_measured(shown, n_bytes)
        self.account.count.setEnabled(bool(used) and not self.measuring.is_running)
        self.cleaning.set_measured(shown)
        self._page.files.setText(wording.files(sum(info.n_files for info in used)))
        self.files.show_faults(faults_of(sources, shown) if shown else ())
        self.previewing.renew()
        state = (used, self.sources.training_sources(), self.sources.compared_sources())
        if state != self._reported:
            self._reported = state
            self.sources_changed.emit(used)
        findings = tuple(findings_of(sources, shown))
        if findings != self._findings:
            self._findings = findings
            self.findings_changed.emit(findings)

    def _facts(self, n_bytes: int, n_used: int) -> str:
        if any(source.info is None for source in self._model.sources):
            return self.tr("looking…")
        n = len(self._model.sources)
        of = wording.plural(n, "{used} of %n source", "{used} of %n sources", "CorpusPanel")
        return self.tr("{size}, {sources}").format(
            size=wording.size(n_bytes), sources=of.format(used=wording.number(n_used))
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the paste shortcut, also while the list is empty."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        else:
            super().keyPressEvent(event)
