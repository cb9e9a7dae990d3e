"""The window in which ids become text."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.fake_lanes import Asked
from tests.panels.tokens.text.test_panel import info
from workbench.panels.tokens.decoder import ids_field
from workbench.panels.tokens.decoder.decoder import DecoderDialog
from workbench.worker.messages.requests import JobCancelled
from workbench.worker.messages.text import Decoded


@pytest.fixture
def dialog(qtbot):
    dialog = DecoderDialog(asked := Asked())
    qtbot.addWidget(dialog)
    dialog.asked, dialog.requests = asked, asked.requests
    dialog.set_tokenizer(info())
    dialog.open_beside()
    return dialog


def typed(dialog, qtbot, text):
    QTest.keyClicks(dialog.field, text)
    n = len(dialog.requests)
    qtbot.waitUntil(lambda: len(dialog.requests) > n)
    return dialog.requests[-1]


def test_typed_ids_are_asked_for_and_their_text_is_shown_and_used(dialog, qtbot):
    chosen = []
    dialog.text_chosen.connect(lambda *told: chosen.append(told))
    assert not dialog.use_button.isEnabled()
    request = typed(dialog, qtbot, "72 101")
    assert request.text == "72 101"
    feeds = np.empty(0, np.int64)
    dialog.asked.tell(Decoded(request.request_id, 1, b"He", 2, line_feeds=feeds))
    assert dialog.view.content() == b"He"
    assert dialog.says() == "2 tokens, 2 bytes"
    QTest.mouseClick(dialog.use_button, Qt.MouseButton.LeftButton)
    assert chosen == [(b"He", "", feeds)]
    older = typed(dialog, qtbot, " 1")
    typed(dialog, qtbot, "2")
    dialog.asked.tell(Decoded(older.request_id, 1, b"old", 1))
    assert dialog.view.content() == b"He"


def test_invalid_bytes_and_unknown_ids_are_said(dialog, qtbot):
    request = typed(dialog, qtbot, "255")
    dialog.show_decoded(Decoded(request.request_id, 1, b"a\xff", 2, 1, ((1, 2),)))
    assert dialog.says() == "2 tokens, 2 bytes · 1 byte is not UTF-8, at 1–2"
    some = Decoded(request.request_id, 1, b"a", 11, n_unknown=10, unknown=((1, 70_000), (2, 9)))
    dialog.show_decoded(some)
    assert dialog.view.content() == b"a"
    assert dialog.says() == (
        "1 token, 1 byte · 10 ids that the tokenizer does not have are left out:"
        " 70,000 (id number 2), 9 (id number 3) …"
    )
    cause = "no token has id {id} at position {position} of the ids (from 0)"
    dialog.show_decoded(Decoded(request.request_id, 1, b"", 0, cause=cause, facts={"id": 7, "position": 1}))
    assert dialog.says() == "No token has id 7 at position 1 of the ids (from 0)."
    assert not dialog.use_button.isEnabled()
    wrong = Decoded(request.request_id, 1, b"", 0, cause="“{value}” is not an id", facts={"value": "x"},
                    place=("character", 3))  # fmt: skip
    dialog.show_decoded(wrong)
    assert dialog.says() == "At character 3: “x” is not an id."


def test_nothing_is_asked_for_without_ids(dialog, qtbot):
    typed(dialog, qtbot, "7")
    n = len(dialog.requests)
    dialog.field.clear()
    qtbot.waitUntil(lambda: dialog.says().startswith("Paste ids"))
    assert len(dialog.requests) == n


def test_another_tokenizer_decodes_anew(dialog, qtbot):
    typed(dialog, qtbot, "7")
    dialog.set_tokenizer(info(5))
    assert dialog.requests[-1].handle == 5


# --- large pastes and files


def paste(field, text):
    QApplication.clipboard().setText(text)
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def test_a_large_paste_is_kept_aside_and_its_beginning_shown(dialog, qtbot):
    text = "72 101 " * (ids_field.LARGE // 7 + 100)
    n = len(dialog.requests)
    paste(dialog.field, text)
    qtbot.waitUntil(lambda: len(dialog.requests) > n)
    assert dialog.requests[-1].text == text.encode()
    assert len(dialog.field.toPlainText()) < 3000
    assert dialog.field.toPlainText().endswith(f"… and {len(text) - 2000:,} bytes more")
    QTest.keyClicks(dialog.field, "9")
    assert dialog.field.ids_text() == text.encode()
    paste(dialog.field, "72")
    assert dialog.field.toPlainText() == dialog.field.ids_text() == "72"
    QTest.keyClicks(dialog.field, " 9")
    assert dialog.field.ids_text() == "72 9"


def test_ten_million_ids_are_pasted_in_slices(dialog, qtbot, monkeypatch):
    mime = QMimeData()
    mime.setData("text/plain;charset=utf-8", QByteArray(b"72 101 " * 5_000_000))
    monkeypatch.setattr(mime, "text", lambda: pytest.fail("one step for all of it"), raising=False)
    dialog.field.insertFromMimeData(mime)
    assert not dialog.field.is_kept  # the window goes on meanwhile
    qtbot.waitUntil(lambda: dialog.field.is_kept)
    assert dialog.field.ids_text() == b"72 101 " * 5_000_000
    dialog.field.insertFromMimeData(mime)
    dialog.clear()
    assert dialog.field.ids_text() == ""
    assert not dialog.field._pasting.running  # nothing comes after it


def test_a_large_paste_is_taken_away_by_a_delete(dialog):
    paste(dialog.field, "72 " * ids_field.LARGE)
    assert dialog.field.is_kept
    QTest.keyClick(dialog.field, Qt.Key.Key_Delete)
    assert dialog.field.ids_text() == ""
    assert not dialog.field.isReadOnly()


def test_what_is_wrong_is_said_with_what_to_do(dialog, qtbot):
    request = typed(dialog, qtbot, "7 x")
    dialog.show_decoded(
        Decoded(request.request_id, 1, b"", 0, cause="“{value}” is not an id", remedy="Give {what}.",
                facts={"value": "x", "what": "numbers"}, place=("character", 2))
    )  # fmt: skip
    assert dialog.says() == "At character 2: “x” is not an id. Give numbers."


def test_a_file_of_ids_is_asked_for_and_cleared(dialog, qtbot):
    asked, chosen, cancelled = dialog.requests, [], dialog.asked.cancelled
    dialog.file_chosen.connect(chosen.append)
    dialog.open_file("/folder/ids.bin")
    assert chosen == ["/folder/ids.bin"]
    assert (asked[-1].path, asked[-1].form) == ("/folder/ids.bin", "u16")
    assert dialog.says() == "Reading ids.bin …"
    assert not dialog.field.isEnabled()
    dialog.width_choice.setFocus()
    QTest.keyClick(dialog.width_choice, Qt.Key.Key_Down)
    assert asked[-1].form == "u32"
    assert cancelled == [asked[-2].request_id]
    dialog.asked.tell(Decoded(asked[-2].request_id, 1, b"old", 1))
    assert dialog.view.content() == b""
    dialog.asked.tell(Decoded(asked[-1].request_id, 1, b"He", 2))
    assert dialog.view.content() == b"He"
    QTest.mouseClick(dialog.clear_button, Qt.MouseButton.LeftButton)
    assert dialog.view.content() == b""
    assert dialog.field.isEnabled()
    assert not dialog.width_choice.isVisible()
    dialog.open_file("/folder/ids.npy")
    assert asked[-1].form == ""
    dialog.set_tokenizer(info(5))
    assert (asked[-1].handle, asked[-1].path) == (5, "/folder/ids.npy")
    dialog.asked.tell(JobCancelled(asked[-1].request_id))
    assert dialog.field.isEnabled()
