"""Counts, judges, searches and groups the tokens of a vocabulary, and finds where one is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from workbench.api.health import counting_once, judging_once, kept_health
from workbench.engine.adapting.selecting import SECONDS as MATCH_SECONDS
from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.pace import paced, point
from workbench.engine.base.slices import mapped
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.corpus.sources import Reading, Source, TextSource
from workbench.engine.counting.piece_counts import documents_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import (
    FEW,
    GLITCH,
    LABELS,
    PROVED,
    RESIDUE_LABEL,
    UNUSED,
    TokenHealth,
    all_ids,
    count_labels,
)
from workbench.engine.judging.token_scripts import script_of
from workbench.engine.splitting.matching import numbers_matching
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.judging import (
    MOST_USES,
    CountTokens,
    FindUses,
    GroupTokens,
    JudgeTokens,
    MatchTokens,
    TokensCounted,
    TokensGrouped,
    TokensJudged,
    TokensMatched,
    Use,
    UsesFound,
)
from workbench.worker.messages.requests import JobProgress

_BY_COUNTS = frozenset({UNUSED, RESIDUE_LABEL, GLITCH})
_CONTEXT = 64  # bytes shown before and after a use


def count_tokens(store: Store, request: CountTokens) -> Steps:
    """Count tokens, or take the counts that were kept."""
    tokenizer = store.tokenizer(request.handle)
    sources: tuple[Source, ...] = request.sources or (TextSource("text", whole(request.text)),)
    total = Reading(sources).size()
    counted = yield from mapped(
        counting_once(tokenizer, sources, store.kept),
        lambda done: JobProgress(request.request_id, "token counts", tokenizer.name, done, max(total, done)),
    )
    ids, counts = all_ids(tokenizer), counted.counts
    point()
    is_judged = ~np.isin(ids, np.fromiter(tokenizer.specials.texts, np.uint32))
    labels = {label: has[ids] & is_judged for label, has in count_labels(counts).items()}
    if not tokenizer.model.capabilities.trace:
        labels = {UNUSED: labels[UNUSED]}
    elif counts.n_documents <= FEW:
        del labels[GLITCH]  # every token is in few documents
    yield TokensCounted(
        request.request_id,
        request.handle,
        counts.occurrences[ids],
        counts.documents[ids],
        counts.times_made[ids],
        labels,
        n_tokens=int(counts.occurrences.sum()),
        n_bytes=counts.n_bytes,
        n_documents=counts.n_documents,
        n_skipped=counted.n_skipped,
    )


def judge_tokens(store: Store, request: JudgeTokens) -> Steps:
    """Judge the tokens, or take what was kept."""
    tokenizer = store.tokenizer(request.handle)
    if request.only_kept:
        healths = None if store.kept is None else kept_health(tokenizer, store.kept)
        yield _judged(store, request, healths)
        return
    total = len(all_ids(tokenizer))
    health = yield from mapped(
        judging_once(tokenizer, store.kept),
        lambda done: JobProgress(request.request_id, "token health", tokenizer.name, done, total),
    )
    yield _judged(store, request, health)


def _judged(store: Store, request: JudgeTokens, health: tuple[TokenHealth, ...] | None) -> TokensJudged:
    ids = all_ids(store.tokenizer(request.handle))
    labels = {label: np.zeros(len(ids), np.bool_) for label in LABELS if label not in _BY_COUNTS}
    by_id: dict[int, TokenHealth] = {}
    for each in paced(health or ()):
        row = int(np.searchsorted(ids, each.id))
        if row < len(ids) and int(ids[row]) == each.id:
            by_id[each.id] = each
            for label in each.labels:
                labels[label][row] = True
    model = store.tokenizer(request.handle).model
    if not model.capabilities.byte_level and not (model.capabilities.trace and model.scored is not None):
        del labels[PROVED]  # nothing is proved of such a model
    return TokensJudged(request.request_id, request.handle, health is not None, labels, by_id)


# --- where one is used


def find_uses(store: Store, request: FindUses) -> Steps:
    """Find the first places where a token is used."""
    tokenizer = store.tokenizer(request.handle)
    most = min(request.most, MOST_USES)
    uses: list[Use] = []
    sources: tuple[Source, ...] = request.sources or (TextSource("text", whole(request.text)),)
    reading, total = Reading(sources), Reading(sources).size()
    done = 0
    for document in documents_of(reading.read()):
        # A document comes when its end was read, and nothing of the next file.
        file = reading.accounts[-1].accounting.path if request.sources else ""
        for some, end in _uses(tokenizer, bytes(document), request.token_id):
            uses += (replace(use, file=file) for use in some[: most - len(uses)])
            if len(uses) >= most:
                yield UsesFound(request.request_id, request.handle, request.token_id, tuple(uses))
                return
            yield JobProgress(request.request_id, "token uses", "", done + end, max(total, done + end))
        done += len(document)
    yield UsesFound(request.request_id, request.handle, request.token_id, tuple(uses))


def _uses(tokenizer: Tokenizer, document: bytes, token_id: int) -> Iterator[tuple[list[Use], int]]:
    """Yield the uses of a token in each part of a document, and where the part ends."""
    token = tokenizer.token_bytes(token_id) or b""
    if tokenizer.normalizer is None and tokenizer.model.capabilities.byte_level and token not in document:
        return  # tokens are the very bytes of the text
    for part in tokenizer.encode_parts(document):
        places = part.spans[part.ids == token_id][:MOST_USES].tolist()
        uses = [_use(document, start, end) for start, end in places]
        if len(part.spans):
            yield uses, int(part.spans[-1, 1])
        point()


def _use(document: bytes, start: int, end: int) -> Use:
    before, after = document[max(start - _CONTEXT, 0) : start], document[end : end + _CONTEXT]
    return Use(before, document[start:end], after, start, end)


# --- searching and grouping


def match_tokens(store: Store, request: MatchTokens) -> Steps:
    """Match a pattern against all tokens, in the child."""
    tokenizer = store.tokenizer(request.handle)
    ids = all_ids(tokenizer)
    tokens = [tokenizer.token_bytes(token_id) or b"" for token_id in paced(numbers_of(ids))]
    texts = [row for row in paced(range(len(tokens))) if is_utf8(tokens[row])]
    matches = numbers_matching(
        request.pattern, [tokens[row] for row in texts], store.find_child, MATCH_SECONDS
    )
    rows = np.zeros(len(ids), np.bool_)
    rows[[texts[number] for number in matches]] = True
    yield TokensMatched(request.request_id, request.handle, request.pattern, rows)


def group_tokens(store: Store, request: GroupTokens) -> Steps:
    """Find the script of each token."""
    tokenizer = store.tokenizer(request.handle)
    numbers: list[int] = []
    names: dict[str, int] = {}
    for token_id in paced(all_ids(tokenizer).tolist()):
        name = script_of(tokenizer.token_bytes(token_id) or b"")
        numbers.append(names.setdefault(name, len(names)))
    scripts = np.array(numbers, np.uint8)
    ranked = np.argsort(-np.bincount(scripts, minlength=len(names)), kind="stable")
    places = np.empty(len(names), np.uint8)
    places[ranked] = np.arange(len(names))
    listed = list(names)
    yield TokensGrouped(
        request.request_id, request.handle, places[scripts], tuple(listed[at] for at in ranked)
    )
