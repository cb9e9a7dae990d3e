"""Our own shortcuts go before the platform's edit keys, in every field and text; lists copy their rows.

Return presses the button that has the keyboard, as Space does.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)
from shiboken6 import isValid

_Key = QKeySequence.StandardKey
REDO_TOO = QKeySequence("Ctrl+Y")
_SHIFTED_PLUS = QKeySequence("Ctrl+Shift++")
_MENU = QKeySequence("Shift+F10")
# They do in a field what the menus do in the text, or in the view that has the keyboard.
_OF_FIELDS = (
    _Key.Undo, _Key.Redo, _Key.Cut, _Key.Copy, _Key.Paste, _Key.SelectAll, _Key.ZoomIn, _Key.ZoomOut,
)  # fmt: skip


class OwnKeys(QObject):
    """Keeps fields from taking the keys of actions.

    X11 ends a line with Ctrl+E and cuts it off with Ctrl+K, and a field keeps the keys of its platform.
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
        shifted = self._of_shifted_plus(event)
        if event.type() == QEvent.Type.KeyPress:
            if shifted is not None:
                shifted.trigger()
                return True
            return _pressed(watched, event) or _redone(watched, event) or _opened_menu(watched, event)
        if event.type() != QEvent.Type.ShortcutOverride:
            return False
        if shifted is not None:
            event.accept()  # else Qt would take it for Ctrl++
            return True
        if event.matches(_Key.Copy) and isinstance(watched, QAbstractItemView):
            event.accept()  # else the window would copy what is selected in the text
            return True
        if any(event.matches(key) for key in _OF_FIELDS):
            return False
        keys = QKeySequence(event.keyCombination())
        return any(keys in action.shortcuts() for action in self._actions if action.isEnabled())

    def _of_shifted_plus(self, event: QKeyEvent) -> QAction | None:
        """Return the action of Ctrl+Shift++ if these are pressed where a plus is written with Shift."""
        keys = QKeySequence(event.keyCombination())
        if keys != _SHIFTED_PLUS:
            return None
        return next((each for each in self._actions if keys in each.shortcuts() and each.isEnabled()), None)


def _pressed(watched: QObject, event: QKeyEvent) -> bool:
    """Press a button by Return, which Qt leaves to the dialog around it; what is ticked has only Space."""
    if not isinstance(watched, QAbstractButton) or isinstance(watched, QCheckBox | QRadioButton):
        return False
    is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if not is_return or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return False
    if not event.isAutoRepeat():
        watched.click()
    return True


def _opened_menu(watched: QObject, event: QKeyEvent) -> bool:
    """Open the context menu by Shift+F10, the key of keyboards without a menu key, which X11 leaves to us."""
    if not isinstance(watched, QWidget) or QKeySequence(event.keyCombination()) != _MENU:
        return False
    at = watched.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
    by = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(watched, QContextMenuEvent(by, at, watched.mapToGlobal(at)))
    return True


def _redone(watched: QObject, event: QKeyEvent) -> bool:
    """Redo in a field by the key that X11 does not give it, where the window has nothing to redo."""
    if isinstance(watched, QLineEdit | QPlainTextEdit) and QKeySequence(event.keyCombination()) == REDO_TOO:
        watched.redo()
        return True
    return False
