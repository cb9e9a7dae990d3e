"""Where the chat stands: beside the Tokens panel, in the place of the selected token, once asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction

from workbench.panels.chat.panel import ChatPanel
from workbench.shell.window import MainWindow

NAME = "chat"
WIDTH = 408


class ChatDock(QObject):
    """Shows and hides the chat in the Inspect task; the person may move it from there."""

    def __init__(self, window: MainWindow, panel: ChatPanel) -> None:
        super().__init__(window)
        self._window, self._panel = window, panel
        self._dock = window.dock(NAME)
        self._action: QAction | None = None

    def wire(self, action: QAction) -> None:
        """Let a switch of the menus show whether the chat is open."""
        self._action = action
        self._dock.toggleViewAction().toggled.connect(action.setChecked)

    def toggle(self) -> None:
        """Open the chat with the keyboard in it, or close it."""
        if self._dock.isVisible():
            self._dock.hide()
            self._window.tasks.touched()
        else:
            self.open()

    def open(self) -> None:
        """Bring the chat into sight, in front of the selected token where it has no place yet."""
        window, host = self._window, self._dock.parentWidget()
        window.show_task("inspect")
        window.tasks.place_beside(NAME, "selected_token", WIDTH)
        window.raise_panel(NAME)
        if self._panel.cards and host is not None:
            self._panel.cards[-1].view.setFocus(Qt.FocusReason.ShortcutFocusReason)
