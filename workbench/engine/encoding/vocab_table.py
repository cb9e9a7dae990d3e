"""A whole vocabulary as flat arrays, special tokens included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import array_of, bytes_of
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.models.model import Model

KIND_BYTE, KIND_MERGE, KIND_SPECIAL = 0, 1, 2

_FEW = 64  # tokens whose pair is looked for between two points


@dataclass(frozen=True, slots=True)
class VocabTable:
    """A vocabulary with one row per token, by id.

    Attributes:
        ids: uint32[n].
        blob: the bytes of all tokens, one after the other; `ends` uint64[n] says where each ends.
        ranks: int64[n], place in the order of merging from 0, -1 for bytes, special tokens and what no merge
            makes.
        pairs: int64[n, 2], ids (left, right) that a token was merged from, -1 where it was not.
        kinds: uint8[n], KIND_BYTE, KIND_MERGE or KIND_SPECIAL.

    """

    ids: NDArray[np.uint32]
    blob: bytes
    ends: NDArray[np.uint64]
    ranks: NDArray[np.int64]
    pairs: NDArray[np.int64]
    kinds: NDArray[np.uint8]


def make_table(model: Model, specials: SpecialTokens) -> VocabTable:
    """Return the whole vocabulary."""
    pairs = model.pairs()
    special_ids = np.fromiter(specials.texts, np.uint32)
    ids = np.concatenate((model.ids, special_ids))
    is_special = np.arange(len(ids)) >= len(model.ids)
    order = np.argsort(ids, kind="stable")
    ids, is_special = ids[order], is_special[order]
    tokens: list[bytes] = []
    for part in paced_slices(len(ids), 1024):
        for token_id in ids[part].tolist():
            token = model.token_bytes(token_id)
            tokens.append(specials.token_bytes.get(token_id, b"") if token is None else token)
    lengths = array_of(map(len, tokens), len(tokens), np.uint64)
    blob = bytes_of(tokens)
    kinds = np.where(is_special, KIND_SPECIAL, np.where(lengths == 1, KIND_BYTE, KIND_MERGE))
    ranks = np.where(kinds == KIND_MERGE, np.cumsum(kinds == KIND_MERGE) - 1, -1)
    if not model.capabilities.merge_order:
        _ask_for_ranks(model, ids, ranks)
    rows = np.full((len(ids), 2), -1, np.int64)
    rows[~is_special] = pairs[ids[~is_special]]
    ends = np.cumsum(lengths, dtype=np.uint64)
    point()
    return VocabTable(ids, blob, ends, ranks.astype(np.int64), rows, kinds.astype(np.uint8))


def rows(model: Model, specials: SpecialTokens, token_ids: Iterable[int]) -> tuple[VocabTable, int]:
    """Return the rows of some tokens, and the number of all merged ones.

    The rows of the tokens that they were merged from come too, so that each has its tree; an id that no token
    has gets none. They are as in the whole table, which takes a large file of ranks seconds.
    """
    parents: dict[int, tuple[int, int] | None] = {}
    waiting = list(token_ids)
    while waiting:
        token_id = waiting.pop()
        if token_id not in parents and _bytes_of(model, specials, token_id) is not None:
            parents[token_id] = None if token_id in specials.texts else model.pair_of(token_id)
            waiting += parents[token_id] or ()
            if len(parents) % _FEW == 0:
                point()
    ids = np.array(sorted(parents), np.uint32)
    tokens = [_bytes_of(model, specials, token_id) or b"" for token_id in ids.tolist()]
    lengths = np.array([len(token) for token in tokens], np.uint64)
    is_special = np.isin(ids, np.fromiter(specials.texts, np.uint32))
    kinds = np.where(is_special, KIND_SPECIAL, np.where(lengths == 1, KIND_BYTE, KIND_MERGE))
    merged = model.ids[model.token_lengths(model.ids) != 1]
    point()
    ranks = np.where(kinds == KIND_MERGE, np.searchsorted(merged, ids), -1)
    if not model.capabilities.merge_order:
        _ask_for_ranks(model, ids, ranks)
    pairs = np.array([parents[token_id] or (-1, -1) for token_id in ids.tolist()], np.int64).reshape(-1, 2)
    ends = np.cumsum(lengths, dtype=np.uint64)
    rows = VocabTable(ids, b"".join(tokens), ends, ranks.astype(np.int64), pairs, kinds.astype(np.uint8))
    return rows, len(merged)


def _bytes_of(model: Model, specials: SpecialTokens, token_id: int) -> bytes | None:
    token = model.token_bytes(token_id)
    return specials.token_bytes.get(token_id) if token is None else token


def _ask_for_ranks(model: Model, ids: NDArray[np.uint32], ranks: NDArray[np.int64]) -> None:
    """Add the ranks of a model whose ids do not imply them."""
    for part in paced_slices(len(ids), 1024):
        asked = map(model.rank, ids[part].tolist())
        ranks[part] = [-1 if rank is None else rank for rank in asked]
