"""Measures several tokenizers on the same text in one pass, in bounded memory.

Short documents are encoded in batches, long ones as they are read (`streamed_encoding`). Only sums are kept
of each document, and token counts of each tokenizer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.threaded_encoding import n_threads
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.bootstrap import DRAWS, FEWEST, Drawn, Interval
from workbench.engine.judging.encoders import (
    LOOKED,
    OWN,
    TEXT,
    Counts,
    Encoder,
    LongDocument,
    begins_character,
    column,
)
from workbench.engine.judging.figures import Vocabulary, figures, vocabulary_of
from workbench.engine.judging.kept_words import Stretch
from workbench.engine.judging.metrics import METRICS
from workbench.engine.judging.unit_sums import UnitSums
from workbench.engine.judging.words import words_of

LONG = 1 << 20  # bytes; a longer document is encoded as it is read
_TOGETHER = 1 << 19  # bytes of a batch of short documents, for each core
_MANY = 1 << 11  # most documents of a batch
MOST_UNREAD = 200  # files that have rows though they cannot be read; a folder may have a million


@dataclass(frozen=True, slots=True)
class Row:
    """The measures of a tokenizer on a source.

    Attributes:
        tokenizer: its index.
        source: name, or "" for all of them.
        sums: "documents", "bytes", "characters", "words", "tokens", "continued", "whole", and of the
            decoded ones "looked_at", "lossless", "stable"; empty for what cannot be read. Of counted pieces
            there are "documents", "bytes" and "tokens", and "characters" where every byte is in a piece.
        figures: by the names of `metrics.METRICS`, None if undefined.
        intervals: of the figures that have one.
        differences: the intervals of the differences from the reference.
        error: why it cannot encode the source, or why that cannot be read, or None.

    """

    tokenizer: int
    source: str
    sums: dict[str, int]
    figures: dict[str, float | None] = field(default_factory=dict)
    intervals: dict[str, Interval] = field(default_factory=dict)
    differences: dict[str, Interval] = field(default_factory=dict)
    error: EngineError | None = None

    @property
    def is_unread(self) -> bool:
        """Whether the source cannot be read, by any tokenizer."""
        return not self.sums

    @property
    def is_counted(self) -> bool:
        """Whether some of the source is counted pieces, of which no word and no document is known."""
        return bool(self.sums) and "words" not in self.sums

    @property
    def known_sums(self) -> dict[str, int | None]:
        """The sums; those that need tokens are None if it cannot encode the source, all if it is unread."""
        shared = ("documents", *TEXT)
        sums = self.sums if self.error is None else {name: self.sums.get(name) for name in shared}
        return {name: sums.get(name) for name in (*shared, *OWN, *LOOKED)}


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of all tokenizers.

    Attributes:
        rows: for each source, and each file that cannot be read, a row per tokenizer; then those of all
            sources if there are several.
        vocabularies: the facts of each vocabulary.
        counts: int64[n] of each tokenizer, number of occurrences of each id in all sources.
        reference: index of the reference tokenizer.
        joined: documents per resampling unit, more than 1 if there are too many documents.

    """

    rows: tuple[Row, ...]
    vocabularies: tuple[Vocabulary, ...]
    counts: tuple[Counts, ...]
    reference: int
    joined: int


@dataclass(frozen=True, slots=True)
class Begun:
    """The start of a source in a stream."""

    source: str


@dataclass(frozen=True, slots=True)
class Unread:
    """What cannot be read, in a stream between two sources; only the first `MOST_UNREAD` have rows."""

    source: str
    error: EngineError


@dataclass(frozen=True, slots=True)
class Pieces:
    """Counted pieces of a source, in a stream.

    Attributes:
        table: the pieces.
        faults: why a tokenizer cannot encode them by themselves, or None, for each.

    """

    table: CountedPieces
    faults: Sequence[EngineError | None]


@dataclass(frozen=True, slots=True)
class PiecesEnd:
    """The end of the counted pieces of a source: of how many documents, and how many bytes are in none."""

    n_documents: int
    n_lost: int


Item = bytes | EndOfDocument | Begun | Unread | Pieces | PiecesEnd


def measuring(
    tokenizers: Sequence[Tokenizer],
    stream: Iterable[Item],
    reference: int = 0,
    draws: int = DRAWS,
    seed: int = 0,
) -> Generator[int | Row, None, Measured]:
    """Yield the number of bytes done and each finished row, and return all measures.

    Args:
        tokenizers: one or more; one that cannot encode a source has a row with an error.
        stream: for each source its start, then chunks of its documents, valid UTF-8 in whole characters, with
            the ends of documents; then what it has of counted pieces, with their end.
        reference: index of the reference tokenizer.
        draws: number of draws of the bootstrap.
        seed: of the bootstrap.

    """
    work = _Measuring(tokenizers, reference, draws, seed)
    for item in stream:
        if isinstance(item, Begun):
            yield from work.begin(item.source)
        elif isinstance(item, Unread):
            yield from work.leave_out(item)
        elif isinstance(item, EndOfDocument):
            work.end_document()
        elif isinstance(item, PiecesEnd):
            work.end_pieces(item)
        elif item:
            work.feed_pieces(item) if isinstance(item, Pieces) else work.feed(item)
            yield work.n_bytes
        elif isinstance(item, bytes):
            yield work.n_bytes
    yield from work.end_all()
    return work.result()


class _PieceSums:
    """The sums of counted pieces.

    Attributes:
        row: int64[columns], as those of a document.
        n_documents: that they are of, -1 without any pieces.
        n_lost: bytes of these that are in no piece.

    """

    def __init__(self, n_columns: int) -> None:
        self.row: Counts = np.zeros(n_columns, np.int64)
        self.n_documents, self.n_lost = -1, 0

    def end(self, end: PiecesEnd) -> None:
        """Take what is known of all of them."""
        self.n_documents = max(self.n_documents, 0) + end.n_documents
        self.n_lost += end.n_lost
        self.row[0] += end.n_lost

    @property
    def unknown(self) -> Sequence[str]:
        """Return the names of the sums that are not known of a text with these pieces."""
        if self.n_documents < 0:
            return ()
        return (*(("characters",) if self.n_lost else ()), "words", "continued", "whole", *LOOKED)


class _Measuring:
    """One running pass.

    Attributes:
        n_bytes: of text and of pieces received.

    """

    def __init__(self, tokenizers: Sequence[Tokenizer], reference: int, draws: int, seed: int) -> None:
        for tokenizer in tokenizers:  # before anything small is encoded, for which it would make other tables
            tokenizer.model.prepare(LONG)
        self._encoders = [Encoder(tokenizer) for tokenizer in tokenizers]
        self._vocabularies = [vocabulary_of(tokenizer) for tokenizer in tokenizers]
        self._reference, self._draws, self._seed = reference, draws, seed
        self._n_columns = len(TEXT) + len(OWN) * len(tokenizers)
        self._all, self._all_pieces = UnitSums(self._n_columns), _PieceSums(self._n_columns)
        self._looked = [dict.fromkeys(encoder.looked, 0) for encoder in self._encoders]
        self._rows: list[Row] = []
        self._n_sources = self._n_unread = 0
        self._source: str | None = None
        self.n_bytes = 0
        self._together = _TOGETHER * n_threads(None)

    # --- documents

    def begin(self, source: str) -> Iterator[Row]:
        yield from self._end_source()
        self._source = source
        self._n_sources += 1
        self._sums, self._pieces = UnitSums(self._n_columns), _PieceSums(self._n_columns)
        self._waiting: list[bytes] = []  # short documents
        self._waiting_size = 0
        self._parts: list[bytes] = []  # of the current document
        self._size = 0
        self._long: LongDocument | None = None
        for encoder in self._encoders:
            encoder.begin()

    def leave_out(self, unread: Unread) -> Iterator[Row]:
        yield from self._end_source()
        self._n_unread += 1
        if self._n_unread > MOST_UNREAD:
            return
        rows = [Row(at, unread.source, {}, error=unread.error) for at in range(len(self._encoders))]
        self._rows += rows
        yield from rows

    def feed(self, chunk: bytes) -> None:
        self.n_bytes += len(chunk)
        self._parts.append(chunk)
        self._size += len(chunk)
        if self._size < LONG:
            return
        if self._long is None:
            self._flush()
            self._long = LongDocument(self._encoders, self._n_columns)
        self._long.feed(b"".join(self._parts))
        self._parts, self._size = [], 0

    def end_document(self) -> None:
        text = b"".join(self._parts)
        self._parts, self._size = [], 0
        if self._long is not None:
            self._long.feed(text)
            self._add(self._long.end()[None])
            self._long = None
        elif text:
            self._waiting.append(text)
            self._waiting_size += len(text)
            if self._waiting_size >= self._together or len(self._waiting) >= _MANY:
                self._flush()

    def _flush(self) -> None:
        texts, self._waiting, self._waiting_size = self._waiting, [], 0
        if not texts:
            return
        rows = np.zeros((len(texts), self._n_columns), np.int64)
        whole = b"".join(texts)
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        starts = np.cumsum(lengths) - lengths
        words = words_of(whole, starts)
        limits = np.append(np.searchsorted(words.starts, starts), len(words.starts))
        stretch = Stretch(0, len(whole), words, limits, starts, closed=True)
        rows[:, 0] = lengths
        rows[:, 1] = np.add.reduceat(begins_character(whole), starts, dtype=np.int64)
        rows[:, 2] = np.diff(limits)
        for number, encoder in enumerate(self._encoders):
            if encoder.error is not None:
                continue
            try:
                rows[:, column(number) : column(number + 1)] = encoder.documents(texts, stretch)
            except EngineError as error:
                encoder.error = error
            point()
        self._add(rows)

    def _add(self, rows: Counts) -> None:
        self._sums.add(rows)
        self._all.add(rows)

    # --- counted pieces

    def feed_pieces(self, pieces: Pieces) -> None:
        table = pieces.table
        self.n_bytes += len(table.blob)
        ends = table.ends.astype(np.int64)
        row = np.zeros(self._n_columns, np.int64)
        for place, begun in enumerate((np.arange(len(table.blob) + 1), _characters(table.blob))):
            row[place] = (begun[ends] - begun[np.append(0, ends[:-1])]) @ table.counts
        for number, (encoder, fault) in enumerate(zip(self._encoders, pieces.faults, strict=True)):
            encoder.error = encoder.error or fault
            if encoder.error is None:
                row[column(number)] = encoder.pieces(table)
        self._pieces.row += row
        self._all_pieces.row += row

    def end_pieces(self, end: PiecesEnd) -> None:
        self._pieces.end(end)
        self._all_pieces.end(end)

    # --- rows

    def _end_source(self) -> Iterator[Row]:
        if self._source is None:
            return
        if self._parts or self._long is not None:
            self.end_document()
        self._flush()
        for encoder, looked in zip(self._encoders, self._looked, strict=True):
            encoder.end()
            for name, n in encoder.looked.items():
                looked[name] += n
        yield from self._rows_of(
            self._source, self._sums, self._pieces, [e.counts for e in self._encoders],
            [e.error for e in self._encoders], [e.looked for e in self._encoders],
        )  # fmt: skip
        self._source = None

    def end_all(self) -> Iterator[Row]:
        yield from self._end_source()
        if self._n_sources + self._n_unread > 1:
            errors = [encoder.first_error for encoder in self._encoders]
            counts = [encoder.total for encoder in self._encoders]
            yield from self._rows_of("", self._all, self._all_pieces, counts, errors, self._looked)

    def _rows_of(
        self,
        source: str,
        sums: UnitSums,
        pieces: _PieceSums,
        counts: Sequence[Counts],
        errors: Sequence[EngineError | None],
        looked: Sequence[dict[str, int]],
    ) -> Iterator[Row]:
        units = sums.rows()
        total = units.sum(axis=0) + pieces.row
        n_documents = sums.n_documents + max(pieces.n_documents, 0)
        drawn = None
        if len(units) >= FEWEST and pieces.n_documents < 0:
            drawn = Drawn(units, self._draws, self._seed, self._groups())
        for number, encoder in enumerate(self._encoders):
            known = self._named(total, number, n_documents)
            if errors[number] is None:
                known |= looked[number]
            known |= dict.fromkeys(pieces.unknown, 0)  # of which no figure is known then either
            row = Row(
                number, source, {n: known[n] for n in known if n not in pieces.unknown}, error=errors[number]
            )
            if errors[number] is None:
                known["reference_tokens"] = int(total[column(self._reference)])
                row.figures.update(
                    figures(
                        encoder.tokenizer, self._vocabularies[number], encoder.merges, known, counts[number]
                    )
                )
                if errors[self._reference] is not None:
                    row.figures["normalized_length"] = None
                self._draw(row, drawn, errors[self._reference] is None)
            self._rows.append(row)
            yield row

    def _named(self, total: Counts, number: int, n_documents: int) -> dict[str, int]:
        own = total[column(number) :]
        return {
            "documents": n_documents,
            **{name: int(n) for name, n in zip(TEXT, total, strict=False)},
            **{name: int(n) for name, n in zip(OWN, own, strict=False)},
        }

    def _draw(self, row: Row, drawn: Drawn | None, has_reference: bool) -> None:
        """Add the intervals to a row."""
        for metric in METRICS if drawn is not None else ():
            if metric.parts is None or drawn is None:
                continue
            own, other = (
                (self._place(metric.parts[0], number), self._place(metric.parts[1], number))
                for number in (row.tokenizer, self._reference)
            )
            if metric.name != "normalized_length" or has_reference:
                _put(row.intervals, metric.name, drawn.ratio(own))
            if row.tokenizer != self._reference and has_reference:
                _put(row.differences, metric.name, drawn.difference(own, other))
            point()

    def _groups(self) -> Iterator[Sequence[int]]:
        """Yield the columns that occur together in an interval of each tokenizer."""
        reference = column(self._reference)
        for own in map(column, range(len(self._encoders))):
            first = {*range(len(TEXT)), *range(reference, reference + len(OWN))}
            yield [*first, *range(own, own + len(OWN))]

    def _place(self, name: str, number: int) -> int:
        if name == "reference_tokens":
            return column(self._reference)
        return TEXT.index(name) if name in TEXT else column(number) + OWN.index(name)

    def result(self) -> Measured:
        """Return all measures."""
        totals = tuple(encoder.total for encoder in self._encoders)
        joined = self._all.joined
        return Measured(tuple(self._rows), tuple(self._vocabularies), totals, self._reference, joined)


def _characters(blob: bytes) -> Counts:
    """Return int64[n + 1], how many characters begin before each byte, and in all."""
    return np.append(0, np.cumsum(begins_character(blob)))


def _put(places: dict[str, Interval], name: str, interval: Interval | None) -> None:
    if interval is not None:
        places[name] = interval
