"""Chooses what the Preview panel shows: the sources as they are read now, or one file of a folder."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from workbench.engine.corpus.looking import Look
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import SourceOptions
from workbench.panels.corpus.preview_panel import PreviewPanel
from workbench.panels.corpus.source_set import SourceSet
from workbench.panels.corpus.sources import Source
from workbench.worker.messages.corpus import FileLook
from workbench.worker.replies import Ask


class Previewing(QObject):
    """Keeps the Preview panel to the sources of a list.

    Attributes:
        panel: the Preview panel.

    Signals:
        wanted(): the panel is to be seen.

    """

    wanted = Signal()

    def __init__(self, sources: SourceSet, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._model, self._reading = sources.model, sources.reading
        self._file: Source | None = None  # one of a folder, next to the sources
        self.panel = PreviewPanel(ask)

    def show_lines(self, path: str, seek: bytes | None = None) -> None:
        """Bring lines of a source into sight, those that hold something; of any source where `path` is ""."""
        if sources := self._previewable():
            self.wanted.emit()
            self.panel.show_source(sources, path, seek)

    def show_file(self, source: Source, name: str) -> None:
        """Bring lines of one file of a source into sight; it is offered next to the sources from now on."""
        if self._file is None or (self._file.path, self._file.file) != (source.path, name):
            self._file = Source(source.path, options=source.options, file=name)
        self.show_lines(self._file.key)

    def show_chosen(self, rows: Sequence[int]) -> None:
        """Show the source that was chosen, where the preview can be seen."""
        if self.panel.isVisible() and len(rows) == 1 and self._model.sources[rows[0]].usable:
            self.show_lines(self._model.sources[rows[0]].path)

    def take_look(self, source: Source, look: FileLook) -> None:
        """Take what the file that is shown looks like."""
        shown = self._file
        if shown is not None and (shown.path, shown.file) == (source.path, look.name):
            shown.info = Scanned(
                source.path, "file", look.name, 1, 0, problem=look.problem,
                look=Look(look.kind, encoding=look.encoding, readings=look.readings),
            )  # fmt: skip
            self.panel.renew_findings()

    def renew(self) -> None:
        """Show the source as it would be read now, or nothing if it has gone."""
        key, sources = self.panel.path(), self._previewable()
        shown = next((options for source, options in sources if source.key == key), None)
        if key and shown is None:
            self.panel.clear()
        elif shown is not None and self.panel.isVisible() and self.panel.options() != shown:
            self.panel.show_source(sources, key)

    def _previewable(self) -> list[tuple[Source, SourceOptions]]:
        sources = [(source, self._reading(source)) for source in self._model.sources if source.usable]
        whole = next((source for source, _ in sources if self._file and source.path == self._file.path), None)
        if whole is None or self._file is None:
            self._file = None
            return sources
        if self._file.options != whole.options:  # what is known of it is of another reading
            self._file.options, self._file.info = whole.options, None
        return [(self._file, self._reading(whole)), *sources]
