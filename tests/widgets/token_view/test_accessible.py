"""What a screen reader gets of a view: its role, its value, and the lines that the caret comes to."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from workbench.widgets.token_view import accessible
from workbench.widgets.token_view.text import TokenTextView

TEXT = "first line\nsecond · line\n".encode()


@pytest.fixture
def view(qtbot: QtBot) -> TokenTextView:
    view = TokenTextView()
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    view.set_bytes(TEXT)
    return view


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The announcements, to a reader that listens."""
    said: list[str] = []

    def _note(event: QAccessibleAnnouncementEvent) -> None:
        said.append(event.message())

    QAccessible.setActive(True)
    monkeypatch.setattr(accessible.QAccessible, "updateAccessibility", _note)
    yield said
    QAccessible.setActive(False)


def test_a_view_is_a_text_and_its_value_the_line_of_the_caret(view: TokenTextView) -> None:
    reader = QAccessible.queryAccessibleInterface(view)
    assert reader.role() == QAccessible.Role.EditableText
    assert reader.text(QAccessible.Text.Name) == "Text with its tokens"
    assert reader.text(QAccessible.Text.Description) == view.accessibleDescription()
    assert reader.text(QAccessible.Text.Value) == "0 tokens, line 1 of 3: first·line"
    view.editor.place(len(TEXT) - 3)
    assert reader.text(QAccessible.Text.Value) == "0 tokens, line 2 of 3: second···line"
    view.set_bytes(b"x" * 100_000)
    assert len(reader.text(QAccessible.Text.Value)) < 1000


def test_the_line_is_announced_when_the_caret_comes_to_another_one(
    qtbot: QtBot, view: TokenTextView, announced: list[str]
) -> None:
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert announced == []
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert announced == ["Line 2 of 3: second···line", "Line 1 of 3: first·line"]


def test_views_go_with_what_describes_them(qapp: object) -> None:
    for number in range(12):
        view = TokenTextView()
        assert QAccessible.queryAccessibleInterface(view).role() == QAccessible.Role.EditableText
        if number % 3 == 0:
            delete(view)
        elif number % 3 == 1:
            view.deleteLater()
        del view
        gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    again = TokenTextView()  # in the place of one that is gone
    reader = QAccessible.queryAccessibleInterface(again)
    assert reader.text(QAccessible.Text.Value) == "0 tokens, line 1 of 1: "
    delete(again)
