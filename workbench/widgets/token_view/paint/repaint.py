"""When and where the token view is painted: once for a letter and its tokens, where these come soon.

A change asks for a paint of what it changed, found out once all that is being done now has been done.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QAbstractScrollArea

from workbench.widgets.garbage import leave_garbage
from workbench.widgets.token_view.paint.damage import Seen, damaged

HELD_MILLISECONDS = 7  # that a letter waits for its tokens: with the paint itself that is less than a frame


class Repaint(QObject):
    """Asks for the paints of a view.

    What is on the screen is what was seen when a paint was last requested: paints come after that.
    """

    _asked = Signal()

    def __init__(self, view: QAbstractScrollArea, seen: Callable[[], Seen]) -> None:
        """Ask for paints of a view; `seen` tells what it shows now."""
        super().__init__(view)
        self._view, self._seen = view, seen
        self._last: Seen | None = None
        self._unsure = QRegion()
        self._waiting = False
        self._asked.connect(self._ask, Qt.ConnectionType.QueuedConnection)
        self._held = QTimer(
            self, singleShot=True, interval=HELD_MILLISECONDS, timerType=Qt.TimerType.PreciseTimer
        )
        self._held.timeout.connect(self.ask)
        # Where all has been laid out again, whatever else waits comes before the paint of it.
        self._all = QTimer(self, singleShot=True, interval=0)
        self._all.timeout.connect(lambda: view.viewport().update())

    def ask(self) -> None:
        """Paint what is changed by now before long, what is held later."""
        if not self._held.isActive() and not self._waiting:
            self._waiting = True
            self._asked.emit()

    def ask_for_all(self) -> None:
        """Paint all before long, as after scrolling."""
        self._last = None
        leave_garbage()
        self._view.viewport().update()

    def _ask(self) -> None:
        self._waiting = False
        if self._held.isActive():
            return
        now = self._seen()
        region = damaged(self._last, now) + self._unsure
        self._last, self._unsure = now, QRegion()
        if region == QRegion(now.room):
            self._all.start()
        elif not region.isEmpty():
            self._view.viewport().update(region)

    def painted(self, region: QRegion) -> None:
        """Note a paint: where a change has not been requested yet, it is not known what it showed."""
        if self._waiting or self._held.isActive():
            self._unsure += region

    def hold(self) -> None:
        """Wait for the tokens of what has just been typed, but not long."""
        if not self._held.isActive():
            self._held.start()
        leave_garbage()

    def release(self) -> None:
        """Wait no longer: they are there."""
        if self._held.isActive():
            self._held.stop()
            self.ask()
