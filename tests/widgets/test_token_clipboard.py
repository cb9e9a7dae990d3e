"""What a clipboard holds as bytes."""

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

from workbench.widgets import token_clipboard

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


@pytest.mark.parametrize("data", ODD)
def test_our_own_bytes_come_back_as_they_were(qapp, data):
    assert token_clipboard.bytes_of(token_clipboard.mime_of(data)) == data


def test_what_is_no_text_is_nothing(qapp):
    image = QMimeData()
    image.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    assert token_clipboard.bytes_of(image) == b""
    assert token_clipboard.bytes_of(QMimeData()) == b""
    assert token_clipboard.bytes_of(None) == b""
