"""What a screen reader gets of a view: its role, its value, and the lines that the caret comes to."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from workbench.widgets.token_view import accessible
from workbench.widgets.token_view.accessible import LineTokens
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


def test_the_tokens_of_the_carets_line_are_a_list_in_it(
    qtbot: QtBot, view: TokenTextView, announced: list[str]
) -> None:
    assert view.findChild(LineTokens) is None  # without a reader
    spans = np.array([[0, 5], [5, 11], [11, 17], [17, 26]], np.uint64)
    view.tokens.take(0, len(TEXT), np.array([7, 8, 9, 10], np.uint32), spans)
    qtbot.waitUntil(lambda: view.findChild(LineTokens) is not None)
    listed = view.findChild(LineTokens)
    reader = QAccessible.queryAccessibleInterface(view)
    children = [reader.child(place) for place in range(reader.childCount())]
    (spoken,) = [child for child in children if child.role() == QAccessible.Role.List]
    assert spoken.text(QAccessible.Text.Name) == "Tokens of line 1"
    assert [listed.item(row).text() for row in range(listed.count())] == ["first, id 7", "·line↵, id 8"]
    view.editor.place(20)
    qtbot.waitUntil(lambda: listed.accessibleName() == "Tokens of line 2")
    assert listed.item(0).text() == "second, id 9"
    assert listed.focusPolicy() == Qt.FocusPolicy.NoFocus
