"""Panels as they come into the docks of the page that is shown: one a turn of the loop."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from workbench.shell.pages.docks import DockHost


class Filling(QObject):
    """Takes the panels of a page from the one that was shown before."""

    def __init__(self, host: DockHost) -> None:
        super().__init__(host)
        self._host = host
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._next)

    def begin(self) -> None:
        """Let the docks keep places for the panels that have yet to come."""
        for dock in self._host.docks.values():
            dock.waits = dock.widget() is not dock.panel.body
            dock.take()
        self._timer.start()

    def _next(self) -> None:
        """Take one panel: all at once would take longer than a key may wait."""
        waiting = [dock for dock in self._host.docks.values() if dock.waits and not dock.isHidden()]
        if not self._host.isVisible() or not waiting:
            self.fill()
        else:
            self.fill(min(waiting, key=lambda dock: not self._host.has_in_sight(dock)).name)

    def fill(self, *names: str) -> None:
        """Take these panels now, all that have yet to come where none is named."""
        for name in names or self._host.docks:
            if name in self._host.docks:
                self._host.docks[name].waits = False
                self._host.docks[name].take()
        if not names:
            self.stop()

    def stop(self) -> None:
        """Let what has not come yet stay where it is."""
        self._timer.stop()
