"""The application object: on macOS files come to it as events, not as arguments."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Keeps the files that the desktop gives it until the window takes them."""

    _paths: tuple[str, ...] = ()
    _take: Callable[[list[str]], object] | None = None

    def event(self, event: QEvent) -> bool:
        """Take a file that was double-clicked or dropped on the program's icon."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._paths = (*self._paths, event.file())
            self._hand_over()
            return True
        return super().event(event)

    def give_to(self, take: Callable[[list[str]], object]) -> None:
        """Call with the paths that came already, and with each later one."""
        self._take = take
        self._hand_over()

    def _hand_over(self) -> None:
        if self._take is not None and self._paths:
            paths, self._paths = list(self._paths), ()
            self._take(paths)
