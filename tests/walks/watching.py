"""What has to hold after every step of a walk."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QRect, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QDockWidget, QLayout, QLayoutItem, QWidget
from shiboken6 import Shiboken

from tests.walks.holding import most_memory
from tests.walks.saying import QUIET

SETTLING_ROUNDS = 500  # of 10 ms and what the events take: more where others have the processor
MOST_SECONDS = 120  # of one step; then the walk ends with the stacks of all threads
MOST_THREADS, MOST_HANDLES, MOST_BYTES = 40, 120, 2 << 30


class _Logged(logging.Handler):
    """Passes on what is logged as an error, as a job does that failed for no reason of the user's."""

    def __init__(self, note: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        self._note(f"logged: {self.format(record)}")


class Watch:
    """Looks at a window, and collects what is wrong.

    Attributes:
        found: the faults, as sentences.

    """

    def __init__(self) -> None:
        self.found: list[str] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note exceptions that were not caught, what is logged as an error, and warnings of Qt.

        What hangs tells where, and ends.
        """
        hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = lambda *told: self._note("".join(traceback.format_exception(*told)))
        threading.excepthook = lambda told: self._note(f"in a thread: {told.exc_value!r}")
        sys.unraisablehook = lambda told: self._note(f"unraisable: {told.exc_value!r} in {told.object!r}")
        before = qInstallMessageHandler(self._message)
        logged = _Logged(self._note)
        logging.getLogger().addHandler(logged)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(logged)
            faulthandler.cancel_dump_traceback_later()
            qInstallMessageHandler(before)
            sys.excepthook, threading.excepthook, sys.unraisablehook = hooks

    def begin_step(self) -> None:
        """Let a step that never ends be told of."""
        faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)

    def look(self, window: QWidget) -> None:
        """Look at everything, at panels once they have had the time to go to their places."""
        for _ in range(SETTLING_ROUNDS):
            if not any(panels_out_of_place(window)):
                break
            QApplication.processEvents()
            time.sleep(0.01)
        for fault in (*panels_out_of_place(window), *too_much(), *kept_items()):
            self._note(fault)

    def _message(self, kind: QtMsgType, _where: QMessageLogContext, text: str) -> None:
        if kind not in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg} and not QUIET.search(text):
            self._note(f"Qt says: {text}")

    def _note(self, fault: str) -> None:
        if fault not in self.found:
            self.found.append(fault)


def panels_out_of_place(window: QWidget) -> Iterator[str]:
    """Yield what is wrong with the panels that are seen in the window: outside of it, or on each other."""
    places = {
        dock.windowTitle(): QRect(dock.mapTo(window, dock.rect().topLeft()), dock.size())
        for dock in window.findChildren(QDockWidget)
        if dock.isVisible() and not dock.isFloating() and not dock.visibleRegion().isEmpty()
    }
    for title, place in places.items():
        if not window.rect().contains(place):
            yield f"the panel {title!r} lies outside of the window: {place} in {window.size()}"
    for (one, here), (other, there) in combinations(places.items(), 2):
        if here.intersects(there):
            yield f"the panels {one!r} and {other!r} lie on each other: {here}, {there}"


def too_much() -> Iterator[str]:
    """Yield what has grown past all bounds: threads, handles, memory."""
    if threading.active_count() > MOST_THREADS:
        yield f"{threading.active_count()} threads"
    handles = Path("/proc/self/fd")
    if handles.is_dir() and len(os.listdir(handles)) > MOST_HANDLES:
        yield f"{len(os.listdir(handles))} handles"
    if (size := most_memory()) > MOST_BYTES:
        yield f"{size >> 20} MB of memory"


def kept_items() -> Iterator[str]:
    """Yield what would end the program later: see `widgets.layout_items`."""
    items = [each for each in Shiboken.getAllValidWrappers() if isinstance(each, QLayoutItem)]
    if any(not isinstance(each, QLayout) and not Shiboken.createdByPython(each) for each in items):
        yield "Python keeps items of layouts"
