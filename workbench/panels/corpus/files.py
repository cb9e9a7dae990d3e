"""The page of the files of a source, or of those that a run left out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from workbench.panels.corpus.changing import Changing
from workbench.panels.corpus.file_changes import FileChanges
from workbench.panels.corpus.file_listing import FileListing
from workbench.panels.corpus.file_menu import FileActions, fill_file_menu
from workbench.panels.corpus.file_model import ListedFile
from workbench.panels.corpus.findings import Fault
from workbench.panels.corpus.previewing import Previewing
from workbench.panels.corpus.sources import Source
from workbench.widgets.slices import Slices, Steps
from workbench.worker.messages.training import Trained
from workbench.worker.replies import Ask

PORTION = 500  # files put into the list at a time


class Files(QObject):
    """Fills the page of files, and handles what the user does there.

    Attributes:
        page: the page.
        listing: what fills it with the files of sources.
        changes: what changes how they are read.

    Signals:
        shown(bool): the page is to be seen, or the sources again.

    """

    shown = Signal(bool)

    def __init__(self, changing: Changing, previewing: Previewing, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._sources, self._previewing = changing.sources.model, previewing
        self.listing = FileListing(changing.sources, previewing, ask, self)
        self.changes = FileChanges(self.listing, changing)
        self.page = self.listing.page
        self.page.back_requested.connect(self.close)
        self.page.view.switch_requested.connect(self.changes.switch)
        self.page.view.preview_requested.connect(self.preview)
        self.page.view.menu_requested.connect(self._show_menu)
        self._slices: Slices[bool] = Slices(self)
        self._waits_for_faults = False
        self._of_run: Sequence[Source] = ()  # the sources of the run whose files are shown

    def show(self, sources: Sequence[Source], only_left_out: bool = False, wanted: str = "") -> None:
        """Show the files of sources; see `FileListing.start`."""
        self._stop()
        self.listing.start(sources, only_left_out, wanted)
        self.shown.emit(True)

    def close(self) -> None:
        """Go back to the sources."""
        self._stop()
        self.shown.emit(False)

    def _stop(self) -> None:
        self._slices.stop()
        self._waits_for_faults = False
        self.listing.stop()

    # --- what a run left out --------------------------------------------------------------------------

    def show_left_out(self, trained: Trained, sources: Sequence[Source]) -> None:
        """Show what a run has left out, by names that begin below their source; faults come when counted."""
        self._stop()
        self._of_run = sources
        self.page.begin(self.tr("Not read by the run"))
        self._waits_for_faults = trained.n_faults > 0
        self._slices.run(self._fill(trained.skipped, sources), self.page.set_listing)
        self.shown.emit(True)

    def show_faults(self, faults: Sequence[Fault]) -> None:
        """Show the faults in what was read, by their files, where they are waited for."""
        if self._waits_for_faults and faults:
            self._waits_for_faults = False
            several = len(self._of_run) > 1
            files = [
                ListedFile(f"{fault.source}/{name}" if several else name, note=fault.words)
                for fault in faults
                for name in fault.files
            ]
            files += [ListedFile(fault.source, note=fault.words) for fault in faults if not fault.files]
            self.page.model.append_files(files)
            self.page.set_listing(False)

    def _fill(self, skipped: Sequence[tuple[str, str]], sources: Sequence[Source]) -> Steps[bool]:
        for start in range(0, len(skipped), PORTION):
            portion = skipped[start : start + PORTION]
            files = [ListedFile(_below(path, sources), problem=code) for path, code in portion]
            self.page.model.append_files(files)
            yield
        return self._waits_for_faults

    def _go_to_source(self, name: str) -> None:
        """List the source of a file that the run has left out, with the file chosen."""
        for source in self._of_run:
            inside = name.removeprefix(f"{source.name}/")
            if source.lists_files and (inside != name or len(self._of_run) == 1):
                self.show([source], wanted=inside)
                return

    # --- what is done with files ----------------------------------------------------------------------

    def preview(self) -> None:
        """Show the lines of the chosen file; from the list of a run go to that of the source first."""
        index, listing = self.page.view.currentIndex(), self.listing
        if index.isValid() and not self.listing.listed:
            self._go_to_source(self.page.model.file(self.page.model.number(index.row())).name)
        elif index.isValid():
            number = self.page.model.number(index.row())
            self._previewing.show_file(listing.listed[listing.place(number)].source, listing.name(number))
            listing.look_again([number])  # for its readings, which the list does not keep

    def _show_menu(self, where: QPoint) -> None:
        menu = self.menu()
        if not menu.isEmpty():
            menu.popup(where)

    def menu(self) -> QMenu:
        """Return the menu of the chosen files; it goes when it closes."""
        menu = QMenu(self.page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = self.page.view.chosen_rows()
        if rows and self.listing.listed:
            model = self.page.model
            does = FileActions(
                switch=partial(self.changes.switch, rows),
                preview=self.preview,
                read_as=partial(self.changes.read_as, rows),
            )
            fill_file_menu(menu, model.file(model.number(rows[0])), does, self._sources.locked)
        return menu


def _below(path: str, sources: Sequence[Source]) -> str:
    """Return a path as it goes on below the source that holds it, behind its name where there are several."""
    for source in sources:
        folder = source.path.rstrip("/\\")
        if path.startswith(folder) and path[len(folder) : len(folder) + 1] in ("/", "\\"):
            inside = path[len(folder) + 1 :].replace("\\", "/")
            inside = f"{source.name}/{inside}" if source.is_archive else inside
            return inside if len(sources) == 1 else f"{source.name}/{inside}"
    return path
