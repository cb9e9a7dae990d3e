"""Our own shortcuts go before the platform's edit keys, in every field and text; lists copy their rows."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid

_Key = QKeySequence.StandardKey
REDO_TOO = QKeySequence("Ctrl+Y")
# They do in a field what the menus do in the text, or in the view that has the keyboard.
_OF_FIELDS = (
    _Key.Undo, _Key.Redo, _Key.Cut, _Key.Copy, _Key.Paste, _Key.SelectAll, _Key.ZoomIn, _Key.ZoomOut,
)  # fmt: skip


class OwnKeys(QObject):
    """Keeps fields from taking the keys of actions.

    X11 ends a line with Ctrl+E and cuts it off with Ctrl+K, and a field takes what its platform gives it.
    """

    def __init__(self, app: QApplication, actions: Iterable[QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        app.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and isValid(before):
            before.removeEventFilter(self)
        if now is not None:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave to the window what is a shortcut of it; fields ask for theirs by accepting this event."""
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.KeyPress:
            return _redone(watched, event)
        if event.type() != QEvent.Type.ShortcutOverride:
            return False
        if event.matches(_Key.Copy) and isinstance(watched, QAbstractItemView):
            event.accept()  # else the window would copy what is selected in the text
            return True
        if any(event.matches(key) for key in _OF_FIELDS):
            return False
        keys = QKeySequence(event.keyCombination())
        return any(keys in action.shortcuts() for action in self._actions if action.isEnabled())


def _redone(watched: QObject, event: QKeyEvent) -> bool:
    """Redo in a field by the key that X11 does not give it, where the window has nothing to redo."""
    if isinstance(watched, QLineEdit | QPlainTextEdit) and QKeySequence(event.keyCombination()) == REDO_TOO:
        watched.redo()
        return True
    return False
