"""How often each piece occurs in a corpus: what training works on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point

if TYPE_CHECKING:
    from workbench.engine.corpus.documents import EndOfDocument

PORTION_PIECES = 8192
PORTION_BYTES = 1 << 20
PLAIN_PIECE = 150  # bytes that a distinct piece takes in a tally
LEFT_SIDE = 8  # bytes: two characters

Chunks = Iterator["bytes | EndOfDocument"]


Key = TypeVar("Key", str, bytes)

Spans = NDArray[np.uint64]  # (m, 2), start and end of each piece in bytes


@dataclass(frozen=True, slots=True)
class Dropped:
    """Pieces that were left out when there was no room for more.

    Attributes:
        n_pieces: distinct pieces dropped; one that came again was counted again from there.
        n_times: how often they had occurred.
        n_bytes: bytes of text that they stood for.

    """

    n_pieces: int = 0
    n_times: int = 0
    n_bytes: int = 0


NOTHING_DROPPED = Dropped()


class PieceTable(Protocol):
    """The distinct pieces while they are counted.

    Attributes:
        n_distinct: how many there are.
        n_dropped, n_times_dropped, n_bytes_dropped: distinct pieces dropped, how often they had occurred, and
            the bytes of text that they stood for.

    """

    @property
    def n_distinct(self) -> int: ...  # noqa: D102
    @property
    def n_dropped(self) -> int: ...  # noqa: D102
    @property
    def n_times_dropped(self) -> int: ...  # noqa: D102
    @property
    def n_bytes_dropped(self) -> int: ...  # noqa: D102

    @property
    def table_bytes(self) -> int:
        """Return the bytes that it needs: the same for the same pieces."""

    def begin_drop(self, least: int) -> None:
        """Begin to drop the pieces that occur less than `least` times."""

    def drop_step(self, n_pieces: int) -> bool:
        """Look through some more pieces; return whether there are more."""


@dataclass(frozen=True, slots=True)
class CountProgress:
    """How far counting is.

    Attributes:
        n_bytes: bytes taken in so far.
        n_distinct: distinct pieces found so far.
        table: where nothing is half counted, the table of them, which may be made smaller now; else None.

    """

    n_bytes: int
    n_distinct: int
    table: PieceTable | None = None


class PlainTable(Generic[Key]):
    """The table of a tally (`PieceTable`), whose keys are bytes, or texts as in `as_key`."""

    def __init__(self, tally: Counter[Key]) -> None:
        self.n_dropped = self.n_times_dropped = self.n_bytes_dropped = 0
        self._tally: Counter[Key] = tally
        self._least = 0
        self._keys: Iterator[Key] = iter(())

    @property
    def n_distinct(self) -> int:
        """Return how many there are."""
        return len(self._tally)

    @property
    def table_bytes(self) -> int:
        """Return about the bytes that it needs: what a short piece takes in Python, for each."""
        return PLAIN_PIECE * len(self._tally)

    def begin_drop(self, least: int) -> None:
        """Begin to drop the pieces that occur less than `least` times."""
        self._least, self._keys = least, iter(list(self._tally))

    def drop_step(self, n_pieces: int) -> bool:
        """Look through some more pieces; return whether there are more."""
        keys = list(islice(self._keys, n_pieces))
        for key in keys:
            times = self._tally[key]
            if times < self._least:
                del self._tally[key]
                data = key.encode("utf-8", "surrogateescape") if isinstance(key, str) else key
                self.n_dropped += 1
                self.n_times_dropped += times
                self.n_bytes_dropped += times * len(data)
        return len(keys) == n_pieces


@dataclass(frozen=True, slots=True)
class CountedPieces:
    """The distinct pieces of a corpus, in order of their first occurrence.

    Attributes:
        blob: the bytes of the pieces, one after the other.
        ends: uint64[m], their ends in `blob`.
        counts: int64[m], how often each occurs.
        lost: bytes of the corpus that are in no piece (a custom pattern may leave text out).
        dropped: what was left out to save memory, none as a rule.

    """

    blob: bytes
    ends: NDArray[np.uint64]
    counts: NDArray[np.int64]
    lost: int = 0
    dropped: Dropped = NOTHING_DROPPED

    def __len__(self) -> int:
        return len(self.ends)

    def __iter__(self) -> Iterator[tuple[bytes, int]]:
        """Yield (piece, count); for tests and for the readable reference."""
        start = 0
        for end, count in zip(self.ends.tolist(), self.counts.tolist(), strict=True):
            yield self.blob[start:end], count
            start = end

    @property
    def n_bytes(self) -> int:
        """Bytes of the corpus that are in pieces: each piece's length times its count."""
        return int((self.counts * np.diff(self.ends.astype(np.int64), prepend=0)).sum())


# Some pieces one after the other, uint64[m], where they end, and int64[m], how often each occurs.
Pieces = tuple[bytes | bytearray, NDArray[np.uint64], NDArray[np.int64]]
Counting = Generator[CountProgress, None, CountedPieces]


def as_key(piece: bytes | bytearray) -> str:
    """Return a piece as the text that splitters give; bytes that are not UTF-8 as lone surrogates (PEP 383).

    Valid text never has any, so that nothing is mixed up.
    """
    return piece.decode("utf-8", "surrogateescape")


def as_bytes(tally: Counter[str]) -> Iterator[tuple[bytes, int]]:
    """Yield the items of a tally whose pieces are as in `as_key`."""
    for key, count in tally.items():
        yield key.encode("utf-8", "surrogateescape"), count


def counted_of(items: Iterable[tuple[bytes, int]], lost: int = 0) -> CountedPieces:
    """Turn (piece, count) items into flat arrays."""
    ends, counts = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
    blob = bytearray()
    for portion in _batches(items):
        lengths = np.array([len(piece) for piece, _ in portion], np.uint64)
        ends.append(np.cumsum(lengths, dtype=np.uint64) + np.uint64(len(blob)))
        counts.append(np.array([count for _, count in portion], np.int64))
        blob += b"".join(piece for piece, _ in portion)
        point()
    return CountedPieces(bytes(blob), np.concatenate(ends), np.concatenate(counts), lost)


def _batches(items: Iterable[tuple[bytes, int]]) -> Iterator[list[tuple[bytes, int]]]:
    """Yield items in chunks small enough to be handled in some milliseconds."""
    batch: list[tuple[bytes, int]] = []
    size = 0
    for piece, count in items:
        batch.append((piece, count))
        size += len(piece)
        if len(batch) >= PORTION_PIECES or size >= PORTION_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def documents_of(chunks: Chunks) -> Iterator[bytearray]:
    """Put documents together. An empty document is passed over."""
    from workbench.engine.corpus.documents import EndOfDocument  # here: a tokenizer alone reads none

    document = bytearray()
    for chunk in chunks:
        if isinstance(chunk, EndOfDocument):
            if document:
                yield document
            document = bytearray()
        elif chunk:
            document += chunk
        point()
    if document:
        yield document


def batches_of(documents: Iterator[bytearray], size: int) -> Iterator[list[bytearray]]:
    """Put documents together until they are `size` bytes."""
    batch: list[bytearray] = []
    n_bytes = 0
    for document in documents:
        batch.append(document)
        n_bytes += len(document)
        if n_bytes >= size:
            yield batch
            batch, n_bytes = [], 0
    if batch:
        yield batch


def stretches_of(chunks: Chunks, last_border: Callable[[bytearray, int, int], int]) -> Iterator[bytearray]:
    """Cut documents at safe borders only, as they come.

    `last_border(data, start, end)` returns the last safe border in between, or `start`, as
    `SplitPattern.last_border`.
    """
    from workbench.engine.corpus.documents import EndOfDocument  # here: as above

    stretch = bytearray()  # the document since the last cut
    for chunk in chunks:
        if isinstance(chunk, EndOfDocument):
            if stretch:
                yield stretch
            stretch = bytearray()
        elif chunk:
            # The left side of a border that the chunk completes is before the chunk.
            start = max(0, len(stretch) - LEFT_SIDE)
            stretch += chunk
            cut = last_border(stretch, start, len(stretch))
            if cut > start:
                rest = stretch[cut:]
                del stretch[cut:]
                yield stretch
                stretch = rest
        point()
    if stretch:
        yield stretch
