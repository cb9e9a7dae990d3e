"""Sources switched on and off by the person, each time with an undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from workbench.panels.corpus.sources import Source, SourceModel
from workbench.widgets import wording


class Switching:
    """Switches sources of a list, and says so."""

    def __init__(self, model: SourceModel, tell: Callable[[str, Callable[[], object]], object]) -> None:
        """`tell` says what was done, and offers to undo it."""
        self._model, self._say = model, tell
        model.switched.connect(lambda source, on: self._tell([source], on))

    def switch(self, rows: Sequence[int], on: bool) -> None:
        """Switch sources on or off."""
        changed = [self._model.sources[row] for row in rows if self._model.sources[row].on != on]
        self._model.set_on(rows, on)
        if changed:
            self._tell(changed, on)

    def _tell(self, changed: Sequence[Source], on: bool) -> None:
        if len(changed) == 1:
            text = _tr("{name} is used again.") if on else _tr("{name} is left out.")
            text = text.format(name=changed[0].name)
        else:
            n = len(changed)
            left_out = wording.plural(n, "%n source is left out.", "%n sources are left out.", _HERE)
            used = wording.plural(n, "%n source is used again.", "%n sources are used again.", _HERE)
            text = used if on else left_out
        self._say(text, lambda: self._switch_back(changed, not on))

    def _switch_back(self, changed: Sequence[Source], on: bool) -> None:
        """Switch those back that are still there; they may stand elsewhere by now."""
        wanted = {id(source) for source in changed}
        rows = [row for row, source in enumerate(self._model.sources) if id(source) in wanted]
        self._model.set_on(rows, on)


_HERE = "CorpusPanel"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_HERE, text)
