"""The words next to the slider of the vocabulary size, which change with every move.

They paint themselves in a room that stays the same: a label that changes has every layout above it worked out
again, which takes longer than all else that a move of the slider asks of the window.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font


class SizeWords(QWidget):
    """One line: words that may be elided at the left, numbers at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._merge = self._numbers = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        theme.theme_signals.changed.connect(self.update)

    @property
    def merge(self) -> str:
        """What is at the left."""
        return self._merge

    @property
    def numbers(self) -> str:
        """What is at the right."""
        return self._numbers

    def show_words(self, merge: str, numbers: str) -> None:
        """Show other words."""
        if (merge, numbers) != (self._merge, self._numbers):
            self._merge, self._numbers = merge, numbers
            self.setAccessibleName(f"{numbers} {merge}".strip())
            self.setToolTip(merge)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(120, round(QFontMetricsF(interface_font("medium")).height()) + 2)

    def minimumSizeHint(self) -> QSize:
        """Let it be narrow."""
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the numbers, and as much of the rest as there is room for."""
        painter, box = QPainter(self), QRectF(self.rect())
        center, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        painter.setPen(current_theme().text2)
        painter.setFont(interface_font("medium"))
        painter.drawText(box, center | right, self._numbers)
        room = box.width() - painter.fontMetrics().horizontalAdvance(self._numbers) - theme.SPACE_4
        if room > 0:
            painter.setFont(interface_font("small"))
            cut = painter.fontMetrics().elidedText(self._merge, Qt.TextElideMode.ElideRight, int(room))
            painter.drawText(box, center, cut)


class SizeMark(Button):
    """A button that says at which size the text is encoded, as wide as the widest it can say."""

    def __init__(self, tooltip: str, parent: QWidget | None = None) -> None:
        super().__init__("", "plain", "close", compact=True, parent=parent)
        self._size, self._whole = 0, 0
        self.setToolTip(tooltip)
        self.setAccessibleName(tooltip)
        self.hide()

    def show_size(self, size: int, whole: int) -> None:
        """Say the size, or nothing if it is 0: the whole vocabulary."""
        wider = whole != self._whole
        self._size, self._whole = size, whole
        if wider:
            self.updateGeometry()
        self.setAccessibleName(self.text())
        if self.isHidden() == (size > 0):
            self.setVisible(size > 0)
        self.update()

    def text(self) -> str:
        """Return what it says."""
        return self._said(self._size)

    def _said(self, size: int) -> str:
        said = self.tr("at {size} of {whole}")
        return said.format(size=wording.number(size), whole=wording.number(self._whole))

    def sizeHint(self) -> QSize:
        """Return the room for the highest number."""
        held, self._size = self._size, self._whole
        hint = super().sizeHint()
        self._size = held
        return hint
