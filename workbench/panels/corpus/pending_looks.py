"""Keeps the requests to look at sources that are not answered yet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from workbench.engine.corpus.source_options import SourceOptions
from workbench.worker.messages.corpus import ScanSources
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply


class Looks(QObject):
    """Requests looks at sources.

    Signals:
        answered(object): SourcesScanned.
        missing_paths(object): tuple of paths that could not be looked at, or are not any more.

    """

    answered = Signal(object)
    missing_paths = Signal(object)

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask_lanes = ask
        self._replies: list[Reply] = []

    def ask(self, paths: Sequence[str], options: Sequence[SourceOptions] = ()) -> None:
        """Ask for sources; `options` say how those are read that are not as usual."""
        request = ScanSources(new_request_id(), tuple(paths), tuple(options))
        reply = self._ask_lanes(request)
        reply.answered.connect(self.answered)
        lost = dict.fromkeys(("failed", "cancelled"), lambda _: self.missing_paths.emit(request.paths))
        reply.tell(self, **lost)
        self._replies = [each for each in (*self._replies, reply) if each.is_waiting]

    def ask_for_missing(self, paths: Sequence[str]) -> None:
        """Ask for those that were not requested yet."""
        if missing := [path for path in paths if not self.waits_for(path)]:
            self.ask(missing)

    def waits_for(self, path: str) -> bool:
        """Return whether a source has been requested and not answered yet."""
        return any(path in reply.request.paths for reply in self._replies if reply.is_waiting)
