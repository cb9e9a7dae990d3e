"""Stands in for Qt's OpenGL (10 MB) in the built program: pyqtgraph imports it, but draws no plot here by it.

PyInstaller's start runs this before all else.
"""

import sys
import types


class _Names(types.ModuleType):
    """A module in which every name is a class without anything in it."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        setattr(self, name, type(name, (), {}))
        return getattr(self, name)


for _name in ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"):
    sys.modules[_name] = _Names(_name)
