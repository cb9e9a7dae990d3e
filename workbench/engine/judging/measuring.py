"""Several tokenizers measured on the same text in one pass over it, in bounded memory.

Short documents are encoded some at a time, long ones as they come (`streamed_encoding`). Of each document
only sums are kept, and of each tokenizer how often its tokens occur.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.corpus.corpus import EndOfDocument
from workbench.engine.encoding.streamed_encoding import StreamedEncoding, StreamedPart
from workbench.engine.encoding.threaded_encoding import n_threads
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.bootstrap import DRAWS, FEWEST, Drawn, Interval
from workbench.engine.judging.figures import Vocabulary, figures, vocabulary_of
from workbench.engine.judging.metrics import METRICS
from workbench.engine.judging.unit_sums import UnitSums
from workbench.engine.judging.vocabulary_figures import Residue
from workbench.engine.judging.words import Kept, Words, kept_by, words_of

LONG = 1 << 20  # bytes from which on a document is encoded as it comes
_TOGETHER = 1 << 19  # bytes of short documents encoded together, for each core
_MANY = 1 << 11  # of them together
_WORDS = 1 << 20  # bytes of a long document whose words are looked for together
_LONGEST = 1 << 24  # bytes of a word that stays whole
_LOOKED_AT = 1 << 17  # bytes of documents that are decoded, for each tokenizer and source
_BEGINNING = 1 << 15  # bytes that are decoded of a document

_TEXT = ("bytes", "characters", "words")  # columns of the sums that all tokenizers share
_OWN = ("tokens", "continued", "whole")  # those of each

Ids = NDArray[np.uint32]
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Row:
    """What a tokenizer is worth on a source.

    Attributes:
        tokenizer: its number.
        source: name, or "" for all of them.
        sums: "documents", "bytes", "characters", "words", "tokens", "continued", "whole", and of those that
            were decoded "looked_at", "lossless", "stable".
        figures: by the names of `metrics.METRICS`, None where there is none.
        intervals: of those that have one.
        differences: the intervals of what they are more than those of the reference.
        error: what kept it from encoding the source, or None.

    """

    tokenizer: int
    source: str
    sums: dict[str, int]
    figures: dict[str, float | None] = field(default_factory=dict)
    intervals: dict[str, Interval] = field(default_factory=dict)
    differences: dict[str, Interval] = field(default_factory=dict)
    error: EngineError | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """What tokenizers are worth.

    Attributes:
        rows: of each source in turn, a row a tokenizer, then those of all sources, if they are several.
        vocabularies: what each tells without a text.
        counts: int64[n] of each tokenizer, how often its ids occur in all sources.
        reference: number of the tokenizer that others are held against.
        joined: documents that stand in a row together where there were too many for intervals of single ones.

    """

    rows: tuple[Row, ...]
    vocabularies: tuple[Vocabulary, ...]
    counts: tuple[Counts, ...]
    reference: int
    joined: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A source begins: what follows in the stream is of it."""

    source: str


def measuring(
    tokenizers: Sequence[Tokenizer],
    stream: Iterable[bytes | EndOfDocument | Begun],
    reference: int = 0,
    draws: int = DRAWS,
    seed: int = 0,
) -> Generator[int | Row, None, Measured]:
    """Yield the bytes that are done and each row when it is, and return all.

    Args:
        tokenizers: one or more; one that cannot encode something has rows that say so.
        stream: each source's name, and chunks of its documents, valid UTF-8 in whole characters, with their
            ends.
        reference: number of the tokenizer that others are held against.
        draws: of the bootstrap.
        seed: of the same.

    """
    work = _Measuring(tokenizers, reference, draws, seed)
    for item in stream:
        if isinstance(item, Begun):
            yield from work.begin(item.source)
        elif isinstance(item, EndOfDocument):
            work.end_document()
        elif item:
            work.feed(item)
            yield work.n_bytes
    yield from work.end_all()
    return work.result()


class _Encoder:
    """One tokenizer at work.

    Attributes:
        counts: int64[n], how often each id occurs in the source.
        error: what kept it from going on, or None.
        looked: "looked_at", "lossless", "stable" of the source.

    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        ids = tokenizer.model.ids
        size = 1 + max([int(ids.max()), *tokenizer.special_tokens.values()])
        self._lengths = np.zeros(size, np.int64)
        self._lengths[ids] = tokenizer.model.token_lengths(ids)
        self.merges = Residue(tokenizer)
        self.total = np.zeros(size, np.int64)
        self.first_error: EngineError | None = None
        self._always = tokenizer.specials.choose("none", ())[0]
        # Whether tokens are the very bytes of the text, one behind the other.
        plain = tokenizer.normalizer is None and tokenizer.pre_tokenizer.compiled is not None
        self._is_plain = plain and not self._always
        self.begin()

    def begin(self) -> None:
        self.counts = np.zeros(len(self.total), np.int64)
        self.error: EngineError | None = None
        self.looked = dict.fromkeys(("looked_at", "lossless", "stable"), 0)
        self._looked_bytes = 0

    def end(self) -> None:
        self.total += self.counts
        self.first_error = self.first_error or self.error

    def take(self, ids: Ids) -> None:
        """Count tokens."""
        self.counts += np.bincount(ids, minlength=len(self.counts))

    def ends_of(self, ids: Ids, ends: NDArray[np.uint64] | None) -> Counts:
        """Return int64[n], where each token ends, from the place where the first one begins."""
        return np.cumsum(self._lengths[ids]) if ends is None else ends.astype(np.int64)

    def documents(self, texts: Sequence[bytes]) -> tuple[Counts, Counts]:
        """Return how many tokens each text has, and where in all of them together each token ends."""
        made = list(self._plain(texts) if self._is_plain else map(self._other, texts))
        start = 0
        ends: list[Counts] = []
        for text, (ids, places) in zip(texts, made, strict=True):
            if places is not None:
                ends.append(places.astype(np.int64) + start)
            start += len(text)
            if len(text) > _BEGINNING:
                self.look_at_beginning(text)
            else:
                self._look_at(text, ids)
        all_ids = np.concatenate([ids for ids, _ in made])
        self.take(all_ids)
        counts = np.fromiter((len(ids) for ids, _ in made), np.int64, len(made))
        return counts, np.concatenate(ends) if ends else self.ends_of(all_ids, None)

    def _plain(self, texts: Sequence[bytes]) -> Iterator[tuple[Ids, None]]:
        for ids in self.tokenizer.encode_batch(texts, allowed_special="none"):
            yield ids, None

    def _other(self, text: bytes) -> tuple[Ids, NDArray[np.uint64]]:
        parts = list(self.tokenizer.encode_parts(text))
        point()
        return (
            np.concatenate([np.empty(0, np.uint32), *(part.ids for part in parts)]),
            np.concatenate([np.empty(0, np.uint64), *(part.spans[:, 1] for part in parts)]),
        )

    def _look_at(self, text: bytes, ids: Ids) -> None:
        """Decode a document, unless enough were."""
        if self._looked_bytes >= _LOOKED_AT:
            return
        self._looked_bytes += len(text)
        decoded = self.tokenizer.decode_bytes(ids)
        again = self.tokenizer.encode_to_numpy(decoded, allowed_special="none", threads=1)
        self.looked["looked_at"] += 1
        self.looked["lossless"] += decoded == text
        self.looked["stable"] += np.array_equal(again, ids)
        point()

    def look_at_beginning(self, text: bytes) -> None:
        """Decode the beginning of a long document, up to where it may be cut."""
        if self._looked_bytes >= _LOOKED_AT:
            return
        end = min(len(text), _BEGINNING)
        cut = self.tokenizer.previous_border(text[:end], end) or end
        beginning = text[:cut].decode("utf-8", "ignore").encode()
        ids = self.tokenizer.encode_to_numpy(beginning, allowed_special="none", threads=1)
        self._look_at(beginning, ids)

    def stream(self) -> StreamedEncoding:
        """Return what encodes one long document."""
        return StreamedEncoding(self.tokenizer, self._always, with_ends=not self._is_plain)


class _Measuring:
    """One pass on its way.

    Attributes:
        n_bytes: of text that has come.

    """

    def __init__(self, tokenizers: Sequence[Tokenizer], reference: int, draws: int, seed: int) -> None:
        self._encoders = [_Encoder(tokenizer) for tokenizer in tokenizers]
        self._vocabularies = [vocabulary_of(tokenizer) for tokenizer in tokenizers]
        self._reference, self._draws, self._seed = reference, draws, seed
        self._n_columns = len(_TEXT) + len(_OWN) * len(tokenizers)
        self._all = UnitSums(self._n_columns)
        self._looked = [dict.fromkeys(encoder.looked, 0) for encoder in self._encoders]
        self._rows: list[Row] = []
        self._n_sources = 0
        self._source: str | None = None
        self.n_bytes = 0
        self._together = _TOGETHER * n_threads(None)

    # --- documents

    def begin(self, source: str) -> Iterator[Row]:
        yield from self._end_source()
        self._source = source
        self._n_sources += 1
        self._sums = UnitSums(self._n_columns)
        self._waiting: list[bytes] = []  # short documents
        self._waiting_size = 0
        self._parts: list[bytes] = []  # of the document that is being read
        self._size = 0
        self._long: _LongDocument | None = None
        for encoder in self._encoders:
            encoder.begin()

    def feed(self, chunk: bytes) -> None:
        self.n_bytes += len(chunk)
        self._parts.append(chunk)
        self._size += len(chunk)
        if self._size < LONG:
            return
        if self._long is None:
            self._flush()
            self._long = _LongDocument(self._encoders, self._n_columns)
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
        owners = np.searchsorted(starts, words.starts, side="right") - 1
        rows[:, 0] = lengths
        rows[:, 1] = np.add.reduceat(_begins_character(whole), starts, dtype=np.int64)
        rows[:, 2] = np.bincount(owners, minlength=len(texts))
        for number, encoder in enumerate(self._encoders):
            if encoder.error is not None:
                continue
            try:
                counts, ends = encoder.documents(texts)
            except EngineError as error:
                encoder.error = error
                continue
            point()
            kept = kept_by(words, ends, starts, len(whole))
            first = _column(number)
            rows[:, first] = counts
            rows[:, first + 1] = np.bincount(owners[kept.continued], minlength=len(texts))
            rows[:, first + 2] = np.bincount(owners[kept.whole], minlength=len(texts))
            point()
        self._add(rows)

    def _add(self, rows: Counts) -> None:
        self._sums.add(rows)
        self._all.add(rows)

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
            self._source, self._sums, [e.counts for e in self._encoders], [e.error for e in self._encoders],
            [e.looked for e in self._encoders],
        )  # fmt: skip
        self._source = None

    def end_all(self) -> Iterator[Row]:
        yield from self._end_source()
        if self._n_sources > 1:
            errors = [encoder.first_error for encoder in self._encoders]
            counts = [encoder.total for encoder in self._encoders]
            yield from self._rows_of("", self._all, counts, errors, self._looked)

    def _rows_of(
        self,
        source: str,
        sums: UnitSums,
        counts: Sequence[Counts],
        errors: Sequence[EngineError | None],
        looked: Sequence[dict[str, int]],
    ) -> Iterator[Row]:
        units = sums.rows()
        total = units.sum(axis=0)
        drawn = Drawn(units, self._draws, self._seed) if len(units) >= FEWEST else None
        for number, encoder in enumerate(self._encoders):
            row = Row(number, source, self._named(total, number, sums.n_documents), error=errors[number])
            if errors[number] is None:
                row.sums.update(looked[number])
                found = figures(
                    encoder.tokenizer, self._vocabularies[number], encoder.merges,
                    {**row.sums, "reference_tokens": int(total[_column(self._reference)])}, counts[number],
                )  # fmt: skip
                row.figures.update(found)
                if errors[self._reference] is not None:
                    row.figures["normalized_length"] = None
                self._draw(row, drawn, errors[self._reference] is None)
            self._rows.append(row)
            yield row

    def _named(self, total: Counts, number: int, n_documents: int) -> dict[str, int]:
        own = total[_column(number) :]
        return {
            "documents": n_documents,
            **{name: int(n) for name, n in zip(_TEXT, total, strict=False)},
            **{name: int(n) for name, n in zip(_OWN, own, strict=False)},
        }

    def _draw(self, row: Row, drawn: Drawn | None, has_reference: bool) -> None:
        """Put the intervals into a row."""
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

    def _place(self, name: str, number: int) -> int:
        if name == "reference_tokens":
            return _column(self._reference)
        return _TEXT.index(name) if name in _TEXT else _column(number) + _OWN.index(name)

    def result(self) -> Measured:
        """Return all."""
        totals = tuple(encoder.total for encoder in self._encoders)
        joined = self._all.joined
        return Measured(tuple(self._rows), tuple(self._vocabularies), totals, self._reference, joined)


def _column(number: int) -> int:
    return len(_TEXT) + len(_OWN) * number


def _put(places: dict[str, Interval], name: str, found: Interval | None) -> None:
    if found is not None:
        places[name] = found


def _begins_character(text: bytes) -> NDArray[np.bool_]:
    """Return bool[len(text)], which bytes of a text in UTF-8 begin a character."""
    begins: NDArray[np.bool_] = (np.frombuffer(text, np.uint8) & 0xC0) != 0x80
    return begins


# --- documents that are encoded as they come


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Words of a part of a long document, from byte `start` to byte `end`."""

    start: int
    end: int
    words: Words
    closed: bool


class _LongDocument:
    """A document that is too long to be encoded in one go.

    Its words are looked for in stretches; each tokenizer comes to the end of one at another time.
    """

    def __init__(self, encoders: Sequence[_Encoder], n_columns: int) -> None:
        self._row = np.zeros(n_columns, np.int64)
        self._ways = [
            _Way(encoder, number) for number, encoder in enumerate(encoders) if encoder.error is None
        ]
        self._text = b""
        self._done = 0
        self._begun = False

    def feed(self, portion: bytes) -> None:
        """Take more of it."""
        if not self._begun:
            self._begun = True
            for way in self._ways:
                way.run(partial(way.encoder.look_at_beginning, portion))
        self._row[0] += len(portion)
        self._row[1] += int(_begins_character(portion).sum())
        for way in self._ways:
            way.run(partial(way.feed, portion))
        self._text += portion
        if len(self._text) >= _WORDS:
            self._cut()

    def _cut(self) -> None:
        """Look for words; the last one may go on and waits."""
        words = words_of(self._text, np.zeros(1, np.int64))
        if len(words.starts) < 2 and len(self._text) < _LONGEST:
            return
        n = max(len(words.starts) - 1, 1) if len(words.starts) else 0
        end = int(words.starts[-1]) if len(words.starts) > 1 else len(self._text)
        self._stretch(Words(words.starts[:n], words.ends[:n]), end, closed=False)

    def _stretch(self, words: Words, end: int, closed: bool) -> None:
        self._row[2] += len(words.starts)
        for way in self._ways:
            way.stretches.append(_Stretch(self._done, self._done + end, words, closed))
            way.settle(self._row)
        self._text = self._text[end:]
        self._done += end

    def end(self) -> Counts:
        """Return the sums of the document, int64[columns]: it has ended."""
        for way in self._ways:
            way.run(way.end)
        self._stretch(words_of(self._text, np.zeros(1, np.int64)), len(self._text), closed=True)
        return self._row


class _Way:
    """How far one tokenizer has come in a long document."""

    def __init__(self, encoder: _Encoder, number: int) -> None:
        self.encoder = encoder
        self.stretches: list[_Stretch] = []
        self._stream = encoder.stream()
        self._first = _column(number)
        self._ends: list[Counts] = []
        self._done = 0
        self._n_tokens = 0
        self._gap = True

    def run(self, work: Callable[[], object]) -> None:
        """Do some work, unless the tokenizer has failed or fails."""
        if self.encoder.error is None:
            try:
                work()
            except EngineError as error:
                self.encoder.error = error

    def feed(self, portion: bytes) -> None:
        """Encode what may be."""
        self._take(self._stream.feed(portion))

    def end(self) -> None:
        """Encode the rest."""
        self._take(self._stream.end())

    def _take(self, parts: Iterator[StreamedPart]) -> None:
        for part in parts:
            self.encoder.take(part.ids)
            self._n_tokens += len(part.ids)
            self._ends.append(self.encoder.ends_of(part.ids, part.ends) + self._done)
            self._done += part.n_bytes
            point()

    def settle(self, row: Counts) -> None:
        """Count the words of the stretches that are encoded."""
        while self.encoder.error is None and self.stretches and self.stretches[0].end <= self._done:
            stretch = self.stretches.pop(0)
            ends = np.concatenate([np.empty(0, np.int64), *self._ends])
            n = int(np.searchsorted(ends, stretch.end, side="right"))
            own = ends[:n] - stretch.start
            self._ends = [ends[n:]]
            starts = np.zeros(int(stretch.start == 0), np.int64)
            size = stretch.end - stretch.start
            kept: Kept = kept_by(stretch.words, own, starts, size, gap=self._gap, closed=stretch.closed)
            self._gap = kept.gap
            row[self._first + 1] += int(kept.continued.sum())
            row[self._first + 2] += int(kept.whole.sum())
            point()
        row[self._first] = self._n_tokens
