"""What a clipboard holds as bytes."""

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage

from tests.widgets.token_views import load, press
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.output.clipboard import bytes_of

ODD = [
    b"a\0b",
    "\ufeffa\ufeff".encode(),
    "\ufffe".encode(),
    b"\xed\xa0\x80a\xed\xb8\x80",
    b"a\r\nb\rc\n",
    "\u00a0\u2028\u2029".encode(),
    b"\xff\xc0\x80",
]


@pytest.mark.parametrize("data", ODD)
@pytest.mark.parametrize("name", ["text/plain", "text/plain;charset=utf-8"])
def test_text_of_others_comes_as_the_bytes_that_it_is(qapp, data, name):
    mime = QMimeData()
    mime.setData(name, data)
    assert token_clipboard.bytes_of(mime) == data


@pytest.fixture(params=["short", "large"])
def made(qapp, request):
    """What makes data for the clipboard."""
    if request.param == "short":
        return token_clipboard.mime_of
    return lambda data: token_clipboard.mime_with(
        QByteArray(data.decode("utf-8", "replace").encode()), QByteArray(data)
    )


@pytest.mark.parametrize("data", ODD)
def test_our_own_bytes_come_back_as_they_were(made, data):
    assert token_clipboard.bytes_of(made(data)) == data


@pytest.mark.parametrize("data", ODD)
def test_others_are_given_the_text_with_what_stands_at_its_start(made, data):
    assert bytes(made(data).data("text/plain").data()) == data.decode("utf-8", "replace").encode()


def test_what_is_no_text_is_nothing(qapp):
    image = QMimeData()
    image.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    assert token_clipboard.bytes_of(image) == b""
    assert token_clipboard.bytes_of(QMimeData()) == b""
    assert token_clipboard.bytes_of(None) == b""


def test_the_selected_token_is_copied_where_no_text_is(view):
    load(view, b"one two", [3, 4], [7, 8])
    told = []
    view.token_copied.connect(told.append)
    for _ in range(2):
        press(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    press(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    clipboard = QGuiApplication.clipboard()
    assert bytes_of(clipboard.mimeData()) == b" two"
    assert [token.index for token in told] == [1]
    press(view, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert view.content() == b"one two"
    view.editor.select(0, 2)
    view.clipboard.copy()
    assert bytes_of(clipboard.mimeData()) == b"on"
    assert len(told) == 1


def test_a_token_that_was_added_is_copied_as_what_is_written_for_it(view):
    view.set_bytes(b"ab")
    view.rows.set_added(Added(("<s>",), ("</s>",), prefix=True))
    spans = np.array([[0, 0], [0, 0], [0, 2], [2, 2]], np.uint64)
    view.tokens.take(0, 2, np.arange(4, dtype=np.uint32), spans)
    assert [view.selected.text_of(view.spans.token(index)) for index in range(4)] == [
        b"<s>",
        b" ",
        b"ab",
        b"</s>",
    ]
