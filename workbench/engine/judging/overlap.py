"""Finds the tokens that two vocabularies share, and whether one extends the other by merges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import array_of, numbers_of
from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.structure import MERGES, NORMALIZER, SPLIT, unproved
from workbench.engine.models.model import Model

NO_RANK = -1
_Token = tuple[bytes, bool]  # and whether it ends a word


@dataclass(frozen=True)
class Overlap:
    """The tokens that two vocabularies share, without special tokens.

    Attributes:
        shared: uint32[k, 2], the ids of each shared token, ascending in the first.
        only_one, only_other: uint32[n], the ids of the other tokens, ascending.
        ranks: int64[k, 2], the merge ranks of the shared tokens, or NO_RANK.
        jaccard: shared / all distinct tokens; 1 where both are empty.
        grown: how many more merges the other has, if it is the first plus these merges; negative if the first
            is the other plus merges. None if neither extends the other, or this is not proved.

    """

    shared: NDArray[np.uint32]
    only_one: NDArray[np.uint32]
    only_other: NDArray[np.uint32]
    ranks: NDArray[np.int64]
    jaccard: float
    grown: int | None

    @property
    def ranked(self) -> NDArray[np.int64]:
        """int64[k, 2], the ranks in both of the tokens that have one in each."""
        ranks: NDArray[np.int64] = self.ranks[(self.ranks != NO_RANK).all(axis=1)]
        return ranks


def overlap(one: Tokenizer, other: Tokenizer) -> Overlap:
    """Compare two vocabularies.

    A token that ends a word (CLIP's low</w>) differs from that of the same bytes inside a word. If a
    vocabulary has the same bytes twice, the lowest id represents them.
    """
    mine, theirs = _by_bytes(one.model), _by_bytes(other.model)
    common = [token for token in paced(mine) if token in theirs]
    shared, ranks = np.empty((len(common), 2), np.uint32), np.empty((len(common), 2), np.int64)
    for at, (each, ids) in enumerate(((one, mine), (other, theirs))):
        shared[:, at] = array_of((ids[token] for token in common), len(common), np.uint32)
        ranks[:, at] = array_of(
            (_rank(each.model, i) for i in numbers_of(shared[:, at])), len(common), np.int64
        )
    n_all = len(mine) + len(theirs) - len(common)
    return Overlap(
        shared,
        _only(mine, theirs),
        _only(theirs, mine),
        ranks,
        len(common) / n_all if n_all else 1.0,
        _grown(one, other),
    )


def _only(mine: Mapping[_Token, int], theirs: Mapping[_Token, int]) -> NDArray[np.uint32]:
    ids = sorted(token_id for token, token_id in paced(mine.items()) if token not in theirs)
    return array_of(ids, len(ids), np.uint32)


def _by_bytes(model: Model) -> dict[_Token, int]:
    ids: dict[_Token, int] = {}
    ends = model.word_ends
    for token_id in paced(model.ids.tolist()):
        ids.setdefault((model.token_bytes(token_id) or b"", token_id in ends), token_id)
    return ids


def _rank(model: Model, token_id: int) -> int:
    rank = model.rank(token_id)
    return NO_RANK if rank is None else rank


def _grown(one: Tokenizer, other: Tokenizer) -> int | None:
    """Return how many more merges the other has, None if that is not proved."""
    if one.vocab_size > other.vocab_size:
        less = _grown(other, one)
        return None if less is None else -less
    smallest = other.model.capabilities.smallest_size
    if smallest is None or one.vocab_size < smallest or not one.model.capabilities.merge_order:
        return None
    cut = other.at_vocab_size(one.vocab_size)
    if {NORMALIZER, SPLIT, MERGES}.intersection(unproved(one, cut)):
        return None
    return other.model.n_merges - one.model.n_merges
