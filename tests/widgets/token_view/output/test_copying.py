"""A large copy comes onto the clipboard in slices, as it was when it began."""

import pytest
from PySide6.QtGui import QGuiApplication

from tests.widgets.token_views import load
from workbench.widgets.token_view.output import copying as token_copying
from workbench.widgets.token_view.output.clipboard import bytes_of, mime_of
from workbench.widgets.token_view.text import TokenTextView

TEXT = "é日👍 a\n".encode() * 40 + b"\xff\xf0\x9f\x91 odd \0"


@pytest.fixture
def view(qtbot, monkeypatch):
    """A view with a text that takes several slices to copy, which cut its characters."""
    monkeypatch.setattr(token_copying, "SHORT", 20)
    monkeypatch.setattr(token_copying, "SLICE", 7)
    made = TokenTextView()
    qtbot.addWidget(made)
    load(made, TEXT)
    QGuiApplication.clipboard().setMimeData(mime_of(b"before"))
    made.select_all()
    return made


def on_clipboard():
    return bytes_of(QGuiApplication.clipboard().mimeData())


def test_it_comes_later_as_bytes_and_as_text(view, qtbot):
    view.copy()
    assert on_clipboard() == b"before"
    qtbot.waitUntil(lambda: on_clipboard() == TEXT, timeout=30_000)
    assert QGuiApplication.clipboard().text() == TEXT.decode("utf-8", "replace")
    assert not view._copying.running


def test_a_cut_takes_what_stood_there(view, qtbot):
    view.editor.insert(TEXT[:9])  # some of it typed
    view.document.replace(9, 9, TEXT[9:])
    view.select_all()
    view.cut()
    assert view.bytes() == b""
    view.editor.insert(b"other")
    qtbot.waitUntil(lambda: on_clipboard() == TEXT, timeout=30_000)
    view.select_bytes(0, 5)
    view.undo()
    view.undo()
    assert view.bytes() == TEXT


def test_a_paste_waits_for_what_was_copied_before_it(view):
    view.select_bytes(3, 100)
    view.copy()
    view.place_caret(0)
    view.paste()
    assert view.bytes() == TEXT[3:100] + TEXT


def test_what_is_copied_after_it_stays(view):
    view.copy()
    QGuiApplication.clipboard().setMimeData(mime_of(b"later"))
    assert not view._copying.running
    view.copy()
    view.select_bytes(0, 2)
    view.copy()
    assert on_clipboard() == TEXT[:2]
    assert not view._copying.running
