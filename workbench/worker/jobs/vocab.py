"""Lists a vocabulary, or one token at once while the others are still being listed."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import fields, replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import array_of, bytes_of, numbers_of
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.encoding.vocab_table import VocabTable
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.tokenizers import ListVocab, TellToken, TokenTold, VocabListed

FOLD_TOKENS = 1024  # worked on between two points


def list_vocab(store: Store, request: ListVocab) -> Steps:
    """List a whole vocabulary."""
    tokenizer = store.tokenizer(request.handle)
    total = tokenizer.model.vocab_size
    yield JobProgress(request.request_id, "list", tokenizer.name, 0, total)
    table = tokenizer.vocab_table()
    tokens = _cut(table.blob, table.ends)
    point()
    folded: list[bytes] = []
    partial = np.empty(len(tokens), np.bool_)
    for start in range(0, len(tokens), FOLD_TOKENS):
        part = tokens[start : start + FOLD_TOKENS]
        folded.extend(map(_fold, part))
        partial[start : start + len(part)] = [not is_utf8(token) for token in part]
        yield JobProgress(request.request_id, "list", tokenizer.name, start, total)
    byte_order = _byte_order(tokens)
    yield _listed(request, tokenizer, table, folded, partial, byte_order)


def tell_token(store: Store, request: TellToken) -> Steps:
    """Send one token and those it was merged from, before the whole vocabulary is listed."""
    tokenizer = store.tokenizer(request.handle)
    table, n_merges = tokenizer.vocab_rows((request.token_id,))
    tokens = _cut(table.blob, table.ends)
    partial = np.array([not is_utf8(token) for token in tokens], np.bool_)
    order = _byte_order(tokens)
    folded = [_fold(token) for token in tokens]
    listed = _listed(request, tokenizer, table, folded, partial, order)
    yield TokenTold(request.request_id, request.handle, replace(listed, n_merges=n_merges))


def _listed(
    request: ListVocab | TellToken,
    tokenizer: Tokenizer,
    table: VocabTable,
    folded: list[bytes],
    partial: NDArray[np.bool_],
    byte_order: NDArray[np.int32],
) -> VocabListed:
    return VocabListed(
        **{field.name: getattr(table, field.name) for field in fields(table)},
        request_id=request.request_id,
        handle=request.handle,
        partial=partial,
        byte_order=byte_order,
        folded=bytes_of(folded),
        folded_ends=np.cumsum(array_of(map(len, folded), len(folded), np.uint64)),
        scores=_scores(tokenizer, table.ids),
        word_ends=_word_ends(tokenizer, table.ids),
    )


def _word_ends(tokenizer: Tokenizer, ids: NDArray[np.uint32]) -> NDArray[np.bool_] | None:
    """Return bool[n], which tokens end a word, or None if none does."""
    ends = tokenizer.model.word_ends
    return np.isin(ids, np.fromiter(ends, np.uint32)) if ends else None


def _scores(tokenizer: Tokenizer, ids: NDArray[np.uint32]) -> NDArray[np.float32] | None:
    """Return float32[n], the score of each token, or None if they have none."""
    scored = tokenizer.model.scored
    if scored is None:
        return None
    scores = np.zeros(int(ids.max(initial=0)) + 1, np.float32)
    scores[: scored.vocab_size] = scored.vocabulary.scores[: len(scores)]
    return scores[ids]


def _cut(blob: bytes, ends: NDArray[np.uint64]) -> list[bytes]:
    borders = itertools.chain((0,), numbers_of(ends))
    return [blob[start:end] for start, end in itertools.pairwise(borders)]


def _byte_order(tokens: list[bytes]) -> NDArray[np.int32]:
    """Return int32[n], the place of each token in the order of their bytes.

    Sorted in chunks: one sort of all would hold up every other thread, the window's too, for 0.1 s.
    """
    chunks: list[list[int]] = []
    for start in range(0, len(tokens), FOLD_TOKENS):
        portion = range(start, min(len(tokens), start + FOLD_TOKENS))
        chunks.append(sorted(portion, key=tokens.__getitem__))
        point()
    places = np.empty(len(tokens), np.int32)
    for place, row in enumerate(paced(heapq.merge(*chunks, key=tokens.__getitem__), FOLD_TOKENS)):
        places[row] = place
    return places


def _fold(token: bytes) -> bytes:
    return token.decode("utf-8", "replace").lower().encode()
