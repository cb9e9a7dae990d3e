"""Adds the sources of a corpus, looks at them on disk, and keeps them between two starts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from PySide6.QtCore import QObject, Qt, Signal, Slot

from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS, SourceOptions
from workbench.panels.corpus.cleaning import CleaningBox
from workbench.panels.corpus.pending_looks import Looks
from workbench.panels.corpus.sources import Source, SourceModel, Stamp
from workbench.worker.messages.corpus import SourcesScanned
from workbench.worker.replies import Ask

_OWN_SOURCES = (SAMPLE_CORPUS, PYTHON_LIBRARY)
_MOST_UNASKED = 20_000  # files of a source that is looked at again without being requested


class SourceSet(QObject):
    """The chosen sources; while `model` is locked none is added or looked at.

    Attributes:
        model: the rows.

    Signals:
        changed(): there are other sources, or more is known of them.
        disk_changed(object): list of Source whose files are not what they were.
        changed_since(list, list): names of sources that have changed since the last session, and of those
            that have gone or cannot be read.
        refused(str): why nothing is added.

    """

    changed = Signal()
    disk_changed = Signal(object)
    changed_since = Signal(list, list)
    refused = Signal(str)

    def __init__(self, cleaning: CleaningBox, ask: Ask, parent: QObject) -> None:
        """Take the steps that hold for all sources."""
        super().__init__(parent)
        self.model = SourceModel(self)
        self._cleaning = cleaning
        self._looks = Looks(ask, self)
        self._looks.answered.connect(self._take_scanned)
        self._looks.missing_paths.connect(self._take_out)

    # --- how they are read ------------------------------------------------------------------------

    def enabled_paths(self) -> tuple[str, ...]:
        """Return the paths to train on."""
        return tuple(source.path for source in self.model.sources if source.used)

    def enabled_sources(self) -> tuple[Scanned, ...]:
        """Return what is known of the sources to train on."""
        return tuple(source.info for source in self.model.sources if source.used and source.info)

    def readings(self) -> tuple[SourceOptions, ...]:
        """Return the sources to train on, each with how it is read."""
        return tuple(self.reading(source) for source in self.model.sources if source.used)

    def training_sources(self) -> tuple[str | SourceOptions, ...]:
        """Return the sources to train on, each with how it is read where that is not as usual."""
        return tuple(map(_plain, self.readings()))

    def compared_sources(self) -> tuple[str | SourceOptions, ...]:
        """Return the sources to train on and those that cannot be read, whose rows say why."""
        sources = self.model.sources
        if not any(source.used for source in sources):
            return ()
        return tuple(_plain(self.reading(each)) for each in sources if each.used or each.is_unread)

    def reading(self, source: Source) -> SourceOptions:
        """Return how a source is read, what holds for all of them included."""
        clean, held_out = self._cleaning.steps(), self._cleaning.held_out()
        return replace(source.choices, clean=clean, held_out=held_out)

    # --- kept between two starts ------------------------------------------------------------------

    def kept(self) -> tuple[SourceOptions, ...]:
        """Return all sources with their own options, for `restore`."""
        return tuple(replace(source.choices, enabled=source.on) for source in self.model.sources)

    def stamps(self) -> tuple[Stamp | None, ...]:
        """Return what tells at the next start whether the files of each source have changed."""
        return tuple(source.stamp for source in self.model.sources)

    def restore(
        self,
        sources: Sequence[SourceOptions],
        steps: Sequence[str],
        held_out: float,
        stamps: Sequence[Stamp | None] = (),
    ) -> None:
        """Show sources as `kept` and `stamps` gave them, cleaning steps and the share that is held out."""
        for source, seen in zip_longest(sources, stamps[: len(sources)]):
            options = replace(source, enabled=True)
            usual = options == SourceOptions(source.path)
            row = Source(source.path, on=source.enabled, options=None if usual else options, seen=seen)
            self.model.add([(len(self.model.sources), row)])
        self._cleaning.restore(steps, held_out)
        self.changed.emit()
        self.look_at(self.model.sources)

    def clear(self) -> None:
        """Remove all sources and cleaning."""
        self.model.remove(range(len(self.model.sources)))
        self._cleaning.restore((), 0.0)
        self.changed.emit()

    # --- added and looked at ----------------------------------------------------------------------

    def add_paths(self, paths: Sequence[str]) -> None:
        """Add files, folders, SAMPLE_CORPUS or PYTHON_LIBRARY and ask what they hold; none is added twice."""
        if not self.model.locked and paths and not self.add_missing(paths):
            self.refused.emit(self.tr("This is already in the corpus."))

    def add_missing(self, paths: Sequence[str]) -> bool:
        """Add those that are not in the corpus, as of a run that goes on; return whether there were any."""
        if self.model.locked:
            return False
        whole = [path if path in _OWN_SOURCES else os.path.abspath(path) for path in paths]
        known = {source.path for source in self.model.sources}
        new = tuple(path for path in dict.fromkeys(whole) if path not in known)
        if new:
            n = len(self.model.sources)
            self.model.add((n + i, Source(path)) for i, path in enumerate(new))
            # The list exists before any answer.
            self.changed.emit()
            self._looks.ask(new)
        return bool(new)

    def put_back(self, taken: Sequence[tuple[int, Source]]) -> None:
        """Add again what the model gave as removed, except for what has been added meanwhile."""
        known = {source.path for source in self.model.sources}
        again = [(row, source) for row, source in taken if source.path not in known]
        self.model.add(again)
        self._looks.ask_for_missing([source.path for _, source in again if source.info is None])
        self.changed.emit()

    def look_at(self, sources: Iterable[Source]) -> None:
        """Ask what sources hold, as they are read now."""
        if wanted := list(sources):
            self._looks.ask([source.path for source in wanted], [source.choices for source in wanted])

    @Slot(object)
    def look_on_return(self, state: Qt.ApplicationState) -> None:
        """Look again at what another program may have changed, where that takes no long time."""
        if state == Qt.ApplicationState.ApplicationActive and not self.model.locked:
            self.look_at(
                source
                for source in self.model.sources
                if source.info is not None
                and source.path not in _OWN_SOURCES
                and source.info.n_files + source.info.n_skipped <= _MOST_UNASKED
                and not self._looks.waits_for(source.path)
            )

    def _take_scanned(self, answer: SourcesScanned) -> None:
        """Take what sources hold."""
        before = {source.path: source.stamp for source in self.model.sources if source.info is not None}
        for info in answer.sources:
            self.model.set_info(info)
        changed = [each for each in self.model.sources if before.get(each.path, each.stamp) != each.stamp]
        if changed:
            self.disk_changed.emit(changed)
        self._tell_changed()
        self.changed.emit()

    def _tell_changed(self) -> None:
        """Say which sources are not what they were in the last session, once."""
        changed: list[str] = []
        gone: list[str] = []
        for source in self.model.sources:
            if source.info is not None and source.seen is not None:
                if source.stamp != source.seen:
                    (changed if any(source.info.stamp) else gone).append(source.name)
                source.seen = None
        if changed or gone:
            self.changed_since.emit(changed, gone)

    def _take_out(self, paths: Sequence[str]) -> None:
        """Take out again what could not be scanned; the reason is shown elsewhere."""
        self.model.remove(
            row
            for row, source in enumerate(self.model.sources)
            if source.path in paths and source.info is None
        )
        self.changed.emit()


def _plain(source: SourceOptions) -> str | SourceOptions:
    """Return the path of a source that is read as usual, else the source."""
    return source.path if source == SourceOptions(source.path) else source
