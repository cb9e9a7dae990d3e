"""Collects cyclic garbage in the window's thread only, in short turns between what the user does.

Python collects where an object happens to be made: in a lane's thread it would take widgets apart while the
window uses them, in the window's in the middle of a frame (20 ms for what is kept of a text that was scrolled
through). So the window turns that off. Without a window Python collects as
usual; the child does so too, but while it reads JSON (`formats/files/strict_json.uncollected`).
"""

from __future__ import annotations

import gc
import linecache
import time

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from workbench.widgets import heap

TURN_MILLISECONDS = 50  # in which a lane makes so little that a turn takes some milliseconds
LEFT_SECONDS = 0.025  # after a key or a turn of the wheel, as long as a frame
MOST_LEFT = 100_000  # objects, past which collection interrupts even endless scrolling
IDLE_SECONDS = 1.0
# Old objects are frozen: a collection that walks through vocabularies was seen to take 20 to 60 ms. What of
# them has become garbage since goes at these intervals.
THAW_SECONDS = 120.0
OLD_TURNS, MOST_OLD_TURNS = 10, 200  # of the middle generation, before a full one: when idle, and in any case

# Of the heap: what has become free since it was given back last, and how often that is looked at.
MOST_FREE = 16 << 20
LOOK_SECONDS = 5.0


class _Activity:
    """When the user last did something that the window must follow at once."""

    def __init__(self) -> None:
        self.last = 0.0


_activity = _Activity()


def leave_garbage() -> None:
    """Collect nothing for a moment: a key or the wheel is being followed."""
    _activity.last = time.perf_counter()


def keep() -> None:
    """Look at nothing that is there by now: it is the program itself, which stays; until the next thaw."""
    gc.freeze()


class Collector(QObject):
    """The one collector of a program with a window; Python's own is off from its making on."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        linecache.clearcache()
        self._thawed = self._looked = time.perf_counter()
        self._free = heap.free_bytes()
        self._timer = QTimer(self, interval=TURN_MILLISECONDS, timerType=Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.turn)
        self._timer.start()

    def turn(self) -> None:
        """Collect what has come together, where it does not hold the user up."""
        young, middle, old = gc.get_count()
        thresholds = gc.get_threshold()
        still = time.perf_counter() - _activity.last
        if still < LEFT_SECONDS and young < MOST_LEFT:
            return
        idle = still > IDLE_SECONDS and QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        if old > (OLD_TURNS if idle else MOST_OLD_TURNS):
            self._collect_all(thaw=idle and time.perf_counter() - self._thawed > THAW_SECONDS)
        elif young > thresholds[0]:
            gc.collect(1 if middle > thresholds[1] else 0)
        elif idle and time.perf_counter() - self._looked > LOOK_SECONDS:
            self._give_back()

    def _give_back(self) -> None:
        """Give back what a closed text or tokenizer has left: nothing is collected where nothing is made.

        Also the source of every module that was imported after PySide (6.11), which reads it: 25 MB.
        """
        self._looked = time.perf_counter()
        linecache.clearcache()
        free = heap.free_bytes()
        if free > self._free + MOST_FREE:
            heap.give_back()
        else:
            free = min(free, self._free)
        self._free = free

    def _collect_all(self, *, thaw: bool) -> None:
        if thaw:
            gc.unfreeze()
            self._thawed = time.perf_counter()
        gc.collect()
        gc.freeze()
        heap.give_back()
