"""Large and odd texts in the window: opened, pasted, typed in, taken back, cancelled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.journeys.conftest import Person
from workbench import kernels
from workbench.widgets.token_view.output import clipboard as token_clipboard

MANY = 1_000_000 if kernels.active() else 20_000
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
CHARACTERS = ("a", "^", "0", " ", "\t", "\n", "\u00a0", "é", "日", "👍", "\r\n")


def show(person: Person, data: bytes) -> None:
    """Show a text and wait until it is encoded."""
    person.parts.tokens.set_text(data)
    person.wait(person.encoded)


def check(person: Person, data: bytes) -> None:
    """The bytes that came in are those that have tokens, each once, and their number is shown."""
    panel = person.parts.tokens
    assert panel.text() == data
    run = panel.view.spans.take(0, len(panel.view.spans))
    assert (int(run.starts[0]), int(run.ends[-1])) == (0, len(data))
    assert (run.starts[1:] == run.ends[:-1]).all()
    assert not run.provisional.any()
    assert person.counts() == f"{len(run):,}"
    assert panel.counts.byte_count.value() == f"{len(data):,}"


def type_at(person: Person, position: int, letters: str) -> None:
    view = person.parts.tokens.view
    view.setFocus()
    view.editor.place(position)
    for letter in letters:
        if letter.isascii():
            QTest.keyClicks(view, letter)
        else:
            QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyPress, 0, NO_MODIFIER, letter))
    person.wait(person.encoded)


def paste(person: Person, mime: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(mime)
    QTest.keyClick(person.parts.tokens.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def text_of_others(data: bytes) -> QMimeData:
    mime = token_clipboard._made_by_qt()
    mime.setData("text/plain", data)
    return mime


@pytest.mark.parametrize("character", CHARACTERS, ids=ascii)
def test_one_character_over_and_over(person: Person, character: str) -> None:
    data = (character * MANY + "x").encode()
    show(person, data)
    check(person, data)
    middle = len(data) // 2 // len(character.encode()) * len(character.encode())
    type_at(person, middle, "b")
    at = person.parts.tokens.view.editor.position - 1
    check(person, data[:at] + b"b" + data[at:])
    person.parts.tokens.view.editor.undo()
    person.wait(person.encoded)
    check(person, data)


def test_ten_million_times_one_character_can_be_cancelled(person: Person) -> None:
    panel = person.parts.tokens
    panel.set_text(b"a" * (10 * MANY))
    panel.encoding.cancel()
    assert not panel.encoding.running
    assert panel.text() == b"a" * (10 * MANY)
    show(person, b"something else")  # the lane is free again
    check(person, b"something else")


def test_what_is_no_utf_8_keeps_its_bytes_and_is_told(person: Person, tmp_path: Path) -> None:
    panel = person.parts.tokens
    data = b"\xef\xbb\xbfa\xed\xa0\x80b\0c\r\nd\ne" + "\u00a0\u2028".encode()
    path = tmp_path / "odd.txt"
    path.write_bytes(data)
    panel.exchange.open(str(path))
    person.wait(lambda: panel.text() == data and person.encoded())
    check(person, data)
    model = person.parts.lanes._store.tokenizer(panel.tokenizer.handle)
    assert model.decode_bytes(person.ids()) == data
    for said in ("UTF-8 with BOM", "line ends mixed: 1 LF, 1 CRLF", "3 invalid bytes", "1 lone surrogate",
                 "1 NUL", "1 no-break space", "1 line separator"):  # fmt: skip
        person.wait(lambda said=said: said in panel._footer.text())


def test_what_is_pasted_keeps_its_bytes_and_is_told(person: Person) -> None:
    panel = person.parts.tokens
    show(person, b"before ")
    panel.view.setFocus()
    panel.view.editor.place(7)
    data = b"\xef\xbb\xbfq\0\xed\xa0\x80\r\n"
    paste(person, text_of_others(data))
    person.wait(person.encoded)
    check(person, b"before " + data)
    for said in ("1 U+FEFF inside", "1 NUL", "1 lone surrogate"):
        person.wait(lambda said=said: said in panel._footer.text())


def test_an_image_is_not_pasted_over_what_is_selected(person: Person) -> None:
    panel = person.parts.tokens
    told: list[str] = []
    panel.toast_requested.connect(lambda text, _: told.append(text))
    show(person, b"keep me")
    panel.view.setFocus()
    panel.view.editor.select_all()
    image = token_clipboard._made_by_qt()
    image.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
    paste(person, image)
    assert panel.text() == b"keep me"
    assert told == ["The clipboard contains no text."]


def test_50_mb_are_pasted_taken_back_and_pasted_again(person: Person) -> None:
    panel, view = person.parts.tokens, person.parts.tokens.view
    show(person, b"before after")
    view.setFocus()
    view.editor.place(7)
    data = b"The quick brown fox jumps over the lazy dog.\n" * (50_000_000 // 45)
    paste(person, text_of_others(data))
    person.wait(lambda: len(view.document) == 12 + len(data))
    assert view.document.read(0, 20) == b"before The quick bro"
    person.wait(
        lambda: view.spans.token_at(view.places.visible_range()[1] - 1) is not None
    )  # what is seen is first
    panel.view.editor.undo()
    person.wait(person.encoded)
    check(person, b"before after")
    panel.view.editor.redo()
    assert len(view.document) == 12 + len(data)
    assert view.document.read(7 + len(data), 100_000_000) == b"after"
    panel.view.editor.undo()
    person.wait(person.encoded)
    check(person, b"before after")


def test_one_line_of_a_megabyte_is_laid_out_only_where_it_is_seen(person: Person) -> None:
    view = person.parts.tokens.view
    data = b"".join(b"word%d " % number for number in range(100_000))[:1_000_000]
    show(person, data)
    laid_out = len(view.pieces._layouts._values)
    assert laid_out < 20
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    start, end = view.places.visible_range()
    assert 300_000 < start < end < 700_000
    assert len(view.pieces._layouts._values) < laid_out + 20
    type_at(person, 500_000, "new words")
    check(person, data[:500_000] + b"new words" + data[500_000:])
    while view.document.history.undo:
        view.editor.undo()
    person.wait(person.encoded)
    check(person, data)


def test_the_counts_after_each_of_many_edits_are_those_of_the_text(person: Person) -> None:
    panel, chance = person.parts.tokens, np.random.default_rng(1)
    data = ("Größe und Höhe, 日本語 and more. " * 8000).encode()
    show(person, data)
    for _ in range(12):
        at = int(chance.integers(0, len(panel.text())))
        type_at(person, at, str(chance.choice(["x", "é ", "日", "  "])))
        text = panel.text()
        check(person, text)
        assert panel.counts.characters.value() == f"{len(text.decode('utf-8', 'surrogateescape')):,}"
    model = person.parts.lanes._store.tokenizer(panel.tokenizer.handle)
    assert person.ids() == model.encode_ordinary(panel.text())
    while panel.view.document.history.undo:
        panel.view.editor.undo()
    person.wait(person.encoded)
    check(person, data)
