"""The error bars of a finished training: it is repeated without each part of its text, from the counts."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from workbench.api.counted_documents import (
    CountedDocument,
    counted_documents,
    n_documents,
    rows_of,
    weights_of,
)
from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.judging.dealt_counts import DealtCounts
from workbench.engine.judging.error_bars import PARTS, ErrorBars, survivals_of
from workbench.engine.training.trainer import Merge, Progress

_ENDED = ("size", "pairs", "gain")


def error_bars(run: TrainingRun, n_parts: int = PARTS) -> Generator[Progress, None, ErrorBars]:
    """Yield the progress, and return the error bars of a finished training.

    Documents are dealt out to the parts in turn. With fewer documents than parts, stretches of them are, cut
    where the split has a border anyway.

    Raises:
        EngineError: "run_not_counted", "text_not_additive", "repeat_other_corpus", "too_little_to_deal".

    """
    rows = rows_of(run)
    unit = "document" if n_documents(run) >= n_parts else "stretch"
    weights = list(weights_of(run.reading.sources))
    dealt = DealtCounts(rows, weights, n_parts)
    n_units = 0
    for event in counted_documents(run, rows, in_stretches=unit == "stretch"):
        if isinstance(event, CountedDocument):
            dealt.add(n_units % n_parts, event.group, event.rows, event.counts, event.lost)
            n_units += 1
        else:
            yield event
    check_same(dealt.without(), rows.counted)
    if n_units < n_parts:
        raise EngineError("too_little_to_deal", n=n_units, least=n_parts)
    work = Trainings(run, n_parts + 3)
    tokens = yield from work.tokens(rows.counted, runner_up=True)
    trainings = []
    for part in range(n_parts):
        trainings.append(frozenset((yield from work.tokens(dealt.without(part)))))
    halves = []
    for half in (0, 1):
        have = frozenset((yield from work.tokens(dealt.without(*range(half, n_parts, 2)))))
        halves.append(sum(token not in have for token in tokens))
    return ErrorBars(
        ids=np.array([run.first_id + rank for rank in range(len(tokens))], np.int64),
        survivals=survivals_of(tokens, trainings),
        counts=np.array([merge.count for merge in work.merges], np.int64),
        margins=np.array([_margin(merge) for merge in work.merges], np.int64),
        from_halves=(halves[0], halves[1]),
        n_parts=n_parts,
        unit=unit,
        n_units=n_units,
    )


def _margin(merge: Merge) -> int:
    """Return how much more often a pair occurred than the next; no tie decides about seed tokens."""
    return merge.count - merge.runner_up if merge.runner_up >= 0 else max(1, merge.count)


def check_same(again: CountedPieces, before: CountedPieces) -> None:
    """Raise EngineError if the text that was read again is not the one that was trained on."""
    same = again.blob == before.blob and np.array_equal(again.counts, before.counts)
    if not same or not np.array_equal(again.ends, before.ends):
        raise EngineError("repeat_other_corpus", difference="its pieces")


class Trainings:
    """Repeats a training on other counts.

    Attributes:
        merges: of the first one.

    """

    def __init__(self, run: TrainingRun, n_trainings: int) -> None:
        self.merges: list[Merge] = []
        self._run = run
        self._most = None if run.ended_by in _ENDED else run.n_merges
        self._n_done, self._total = 0, n_trainings * max(1, run.n_merges)

    def tokens(
        self, counted: CountedPieces, runner_up: bool = False
    ) -> Generator[Progress, None, list[bytes]]:
        """Yield the progress, and return the tokens that are learned, as `Merges.spelled` has them."""
        run = self._run.on_counts(counted, runner_up)
        for event in run.steps():
            if isinstance(event, Merge) and runner_up:
                self.merges.append(event)
            if self._most is not None and run.n_merges >= self._most:
                break
            if not isinstance(event, Merge):
                yield Progress("error bars", min(self._n_done + run.n_merges, self._total), self._total)
        self._n_done += self._run.n_merges
        return run.learned.spelled()
