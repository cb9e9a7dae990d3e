"""Buttons and keys that go from one place to the next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from workbench.widgets.controls import IconButton

_ANYWHERE, _INSIDE = Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut


def step_buttons(
    owner: QWidget, step: Callable[[int], object], tooltips: tuple[str, str], focused: bool = False
) -> tuple[IconButton, IconButton]:
    """Return the buttons to the previous and the next place; Shift+F8 and F8 do the same.

    The keys are no actions of the menu: several panels have them, and only what is seen takes them.

    Args:
        owner: what has the keys while it is seen, or only while it is `focused`.
        step: called with -1 or 1.
        tooltips: of both.
        focused: whether the focus has to be inside.

    """
    buttons = IconButton("chevron-up", tooltips[0]), IconButton("chevron-down", tooltips[1])
    keys = QKeySequence(Qt.Modifier.SHIFT | Qt.Key.Key_F8), QKeySequence(Qt.Key.Key_F8)
    for button, key, by in zip(buttons, keys, (-1, 1), strict=True):
        button.clicked.connect(lambda _=False, by=by: step(by))
        shortcut = QShortcut(key, owner)
        shortcut.setContext(_INSIDE if focused else _ANYWHERE)
        shortcut.activated.connect(lambda by=by: step(by))
    return buttons
