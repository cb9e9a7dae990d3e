"""The bytes of a text as a piece table: a list of stretches of buffers, which are never copied.

The buffers are what was typed, the original, and each large paste by itself (J. S. Moore's of 1973, described
by Crowley, "Data structures for text sequences", 1998).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from workbench.widgets.token_view.document.line_feeds import LineFeeds, line_feeds
from workbench.widgets.token_view.document.origin import NOWHERE, Origin

LARGE = 1 << 16  # bytes from which what comes or goes is kept where it is, not copied to what was typed


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A buffer, and its line feeds where they are known: looking for them again takes long.

    `origin` is the file whose bytes it holds, `NOWHERE` where it does not hold a file's.
    """

    data: bytes | bytearray | memoryview
    feeds: LineFeeds | None = None
    origin: Origin = NOWHERE


class Stretch(NamedTuple):
    """A run of bytes of one buffer."""

    source: Source
    start: int
    length: int

    def view(self) -> memoryview:
        """Return its bytes where they are."""
        return memoryview(self.source.data)[self.start : self.start + self.length]


class PieceTable:
    """Stretches in the order of the text.

    Attributes:
        stretches: not to be changed from outside; set by `hold`.
        length: in bytes.

    """

    def __init__(self) -> None:
        self._typed = bytearray()
        self._typed_source = Source(self._typed)
        self.hold([])

    def hold(self, stretches: list[Stretch]) -> None:
        """Replace the stretches."""
        self.stretches, self.length = stretches, length_of(stretches)
        self._ends: list[int] | None = None

    def add(self, data: bytes, feeds: LineFeeds | None = None) -> Stretch:
        """Return a stretch of bytes that are new; `feeds` are their line feeds, where known."""
        if len(data) >= LARGE:
            return Stretch(Source(bytes(data), feeds), 0, len(data))
        start = len(self._typed)
        self._typed += data
        return Stretch(self._typed_source, start, len(data))

    def copied(self, stretches: list[Stretch]) -> list[Stretch]:
        """Return the same bytes among what was typed, unless they are many."""
        typed = all(stretch.source is self._typed_source for stretch in stretches)
        if typed or length_of(stretches) >= LARGE:
            return stretches
        return [self.add(joined_bytes(stretches))]

    def parts(self, start: int, end: int) -> tuple[memoryview, ...]:
        """Return the bytes [start, end) in parts that never change."""
        typed = memoryview(bytes(self._typed))
        return tuple(
            typed[stretch.start : stretch.start + stretch.length]
            if stretch.source is self._typed_source
            else stretch.view()
            for stretch in self.cut(start, end)
        )

    def cut(self, start: int, end: int) -> list[Stretch]:
        """Return the stretches of [start, end), the outer ones cut to size."""
        if start >= end:
            return []
        bounds = self._bounds()
        first = bisect_right(bounds, start)
        position = bounds[first - 1] if first else 0
        cut: list[Stretch] = []
        for stretch in self.stretches[first : bisect_right(bounds, end - 1) + 1]:
            skip = max(start - position, 0)
            length = min(stretch.length, end - position) - skip
            cut.append(Stretch(stretch.source, stretch.start + skip, length))
            position += stretch.length
        return cut

    def exchange(self, start: int, end: int, inserted: Sequence[Stretch]) -> None:
        """Put stretches instead of the bytes [start, end)."""
        bounds = self._bounds()
        first, last = bisect_right(bounds, start), bisect_right(bounds, end)
        outer_start = bounds[first - 1] if first else 0
        outer_end = bounds[last] if last < len(bounds) else self.length
        middle = [*self.cut(outer_start, start), *inserted, *self.cut(end, outer_end)]
        self.stretches[first : last + 1] = joined(middle)
        self.length += length_of(inserted) - (end - start)
        self._ends = None

    def _bounds(self) -> list[int]:
        """Return where each stretch ends in the document."""
        if self._ends is None:
            self._ends = list(accumulate(stretch.length for stretch in self.stretches))
        return self._ends


def stretches_of(data: bytes, feeds: LineFeeds, origin: Origin) -> list[Stretch]:
    """Return a text as stretches; the feeds of one that is short are found quicker than kept."""
    known = feeds if len(data) >= LARGE else None
    return [Stretch(Source(data, known, origin), 0, len(data))] if data else []


def joined(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return stretches with those that go on in the same buffer made one, and no empty ones."""
    merged: list[Stretch] = []
    for stretch in stretches:
        last = merged[-1] if merged else None
        if last and last.source is stretch.source and last.start + last.length == stretch.start:
            merged[-1] = Stretch(last.source, last.start, last.length + stretch.length)
        elif stretch.length:
            merged.append(stretch)
    return merged


def joined_bytes(stretches: Sequence[Stretch]) -> bytes:
    """Return the bytes of stretches."""
    return b"".join(map(Stretch.view, stretches))


def length_of(stretches: Sequence[Stretch]) -> int:
    """Return how many bytes stretches have."""
    return sum(stretch.length for stretch in stretches)


def feeds_of(stretches: Sequence[Stretch]) -> LineFeeds:
    """Return the line feeds of stretches, counted from the first byte of the first."""
    feeds: list[LineFeeds] = []
    at = 0
    for stretch in stretches:
        known = stretch.source.feeds
        end = stretch.start + stretch.length
        own = line_feeds(stretch.view()) if known is None else known.cut(stretch.start, end)
        feeds.append(own.moved(at))
        at += stretch.length
    return LineFeeds.joined(feeds)
