"""The text of the editor: bytes in a piece table, with undo, redo and an index of lines. Free of Qt.

The bytes that came in are the bytes that are kept: nothing here decodes or normalizes. Every key looks at all
stretches of the table, so of many one is made again, once the whole is known anyway.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_view.document import characters
from workbench.widgets.token_view.document.history import History, Record
from workbench.widgets.token_view.document.line_feeds import LineFeeds, Places, line_feeds
from workbench.widgets.token_view.document.origin import NOWHERE, Origin
from workbench.widgets.token_view.document.stretches import (
    PieceTable,
    Source,
    Stretch,
    feeds_of,
    joined_bytes,
    length_of,
    stretches_of,
)

Lengths = NDArray[np.int32] | NDArray[np.int64]  # (n,), in bytes

_MANY = 64  # stretches of which one is made: a key takes 0.1 ms more for each 50 of them
_COUNTED = 1 << 20  # bytes of an edit whose characters are counted at once, some 2 ms
_CHANGES = 64  # edits that are remembered for those who follow the text
_INT32 = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit did: at byte `start`, `removed` bytes gave way to `inserted` bytes.

    Attributes:
        first_line: number of the line in which it began, from 0.
        removed_lines, inserted_lines: line feeds that went and came.
        is_whole: another text has come, of which nothing that was known of the one before holds.

    """

    start: int
    removed: int
    inserted: int
    first_line: int
    removed_lines: int
    inserted_lines: int
    is_whole: bool = False

    @property
    def delta(self) -> int:
        """How many bytes longer the document has become."""
        return self.inserted - self.removed

    def shifted(self, position: int) -> int:
        """Return where a byte position of before the edit is after it; in what went, its start."""
        if position >= self.start + self.removed:
            return position + self.delta
        return min(position, self.start)


class Document:
    """Bytes that can be edited.

    Attributes:
        revision: rises by one with every change of the bytes, also by undo and `set_bytes`.
        n_characters: of the whole, a byte that is not UTF-8 being one; None while not known.
        origin: where it came from.
        history: what can be undone.

    """

    def __init__(self, data: bytes = b"") -> None:
        self.revision = 0
        self._saved: tuple[int, Origin] | None = None
        self._load(data, line_feeds(data), NOWHERE)

    def _load(self, data: bytes, feeds: LineFeeds, origin: Origin) -> None:
        self._table = PieceTable()
        self.history = History(self._table)
        self._changes: deque[Change] = deque(maxlen=_CHANGES)
        self._hold(stretches_of(data, feeds, origin), feeds, origin, data)

    def _hold(
        self, stretches: list[Stretch], feeds: LineFeeds, origin: Origin, whole: bytes | None = None
    ) -> None:
        """Replace the text; `whole` if its stretches are joined already."""
        self._table.hold(stretches)
        self._feeds, self.origin, self._whole = feeds, origin, whole
        self.n_characters: int | None = None if stretches else 0
        self._changes.clear()  # who follows the text has to begin again

    def set_bytes(self, data: bytes, feeds: Places | None = None, origin: Origin = NOWHERE) -> None:
        """Take other bytes and forget what could be undone; `feeds` are their line feeds, where known.

        The array is kept, not copied.
        """
        self._load(bytes(data), _known(data, feeds), origin)
        self.revision += 1

    def exchange_text(self, data: bytes, feeds: Places | None = None, origin: Origin = NOWHERE) -> Change:
        """Take other bytes, as `set_bytes`, but as one step of undo."""
        known = _known(data, feeds)
        change, record = self._exchange_whole(stretches_of(bytes(data), known, origin), known, origin)
        self._whole = bytes(data)
        self.history.remember(record)
        return change

    def _exchange_whole(
        self, stretches: list[Stretch], feeds: LineFeeds, origin: Origin
    ) -> tuple[Change, Record]:
        """Replace the text, and return what happened and the step to undo that."""
        before, removed, n_lines = len(self), self._table.stretches, len(self._feeds)
        record = Record(0, removed, length_of(stretches), "", self.origin)
        self._hold(stretches, feeds, origin)
        self.revision += 1
        return Change(0, before, len(self), 0, n_lines, len(feeds), is_whole=True), record

    def note_saved(self, origin: Origin, revision: int) -> None:
        """Take note that the bytes of a revision are in another file, or in their own one again."""
        self.origin = origin
        self._saved = revision, origin

    @property
    def is_as_read(self) -> bool:
        """Whether these are exactly the bytes that were read from the file of `origin`, or saved there."""
        if self._saved == (self.revision, self.origin):
            return True
        stretches = self._table.stretches
        source = stretches[0].source if len(stretches) == 1 else None
        if source is None or not self.origin.path or len(source.data) != len(self):
            return False
        return (source.origin.path, source.origin.stamp) == (self.origin.path, self.origin.stamp)

    def __len__(self) -> int:
        return self._table.length

    # --- reading

    def whole(self) -> bytes:
        """Return all bytes; kept until the next edit."""
        whole = self._whole
        if whole is None:
            whole = self.read(0, len(self))
            self._take_whole(whole)
        return whole

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes [start, end), clipped to the document."""
        start, end = max(start, 0), min(end, len(self))
        if start >= end:
            return b""
        if self._whole is not None:
            return self._whole[start:end]
        return joined_bytes(self._table.cut(start, end))

    def parts(self, start: int = 0, end: int | None = None) -> tuple[bytes | memoryview, ...]:
        """Return the bytes [start, end), all by default, in parts that never change, not joined yet.

        Joining 64 MB takes some 20 ms: a caller that takes the parts can do it in another thread, and hand
        the whole back to `adopt`.
        """
        end = len(self) if end is None else end
        if self._whole is not None:
            return (self._whole if (start, end) == (0, len(self)) else memoryview(self._whole)[start:end],)
        return self._table.parts(start, end)

    def adopt(self, revision: int, whole: bytes) -> None:
        """Keep the joined parts of a revision, where it is the present one."""
        if revision == self.revision and len(whole) == len(self):
            self._take_whole(whole)

    def _take_whole(self, whole: bytes) -> None:
        """Keep all bytes, and where there were many stretches let them be one of these."""
        self._whole = whole
        if len(self._table.stretches) > _MANY:
            self._table.hold([Stretch(Source(whole, self._feeds), 0, len(whole))])
            self.history.own_copies()

    def changes_since(self, revision: int) -> list[Change] | None:
        """Return the edits since a revision, None if they are not remembered or it is another text."""
        n_edits = self.revision - revision
        if not 0 <= n_edits <= len(self._changes):
            return None
        return list(self._changes)[len(self._changes) - n_edits :]

    def shifted(self, position: int, revision: int) -> int:
        """Return where a byte position of an earlier revision lies now."""
        for change in self.changes_since(revision) or ():
            position = change.shifted(position)
        return min(position, len(self))

    # --- editing

    def replace(
        self, start: int, end: int, data: bytes, kind: str = "", feeds: LineFeeds | None = None
    ) -> Change:
        """Put `data` instead of the bytes [start, end); `feeds` are its line feeds, where known.

        Edits of the same `kind` ("typing", "backspace", "delete") that continue one another are
        undone as one. ValueError where the range is not in the document.
        """
        if not 0 <= start <= end <= len(self):
            raise ValueError(f"no bytes {start} to {end} in a document of {len(self)}")
        removed = self._table.cut(start, end)
        feeds = line_feeds(data) if feeds is None else feeds
        inserted = [self._table.add(data, feeds)] if data else []
        change = self._splice(start, end, inserted, feeds)
        self.history.remember(Record(start, removed, len(data), kind))
        return change

    def _splice(self, start: int, end: int, inserted: Sequence[Stretch], feeds: LineFeeds) -> Change:
        """Exchange stretches; `feeds` are the line feeds among the new bytes."""
        count = length_of(inserted)
        counted = self._counted_around(start, end)
        before = self._count(*counted, max(end - start, count))
        self._table.exchange(start, end, inserted)
        self._whole = None
        after = self._count(counted[0], counted[1] + count - (end - start), max(end - start, count))
        if self.n_characters is not None and before is not None and after is not None:
            self.n_characters += after - before
        else:
            self.n_characters = None
        self.revision += 1
        first, last = self._feeds.before(start), self._feeds.before(end)
        self._feeds = self._feeds.replaced(first, last, feeds.moved(start), count - (end - start))
        change = Change(start, end - start, count, first, last - first, len(feeds))
        self._changes.append(change)
        return change

    def _counted_around(self, start: int, end: int) -> tuple[int, int]:
        """Return the bytes (start, end) outside which an edit of [start, end) changes no character."""
        head = self.read(start - characters.CONTINUING - 1, start)
        tail = self.read(end, end + characters.CONTINUING)
        return start - len(head) + characters.fresh_before(head), end + characters.fresh_after(tail)

    def _count(self, start: int, end: int, n_edited: int) -> int | None:
        """Return the characters of [start, end), None if so many bytes were edited that it takes long."""
        return characters.count(self.read(start, end)) if n_edited <= _COUNTED else None

    def undo(self) -> Change | None:
        """Take the last edit back; None if there is none."""
        return self._exchange(self.history.undo, self.history.redo)

    def redo(self) -> Change | None:
        """Redo what was undone; None if there is nothing."""
        return self._exchange(self.history.redo, self.history.undo)

    def _exchange(self, source: list[Record], target: list[Record]) -> Change | None:
        if not source:
            return None
        record = source.pop()
        feeds = feeds_of(record.removed)
        if record.origin is not None:
            change, back = self._exchange_whole(record.removed, feeds, record.origin)
            target.append(back)
            return change
        end = record.start + record.n_inserted
        target.append(Record(record.start, self._table.cut(record.start, end), length_of(record.removed), ""))
        return self._splice(record.start, end, record.removed, feeds)

    # --- lines: a line ends after its line feed; the last one has none

    @property
    def n_lines(self) -> int:
        """Number of lines, at least 1."""
        return len(self._feeds) + 1

    def line_at(self, position: int) -> int:
        """Return the number of the line that holds a byte position."""
        return self._feeds.before(position)

    def line_start(self, line: int) -> int:
        """Return the byte at which a line begins."""
        return self._feeds.place(line - 1) + 1 if line else 0

    def line_end(self, line: int) -> int:
        """Return the byte after a line, its line feed included."""
        return self._feeds.place(line) + 1 if line < len(self._feeds) else len(self)

    def line_starts(self, lines: Places) -> Places:
        """Return int64[n], the bytes at which some lines begin, in rising order; `n_lines` is the end."""
        starts = np.where(lines > 0, len(self), 0)
        inside = (lines > 0) & (lines < self.n_lines)
        starts[inside] = self._feeds.places_of(lines[inside] - 1) + 1
        return starts

    def line_lengths(self, first: int = 0, last: int | None = None) -> Lengths:
        """Return the bytes of each of the lines [first, last), line feeds included; int32[n] if they fit."""
        last = self.n_lines if last is None else last
        bounds = np.empty(last - first + 1, np.int64)
        bounds[0], bounds[-1] = self.line_start(first), len(self)
        ended = self._feeds.places(first, min(last, len(self._feeds)))
        bounds[1 : len(ended) + 1] = ended + 1
        lengths: Lengths = np.empty(last - first, np.int64)
        if len(self) <= _INT32:
            lengths = np.empty(last - first, np.int32)
        return np.subtract(bounds[1:], bounds[:-1], out=lengths, casting="same_kind")


def _known(data: bytes, feeds: Places | None) -> LineFeeds:
    return line_feeds(data) if feeds is None else LineFeeds.of(feeds)
