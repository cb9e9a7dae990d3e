"""The context limit at the right of the counts, there only where there is one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from workbench.widgets.context_limit import ContextLimit

_SUGGESTED = 1024


class LimitControl(ContextLimit):
    """Shows itself where a limit is set, the file says one, or one is requested."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_SUGGESTED, parent=parent)
        self.hide()

    def set_limit(self, limit: int | None, of_file: int | None) -> None:
        """Show the limit in force and offer that of the file."""
        super().set_limit(limit, of_file)
        self.setVisible(limit is not None or of_file is not None)

    def ask(self) -> None:
        """Let another limit be typed."""
        self.show()
        self.button.click()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
