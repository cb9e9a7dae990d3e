"""The figures of a run in a row: a number in bold, then its unit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.widgets import wording
from workbench.widgets.labels import Label
from workbench.widgets.look import theme


class Amount(QWidget):
    """One figure; it never shrinks, so that its neighbors do not move."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._value, self._unit = Label("", "title"), Label("", "body", "text2")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._value)
        row.addWidget(self._unit)
        row.addStretch(1)
        self.hide()

    def show_amount(self, value: str, unit: str) -> None:
        """Show a number; "" hides the row."""
        if unit != self._unit.text():
            self._unit.setText(unit)
            self.setMinimumWidth(0)
        if value != self._value.text():
            self._value.setText(value)
            # On the whole widget, not the number, or a gap would open between number and unit.
            self.setMinimumWidth(max(self.minimumWidth(), self.sizeHint().width()))
            self.setAccessibleName(f"{value} {unit}")

    def text(self) -> str:
        """Return number and unit, "" if there is none."""
        return f"{self._value.text()} {self._unit.text()}" if self._value.text() else ""


class AmountRow(QWidget):
    """Figures from left to right; the last ones are hidden if there is no room.

    Attributes:
        amounts: by name, in their order.

    """

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.amounts = {name: Amount(self) for name in names}

    def arrange(self) -> None:
        """Lay out the figures after a change."""
        x = 0
        for amount in self.amounts.values():
            width = max(amount.sizeHint().width(), amount.minimumWidth())
            shown = bool(amount.text()) and x + width <= self.width()
            amount.setVisible(shown)
            if shown:
                amount.setGeometry(x, 0, width, self.height())
            x += width + theme.SPACE_6 if amount.text() else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the figures in the new width."""
        super().resizeEvent(event)
        self.arrange()

    def sizeHint(self) -> QSize:
        """Return the height of a line; the layout decides the width."""
        return QSize(0, next(iter(self.amounts.values())).sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size hint."""
        return self.sizeHint()


def memory_size(n_bytes: int) -> str:
    """Return a memory size in whole megabytes, since tenths would flicker; "" if unknown."""
    if n_bytes >= 1_000_000_000:
        return wording.size(n_bytes)
    megabytes = QCoreApplication.translate("RunHeader", "{n} MB").format(n=wording.number(n_bytes / 1e6))
    return megabytes if n_bytes else ""
