"""Puts a large text on the clipboard in slices: 50 MB would take Qt's own way 700 ms.

What was to be copied is fixed when it begins, so that it may be edited meanwhile, as a cut does.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData, QObject
from PySide6.QtGui import QGuiApplication

from workbench.widgets.slices import Slices, Steps
from workbench.widgets.token_view.output import clipboard as token_clipboard

SHORT = 1 << 18  # bytes up to which a text is copied at once
SLICE = 1 << 17  # bytes copied between two events, in two forms


class Copying(Slices[QMimeData]):
    """One copy at a time; anything else that comes onto the clipboard takes its place."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, seconds=0)
        QGuiApplication.clipboard().dataChanged.connect(self.stop)

    def begin(self, parts: Sequence[bytes | memoryview]) -> None:
        """Copy a text that comes in parts, which must not change; a short one at once."""
        self.stop()
        clipboard = QGuiApplication.clipboard()
        if sum(map(len, parts)) <= SHORT:
            clipboard.setMimeData(token_clipboard.mime_of(b"".join(parts)))
        else:
            self.run(_copied(parts), clipboard.setMimeData)


def _copied(parts: Sequence[bytes | memoryview]) -> Steps[QMimeData]:
    """Return what goes onto the clipboard."""
    data, text = QByteArray(), QByteArray()
    for copied in (data, text):
        copied.reserve(sum(map(len, parts)))
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for part in parts:
        for at in range(0, len(part), SLICE):
            piece = bytes(part[at : at + SLICE])
            data.append(piece)
            text.append(decoder.decode(piece).encode())
            yield
    text.append(decoder.decode(b"", final=True).encode())
    return token_clipboard.mime_with(text, data)
