"""Takes a large text from the clipboard in slices: 50 MB take some 100 ms to copy and to find the lines of.

The edit itself comes at the end, in one go, so that it is one step of undo. Whatever else is about to change
the text asks for the end at once (`finish`), so that edits happen in the order in which they were wished.
"""

from __future__ import annotations

import io
from collections.abc import Callable

from PySide6.QtCore import QByteArray, QObject

from workbench.widgets.slices import Slices, Steps
from workbench.widgets.token_view.document.line_feeds import LineFeeds, line_feeds

SHORT = 1 << 20  # bytes up to which a text is taken at once
SLICE = 1 << 18  # bytes taken between two events: half a ms, or five where memory is used for the first time

_Taken = tuple[bytes, LineFeeds]


class Pasting(Slices[_Taken]):
    """One paste at a time."""

    def __init__(
        self, insert: Callable[[tuple[int, int], bytes, LineFeeds], object], parent: QObject
    ) -> None:
        """Call `insert` with the bytes (start, end) to replace, what comes there, and its line feeds."""
        super().__init__(parent, seconds=0)
        self._insert = insert

    def begin(self, place: tuple[int, int], data: QByteArray) -> None:
        """Put `data` instead of the bytes (start, end) of the text; what is short, before this returns."""
        self.finish()
        self.run(_taken(data), lambda taken: self._insert(place, *taken))
        if data.size() <= SHORT:
            self.finish()


def _taken(data: QByteArray) -> Steps[_Taken]:
    """Return all bytes with their line feeds."""
    taken = io.BytesIO(bytes(data.size()))  # one that grows would be copied whole time and again
    feeds: list[LineFeeds] = []
    for at in range(0, data.size(), SLICE):
        part = bytes(data.mid(at, SLICE).data())
        taken.write(part)
        feeds.append(line_feeds(part).moved(at))
        yield
    return taken.getvalue(), LineFeeds.joined(feeds)
