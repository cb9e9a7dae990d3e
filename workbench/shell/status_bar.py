"""The status bar: what is open, what runs (with its cancel), and whether the kernels are compiled."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.widgets import wording
from workbench.widgets.controls import Button, IconButton, Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.panel_parts import FoldingRow, ThinBar
from workbench.widgets.strips import Picture

_BAR_WIDTH, _BAR_HEIGHT = 128, 6
_SHOWN_AT_ONCE = 2  # jobs, where they leave _REST of the bar to what is next to them
_REST = 160


@dataclass(frozen=True, slots=True)
class JobState:
    """What the status bar shows of a running job.

    Attributes:
        request_id: goes with the cancel.
        text: as "Training: merge 4,864 of 7,936".
        done, total: of any unit; a total of 0 if it is not known.
        seconds_left: None if it is not known.

    """

    request_id: int
    text: str
    done: float = 0
    total: float = 0
    seconds_left: float | None = field(default=None)


class _StateButton(Button):
    """A flat button low enough for the ring of the focus to fit into the bar, in secondary text."""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), 22)

    def _colors(self) -> tuple[QColor | None, QColor | None, QColor]:
        fill, edge, _ink = super()._colors()
        return fill, edge, current_theme().text2


class _JobRow(QWidget):
    """One running job."""

    cancel_requested = Signal(int)

    def __init__(self, job: JobState, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = Label("", "medium")
        self._bar = ThinBar(self.tr("Progress"), _BAR_HEIGHT, _BAR_WIDTH)
        self._left = Label("", "body", "text2")
        self._cancel = IconButton("close", "", size=24)
        self._cancel.clicked.connect(lambda: self.cancel_requested.emit(job.request_id))
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE_2)
        for widget in (self._text, self._bar, self._left, self._cancel):
            row.addWidget(widget)
        self.update_job(job)

    def update_job(self, job: JobState) -> None:
        self._text.setText(job.text)
        # It only grows, or the bar next to it would jump with every digit.
        self._text.setMinimumWidth(max(self._text.minimumWidth(), self._text.sizeHint().width()))
        self._bar.set_progress(job.done, job.total)
        self._left.setText("" if job.seconds_left is None else wording.time_left(job.seconds_left))
        self._left.setMinimumWidth(max(self._left.minimumWidth(), self._left.sizeHint().width()))
        self._cancel.set_tooltip(self.tr("Cancel: {job}").format(job=job.text))
        self._row.activate()


class StatusBar(FoldingRow):
    """The row at the foot of the window, 28 high.

    Signals:
        cancel_requested(int): the request id of a job to be given up.
        kernels_clicked(): the user asks why it is fast or slow.

    """

    cancel_requested = Signal(int)
    kernels_clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Status"))
        self.setFixedHeight(theme.STATUS_HEIGHT)
        self._tokenizer = Label("", "body", "text2", elided=True)
        self._tokenizer.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._facts = Label("", "body", "text2", elided=True)
        self._more = Label("", "body", "text2")
        self._jobs: dict[int, _JobRow] = {}
        self._kernels = _StateButton("", "flat", "bolt", compact=True)
        self._kernels.clicked.connect(self.kernels_clicked)
        self.folding = [self._kernels]
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE_3, 1, theme.SPACE_1, 0)
        row.setSpacing(theme.SPACE_2)
        row.addWidget(Picture("tokenizer"))
        row.addWidget(self._tokenizer)
        row.addSpacing(theme.SPACE_4)
        row.addWidget(self._facts, 1)
        self._jobs_row = QHBoxLayout()
        self._jobs_row.setSpacing(theme.SPACE_4)
        row.addLayout(self._jobs_row)
        row.addWidget(self._more)
        row.addWidget(self._kernels)
        self._more.hide()
        self.set_kernels(False)
        self._kernels.hide()  # until it is known

    def set_tokenizer(self, text: str) -> None:
        """Name the open tokenizer."""
        self._tokenizer.setText(text)

    def set_facts(self, text: str) -> None:
        """Say what is known of the text: its encoding and line ends."""
        self._facts.setText(text)

    def facts(self) -> str:
        """Return what is said of the text."""
        return self._facts.text()

    def set_kernels(self, active: bool) -> None:
        """Say whether the compiled kernels are active."""
        text = self.tr("Compiled kernels active") if active else self.tr("Slow: pure Python")
        self._kernels.setText(text)
        self._kernels.setAccessibleName(text)
        self._kernels.setToolTip(self.tr("{what}: click to see why").format(what=text))
        self._kernels.show()
        self._kernels.updateGeometry()

    def set_job(self, job: JobState) -> None:
        """Show a running job, or how far it is by now."""
        if job.request_id in self._jobs:
            self._jobs[job.request_id].update_job(job)
            # Now, not when Qt comes to it: while much is to do, a longer text would be seen cut by the bar.
            self._row.activate()
            return
        row = _JobRow(job, self)
        row.cancel_requested.connect(self.cancel_requested)
        self._jobs[job.request_id] = row
        self._jobs_row.addWidget(row)
        self._fold()

    def end_job(self, request_id: int) -> None:
        """Take a job away that is over; an unknown one is nothing to do."""
        row = self._jobs.pop(request_id, None)
        if row is not None:
            row.hide()
            row.deleteLater()
            self._fold()

    def fit(self) -> None:
        """Show what there is room for."""
        super().fit()
        self._fold()

    def _fold(self) -> None:
        """Show the oldest jobs, and count the others."""
        widths = [row.minimumSizeHint().width() for row in self._jobs.values()][:_SHOWN_AT_ONCE]
        shown = len(widths) if sum(widths) + _REST <= self.width() else 1
        for place, row in enumerate(self._jobs.values()):
            row.setVisible(place < shown)
        hidden = max(len(self._jobs) - shown, 0)
        self._more.setText(self.tr("+{n} more").format(n=hidden))
        self._more.setVisible(hidden > 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar with its line above."""
        now = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), now.surface)
        painter.fillRect(0, 0, self.width(), 1, now.border)
