"""What the links of findings do: mend a source, or show what is odd about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication

from workbench.engine.corpus.source_options import LEFT_OUT
from workbench.panels.corpus.cleaning import CleaningBox
from workbench.panels.corpus.findings import AS_LIKELY, DOUBTFUL, FILE_KEY, UNUSABLE
from workbench.panels.corpus.sources import SourceModel
from workbench.widgets.findings import LEFT_OUT_KEY, LONG_PIECE_KEY, NOT_UTF8, SPECIAL_TEXT

Undo = Callable[[], object]


class Ways(Protocol):
    """What a panel of sources can do."""

    def change_reading(self, rows: list[int], **changes: object) -> None:
        """Read some sources in another way; it can be undone."""

    def show_lines(self, path: str, seek: bytes | None = None) -> None:
        """Bring lines of a source into sight; see `PreviewPanel.show_source`."""

    def show_left_out_files(self) -> None:
        """List the files that are not read."""

    def show_in_list(self, path: str, name: str) -> None:
        """List the files of a source, and choose one."""

    def read_file(self, path: str, name: str, kind: str) -> None:
        """Read a file of a source as a kind, or leave it out."""

    def choose_source(self, row: int) -> None:
        """Bring a source into sight and choose it."""

    def tell(self, text: str, undo: Undo) -> None:
        """Say what was done, and offer to undo it."""


class Mending:
    """Follows the links of findings, by their keys (`widgets.findings`)."""

    def __init__(self, model: SourceModel, cleaning: CleaningBox, ways: Ways) -> None:
        self._model = model
        self._cleaning = cleaning
        self._ways = ways

    def show(self, key: str) -> None:
        """Show where it stands what a finding tells of."""
        if key.startswith(SPECIAL_TEXT):
            self._ways.show_lines("", key.removeprefix(SPECIAL_TEXT).encode("utf-8", "surrogatepass"))
        elif key.startswith(LONG_PIECE_KEY):
            self._ways.show_lines("", bytes.fromhex(key.removeprefix(LONG_PIECE_KEY)))
        elif key.startswith(NOT_UTF8):
            self._ways.show_lines(key.removeprefix(NOT_UTF8), b"")
        elif key.startswith(AS_LIKELY):
            self._ways.show_lines(key.removeprefix(AS_LIKELY))
        elif key == LEFT_OUT_KEY:
            self._ways.show_left_out_files()
        elif key.startswith(FILE_KEY):
            self._ways.show_in_list(*key.removeprefix(FILE_KEY).split("\0"))
        elif (row := self._row_of(key)) >= 0:
            self._ways.choose_source(row)

    def fix(self, key: str) -> None:
        """Do what a finding offers."""
        if key.startswith(SPECIAL_TEXT):
            self._leave_text_out(key.removeprefix(SPECIAL_TEXT))
            return
        if "\0" in key:  # of one file of a source
            path, _, name = key.partition(":")[2].partition("\0")
            self._ways.read_file(path, name, "text" if key.startswith(DOUBTFUL) else LEFT_OUT)
            return
        row = self._row_of(key)
        if row < 0:
            return
        if key.startswith(NOT_UTF8):
            info = self._model.sources[row].info
            guess = info.guess if info is not None else ""
            self._ways.change_reading([row], **({"encoding": guess} if guess else {"on_invalid": "skip"}))
        elif key.startswith(AS_LIKELY):
            info = self._model.sources[row].info
            if info is not None and info.readings:
                self._ways.change_reading([row], encoding=info.readings[1][0])
        elif key.startswith(DOUBTFUL):
            self.accept(row)
        else:
            self._model.set_on([row], False)
            text = _tr("{name} is left out.").format(name=self._model.sources[row].name)
            self._ways.tell(text, partial(self._model.set_on, [row], True))

    def accept(self, row: int) -> None:
        """Read a source that would be refused as binary, as a bomb or as one that needs much memory."""
        source = self._model.sources[row]
        problem = source.info.problem if source.info is not None else ""
        self._ways.change_reading([row], accept=(*source.choices.accept, problem))

    def _leave_text_out(self, text: str) -> None:
        self._cleaning.leave_out(text)
        told = _tr("“{text}” is left out of the text.").format(text=text)
        self._ways.tell(told, partial(self._cleaning.keep, text))

    def _row_of(self, key: str) -> int:
        """Return the row of the source whose path stands in a key, -1 where it has gone."""
        path = next((key.removeprefix(mark) for mark in _MARKS if key.startswith(mark)), key)
        paths = [source.path for source in self._model.sources]
        return paths.index(path) if path in paths else -1


_MARKS = (NOT_UTF8, AS_LIKELY, DOUBTFUL, UNUSABLE)


def _tr(text: str) -> str:
    return QCoreApplication.translate("CorpusPanel", text)
