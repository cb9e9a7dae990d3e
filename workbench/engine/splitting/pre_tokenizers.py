"""Document -> pre-tokens: the pieces inside which merges happen; and counting them over a corpus.

Texts are bytes. A run of bytes that are not UTF-8 belongs to the piece that ends where the run starts (a run
at the start is a piece of its own), the text between two runs is split on its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

import numpy as np

from workbench.engine.base.chunked_arrays import concatenated
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit, Operation
from workbench.engine.counting.compiled_counting import (
    count_given_pieces,
    counted_pieces,
    new_counter,
    working,
)
from workbench.engine.counting.piece_counts import (
    Chunks,
    CountedPieces,
    Counting,
    CountProgress,
    Pieces,
    PlainTable,
    Spans,
    batches_of,
    counted_of,
    documents_of,
)
from workbench.engine.splitting.custom_patterns import (
    check_operation,
    count_operation,
    find_fault,
    split_operation,
)
from workbench.engine.splitting.published_split import PublishedSplit
from workbench.engine.splitting.split_patterns import BY_NAME, PUBLISHED, known_pattern
from workbench.engine.splitting.table_split import table_split

__all__ = [
    "SPLIT_NAMES",
    "CountProgress",
    "CountedPieces",
    "Counting",
    "CustomSplit",
    "NoSplit",
    "PreTokenizer",
    "Spans",
    "UnknownSplit",
    "check_pattern",
    "custom",
    "lost_bytes",
    "named",
    "no_split",
    "of_pattern",
    "published",
    "unknown_split",
]

Result = TypeVar("Result")

# A custom pattern must get through this many bytes in each window, or reach the end.
PATTERN_LIMIT = Limit(seconds=2.0, work=200_000)
SPLIT_NAMES = ", ".join(["none", *BY_NAME])  # as an error offers them
CUSTOM_BATCH = 1 << 20  # bytes of whole documents sent to the child at a time


class PreTokenizer(Protocol):
    """Splits a document into pieces.

    A *safe border* is a place where splitting starts over whatever is further left or right.
    """

    @property
    def name(self) -> str:
        """Return "none", "custom", "unknown" or a key of `split_patterns.PUBLISHED`."""

    @property
    def pattern(self) -> str:
        """The regular expression, "" where nothing is split."""

    @property
    def compiled(self) -> Any:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Return the `kernels.splitting.Splitter` that splits in its place, or None.

        There is one only where the pieces are the whole text: between two lies nothing.
        """

    def split(self, text: bytes) -> Spans:
        """Return uint64[m, 2], the (start, end) of each piece in bytes of `text`; none is empty."""

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Yield the spans, all at once or some after others."""

    def count(self, chunks: Chunks) -> Counting:
        """Count the pieces of a corpus, streamed: memory grows with the distinct pieces.

        `chunks` are stretches of documents, cut anywhere, `EndOfDocument` after each document (the last may
        lack it); pieces never cross documents, and the counts do not depend on where chunks were cut. Yields
        CountProgress and returns CountedPieces, in order of first occurrence.
        """

    def next_border(self, text: bytes, position: int) -> int:
        """Return the first safe border that the bytes from `position` on alone decide, or len(text).

        So it is a border of every text that ends with text[position:].
        """

    def previous_border(self, text: bytes, position: int) -> int:
        """Return the last safe border that the bytes before `position` alone decide, or 0.

        So it is a border of every text that starts with text[:position]: what follows may be edited.
        """

    def close(self) -> None:
        """Let go of what it holds, such as a child process."""


def check_pattern(pre_tokenizer: PreTokenizer) -> None:
    """Compile a pattern of a user's own in its child; raises EngineError if it cannot be used."""
    if isinstance(pre_tokenizer, CustomSplit):
        pre_tokenizer.check()


def no_split() -> PreTokenizer:
    """Return the pre-tokenizer of Basic: a document is one piece."""
    return NoSplit()


def published(name: str) -> PreTokenizer:
    """Return the pre-tokenizer of a published pattern; raises EngineError "unknown_pre_tokenizer"."""
    if name not in PUBLISHED:
        raise EngineError("unknown_pre_tokenizer", name=name, names=", ".join(["none", *PUBLISHED, "custom"]))
    return PublishedSplit(PUBLISHED[name])


def custom(pattern: str, child: Child | None = None) -> PreTokenizer:
    """Return the pre-tokenizer of a user's own pattern, which runs in `child`, or in a child of its own.

    A published one, older or written in another way, is known to be harmless and runs here, by its kernel;
    so does one of which there are tables (`pattern_tables`).

    Raises EngineError for what is refused unseen ("pattern_empty", "pattern_too_long", "pattern_recursion",
    "pattern_fuzzy"); the rest ("pattern_syntax", "pattern_zero_width", "pattern_too_slow", …) when it is used
    or checked (`check`).
    """
    known = known_pattern(pattern)
    if known is not None:
        return PublishedSplit(known)
    return table_split(pattern) or CustomSplit(pattern, child)


def named(name: str, pattern: str = "", child: Child | None = None) -> PreTokenizer:
    """Return the pre-tokenizer that a name and, for "custom", a pattern stand for."""
    if name == "custom":
        return custom(pattern, child)
    return no_split() if name == "none" else published(name)


class NoSplit:
    """A document is one piece (`PreTokenizer`)."""

    name = "none"
    pattern = ""
    compiled = None

    def split(self, text: bytes) -> Spans:
        """Return uint64[1, 2], the whole text; uint64[0, 2] for none."""
        return np.array([[0, len(text)]] if text else [], np.uint64).reshape(-1, 2)

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Yield what `split` returns."""
        yield self.split(text)

    def count(self, chunks: Chunks) -> Counting:
        """Count documents as pieces."""
        counter = new_counter()
        if counter is not None:
            return count_given_pieces(counter, self._whole_documents(chunks))
        return self._tally(chunks)

    def _whole_documents(self, chunks: Chunks) -> Iterator[Pieces]:
        once = np.ones(1, np.int64)
        for document in documents_of(chunks):
            yield document, np.array([len(document)], np.uint64), once

    def _tally(self, chunks: Chunks) -> Counting:
        tally: Counter[bytes] = Counter()
        table = PlainTable(tally)
        n_bytes = 0
        for document in documents_of(chunks):
            tally[bytes(document)] += 1
            n_bytes += len(document)
            yield CountProgress(n_bytes, len(tally), table)
        return counted_of(tally.items())

    def next_border(self, text: bytes, position: int) -> int:
        """Return len(text)."""
        return len(text)

    def previous_border(self, text: bytes, position: int) -> int:
        """Return 0."""
        return 0

    def close(self) -> None:
        """Do nothing: it holds nothing."""


class UnknownSplit(NoSplit):
    """The split of a file that does not say it: nothing can be encoded until one is chosen.

    Attributes:
        file: the tokenizer's file, which errors name rather than the text.

    """

    name = "unknown"

    def __init__(self, file: str) -> None:
        self.file = file

    def split(self, text: bytes) -> Spans:
        """Raise EngineError "split_unknown"."""
        raise unknown_split(self.file)

    def count(self, chunks: Chunks) -> Counting:
        """Raise EngineError "split_unknown"."""
        raise unknown_split(self.file)


def unknown_split(file: str) -> EngineError:
    """Return the error of a text that cannot be split, naming the tokenizer's file."""
    return EngineError("split_unknown", file=file, names=SPLIT_NAMES)


class CustomSplit:
    """A person's own pattern, matched in a child process; it has no safe borders."""

    name = "custom"
    compiled = None

    def __init__(self, pattern: str, child: Child | None = None) -> None:
        find_fault(pattern)
        self.pattern = pattern
        self._child = child if child is not None else Child()
        self._owns_child = child is None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the pattern; the copy gets a child of its own."""
        return type(self), (self.pattern,)

    def check(self) -> None:
        """Compile the pattern in the child; raises EngineError if it cannot be used."""
        for _ in self._request(check_operation, (), Limit(PATTERN_LIMIT.seconds)):
            point()

    def split(self, text: bytes) -> Spans:
        """Return the spans; text that the pattern leaves out is between them."""
        return concatenated([np.empty((0, 2), np.uint64), *self.split_parts(text)])

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Yield the spans of some pieces after those of others."""
        for frame in self._request(split_operation, (text,), PATTERN_LIMIT):
            yield np.frombuffer(frame.buffers[0], np.uint64).reshape(-1, 2)

    def count(self, chunks: Chunks) -> Counting:
        """Count pieces; whole documents go to the child."""
        counter = new_counter()
        tally: Counter[bytes] = Counter()
        table = PlainTable(tally) if counter is None else counter
        n_bytes = lost = 0
        for batch in batches_of(documents_of(chunks), CUSTOM_BATCH):
            ends = np.cumsum([len(document) for document in batch], dtype=np.uint64)
            for frame in self._request(count_operation, (b"".join(batch), ends.tobytes()), PATTERN_LIMIT):
                lost += int(frame.header.get("lost", 0))
                if counter is None:
                    _add_to(tally, frame)
                else:
                    _counted_by(counter, frame)
                yield CountProgress(n_bytes + frame.header["done"], table.n_distinct)
            n_bytes += int(ends[-1])
            yield CountProgress(n_bytes, table.n_distinct, table)
        if counter is None:
            return counted_of(tally.items(), lost)
        return counted_pieces(counter, lost)

    def next_border(self, text: bytes, position: int) -> int:
        """Return len(text): a pattern without a proved border has no safe border."""
        return len(text)

    def previous_border(self, text: bytes, position: int) -> int:
        """Return 0, as `next_border`."""
        return 0

    def close(self) -> None:
        """End the child, if it is this pre-tokenizer's own."""
        if self._owns_child:
            self._child.close()

    def _request(self, operation: Operation, buffers: tuple[bytes, ...], limit: Limit) -> Iterator[Frame]:
        try:
            yield from self._child.request(operation, {"pattern": self.pattern}, buffers, limit)
        except EngineError as error:
            raise of_pattern(error, self.pattern) from error


def lost_bytes(spans: Spans, length: int) -> int:
    """Return how many of a text's `length` bytes are in no piece."""
    return length - int((spans[:, 1] - spans[:, 0]).sum())


# What the child tells, in the words of patterns.
_PATTERN_CODES = {
    "child_too_slow": "pattern_too_slow",
    "child_out_of_memory": "pattern_out_of_memory",
    "child_died": "pattern_crashed",
}


def of_pattern(error: EngineError, pattern: str) -> EngineError:
    """Return an error of the child in the words of patterns, naming the one that it ran."""
    facts: dict[str, Any] = {**error.facts, "pattern": pattern[:200]}
    code = _PATTERN_CODES.get(error.code, error.code)
    return EngineError(code, file=error.file, place=error.place, **facts)


def _pieces_in(frame: Frame) -> Pieces:
    """Return a batch of the child's counts (`custom_patterns.count_operation`)."""
    blob, ends, counts = frame.buffers
    return blob, np.frombuffer(ends, np.uint64), np.frombuffer(counts, np.int64)


def _add_to(tally: Counter[bytes], frame: Frame) -> None:
    if frame.buffers:
        blob, ends, counts = _pieces_in(frame)
        start = 0
        for end, count in zip(ends.tolist(), counts.tolist(), strict=True):
            tally[bytes(blob[start:end])] += count
            start = end


def _counted_by(counter: Any, frame: Frame) -> None:  # noqa: ANN401
    if frame.buffers:
        counter.begin_pieces(*_pieces_in(frame))
        for _ in working(counter):
            point()
