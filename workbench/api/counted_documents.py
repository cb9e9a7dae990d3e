"""Reads and counts the text of a finished training again, document by document.

For what the counts of the whole text do not say: from which source, file and document a piece came. Files of
counted pieces say from which source; one such file is taken for a document.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from workbench.api.checkpoints import corpus_difference, same_corpus
from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.sources import InMemory, Reading, Source, SourceAccount, SourceOptions
from workbench.engine.counting.piece_counts import Chunks, CountedPieces
from workbench.engine.counting.weighted_counts import weighted
from workbench.engine.judging.dealt_counts import PieceRows
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, named
from workbench.engine.training.trainer import Progress
from workbench.formats.training_record import source_record

STRETCHES = 400  # about so many, where there are too few documents
COUNTS = "counts"  # the kind of a file of counted pieces
_SHORTEST, _LONGEST = 1 << 9, 1 << 16  # bytes of a stretch


@dataclass(frozen=True, slots=True)
class CountedDocument:
    """The counts of a document, of a stretch of one, or of one source in a file of counts.

    Attributes:
        source: its place in `Counting.names`.
        group: the place in `Counting.weights` of the weight that its counts are still to be multiplied by.
        path: of its file, or the name of a text.
        rows: int64[n], its distinct pieces by their places among those of the whole corpus.
        counts: int64[n], how often each occurs.
        lost: bytes that are in no piece.
        in_table: it comes from a file of counts.

    """

    source: int
    group: int
    path: str
    rows: NDArray[np.int64]
    counts: NDArray[np.int64]
    lost: int
    in_table: bool = False


class NamedSources:
    """The sources of a training; for files of counts, those that were counted.

    Attributes:
        names: paths, names of texts, and what files of counts call their sources.
        weights: of the sources in the order of reading, and at last 1: counts of files have theirs already.
        groups: for each of these weights but the last, the places of its sources among those of the training.

    """

    def __init__(self, run: TrainingRun) -> None:
        sources = run.reading.sources
        by_weight = weights_of(sources)
        self.groups = list(by_weight.values())
        self.weights = [*by_weight, Fraction(1)]
        order = [place for group in self.groups for place in group]
        inner: list[tuple[str, ...]] = [("",)] * len(sources)
        for place, account in zip(order, run.reading.accounts, strict=False):
            inner[place] = _inner_names(account, run.corpus.files) or ("",)
        own = names_of(sources)
        seen = Counter(name or own[place] for place, names in enumerate(inner) for name in names)
        self.names: list[str] = []
        self._places: dict[tuple[int, str], int] = {}
        for place, names in enumerate(inner):
            for name in names:
                self._places[place, name] = len(self.names)
                is_clear = not name or seen[name] == 1
                self.names.append((name or own[place]) if is_clear else f"{own[place]}: {name}")

    def place(self, source: int, name: str = "") -> int:
        """Return the place in `names` of a source, or of what a file of counts in it calls so."""
        return self._places[source, name]


def weights_of(sources: Sequence[Source]) -> dict[Fraction, list[int]]:
    """Return the weights in the order of reading, each with the places of its sources (`Reading.groups`)."""
    groups: dict[Fraction, list[int]] = {}
    for place, source in enumerate(sources):
        weight = source.factor if isinstance(source, SourceOptions) else Fraction(1)
        groups.setdefault(weight, []).append(place)
    return groups


def _inner_names(account: SourceAccount, files: Mapping[str, CountsFacts]) -> tuple[str, ...]:
    """Return the names of sources in the files of counts of a source, and "" for its text."""
    names: dict[str, None] = {}
    for record in account.accounting.files:
        facts = files.get(record.path) if record.kind == COUNTS else None
        names |= dict.fromkeys(facts.sources if facts is not None else ("",))
    return tuple(names)


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
    """Return how many documents were read, a file of counts being one."""
    return sum(
        sum(1 if record.kind == COUNTS else record.documents for record in account.accounting.files) or 1
        for account in run.reading.accounts
    )


def counted_documents(
    run: TrainingRun, rows: PieceRows, sources: NamedSources, in_stretches: bool = False
) -> Iterator[Progress | CountedDocument]:
    """Read the sources of a training again; yield the progress in bytes, and the counts of each document.

    Args:
        run: a finished training.
        rows: its distinct pieces.
        sources: of the run.
        in_stretches: cut long documents at safe borders of the split, where a cut changes no piece.

    Raises:
        EngineError: "repeat_other_corpus", "text_not_additive", or a source cannot be read.

    """
    reading = Reading(run.sources, takes_counts=True)
    total = reading.size()
    longest = max(_SHORTEST, min(_LONGEST, total // STRETCHES)) if in_stretches else 0
    splitter = named(*run.recipe.split)
    try:
        for group, (weight, part) in enumerate(reading.groups()):
            for document in _documents(run.recipe.text(part.read())):
                place = len(part.accounts) - 1
                path = part.accounts[place].accounting.path
                for text in _stretches(document, splitter, longest):
                    counted = finished(splitter.count(iter((text, END_OF_DOCUMENT))))
                    rows_of_pieces = rows.of(counted)
                    known = rows_of_pieces >= 0
                    yield CountedDocument(
                        source=sources.place(sources.groups[group][place]),
                        group=group,
                        path=path,
                        rows=rows_of_pieces[known],
                        counts=counted.counts[known],
                        lost=counted.lost,
                    )
                yield Progress("reading again", reading.n_read, max(total, reading.n_read))
            for place, account in zip(sources.groups[group], part.accounts, strict=True):
                yield from _tables(account, part.tables.facts, sources, place, weight, rows)
    finally:
        splitter.close()
    before, now = ([source_record(each) for each in one.accounts] for one in (run.reading, reading))
    if not same_corpus(before, now):
        raise EngineError("repeat_other_corpus", difference=corpus_difference(before, now))


def _tables(
    account: SourceAccount,
    files: Mapping[str, CountsFacts],
    sources: NamedSources,
    place: int,
    weight: Fraction,
    rows: PieceRows,
) -> Iterator[CountedDocument]:
    """Yield the counts of each file of counts by its sources; raises EngineError "text_not_additive"."""
    paths = [record.path for record in account.accounting.files if record.kind == COUNTS]
    if not paths:
        return
    with contextlib.closing(Child(MEMORY)) as child:
        for path in paths:
            if path not in files:
                raise EngineError("text_not_additive", file=path, reason="it does not say what was counted")
            by_source: dict[str, list[tuple[NDArray[np.int64], NDArray[np.int64]]]] = {}
            for some in CountsFile(path, child).rows():
                counted = weighted(some.counts, weight)
                known = rows.of(CountedPieces(some.blob, some.ends, counted))
                for number, name in enumerate(some.sources):
                    own = np.flatnonzero((some.places == number) & (known >= 0))
                    by_source.setdefault(name, []).append((known[own], counted[own]))
            for name, amounts in files[path].sources.items():
                parts = by_source.get(name) or [(np.zeros(0, np.int64),) * 2]
                yield CountedDocument(
                    source=sources.place(place, name),
                    group=len(sources.groups),
                    path=path,
                    rows=np.concatenate([each for each, _ in parts]),
                    counts=np.concatenate([each for _, each in parts]),
                    lost=amounts["lost"],
                    in_table=True,
                )


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
