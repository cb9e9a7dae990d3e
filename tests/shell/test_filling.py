"""A window that is filled turn by turn comes to be what it is when it is filled at once."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from workbench.settings import Settings
from workbench.shell import app as application
from workbench.shell import wiring
from workbench.shell.filling import Filling
from workbench.shell.parts import Parts
from workbench.shell.window import MainWindow

_QUIET = 500  # ms, in which what follows the text and its tokens has come


@pytest.fixture
def make(qapp: QApplication, qtbot, monkeypatch) -> Iterator[Callable[[Path], MainWindow]]:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    windows: list[MainWindow] = []

    def _make(folder: Path, task: str = "inspect") -> MainWindow:
        settings = Settings(folder / "settings.ini")
        settings.task = task
        window = application.make_window(qapp, settings)
        window.resize(1280, 800)
        window.show()
        windows.append(window)
        return window

    yield _make
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.unfreeze()


def _state(parts: Parts, qtbot) -> dict[str, object]:
    """Return what can be seen and done, once nothing goes on any more."""
    qtbot.waitUntil(lambda: parts.tokens.encoding.encoded is not None, timeout=20_000)
    qtbot.waitUntil(lambda: parts.selected.facts.isVisible(), timeout=20_000)
    qtbot.wait(_QUIET)
    window = parts.window
    actions = {
        id_: (action.isVisible(), action.isEnabled(), action.isChecked(), action.text())
        for id_, action in window.commands._actions.items()
    }
    switches = {name: (each.isVisible(), each.isChecked()) for name, each in window.tasks.switches.items()}
    labels = sorted(
        (label.text(), label.isVisible()) for label in window.findChildren(QLabel) if label.text()
    )
    places = {
        name: (dock.geometry().getRect(), dock.isVisible(), dock.panel.is_made)
        for name, dock in window.tasks.page.docks.items()
    }
    focus = QApplication.focusWidget()
    return {
        "actions": actions, "switches": switches, "labels": labels, "places": places,
        "title": window.windowTitle(), "keyboard": type(focus).__name__,
        "menus": [action.text() for menu in window.menuBar().actions() for action in menu.menu().actions()],
    }  # fmt: skip


def _turns(qapp: QApplication, window: MainWindow, qtbot) -> Parts:
    filled: list[Parts] = []
    Filling(qapp, window, filled.append)
    qtbot.waitUntil(lambda: filled != [], timeout=20_000)
    return filled[0]


def _same(turns: dict[str, object], once: dict[str, object]) -> None:
    for name, there in once.items():
        assert turns[name] == there, name


def test_a_first_window_is_the_same_turn_by_turn(qapp, qtbot, make, tmp_path: Path) -> None:
    turns = _state(_turns(qapp, make(tmp_path / "turns"), qtbot), qtbot)
    _same(turns, _state(wiring.fill(make(tmp_path / "once")), qtbot))


def _leave(make, folder: Path, task: str, qtbot) -> None:
    """Leave a session in which every kept part has something of its own."""
    parts = wiring.fill(make(folder))
    qtbot.waitUntil(lambda: parts.tokens.encoding.encoded is not None, timeout=20_000)
    parts.tokens.set_text(b"a text of one's own, twice twice")
    QTest.keyClicks(parts.tokens.view, "typed ")
    parts.corpus.sources.add_paths(["sample:"])
    parts.tokens.finding.bar.restore({"find": "twice", "replace": ""})
    parts.window.raise_panel("chat")
    parts.window.show_task(task)
    qtbot.wait(300)
    parts.window.close()


@pytest.mark.parametrize("task", ["inspect", "vocabulary"])
def test_a_session_comes_back_the_same_turn_by_turn(qapp, qtbot, make, tmp_path: Path, task: str) -> None:
    _leave(make, tmp_path / "left", task, qtbot)
    shutil.copytree(tmp_path / "left", tmp_path / "turns")
    shutil.copytree(tmp_path / "left", tmp_path / "once")
    turns = _turns(qapp, make(tmp_path / "turns", task), qtbot)
    state = _state_of_session(turns, qtbot)
    _same(state, _state_of_session(wiring.fill(make(tmp_path / "once", task)), qtbot))


def _state_of_session(parts: Parts, qtbot) -> dict[str, object]:
    qtbot.waitUntil(lambda: parts.tokens.encoding.encoded is not None, timeout=20_000)
    qtbot.wait(_QUIET)
    kept = parts.keeping.sections()
    return {
        "text": bytes(parts.tokens.text()),
        "kept": {name: kept[name] for name in ("corpus", "training", "find", "chat", "drafts")},
        "task": parts.window.tasks.current,
        "begun": parts.keeping._begun,
        "actions": {
            id_: (action.isVisible(), action.isEnabled(), action.isChecked())
            for id_, action in parts.window.commands._actions.items()
        },
        "places": {
            name: (dock.geometry().getRect(), dock.isVisible())
            for name, dock in parts.window.tasks.page.docks.items()
        },
    }


def test_what_is_typed_before_all_is_there_finds_it_there(qapp, qtbot, make, tmp_path: Path) -> None:
    window, filled = make(tmp_path), []
    with qtbot.waitActive(window):
        window.activateWindow()
    Filling(qapp, window, filled.append)
    assert filled == []
    QTest.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert len(filled) == 1
    assert window.tasks.current == "vocabulary"


def test_tool_bar_and_rail_stay_as_they_are_when_the_rest_comes(qapp, qtbot, make, tmp_path: Path) -> None:
    def _seen() -> dict[int, object]:
        return {
            id(each): (each.text(), each.isVisible(), each.isEnabled(), each.geometry().getRect())
            for part in (window.toolbar, window.rail)
            for each in part.findChildren(QAbstractButton)
            if each.isVisible()
        }

    window, filled = make(tmp_path), []
    filling = Filling(qapp, window, filled.append)
    qtbot.waitUntil(lambda: filling.first.tokens.encoding.encoded is not None or filled != [], timeout=20_000)
    assert filled == []
    before = _seen()
    qtbot.waitUntil(lambda: filled != [], timeout=20_000)
    assert _seen() == before
