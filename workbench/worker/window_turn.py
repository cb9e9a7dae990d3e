"""Turns between a lane and the window: a lane continues when the window is back in its event loop.

Every thread that runs Python shares the interpreter's lock (the GIL) with the window. A paint asks for it
hundreds of times, and waits each time for what the lane is just doing: a paint of 15 ms was seen to take 50
during a lane that made a table of 200,000 tokens, although they switch every 0.1 ms.
"""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, Signal, Slot

PATIENCE_SECONDS = 0.02  # after which a lane works on while the window is still busy


class WindowTurn(QObject):
    """Made and living on the window's thread; one for each lane."""

    _asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._round = threading.Event()
        self._round.set()
        self._asked.connect(self._come_round, Qt.ConnectionType.QueuedConnection)

    def wait(self) -> bool:
        """Wait, on the lane's thread, until the window's event loop turns; return whether it did in time."""
        if self._round.is_set():  # else what was asked last still is in the window's queue
            self._round.clear()
            self._asked.emit()
        return self._round.wait(PATIENCE_SECONDS)

    def let_go(self) -> None:
        """Let the lane work on at once: the window is about to wait for it."""
        self._round.set()

    @Slot()
    def _come_round(self) -> None:
        self._round.set()
