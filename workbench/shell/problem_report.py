"""What a report of a problem says: versions, the machine, the last problems; nothing of the user's."""

from __future__ import annotations

import locale
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from workbench import kernels
from workbench.shell import log_files
from workbench.shell.dialogs.about import program_version
from workbench.widgets.look.theme import chosen_theme, reduced_motion

_LIBRARIES = ("PySide6-Essentials", "numpy", "pyqtgraph", "regex", "tokenizers", "sentencepiece", "pyarrow")


def report(log_folder: Path, error: BaseException | None = None) -> str:
    """Return a report; `error` is the exception that it is about."""
    parts = ["\n".join(_facts())]
    if error is not None:
        parts.append("\n".join(["[this problem]", *log_files.places_of(error)]))
    parts += [f"[{name}]\n{text.strip()}" for name, text in log_files.quoted(log_folder)]
    return "\n\n".join(parts) + "\n"


def _facts() -> Iterator[str]:
    yield f"Tokenizer workbench {program_version() or '(not installed)'}"
    yield f"Python {platform.python_version()}, Qt {qVersion()}{', frozen' if hasattr(sys, 'frozen') else ''}"
    yield f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield "Libraries: " + ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES)
    yield f"Compiled kernels: {kernels.why_not() or 'active'}"
    sizes = [
        f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    ]
    yield f"Screens ({QGuiApplication.platformName()}): {', '.join(sizes)}"
    yield f"Language: {locale.getlocale()[0]}; theme: {chosen_theme()}; reduced motion: {reduced_motion()}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"
