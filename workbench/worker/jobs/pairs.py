"""Compares two tokenizers: causes of differences, shared tokens, sameness; and drift of each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.api.sameness import doubts_of, same_files
from workbench.engine.base.chunked_arrays import array_of, bytes_of, numbers_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import aligned
from workbench.engine.judging.causes import causes
from workbench.engine.judging.drift import Drift, drift, encoded_again
from workbench.engine.judging.overlap import overlap
from workbench.engine.judging.same import same
from workbench.engine.judging.vocabulary_figures import number_tokens
from workbench.worker.jobs.encoding import tokenizer_by_rule
from workbench.worker.jobs.job import Steps, failure
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.comparing import (
    AskSame,
    CausesFound,
    CompareVocabularies,
    CountNumbers,
    DriftFound,
    FindCauses,
    FindDrift,
    NumbersCounted,
    SameTold,
    VocabulariesCompared,
)
from workbench.worker.messages.requests import JobProgress

Span = tuple[int, int]


def find_causes(store: Store, request: FindCauses) -> Steps:
    """Find why two tokenizers differ on a text."""
    text = whole(request.text)
    one, other = (store.tokenizer(handle) for handle in request.handles)
    yield JobProgress(request.request_id, "causes", other.name, 0, 0)
    rows = aligned.row(one, text), aligned.row(other, text)
    differences = aligned.differences(*rows, len(text))
    yield CausesFound(request.request_id, differences, causes(differences, text, rows, (one, other)))


def ask_same(store: Store, request: AskSame) -> Steps:
    """Return whether two tokenizers are the same."""
    one, other = (store.tokenizer(handle) for handle in request.handles)
    infos = [store.info(handle) for handle in request.handles]
    paths = [info.path for info in infos]
    yield JobProgress(request.request_id, "same", other.name, 0, 0)
    alike = paths[0] is not None and paths[1] is not None and same_files(paths[0], paths[1])
    sameness = same(one, other, [whole(request.text)], same_files=alike)
    doubts = doubts_of((info.path, info.notices) for info in infos)
    yield SameTold(request.request_id, sameness, tuple(failure(request, doubt) for doubt in doubts))


def compare_vocabularies(store: Store, request: CompareVocabularies) -> Steps:
    """Find which tokens two vocabularies share."""
    one, other = (store.tokenizer(handle) for handle in request.handles)
    yield JobProgress(request.request_id, "overlap", other.name, 0, 0)
    shared = overlap(one, other)
    lists = (
        _tokens(one, shared.shared[:, 0]), _tokens(one, shared.only_one), _tokens(other, shared.only_other)
    )  # fmt: skip
    yield VocabulariesCompared(request.request_id, shared, lists)


def _tokens(tokenizer: Tokenizer, ids: NDArray[np.uint32]) -> tuple[bytes, NDArray[np.uint64]]:
    tokens = [tokenizer.model.token_bytes(token_id) or b"" for token_id in paced(numbers_of(ids))]
    return bytes_of(tokens), np.cumsum(array_of(map(len, tokens), len(tokens), np.uint64))


def count_numbers(store: Store, request: CountNumbers) -> Steps:
    """Count the tokens of each number, under each tokenizer."""
    counts: list[NDArray[np.uint8]] = []
    for number, handle in enumerate(request.handles):
        tokenizer = store.tokenizer(handle)
        yield JobProgress(request.request_id, "numbers", tokenizer.name, number, len(request.handles))
        counts.append(number_tokens(tokenizer))
    yield NumbersCounted(request.request_id, tuple(counts))


def find_drift(store: Store, request: FindDrift) -> Steps:
    """Find where the tokens of a text drift, under each tokenizer."""
    text = whole(request.text)
    drifts: list[tuple[Drift | None, bool, Span, Span]] = []
    for number, handle in enumerate(request.handles):
        tokenizer = tokenizer_by_rule(store, handle, request.rule)
        tokenizer = tokenizer.at_vocab_size(request.size) if request.size else tokenizer
        yield JobProgress(request.request_id, "drift", tokenizer.name, number, len(request.handles))
        try:
            drifts.append(_drift(tokenizer, text, request.specials))
        except EngineError:
            drifts.append((None, False, (0, 0), (0, 0)))
    yield DriftFound(request.request_id, *zip(*drifts, strict=True))


def _drift(
    tokenizer: Tokenizer, text: bytes, specials: str | tuple[str, ...]
) -> tuple[Drift, bool, Span, Span]:
    """Return the drift of a text, and whether, and if not where, its ids do not come back."""
    encoding = tokenizer.encode_with_offsets(text, allowed_special=specials, disallowed_special=())
    again = encoded_again(tokenizer, encoding.ids, specials)
    spans = encoding.spans[again.first : again.last]
    place = (int(spans[0, 0]), int(spans[-1, 1])) if len(spans) else (0, 0)
    return drift(tokenizer, text, specials), again.is_stable, (again.first, again.last), place
