"""Makes the classes of Qt, bit by bit, on the thread of the window.

PySide makes a class when its module is first asked for it, and its enums by Python code, in which the
interpreter may pass to another thread: one that paints with the class meanwhile finds half of it. That ended
the program with a segmentation fault where a thread imported pyqtgraph, which asks for all of them.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator

MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtOpenGLWidgets", "QtTest")  # those pyqtgraph asks for


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
