"""Looks at sources that have been asked for and not answered yet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from workbench.engine.corpus.source_options import SourceOptions
from workbench.worker.messages.corpus import ScanSources
from workbench.worker.messages.requests import new_request_id


class Looks(QObject):
    """Asks what sources hold.

    Signals:
        requested(object): ScanSources.

    """

    requested = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked: dict[int, tuple[str, ...]] = {}

    def ask(self, paths: Sequence[str], options: Sequence[SourceOptions] = ()) -> None:
        """Ask for sources; `options` say how those are read that are not as usual."""
        request = ScanSources(new_request_id(), tuple(paths), tuple(options))
        self._asked[request.request_id] = request.paths
        self.requested.emit(request)

    def ask_for_missing(self, paths: Sequence[str]) -> None:
        """Ask for those that nobody has asked for."""
        if missing := [path for path in paths if not self.waits_for(path)]:
            self.ask(missing)

    def waits_for(self, path: str) -> bool:
        """Return whether a source has been asked for and not answered yet."""
        return any(path in asked for asked in self._asked.values())

    def end(self, request_id: int) -> tuple[str, ...] | None:
        """Wait no longer for an answer; return the paths that it is about, None where nobody waited."""
        return self._asked.pop(request_id, None)
