"""The files of a folder as a list: compact arrays, since a folder may hold a million of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, Qt

from workbench.panels.corpus.problems import problem_text
from workbench.panels.corpus.sources import encoding_name
from workbench.widgets import wording
from workbench.widgets.growing import GrowingArray
from workbench.widgets.tables import Index

FILE_ROLE = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()
# Rows that there is room for at once: memory that is not written to is none, and to copy it takes its time.
_MANY = 1 << 20


def _tr(text: str) -> str:
    return QCoreApplication.translate("CorpusFiles", text)


@dataclass(frozen=True, slots=True)
class ListedFile:
    """One file of a source.

    Attributes:
        name: its path below the source.
        kind: "text", "json", "table", "parquet" or "counts", "" where nobody has looked.
        encoding: that it is read in, "" where nobody has looked.
        size: in bytes, -1 where it is unknown.
        problem: why it is not read, an error code, or "".
        out: the person leaves it out.
        changed: the person has it read in another way.
        note: what else is to be said of it, in place of kind and encoding.

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
        if self.problem:
            return problem_text(self.problem)
        if self.out:
            return _tr("left out by you")
        if self.note:
            return self.note
        encoding = encoding_name(self.encoding) if self.encoding else ""
        parts = [kind_name(self.kind), encoding, _tr("as you chose") if self.changed else ""]
        return ", ".join(part for part in parts if part)


def kind_name(kind: str) -> str:
    """Return a kind of file as people know it."""
    names = {
        "text": _tr("Text"), "json": _tr("JSON"), "table": _tr("Table"), "parquet": _tr("Parquet"),
        "counts": _tr("Counted pieces"),
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

    def append(self, words: Iterable[str]) -> None:
        self.rows.append([self._code(word) for word in words])

    def put(self, row: int, word: str) -> None:
        self.rows.values[row] = self._code(word)

    def _code(self, word: str) -> int:
        code = self._codes.get(word)
        if code is None:
            if len(self._words) > np.iinfo(np.uint8).max:
                return 0
            code = self._codes[word] = len(self._words)
            self._words.append(word)
        return code


class FileModel(QAbstractTableModel):
    """The files of one source, or those of them that are not read.

    Rows of the model are those that are shown; a file's number is its place among all.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._locked = self._only_left_out = False
        self._empty()

    def _empty(self) -> None:
        self._names = bytearray()
        self._ends = GrowingArray(np.int64, capacity=_MANY)
        self._sizes = GrowingArray(np.int64, capacity=_MANY)
        self._out = GrowingArray(np.bool_, capacity=_MANY)
        self._changed = GrowingArray(np.bool_, capacity=_MANY)
        self._kinds, self._encodings, self._problems = _Words(), _Words(), _Words()
        self._notes: dict[int, str] = {}
        self._shown = GrowingArray(np.int64)  # numbers, where only some are shown

    # --- files in -------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Forget all files."""
        self.beginResetModel()
        self._empty()
        self.endResetModel()

    def append(self, files: Sequence[ListedFile]) -> None:
        """Add a portion of files at the end."""
        first = len(self._ends)
        numbers = [first + n for n, file in enumerate(files) if not (self._only_left_out and file.used)]
        if numbers:
            shown = self.rowCount()
            self.beginInsertRows(_ROOT, shown, shown + len(numbers) - 1)
        names = [file.name.encode("utf-8", "surrogateescape") for file in files]
        start = len(self._names)
        self._names += b"".join(names)
        self._ends.append(start + np.cumsum([len(name) for name in names], dtype=np.int64))
        self._sizes.append([file.size for file in files])
        self._out.append([file.out for file in files])
        self._changed.append([file.changed for file in files])
        self._kinds.append(file.kind for file in files)
        self._encodings.append(file.encoding for file in files)
        self._problems.append(file.problem for file in files)
        self._notes.update((first + n, file.note) for n, file in enumerate(files) if file.note)
        self._shown.append(numbers if self._only_left_out else [])
        if numbers:
            self.endInsertRows()

    def show_only_left_out(self, only: bool) -> None:
        """Show the files that are not read, or all."""
        if only == self._only_left_out:
            return
        self.beginResetModel()
        self._only_left_out = only
        self._shown.clear()
        if only:
            self._shown.append(np.flatnonzero(self._unread))
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
        return int(self._shown.values[row]) if self._only_left_out else row

    def row_of(self, number: int) -> int:
        """Return the row of a file, -1 where it is not shown."""
        if not self._only_left_out:
            return number if 0 <= number < self.n_files else -1
        row = int(np.searchsorted(self._shown.values, number))
        return row if row < len(self._shown) and self._shown.values[row] == number else -1

    def number_of(self, name: str) -> int:
        """Return the number of a file by its name, -1 where there is none."""
        wanted = name.encode("utf-8", "surrogateescape")
        at = self._names.find(wanted)
        while at >= 0:
            number = int(np.searchsorted(self._ends.values, at, side="right"))
            if self._bounds(number) == (at, at + len(wanted)):
                return number
            at = self._names.find(wanted, at + 1)
        return -1

    def _bounds(self, number: int) -> tuple[int, int]:
        ends = self._ends.values
        return (int(ends[number - 1]) if number else 0), int(ends[number])

    def file(self, number: int) -> ListedFile:
        """Return a file."""
        start, end = self._bounds(number)
        return ListedFile(
            bytes(self._names[start:end]).decode("utf-8", "surrogateescape"),
            self._kinds[number],
            self._encodings[number],
            int(self._sizes.values[number]),
            self._problems[number],
            bool(self._out.values[number]),
            bool(self._changed.values[number]),
            self._notes.get(number, ""),
        )

    def set_out(self, numbers: Sequence[int], out: bool) -> None:
        """Show files as left out by the person, or as used again."""
        self._out.values[list(numbers)] = out
        self._tell_all()

    def replace(self, number: int, file: ListedFile) -> None:
        """Show a file anew, as it has been looked at again; its name stays."""
        self._sizes.values[number] = file.size
        self._out.values[number], self._changed.values[number] = file.out, file.changed
        self._kinds.put(number, file.kind)
        self._encodings.put(number, file.encoding)
        self._problems.put(number, file.problem)
        self._tell_all()

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
            return file.name
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Unchecked if file.out else Qt.CheckState.Checked
        if role == FILE_ROLE:
            return file
        size = wording.size(file.size) if file.size >= 0 else ""
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (file.name, size, file.detail) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (file.name, file.detail, size) if part)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a file can be chosen and, unless locked or unreadable, ticked."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags if self._locked else flags | Qt.ItemFlag.ItemIsUserCheckable
