"""Shows a run that has ended once more, slowly enough to follow: the same merges, curves and tokens.

Training the sample takes less than a second, too short to see how it goes.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.panels.training.merge_log import MergeLogPanel
from workbench.panels.training.record import RunRecord
from workbench.panels.training.run_header import RunHeader
from workbench.panels.training.run_plots import N_TURNS, RunPlots
from workbench.settings import LONGEST_REPLAY, SHORTEST_REPLAY
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import ThinBar
from workbench.worker.messages.tokenizers import TokenizerInfo

FRAME_MS = 50
_LATEST = 0.25  # seconds that one frame goes on: a window that was busy does not skip what is to be seen
_SLIDER_WIDTH = 120
_SHOWN = 24  # characters of a token


class ReplayControls(QWidget):
    """The head of a run while it is shown again: the merge that is shown, pause, skip, and the speed.

    Attributes:
        pause_button, skip_button, speed: its controls; `speed` has the seconds of the whole replay.

    """

    def __init__(self) -> None:
        super().__init__()
        self._title = Label(self.tr("Replay"), "heading")
        self._merge = Label("", "body", "text2", elided=True)
        self.pause_button = Button(self.tr("Pause"), "plain", "pause")
        self.skip_button = Button(self.tr("Skip"), "plain", "skip-end")
        self.skip_button.setToolTip(self.tr("Go to the end of the replay"))
        self._bar = ThinBar(self.tr("Progress of the replay"))
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(SHORTEST_REPLAY, LONGEST_REPLAY)
        self.speed.setPageStep(2)
        self.speed.setInvertedAppearance(True)  # to the right it is faster
        self.speed.setInvertedControls(True)
        self.speed.setFixedWidth(_SLIDER_WIDTH)
        self.speed.setAccessibleName(self.tr("Speed of the replay"))
        self.speed.setToolTip(self.tr("Speed: to the right it is faster"))
        self._seconds = Label("", "small", "text2")
        self._count = Label("", "small", "text2")
        self.speed.valueChanged.connect(self._show_seconds)
        self._fill()

    def _fill(self) -> None:
        first, last = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(theme.SPACE_2)
        first.addWidget(self._title)
        first.addSpacing(theme.SPACE_1)
        first.addWidget(self._merge, 1)
        first.addWidget(self.pause_button)
        first.addWidget(self.skip_button)
        last.setSpacing(theme.SPACE_3)
        last.addWidget(self._count)
        last.addStretch(1)
        last.addWidget(Label(self.tr("Speed"), "small", "text2"))
        last.addWidget(self.speed)
        last.addWidget(self._seconds)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_3)
        column.setSpacing(theme.SPACE_3)
        column.addLayout(first)
        column.addWidget(self._bar)
        column.addLayout(last)

    def _show_seconds(self, seconds: int) -> None:
        self._seconds.setText(self.tr("{n} s in all").format(n=wording.number(seconds)))

    def show_paused(self, paused: bool) -> None:
        """Name the button that pauses or continues."""
        self.pause_button.setText(self.tr("Continue") if paused else self.tr("Pause"))
        self.pause_button.set_icon_name("play" if paused else "pause")

    def show_merge(self, words: str, done: int, total: int) -> None:
        """Show the newest merge, and how many there are so far."""
        self._merge.setText(words)
        self._bar.set_progress(done, total)
        of = self.tr("{done} of {total} merges")
        self._count.setText(of.format(done=wording.number(done), total=wording.number(total)))


class Replay(QObject):
    """Plays the run that has ended last.

    Attributes:
        controls: its page in the head. is_on: whether it plays, or is paused.

    Signals:
        moved(int, int): handle of the run's tokenizer, and the size of the vocabulary that is shown; 0 at
            the end.
        ended(): it has come to its end, or was skipped.

    """

    moved = Signal(int, int)
    ended = Signal()

    def __init__(
        self, head: RunHeader, plots: RunPlots, log: MergeLogPanel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._head, self._plots, self._log = head, plots, log
        self.controls = ReplayControls()
        head.add_page(self.controls)
        self.is_on = False
        self._record: RunRecord | None = None
        self._tokenizer: TokenizerInfo | None = None
        self._place: Callable[[float], int] = lambda _share: 0
        self._share = 0.0  # of the time of the replay that has passed
        self._n_shown = self._turn = 0
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=FRAME_MS)
        self._timer.timeout.connect(self._show_frame)
        head.replay_clicked.connect(self.start)
        self.controls.pause_button.clicked.connect(self.pause_or_continue)
        self.controls.skip_button.clicked.connect(self.end)

    def set_run(self, record: RunRecord, tokenizer: TokenizerInfo) -> None:
        """Take the run that has ended."""
        self._record, self._tokenizer = record, tokenizer
        self._place = pacing(record.n_merges)
        self._head.replay_link.setVisible(record.n_merges > 0)

    def start(self) -> None:
        """Show the run from its first merge."""
        if self._record is None or not self._record.n_merges or self.is_on:
            return
        self.is_on = True
        self._share, self._n_shown = 0.0, -1
        self._head.show_replay(True, self.controls.pause_button)
        self._play(True)
        self._show(self._place(0.0))

    def _play(self, on: bool) -> None:
        self.controls.show_paused(not on)
        if on:
            self._clock.start()
            self._timer.start()
        else:
            self._timer.stop()

    def pause_or_continue(self) -> None:
        """Hold the replay where it is, or let it go on."""
        if self.is_on:
            self._play(not self._timer.isActive())

    def end(self) -> None:
        """Show the whole run again."""
        if self._leave():
            self._head.show_replay(False)
            self.ended.emit()

    def forget(self) -> None:
        """Leave the run: another one begins."""
        self._leave()
        self._record = self._tokenizer = None

    def _leave(self) -> bool:
        """Take the replay away from log, plots and text; return whether there was one."""
        if not self.is_on or self._record is None or self._tokenizer is None:
            return False
        self.is_on = False
        self._timer.stop()
        self._log.show_until(None)
        self._plots.show_merges(self._record)
        self.moved.emit(self._tokenizer.handle, 0)
        return True

    def _show_frame(self) -> None:
        passed = min(self._clock.restart() / 1000, _LATEST)
        self._share += passed / self.controls.speed.value()
        if self._share >= 1.0:
            self.end()
        else:
            self._show(self._place(self._share))

    def _show(self, n: int) -> None:
        """Show the run as it was after `n` merges."""
        record, tokenizer = self._record, self._tokenizer
        if record is None or tokenizer is None:
            return
        self._turn += 1
        self._plots.show_some(record.until(n), self._turn % N_TURNS)
        if n == self._n_shown:
            return
        self._n_shown = n
        self._log.show_until(n)
        self.controls.show_merge(self._words(record, n - 1), n, record.n_merges)
        if tokenizer.merge_order:
            self.moved.emit(tokenizer.handle, tokenizer.vocab_size - record.n_merges + n)

    def _words(self, record: RunRecord, rank: int) -> str:
        """Return "·t + he → ·the, 812 times" of a merge."""
        left, right = (_shown(half) for half in self._log.model.halves(rank))
        token = _shown(self._log.model.token(rank))
        times = wording.times(int(record.counts[rank]))
        return self.tr("{left} + {right} → {token}, adjacent {times}").format(
            left=left, right=right, token=token, times=times
        )


def pacing(n: int) -> Callable[[float], int]:
    """Return which of `n` merges is the last one shown, 1 … n, after a share of the time, from 0 to 1.

    The first come one by one and can be read; they matter most. The pace grows at a constant rate.
    """
    rate = max(1.0, math.log(max(n, 1)) - 2.0)

    def _place(share: float) -> int:
        return 1 + round((n - 1) * math.expm1(rate * share) / math.expm1(rate))

    return _place


def _shown(token: bytes) -> str:
    return one_line(visible(token[: 4 * _SHOWN]), _SHOWN)
