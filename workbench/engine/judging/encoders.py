"""Encodes documents with a measured tokenizer, long ones in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.streamed_encoding import StreamedEncoding, StreamedPart
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.kept_words import KeptWords, Stretch, kept_words
from workbench.engine.judging.token_counts import count_pieces
from workbench.engine.judging.vocabulary_figures import residue_of
from workbench.engine.judging.words import Words, words_of

_WORDS = 1 << 20  # bytes of a long document split into words at once
_LONGEST = 1 << 24  # bytes of a word that stays whole
_LOOKED_AT = 1 << 17  # bytes decoded for each tokenizer and source
_BEGINNING = 1 << 15  # bytes decoded of one document

TEXT = ("bytes", "characters", "words")  # columns of the sums, shared by all tokenizers
OWN = ("tokens", "continued", "whole")  # columns of each tokenizer
LOOKED = ("looked_at", "lossless", "stable")  # sums of the decoded documents

Ids = NDArray[np.uint32]
Counts = NDArray[np.int64]


def column(number: int) -> int:
    """Return the first column of a tokenizer in the sums of a document."""
    return len(TEXT) + len(OWN) * number


def begins_character(text: bytes) -> NDArray[np.bool_]:
    """Return bool[len(text)], whether each byte of a UTF-8 text begins a character."""
    begins: NDArray[np.bool_] = (np.frombuffer(text, np.uint8) & 0xC0) != 0x80
    return begins


class Encoder:
    """Encodes the documents of a source with one tokenizer.

    Attributes:
        counts: int64[n], how often each id occurs in the source.
        error: why it stopped, or None.
        looked: the sums "looked_at", "lossless" and "stable" of the source.

    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        ids = tokenizer.model.ids
        size = 1 + max([int(ids.max()), *tokenizer.special_tokens.values()])
        self._lengths = np.zeros(size, np.uint32)
        self._lengths[ids] = tokenizer.model.token_lengths(ids)
        self.merges = residue_of(tokenizer)
        self.total = np.zeros(size, np.int64)
        self.first_error: EngineError | None = None
        self._always = tokenizer.specials.choose("none", ())[0]
        # Whether the tokens concatenate to exactly the bytes of the text.
        plain = tokenizer.normalizer is None and tokenizer.pre_tokenizer.compiled is not None
        self._is_plain = plain and not self._always
        self.begin()

    def begin(self) -> None:
        """Start a source."""
        self.counts = np.zeros(len(self.total), np.int64)
        self.error: EngineError | None = None
        self.looked = dict.fromkeys(LOOKED, 0)
        self._looked_bytes = 0

    def end(self) -> None:
        """End a source: add it to the totals."""
        self.total += self.counts
        self.first_error = self.first_error or self.error

    def kept(self) -> KeptWords:
        """Return the counter of tokens, and of words that they keep whole."""
        return kept_words(self._lengths, self.counts, is_plain=self._is_plain)

    def documents(self, texts: Sequence[bytes], stretch: Stretch) -> Counts:
        """Return int64[d, 3], the `OWN` sums of each text; `stretch` is all of them."""
        kept = self.kept()
        if self._is_plain:
            ids_of_texts = self.tokenizer.encode_batch(texts, allowed_special="none")
            kept.add(np.concatenate(ids_of_texts), None, stretch.end)
        else:
            ids_of_texts = [self._ids_and_ends(text, kept) for text in texts]
        point()
        if self._looked_bytes < _LOOKED_AT:
            self._look_at(texts, ids_of_texts)
        counts = np.fromiter(map(len, ids_of_texts), np.int64, len(ids_of_texts))
        return np.column_stack((counts, kept.settle(stretch)))

    def pieces(self, table: CountedPieces) -> int:
        """Count the tokens of counted pieces, each encoded by itself; return how many there are."""
        before = int(self.counts.sum())
        for _ in count_pieces(self.tokenizer, table, self.counts):
            pass
        return int(self.counts.sum()) - before

    def _ids_and_ends(self, text: bytes, kept: KeptWords) -> Ids:
        """Return the ids of a text, and let `kept` know where each ends."""
        parts = list(self.tokenizer.encode_parts(text))
        point()
        ids = np.concatenate([np.empty(0, np.uint32), *(part.ids for part in parts)])
        ends = np.concatenate([np.empty(0, np.uint64), *(part.spans[:, 1] for part in parts)])
        kept.add(ids, ends, len(text))
        return ids

    def _look_at(self, texts: Sequence[bytes], ids_of_texts: Sequence[Ids]) -> None:
        """Decode documents until enough was decoded, of a long one the beginning."""
        some: list[tuple[bytes, Ids]] = []
        for text, ids in zip(texts, ids_of_texts, strict=True):
            if self._looked_bytes >= _LOOKED_AT:
                break
            if len(text) > _BEGINNING:
                self.look_at_beginning(text)
            else:
                some.append((text, ids))
                self._looked_bytes += len(text)
        self._decode(some)

    def _decode(self, encoded: Sequence[tuple[bytes, Ids]]) -> None:
        """Decode texts and encode what comes out."""
        decoded = []
        for _, ids in encoded:
            decoded.append(self.tokenizer.decode_bytes(ids))
            point()
        again = self.tokenizer.encode_batch(decoded, allowed_special="none", threads=1)
        self.looked["looked_at"] += len(encoded)
        self.looked["lossless"] += sum(text == one for (text, _), one in zip(encoded, decoded, strict=True))
        self.looked["stable"] += sum(
            np.array_equal(one, ids) for (_, ids), one in zip(encoded, again, strict=True)
        )
        point()

    def look_at_beginning(self, text: bytes) -> None:
        """Check the decoding of the beginning of a long document, unless enough was decoded."""
        if self._looked_bytes >= _LOOKED_AT:
            return
        end = min(len(text), _BEGINNING)
        cut = self.tokenizer.previous_border(text[:end], end) or end
        beginning = text[:cut].decode("utf-8", "ignore").encode()
        ids = self.tokenizer.encode_to_numpy(beginning, allowed_special="none", threads=1)
        self._looked_bytes += len(beginning)
        self._decode([(beginning, ids)])

    def stream(self) -> StreamedEncoding:
        """Return the encoder of one long document."""
        return StreamedEncoding(self.tokenizer, self._always, with_ends=not self._is_plain)


class LongDocument:
    """A document that is too long to be encoded at once.

    It is split into words one stretch at a time; each tokenizer reaches the end of a stretch at another time.
    """

    def __init__(self, encoders: Sequence[Encoder], n_columns: int) -> None:
        self._row = np.zeros(n_columns, np.int64)
        self._ways = [
            _Way(encoder, number) for number, encoder in enumerate(encoders) if encoder.error is None
        ]
        self._text = b""
        self._done = 0
        self._begun = False

    def feed(self, portion: bytes) -> None:
        """Add the next chunk."""
        if not self._begun:
            self._begun = True
            for way in self._ways:
                way.run(partial(way.encoder.look_at_beginning, portion))
        self._row[0] += len(portion)
        self._row[1] += int(begins_character(portion).sum())
        for way in self._ways:
            way.run(partial(way.feed, portion))
        self._text += portion
        if len(self._text) >= _WORDS:
            self._cut()

    def _cut(self) -> None:
        """Split into words; the last one may continue and is held back."""
        words = words_of(self._text, np.zeros(1, np.int64))
        if len(words.starts) < 2 and len(self._text) < _LONGEST:
            return
        n = max(len(words.starts) - 1, 1) if len(words.starts) else 0
        end = int(words.starts[-1]) if len(words.starts) > 1 else len(self._text)
        self._stretch(Words(words.starts[:n], words.ends[:n]), end, closed=False)

    def _stretch(self, words: Words, end: int, closed: bool) -> None:
        self._row[2] += len(words.starts)
        limits = np.array([0, len(words.starts)])
        starts = np.zeros(int(self._done == 0), np.int64)
        stretch = Stretch(self._done, self._done + end, words, limits, starts, closed)
        for way in self._ways:
            way.settle(stretch, self._row)
        self._text = self._text[end:]
        self._done += end

    def end(self) -> Counts:
        """End the document and return its sums, int64[columns]."""
        for way in self._ways:
            way.run(way.end)
        self._stretch(words_of(self._text, np.zeros(1, np.int64)), len(self._text), closed=True)
        return self._row


class _Way:
    """The progress of one tokenizer in a long document."""

    def __init__(self, encoder: Encoder, number: int) -> None:
        self.encoder = encoder
        self._stretches: list[Stretch] = []
        self._stream = encoder.stream()
        self._first = column(number)
        self._kept = encoder.kept()
        self._done = 0
        self._n_tokens = 0

    def run(self, work: Callable[[], object]) -> None:
        """Run one step; record an error of the tokenizer, and skip all later steps."""
        if self.encoder.error is None:
            try:
                work()
            except EngineError as error:
                self.encoder.error = error
                self._stretches.clear()
                self._stream = self.encoder.stream()  # without the text that waited

    def feed(self, portion: bytes) -> None:
        """Encode the text that later text cannot change."""
        self._take(self._stream.feed(portion))

    def end(self) -> None:
        """Encode the rest."""
        self._take(self._stream.end())

    def _take(self, parts: Iterator[StreamedPart]) -> None:
        for part in parts:
            self._kept.add(part.ids, part.ends, part.n_bytes)
            self._n_tokens += len(part.ids)
            self._done += part.n_bytes
            point()

    def settle(self, stretch: Stretch, row: Counts) -> None:
        """Take the next stretch; count the words of those that are encoded."""
        if self.encoder.error is None:
            self._stretches.append(stretch)
        while self._stretches and self._stretches[0].end <= self._done:
            row[self._first + 1 : self._first + 3] += self._kept.settle(self._stretches.pop(0))[0]
            point()
        row[self._first] = self._n_tokens
