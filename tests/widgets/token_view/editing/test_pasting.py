"""A large paste comes in slices, as one step of undo, and in the order in which edits were wished."""

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from tests.widgets.token_view.editing.test_pointer import drag_selection
from tests.widgets.token_views import load
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.document.line_feeds import line_feeds
from workbench.widgets.token_view.editing import pasting as token_pasting
from workbench.widgets.token_view.output.clipboard import mime_of
from workbench.widgets.token_view.text import TokenTextView

PASTED = b"one line\nanother, with more in it\n\n" * 9


@pytest.fixture
def view(qtbot, monkeypatch):
    """A view with a text, and a text on the clipboard that takes several slices."""
    monkeypatch.setattr(token_pasting, "SHORT", 50)
    monkeypatch.setattr(token_pasting, "SLICE", 50)
    made = TokenTextView()
    qtbot.addWidget(made)
    made.resize(500, 300)
    load(made, b"before\nafter")
    QGuiApplication.clipboard().setMimeData(mime_of(PASTED))
    made.editor.place(7)
    return made


def test_it_comes_later_as_one_step(view, qtbot):
    view.clipboard.paste()
    assert view.content() == b"before\nafter"
    qtbot.waitUntil(lambda: view.content() == b"before\n" + PASTED + b"after", timeout=30_000)
    assert view.document.n_lines == view.content().count(b"\n") + 1
    assert view.editor.position == 7 + len(PASTED)
    view.editor.undo()
    assert view.content() == b"before\nafter"
    assert not view.document.history.undo


def test_an_edit_waits_for_what_was_pasted_before_it(view):
    view.clipboard.paste()
    view.editor.insert(b"!")
    assert view.content() == b"before\n" + PASTED + b"!after"
    view.editor.undo()
    view.editor.undo()
    assert view.content() == b"before\nafter"


def test_undo_takes_back_what_is_on_its_way(view):
    view.clipboard.paste()
    view.editor.undo()
    assert view.content() == b"before\nafter"
    view.editor.redo()
    assert view.content() == b"before\n" + PASTED + b"after"


def test_it_replaces_what_was_selected_though_the_caret_has_moved(view, qtbot):
    view.editor.select(0, 7)
    view.clipboard.paste()
    view.editor.place(9)
    qtbot.waitUntil(lambda: view.content() == PASTED + b"after", timeout=30_000)


def test_two_pastes_come_one_after_the_other(view, qtbot):
    view.clipboard.paste()
    view.clipboard.paste()
    qtbot.waitUntil(lambda: view.content() == b"before\n" + PASTED * 2 + b"after", timeout=30_000)


def test_another_text_drops_it(view, qtbot):
    view.clipboard.paste()
    view.set_bytes(b"other")
    assert not view.clipboard.pasting.running
    view.editor.insert(b"an")
    assert view.content() == b"another"


def test_what_is_dropped_meanwhile_lands_where_it_was_dropped(view, monkeypatch):
    view.editor.place(1)
    view.clipboard.paste()
    view.editor.select(3, 6)
    drag_selection(view, monkeypatch, 11)
    assert view.content() == b"b" + PASTED + b"ef\nafteorer"
    assert view.editor.selected_bytes() == b"ore"


def test_line_feeds_of_a_large_paste_are_known_when_it_comes_back():
    document = Document(b"before\nafter")
    data = PASTED * 300
    document.replace(7, 7, data, feeds=line_feeds(data))
    document.replace(50_000, 70_000, b"x\ny")
    document.replace(7, 20, b"")
    for step in (document.undo, document.undo, document.undo, document.redo, document.redo, document.redo):
        step()
        assert np.array_equal(document._feeds.places(), line_feeds(document.whole()).places())


def test_an_edit_that_needs_wider_line_numbers_estimates_rows_once(view, qtbot, monkeypatch):
    view.rows.set_numbered(True)
    estimated = []
    estimate = view.pieces.flow._estimate

    def counted(lengths):
        estimated.append(len(lengths))
        return estimate(lengths)

    monkeypatch.setattr(view.pieces.flow, "_estimate", counted)
    left = view.places.left
    view.editor.insert(b"line\n" * 2000)
    assert estimated == [2002]
    assert view.places.left == view.rows.gutter() > left
    assert view.pieces.flow.n_rows() == 2002
    assert view.places.visible_range()[1] > 0
    view.editor.undo()
    assert (view.places.left, view.pieces.flow.n_rows()) == (left, 2)
