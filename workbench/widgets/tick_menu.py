"""A menu of ticks, which stays open while they are set."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu


class TickMenu(QMenu):
    """Several ticks are set at one opening; entries without a tick close it as usual."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Set the tick under the pointer."""
        if not self._ticked():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Set the tick of the entry that the arrows went to."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() not in keys or not self._ticked():
            super().keyPressEvent(event)

    def _ticked(self) -> bool:
        entry = self.activeAction()
        if entry is None or not entry.isEnabled() or not entry.isCheckable():
            return False
        entry.trigger()
        return True
