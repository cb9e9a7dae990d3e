"""The window in which ids become text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.panels.test_tokens_panel import info
from workbench.panels.tokens.decoder import DecoderDialog
from workbench.worker.messages import Decoded


@pytest.fixture
def dialog(qtbot):
    dialog = DecoderDialog()
    qtbot.addWidget(dialog)
    dialog.requests = []
    dialog.decode_requested.connect(dialog.requests.append)
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
    dialog.text_chosen.connect(chosen.append)
    assert not dialog.use_button.isEnabled()
    request = typed(dialog, qtbot, "72 101")
    assert request.text == "72 101"
    dialog.show_decoded(Decoded(request.request_id, 1, b"He", 2))
    assert dialog.view.bytes() == b"He"
    assert dialog.says() == "2 tokens, 2 bytes"
    QTest.mouseClick(dialog.use_button, Qt.MouseButton.LeftButton)
    assert chosen == [b"He"]
    dialog.show_decoded(Decoded(request.request_id - 1, 1, b"old", 1))
    assert dialog.view.bytes() == b"He"


def test_invalid_bytes_and_unknown_ids_are_said(dialog, qtbot):
    request = typed(dialog, qtbot, "255")
    dialog.show_decoded(Decoded(request.request_id, 1, b"a\xff", 2, 1, ((1, 2),)))
    assert dialog.says() == "2 tokens, 2 bytes · 1 byte is not UTF-8, at 1–2"
    cause = "{id}, at position {position} of the ids (from 0), is the id of no token"
    dialog.show_decoded(Decoded(request.request_id, 1, b"", 0, cause=cause, facts={"id": 7, "position": 1}))
    assert dialog.says() == "7, at position 1 of the ids (from 0), is the id of no token."
    assert not dialog.use_button.isEnabled()
    wrong = Decoded(request.request_id, 1, b"", 0, cause="“{value}” is no id", facts={"value": "x"},
                    place=("character", 3))  # fmt: skip
    dialog.show_decoded(wrong)
    assert dialog.says() == "At character 3: “x” is no id."


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
