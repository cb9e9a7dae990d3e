"""Places the controls of the Tokens panel in its head, or in a row below if there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.panel_parts import PanelHeader

_ROW_HEIGHT = 36


class _Place(QWidget):
    """Shows controls in a row; those without room go to the other place."""

    def __init__(self, margin: int, line: bool) -> None:
        super().__init__()
        self._line = line
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(margin, 0, margin, 0)
        self.row.setSpacing(theme.SPACE_2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return the height alone."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline below a row of its own."""
        if self._line:
            QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, current_theme().border)


class HeadControls(QObject):
    """Moves controls between the head of a panel and the row below.

    Attributes:
        row: the row, hidden while the head has room.

    """

    def __init__(self, header: PanelHeader, controls: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(parent)
        self._header, self._controls = header, tuple(controls)
        self._inside = _Place(0, line=False)
        self.row = _Place(theme.PANEL_MARGIN, line=True)
        self.row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.row.setFixedHeight(_ROW_HEIGHT)
        self.row.row.addStretch(1)
        header.add_right(self._inside)
        self._move(to_head=True)
        header.installEventFilter(self)
        self._inside.installEventFilter(self)
        self.row.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again whenever the head or what is in it has another size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.fit()
        return False

    def fit(self) -> None:
        """Put the controls where they have room."""
        shown = [control for control in self._controls if not control.isHidden()]
        needed = sum(control.sizeHint().width() + theme.SPACE_2 for control in shown)
        layout = self._header.layout()
        other = 0 if layout is None else layout.minimumSize().width()
        in_head = other + needed <= self._header.width()
        if in_head != (self._controls[0].parentWidget() is self._inside):
            self._move(in_head)
        wanted = bool(shown) and not in_head
        if self.row.isHidden() == wanted:
            self.row.setVisible(wanted)

    def _move(self, to_head: bool) -> None:
        place = self._inside if to_head else self.row
        for number, control in enumerate(self._controls):
            hidden = control.isHidden()
            place.row.insertWidget(number, control)
            control.setVisible(not hidden)
        self._inside.setVisible(to_head)
        self.row.setVisible(not to_head)
