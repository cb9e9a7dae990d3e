"""The Edit menu while the keyboard is in a message of the chat: what can be undone, cut and copied there."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from workbench.panels.chat.panel import ChatPanel
from workbench.shell.window import MainWindow
from workbench.widgets.token_view.text import TokenTextView


class ChatEditing(QObject):
    """Follows the keyboard from message to message, and back to the text."""

    def __init__(self, window: MainWindow, chat: ChatPanel, text: TokenTextView) -> None:
        super().__init__(window)
        self._commands, self._chat, self._text = window.commands, chat, text
        self._view: TokenTextView | None = None  # with the keyboard
        QApplication.instance().focusChanged.connect(self._focus_changed)  # type: ignore[union-attr]

    def _focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if not isinstance(now, TokenTextView) or now is self._view:
            return
        if now is not self._text and not self._chat.isAncestorOf(now):
            return
        before = self._view
        if before is not None and before is not self._text and isValid(before):  # its message may be gone
            before.caret_moved.disconnect(self._tell)
        self._view = now
        if now is not self._text:  # of the text the Tokens panel tells itself
            now.caret_moved.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        """Let the entries be there for what has the keyboard."""
        view = self._view
        if view is None or not isValid(view):
            return
        free, chosen = not view.editor.read_only, view.editor.has_selection()
        for name, there in (
            ("undo", free and bool(view.document.history.undo)),
            ("redo", free and bool(view.document.history.redo)),
            ("cut", free and chosen),
            ("copy", chosen or view.selected.token is not None),
        ):
            self._commands[f"edit.{name}"].setEnabled(there)
