"""The entries of the Edit menu: each acts where the keyboard is, or in the text, the pattern or the draft."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QApplication, QLineEdit, QWidget

from workbench.panels.draft.panel import DraftPanel
from workbench.panels.lab.lab import RegexLab
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.training.reset import ResetButton
from workbench.shell.own_keys import REDO_TOO
from workbench.shell.window import MainWindow
from workbench.widgets.token_view.text import TokenTextView

_COPY_KEY = Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier


def wire_edit_menu(
    window: MainWindow, tokens: TokensPanel, lab: RegexLab, draft: DraftPanel, reset: ResetButton
) -> None:
    """Give the entries their slots, and gray them where the text has nothing for them."""

    def _edit(name: str) -> None:
        focused = QApplication.focusWidget()
        in_lab = window.tasks.current == "lab"
        target: QWidget = lab.editor.editor if in_lab else tokens.view
        steps = name in {"undo", "redo"} and not isinstance(focused, QLineEdit)
        if steps and window.tasks.current == "vocabulary":
            target = draft
        if steps and _can_undo_reset(name):
            reset.undo()
            return
        act = None if steps and in_lab else _nearest(focused, name)
        (act or _nearest(target, name) or (lambda: None))()

    def _can_undo_reset(name: str) -> bool:
        return name == "undo" and window.tasks.current == "train" and reset.can_undo

    for name in ("undo", "redo", "cut", "copy", "paste", "select_all"):
        window.commands.wire(f"edit.{name}", partial(_edit, name))
    redo = window.commands["edit.redo"]
    redo.setShortcuts([*redo.shortcuts(), REDO_TOO])

    def _show_steps(*_what: object) -> None:
        """Let undo and redo be there for what is seen."""
        task, view = window.tasks.current, tokens.view
        free, history = not view.editor.read_only, view.document.history
        for name, step, can in (("undo", -1, bool(history.undo)), ("redo", 1, bool(history.redo))):
            there = {"lab": lab.can_go, "vocabulary": draft.can_go}.get(task)
            here = there(step) if there else (free and can) or _can_undo_reset(name)
            window.commands[f"edit.{name}"].setEnabled(here)

    for signal in (
        tokens.undo_available, tokens.redo_available, lab.undo_changed, draft.undo_changed,
        reset.undo_changed, window.tasks.changed,
    ):  # fmt: skip
        signal.connect(_show_steps)
    _show_steps()


def _nearest(widget: QWidget | None, name: str) -> Callable[[], object] | None:
    """Return what does it in a widget, or in the nearest one around it that can; None if none can."""
    names = {"select_all": ("select_all", "selectAll")}.get(name, (name,))
    if isinstance(widget, QAbstractSpinBox):
        widget = widget.findChild(QLineEdit)
    if name == "copy" and isinstance(widget, QAbstractItemView):
        return partial(QApplication.sendEvent, widget, QKeyEvent(QEvent.Type.KeyPress, *_COPY_KEY))
    while widget is not None:
        parts = (widget.editor, widget.clipboard) if isinstance(widget, TokenTextView) else (widget,)
        for part, method in product(parts, names):
            act: Callable[[], object] | QWidget | None = getattr(part, method, None)
            if callable(act) and not isinstance(act, QWidget):  # some call a button "copy"
                return act
        widget = widget.parentWidget()
    return None
