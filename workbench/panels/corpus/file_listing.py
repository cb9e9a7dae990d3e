"""Requests the files of sources in batches, and looks at each file in turn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject

from workbench.engine.corpus.source_options import LEFT_OUT
from workbench.panels.corpus.file_list import MOST_CHOSEN
from workbench.panels.corpus.file_page import FilePage
from workbench.panels.corpus.previewing import Previewing
from workbench.panels.corpus.source_set import SourceSet
from workbench.panels.corpus.sources import Source
from workbench.worker.messages.corpus import FilesListed, FilesLookedAt, ListFiles, LookAtFiles
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply

LOOKED_AT = 40  # files that are looked at together


@dataclass(frozen=True, slots=True)
class Listed:
    """A source whose files are in the list from number `first`, with a prefix before their names."""

    source: Source
    first: int
    prefix: str


class FileListing(QObject):
    """Fills the page of files.

    Attributes:
        page: the page.
        listed: the sources whose files are listed, as far as it has come; each listing has a list of its own.

    """

    def __init__(self, sources: SourceSet, previewing: Previewing, ask: Ask, parent: QObject) -> None:
        """Take what says how a source is read, and what gets what a file looks like."""
        super().__init__(parent)
        self._reading, self._previewing = sources.reading, previewing
        self._ask, self._listing, self._looking = ask, Reply(), Reply()
        self.page = FilePage()
        self.listed: list[Listed] = []
        self._to_list: list[Source] = []
        self._chosen: tuple[str, ...] = ()  # names of files that were chosen before they were listed again
        self._scrolled = 0  # how far the list was scrolled then
        self._wanted = ""  # name of a file that is to be chosen once it is listed

    def stop(self) -> None:
        """List and look at no more; what the list holds is of no source."""
        self._chosen, self._scrolled = (), 0
        self.listed, self._to_list = [], []
        self._listing.abandon()
        self._looking.abandon()

    def start(self, sources: Sequence[Source], only_left_out: bool = False, wanted: str = "") -> None:
        """List the files of sources, one after the other; one of them is chosen once it is there."""
        self.stop()
        self._wanted = wanted
        several = len(sources) > 1
        self.page.begin(self.tr("All sources") if several else sources[0].name, only_left_out)
        self._to_list = list(sources)
        self._list_next(several)

    def renew(self, changed: Sequence[Source]) -> None:
        """List what is shown again where one of its sources has changed; what is chosen stays chosen."""
        sources = [*(listed.source for listed in self.listed), *self._to_list]
        if not any(source is each for source in sources for each in changed):
            return
        page, model = self.page, self.page.model
        index, rows = page.view.currentIndex(), page.view.chosen_rows()[:MOST_CHOSEN]
        chosen = tuple(model.file(model.number(row)).name for row in rows)
        wanted = model.file(model.number(index.row())).name if index.isValid() else ""
        # Those of a listing that has not come to its end are still to be chosen.
        wanted, chosen = self._wanted or wanted, self._chosen or chosen
        place = self._scrolled or page.view.verticalScrollBar().value()
        self.start(sources, page.left_out.isChecked(), wanted)
        self._chosen, self._scrolled = chosen, place

    def _list_next(self, several: bool) -> None:
        self.page.set_listing(bool(self._to_list))
        if self._to_list:
            source = self._to_list.pop(0)
            prefix = f"{source.name}/" if several else ""
            self.listed.append(Listed(source, self.page.model.n_files, prefix))
            reply = self._listing = self._ask(ListFiles(new_request_id(), self._reading(source)))
            for signal in (reply.progressed, reply.answered):
                signal.connect(self._take)
            # The reason is shown elsewhere.
            reply.tell(self, **dict.fromkeys(("failed", "cancelled"), lambda _: self._list_next(several)))

    def _take(self, answer: FilesListed) -> None:
        """Take a chunk of files."""
        listed, options = self.listed[-1], self._listing.request.source
        changed = {name for name, kind, _ in options.files if kind != LEFT_OUT}
        self.page.model.append(answer, changed, listed.prefix)
        self._choose_wanted()
        self.page.update_facts()
        if answer.ended:
            self._list_next(bool(listed.prefix))
        if not self._listing.is_waiting:
            self._choose_again()
        self.look()

    def _choose_wanted(self) -> None:
        model = self.page.model
        if self._wanted and (row := model.row_of(model.number_of(self._wanted))) >= 0:
            self._wanted = ""
            self.page.view.setCurrentIndex(model.index(row, 0))

    def _choose_again(self) -> None:
        """Choose what was chosen before the files were listed again, and scroll to where it was."""
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

    def look(self) -> None:
        """Scan files in chunks, the visible ones first, until none is left."""
        if self._looking.is_waiting or not self.listed:
            return
        model = self.page.model
        numbers = model.not_looked_at(self.page.view.first_seen(), LOOKED_AT) or model.next_to_look_at(
            LOOKED_AT
        )
        if not numbers:
            return
        place = self.place(numbers[0])
        numbers = [number for number in numbers if self.place(number) == place]
        options = self._reading(self.listed[place].source)
        request = LookAtFiles(new_request_id(), options, tuple(map(self.name, numbers)))
        self._looking = self._ask(request)
        self._looking.tell(self, answered=partial(self._take_looks, numbers))

    def _take_looks(self, numbers: list[int], answer: FilesLookedAt) -> None:
        """Take what files look like."""
        for number, look in zip(numbers, answer.looks, strict=True):
            self.page.model.take_look(number, look)
            self._previewing.take_look(self.listed[self.place(number)].source, look)
        self.page.update_facts()
        self.look()

    def look_again(self, numbers: Sequence[int]) -> None:
        """Scan files again that may have changed."""
        self.page.model.look_again(numbers)
        self.look()

    def place(self, number: int) -> int:
        """Return which of the listed sources holds a file."""
        return bisect_right(self.listed, number, key=lambda listed: listed.first) - 1

    def name(self, number: int) -> str:
        """Return a file's name below its source."""
        prefix = self.listed[self.place(number)].prefix
        return self.page.model.file(number).name.removeprefix(prefix)
