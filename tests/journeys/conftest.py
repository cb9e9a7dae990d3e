"""The whole window, driven as a person would: nothing below it is replaced."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot

from workbench.settings import Settings
from workbench.shell import app as application
from workbench.shell import wiring
from workbench.shell.parts import Parts
from workbench.worker.messages.tokenizers import TokenizerInfo

PATIENCE = 30_000  # milliseconds; a hang limit, not a target


class StrayWindows(QObject):
    """Notes widgets shown before they have a parent: each is a window for a moment, and takes the keyboard.

    Attributes:
        names: their classes.

    """

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            is_meant = isinstance(watched, QDialog | QMainWindow | QMenu)
            if not is_meant and watched.windowType() == Qt.WindowType.Window:
                self.names.append(type(watched).__name__)
        return False


class Person:
    """A person at the window: clicks, types, and waits for what can be seen.

    Attributes:
        parts: what the window is made of.
        bot: pytest-qt's.

    """

    def __init__(self, parts: Parts, bot: QtBot) -> None:
        self.parts = parts
        self.bot = bot

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        assert widget.isVisible(), "it cannot be seen"
        assert widget.isEnabled(), "it cannot be clicked"
        self.bot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or widget.rect().center())

    def button(self, text: str, within: QWidget | None = None) -> QAbstractButton:
        """Return the button in sight whose text begins so, once it is there."""

        def _found() -> list[QAbstractButton]:
            buttons = (within or self.parts.window).findChildren(QAbstractButton)
            return [b for b in buttons if b.isVisible() and b.text().startswith(text)]

        self.wait(_found)
        return _found()[0]

    def wait(self, until: Callable[[], object], milliseconds: int = PATIENCE) -> None:
        self.bot.waitUntil(lambda: bool(until()), timeout=milliseconds)

    @property
    def tokenizer(self) -> TokenizerInfo | None:
        """The tokenizer in use."""
        return self.parts.session.tokenizers.current

    def counts(self) -> str:
        """Return the number of tokens as it is shown."""
        return self.parts.tokens.counts.tokens.value()

    def asked(self, kind: type) -> list[Any]:
        """Return a list to which requests of a class are added as they are asked for."""
        found: list[Any] = []

        def _call(call: Callable[..., None], act: Callable[..., object], *args: object) -> None:
            found.extend(arg for arg in args if isinstance(arg, kind))
            call(act, *args)

        lanes = self.parts.lanes
        for lane in (lanes.training, lanes.jobs, lanes.live, lanes.find, lanes.lab, lanes.compare):
            lane.call = partial(_call, lane.call)
        return found

    def encoded(self) -> bool:
        """Say whether the text is colored to its end."""
        return self.parts.tokens.encoding.encoded is not None

    def ids(self) -> list[int]:
        """Return the ids that are shown."""
        spans = self.parts.tokens.view.spans
        return spans.take(0, len(spans)).ids.tolist()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.ini")


@contextlib.contextmanager
def shown(qapp: QApplication, qtbot: QtBot, settings: Settings) -> Iterator[Person]:
    """Have a window of its own with a person at it, closed and let go at the end."""
    stray = StrayWindows()
    qapp.installEventFilter(stray)
    hooks = sys.excepthook, threading.excepthook
    window = application.make_window(qapp, settings)
    sys.excepthook, threading.excepthook = hooks
    window.resize(1280, 800)  # whatever the screen
    window.show()
    parts = wiring.fill(window)
    person = Person(parts, qtbot)
    person.wait(person.encoded)
    yield person
    qapp.removeEventFilter(stray)
    window.close()
    assert not any(thread.is_alive() for thread in parts.lanes._threads)
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert stray.names == []  # last: a window that is left open fails the tests after it


@pytest.fixture
def person(qapp: QApplication, qtbot: QtBot, settings: Settings) -> Iterator[Person]:
    with shown(qapp, qtbot, settings) as person:
        yield person
