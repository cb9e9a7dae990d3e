"""Text in and out by clipboard and drag and drop, without losing a byte on the way inside the app.

A Python str that becomes a Qt string loses a leading U+FEFF and its lone surrogates. So our own bytes
travel next to the text in a format of their own, and the plain text goes out with one U+FEFF in
front of it, which Qt takes away.

Another program that is made with Qt has the plain text without a U+FEFF at its start all the same, be it
short or long: X11 gives it the right bytes, and its own Qt takes the first three for a signature (Qt 6.11).
A second U+FEFF before them would be right there, and wrong in every program that is not made with Qt. In the
same way we lack one that another program gave as UTF8_STRING alone: Qt hands out nothing else of that.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QStandardItemModel

from workbench.display.escapes import to_bytes

BYTES_FORMAT = "application/x-tokenizer-workbench-bytes"
_TEXT_FORMATS = ("text/plain;charset=utf-8", "text/plain")
_EATEN = "\ufeff"


def mime_of(data: bytes) -> QMimeData:
    """Return bytes for the clipboard; in the plain text, what is not UTF-8 is U+FFFD."""
    mime = _made_by_qt()
    mime.setText(_EATEN + data.decode("utf-8", "replace"))
    mime.setData(BYTES_FORMAT, QByteArray(data))
    return mime


def mime_with(text: QByteArray, data: QByteArray) -> QMimeData:
    """Return a large text for the clipboard, not copied again: UTF-8 for others, and bytes for this program.

    It never becomes a Qt string here, which would take twice the room; who asks for one gets it, without a
    U+FEFF at its start.
    """
    mime = _made_by_qt()
    mime.setData(_TEXT_FORMATS[-1], text)
    mime.setData(BYTES_FORMAT, data)
    return mime


def _made_by_qt() -> QMimeData:
    """Return empty data for the clipboard that C++ has made.

    One made in Python crashes the process at its end: the clipboard deletes it after the
    interpreter is gone (PySide6 6.11.3, `QMimeData()` then `setMimeData` then exit).
    """
    model = QStandardItemModel(1, 1)
    mime = model.mimeData([model.index(0, 0)])
    mime.clear()
    return mime


def bytes_of(mime: QMimeData | None) -> bytes:
    """Return what a clipboard or a drop holds as bytes, b"" if that is no text."""
    return bytes(array_of(mime).data())


def array_of(mime: QMimeData | None) -> QByteArray:
    """Return what a clipboard or a drop holds, not copied yet, empty if that is no text.

    Our own bytes come as they were. Text comes as the UTF-8 that it was put there as: Qt's string of it would
    lack a U+FEFF at its start and have U+FFFD for halves of surrogate pairs.
    """
    if mime is None:  # nothing was ever copied
        return QByteArray()
    for name in (BYTES_FORMAT, *_TEXT_FORMATS):
        if mime.hasFormat(name):
            return mime.data(name)
    return QByteArray(to_bytes(mime.text())) if mime.hasText() else QByteArray()


def files_of(mime: QMimeData) -> list[str]:
    """Return the paths of the files that are dropped."""
    return [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
