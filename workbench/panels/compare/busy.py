"""The bar of what a page waits for, with its cancel button."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.widgets.controls import Button
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import ThinBar
from workbench.worker.messages.requests import JobProgress

_SOON = 500  # milliseconds; a bar that comes and goes at once would flicker


class Busy(QWidget):
    """A progress bar and *Cancel*, shown where an answer takes longer than half a second.

    Attributes:
        bar: the progress. stop: the button.

    Signals:
        cancel_requested(): the user wants no answer.

    """

    cancel_requested = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = ThinBar(name)
        self.stop = Button(self.tr("Cancel"), "link")
        self.stop.clicked.connect(self.cancel_requested)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self.show)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.PANEL_MARGIN, theme.SPACE_1)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self.bar, 1)
        row.addWidget(self.stop)
        self.hide()

    def begin(self) -> None:
        """Show it soon, without any progress, unless it is there or `end` comes before."""
        if self.isHidden() and not self._soon.isActive():
            self.bar.set_progress(0, 0)
            self._soon.start()

    def take(self, message: object) -> None:
        """Show the progress that a message tells."""
        if isinstance(message, JobProgress):
            self.bar.set_progress(message.done, message.total)

    def end(self) -> None:
        """Hide the bar."""
        self._soon.stop()
        self.hide()
