"""The text of the editor: bytes in a piece table, with undo, redo and an index of lines. Free of Qt.

The bytes that came in are the bytes that are kept: nothing here decodes or normalises. A piece table
(J. S. Moore's of 1973, described by Crowley, "Data structures for text sequences", 1998) never copies
the text: the document is a list of stretches of buffers. These are what was typed, the original, and each
large paste by itself. Every key looks at all stretches, so of many one is made again, once the whole is
known anyway.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.widgets import characters
from workbench.widgets.line_feeds import LineFeeds, Places, line_feeds

Lengths = NDArray[np.int32] | NDArray[np.int64]  # (n,), in bytes

_LARGE = 1 << 16  # bytes from which what comes or goes is kept where it is, not copied to what was typed
_MANY = 64  # stretches of which one is made: a key takes 0.1 ms more for each 50 of them
_COUNTED = 1 << 20  # bytes of an edit whose characters are counted at once, some 2 ms
_CHANGES = 64  # edits that are remembered for those who follow the text
_INT32 = (1 << 31) - 1


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """A buffer, and its line feeds where they are known: looking for them again takes long."""

    data: bytes | bytearray | memoryview
    feeds: LineFeeds | None = None


class _Stretch(NamedTuple):
    """A run of bytes of one buffer."""

    source: _Source
    start: int
    length: int

    def view(self) -> memoryview:
        """Return its bytes where they are."""
        return memoryview(self.source.data)[self.start : self.start + self.length]


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit did: at byte `start`, `removed` bytes gave way to `inserted` bytes.

    Attributes:
        first_line: number of the line in which it began, from 0.
        removed_lines, inserted_lines: line feeds that went and came.

    """

    start: int
    removed: int
    inserted: int
    first_line: int
    removed_lines: int
    inserted_lines: int

    @property
    def delta(self) -> int:
        """How many bytes longer the document has become."""
        return self.inserted - self.removed

    def shifted(self, position: int) -> int:
        """Return where a byte position of before the edit lies after it; in what went, its start."""
        if position >= self.start + self.removed:
            return position + self.delta
        return min(position, self.start)


@dataclass(frozen=True, slots=True)
class Kept:
    """A text as it stood once, to be brought back. Nothing was copied or joined for it.

    Attributes:
        parts: its bytes, in parts that never change.
        feeds: its line feeds.

    """

    parts: tuple[bytes | memoryview, ...]
    feeds: LineFeeds

    def __len__(self) -> int:
        return sum(map(len, self.parts))


@dataclass(slots=True)
class _Record:
    """One step of undo: stretches that went, stretches that came, and whether more typing may join it."""

    start: int
    removed: list[_Stretch]
    inserted: list[_Stretch]
    kind: str


class Document:
    """Bytes that can be edited.

    Attributes:
        revision: rises by one with every change of the bytes, also by undo and `set_bytes`.
        n_characters: of the whole, a byte that is not UTF-8 being one; None while nobody has told.

    """

    def __init__(self, data: bytes = b"") -> None:
        self.revision = 0
        self._load((data,), line_feeds(data))

    def _load(self, parts: Sequence[bytes | memoryview], feeds: LineFeeds) -> None:
        self._typed = bytearray()
        self._typed_source = _Source(self._typed)
        self._stretches: list[_Stretch] = []
        self._length = 0
        for part in parts:
            if part:
                start, self._length = self._length, self._length + len(part)
                within = feeds.cut(start, self._length) if len(part) >= _LARGE else None
                self._stretches.append(_Stretch(_Source(part, within), 0, len(part)))
        self._ends: list[int] | None = None
        self._whole: bytes | None = None
        if len(parts) == 1 and isinstance(parts[0], bytes):
            self._whole = parts[0]
        self._feeds = feeds
        self.n_characters: int | None = None if self._length else 0
        self._changes: deque[Change] = deque(maxlen=_CHANGES)
        self._undo: list[_Record] = []
        self._redo: list[_Record] = []

    def set_bytes(self, data: bytes | Kept, feeds: Places | None = None) -> None:
        """Take other bytes and forget what could be undone; `feeds` are their line feeds, where known.

        The array is kept, not copied.
        """
        if isinstance(data, Kept):
            self._load(data.parts, data.feeds)
        else:
            self._load((bytes(data),), line_feeds(data) if feeds is None else LineFeeds.of(feeds))
        self.revision += 1

    def kept(self) -> Kept:
        """Return the text as it stands, for `set_bytes` to bring it back."""
        return Kept(self.parts(), self._feeds)

    def __len__(self) -> int:
        return self._length

    # --- reading

    def whole(self) -> bytes:
        """Return all bytes; kept until the next edit."""
        whole = self._whole
        if whole is None:
            whole = self.read(0, self._length)
            self._take_whole(whole)
        return whole

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes [start, end), clipped to the document."""
        start, end = max(start, 0), min(end, self._length)
        if start >= end:
            return b""
        if self._whole is not None:
            return self._whole[start:end]
        return b"".join(map(_Stretch.view, self._cut(start, end)))

    def parts(self, start: int = 0, end: int | None = None) -> tuple[bytes | memoryview, ...]:
        """Return the bytes [start, end), all by default, in parts that never change, not joined yet.

        Joining 64 MB takes some 20 ms: whoever takes the parts can do it in a thread of its own, and hand
        the whole back to `adopt`.
        """
        end = self._length if end is None else end
        if self._whole is not None:
            return (self._whole if (start, end) == (0, self._length) else memoryview(self._whole)[start:end],)
        typed = memoryview(bytes(self._typed))
        return tuple(
            typed[stretch.start : stretch.start + stretch.length]
            if stretch.source is self._typed_source
            else stretch.view()
            for stretch in self._cut(start, end)
        )

    def adopt(self, revision: int, whole: bytes) -> None:
        """Keep the joined parts of a revision, where it is the present one."""
        if revision == self.revision and len(whole) == self._length:
            self._take_whole(whole)

    def _take_whole(self, whole: bytes) -> None:
        """Keep all bytes, and where there were many stretches let them be one of these.

        Steps of undo copy what little they took, or each would hold on to the whole text of its time.
        """
        self._whole = whole
        if len(self._stretches) > _MANY:
            self._stretches = [_Stretch(_Source(whole, self._feeds), 0, len(whole))]
            self._ends = None
            for record in (*self._undo, *self._redo):
                record.removed, record.inserted = map(self._copied, (record.removed, record.inserted))

    def _copied(self, stretches: list[_Stretch]) -> list[_Stretch]:
        """Return the same bytes among what was typed, unless they are many."""
        typed = all(stretch.source is self._typed_source for stretch in stretches)
        if typed or _length(stretches) >= _LARGE:
            return stretches
        return [self._add(b"".join(map(_Stretch.view, stretches)))]

    def changes_since(self, revision: int) -> list[Change] | None:
        """Return the edits since a revision, None where they are not remembered or it is another text."""
        n_edits = self.revision - revision
        if not 0 <= n_edits <= len(self._changes):
            return None
        return list(self._changes)[len(self._changes) - n_edits :]

    def shifted(self, position: int, revision: int) -> int:
        """Return where a byte position of an earlier revision lies now."""
        for change in self.changes_since(revision) or ():
            position = change.shifted(position)
        return min(position, self._length)

    def _bounds(self) -> list[int]:
        """Return where each stretch ends in the document."""
        if self._ends is None:
            self._ends = list(accumulate(stretch.length for stretch in self._stretches))
        return self._ends

    def _cut(self, start: int, end: int) -> list[_Stretch]:
        """Return the stretches of [start, end), the outer ones cut to size."""
        if start >= end:
            return []
        bounds = self._bounds()
        first = bisect_right(bounds, start)
        position = bounds[first - 1] if first else 0
        cut: list[_Stretch] = []
        for stretch in self._stretches[first : bisect_right(bounds, end - 1) + 1]:
            skip = max(start - position, 0)
            length = min(stretch.length, end - position) - skip
            cut.append(_Stretch(stretch.source, stretch.start + skip, length))
            position += stretch.length
        return cut

    # --- editing

    def replace(
        self, start: int, end: int, data: bytes, kind: str = "", feeds: LineFeeds | None = None
    ) -> Change:
        """Put `data` in place of the bytes [start, end); `feeds` are its line feeds, where known.

        Edits of the same `kind` ("typing", "backspace", "delete") that continue one another are
        undone as one. ValueError where the range is not in the document.
        """
        if not 0 <= start <= end <= self._length:
            raise ValueError(f"no bytes {start} to {end} in a document of {self._length}")
        removed = self._cut(start, end)
        feeds = line_feeds(data) if feeds is None else feeds
        inserted = [self._add(data, feeds)] if data else []
        change = self._splice(start, end, inserted, feeds)
        self._remember(_Record(start, removed, inserted, kind))
        self._redo.clear()
        return change

    def _add(self, data: bytes, feeds: LineFeeds | None = None) -> _Stretch:
        """Return a stretch of bytes that are new."""
        if len(data) >= _LARGE:
            return _Stretch(_Source(bytes(data), feeds), 0, len(data))
        start = len(self._typed)
        self._typed += data
        return _Stretch(self._typed_source, start, len(data))

    def _splice(self, start: int, end: int, inserted: Sequence[_Stretch], feeds: LineFeeds) -> Change:
        """Exchange stretches; `feeds` are the line feeds among the new bytes."""
        count = sum(stretch.length for stretch in inserted)
        around = self._counted_around(start, end)
        before = self._count(*around, max(end - start, count))
        self._exchange_stretches(start, end, inserted)
        self._length += count - (end - start)
        after = self._count(around[0], around[1] + count - (end - start), max(end - start, count))
        if self.n_characters is not None and before is not None and after is not None:
            self.n_characters += after - before
        else:
            self.n_characters = None
        self.revision += 1
        change = self._index_change(start, end, count, feeds)
        self._changes.append(change)
        return change

    def _exchange_stretches(self, start: int, end: int, inserted: Sequence[_Stretch]) -> None:
        bounds = self._bounds()
        first, last = bisect_right(bounds, start), bisect_right(bounds, end)
        outer_start = bounds[first - 1] if first else 0
        outer_end = bounds[last] if last < len(bounds) else self._length
        middle = [*self._cut(outer_start, start), *inserted, *self._cut(end, outer_end)]
        self._stretches[first : last + 1] = _joined(middle)
        self._ends = None
        self._whole = None

    def _counted_around(self, start: int, end: int) -> tuple[int, int]:
        """Return the bytes (start, end) outside which an edit of [start, end) changes no character."""
        head = self.read(start - characters.CONTINUING - 1, start)
        tail = self.read(end, end + characters.CONTINUING)
        return start - len(head) + characters.fresh_before(head), end + characters.fresh_after(tail)

    def _count(self, start: int, end: int, n_edited: int) -> int | None:
        """Return the characters of [start, end), None where so many bytes were edited that it takes long."""
        return characters.count(self.read(start, end)) if n_edited <= _COUNTED else None

    def _index_change(self, start: int, end: int, count: int, feeds: LineFeeds) -> Change:
        first, last = self._feeds.before(start), self._feeds.before(end)
        self._feeds = self._feeds.replaced(first, last, feeds.moved(start), count - (end - start))
        return Change(start, end - start, count, first, last - first, len(feeds))

    def _remember(self, record: _Record) -> None:
        """Add a step of undo, or let it continue the last one."""
        if not (self._undo and record.kind and self._continues(self._undo[-1], record)):
            self._undo.append(record)

    def _continues(self, last: _Record, record: _Record) -> bool:
        """Join `record` to the last step where it goes on at the same place; tells whether it did."""
        if last.kind != record.kind:
            return False
        if record.kind == "typing":
            if record.removed or record.start != last.start + _length(last.inserted):
                return False
            last.inserted = _joined([*last.inserted, *record.inserted])
            return True
        if last.inserted or record.inserted:
            return False
        if record.start + _length(record.removed) == last.start:
            last.start, last.removed = record.start, _joined([*record.removed, *last.removed])
            return True
        if record.start == last.start:
            last.removed = _joined([*last.removed, *record.removed])
            return True
        return False

    def seal(self) -> None:
        """End the present step of undo: the next edit begins another."""
        if self._undo:
            self._undo[-1].kind = ""

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit that was taken back."""
        return bool(self._redo)

    def undo(self) -> Change | None:
        """Take the last edit back; None where there is none."""
        return self._exchange(self._undo, self._redo)

    def redo(self) -> Change | None:
        """Do again what was taken back; None where there is nothing."""
        return self._exchange(self._redo, self._undo)

    def _exchange(self, source: list[_Record], target: list[_Record]) -> Change | None:
        if not source:
            return None
        record = source.pop()
        target.append(_Record(record.start, record.inserted, record.removed, ""))
        end = record.start + _length(record.inserted)
        return self._splice(record.start, end, record.removed, self._feeds_of(record.removed))

    def _feeds_of(self, stretches: Sequence[_Stretch]) -> LineFeeds:
        """Return the line feeds of stretches, counted from the first byte of the first."""
        found: list[LineFeeds] = []
        at = 0
        for stretch in stretches:
            found.append(self._feeds_in(stretch).moved(at))
            at += stretch.length
        return LineFeeds.joined(found)

    def _feeds_in(self, stretch: _Stretch) -> LineFeeds:
        """Return the line feeds of a stretch, counted from its first byte."""
        known = stretch.source.feeds
        if known is None:
            return line_feeds(stretch.view())
        return known.cut(stretch.start, stretch.start + stretch.length)

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
        return self._feeds.place(line) + 1 if line < len(self._feeds) else self._length

    def line_starts(self, lines: Places) -> Places:
        """Return int64[n], the bytes at which some lines begin, in rising order; `n_lines` is the end."""
        starts = np.where(lines > 0, self._length, 0)
        inside = (lines > 0) & (lines < self.n_lines)
        starts[inside] = self._feeds.places_of(lines[inside] - 1) + 1
        return starts

    def line_lengths(self, first: int = 0, last: int | None = None) -> Lengths:
        """Return the bytes of each of the lines [first, last), line feeds included; int32[n] if they fit."""
        last = self.n_lines if last is None else last
        bounds = np.empty(last - first + 1, np.int64)
        bounds[0], bounds[-1] = self.line_start(first), self._length
        ended = self._feeds.places(first, min(last, len(self._feeds)))
        bounds[1 : len(ended) + 1] = ended + 1
        lengths: Lengths = np.empty(last - first, np.int64)
        if self._length <= _INT32:
            lengths = np.empty(last - first, np.int32)
        return np.subtract(bounds[1:], bounds[:-1], out=lengths, casting="same_kind")


def _joined(stretches: Sequence[_Stretch]) -> list[_Stretch]:
    """Return stretches with those that go on in the same buffer made one, and no empty ones."""
    joined: list[_Stretch] = []
    for stretch in stretches:
        last = joined[-1] if joined else None
        if last and last.source is stretch.source and last.start + last.length == stretch.start:
            joined[-1] = _Stretch(last.source, last.start, last.length + stretch.length)
        elif stretch.length:
            joined.append(stretch)
    return joined


def _length(stretches: Sequence[_Stretch]) -> int:
    return sum(stretch.length for stretch in stretches)
