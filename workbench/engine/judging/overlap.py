"""Finds the tokens that two vocabularies share, and whether one extends the other by merges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.structure import MERGES, NORMALIZER, SPLIT, unproved
from workbench.engine.models.model import Model

NO_RANK = -1


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
        """Return the ranks of the tokens with a rank in both."""
        ranks: NDArray[np.int64] = self.ranks[(self.ranks != NO_RANK).all(axis=1)]
        return ranks


def overlap(one: Tokenizer, other: Tokenizer) -> Overlap:
    """Compare two vocabularies.

    A token that ends a word (CLIP's low</w>) differs from that of the same bytes inside a word. If a
    vocabulary has the same bytes twice, the lowest id represents them.
    """
    mine, theirs = _by_bytes(one.model), _by_bytes(other.model)
    common = [token for token in mine if token in theirs]
    shared = np.array([(mine[token], theirs[token]) for token in common], np.uint32).reshape(-1, 2)
    ranks = [
        [_rank(each.model, i) for i in paced(shared[:, at].tolist())] for at, each in enumerate((one, other))
    ]
    n_all = len(mine) + len(theirs) - len(common)
    return Overlap(
        shared,
        np.array(sorted(mine[token] for token in mine if token not in theirs), np.uint32),
        np.array(sorted(theirs[token] for token in theirs if token not in mine), np.uint32),
        np.array(ranks, np.int64).reshape(2, -1).T,
        len(common) / n_all if n_all else 1.0,
        _grown(one, other),
    )


def _by_bytes(model: Model) -> dict[tuple[bytes, bool], int]:
    ids: dict[tuple[bytes, bool], int] = {}
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
