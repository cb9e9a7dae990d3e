"""The error bars of a finished training: it is repeated without each part of its text, from the counts."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from workbench.api.counted_documents import (
    COUNTS,
    CountedDocument,
    NamedSources,
    counted_documents,
    n_documents,
    rows_of,
)
from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.judging.dealt_counts import DealtCounts, PieceRows
from workbench.engine.judging.error_bars import PARTS, ErrorBars, survivals_of
from workbench.engine.training.trainer import Merge, Progress

_ENDED = ("size", "pairs", "gain")


def error_bars(run: TrainingRun, n_parts: int = PARTS) -> Generator[Progress, None, ErrorBars]:
    """Yield the progress, and return the error bars of a finished training.

    Documents are dealt out to the parts in turn; a file of counts is one. With fewer documents than parts,
    stretches of them are, cut where the split has a border anyway.

    Raises:
        EngineError: "run_not_counted", "text_not_additive", "repeat_other_corpus", "too_little_to_deal",
            "too_few_counts".

    """
    rows = rows_of(run)
    unit = _unit(run, n_parts)
    sources = NamedSources(run)
    dealt = DealtCounts(rows, sources.weights, n_parts)
    n_units, path = 0, None
    for event in counted_documents(run, rows, sources, in_stretches=unit == "stretch"):
        if isinstance(event, CountedDocument):
            if not event.in_table or event.path != path:
                n_units += 1
            path = event.path if event.in_table else None
            dealt.add((n_units - 1) % n_parts, event.group, event.rows, event.counts, event.lost)
        else:
            yield event
    check_same(dealt.without(), rows)
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


def _unit(run: TrainingRun, n_parts: int) -> str:
    """Return what is dealt out; raises EngineError "too_few_counts", as tables of counts cannot be cut."""
    n = n_documents(run)
    records = (record for account in run.reading.accounts for record in account.accounting.files)
    if any(record.kind == COUNTS for record in records):
        if n < n_parts:
            raise EngineError("too_few_counts", n=n, least=n_parts)
        return "part"
    return "document" if n >= n_parts else "stretch"


def _margin(merge: Merge) -> int:
    """Return how much more often a pair occurred than the next; no tie decides about seed tokens."""
    return merge.count - merge.runner_up if merge.runner_up >= 0 else max(1, merge.count)


def check_same(again: CountedPieces, rows: PieceRows) -> None:
    """Raise EngineError if what was read again has other pieces, or other counts, than was trained on."""
    before, places = rows.counted, rows.of(again)
    same = len(again) == len(before) and (places >= 0).all()
    if not same or not np.array_equal(before.counts[places], again.counts):
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
