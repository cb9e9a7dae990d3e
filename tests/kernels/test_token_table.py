"""The table of a vocabulary's tokens: which of them their own bytes merge to."""

from __future__ import annotations

import random

import numpy as np
import pytest

from workbench import kernels
from workbench.engine.models.bpe import RankMergedBpe

pytestmark = pytest.mark.skipif(kernels.kernel("token_table") is None, reason="no compiled kernels")


def merges_of(chance: random.Random) -> list[tuple[int, int]]:
    """Return merges of a few letters at random, of which many make tokens that no text becomes."""
    merges: dict[tuple[int, int], None] = {}
    lengths = dict.fromkeys(b"abc"[: chance.choice((1, 2, 2, 3))], 1)
    for _ in range(chance.randrange(3, 70)):
        pair = left, right = chance.choice(list(lengths)), chance.choice(list(lengths))
        if pair not in merges and lengths[left] + lengths[right] <= 70:
            merges[pair] = None
            lengths[255 + len(merges)] = lengths[left] + lengths[right]
    return list(merges)


def test_tokens_that_their_bytes_do_not_merge_to_are_not_taken_whole() -> None:
    n_unreachable = 0
    for seed in range(200):
        model = RankMergedBpe.from_merges(merges_of(random.Random(seed)))
        model.prepare(1 << 20)
        for token_id in model.ids[256:].tolist():
            token = model.token_bytes(token_id) or b""
            ids = np.concatenate([*model.encode_pieces(token, np.array([[0, len(token)]], np.uint64))])
            assert ids.tolist() == list(model._tables.merged(token, 1 << 32)), (seed, token)
            n_unreachable += len(ids) > 1
    assert n_unreachable > 1000


def test_neighbors_that_spell_a_token_merge_as_its_pair_does() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        whole = RankMergedBpe.from_merges(merges_of(chance))
        for model in (whole, whole.at_vocab_size(chance.randint(256, whole.vocab_size))):
            for length in (chance.randrange(2, 20), 127, 128, 300):
                text = bytes(chance.choices(b"abc", k=length))
                model.prepare(1 << 20)
                ids = np.concatenate([*model.encode_pieces(text, np.array([[0, length]], np.uint64))])
                assert ids.tolist() == list(model._tables.merged(text, model._limit)), (seed, text)
