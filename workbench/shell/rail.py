"""The rail: the tasks at the left edge of the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QVBoxLayout, QWidget

from workbench.shell.pages.arrangements import ON_RAIL
from workbench.widgets.controls import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font


class _RailItem(QAbstractButton):
    """One task on the rail: icon over label, and a dot while a job runs there."""

    def __init__(self, action: QAction, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon
        self.running = False
        self.labeled = True
        self.setText(action.iconText())
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFont(interface_font("tiny"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(f"{action.toolTip()} ({action.shortcut().toString()})")
        self.setAccessibleName(action.iconText())
        self.clicked.connect(action.trigger)
        action.toggled.connect(self.setChecked)

    def sizeHint(self) -> QSize:
        return QSize(64 if self.labeled else 48, 56 if self.labeled else 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        now = current_theme()
        painter = QPainter(self)
        if self.isChecked() or self.underMouse():
            fill = now.soft if self.isChecked() else now.sunken
            draw_box(painter, QRectF(self.rect()), theme.PANEL_RADIUS, fill, None)
        ink = now.accent if self.isChecked() else now.text2
        left = (self.width() - theme.RAIL_ICON_SIZE) / 2
        top = 9 if self.labeled else (self.height() - theme.RAIL_ICON_SIZE) / 2
        draw_icon(painter, self._icon, ink, left, top, theme.RAIL_ICON_SIZE)
        if self.labeled:
            font = interface_font("tiny")
            font.setWeight(font.Weight.DemiBold if self.isChecked() else font.Weight.Normal)
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(self.rect().adjusted(-4, 0, 4, -6), _BOTTOM, self.text())
        if self.running:
            dot = QRectF(left + theme.RAIL_ICON_SIZE, top - 2, 8, 8)
            draw_box(painter, dot, 4, now.accent, None)


_BOTTOM = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter


class Rail(QWidget):
    """The tasks at the left edge of the window; 72 wide, 56 without labels where there is little room."""

    def __init__(self, action_of: Callable[[str], QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Tasks"))
        self._group = QButtonGroup(self)
        self._items: dict[str, _RailItem] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(4, theme.SPACE_2, 4, theme.SPACE_2)
        column.setSpacing(theme.SPACE_2)
        for task in ("inspect", "train", "vocabulary", "compare"):
            item = _RailItem(action_of(f"view.{task}"), task, self)
            self._items[task] = item
            self._group.addButton(item)
            column.addWidget(item)
        column.addStretch(1)
        self.set_labeled(True)

    def choose(self, task: str) -> None:
        """Show which task holds; none is marked where it is not on the rail."""
        self._group.setExclusive(False)
        for name, item in self._items.items():
            item.setChecked(name == ON_RAIL.get(task, task))
        self._group.setExclusive(True)

    def set_running(self, task: str, running: bool) -> None:
        """Set or take away the dot of a task."""
        item = self._items[task]
        item.running = running
        item.setAccessibleDescription(self.tr("a job is running") if running else "")
        item.update()

    def set_labeled(self, labeled: bool) -> None:
        """Show the labels, or the icons alone."""
        self.setFixedWidth(72 if labeled else 56)
        for item in self._items.values():
            item.labeled = labeled
            item.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rail with its line to the right."""
        now = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), now.surface)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), now.border)
