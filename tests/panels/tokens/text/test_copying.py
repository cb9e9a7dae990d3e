"""What the copy menu puts on the clipboard, its limits, and that these are said."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from tests.vocabularies import info
from workbench.panels.tokens.text import copying
from workbench.panels.tokens.text.copy_menu import KINDS, CopyMenu
from workbench.panels.tokens.text.selection_counts import SelectionCounts
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.text import TokenTextView


@pytest.fixture
def menu(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    view = TokenTextView(parent)
    view.resize(600, 400)
    view.set_bytes(b"ab cd <b>\n")
    spans = np.array([[0, 2], [2, 5], [5, 6], [6, 10]], np.uint64)
    view.tokens.take(0, 10, np.array([5, 6, 7, 8], np.uint32), spans)
    menu = CopyMenu(view, parent)
    menu.set_tokenizer(info(4))
    menu.told, menu.n_copied = [], []
    menu.cut_short.connect(menu.told.append)
    menu.copied.connect(menu.n_copied.append)
    menu.view, menu.owner = view, parent
    return menu


def copied(qtbot, menu, kind):
    before = len(menu.told) + len(menu.n_copied)
    menu.actions[kind].trigger()
    qtbot.waitUntil(lambda: len(menu.told) + len(menu.n_copied) > before)
    return QGuiApplication.clipboard()


def test_every_kind(qtbot, menu):
    assert copied(qtbot, menu, "ids").text() == "5 6 7 8"
    assert copied(qtbot, menu, "python_list").text() == "[5, 6, 7, 8]"
    assert copied(qtbot, menu, "strings").text() == "ab\n cd\n \n<b>\\u{A}"
    mime = copied(qtbot, menu, "page").mimeData()
    assert mime.html() == mime.text()
    assert "&lt;b&gt;" in mime.html()
    assert "<h1>Test</h1>" in mime.html()
    clipboard = copied(qtbot, menu, "image")
    assert clipboard.image().size() == QImage.fromData(clipboard.mimeData().data("image/png")).size()
    assert menu.n_copied == [4] * len(KINDS)
    assert menu.told == []


def test_only_what_is_selected(qtbot, menu):
    menu.view.editor.select(2, 6)
    assert copied(qtbot, menu, "ids").text() == "6 7"
    assert "<p>2 tokens, 4 bytes.</p>" in copied(qtbot, menu, "page").text()
    assert menu.tokens() == (1, 3)


@pytest.mark.parametrize(
    ("kind", "limit", "most"),
    [("ids", "MOST_COPIED", 3), ("python_list", "MOST_COPIED", 3), ("strings", "MOST_COPIED", 3),
     ("page", "MOST_PASTED", 3), ("image", "MOST_TOKENS", 3)],
)  # fmt: skip
def test_what_is_too_much_is_cut_short_and_said(qtbot, menu, monkeypatch, kind, limit, most):
    monkeypatch.setattr(copying, limit, most)
    copied(qtbot, menu, kind)
    assert menu.told == [
        "Copied the first 3 of 4 tokens, the most that the clipboard takes. Use the File menu to save all."
    ]
    if kind == "ids":
        assert QGuiApplication.clipboard().text() == "5 6 7"
    if kind == "page":
        assert "(the first 3 of 4 tokens)" in QGuiApplication.clipboard().text()


def test_too_much_text_is_not_copied_and_said(menu, monkeypatch):
    QGuiApplication.clipboard().setText("before")
    monkeypatch.setattr(copying, "MOST_TEXT", 9)
    menu.text.trigger()
    assert menu.told == ["Nothing was copied: 10 bytes is too much for the clipboard. Select up to 9 bytes."]
    assert QGuiApplication.clipboard().text() == "before"
    menu.view.editor.select(0, 9)
    menu.text.trigger()
    assert menu.view.editor.selected_bytes() == b"ab cd <b>"
    assert QGuiApplication.clipboard().text().removeprefix("\ufeff") == "ab cd <b>"


def test_tokens_around_the_text_go_with_all_of_it(qtbot, menu):
    spans = np.array([[0, 0], [0, 2], [2, 10], [10, 10]], np.uint64)
    menu.view.tokens.take(0, 10, np.array([1, 5, 6, 2], np.uint32), spans)
    shown = []
    counts = SelectionCounts(menu.view, lambda n_tokens, *_, **__: shown.append(n_tokens), menu)
    for place, ids in (((0, 2), "5"), ((2, 10), "6"), ((0, 10), "1 5 6 2"), ((3, 3), "1 5 6 2")):
        menu.view.editor.select(*place)
        assert copied(qtbot, menu, "ids").text() == ids
    assert [n_tokens for n_tokens in shown if n_tokens] == [1, 1, 4]
    assert counts


def test_special_tokens_without_bytes_are_their_text(qtbot, menu):
    tokenizer = info(4, ("<s>",))
    ((_, special_id),) = tokenizer.special_tokens
    menu.set_tokenizer(tokenizer)
    menu.view.set_look(special_ids=frozenset([special_id]))
    menu.view.rows.set_added(Added(("<s>",)))
    menu.view.tokens.take(0, 10, np.array([special_id, 5], np.uint32), np.array([[0, 0], [0, 10]], np.uint64))
    assert copied(qtbot, menu, "strings").text() == "<s>\nab cd <b>\\u{A}"


def test_a_change_of_the_text_gives_up(qtbot, menu, monkeypatch):
    monkeypatch.setattr("workbench.widgets.slices.SLICE_SECONDS", 0.0)
    menu.view.set_bytes(b"ab " * 100_000)
    ends = np.arange(3, 300_003, 3, dtype=np.uint64)
    menu.view.tokens.take(0, 300_000, np.zeros(100_000, np.uint32), np.stack([ends - 3, ends], axis=1))
    qtbot.waitUntil(lambda: len(menu.view.spans) == 100_000)
    QGuiApplication.clipboard().setText("before")
    menu.actions["strings"].trigger()
    menu.stop()
    assert not menu._slices.running
    assert QGuiApplication.clipboard().text() == "before"


def test_tokens_are_offered_once_they_are_all_there(menu):
    told = []
    menu.completed.connect(told.append)
    menu.set_complete(False)
    assert all(action.isEnabled() for action in menu.actions.values())  # most letters have theirs soon
    menu._missing.timeout.emit()
    assert not any(action.isEnabled() for action in menu.actions.values())
    assert menu.text.isEnabled()
    menu.set_complete(True)
    assert all(action.isEnabled() for action in menu.actions.values())
    assert told == [False, True]


def test_what_is_asked_for_a_moment_before_is_done_once_they_are_there(qtbot, menu):
    menu._missing.setInterval(3_600_000)
    QGuiApplication.clipboard().setText("before")
    menu.set_complete(False)
    menu.actions["ids"].trigger()
    assert QGuiApplication.clipboard().text() == "before"
    with qtbot.waitSignal(menu.copied, timeout=30_000):
        menu.set_complete(True)
    assert QGuiApplication.clipboard().text() != "before"


def test_a_change_of_the_text_gives_up_what_waits(menu):
    menu._missing.setInterval(3_600_000)
    QGuiApplication.clipboard().setText("before")
    menu.set_complete(False)
    menu.actions["ids"].trigger()
    menu.stop()
    menu.set_complete(True)
    assert not menu._slices.running
    assert QGuiApplication.clipboard().text() == "before"
