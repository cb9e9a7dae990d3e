"""The strip of a first start: what to do, in what order, with the one filled button on screen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.widgets.controls import Button, IconButton, Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.panel_parts import YieldingRow
from workbench.widgets.strips import Picture

_DISC = 20


class _Disc(QWidget):
    """The number of a step, or its tick."""

    def __init__(self, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._number = number
        self.done = False
        self.setFixedSize(_DISC, _DISC)

    def paintEvent(self, event: QPaintEvent) -> None:
        now = current_theme()
        painter = QPainter(self)
        draw_box(painter, QRectF(self.rect()), _DISC / 2, now.ok if self.done else now.accent, None)
        if self.done:
            draw_icon(painter, "check", now.surface, 4, 4, 12)
            return
        painter.setFont(interface_font("tiny"))
        painter.setPen(now.on_accent)
        painter.drawText(self.rect(), 0x84, str(self._number))


class FirstSteps(YieldingRow):
    """✓ See tokens › 2 Train your own, with the button that does it; only the latter where it is narrow.

    Attributes:
        train_button: the button.

    Signals:
        train_requested(): train on the sample.
        own_requested(): train on a text of the user's own, once the sample has been trained on.
        dismissed(): the user has closed the strip.

    """

    train_requested = Signal()
    own_requested = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("First steps"))
        self.spare, self._train_disc = self._see_step(), _Disc(2, self)
        self.train_button = Button(self.tr("Train on the sample"), "primary", "play")
        self.train_button.clicked.connect(self._go_on)
        self.train_button.setAccessibleDescription(self.tr("Train a tokenizer on the bundled sample text"))
        close = IconButton("close", self.tr("Close the first steps"))
        close.clicked.connect(self.dismissed)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE_4, theme.SPACE_2, theme.SPACE_3, theme.SPACE_2)
        row.setSpacing(theme.SPACE_2)
        row.addWidget(self.spare)
        row.addWidget(self._train_disc)
        row.addWidget(Label(self.tr("Train your own"), "title"))
        row.addStretch(1)
        row.addWidget(self.train_button)
        row.addWidget(close)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _see_step(self) -> QWidget:
        """Return the first step, which is done, and what is between the two."""
        step, disc = QWidget(self), _Disc(1, self)
        disc.done = True
        row = QHBoxLayout(step)
        row.setContentsMargins(0, 0, theme.SPACE_2, 0)
        row.setSpacing(theme.SPACE_2)
        row.addWidget(disc)
        row.addWidget(Label(self.tr("See tokens"), "medium"))
        row.addSpacing(theme.SPACE_2)
        row.addWidget(Picture("chevron-right"))
        return step

    def set_running(self, running: bool) -> None:
        """Turn the button off while a training runs."""
        self.train_button.setEnabled(not running)
        self.train_button.setToolTip(self.tr("Training is running") if running else "")

    def set_trained(self) -> None:
        """Tick the second step."""
        self._train_disc.done = True
        self._train_disc.update()
        self.train_button.set_kind("plain")
        self.train_button.setText(self.tr("Train on your own text"))
        self.train_button.setAccessibleDescription(self.tr("Choose text and options for a new tokenizer"))
        self.train_button.updateGeometry()

    def _go_on(self) -> None:
        (self.own_requested if self._train_disc.done else self.train_requested).emit()

    def sizeHint(self) -> QSize:
        """Return the height of the strip."""
        return QSize(super().sizeHint().width(), 56)

    def minimumSizeHint(self) -> QSize:
        """Return the height of the strip, as narrow as need be."""
        return QSize(super().minimumSizeHint().width(), 56)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tinted card."""
        draw_box(QPainter(self), QRectF(self.rect()), theme.PANEL_RADIUS, current_theme().soft, None)
