"""The files of a source one by one: left out, read as something else, previewed; and what a run left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from workbench.engine.corpus.source_options import LEFT_OUT, SourceOptions
from workbench.panels.corpus.file_list import MOST_CHOSEN
from workbench.panels.corpus.file_menu import FileActions, fill_file_menu
from workbench.panels.corpus.file_model import ListedFile
from workbench.panels.corpus.file_page import FilePage
from workbench.panels.corpus.findings import Fault
from workbench.panels.corpus.problems import problem_text
from workbench.panels.corpus.sources import Source
from workbench.widgets import wording
from workbench.widgets.slices import Slices
from workbench.worker.messages.corpus import FileLook, FilesListed, FilesLookedAt, ListFiles, LookAtFiles
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.training import Trained
from workbench.worker.replies import Ask, Reply

PORTION = 500  # files put into the list at a time
LOOKED_AT = 40  # files that are looked at together
Overrides = tuple[tuple[str, str, str], ...]  # (name, kind, encoding), as in SourceOptions


class Ways(Protocol):
    """What a panel of sources can do."""

    def reading(self, source: Source) -> SourceOptions:
        """Return how a source is read."""

    def change_files(
        self, changes: Sequence[tuple[Source, Overrides]], text: str, undone: Callable[[], object]
    ) -> None:
        """Read files of sources in another way, and say so; `undone` is called where that is undone."""

    def show_file(self, source: Source, name: str) -> None:
        """Bring the lines of one file of a source into sight."""

    def file_looked_at(self, source: Source, look: FileLook) -> None:
        """Take what a file looks like."""

    def refuse(self, text: str) -> None:
        """Say why nothing is done."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A source whose files stand in the list from number `first` on, their names behind a prefix."""

    source: Source
    first: int
    prefix: str


class Files(QObject):
    """Fills the page of files, and does with them what is asked for.

    Attributes:
        page: the page.

    Signals:
        shown(bool): the page is to be seen, or the sources again.

    """

    shown = Signal(bool)

    def __init__(self, parent: QObject, ways: Ways, ask: Ask) -> None:
        super().__init__(parent)
        self._ask, self._listing, self._looking = ask, Reply(), Reply()
        self._ways = ways
        self.page = FilePage()
        self.page.back_requested.connect(self.close)
        self.page.view.switch_requested.connect(self.switch)
        self.page.view.preview_requested.connect(self.preview)
        self.page.view.menu_requested.connect(self._show_menu)
        self._slices: Slices[bool] = Slices(self)
        self._waits_for_faults = False
        self._listed: list[_Listed] = []
        self._to_list: list[Source] = []
        self._locked = False
        self._of_run: Sequence[Source] = ()  # the sources of the run whose files are shown
        self._chosen: tuple[str, ...] = ()  # names of files that were chosen before they were listed anew
        self._scrolled = 0  # how far the list was scrolled then
        self._wanted = ""  # name of a file that is to be chosen once it is listed

    # --- listing --------------------------------------------------------------------------------------

    def show(self, sources: Sequence[Source], only_left_out: bool = False, wanted: str = "") -> None:
        """List the files of sources, one after the other; one of them is chosen once it is there."""
        self._start(sources, only_left_out, wanted)
        self.shown.emit(True)

    def _start(self, sources: Sequence[Source], only_left_out: bool, wanted: str) -> None:
        self._begin()
        self._wanted = wanted
        several = len(sources) > 1
        self.page.begin(self.tr("All sources") if several else sources[0].name, only_left_out)
        self._to_list = list(sources)
        self._list_next(several)

    def renew(self, changed: Sequence[Source]) -> None:
        """List what is shown anew where one of its sources has changed; what is chosen stays chosen."""
        sources = [*(listed.source for listed in self._listed), *self._to_list]
        if not any(source is each for source in sources for each in changed):
            return
        page, model = self.page, self.page.model
        index, rows = page.view.currentIndex(), page.view.chosen_rows()[:MOST_CHOSEN]
        chosen = tuple(model.file(model.number(row)).name for row in rows)
        wanted = model.file(model.number(index.row())).name if index.isValid() else ""
        # Those of a listing that has not come to its end are still to be chosen.
        wanted, chosen = self._wanted or wanted, self._chosen or chosen
        place = self._scrolled or page.view.verticalScrollBar().value()
        self._start(sources, page.left_out.isChecked(), wanted)
        self._chosen, self._scrolled = chosen, place

    def _begin(self) -> None:
        self._chosen, self._scrolled = (), 0
        self._slices.stop()
        self._waits_for_faults = False
        self._listed, self._to_list = [], []
        self._listing.abandon()
        self._looking.abandon()

    def _list_next(self, several: bool) -> None:
        self.page.set_listing(bool(self._to_list))
        if self._to_list:
            source = self._to_list.pop(0)
            prefix = f"{source.name}/" if several else ""
            self._listed.append(_Listed(source, self.page.model.n_files, prefix))
            reply = self._listing = self._ask(ListFiles(new_request_id(), self._ways.reading(source)))
            for signal in (reply.progressed, reply.answered):
                signal.connect(self._take)
            for end in (reply.failed, reply.cancelled):  # why is told elsewhere
                end.connect(lambda: self._list_next(several))

    def _take(self, answer: FilesListed) -> None:
        """Take a portion of files."""
        listed, options = self._listed[-1], self._listing.request.source
        changed = {name for name, kind, _ in options.files if kind != LEFT_OUT}
        self.page.model.append(answer, changed, listed.prefix)
        self._choose_wanted()
        self.page.update_facts()
        if answer.ended:
            self._list_next(bool(listed.prefix))
        if not self._listing.is_waiting:
            self._choose_again()
        self._look()

    def _choose_wanted(self) -> None:
        model = self.page.model
        if self._wanted and (row := model.row_of(model.number_of(self._wanted))) >= 0:
            self._wanted = ""
            self.page.view.setCurrentIndex(model.index(row, 0))

    def _choose_again(self) -> None:
        """Choose what was chosen before the files were listed anew, and scroll to where it was."""
        model, selection = self.page.model, self.page.view.selectionModel()
        rows = [row for name in self._chosen if (row := model.row_of(model.number_of(name))) >= 0]
        chosen = QItemSelection()
        for row in rows:
            chosen.select(model.index(row, 0), model.index(row, 0))
        if rows:
            selection.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if self._scrolled:
            self.page.view.verticalScrollBar().setValue(self._scrolled)
        self._chosen, self._scrolled = (), 0

    def _look(self) -> None:
        """Have files looked at, those that are seen first; one portion after the other, till none is left."""
        if self._looking.is_waiting or not self._listed:
            return
        model = self.page.model
        numbers = model.not_looked_at(self.page.view.first_seen(), LOOKED_AT) or model.next_to_look_at(
            LOOKED_AT
        )
        if not numbers:
            return
        place = self._place(numbers[0])
        numbers = [number for number in numbers if self._place(number) == place]
        options = self._ways.reading(self._listed[place].source)
        request = LookAtFiles(new_request_id(), options, tuple(map(self._name, numbers)))
        self._looking = self._ask(request)
        self._looking.answered.connect(partial(self._take_looks, numbers))

    def _take_looks(self, numbers: list[int], answer: FilesLookedAt) -> None:
        """Take what files look like."""
        for number, look in zip(numbers, answer.looks, strict=True):
            self.page.model.take_look(number, look)
            self._ways.file_looked_at(self._listed[self._place(number)].source, look)
        self.page.update_facts()
        self._look()

    def close(self) -> None:
        """Go back to the sources."""
        self._begin()
        self.shown.emit(False)

    def set_locked(self, locked: bool) -> None:
        """Let nothing be changed while a run reads the files."""
        self._locked = locked
        self.page.model.set_locked(locked)

    # --- what a run left out --------------------------------------------------------------------------

    def show_left_out(self, trained: Trained, sources: Sequence[Source]) -> None:
        """Show what a run has left out, by names that begin below their source; faults come when counted."""
        self._begin()
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

    def _fill(self, skipped: Sequence[tuple[str, str]], sources: Sequence[Source]) -> Iterator[bool | None]:
        for start in range(0, len(skipped), PORTION):
            portion = skipped[start : start + PORTION]
            files = [ListedFile(_below(path, sources), problem=code) for path, code in portion]
            self.page.model.append_files(files)
            yield None
        yield self._waits_for_faults

    def _go_to_source(self, name: str) -> None:
        """List the source of a file that the run has left out, with the file chosen."""
        for source in self._of_run:
            inside = name.removeprefix(f"{source.name}/")
            if source.lists_files and (inside != name or len(self._of_run) == 1):
                self.show([source], wanted=inside)
                return

    # --- what is done with files ----------------------------------------------------------------------

    def switch(self, rows: Sequence[int]) -> None:
        """Leave files out, or use them again where all of them are left out."""
        model = self.page.model
        if not self._may_change(rows):
            return
        numbers = [number for number in map(model.number, rows) if not model.file(number).problem]
        if numbers and all(model.file(number).out for number in numbers):
            self._leave_out(sorted({*numbers, *self._archives_of(numbers)}), False)
        elif numbers:
            self._leave_out(numbers, True)
        else:
            file = model.file(model.number(rows[0]))
            self._ways.refuse(f"{file.name} {problem_text(file.problem)}.")

    def _may_change(self, rows: Sequence[int]) -> bool:
        if len(rows) > MOST_CHOSEN:
            n = wording.number(MOST_CHOSEN)
            self._ways.refuse(self.tr("Choose at most {n} files, or leave them out by name.").format(n=n))
        return bool(self._listed) and not self._locked and len(rows) <= MOST_CHOSEN

    def _archives_of(self, numbers: Sequence[int]) -> Iterator[int]:
        """Yield the archives that are left out, and some of these files as their members."""
        for number in numbers:
            listed, name = self._listed[self._place(number)], self._name(number)
            for other in _left_out(listed.source):
                if name.startswith(f"{other}/"):
                    yield self.page.model.number_of(listed.prefix + other)

    def _leave_out(self, numbers: Sequence[int], out: bool) -> None:
        if len(numbers) == 1:
            text = self.tr("{name} is left out.") if out else self.tr("{name} is used again.")
            text = text.format(name=self.page.model.file(numbers[0]).name)
        else:
            left_out = wording.plural(len(numbers), "%n file is left out.", "%n files are left out.", "Files")
            again = wording.plural(
                len(numbers), "%n file is used again.", "%n files are used again.", "Files"
            )
            text = left_out if out else again
        self._set_out(numbers, out)
        self._change(numbers, text, lambda: self._set_out(numbers, not out), LEFT_OUT if out else "")

    def _set_out(self, numbers: Sequence[int], out: bool) -> None:
        """Show files as left out or used again, with an archive its members but for those left out alone."""
        self.page.model.set_out(numbers, out)
        for number in numbers:
            alone = _left_out(self._listed[self._place(number)].source)
            members = self.page.model.members_of(number)
            self.page.model.set_out([each for each in members if self._name(each) not in alone], out)
        self.page.update_facts()

    def read_as(self, rows: Sequence[int], kind: str | None = None, encoding: str | None = None) -> None:
        """Read files as another kind or in another encoding, "" as they are found; None leaves it."""
        if self._may_change(rows):
            self._read_as([self.page.model.number(row) for row in rows], kind, encoding)

    def _read_as(self, numbers: Sequence[int], kind: str | None, encoding: str | None) -> None:
        model = self.page.model
        before = [(number, model.file(number)) for number in numbers]
        name = before[0][1].name
        one, other = "{name} is read in another way.", "%n files are read in another way."
        text = wording.plural(len(numbers), one, other, "Files").format(name=name)
        self._change(numbers, text, partial(self._put_back, before), kind, encoding)
        for number, file in before:
            files = self._listed[self._place(number)].source.choices.files
            changed = any(name == self._name(number) for name, *_ in files)
            model.put(number, replace(file, out=False, changed=changed))
        model.look_again(numbers)
        self._look()
        self.page.update_facts()

    def read_file(
        self, source: Source, name: str, kind: str | None = None, encoding: str | None = None
    ) -> None:
        """Read a file of a source in another way, or leave it out, whether it is listed or not."""
        found = [listed.prefix + name for listed in self._listed if listed.source is source]
        number = self.page.model.number_of(found[0]) if found else -1
        if self._locked:
            return
        if number < 0:
            left_out, read = self.tr("{name} is left out."), self.tr("{name} is read in another way.")
            text = (left_out if kind == LEFT_OUT else read).format(name=name)
            kept = _with(source.choices.files, [name], kind, encoding)
            self._ways.change_files([(source, kept)], text, lambda: None)
        elif kind == LEFT_OUT:
            self._leave_out([number], True)
        else:
            self._read_as([number], kind, encoding)

    def _put_back(self, before: Sequence[tuple[int, ListedFile]]) -> None:
        for number, file in before:
            self.page.model.put(number, file)
        self.page.model.look_again([number for number, _ in before])
        self._look()
        self.page.update_facts()

    def _change(
        self, numbers: Sequence[int], text: str, undone: Callable[[], object],
        kind: str | None = None, encoding: str | None = None,
    ) -> None:  # fmt: skip
        """Put other ways to read files into the options of their sources."""
        listed, changes = self._listed, []
        for place in sorted({self._place(number) for number in numbers}):
            source = listed[place].source
            names = [self._name(number) for number in numbers if self._place(number) == place]
            changes.append((source, _with(source.choices.files, names, kind, encoding)))

        def _undone() -> None:
            if listed is self._listed:
                undone()
            else:  # the list is another one by now, perhaps of the same sources
                self.renew([each.source for each in listed])

        self._ways.change_files(changes, text, _undone)

    def _place(self, number: int) -> int:
        """Return which of the listed sources holds a file."""
        return bisect_right(self._listed, number, key=lambda listed: listed.first) - 1

    def _name(self, number: int) -> str:
        """Return a file's name below its source."""
        prefix = self._listed[self._place(number)].prefix
        return self.page.model.file(number).name.removeprefix(prefix)

    def preview(self) -> None:
        """Show the lines of the chosen file; from the list of a run go to that of the source first."""
        index = self.page.view.currentIndex()
        if index.isValid() and not self._listed:
            self._go_to_source(self.page.model.file(self.page.model.number(index.row())).name)
        elif index.isValid():
            number = self.page.model.number(index.row())
            self._ways.show_file(self._listed[self._place(number)].source, self._name(number))
            self.page.model.look_again([number])  # for its readings, which the list does not keep
            self._look()

    def _show_menu(self, where: QPoint) -> None:
        menu = self.menu()
        if not menu.isEmpty():
            menu.popup(where)

    def menu(self) -> QMenu:
        """Return the menu of the chosen files; it goes when it closes."""
        menu = QMenu(self.page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = self.page.view.chosen_rows()
        if rows and self._listed:
            model = self.page.model
            does = FileActions(
                switch=partial(self.switch, rows), preview=self.preview, read_as=partial(self.read_as, rows)
            )
            fill_file_menu(menu, model.file(model.number(rows[0])), does, self._locked)
        return menu


def _with(files: Overrides, names: Sequence[str], kind: str | None, encoding: str | None) -> Overrides:
    """Return how files are read with another kind or encoding for some; None leaves what was chosen."""
    chosen = {name: (old_kind, old_encoding) for name, old_kind, old_encoding in files}
    for name in names:
        old_kind, old_encoding = chosen.get(name, ("", ""))
        chosen[name] = old_kind if kind is None else kind, old_encoding if encoding is None else encoding
    return tuple((name, *ways) for name, ways in chosen.items() if any(ways))


def _left_out(source: Source) -> set[str]:
    """Return the names of the files of a source that a person has left out."""
    return {name for name, kind, _ in source.choices.files if kind == LEFT_OUT}


def _below(path: str, sources: Sequence[Source]) -> str:
    """Return a path as it goes on below the source that holds it, behind its name where there are several."""
    for source in sources:
        folder = source.path.rstrip("/\\")
        if path.startswith(folder) and path[len(folder) : len(folder) + 1] in ("/", "\\"):
            inside = path[len(folder) + 1 :].replace("\\", "/")
            inside = f"{source.name}/{inside}" if source.is_archive else inside
            return inside if len(sources) == 1 else f"{source.name}/{inside}"
    return path
