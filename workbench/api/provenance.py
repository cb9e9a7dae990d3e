"""Where the tokens of a finished training came from, and which would be others without a source."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from workbench.api.counted_documents import (
    CountedDocument,
    NamedSources,
    counted_documents,
    rows_of,
)
from workbench.api.error_bars import Trainings, check_same
from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import mapped
from workbench.engine.judging.dealt_counts import CountsBySource
from workbench.engine.judging.merge_places import merge_places
from workbench.engine.judging.provenance import Provenance, Tracing, Without
from workbench.engine.training.trainer import Progress


def provenance(run: TrainingRun) -> Generator[Progress, None, Origins]:
    """Yield the progress, and return where the tokens of a finished training came from.

    Raises:
        EngineError: "run_not_counted", "text_not_additive", "repeat_other_corpus",
            "piece_too_long_to_trace".

    """
    rows = rows_of(run)
    units = run.recipe.units(rows.counted)
    places = yield from mapped(
        merge_places(units, run.learned.first().pairs, len(rows)),
        lambda done: Progress("tracing merges", done, len(units.ends)),
    )
    sources = NamedSources(run)
    factors = [float(weight) for weight in sources.weights]
    tracing = Tracing(places, run.n_merges, len(sources.names))
    by_source = CountsBySource(rows, sources.weights, len(sources.names))
    for event in counted_documents(run, rows, sources):
        if isinstance(event, CountedDocument):
            times = event.counts.astype(np.float64) * factors[event.group]
            tracing.add(event.source, event.path, event.rows, times, in_table=event.in_table)
            by_source.add(event.source, event.group, event.rows, event.counts, event.lost)
        else:
            yield event
    check_same(by_source.without(), rows)
    rows.end()
    ids = np.array([run.first_id + rank for rank in range(run.n_merges)], np.int64)
    return Origins(tracing.ended(ids, tuple(sources.names)), run, by_source)


class Origins:
    """The provenance of a training.

    Attributes:
        tokens: where each token came from.

    """

    def __init__(self, tokens: Provenance, run: TrainingRun, by_source: CountsBySource) -> None:
        self.tokens = tokens
        self._run = run
        self._by_source = by_source

    def without(self, source: int) -> Generator[Progress, None, Without]:
        """Yield the progress, and return which tokens a training without a source does and does not learn.

        Args:
            source: its place among the sources.

        Raises:
            EngineError: "source_not_used", "source_is_all".

        """
        names = self.tokens.sources
        if not 0 <= source < len(names):
            raise EngineError("source_not_used", source=source, names=", ".join(names))
        rest = self._by_source.without(source)
        if not len(rest):
            raise EngineError("source_is_all", source=names[source])
        work = Trainings(self._run, 1)
        now = yield from work.tokens(rest)
        before = self._run.learned.spelled()
        kept, had = frozenset(now), frozenset(before)
        return Without(
            names[source],
            gone=tuple(token for token in before if token not in kept),
            come=tuple(token for token in now if token not in had),
        )
