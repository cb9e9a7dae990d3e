"""The entries of the Edit menu: each acts where the keyboard is, or else in the text or the pattern."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QWidget

from workbench.panels.lab.lab import RegexLab
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.window import MainWindow
from workbench.widgets.token_view.text import TokenTextView


def wire_edit_menu(window: MainWindow, tokens: TokensPanel, lab: RegexLab) -> None:
    """Give the entries their slots, and gray them where the text has nothing for them."""

    def _edit(name: str) -> None:
        focused = QApplication.focusWidget()
        in_lab = window.tasks.current == "lab"
        target: QWidget = lab.editor.editor if in_lab else tokens.view
        steps_back = in_lab and name in {"undo", "redo"} and not isinstance(focused, QLineEdit)
        act = None if steps_back else _nearest(focused, name)
        (act or _nearest(target, name) or (lambda: None))()

    for name in ("undo", "redo", "cut", "copy", "paste", "select_all"):
        window.commands.wire(f"edit.{name}", partial(_edit, name))
    for name in ("undo", "redo", "cut", "copy"):
        getattr(tokens, f"{name}_available").connect(window.commands[f"edit.{name}"].setEnabled)


def _nearest(widget: QWidget | None, name: str) -> Callable[[], object] | None:
    """Return what does it in a widget, or in the nearest one around it that can; None if none can."""
    names = {"select_all": ("select_all", "selectAll")}.get(name, (name,))
    if isinstance(widget, QAbstractSpinBox):
        widget = widget.findChild(QLineEdit)
    while widget is not None:
        parts = (widget.editor, widget.clipboard) if isinstance(widget, TokenTextView) else (widget,)
        for part, method in product(parts, names):
            act: Callable[[], object] | QWidget | None = getattr(part, method, None)
            if callable(act) and not isinstance(act, QWidget):  # some call a button "copy"
                return act
        widget = widget.parentWidget()
    return None
