"""Counts the pieces of a corpus, and in how many documents each occurs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import KERNEL_TIME, point
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.counting.compiled_counting import COPIED_PIECES, counted_pieces, new_counter
from workbench.engine.counting.piece_counts import LEFT_SIDE, PLAIN_PIECE, Chunks, CountedPieces, counted_of
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, lost_bytes
from workbench.engine.splitting.published_split import PublishedSplit

_WORTH = 1 << 14  # bytes of a document that are worth being counted before its end


@dataclass(frozen=True, slots=True)
class DocumentCounts:
    """The distinct pieces of some documents.

    Attributes:
        counted: the pieces, and how often each occurs.
        documents: int64[m], in how many documents each occurs.

    """

    counted: CountedPieces
    documents: NDArray[np.int64]


class DocumentCounter:
    """Counts chunks of documents: the compiled counter where there is one, else a tally.

    Attributes:
        n_bytes: bytes of text so far.
        n_documents: that are not empty.

    """

    def __init__(self, pre_tokenizer: PreTokenizer) -> None:
        """Take what splits."""
        self.n_bytes = self.n_documents = 0
        self._pre_tokenizer = pre_tokenizer
        self._published = pre_tokenizer if isinstance(pre_tokenizer, PublishedSplit) else None
        self._text = bytearray()
        self._begun = False
        self._clear()

    def _clear(self) -> None:
        self._counts: Counter[bytes] = Counter()
        self._documents: Counter[bytes] = Counter()
        self._lost = 0
        kernel = None if self._published is None else self._published.kernel
        self._counter: Any = None if kernel is None else new_counter(kernel)
        if self._counter is not None:
            self._counter.count_documents()

    @property
    def table_bytes(self) -> int:
        """About the bytes that the distinct pieces take."""
        if self._counter is None:
            return 2 * PLAIN_PIECE * len(self._counts)
        return int(self._counter.table_bytes)

    def feed(self, chunk: bytes | EndOfDocument) -> None:
        """Count a chunk, or end a document."""
        if isinstance(chunk, EndOfDocument):
            self._count(len(self._text))
            self._begun = False
        elif chunk:
            self.n_bytes += len(chunk)
            start = max(0, len(self._text) - LEFT_SIDE)
            self._text += chunk
            if self._published is not None and self._counter is not None and len(self._text) >= _WORTH:
                border = self._published.last_border(self._text, start, len(self._text))
                self._count(border if border > start else 0)

    def _count(self, end: int) -> None:
        """Count the text up to a safe border."""
        if not end:
            return
        text, self._text = self._text, self._text[end:]
        del text[end:]
        if self._counter is None:
            self._tally(bytes(text))
            return
        if not self._begun:
            self._counter.begin_document()
            self.n_documents += 1
            self._begun = True
        self._counter.begin(text)
        while self._counter.step(KERNEL_TIME):
            point()

    def _tally(self, document: bytes) -> None:
        spans = self._pre_tokenizer.split(document)
        counts = Counter(document[start:end] for start, end in spans.tolist())
        self._counts.update(counts)
        self._documents.update(counts.keys())
        self._lost += lost_bytes(spans, len(document))
        self.n_documents += 1

    def take(self) -> DocumentCounts:
        """Return what was counted, between two documents, and begin anew."""
        if self._counter is None:
            counted = counted_of(self._counts.items(), self._lost)
            documents = np.fromiter((self._documents[key] for key in self._counts), np.int64, len(counted))
        else:
            counted = counted_pieces(self._counter, self._counter.lost)
            documents = np.empty(len(counted), np.int64)
            for start in range(0, len(counted), COPIED_PIECES):
                self._counter.write_documents(start, documents[start : start + COPIED_PIECES])
                point()
        self._clear()
        return DocumentCounts(counted, documents)


def count_documents(chunks: Chunks, pre_tokenizer: PreTokenizer) -> DocumentCounts:
    """Count the pieces of a corpus, and the documents that each occurs in."""
    counter = DocumentCounter(pre_tokenizer)
    for chunk in chunks:
        counter.feed(chunk)
    return counter.take()
