"""Leaves listed files out, uses them again, or changes how they are read, with an undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from workbench.engine.corpus.source_options import LEFT_OUT
from workbench.panels.corpus.changing import Changing, Overrides
from workbench.panels.corpus.file_list import MOST_CHOSEN
from workbench.panels.corpus.file_listing import FileListing
from workbench.panels.corpus.file_model import ListedFile
from workbench.panels.corpus.problems import problem_text
from workbench.panels.corpus.sources import Source
from workbench.widgets import wording


class FileChanges(QObject):
    """Changes files of sources, in the list and in how their sources are read."""

    def __init__(self, listing: FileListing, changing: Changing) -> None:
        super().__init__(listing)
        self._listing, self._page, self._changing = listing, listing.page, changing

    def switch(self, rows: Sequence[int]) -> None:
        """Leave files out, or use them again where all of them are left out."""
        model = self._page.model
        if not self._may_change(rows):
            return
        numbers = [number for number in map(model.number, rows) if not model.file(number).problem]
        if numbers and all(model.file(number).out for number in numbers):
            self._leave_out(sorted({*numbers, *self._archives_of(numbers)}), False)
        elif numbers:
            self._leave_out(numbers, True)
        else:
            file = model.file(model.number(rows[0]))
            self._changing.toast_requested.emit(f"{file.name} {problem_text(file.problem)}.", None)

    def _may_change(self, rows: Sequence[int]) -> bool:
        if len(rows) > MOST_CHOSEN:
            n = wording.number(MOST_CHOSEN)
            text = self.tr("Choose at most {n} files, or leave them out by name.").format(n=n)
            self._changing.toast_requested.emit(text, None)
        return (
            bool(self._listing.listed)
            and not self._changing.sources.model.locked
            and len(rows) <= MOST_CHOSEN
        )

    def _archives_of(self, numbers: Sequence[int]) -> Iterator[int]:
        """Yield the archives that are left out, and some of these files as their members."""
        for number in numbers:
            listed, name = self._listing.listed[self._listing.place(number)], self._listing.name(number)
            for other in _left_out(listed.source):
                if name.startswith(f"{other}/"):
                    yield self._page.model.number_of(listed.prefix + other)

    def _leave_out(self, numbers: Sequence[int], out: bool) -> None:
        if len(numbers) == 1:
            text = self.tr("Left out {name}.") if out else self.tr("Using {name} again.")
            text = text.format(name=self._page.model.file(numbers[0]).name)
        else:
            left_out = wording.plural(len(numbers), "Left out %n file.", "Left out %n files.", "Files")
            again = wording.plural(len(numbers), "Using %n file again.", "Using %n files again.", "Files")
            text = left_out if out else again
        self._set_out(numbers, out)
        self._change(numbers, text, lambda: self._set_out(numbers, not out), LEFT_OUT if out else "")

    def _set_out(self, numbers: Sequence[int], out: bool) -> None:
        """Show files as left out or used again, an archive with members that are not left out singly."""
        self._page.model.set_out(numbers, out)
        for number in numbers:
            alone = _left_out(self._listing.listed[self._listing.place(number)].source)
            members = self._page.model.members_of(number)
            self._page.model.set_out([each for each in members if self._listing.name(each) not in alone], out)
        self._page.update_facts()

    def read_as(self, rows: Sequence[int], kind: str | None = None, encoding: str | None = None) -> None:
        """Read files as another kind or in another encoding, "" as they are found; None changes nothing."""
        if self._may_change(rows):
            self._read_as([self._page.model.number(row) for row in rows], kind, encoding)

    def _read_as(self, numbers: Sequence[int], kind: str | None, encoding: str | None) -> None:
        model = self._page.model
        before = [(number, model.file(number)) for number in numbers]
        name = before[0][1].name
        one, other = "Changed how {name} is read.", "Changed how %n files are read."
        text = wording.plural(len(numbers), one, other, "Files").format(name=name)
        self._change(numbers, text, partial(self._put_back, before), kind, encoding)
        for number, file in before:
            files = self._listing.listed[self._listing.place(number)].source.choices.files
            changed = any(name == self._listing.name(number) for name, *_ in files)
            model.put(number, replace(file, out=False, changed=changed))
        self._listing.look_again(numbers)
        self._page.update_facts()

    def read_file(
        self, source: Source, name: str, kind: str | None = None, encoding: str | None = None
    ) -> None:
        """Read a file of a source in another way, or leave it out, whether it is listed or not."""
        names = [listed.prefix + name for listed in self._listing.listed if listed.source is source]
        number = self._page.model.number_of(names[0]) if names else -1
        if self._changing.sources.model.locked:
            return
        if number < 0:
            left_out, read = self.tr("Left out {name}."), self.tr("Changed how {name} is read.")
            text = (left_out if kind == LEFT_OUT else read).format(name=name)
            kept = _with(source.choices.files, [name], kind, encoding)
            self._changing.read_files([(source, kept)], text, lambda: None)
        elif kind == LEFT_OUT:
            self._leave_out([number], True)
        else:
            self._read_as([number], kind, encoding)

    def _put_back(self, before: Sequence[tuple[int, ListedFile]]) -> None:
        for number, file in before:
            self._page.model.put(number, file)
        self._listing.look_again([number for number, _ in before])
        self._page.update_facts()

    def _change(
        self, numbers: Sequence[int], text: str, undone: Callable[[], object],
        kind: str | None = None, encoding: str | None = None,
    ) -> None:  # fmt: skip
        """Put other ways to read files into the options of their sources."""
        listed, changes = self._listing.listed, []
        for place in sorted({self._listing.place(number) for number in numbers}):
            source = listed[place].source
            names = [self._listing.name(number) for number in numbers if self._listing.place(number) == place]
            changes.append((source, _with(source.choices.files, names, kind, encoding)))

        def _undone() -> None:
            if listed is self._listing.listed:
                undone()
            else:  # the list is another one by now, perhaps of the same sources
                self._listing.renew([each.source for each in listed])

        self._changing.read_files(changes, text, _undone)


def _with(files: Overrides, names: Sequence[str], kind: str | None, encoding: str | None) -> Overrides:
    """Return how files are read with another kind or encoding for some; None leaves what was chosen."""
    chosen = {name: (old_kind, old_encoding) for name, old_kind, old_encoding in files}
    for name in names:
        old_kind, old_encoding = chosen.get(name, ("", ""))
        chosen[name] = old_kind if kind is None else kind, old_encoding if encoding is None else encoding
    return tuple((name, *ways) for name, ways in chosen.items() if any(ways))


def _left_out(source: Source) -> set[str]:
    """Return the names of the files of a source that the user has left out."""
    return {name for name, kind, _ in source.choices.files if kind == LEFT_OUT}
