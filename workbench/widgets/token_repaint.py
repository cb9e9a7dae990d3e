"""When the token view is painted: once for a letter and its tokens, where these come within a few ms."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea

HELD_MILLISECONDS = 7  # that a letter waits for its tokens: with the paint itself that is less than a frame


class Repaint(QObject):
    """Asks for the paints of a view."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self._view = view
        self._held = QTimer(
            self, singleShot=True, interval=HELD_MILLISECONDS, timerType=Qt.TimerType.PreciseTimer
        )
        self._held.timeout.connect(self.ask)

    def ask(self) -> None:
        """Paint before long, what is held later."""
        if not self._held.isActive():
            self._view.viewport().update()

    def hold(self) -> None:
        """Wait for the tokens of what has just been typed, but not long."""
        if not self._held.isActive():
            self._held.start()

    def release(self) -> None:
        """Wait no longer: they are there."""
        if self._held.isActive():
            self._held.stop()
            self.ask()
