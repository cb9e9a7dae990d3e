"""Jobs of the regex lab: read a sample, split it by a pattern, repair, time and compare patterns."""

from __future__ import annotations

from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.corpus.sources import Source, TextSource
from workbench.engine.lab import pattern_lab as lab
from workbench.engine.lab.pattern_difference import difference
from workbench.engine.splitting.slow_patterns import slow_part
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.lab import (
    AlternativesCounted,
    ComparePieces,
    MeasurePattern,
    PatternFaulty,
    PatternMeasured,
    PatternRepaired,
    PatternSplit,
    PatternTextRead,
    PiecesCompared,
    ReadPatternText,
    RepairPattern,
    SplitByPattern,
)


def read_sample(store: Store, request: ReadPatternText) -> Steps:
    """Read the beginning of each source as training would."""
    sources: list[Source] = [*request.sources] or [TextSource("", request.text)]
    sample = lab.sample(sources, store.lab_child)
    yield PatternTextRead(request.request_id, sample.text, sample.documents)


def split_sample(store: Store, request: SplitByPattern) -> Steps:
    """Split a sample and return the pieces, or what is wrong with the pattern."""
    sample, child = lab.Sample(request.text, request.documents), store.lab_child
    lab.warm(child)
    try:
        spans = lab.spans_of(request.pattern, sample, child)
        pieces = lab.pieces(spans, sample)
        yield PatternSplit(request.request_id, pieces)
        counted = lab.alternatives(request.pattern, sample, child)
    except EngineError as error:
        yield _faulty(store, request, sample, error)
        return
    if counted is not None:
        yield AlternativesCounted(request.request_id, tuple(counted))


def _faulty(store: Store, request: SplitByPattern, sample: lab.Sample, error: EngineError) -> PatternFaulty:
    columns, place, n_same = None, None, 0
    if error.place is not None and isinstance(error.place.value, int):
        start = error.place.value - 1
        columns = (start, start + max(len(str(error.facts.get("part", ""))), 1))
    if error.code == "pattern_too_slow":
        done = int(error.facts.get("done", 0))
        slow = lab.slow_place(request.pattern, sample, done, store.lab_child)
        columns, place, n_same = slow.alternative, slow.at, slow.n_same
    prose = ENGLISH[error.code]
    return PatternFaulty(
        request.request_id,
        error.code,
        cause=prose.cause,
        remedy=prose.remedy,
        facts=dict(error.facts),
        columns=columns,
        place=place,
        n_same=n_same,
    )


def repair_pattern(store: Store, request: RepairPattern) -> Steps:
    """Find what to add to a pattern so that it loses nothing."""
    sample = lab.Sample(request.text, request.documents)
    lab.warm(store.lab_child)
    suffix = lab.repair(request.pattern, sample, store.lab_child)
    yield PatternRepaired(request.request_id, suffix)


def measure_pattern(store: Store, request: MeasurePattern) -> Steps:
    """Measure the speed of a pattern; 0 if it is too slow to measure."""
    sample = lab.Sample(request.text, request.documents)
    lab.warm(store.lab_child)
    try:
        speed = lab.speed(request.pattern, sample, store.lab_child)
    except EngineError:
        speed = 0.0
    yield PatternMeasured(request.request_id, speed, slow_part(request.pattern))
    for child in store.lab_children:  # so that one is ready where a key ends what the other is doing
        lab.warm(child)


def compare_pieces(store: Store, request: ComparePieces) -> Steps:
    """Compare two splits of a sample."""
    sample = lab.Sample(request.text, request.documents)
    compared = difference(sample, request.this, request.other)
    yield PiecesCompared(request.request_id, compared)
