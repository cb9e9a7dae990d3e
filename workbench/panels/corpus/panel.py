"""The Corpus panel: which files, folders and bundled texts a tokenizer is trained on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS, SourceOptions
from workbench.panels.corpus.adding import Adding
from workbench.panels.corpus.drop_target import DropTarget
from workbench.panels.corpus.files import Files, Overrides
from workbench.panels.corpus.finding_links import Mending
from workbench.panels.corpus.findings import faults_of, findings_of
from workbench.panels.corpus.list_page import ListPage
from workbench.panels.corpus.measuring import Measuring
from workbench.panels.corpus.pending_looks import Looks
from workbench.panels.corpus.previewing import Previewing
from workbench.panels.corpus.source_list import SourceList
from workbench.panels.corpus.source_menu import RowActions, fill_fields, fill_row_menu
from workbench.panels.corpus.sources import Source, SourceModel, Stamp
from workbench.panels.corpus.switching import Switching
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.findings import Finding
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.strips import EmptyState
from workbench.worker.messages.corpus import FileLook, SourceInfo, SourcesScanned
from workbench.worker.messages.training import Trained
from workbench.worker.replies import Ask

_EMPTY, _LIST, _FILES = 0, 1, 2
# Texts that published tokenizers read as special tokens; they are looked for besides those chosen.
KNOWN_SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
_OWN_SOURCES = (SAMPLE_CORPUS, PYTHON_LIBRARY)
_MOST_UNASKED = 20_000  # files of a source that is looked at again without being asked for
# Options that change what a look at a source finds.
_LOOKED_AT_AGAIN = frozenset({"field", "column", "encoding", "patterns", "kind", "accept"})


class CorpusPanel(DropTarget):
    """The sources of a corpus: added, switched, removed.

    Attributes:
        header: the panel's head, for the dock's title bar.
        account: where the bytes go.
        cleaning: the steps that hold for all sources.
        preview: a panel of its own, with the lines before and after.
        measuring, adding: what counts the corpus, and what asks for sources.
        files: what lists the files of a source.

    Signals:
        preview_wanted(): the panel of lines is to be seen.
        sources_changed(object): tuple of SourceInfo, those that are on; or how they are read has changed.
        findings_changed(object): tuple of Finding, what is odd about the sources.
        changed_since(list, list): names of sources that have changed since the last session, and of those
            that have gone or cannot be read.
        toast_requested(str, object): what has been done, and a callable that undoes it, or None.

    """

    preview_wanted = Signal()
    sources_changed = Signal(object)
    findings_changed = Signal(object)
    changed_since = Signal(list, list)
    toast_requested = Signal(str, object)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = SourceModel(self)
        self._looks = Looks(ask, self)
        self._looks.answered.connect(self._show_scanned)
        self._looks.lacking.connect(self._take_out)
        self._locked = False
        self._told: object = ((), ())
        self._findings: tuple[Finding, ...] = ()
        self._specials: tuple[str, ...] = KNOWN_SPECIALS
        self.measuring = Measuring(ask, self)
        self.adding = Adding(self, ask, lambda: {source.path for source in self._model.sources})
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setProperty("focusRing", False)
        self.setAccessibleName(self.tr("Corpus"))
        self.header = self._make_header()
        self.view = SourceList(self._model, self)
        self.pages.addWidget(self._make_empty_page())
        page = ListPage(self.view)
        self.account, self.cleaning, self._n_files = page.account, page.cleaning, page.files
        self._mending = Mending(self._model, self.cleaning, self)
        self._switching = Switching(self._model, self.tell)
        page.preview_requested.connect(self.show_preview)
        page.statistics_requested.connect(self.ask_for_statistics)
        self.pages.addWidget(page)
        self.files = Files(self, self, ask)
        self.files.shown.connect(self._show_files)
        self.view.files_requested.connect(self.list_files)
        self.pages.addWidget(self.files.page)
        panel_column(self).addWidget(self.pages, 1)
        self.previewing = Previewing(self._model, self.reading, ask, self)
        self.previewing.wanted.connect(self.preview_wanted)
        self.preview = self.previewing.panel
        self.preview.encoding_chosen.connect(self._choose_encoding)
        self.preview.fix_requested.connect(self.fix)
        self.measuring.changed.connect(self._update)
        self.adding.given.connect(self.add_paths)
        self.adding.told.connect(lambda text: self.toast_requested.emit(text, None))
        self.dropped.connect(self.add_paths)
        self.preview.set_specials(KNOWN_SPECIALS)
        self._model.dataChanged.connect(self._update)
        self.account.count_requested.connect(self.measure)
        self.cleaning.changed.connect(self._update)
        self.cleaning.undoable.connect(self.tell)
        self.view.field_requested.connect(self._show_fields)
        self.view.preview_requested.connect(self.show_preview)
        self.view.selectionModel().selectionChanged.connect(
            lambda *_: self.previewing.show_chosen(self.view.chosen_rows())
        )
        self.view.remove_requested.connect(self.remove_chosen)
        self.view.paste_requested.connect(self.paste)
        self.view.menu_requested.connect(self._show_row_menu)
        self._update()

    # --- what others ask of it ------------------------------------------------------------------

    def enabled_paths(self) -> tuple[str, ...]:
        """Return the paths to train on."""
        return tuple(source.path for source in self._model.sources if source.used)

    def readings(self) -> tuple[SourceOptions, ...]:
        """Return the sources to train on, each with how it is read."""
        return tuple(self.reading(source) for source in self._model.sources if source.used)

    def training_sources(self) -> tuple[str | SourceOptions, ...]:
        """Return the sources to train on, each with how it is read where that is not as usual."""
        return tuple(each.path if each == SourceOptions(each.path) else each for each in self.readings())

    def reading(self, source: Source) -> SourceOptions:
        """Return how a source is read, what holds for all of them included."""
        clean, held_out = self.cleaning.steps(), self.cleaning.held_out()
        return replace(source.choices, clean=clean, held_out=held_out)

    def kept(self) -> tuple[SourceOptions, ...]:
        """Return all sources with their own options, for `restore`."""
        return tuple(replace(source.choices, enabled=source.on) for source in self._model.sources)

    def stamps(self) -> tuple[Stamp | None, ...]:
        """Return what tells at the next start whether the files of each source have changed."""
        return tuple(source.stamp for source in self._model.sources)

    def restore(
        self,
        sources: Sequence[SourceOptions],
        steps: Sequence[str],
        held_out: float,
        stamps: Sequence[Stamp | None] = (),
    ) -> None:
        """Show sources as `kept` and `stamps` gave them, cleaning steps and the share that is held out."""
        for source, seen in zip_longest(sources, stamps[: len(sources)]):
            options = replace(source, enabled=True)
            usual = options == SourceOptions(source.path)
            row = Source(source.path, on=source.enabled, options=None if usual else options, seen=seen)
            self._model.add([(len(self._model.sources), row)])
        self.cleaning.restore(steps, held_out)
        self._update()
        if sources:
            self._look_again(range(len(self._model.sources)))

    def clear(self) -> None:
        """Have no sources, and clean nothing."""
        self._model.remove(range(len(self._model.sources)))
        self.cleaning.restore((), 0.0)
        self._update()

    def enabled_sources(self) -> tuple[SourceInfo, ...]:
        """Return what is known of the sources to train on."""
        return tuple(source.info for source in self._model.sources if source.used and source.info)

    def add_paths(self, paths: Sequence[str]) -> None:
        """Add files, folders, SAMPLE_CORPUS or PYTHON_LIBRARY and ask what they hold; none is added twice."""
        if self._locked:
            return
        whole = [path if path in _OWN_SOURCES else os.path.abspath(path) for path in paths]
        known = {source.path for source in self._model.sources}
        new = tuple(path for path in dict.fromkeys(whole) if path not in known)
        if not new:
            if whole:
                self.toast_requested.emit(self.tr("That is in the corpus already."), None)
            return
        n = len(self._model.sources)
        self._model.add((n + i, Source(path)) for i, path in enumerate(new))
        # The list is there before anybody answers.
        self._update()
        self._looks.ask(new)

    def _show_scanned(self, answer: SourcesScanned) -> None:
        """Show what sources hold."""
        before = {source.path: source.stamp for source in self._model.sources if source.info is not None}
        for info in answer.sources:
            self._model.set_info(info)
        changed = [each for each in self._model.sources if before.get(each.path, each.stamp) != each.stamp]
        if changed:
            self.measuring.forget()
            self.files.renew(changed)
        self._tell_changed()
        self._update()

    def _tell_changed(self) -> None:
        """Say which sources are not what they were in the last session, once."""
        changed: list[str] = []
        gone: list[str] = []
        for source in self._model.sources:
            if source.info is not None and source.seen is not None:
                if source.stamp != source.seen:
                    (changed if any(source.info.stamp) else gone).append(source.name)
                source.seen = None
        if changed or gone:
            self.changed_since.emit(changed, gone)

    @Slot()
    def look_again(self) -> None:
        """Look at all sources as they are on disk now, and list anew the files that are shown."""
        if not self._locked:
            self._look_again(range(len(self._model.sources)))
            self.files.renew(self._model.sources)

    @Slot(object)
    def look_on_return(self, state: Qt.ApplicationState) -> None:
        """Look again at what another program may have changed, where that takes no long time."""
        if state == Qt.ApplicationState.ApplicationActive and not self._locked:
            self._look_again(
                row
                for row, source in enumerate(self._model.sources)
                if source.info is not None
                and source.path not in _OWN_SOURCES
                and source.info.n_files + source.info.n_skipped <= _MOST_UNASKED
                and not self._looks.waits_for(source.path)
            )

    def _take_out(self, paths: Sequence[str]) -> None:
        """Take out again what could not be looked at; why is told elsewhere."""
        self._model.remove(
            row
            for row, source in enumerate(self._model.sources)
            if source.path in paths and source.info is None
        )
        self._update()

    @Slot(bool)
    def set_locked(self, locked: bool) -> None:
        """Let nothing be changed while a run reads the sources."""
        self._locked = locked
        self._model.set_locked(locked)
        self.files.set_locked(locked)
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
        self._specials = tuple(dict.fromkeys((*texts, *KNOWN_SPECIALS)))
        self.preview.set_specials(self._specials)

    # --- adding and removing --------------------------------------------------------------------

    @Slot()
    def paste(self) -> None:
        """Add the files whose paths or urls are on the clipboard, or else its text."""
        self.adding.paste(self._locked)

    @Slot()
    def remove_chosen(self) -> None:
        """Take the chosen sources out, with an undo."""
        rows = self.view.chosen_rows()
        if self._locked or not rows:
            return
        taken = self._model.remove(rows)
        self._update()
        if len(taken) == 1:
            text = self.tr("Removed {name}.").format(name=taken[0][1].name)
        else:
            text = wording.plural(len(taken), "Removed %n source.", "Removed %n sources.", "CorpusPanel")
        self.toast_requested.emit(text, partial(self._put_back, taken))

    def _put_back(self, taken: list[tuple[int, Source]]) -> None:
        known = {source.path for source in self._model.sources}
        again = [(row, source) for row, source in taken if source.path not in known]
        self._model.add(again)
        self._looks.ask_for_missing([source.path for _, source in again if source.info is None])
        self._update()

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
            self.tr("Text or code to learn from. Files are never changed."),
        )
        files = page.add_button(self.tr("Add files…"), "primary", "add")
        folder = page.add_button(self.tr("Add a folder…"))
        sample = page.add_link(self.tr("Use the sample"))
        files.clicked.connect(self.adding.choose_files)
        folder.clicked.connect(self.adding.choose_folder)
        sample.clicked.connect(lambda: self.add_paths([SAMPLE_CORPUS]))
        self._empty_buttons = (files, folder, sample)
        return page

    def show_left_out(self, trained: Trained) -> None:
        """Show the files that a run has left out, and count the corpus where it had faults besides."""
        self.files.show_left_out(trained, tuple(self._model.sources))
        if trained.n_faults and self.measuring.of(self.readings()) is None:
            self.measure()
        self._update()

    @Slot()
    def list_files(self) -> None:
        """Show the files of the chosen source one by one."""
        rows = self.view.chosen_rows()
        if rows and self._model.sources[rows[0]].lists_files:
            self.files.show([self._model.sources[rows[0]]])

    def show_left_out_files(self) -> None:
        """List the files that are not read, of all sources that have several."""
        if sources := [source for source in self._model.sources if source.on and source.lists_files]:
            self.files.show(sources, only_left_out=True)

    def show_in_list(self, path: str, name: str) -> None:
        """List the files of a source, and choose one."""
        if sources := [source for source in self._model.sources if source.path == path]:
            self.files.show(sources, wanted=name)

    def read_file(self, path: str, name: str, kind: str) -> None:
        """Read a file of a source as a kind, or leave it out."""
        for source in self._model.sources:
            if source.path == path:
                self.files.read_file(source, name, kind)

    def change_files(
        self, changes: Sequence[tuple[Source, Overrides]], text: str, undone: Callable[[], object]
    ) -> None:
        """Read files of sources in another way, and offer to undo it."""
        new = {id(source): files for source, files in changes}
        rows = [row for row, source in enumerate(self._model.sources) if id(source) in new]
        before = [(row, self._model.sources[row].options) for row in rows]
        for row in rows:
            self._model.set_options([row], files=new[id(self._model.sources[row])])
        self._look_again(rows)
        self._update()

        def _undo() -> None:
            self._put_options_back(before)
            undone()

        self.tell(text, _undo)

    def show_file(self, source: Source, name: str) -> None:
        """Bring the lines of one file of a source into sight."""
        self.previewing.show_file(source, name)

    def file_looked_at(self, source: Source, look: FileLook) -> None:
        """Take what a file looks like."""
        self.previewing.take_look(source, look)

    def refuse(self, text: str) -> None:
        """Say why nothing is done."""
        self.toast_requested.emit(text, None)

    def _choose_encoding(self, key: str, encoding: str) -> None:
        """Read the source or the file that is previewed in an encoding."""
        if self._locked:
            self.preview.renew_findings()  # the choice stays what it was
        path, _, name = key.partition("\0")
        rows = [row for row, source in enumerate(self._model.sources) if source.path == path]
        if rows and name:
            self.files.read_file(self._model.sources[rows[0]], name, encoding=encoding)
        elif rows:
            self.change_reading(rows, encoding=encoding)

    def _show_files(self, shown: bool) -> None:
        """Show the page of files in place of the sources, or these again, with the keyboard on it."""
        self.pages.setCurrentIndex(_FILES if shown else _LIST if self._model.sources else _EMPTY)
        (self.files.page.view if shown else self.view).setFocus(Qt.FocusReason.OtherFocusReason)

    # --- measured and previewed -----------------------------------------------------------------

    @Slot()
    def measure(self) -> None:
        """Have the corpus read and counted."""
        self.measuring.begin(self.readings(), self._specials)

    @Slot()
    def ask_for_statistics(self) -> None:
        """Show what the corpus is, once it has been counted."""
        self.measuring.show_statistics(self.readings(), self._specials)

    @Slot()
    def show_preview(self) -> None:
        """Show the chosen source, or the first one, line by line."""
        rows = self.view.chosen_rows() or [0]
        if rows[0] < len(self._model.sources):
            self.show_lines(self._model.sources[rows[0]].path)

    def show_lines(self, path: str, seek: bytes | None = None) -> None:
        """Bring lines of a source into sight, those that hold something; of any source where `path` is ""."""
        self.previewing.show_lines(path, seek)

    # --- findings ---------------------------------------------------------------------------------

    @Slot(str)
    def show_finding(self, key: str) -> None:
        """Show where it stands what a finding tells of."""
        self._mending.show(key)

    @Slot(str)
    def fix(self, key: str) -> None:
        """Do what a finding offers; it can be undone."""
        if not self._locked:
            self._mending.fix(key)

    def choose_source(self, row: int) -> None:
        """Bring a source into sight and choose it."""
        self.view.setCurrentIndex(self._model.index(row))
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def tell(self, text: str, undo: Callable[[], object]) -> None:
        """Say what was done, and offer to undo it as long as nothing is locked."""
        self.toast_requested.emit(text, lambda: None if self._locked else undo())

    def change_reading(self, rows: Sequence[int], **changes: Any) -> None:  # noqa: ANN401 - the fields' own types
        """Read some sources in another way, and look at them again where that shows in the list."""
        if self._locked:
            return
        before = [(row, self._model.sources[row].options) for row in rows]
        self._model.set_options(rows, **changes)
        if _LOOKED_AT_AGAIN & changes.keys():
            self._look_again(rows)
        self._update()
        name = self._model.sources[rows[0]].name
        text = self.tr("{name} is read in another way.").format(name=name)
        self.toast_requested.emit(text, partial(self._put_options_back, before))

    def _put_options_back(self, before: list[tuple[int, SourceOptions | None]]) -> None:
        rows = [row for row, _ in before if row < len(self._model.sources)]
        for row, options in before:
            if row in rows:
                self._model.sources[row].options = options
        self._look_again(rows)
        self._update()

    def _look_again(self, rows: Iterable[int]) -> None:
        if sources := [self._model.sources[row] for row in rows]:
            self._looks.ask([source.path for source in sources], [source.choices for source in sources])

    @Slot(int, object)
    def _show_fields(self, row: int, place: QPoint) -> None:
        if self._model.sources[row].lists_files:
            self.view.setCurrentIndex(self._model.index(row))  # where the keyboard is on the way back
            self.files.show([self._model.sources[row]])
            return
        if self._locked:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill_fields(menu, self._model.sources[row], partial(self.change_reading, [row]))
        menu.popup(self.view.viewport().mapToGlobal(place))

    def _update(self) -> None:
        """Bring header, footer and page up to date, and tell others where their corpus changed."""
        sources = self._model.sources
        used = self.enabled_sources()
        n_bytes = sum(info.n_bytes for info in used)
        if not sources or self.pages.currentIndex() != _FILES:
            self.pages.setCurrentIndex(_LIST if sources else _EMPTY)
        self.header.set_facts(self._facts(n_bytes, len(used)) if sources else "")
        self.view.setFixedHeight(self.view.height_of(len(sources)))
        shown = self.measuring.of(self.readings())
        self.account.show_measured(shown, n_bytes)
        self.account.count.setEnabled(bool(used) and not self.measuring.is_running)
        self.cleaning.set_measured(shown)
        self._n_files.setText(wording.files(sum(info.n_files for info in used)))
        self.files.show_faults(faults_of(sources, shown) if shown else ())
        self.previewing.renew()
        told = (used, self.training_sources())
        if told != self._told:
            self._told = told
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

    @Slot()
    def _show_add_menu(self) -> None:
        menu = self.adding.menu()
        menu.popup(self._add.mapToGlobal(QPoint(0, self._add.height() + 4)))

    @Slot(object)
    def _show_row_menu(self, where: QPoint) -> None:
        menu = self.row_menu()
        if not menu.isEmpty():
            menu.popup(where)

    def row_menu(self) -> QMenu:
        """Return the menu of the chosen sources; it goes when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = self.view.chosen_rows()
        if self._locked or not rows:
            return menu
        sources = [self._model.sources[row] for row in rows]
        does = RowActions(
            switch=partial(self._switching.switch, rows),
            preview=self.show_preview,
            files=self.list_files,
            accept=partial(self._mending.accept, rows[0]),
            change=partial(self.change_reading, rows),
            remove=self.remove_chosen,
        )
        fill_row_menu(menu, sources, does)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the paste shortcut, also while the list is empty."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        else:
            super().keyPressEvent(event)
