"""Counts and judges the tokens of a vocabulary."""

from __future__ import annotations

import numpy as np

from workbench.api.health import counting_once, judging_once, kept_health
from workbench.engine.base.pace import point
from workbench.engine.corpus.sources import Reading, Source, TextSource
from workbench.engine.judging.health import (
    GLITCH,
    LABELS,
    RESIDUE_LABEL,
    UNUSED,
    TokenHealth,
    all_ids,
    count_labels,
)
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.judging import CountTokens, JudgeTokens, TokensCounted, TokensJudged
from workbench.worker.messages.requests import JobProgress

_BY_COUNTS = frozenset({UNUSED, RESIDUE_LABEL, GLITCH})
_SLICE = 2048  # tokens between two points


def count_tokens(store: Store, request: CountTokens) -> Steps:
    """Count tokens, or take the counts that were kept."""
    tokenizer = store.tokenizer(request.handle)
    sources: tuple[Source, ...] = request.sources or (TextSource("text", whole(request.text)),)
    total = Reading(sources).size()
    steps = counting_once(tokenizer, sources, store.kept)
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            found = end.value
            break
        yield JobProgress(request.request_id, "token counts", tokenizer.name, done, max(total, done))
    ids, counts = all_ids(tokenizer), found.counts
    point()
    is_judged = ~np.isin(ids, np.fromiter(tokenizer.specials.texts, np.uint32))
    labels = {label: has[ids] & is_judged for label, has in count_labels(counts).items()}
    if not tokenizer.model.capabilities.trace:
        labels = {UNUSED: labels[UNUSED]}
    yield TokensCounted(
        request.request_id,
        request.handle,
        counts.occurrences[ids],
        counts.documents[ids],
        counts.made[ids],
        labels,
        n_tokens=int(counts.occurrences.sum()),
        n_bytes=counts.n_bytes,
        n_documents=counts.n_documents,
        n_skipped=found.n_skipped,
    )


def judge_tokens(store: Store, request: JudgeTokens) -> Steps:
    """Judge the tokens, or take what was kept."""
    tokenizer = store.tokenizer(request.handle)
    if request.only_kept:
        found = None if store.kept is None else kept_health(tokenizer, store.kept)
        yield _judged(store, request, found)
        return
    total = len(all_ids(tokenizer))
    steps = judging_once(tokenizer, store.kept)
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            yield _judged(store, request, end.value)
            return
        yield JobProgress(request.request_id, "token health", tokenizer.name, done, total)


def _judged(store: Store, request: JudgeTokens, health: tuple[TokenHealth, ...] | None) -> TokensJudged:
    ids = all_ids(store.tokenizer(request.handle))
    labels = {label: np.zeros(len(ids), np.bool_) for label in LABELS if label not in _BY_COUNTS}
    by_id: dict[int, TokenHealth] = {}
    for number, each in enumerate(health or ()):
        row = int(np.searchsorted(ids, each.id))
        if row < len(ids) and int(ids[row]) == each.id:
            by_id[each.id] = each
            for label in each.labels:
                labels[label][row] = True
        if number % _SLICE == 0:
            point()
    return TokensJudged(request.request_id, request.handle, health is not None, labels, by_id)
