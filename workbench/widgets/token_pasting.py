"""Takes a large text from the clipboard in slices: 50 MB take some 100 ms to copy and to find the lines of.

The edit itself comes at the end, in one go, so that it is one step of undo. Whatever else is about to change
the text asks for the end at once (`finish`), so that edits happen in the order in which they were wished.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QByteArray, QObject, QTimer

from workbench.widgets.document import Places, line_feeds

SLICE = 1 << 20  # bytes taken between two events, some 2 ms; what is shorter is taken at once


class Pasting(QObject):
    """One paste at a time."""

    def __init__(self, insert: Callable[[tuple[int, int], bytes, Places], object], parent: QObject) -> None:
        """Call `insert` with the bytes (start, end) to replace, what comes there, and its line feeds."""
        super().__init__(parent)
        self._insert = insert
        self._data: QByteArray | None = None
        self._place = (0, 0)
        self._taken = io.BytesIO()
        self._feeds: list[Places] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._take_slice)

    @property
    def running(self) -> bool:
        """Whether a text is on its way."""
        return self._data is not None

    def begin(self, place: tuple[int, int], data: QByteArray) -> None:
        """Put `data` in place of the bytes (start, end) of the text; what is short, before this returns."""
        self.finish()
        self._place, self._data = place, data
        if data.size() <= SLICE:
            self.finish()
        else:
            self._timer.start()

    def finish(self) -> None:
        """Take the rest at once."""
        while self.running:
            self._take_slice()

    def drop(self) -> None:
        """Paste nothing after all."""
        self._data = None
        self._taken, self._feeds = io.BytesIO(), []
        self._timer.stop()

    def _take_slice(self) -> None:
        """Take a slice, or where all are taken, insert them: between two slices other events are met."""
        if self._data is None:
            return
        at = self._taken.tell()
        if at < self._data.size():
            part = bytes(self._data.mid(at, SLICE).data())
            self._taken.write(part)
            self._feeds.append(line_feeds(part) + at)
        else:
            taken, feeds = self._taken.getvalue(), np.concatenate(self._feeds)
            self.drop()
            self._insert(self._place, taken, feeds)
