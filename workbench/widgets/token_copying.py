"""Puts a large text on the clipboard in slices: 50 MB would take Qt's own way 700 ms.

What was to be copied is fixed when it begins, so that it may be edited meanwhile, as a cut does.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QByteArray, QObject, QTimer
from PySide6.QtGui import QGuiApplication

from workbench.widgets import token_clipboard

SHORT = 1 << 18  # bytes up to which a text is copied at once
SLICE = 1 << 17  # bytes copied between two events, in two forms


class Copying(QObject):
    """One copy at a time; anything else that comes onto the clipboard takes its place."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pieces: Iterator[bytes] | None = None
        self._data, self._text = QByteArray(), QByteArray()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._copy_slice)
        QGuiApplication.clipboard().dataChanged.connect(self.drop)

    @property
    def running(self) -> bool:
        """Whether a text is on its way."""
        return self._pieces is not None

    def begin(self, parts: Sequence[bytes | memoryview]) -> None:
        """Copy a text that comes in parts, which nobody may change; what is short, before this returns."""
        self.drop()
        size = sum(map(len, parts))
        if size <= SHORT:
            QGuiApplication.clipboard().setMimeData(token_clipboard.mime_of(b"".join(parts)))
            return
        self._pieces = (bytes(part[at : at + SLICE]) for part in parts for at in range(0, len(part), SLICE))
        self._data.reserve(size)
        self._text.reserve(size)
        self._timer.start()

    def finish(self) -> None:
        """Copy the rest at once."""
        while self.running:
            self._copy_slice()

    def drop(self) -> None:
        """Copy nothing after all."""
        self._pieces = None
        self._data, self._text = QByteArray(), QByteArray()
        self._decoder.reset()
        self._timer.stop()

    def _copy_slice(self) -> None:
        if self._pieces is None:
            return
        piece = next(self._pieces, None)
        self._text.append(self._decoder.decode(piece or b"", final=piece is None).encode())
        if piece is not None:
            self._data.append(piece)
            return
        mime = token_clipboard.mime_with(self._text, self._data)
        self.drop()
        QGuiApplication.clipboard().setMimeData(mime)
