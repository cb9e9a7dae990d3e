"""The context limit: how many ids a model takes, and how many are left or do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSpinBox, QVBoxLayout, QWidget, QWidgetAction

from workbench.widgets import wording
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.menu_button import MenuButton

_HIGHEST = 100_000_000


class ContextLimit(QWidget):
    """Two lines at the right of the counts: what is left, and the limit with its menu.

    Attributes:
        left: the line that says how many fit. button: the limit. field: where another one is typed.

    Signals:
        chosen(object): None for what the file says, 0 for no limit, else how many ids fit.

    """

    chosen = Signal(object)

    def __init__(self, suggested: int, usual: Sequence[int] = (), parent: QWidget | None = None) -> None:
        """Offer the `usual` limits in the menu, and in the field `suggested` if there is none yet."""
        super().__init__(parent)
        self._suggested = suggested
        self.left = Label("", "title")
        self.left.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.button = MenuButton(self.tr("Context limit"))
        self.field = QSpinBox()
        self.field.setRange(1, _HIGHEST)
        self.field.setGroupSeparatorShown(True)
        self.field.setAccessibleName(self.tr("Context limit in tokens"))
        self.field.lineEdit().returnPressed.connect(self._typed)
        self._of_file = self._fill_menu(usual)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_1)  # room for the ring of the keyboard
        row.addStretch(1)
        row.addWidget(Label(self.tr("Context limit"), "tiny", "text2"))
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.left)
        column.addLayout(row)

    def _fill_menu(self, usual: Sequence[int]) -> QAction:
        """Make the menu; return the entry for what the file says."""
        menu = self.button.menu
        of_file = menu.addAction("")
        of_file.triggered.connect(lambda: self.chosen.emit(None))
        menu.addAction(self.tr("No limit")).triggered.connect(lambda: self.chosen.emit(0))
        for limit in usual:
            menu.addAction(wording.number(limit)).triggered.connect(partial(self.chosen.emit, limit))
        menu.addSection(self.tr("Another limit, then Enter"))
        action, holder = QWidgetAction(menu), QWidget()
        place = QHBoxLayout(holder)
        place.setContentsMargins(theme.SPACE_3, theme.SPACE_1, theme.SPACE_3, theme.SPACE_2)
        place.addWidget(self.field)
        action.setDefaultWidget(holder)
        menu.addAction(action)
        return of_file

    def set_limit(self, limit: int | None, of_file: int | None) -> None:
        """Show the limit in force and offer that of the file."""
        self._of_file.setText(self.tr("{n}, as the file says").format(n=wording.number(of_file or 0)))
        self._of_file.setVisible(of_file is not None)
        self.field.setValue(min(limit or of_file or self._suggested, _HIGHEST))  # its numbers have 32 bits
        self.button.set_chosen(self.tr("none") if limit is None else wording.number(limit))

    def set_over(self, n_tokens: int | None, limit: int | None) -> None:
        """Say how many of `n_tokens` do not fit, or how many more do; None if that is not known."""
        if limit is None or n_tokens is None:
            self.left.setText("")
        elif n_tokens > limit:
            self.left.setText(
                wording.plural(n_tokens - limit, "%n does not fit", "%n do not fit", "ContextLimit")
            )
            self.left.set_tone("danger")
        else:
            self.left.setText(self.tr("{n} left").format(n=wording.number(limit - n_tokens)))
            self.left.set_tone("text2")

    def _typed(self) -> None:
        self.button.menu.close()
        self.chosen.emit(self.field.value())
