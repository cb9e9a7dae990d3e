"""Divides sources into shards by their bytes: what of each file belongs to one, and where files may be cut.

A document belongs to the shard where its first byte lies. JSON lines are cut at the ends of lines, Parquet
between groups of rows, a plain text at safe borders of its split, each `BLOCK` bytes. Any other file is not
cut: it belongs, whole, to the shard where it begins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import incomplete_tail, is_utf8
from workbench.engine.corpus.documents import END_OF_DOCUMENT, Bytes, Part, Parts, Tally
from workbench.engine.corpus.readers import CHUNK, FileBytes

BLOCK = 1 << 20  # bytes of a plain text that are one document when documents are counted
MOST_SHARDS = 1_000_000
_LONGEST = 4  # bytes of a character
_OVERLAP = 8  # bytes: two characters

# (text, position) -> the first safe border after the position that these bytes decide, or len(text)
NextBorder = Callable[[bytes, int], int]


@dataclass(frozen=True, slots=True)
class Span:
    """The bytes of a file that lie in a shard: from `start` to before `stop`, of `size`."""

    start: int
    stop: int
    size: int


@dataclass(slots=True)
class Shard:
    """A shard of sources, which are read once, in the order of their listing.

    Attributes:
        number: from 0 to `n` - 1.
        n: shards.
        total: bytes of all files, as they were listed.
        next_border: finds safe borders of a plain text; None where it has none.
        block: bytes, see `BLOCK`.
        uncut: files that go on after the shard and are counted in it nevertheless.

    """

    number: int = 0
    n: int = 1
    total: int = 0
    next_border: NextBorder | None = None
    block: int = BLOCK
    uncut: list[str] = field(default_factory=list)
    _at: int = 0

    def check(self) -> None:
        """Raise EngineError "shard_out_of_range"."""
        if not 1 <= self.n <= MOST_SHARDS or not 0 <= self.number < self.n:
            raise EngineError("shard_out_of_range", number=self.number, n=self.n, last=max(self.n, 1) - 1)

    def next_span(self, size: int) -> Span | None:
        """Return the span of the next file, which has `size` bytes; None if it does not lie in the shard."""
        at = self._at
        self._at += size
        first, last = (self.total * number // self.n for number in (self.number, self.number + 1))
        if size == 0:
            own = first <= at < last or (at >= self.total and self.number == self.n - 1)
            return Span(0, 0, 0) if own else None
        # What was added after the files were listed belongs to the last shard.
        last = max(last, self._at) if self.number == self.n - 1 else last
        start, stop = max(first - at, 0), min(last - at, size)
        return Span(start, stop, size) if start < stop else None


@dataclass(frozen=True, slots=True)
class FilePart:
    """What of a file a shard counts; `span` is None for nothing."""

    shard: Shard
    span: Span | None

    @property
    def n_bytes(self) -> int:
        """Return how many bytes there are."""
        return 0 if self.span is None else self.span.stop - self.span.start

    @property
    def is_start(self) -> bool:
        """Whether the file begins in the shard."""
        return self.span is not None and self.span.start == 0

    def takes_whole(self, path: str) -> bool:
        """Return whether a file that cannot be cut is counted here; note it if it goes on after the shard."""
        if self.span is not None and self.span.start == 0 and self.span.stop < self.span.size:
            self.shard.uncut.append(path)
        return self.is_start


# --- lines --------------------------------------------------------------------------------------------------


def whole_lines(file: FileBytes, span: Span) -> Bytes:
    """Yield the lines whose first bytes lie in the span."""
    return file.between(_line_start(file, span.start), _line_start(file, span.stop))


def _line_start(file: FileBytes, position: int) -> int:
    """Return where the first line begins at or after a position, or the end of the file."""
    if position == 0:
        return 0
    at = position - 1
    while chunk := file.at(at, CHUNK):
        end = chunk.find(b"\n")
        if end >= 0:
            return at + end + 1
        at += len(chunk)
        point()
    return max(at, file.size)


# --- a plain text -------------------------------------------------------------------------------------------


def text_blocks(file: FileBytes, span: Span, shard: Shard, tally: Tally) -> Parts:
    """Yield the blocks of a plain text in UTF-8 whose first bytes lie in the span, each as a document.

    Block k begins at the first safe border after k times `shard.block` bytes of which both characters are
    valid, so that replacing bytes that are not UTF-8 moves none.
    """
    if shard.next_border is None:
        raise ValueError("the split has no safe borders")
    size = file.size if span.stop == span.size else span.stop
    number = -(-span.start // shard.block)
    begin = _block_start(file, number * shard.block, shard.next_border)
    while number * shard.block < size and begin < file.size:
        number += 1
        end = _block_start(file, number * shard.block, shard.next_border)
        if begin < end:
            offset = begin
            for chunk in file.between(begin, end):
                tally.size += len(chunk)
                yield Part(chunk, len(chunk), offset)
                offset += len(chunk)
            yield END_OF_DOCUMENT
        begin = end
        point()


def _block_start(file: FileBytes, position: int, next_border: NextBorder) -> int:
    """Return the first safe border after a position, or the end of the file."""
    if position == 0:
        return 0
    if position >= file.size:
        return file.size
    window, first = b"", position  # which begins at `first`
    while True:
        chunk = file.at(first + len(window), CHUNK)
        window += chunk
        border = _valid_border(window, next_border, is_last=not chunk)
        if border:
            return first + border
        if not chunk:
            return file.size
        first += max(len(window) - _OVERLAP, 0)
        window = window[-_OVERLAP:]
        point()


def _valid_border(window: bytes, next_border: NextBorder, is_last: bool) -> int:
    """Return the first safe border inside a window between two valid characters, 0 for none."""
    end = len(window) if is_last else len(window) - incomplete_tail(window)
    text = window[:end]
    at = 0
    while True:
        border = next_border(text, at)
        if border <= at or border >= end:
            return 0
        if _ends_valid(text[max(0, border - _LONGEST) : border]) and _begins_valid(
            text[border : border + _LONGEST]
        ):
            return border
        at = border


def _ends_valid(data: bytes) -> bool:
    """Return whether the last character of some bytes is valid UTF-8."""
    return any(is_utf8(data[-n:]) and data[-n] & 0xC0 != 0x80 for n in range(1, len(data) + 1))


def _begins_valid(data: bytes) -> bool:
    """Return whether the first character of some bytes is valid UTF-8."""
    return any(is_utf8(data[:n]) for n in range(1, len(data) + 1))
