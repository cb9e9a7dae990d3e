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
    made.editor.select_all()
    return made


def on_clipboard():
    return bytes_of(QGuiApplication.clipboard().mimeData())


def test_it_comes_later_as_bytes_and_as_text(view, qtbot):
    view.clipboard.copy()
    assert on_clipboard() == b"before"
    qtbot.waitUntil(lambda: on_clipboard() == TEXT, timeout=30_000)
    assert QGuiApplication.clipboard().text() == TEXT.decode("utf-8", "replace")
    assert not view.clipboard._copying.running


def test_a_cut_takes_what_stood_there(view, qtbot):
    view.editor.insert(TEXT[:9])  # some of it typed
    view.document.replace(9, 9, TEXT[9:])
    view.editor.select_all()
    view.clipboard.cut()
    assert view.content() == b""
    view.editor.insert(b"other")
    qtbot.waitUntil(lambda: on_clipboard() == TEXT, timeout=30_000)
    view.editor.select(0, 5)
    view.editor.undo()
    view.editor.undo()
    assert view.content() == TEXT


def test_a_paste_waits_for_what_was_copied_before_it(view):
    view.editor.select(3, 100)
    view.clipboard.copy()
    view.editor.place(0)
    view.clipboard.paste()
    assert view.content() == TEXT[3:100] + TEXT


def test_what_is_copied_after_it_stays(view):
    view.clipboard.copy()
    QGuiApplication.clipboard().setMimeData(mime_of(b"later"))
    assert not view.clipboard._copying.running
    view.clipboard.copy()
    view.editor.select(0, 2)
    view.clipboard.copy()
    assert on_clipboard() == TEXT[:2]
    assert not view.clipboard._copying.running
