"""The model of the sources of a corpus: their options, their contents, on or off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from workbench.display.escapes import for_label
from workbench.engine.base.english import ENGLISH
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS, SourceOptions
from workbench.panels.corpus.counted import (
    counted_facts,
    counted_line,
    shards_missing,
    share_remedy,
    share_warning,
)
from workbench.panels.corpus.problems import problem_text
from workbench.widgets import wording
from workbench.widgets.tables import Index
from workbench.worker.messages.corpus import ARCHIVE

# Bytes of a source in which a scan looks for what is not UTF-8.
LOOKED_AT = 1_000_000
_CONTEXT = "CorpusPanel"
CONTENT_ICONS = {"json": "braces", "table": "vocabulary", "parquet": "vocabulary", "counts": "vocabulary"}
_ICONS = {"file": "file", "folder": "folder", "sample": "files", "python": "folder"}

Stamp = tuple[int, ...]  # files, bytes and newest change, as in `Scanned`


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


@dataclass
class Source:
    """One row.

    Attributes:
        path: as it is requested.
        info: what a scan found; None while it runs.
        on: whether it is trained on.
        options: how it is read, None for as usual.
        file: the name of one of its files, where the row stands for that alone.
        seen: the stamp that it had in the last session, until it has been looked at; None if unknown.

    """

    path: str
    info: Scanned | None = None
    on: bool = True
    options: SourceOptions | None = None
    file: str = ""
    seen: Stamp | None = None

    @property
    def key(self) -> str:
        """What tells it from all others: its path, and the name of the file."""
        return f"{self.path}\0{self.file}" if self.file else self.path

    @property
    def stamp(self) -> Stamp | None:
        """What tells whether its files have changed, as far as is known; what comes with us has none."""
        own = self.path in (SAMPLE_CORPUS, PYTHON_LIBRARY)
        return None if own else self.info.stamp if self.info is not None else self.seen

    @property
    def choices(self) -> SourceOptions:
        """How it is read."""
        return self.options or SourceOptions(self.path)

    @property
    def field(self) -> str:
        """The field or column that its text is taken from, "" where it has none."""
        return self.info.look.field if self.info and self.info.look.fields and self.usable else ""

    @property
    def readings(self) -> tuple[tuple[str, str], ...]:
        """A line of it in each of the encodings that are as likely, where none was chosen."""
        return self.info.look.readings if self.info is not None and not self.choices.encoding else ()

    @property
    def lists_files(self) -> bool:
        """Whether its files, of an archive its members, can be listed one by one."""
        return self.info is not None and (self.info.kind != "file" or self.is_archive)

    @property
    def is_archive(self) -> bool:
        """Whether it is one file with members."""
        return self.info is not None and self.info.look.kind == ARCHIVE

    @property
    def weight(self) -> str:
        """What its counts are multiplied by, as "×3"; "" where that is once."""
        weight = self.choices.weight
        return "" if weight == 1 else f"×{wording.number(weight, 0 if weight == round(weight) else 2)}"

    @property
    def usable(self) -> bool:
        """Whether there is anything to train on."""
        return self.info is not None and not self.info.problem and self.info.n_files > 0

    @property
    def used(self) -> bool:
        """Whether it is trained on."""
        return self.on and self.usable

    @property
    def is_unread(self) -> bool:
        """Whether it would be trained on if it could be read."""
        return self.on and self.info is not None and bool(self.info.problem)

    @property
    def name(self) -> str:
        """The name to show: the window's own words for bundled sources."""
        if self.file:
            return for_label(self.file)
        if self.path == SAMPLE_CORPUS:
            return _tr("Sample")
        if self.path == PYTHON_LIBRARY:
            return _tr("Python's library")
        if self.info is not None and self.info.name:
            return for_label(self.info.name)
        return for_label(self.path.rstrip("/\\").replace("\\", "/").rsplit("/", 1)[-1] or self.path)

    @property
    def icon(self) -> str:
        """The name of the icon of its kind."""
        if self.info is None:
            return "file"
        if self.info.look.packing:
            return "files"
        return CONTENT_ICONS.get(self.info.look.kind) or _ICONS.get(self.info.kind, "file")

    @property
    def size(self) -> str:
        """The size to show, "" while unknown."""
        return wording.size(self.info.n_bytes) if self.info and not self.info.problem else ""

    @property
    def warning(self) -> str:
        """What is wrong with it, or ""."""
        if self.info is None:
            return ""
        if self.info.problem:
            return problem_text(self.info.problem)
        if self.info.n_files == 0:
            return _tr("no text files")
        if self.info.counted is not None:
            return shards_missing(self.info.counted) or share_warning(self.info.counted)
        return invalid_text(self.info)

    @property
    def detail(self) -> str:
        """The second line: the problem, or how many files."""
        if self.info is None:
            return _tr("scanning…")
        if not self.on:
            return _tr("off")
        return self.warning or counted_line(self.info) or self._holds(self.info)

    def _holds(self, info: Scanned) -> str:
        """Return what it holds, and what of it is used."""
        parts = [self._amount(info)]
        if info.look.kind != "parquet" and info.look.encoding not in ("utf-8", ""):
            parts.append(encoding_name(info.look.encoding))
        choices = self.choices
        if choices.sample_bytes:
            parts.append(_tr("first {size}").format(size=wording.size(choices.sample_bytes)))
        elif choices.sample_share < 1:
            parts.append(wording.percent(choices.sample_share, 0 if choices.sample_share >= 0.01 else 1))
        return wording.listed(parts)

    def _amount(self, info: Scanned) -> str:
        if info.look.n_packed:
            return _tr("{size} packed").format(size=wording.size(info.look.n_packed))
        if info.look.n_rows >= 0:
            return wording.plural(info.look.n_rows, "%n record", "%n records", _CONTEXT)
        files = wording.files(info.n_files)
        if len(info.suffixes) == 1 and info.kind == "folder" and info.suffixes[0]:
            return f"{files}, {info.suffixes[0]}"
        return files


def encoding_name(encoding: str) -> str:
    """Return the usual name of an encoding."""
    names = {
        "cp1252": "Windows-1252",
        "cp1250": "Windows-1250",
        "cp1251": "Windows-1251",
        "cp1253": "Windows-1253",
        "cp1254": "Windows-1254",
        "shift_jis": "Shift-JIS",
        "cp932": "Shift-JIS (Windows)",
        "euc_jp": "EUC-JP",
        "euc_kr": "EUC-KR",
        "iso8859-1": "Latin-1",
        "iso8859-15": "Latin-9",
        "big5": "Big5",
        "gb18030": "GB18030",
        "koi8-r": "KOI8-R",
        "mac-roman": "Mac Roman",
    }
    return names.get(encoding, encoding.upper())


def invalid_text(info: Scanned) -> str:
    """Return how many bytes are not UTF-8, or "" if there are none among those looked at."""
    if info.n_invalid <= 0:
        return ""
    if info.n_bytes <= LOOKED_AT:
        return wording.plural(info.n_invalid, "%n byte is not UTF-8", "%n bytes are not UTF-8", _CONTEXT)
    one, other = "at least %n byte not UTF-8", "at least %n bytes not UTF-8"
    return wording.plural(info.n_invalid, one, other, _CONTEXT)


class SourceModel(QAbstractListModel):
    """The list of sources; each changes only through the methods here.

    Attributes:
        locked: nothing may be switched or changed by the user.

    Signals:
        switched(object, bool): the user has ticked a Source, or not any more.

    """

    switched = Signal(object, bool)

    SOURCE_ROLE = int(Qt.ItemDataRole.UserRole)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._sources: list[Source] = []
        self.locked = False

    @property
    def sources(self) -> Sequence[Source]:
        """The rows, in their order."""
        return self._sources

    def set_locked(self, locked: bool) -> None:
        """Let nothing be switched, or again."""
        self.locked = locked
        self._changed(0, len(self._sources) - 1)

    def add(self, sources: Iterable[tuple[int, Source]]) -> None:
        """Put sources in, each at its row; rows ascend."""
        for row, source in sources:
            at = min(row, len(self._sources))
            self.beginInsertRows(QModelIndex(), at, at)
            self._sources.insert(at, source)
            self.endInsertRows()

    def remove(self, rows: Iterable[int]) -> list[tuple[int, Source]]:
        """Take rows out and return them with their sources, ascending, as `add` takes them back."""
        taken: list[tuple[int, Source]] = []
        for row in sorted(set(rows), reverse=True):
            self.beginRemoveRows(QModelIndex(), row, row)
            taken.append((row, self._sources.pop(row)))
            self.endRemoveRows()
        return taken[::-1]

    def set_info(self, info: Scanned) -> None:
        """Keep what a scan found of a source; one that was removed meanwhile is left alone."""
        for row, source in enumerate(self._sources):
            if source.path == info.path:
                source.info = info
                self._changed(row, row)

    def set_options(self, rows: Iterable[int], **changes: Any) -> None:  # noqa: ANN401 - the fields' own types
        """Read some sources in another way."""
        for row in rows:
            source = self._sources[row]
            source.options = replace(source.choices, **changes)
            self._changed(row, row)

    def set_on(self, rows: Iterable[int], on: bool) -> None:
        """Switch sources on or off."""
        for row in rows:
            self._sources[row].on = on
            self._changed(row, row)

    def _changed(self, first: int, last: int) -> None:
        if last >= first:
            self.dataChanged.emit(self.index(first), self.index(last))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of sources."""
        return 0 if parent.isValid() else len(self._sources)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row is called, whether it is on, and its `Source` under SOURCE_ROLE."""
        source = self._sources[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return source.name
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if source.on else Qt.CheckState.Unchecked
        if role == self.SOURCE_ROLE:
            return source
        if role == Qt.ItemDataRole.AccessibleTextRole:
            field = _tr("field {name}").format(name=source.field) if source.field else ""
            parts = (source.name, source.weight, source.size, source.detail, field)
            return wording.listed(parts)
        if role == Qt.ItemDataRole.ToolTipRole:
            counted = counted_facts(source.info) if source.info is not None else ""
            lines = (_where(source), source.warning, way_out(source), counted)
            return "\n".join(line for line in lines if line)
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Switch a source on or off."""
        if role != Qt.ItemDataRole.CheckStateRole or self.locked:
            return False
        on = Qt.CheckState(value) == Qt.CheckState.Checked
        self.set_on([index.row()], on)
        self.switched.emit(self._sources[index.row()], on)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a row can be chosen and, unless locked, switched."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags if self.locked else flags | Qt.ItemFlag.ItemIsUserCheckable


def _where(source: Source) -> str:
    own = {
        SAMPLE_CORPUS: _tr("Bundled text in many languages"),
        PYTHON_LIBRARY: _tr("Python's source code and documentation on this computer"),
    }
    return own.get(source.path) or for_label(source.path)


def way_out(source: Source) -> str:
    """Return what to do about a problem."""
    info = source.info
    if info is None:
        return ""
    if info.look.guess and info.n_invalid > 0:
        return _tr("It looks like {encoding}.").format(encoding=encoding_name(info.look.guess))
    if not info.problem:
        counted = info.counted
        return "" if counted is None or shards_missing(counted) else share_remedy(counted)
    remedy = wording.filled(ENGLISH[info.problem].remedy, info.facts)
    if "name" not in info.facts:
        return remedy
    cause = wording.filled(ENGLISH[info.problem].cause, info.facts)
    return f"{for_label(str(info.facts['name']))}: {cause}. {remedy}"
