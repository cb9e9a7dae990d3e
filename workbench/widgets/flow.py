"""A layout of rows that break where a widget does not fit, as words do in a paragraph."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

from workbench.widgets.look import theme


class FlowLayout(QLayout):
    """Puts widgets side by side and begins a new row where one does not fit."""

    def __init__(self, *, even: bool = False) -> None:
        """Take widgets each as wide as it needs, or in `even` columns, as many in each row."""
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._even = even
        self.setSpacing(theme.SPACE_2)
        self.setContentsMargins(0, 0, 0, 0)

    def addWidget(self, widget: QWidget) -> None:
        """Take a widget, in an item of our own: one that Qt makes may go without our knowing."""
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out and return it, None beyond the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        """Say that rows depend on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows at a width."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put the items into their places."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the least size; the width is what there is."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the width of the widest item that is shown, and one row."""
        widest = max((item.minimumSize().width() for item in self._items if not item.isEmpty()), default=0)
        return QSize(widest, 28)

    def _column(self, width: int) -> int:
        """Return how wide each of even columns is in all of a width."""
        hints = [item.sizeHint().width() for item in self._items if not item.isEmpty()]
        gap = self.spacing()
        n = max(1, min(len(hints), (width + gap) // (max(hints, default=0) + gap)))
        while len(hints) % n:
            n -= 1
        return (width + gap) // n - gap

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        x, y, row_height = rect.x(), rect.y(), 0
        column = self._column(rect.width()) if self._even else 0
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            hint = item.sizeHint()
            size = QSize(column or min(hint.width(), rect.width()), hint.height())
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, row_height = rect.x(), y + row_height + self.spacing(), 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            row_height = max(row_height, size.height())
        return y + row_height - rect.y()
