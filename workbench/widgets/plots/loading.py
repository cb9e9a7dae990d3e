"""Imports pyqtgraph when the first plot is shown, and builds the plots that wait for it.

The import takes some 200 ms, so a thread does it; a plot takes some 15 ms, so the waiting ones are built one
a turn of the event loop. The classes of Qt that pyqtgraph asks for are made before, bit by bit, on the
window's thread: PySide makes a class when its module is first requested it, and its enums by Python code, in
which the interpreter may pass to another thread. One that paints with the class meanwhile finds half of it;
that ended the program with a segmentation fault.
"""

from __future__ import annotations

import importlib
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Protocol

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal

TURN_SECONDS = 0.004  # of the window, given to the making of classes at once
BETWEEN_BUILDS_MS = 30  # between two plots the window gets to do other things
MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtOpenGLWidgets", "QtTest")  # those pyqtgraph asks for


class Built(Protocol):
    """What is built once pyqtgraph is there."""

    def build(self) -> None:
        """Make its items."""


def class_steps() -> Iterator[None]:
    """Yield None after each class of Qt; a module that is not installed is left out."""
    for name in MODULES:
        try:
            module = importlib.import_module(f"PySide6.{name}")
        except ImportError:
            continue
        for attribute in dir(module):
            getattr(module, attribute, None)
            yield


class Loader(QObject):
    """Imports pyqtgraph once, off the window's thread, and lets the plots build themselves one by one.

    Signals:
        loaded: emitted on the importing thread, so its slots run on the window's thread by the queue.

    """

    loaded = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Built] = deque()
        self._classes: Iterator[None] | None = None
        self._ready = False
        self.loaded.connect(self._begin, Qt.ConnectionType.QueuedConnection)

    def build(self, plot: Built) -> None:
        """Schedule the building of a plot."""
        self._waiting.append(plot)
        if self._classes is None:
            self._classes = class_steps()
            self._make_classes()
        elif self._ready and len(self._waiting) == 1:
            QTimer.singleShot(BETWEEN_BUILDS_MS, self._build_next)

    def _make_classes(self) -> None:
        until = time.perf_counter() + TURN_SECONDS
        for _ in self._classes or ():
            if time.perf_counter() > until:
                QTimer.singleShot(1, self._make_classes)
                return
        threading.Thread(target=self._import, name="import-pyqtgraph").start()

    def _import(self) -> None:
        importlib.import_module("pyqtgraph")
        if shiboken6.isValid(self):
            self.loaded.emit()

    def _begin(self) -> None:
        self._ready = True
        self._build_next()

    def _build_next(self) -> None:
        plot = self._waiting.popleft()
        if shiboken6.isValid(plot):
            plot.build()
        if self._waiting:
            QTimer.singleShot(BETWEEN_BUILDS_MS, self._build_next)


_loaders: list[Loader] = []


def the_loader() -> Loader:
    """Return the one loader, made when the first plot is shown, when there is an application."""
    if not _loaders or not shiboken6.isValid(_loaders[0]):
        _loaders[:] = [Loader()]
    return _loaders[0]
