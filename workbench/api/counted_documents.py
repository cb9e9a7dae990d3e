"""Reads and counts the text of a finished training again, document by document.

For what the counts of the whole text do not say: from which source, file and document a piece came.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from workbench.api.checkpoints import corpus_difference, same_corpus
from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.slices import finished
from workbench.engine.corpus.corpus import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.corpus.sources import InMemory, Reading, Source, SourceOptions
from workbench.engine.counting.piece_counts import Chunks
from workbench.engine.judging.dealt_counts import PieceRows
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, count_pieces, named
from workbench.engine.training.trainer import Progress
from workbench.formats.training_record import source_record

STRETCHES = 400  # about so many, where there are too few documents
_SHORTEST, _LONGEST = 1 << 9, 1 << 16  # bytes of a stretch


@dataclass(frozen=True, slots=True)
class CountedDocument:
    """The counts of a document, or of a stretch of one.

    Attributes:
        source: its place among the sources.
        group: the group of sources of its weight, in the order of reading.
        path: of its file, or the name of a text.
        rows: int64[n], its distinct pieces by their places among those of the whole corpus.
        counts: int64[n], how often each occurs.
        lost: bytes that are in no piece.

    """

    source: int
    group: int
    path: str
    rows: NDArray[np.int64]
    counts: NDArray[np.int64]
    lost: int


def weights_of(sources: Sequence[Source]) -> dict[Fraction, list[int]]:
    """Return the weights in the order of reading, each with the places of its sources (`Reading.groups`)."""
    groups: dict[Fraction, list[int]] = {}
    for place, source in enumerate(sources):
        weight = source.factor if isinstance(source, SourceOptions) else Fraction(1)
        groups.setdefault(weight, []).append(place)
    return groups


def rows_of(run: TrainingRun) -> PieceRows:
    """Return the distinct pieces of a finished training.

    Raises:
        EngineError: "run_not_counted", "text_not_additive".

    """
    if run.counted is None:
        raise EngineError("run_not_counted")
    if run.counted.dropped.n_pieces:
        raise EngineError("text_not_additive", reason="rare pieces were dropped to save memory")
    return PieceRows(run.counted)


def n_documents(run: TrainingRun) -> int:
    """Return how many documents were read."""
    return sum(account.accounting.documents or 1 for account in run.reading.accounts)


def counted_documents(
    run: TrainingRun, rows: PieceRows, in_stretches: bool = False
) -> Iterator[Progress | CountedDocument]:
    """Read the sources of a training again; yield the progress in bytes, and the counts of each document.

    Args:
        run: a finished training.
        rows: its distinct pieces.
        in_stretches: cut long documents at safe borders of the split, where a cut changes no piece.

    Raises:
        EngineError: "repeat_other_corpus", "text_not_additive", or a source cannot be read.

    """
    reading = Reading(run.sources)
    total = reading.size()
    longest = max(_SHORTEST, min(_LONGEST, total // STRETCHES)) if in_stretches else 0
    splitter = named(*run.recipe.split)
    groups = list(weights_of(reading.sources).values())
    try:
        for group, (_, part) in enumerate(reading.groups()):
            for document in _documents(run.recipe.text(part.read())):
                place = len(part.accounts) - 1
                path = part.accounts[place].accounting.path
                for text in _stretches(document, splitter, longest):
                    counted = finished(count_pieces(iter((text, END_OF_DOCUMENT)), splitter))
                    rows_of_pieces = rows.of(counted)
                    known = rows_of_pieces >= 0
                    yield CountedDocument(
                        source=groups[group][place],
                        group=group,
                        path=path,
                        rows=rows_of_pieces[known],
                        counts=counted.counts[known],
                        lost=counted.lost,
                    )
                yield Progress("reading again", reading.n_read, max(total, reading.n_read))
            if part.tables:
                raise EngineError("text_not_additive", reason="a table of counts has no documents")
    finally:
        splitter.close()
    before, now = ([source_record(each) for each in one.accounts] for one in (run.reading, reading))
    if not same_corpus(before, now):
        raise EngineError("repeat_other_corpus", difference=corpus_difference(before, now))


def _documents(chunks: Chunks) -> Iterator[bytes]:
    """Yield each document that is not empty at its end, before anything of the next one is read."""
    document = bytearray()
    for chunk in chunks:
        if isinstance(chunk, EndOfDocument):
            if document:
                yield bytes(document)
            document = bytearray()
        else:
            document += chunk
        point()
    if document:
        yield bytes(document)


def _stretches(document: bytes, splitter: PreTokenizer, longest: int) -> Iterator[bytes]:
    """Yield a document in stretches up to safe borders, whole where `longest` is 0."""
    start, size = 0, longest
    while 0 < size < len(document) - start:
        border = splitter.previous_border(document[start : start + size], size)
        if border:
            yield document[start : start + border]
            start, size = start + border, longest
        else:
            size *= 2
        point()
    yield document[start:]


def names_of(sources: Sequence[Source]) -> list[str]:
    """Return the path of each source, or the name of a text."""
    return [
        source.name
        if isinstance(source, InMemory)
        else source.path
        if isinstance(source, SourceOptions)
        else os.fspath(source)
        for source in sources
    ]
