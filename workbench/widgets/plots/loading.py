"""Imports pyqtgraph when the first plot is shown, and builds the waiting plots.

The import takes some 200 ms. It goes on in a greenlet on the window's thread, which gives the turn back
between two modules: on a thread of its own it would make classes of PySide while the window uses others,
which ended the program with segmentation faults (`worker.window_calls` says why). The classes of Qt that
pyqtgraph asks for are made before, bit by bit, since one of its modules asks for all of them at once. A plot
takes some 15 ms, so the waiting ones are built one a turn of the event loop.
"""

from __future__ import annotations

import _imp
import importlib
import sys
import time
from collections import deque
from collections.abc import Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Protocol

import shiboken6
from greenlet import getcurrent, greenlet
from PySide6.QtCore import QObject, QTimer

from workbench.widgets.slices import Steps

TURN_SECONDS = 0.004  # of the window, given to the making of classes at once
BETWEEN_BUILDS_MS = 30  # between two plots the window gets to do other things
MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtOpenGLWidgets", "QtTest")  # those pyqtgraph asks for


class Built(Protocol):
    """What is built once pyqtgraph is there."""

    def build(self) -> None:
        """Make its items."""


def load_in_slices() -> Steps[None]:
    """Make the classes of Qt, one in each step; a module that is not installed is left out."""
    for name in MODULES:
        try:
            module = importlib.import_module(f"PySide6.{name}")
        except ImportError:
            continue
        for attribute in dir(module):
            getattr(module, attribute, None)
            yield


class _Turns(MetaPathFinder):
    """Asked for every module that is imported, it finds none, and lets an import pause before."""

    def __init__(self) -> None:
        self.work = greenlet(partial(importlib.import_module, "pyqtgraph"))
        self.until = 0.0
        self._window = getcurrent()

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Pause the import once its turn is over, before a module that nothing else asks for."""
        if getcurrent() is self.work and name.startswith("pyqtgraph.") and time.perf_counter() > self.until:
            # Python holds its lock of imports around a finder. A lane that imports would wait, and for ever
            # where the window closes before all of pyqtgraph is there.
            _imp.release_lock()
            try:
                self._window.switch()
            finally:
                _imp.acquire_lock()

    def take_turn(self) -> bool:
        """Import for a moment; return whether all is imported."""
        self.until = time.perf_counter() + TURN_SECONDS
        try:
            self.work.switch()
        finally:
            if self.work.dead:
                sys.meta_path.remove(self)
        return self.work.dead


class Loader(QObject):
    """Imports pyqtgraph once, in turns, and lets the plots build themselves one by one."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Built] = deque()
        self._classes: Steps[None] | None = None
        self._turns: _Turns | None = None
        self._ready = False

    def build(self, plot: Built) -> None:
        """Schedule the building of a plot."""
        self._waiting.append(plot)
        if self._classes is None:
            self._classes = load_in_slices()
            self._make_classes()
        elif self._ready and len(self._waiting) == 1:
            QTimer.singleShot(BETWEEN_BUILDS_MS, self._build_next)

    def _make_classes(self) -> None:
        until = time.perf_counter() + TURN_SECONDS
        for _ in self._classes or ():
            if time.perf_counter() > until:
                QTimer.singleShot(1, self._make_classes)
                return
        self._import()

    def _import(self) -> None:
        if self._turns is None:
            self._turns = _Turns()
            sys.meta_path.insert(0, self._turns)
        if self._turns.take_turn():
            self._ready = True
            self._build_next()
        else:
            QTimer.singleShot(1, self._import)

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
