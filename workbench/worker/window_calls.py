"""Calls from other threads into the window's: the one way from them to Qt.

No thread but the window's calls PySide. Before Python 3.12 PySide keeps the facts of its classes in one table
(`PepType_SOTP` in libshiboken's pep384impl.cpp). Every new class may move that table, under the GIL; signals
and queued slots look into it without (`SignalManager::retrieveMetaObject`). A lane that handled such a slot
while pyqtgraph defined a class ended the program with a segmentation fault.
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QMetaObject, QObject, QSocketNotifier, Qt, Slot
from shiboken6 import isValid

Call = Callable[[], object]


class WindowCalls(QObject):
    """Carries out calls on the window's thread, where it is made and lives, in the order of their posting.

    While calls wait, one byte lies in a pair of sockets, so that every event loop of Qt's notices them, also
    one inside a call.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Call] = deque()
        self._lock = threading.Lock()
        self._taken_from, self._sent_to = socket.socketpair()
        self._notifier = QSocketNotifier(self._taken_from.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self.take)
        self._is_open = True

    def post(self, call: Call) -> None:
        """Have a call carried out in a turn of the event loop, unless closed by then; from any thread."""
        with self._lock:
            if self._is_open:
                self._waiting.append(call)
                if len(self._waiting) == 1:
                    self._sent_to.send(b"\0")

    def take_before_paint(self) -> None:
        """Have what waits carried out before the next paint; the byte alone is noticed later."""
        QMetaObject.invokeMethod(self, "take", Qt.ConnectionType.QueuedConnection)

    @Slot()
    def take(self) -> None:
        """Carry out what waits."""
        for _ in range(len(self._waiting)):
            with self._lock:
                if not self._waiting:  # an event loop inside a call has taken it
                    return
                self._taken_from.recv(1)
                call = self._waiting.popleft()
                if self._waiting:
                    self._sent_to.send(b"\0")
            call()

    def close(self) -> None:
        """Drop what waits, and what is posted from now on."""
        with self._lock:
            if self._is_open:
                self._is_open = False
                self._waiting.clear()
                if isValid(self._notifier):
                    self._notifier.setEnabled(False)
                self._taken_from.close()
                self._sent_to.close()
