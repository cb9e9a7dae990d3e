"""Where the chat is: next to the Tokens panel, in the place of the selected token, once requested."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction

from workbench.panels.chat.panel import ChatPanel
from workbench.shell.window import MainWindow

NAME = "chat"


class ChatDock(QObject):
    """Shows and hides the chat in the Inspect task; the user may move it from there."""

    def __init__(self, window: MainWindow, panel: ChatPanel) -> None:
        super().__init__(window)
        self._window, self._panel = window, panel

    def wire(self, action: QAction) -> None:
        """Let a switch of the menus show whether the chat is open."""
        self._window.tasks.switches[NAME].toggled.connect(action.setChecked)

    def toggle(self) -> None:
        """Open the chat and give it the keyboard, or close the chat."""
        if self._window.tasks.is_in_sight(NAME):
            self._window.tasks.set_open(NAME, False)
        else:
            self.open()

    def open(self) -> None:
        """Bring the chat into sight, in front of the selected token where it has no place yet."""
        self._window.show_task("inspect")
        self._window.raise_panel(NAME)
        if self._panel.cards:
            self._panel.cards[-1].view.setFocus(Qt.FocusReason.ShortcutFocusReason)
