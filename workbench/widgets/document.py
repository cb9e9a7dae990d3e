"""The text of the editor: bytes in a piece table, with undo, redo and an index of lines. Free of Qt.

The bytes that came in are the bytes that are kept: nothing here decodes or normalises. A piece table
(J. S. Moore's of 1973, described by Crowley, "Data structures for text sequences", 1998) never copies
the text: the document is a list of stretches of two buffers, the original and what was added since.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_SCAN = 1 << 24  # bytes looked at in one go when lines are indexed, so that the temporary mask stays small


class _Stretch(NamedTuple):
    """A run of bytes of one buffer: `added` False is the original, True what was typed or pasted."""

    added: bool
    start: int
    length: int


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
        revision: rises with every change of the bytes, also by undo and `set_bytes`.

    """

    def __init__(self, data: bytes = b"") -> None:
        self.revision = 0
        self._load(data)

    def _load(self, data: bytes) -> None:
        self._original = data
        self._added = bytearray()
        self._stretches: list[_Stretch] = [_Stretch(False, 0, len(data))] if data else []
        self._ends: list[int] | None = None
        self._length = len(data)
        self._whole: bytes | None = data
        self._feeds = line_feeds(data)
        self._undo: list[_Record] = []
        self._redo: list[_Record] = []

    def set_bytes(self, data: bytes) -> None:
        """Take other bytes and forget what could be undone."""
        self._load(bytes(data))
        self.revision += 1

    def __len__(self) -> int:
        return self._length

    # --- reading

    def whole(self) -> bytes:
        """Return all bytes; kept until the next edit."""
        if self._whole is None:
            self._whole = self.read(0, self._length)
        return self._whole

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes [start, end), clipped to the document."""
        start, end = max(start, 0), min(end, self._length)
        if start >= end:
            return b""
        if self._whole is not None:
            return self._whole[start:end]
        return b"".join(self._bytes_of(stretch) for stretch in self._cut(start, end))

    def _bytes_of(self, stretch: _Stretch) -> bytes:
        source: bytes | bytearray = self._added if stretch.added else self._original
        return bytes(source[stretch.start : stretch.start + stretch.length])

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
            cut.append(_Stretch(stretch.added, stretch.start + skip, length))
            position += stretch.length
        return cut

    # --- editing

    def replace(self, start: int, end: int, data: bytes, kind: str = "") -> Change:
        """Put `data` in place of the bytes [start, end).

        Edits of the same `kind` ("typing", "backspace", "delete") that continue one another are
        undone as one. ValueError where the range is not in the document.
        """
        if not 0 <= start <= end <= self._length:
            raise ValueError(f"no bytes {start} to {end} in a document of {self._length}")
        removed = self._cut(start, end)
        inserted = [_Stretch(True, len(self._added), len(data))] if data else []
        self._added += data
        change = self._splice(start, end, inserted, line_feeds(data))
        self._remember(_Record(start, removed, inserted, kind))
        self._redo.clear()
        return change

    def _splice(self, start: int, end: int, inserted: Sequence[_Stretch], feeds: NDArray[np.int64]) -> Change:
        """Exchange stretches; `feeds` are the line feeds among the new bytes."""
        bounds = self._bounds()
        first, last = bisect_right(bounds, start), bisect_right(bounds, end)
        outer_start = bounds[first - 1] if first else 0
        outer_end = bounds[last] if last < len(bounds) else self._length
        middle = [*self._cut(outer_start, start), *inserted, *self._cut(end, outer_end)]
        self._stretches[first : last + 1] = _joined(middle)
        self._ends = None
        self._whole = None
        count = sum(stretch.length for stretch in inserted)
        self._length += count - (end - start)
        self.revision += 1
        return self._index_change(start, end, count, feeds)

    def _index_change(self, start: int, end: int, count: int, feeds: NDArray[np.int64]) -> Change:
        first, last = (int(place) for place in np.searchsorted(self._feeds, (start, end)))
        delta = count - (end - start)
        if first == last and not len(feeds):
            self._feeds[first:] += delta  # the common case, in place
        else:
            self._feeds = np.concatenate((self._feeds[:first], feeds + start, self._feeds[last:] + delta))
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
        data = b"".join(self._bytes_of(stretch) for stretch in record.removed)
        end = record.start + _length(record.inserted)
        return self._splice(record.start, end, record.removed, line_feeds(data))

    # --- lines: a line ends after its line feed; the last one has none

    @property
    def n_lines(self) -> int:
        """Number of lines, at least 1."""
        return len(self._feeds) + 1

    def line_at(self, position: int) -> int:
        """Return the number of the line that holds a byte position."""
        return int(np.searchsorted(self._feeds, position))

    def line_start(self, line: int) -> int:
        """Return the byte at which a line begins."""
        return int(self._feeds[line - 1]) + 1 if line else 0

    def line_end(self, line: int) -> int:
        """Return the byte after a line, its line feed included."""
        return int(self._feeds[line]) + 1 if line < len(self._feeds) else self._length

    def line_lengths(self, first: int = 0, last: int | None = None) -> NDArray[np.int64]:
        """Return int64[n], the bytes of each of the lines [first, last), line feeds included."""
        last = self.n_lines if last is None else last
        ends = np.append(self._feeds + 1, self._length) if last > len(self._feeds) else self._feeds + 1
        starts = self.line_start(first)
        return np.diff(ends[first:last], prepend=starts)


def _joined(stretches: Sequence[_Stretch]) -> list[_Stretch]:
    """Return stretches with those that go on in the same buffer made one, and no empty ones."""
    joined: list[_Stretch] = []
    for stretch in stretches:
        last = joined[-1] if joined else None
        if last and last.added == stretch.added and last.start + last.length == stretch.start:
            joined[-1] = _Stretch(last.added, last.start, last.length + stretch.length)
        elif stretch.length:
            joined.append(stretch)
    return joined


def _length(stretches: Sequence[_Stretch]) -> int:
    return sum(stretch.length for stretch in stretches)


def line_feeds(data: bytes) -> NDArray[np.int64]:
    """Return int64[n], the positions of the line feeds in `data`; 100 MB take some 30 ms."""
    view = np.frombuffer(data, np.uint8)
    found = [np.flatnonzero(view[at : at + _SCAN] == 0x0A) + at for at in range(0, len(view), _SCAN)]
    return np.concatenate(found).astype(np.int64) if found else np.empty(0, np.int64)
