"""Takes a large text from the clipboard in slices: 50 MB take some 100 ms to copy and to find the lines of.

The edit itself comes at the end, in one go, so that it is one step of undo. Whatever else is about to change
the text asks for the end at once (`finish`), so that edits happen in the order in which they were wished.
"""

from __future__ import annotations

import io
from collections.abc import Callable

from PySide6.QtCore import QByteArray, QObject, QTimer

from workbench.widgets.line_feeds import LineFeeds, line_feeds

SHORT = 1 << 20  # bytes up to which a text is taken at once
SLICE = 1 << 18  # bytes taken between two events: half a ms, or five where memory is used for the first time


class Pasting(QObject):
    """One paste at a time."""

    def __init__(
        self, insert: Callable[[tuple[int, int], bytes, LineFeeds], object], parent: QObject
    ) -> None:
        """Call `insert` with the bytes (start, end) to replace, what comes there, and its line feeds."""
        super().__init__(parent)
        self._insert = insert
        self._data: QByteArray | None = None
        self._place = (0, 0)
        self._taken = io.BytesIO()
        self._feeds: list[LineFeeds] = []
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
        self._taken = io.BytesIO(bytes(data.size()))  # one that grows would be copied whole time and again
        if data.size() <= SHORT:
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
            self._feeds.append(line_feeds(part).moved(at))
        else:
            taken, feeds = self._taken.getvalue(), LineFeeds.joined(self._feeds)
            self.drop()
            self._insert(self._place, taken, feeds)
