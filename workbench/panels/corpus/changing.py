"""Switches, removes and changes the sources of a corpus, with an undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from workbench.engine.corpus.source_options import SourceOptions
from workbench.panels.corpus.source_set import SourceSet
from workbench.panels.corpus.sources import Source
from workbench.widgets import wording

Overrides = tuple[tuple[str, str, str], ...]  # (name, kind, encoding), as in SourceOptions
# Options that change what a look at a source finds.
_LOOKED_AT_AGAIN = frozenset({"field", "column", "encoding", "patterns", "kind", "accept"})


class Changing(QObject):
    """Changes sources by their rows and reports it; nothing changes while they are locked.

    Attributes:
        sources: what is changed.

    Signals:
        toast_requested(str, object): what was done, and a callable that undoes it, None if there is none.

    """

    toast_requested = Signal(str, object)

    def __init__(self, sources: SourceSet, parent: QObject) -> None:
        super().__init__(parent)
        self.sources, self._model = sources, sources.model
        self._model.switched.connect(lambda source, on: self._tell_switched([source], on))

    def tell(self, text: str, undo: Callable[[], object]) -> None:
        """Say what was done, and offer to undo it as long as nothing is locked."""
        self.toast_requested.emit(text, lambda: None if self._model.locked else undo())

    # --- switched and removed ---------------------------------------------------------------------

    def switch(self, rows: Sequence[int], on: bool) -> None:
        """Switch sources on or off."""
        changed = [self._model.sources[row] for row in rows if self._model.sources[row].on != on]
        self._model.set_on(rows, on)
        if changed:
            self._tell_switched(changed, on)

    def _tell_switched(self, changed: Sequence[Source], on: bool) -> None:
        if len(changed) == 1:
            text = _tr("Using {name} again.") if on else _tr("Left out {name}.")
            text = text.format(name=changed[0].name)
        else:
            n = len(changed)
            left_out = wording.plural(n, "Left out %n source.", "Left out %n sources.", _HERE)
            used = wording.plural(n, "Using %n source again.", "Using %n sources again.", _HERE)
            text = used if on else left_out
        self.tell(text, lambda: self._model.set_on(self._rows_of(changed), not on))

    def remove(self, rows: Sequence[int]) -> None:
        """Take sources out."""
        if self._model.locked or not rows:
            return
        taken = self._model.remove(rows)
        self.sources.changed.emit()
        if len(taken) == 1:
            text = _tr("Removed {name}.").format(name=taken[0][1].name)
        else:
            text = wording.plural(len(taken), "Removed %n source.", "Removed %n sources.", _HERE)
        self.tell(text, partial(self.sources.put_back, taken))

    # --- read in another way ----------------------------------------------------------------------

    def read(self, rows: Sequence[int], **changes: Any) -> None:  # noqa: ANN401 - the fields' own types
        """Read some sources in another way, and look at them again where that shows in the list."""
        if self._model.locked:
            return
        before = [(self._model.sources[row], self._model.sources[row].options) for row in rows]
        self._model.set_options(rows, **changes)
        if _LOOKED_AT_AGAIN & changes.keys():
            self.sources.look_at(source for source, _ in before)
        self.sources.changed.emit()
        text = _tr("Changed how {name} is read.").format(name=before[0][0].name)
        self.tell(text, partial(self._put_options_back, before))

    def read_files(
        self, changes: Sequence[tuple[Source, Overrides]], text: str, undone: Callable[[], object]
    ) -> None:
        """Read files of sources in another way, and say so; `undone` is called where that is undone."""
        before = [(source, source.options) for source, _ in changes]
        for source, files in changes:
            self._model.set_options(self._rows_of([source]), files=files)
        self.sources.look_at(source for source, _ in before)
        self.sources.changed.emit()

        def _undo() -> None:
            self._put_options_back(before)
            undone()

        self.tell(text, _undo)

    def _put_options_back(self, before: Sequence[tuple[Source, SourceOptions | None]]) -> None:
        """Read sources as they were read before, those that are still there."""
        for source, options in before:
            source.options = options
        self.sources.look_at(self._model.sources[row] for row in self._rows_of([each for each, _ in before]))
        self.sources.changed.emit()

    def _rows_of(self, sources: Sequence[Source]) -> list[int]:
        """Return where sources are by now, those that are still there."""
        wanted = {id(source) for source in sources}
        return [row for row, source in enumerate(self._model.sources) if id(source) in wanted]


_HERE = "CorpusPanel"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_HERE, text)
