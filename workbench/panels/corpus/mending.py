"""Follows the links of findings: fixes a source, or shows its problem."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Slot

from workbench.engine.corpus.source_options import LEFT_OUT
from workbench.panels.corpus.changing import Changing
from workbench.panels.corpus.cleaning import CleaningBox
from workbench.panels.corpus.files import Files
from workbench.panels.corpus.findings import AS_LIKELY, DOUBTFUL, FILE_KEY, UNUSABLE
from workbench.panels.corpus.previewing import Previewing
from workbench.panels.corpus.source_list import SourceList
from workbench.widgets.findings import LEFT_OUT_KEY, LONG_PIECE_KEY, NOT_UTF8, SPECIAL_TEXT


class Mending(QObject):
    """Follows the links of findings, by their keys (`widgets.findings`), and the choices of the preview."""

    def __init__(
        self, changing: Changing, cleaning: CleaningBox, files: Files, preview: Previewing, view: SourceList
    ) -> None:
        """Take what applies fixes, and what shows a place: the lines, the files and the sources."""
        super().__init__(view)
        self._changing, self._model = changing, changing.sources.model
        self._cleaning, self._files, self._preview, self._view = cleaning, files, preview, view
        preview.panel.fix_requested.connect(self.fix)
        preview.panel.encoding_chosen.connect(self._choose_encoding)

    @Slot(str)
    def show(self, key: str) -> None:
        """Show where it is what a finding tells of."""
        if key.startswith(SPECIAL_TEXT):
            self._preview.show_lines("", key.removeprefix(SPECIAL_TEXT).encode("utf-8", "surrogatepass"))
        elif key.startswith(LONG_PIECE_KEY):
            self._preview.show_lines("", bytes.fromhex(key.removeprefix(LONG_PIECE_KEY)))
        elif key.startswith(NOT_UTF8):
            self._preview.show_lines(key.removeprefix(NOT_UTF8), b"")
        elif key.startswith(AS_LIKELY):
            self._preview.show_lines(key.removeprefix(AS_LIKELY))
        elif key == LEFT_OUT_KEY:
            if sources := [each for each in self._model.sources if each.on and each.lists_files]:
                self._files.show(sources, only_left_out=True)
        elif key.startswith(FILE_KEY):
            path, _, name = key.removeprefix(FILE_KEY).partition("\0")
            if sources := [each for each in self._model.sources if each.path == path]:
                self._files.show(sources, wanted=name)
        elif (row := self._row_of(key)) >= 0:
            self._view.choose(row)

    @Slot(str)
    def fix(self, key: str) -> None:
        """Do what a finding offers; it can be undone."""
        if self._model.locked:
            return
        if key.startswith(SPECIAL_TEXT):
            self._leave_text_out(key.removeprefix(SPECIAL_TEXT))
        elif "\0" in key:  # of one file of a source
            path, _, name = key.partition(":")[2].partition("\0")
            kind = "text" if key.startswith(DOUBTFUL) else LEFT_OUT
            for source in self._model.sources:
                if source.path == path:
                    self._files.changes.read_file(source, name, kind)
        elif (row := self._row_of(key)) >= 0:
            self._fix_source(key, row)

    def _fix_source(self, key: str, row: int) -> None:
        if key.startswith(NOT_UTF8):
            info = self._model.sources[row].info
            guess = info.look.guess if info is not None else ""
            self._changing.read([row], **({"encoding": guess} if guess else {"on_invalid": "skip"}))
        elif key.startswith(AS_LIKELY):
            info = self._model.sources[row].info
            if info is not None and info.look.readings:
                self._changing.read([row], encoding=info.look.readings[1][0])
        elif key.startswith(DOUBTFUL):
            self.accept(row)
        else:
            self._changing.switch([row], False)

    def accept(self, row: int) -> None:
        """Read a source that would be refused as binary, as a bomb or as one that needs much memory."""
        source = self._model.sources[row]
        problem = source.info.problem if source.info is not None else ""
        self._changing.read([row], accept=(*source.choices.accept, problem))

    def _choose_encoding(self, key: str, encoding: str) -> None:
        """Read the source or the file that is previewed in an encoding."""
        if self._model.locked:
            self._preview.panel.renew_findings()  # the choice stays what it was
        path, _, name = key.partition("\0")
        rows = [row for row, source in enumerate(self._model.sources) if source.path == path]
        if rows and name:
            self._files.changes.read_file(self._model.sources[rows[0]], name, encoding=encoding)
        elif rows:
            self._changing.read(rows, encoding=encoding)

    def _leave_text_out(self, text: str) -> None:
        self._cleaning.leave_out(text)
        sentence = _tr("Removed “{text}” from the text.").format(text=text)
        self._changing.tell(sentence, partial(self._cleaning.keep, text))

    def _row_of(self, key: str) -> int:
        """Return the row of the source whose path is in a key, -1 where it has gone."""
        path = next((key.removeprefix(mark) for mark in _MARKS if key.startswith(mark)), key)
        paths = [source.path for source in self._model.sources]
        return paths.index(path) if path in paths else -1


_MARKS = (NOT_UTF8, AS_LIKELY, DOUBTFUL, UNUSABLE)


def _tr(text: str) -> str:
    return QCoreApplication.translate("CorpusPanel", text)
