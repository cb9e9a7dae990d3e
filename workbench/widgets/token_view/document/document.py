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

from workbench.widgets.token_view.document import characters
from workbench.widgets.token_view.document.line_feeds import LineFeeds, Places, line_feeds

Lengths = NDArray[np.int32] | NDArray[np.int64]  # (n,), in bytes

_LARGE = 1 << 16  # bytes from which what comes or goes is kept where it is, not copied to what was typed
_MANY = 64  # stretches of which one is made: a key takes 0.1 ms more for each 50 of them
_COUNTED = 1 << 20  # bytes of an edit whose characters are counted at once, some 2 ms
_CHANGES = 64  # edits that are remembered for those who follow the text
_MOST_UNDONE = 256 << 20  # bytes that the steps of undo hold; the newest may hold more
_INT32 = (1 << 31) - 1


class Origin(NamedTuple):
    """Where a text came from.

    Attributes:
        name: shown to the person, "" for none.
        path: of the file that it is saved to, "" for none.
        stamp: size and time of change (ns) of that file when it was read or written, None where unknown.

    """

    name: str = ""
    path: str = ""
    stamp: tuple[int, int] | None = None


NOWHERE = Origin()


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """A buffer, and its line feeds where they are known: looking for them again takes long.

    `origin` is the file whose bytes it holds, `NOWHERE` where it does not hold a file's.
    """

    data: bytes | bytearray | memoryview
    feeds: LineFeeds | None = None
    origin: Origin = NOWHERE


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
        """Return where a byte position of before the edit lies after it; in what went, its start."""
        if position >= self.start + self.removed:
            return position + self.delta
        return min(position, self.start)


class Step(NamedTuple):
    """A step of undo or redo: at byte `start`, `removed` comes back in the place of `n_inserted` bytes.

    `origin` comes back with a whole text, None where only a part of the text was changed.
    """

    start: int
    n_inserted: int
    removed: bytes
    origin: Origin | None = None


@dataclass(slots=True)
class _Record:
    """One step: the stretches that went, how many bytes came, and whether more typing may join it."""

    start: int
    removed: list[_Stretch]
    n_inserted: int
    kind: str
    origin: Origin | None = None


class Document:
    """Bytes that can be edited.

    Attributes:
        revision: rises by one with every change of the bytes, also by undo and `set_bytes`.
        n_characters: of the whole, a byte that is not UTF-8 being one; None while nobody has told.
        origin: where it came from.

    """

    def __init__(self, data: bytes = b"") -> None:
        self.revision = 0
        self._saved: tuple[int, Origin] | None = None
        self._load(data, line_feeds(data), NOWHERE)

    def _load(self, data: bytes, feeds: LineFeeds, origin: Origin) -> None:
        self._typed = bytearray()
        self._typed_source = _Source(self._typed)
        self._changes: deque[Change] = deque(maxlen=_CHANGES)
        self._undo: list[_Record] = []
        self._redo: list[_Record] = []
        self._hold(_stretches_of(data, feeds, origin), feeds, origin, data)

    def _hold(
        self, stretches: list[_Stretch], feeds: LineFeeds, origin: Origin, whole: bytes | None = None
    ) -> None:
        """Be another text; `whole` where its stretches are joined already."""
        self._stretches, self._feeds, self.origin = stretches, feeds, origin
        self._length = _length(stretches)
        self._ends: list[int] | None = None
        self._whole = whole
        self.n_characters: int | None = None if self._length else 0
        self._changes.clear()  # who follows the text has to begin anew

    def set_bytes(self, data: bytes, feeds: Places | None = None, origin: Origin = NOWHERE) -> None:
        """Take other bytes and forget what could be undone; `feeds` are their line feeds, where known.

        The array is kept, not copied.
        """
        self._load(bytes(data), _known(data, feeds), origin)
        self.revision += 1

    def exchange_text(self, data: bytes, feeds: Places | None = None, origin: Origin = NOWHERE) -> Change:
        """Take other bytes, as `set_bytes`, but as one step of undo."""
        self._redo.clear()
        known = _known(data, feeds)
        change, record = self._exchange_whole(_stretches_of(bytes(data), known, origin), known, origin)
        self._whole = bytes(data)
        self._undo.append(record)
        self._trim()
        return change

    def _exchange_whole(
        self, stretches: list[_Stretch], feeds: LineFeeds, origin: Origin
    ) -> tuple[Change, _Record]:
        """Be another text, and return what happened and the step that takes it back."""
        before, removed, n_lines = self._length, self._stretches, len(self._feeds)
        record = _Record(0, removed, _length(stretches), "", self.origin)
        self._hold(stretches, feeds, origin)
        self.revision += 1
        return Change(0, before, self._length, 0, n_lines, len(feeds), is_whole=True), record

    def _trim(self) -> None:
        """Drop the oldest steps where all together hold too much; the newest stays."""
        held = 0
        for at in range(len(self._undo) - 1, -1, -1):
            held += _length(self._undo[at].removed)
            if held > _MOST_UNDONE and at < len(self._undo) - 1:
                del self._undo[: at + 1]
                return

    def note_saved(self, origin: Origin, revision: int) -> None:
        """Take note that the bytes of a revision stand in another file, or in their own one anew."""
        self.origin = origin
        self._saved = revision, origin

    @property
    def is_as_read(self) -> bool:
        """Whether these are exactly the bytes that were read from the file of `origin`, or saved to it."""
        if self._saved == (self.revision, self.origin):
            return True
        source = self._stretches[0].source if len(self._stretches) == 1 else None
        if source is None or not self.origin.path or len(source.data) != self._length:
            return False
        return (source.origin.path, source.origin.stamp) == (self.origin.path, self.origin.stamp)

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
                record.removed = self._copied(record.removed)

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
        self._remember(_Record(start, removed, len(data), kind))
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
            if _length(record.removed) >= _LARGE:
                self._trim()

    def _continues(self, last: _Record, record: _Record) -> bool:
        """Join `record` to the last step where it goes on at the same place; tells whether it did."""
        if last.kind != record.kind:
            return False
        if record.kind == "typing":
            if record.removed or record.start != last.start + last.n_inserted:
                return False
            last.n_inserted += record.n_inserted
            return True
        if last.n_inserted or record.n_inserted:
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
        feeds = self._feeds_of(record.removed)
        if record.origin is not None:
            change, back = self._exchange_whole(record.removed, feeds, record.origin)
            target.append(back)
            return change
        end = record.start + record.n_inserted
        target.append(_Record(record.start, self._cut(record.start, end), _length(record.removed), ""))
        return self._splice(record.start, end, record.removed, feeds)

    def steps(self, most: int, most_bytes: int) -> tuple[list[Step], list[Step]]:
        """Return what can be undone and what can be done again, the next first.

        At most `most` steps and `most_bytes` bytes of both together; undo comes first.
        """
        undo = self._listed(self._undo, most, most_bytes)
        left = most_bytes - sum(len(step.removed) for step in undo)
        return undo, self._listed(self._redo, most - len(undo), left)

    def _listed(self, records: list[_Record], most: int, most_bytes: int) -> list[Step]:
        listed: list[Step] = []
        for record in records[: -most - 1 : -1]:
            most_bytes -= _length(record.removed)
            if most_bytes < 0:
                break
            removed = b"".join(map(_Stretch.view, record.removed))
            listed.append(Step(record.start, record.n_inserted, removed, record.origin))
        return listed

    def set_steps(self, undo: Sequence[Step], redo: Sequence[Step]) -> None:
        """Take steps as `steps` returned them of the same text; from one on that does not fit, none."""
        self._undo, self._redo = self._taken(undo), self._taken(redo)

    def _taken(self, steps: Sequence[Step]) -> list[_Record]:
        records: list[_Record] = []
        length = self._length
        for step in steps:
            whole = step.origin is not None
            if step.start + step.n_inserted > length or (whole and step.n_inserted != length):
                break
            removed = [self._add(step.removed)] if step.removed else []
            records.append(_Record(step.start, removed, step.n_inserted, "", step.origin))
            length += len(step.removed) - step.n_inserted
        return records[::-1]

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


def _known(data: bytes, feeds: Places | None) -> LineFeeds:
    return line_feeds(data) if feeds is None else LineFeeds.of(feeds)


def _stretches_of(data: bytes, feeds: LineFeeds, origin: Origin) -> list[_Stretch]:
    """Return a text as stretches; the feeds of one that is short are found quicker than kept."""
    known = feeds if len(data) >= _LARGE else None
    return [_Stretch(_Source(data, known, origin), 0, len(data))] if data else []


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
