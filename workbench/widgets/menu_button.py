"""A button that shows what is chosen and opens a menu to choose again."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from workbench.widgets.controls import Button
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme

_CHEVRON = 12


class MenuButton(Button):
    """Compact, flat until hovered, with a chevron.

    Attributes:
        menu: filled by the button's owner.

    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Call the choice `name` to a screen reader, next to what is chosen."""
        super().__init__("", "flat", compact=True, parent=parent)
        self._name = name
        self.menu = QMenu(self)
        self.menu.setAccessibleName(name)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.clicked.connect(lambda: self.menu.popup(self.mapToGlobal(QPoint(0, self.height()))))

    def set_chosen(self, text: str, tip: str = "") -> None:
        """Show what is chosen."""
        self.setText(text)
        self.setAccessibleName(f"{self._name}: {text}")
        self.setToolTip(tip or self._name)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room for text, chevron and margins."""
        text = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(text + _CHEVRON + theme.SPACE_1 + 2 * theme.SPACE_2, theme.HEADER_CONTROL_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text and a chevron."""
        fill, edge, ink = self._colors()
        painter = QPainter(self)
        if fill is not None or edge is not None:
            draw_box(painter, QRectF(self.rect()), theme.CONTROL_RADIUS, fill, edge)
        painter.setFont(self.font())
        painter.setPen(ink)
        width = self.width() - 2 * theme.SPACE_2 - _CHEVRON - theme.SPACE_1
        box = QRectF(theme.SPACE_2, 0, width, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        left, top = self.width() - theme.SPACE_2 - _CHEVRON, (self.height() - _CHEVRON) / 2
        draw_icon(painter, "chevron-down", current_theme().text2, left, top, _CHEVRON)
