"""The files of a folder as a list: compact arrays, since a folder may hold a million of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, Qt

from workbench.display.escapes import for_label
from workbench.display.prose import capitalized
from workbench.panels.corpus.problems import problem_text
from workbench.panels.corpus.sources import encoding_name
from workbench.widgets import wording
from workbench.widgets.growing import GrowingArray
from workbench.widgets.tables import Index
from workbench.worker.messages.corpus import ARCHIVE, FileLook, FilesListed

FILE_ROLE = int(Qt.ItemDataRole.UserRole)
BY_HAND = "left_out_by_hand"  # the reason of what the user leaves out
_ROOT = QModelIndex()
# Rows that there is room for at once: memory that is not written to is none, and to copy it takes its time.
_MANY = 1 << 20
_ONE_BY_ONE = 50  # rows that come into sight one by one
_NUL = b"\0"


def _tr(text: str) -> str:
    return QCoreApplication.translate("CorpusFiles", text)


@dataclass(frozen=True, slots=True)
class ListedFile:
    """One file of a source.

    Attributes:
        name: its path below the source.
        kind: "text", "json", "table", "parquet", "counts" or `ARCHIVE`, "" where not looked at.
        encoding: that it is read in, "" where not looked at.
        size: in bytes, -1 where it is unknown; 0 also of what is no file.
        problem: why it is not read, an error code, or "".
        out: the user leaves it out.
        changed: the user has it read in another way.
        note: what else is to be said of it: what to do about the problem, or what is unusual.

    """

    name: str
    kind: str = ""
    encoding: str = ""
    size: int = -1
    problem: str = ""
    out: bool = False
    changed: bool = False
    note: str = ""

    @property
    def used(self) -> bool:
        """Whether it is read."""
        return not (self.out or self.problem)

    @property
    def detail(self) -> str:
        """The second line of its row: why it is not read, or what it is."""
        if self.out:
            return _tr("left out by you")
        if self.problem:
            return problem_text(self.problem)
        if self.note:
            return self.note
        encoding = encoding_name(self.encoding) if self.encoding else ""
        parts = [kind_name(self.kind), encoding, _tr("as you chose") if self.changed else ""]
        return wording.listed(parts)

    @property
    def size_text(self) -> str:
        """Its size to show; what is no file has none."""
        known = self.size > 0 or (self.size == 0 and not self.problem)
        return wording.size(self.size) if known else ""


def kind_name(kind: str) -> str:
    """Return the usual name of a kind of file."""
    names = {
        "text": _tr("Text"), "json": _tr("JSON"), "table": _tr("Table"), "parquet": _tr("Parquet"),
        "counts": _tr("Counted pieces"), ARCHIVE: _tr("Archive"),
    }  # fmt: skip
    return names.get(kind, kind)


class _Words:
    """A column of few different words."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {"": 0}
        self._words = [""]
        self.rows = GrowingArray(np.uint8, capacity=_MANY)

    def __getitem__(self, row: int) -> str:
        return self._words[int(self.rows.values[row])]

    def put(self, row: int, word: str) -> None:
        self.rows.values[row] = self.code(word)

    def code(self, word: str) -> int:
        code = self._codes.get(word)
        if code is None:
            if len(self._words) > np.iinfo(np.uint8).max:
                return 0
            code = self._codes[word] = len(self._words)
            self._words.append(word)
        return code


class FileModel(QAbstractTableModel):
    """The files of some sources, or those of them that are not read.

    Rows of the model are those that are shown; a file's number is its place among all.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._locked = self._only_left_out = False
        self._empty()

    def _empty(self) -> None:
        self._names = bytearray(_NUL)  # one before and after each
        self._ends = GrowingArray(np.int64, capacity=_MANY)
        self._sizes = GrowingArray(np.int64, capacity=_MANY)
        self._out = GrowingArray(np.bool_, capacity=_MANY)
        self._changed = GrowingArray(np.bool_, capacity=_MANY)
        self._looked = GrowingArray(np.bool_, capacity=_MANY)
        self._kinds, self._encodings, self._problems = _Words(), _Words(), _Words()
        self._notes: dict[int, str] = {}
        self._shown = np.zeros(0, np.int64)  # numbers, where only some are shown
        self._first_unseen = 0  # all files before it have been looked at

    # --- files in -------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Forget all files."""
        self.beginResetModel()
        self._empty()
        self.endResetModel()

    def append(self, listed: FilesListed, changed: Container[str] = (), prefix: str = "") -> None:
        """Add a chunk of files at the end; `changed` are read in another way, names begin with a prefix."""
        names = listed.names
        if changed or prefix:
            split = [name.decode("utf-8", "surrogateescape") for name in names.split(_NUL)[:-1]]
            marks = [name in changed for name in split]
            names = "".join(f"{prefix}{name}\0" for name in split).encode("utf-8", "surrogateescape")
        else:
            marks = [False] * len(listed.sizes)
        codes = ("", *listed.codes)
        own = np.array([self._problems.code("" if code == BY_HAND else code) for code in codes], np.uint8)
        problems = own[listed.reasons]
        out = np.array([code == BY_HAND for code in codes])[listed.reasons]
        first = len(self._ends)
        shown = np.flatnonzero((problems != 0) | out) + first
        if not self._only_left_out:
            shown = np.arange(first, first + len(problems))
        if len(shown):
            row = self.rowCount()
            self.beginInsertRows(_ROOT, row, row + len(shown) - 1)
        self._ends.append(np.flatnonzero(np.frombuffer(names, np.uint8) == 0) + len(self._names))
        self._names += names
        self._sizes.append(listed.sizes)
        self._problems.rows.append(problems)
        for column, values in ((self._out, out), (self._changed, marks), (self._looked, problems != 0)):
            column.append(values)
        for words in (self._kinds, self._encodings):
            words.rows.append(np.zeros(len(problems), np.uint8))
        if self._only_left_out:
            self._shown = np.append(self._shown, shown)
        if len(shown):
            self.endInsertRows()

    def append_files(self, files: Sequence[ListedFile]) -> None:
        """Add some files that are known by themselves."""
        first = self.n_files
        codes = tuple(dict.fromkeys(file.problem for file in files if file.problem))
        reasons = [codes.index(file.problem) + 1 if file.problem else 0 for file in files]
        names = "".join(f"{file.name}\0" for file in files).encode("utf-8", "surrogateescape")
        sizes = np.array([file.size for file in files], np.int64)
        self._notes.update((first + n, file.note) for n, file in enumerate(files) if file.note)
        codes_of = np.array(reasons, np.uint8)
        self.append(FilesListed(0, "", first, names, sizes, reasons=codes_of, codes=codes))

    def take_look(self, number: int, look: FileLook) -> None:
        """Show what a look at a file has found."""
        cause, remedy = (wording.filled(text, look.facts) for text in (look.cause, look.remedy))
        note = f"{capitalized(cause)}. {remedy}" if look.problem else ""
        if len(look.readings) > 1:
            first, other = (encoding_name(name) for name, _ in look.readings[:2])
            note = _tr("{first} or {other}?").format(first=first, other=other)
        encoding = "" if look.packing == "zip" else look.encoding
        known = replace(self.file(number), kind=look.kind, encoding=encoding, problem=look.problem)
        self.put(number, replace(known, note=note))
        self._looked.values[number] = True

    def show_only_left_out(self, only: bool) -> None:
        """Show the files that are not read, or all."""
        if only == self._only_left_out:
            return
        self.beginResetModel()
        self._only_left_out = only
        self._shown = np.flatnonzero(self._unread) if only else np.zeros(0, np.int64)
        self.endResetModel()

    @property
    def _unread(self) -> NDArray[np.bool_]:
        unread: NDArray[np.bool_] = (self._problems.rows.values != 0) | self._out.values
        return unread

    # --- one file -------------------------------------------------------------------------------------

    @property
    def n_files(self) -> int:
        """How many there are, shown or not."""
        return len(self._ends)

    @property
    def n_left_out(self) -> int:
        """How many of them are not read."""
        return int(np.count_nonzero(self._unread))

    def number(self, row: int) -> int:
        """Return the number of a row that is shown."""
        return int(self._shown[row]) if self._only_left_out else row

    def row_of(self, number: int) -> int:
        """Return the row of a file, -1 where it is not shown."""
        if not self._only_left_out:
            return number if 0 <= number < self.n_files else -1
        row = int(np.searchsorted(self._shown, number))
        return row if row < len(self._shown) and self._shown[row] == number else -1

    def number_of(self, name: str) -> int:
        """Return the number of a file by its name, -1 if there is none."""
        at = self._names.find(_NUL + name.encode("utf-8", "surrogateescape") + _NUL)
        return int(np.searchsorted(self._ends.values, at, side="right")) if at >= 0 else -1

    def file(self, number: int) -> ListedFile:
        """Return a file."""
        return ListedFile(
            self._name(number).decode("utf-8", "surrogateescape"),
            self._kinds[number],
            self._encodings[number],
            int(self._sizes.values[number]),
            problem=self._problems[number],
            out=bool(self._out.values[number]),
            changed=bool(self._changed.values[number]),
            note=self._notes.get(number, ""),
        )

    def _name(self, number: int) -> bytes:
        start = int(self._ends.values[number - 1]) + 1 if number else 1
        return bytes(self._names[start : int(self._ends.values[number])])

    def not_looked_at(self, first: int, most: int) -> list[int]:
        """Return the numbers of some files that have not been looked at, from one on."""
        rows = np.flatnonzero(~self._looked.values[first : first + 50 * most])[:most] + first
        return [int(number) for number in rows]

    def next_to_look_at(self, most: int) -> list[int]:
        """Return the first files that have not been looked at."""
        while self._first_unseen < self.n_files:
            if rows := self.not_looked_at(self._first_unseen, most):
                self._first_unseen = rows[0]
                return rows
            self._first_unseen += 50 * most
        return []

    def look_again(self, numbers: Sequence[int]) -> None:
        """Count files as not looked at."""
        self._looked.values[list(numbers)] = False
        self._first_unseen = min(self._first_unseen, *numbers)

    def members_of(self, number: int) -> range:
        """Return the numbers of a file's members, which follow it; of a file that is no archive none."""
        begin = self._name(number) + b"/"
        after = range(number + 1, self.n_files)
        return after[: bisect_left(after, True, key=lambda other: not self._name(other).startswith(begin))]

    def set_out(self, numbers: Sequence[int], out: bool) -> None:
        """Show files as left out by the user, or as used again."""
        self._out.values[list(numbers)] = out
        self._show_unread(numbers)
        self._tell_all()

    def put(self, number: int, file: ListedFile) -> None:
        """Show a file in another way; its name and its size stay."""
        self._out.values[number], self._changed.values[number] = file.out, file.changed
        self._kinds.put(number, file.kind)
        self._encodings.put(number, file.encoding)
        self._problems.put(number, file.problem)
        self._notes[number] = file.note
        if not file.note:
            del self._notes[number]
        self._show_unread([number])
        if (row := self.row_of(number)) >= 0:
            self.dataChanged.emit(self.index(row, 0), self.index(row, 0))

    def _show_unread(self, numbers: Sequence[int]) -> None:
        """Give files a row that are not read any more, where those are shown; others keep theirs."""
        if not self._only_left_out:
            return
        if len(numbers) > _ONE_BY_ONE:
            self.beginResetModel()
            unread = [number for number in numbers if not self.file(number).used]
            self._shown = np.union1d(self._shown, np.array(unread, np.int64))
            self.endResetModel()
            return
        for number in numbers:
            if self.row_of(number) < 0 and not self.file(number).used:
                row = int(np.searchsorted(self._shown, number))
                self.beginInsertRows(_ROOT, row, row)
                self._shown = np.insert(self._shown, row, number)
                self.endInsertRows()

    def set_locked(self, locked: bool) -> None:
        """Let nothing be ticked, or again."""
        self._locked = locked
        self._tell_all()

    def _tell_all(self) -> None:
        if n := self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(n - 1, 0))

    # --- what Qt asks ---------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many files are shown."""
        if parent.isValid():
            return 0
        return len(self._shown) if self._only_left_out else self.n_files

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return one: a row is drawn as a whole."""
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a file's name, whether it is read, and the `ListedFile` under FILE_ROLE."""
        file = self.file(self.number(index.row()))
        if role == Qt.ItemDataRole.DisplayRole:
            return for_label(file.name)
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if file.used else Qt.CheckState.Unchecked
        if role == FILE_ROLE:
            return file
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return wording.listed((for_label(file.name), file.size_text, file.detail))
        if role == Qt.ItemDataRole.ToolTipRole:
            parts = (for_label(file.name), file.size_text, file.detail, file.note)
            return "\n".join(dict.fromkeys(part for part in parts if part))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a file can be chosen and, unless locked, ticked."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags if self._locked else flags | Qt.ItemFlag.ItemIsUserCheckable
