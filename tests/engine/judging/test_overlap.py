"""Tokens that two vocabularies share, against sets of their bytes."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.overlap import overlap
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published

MERGES = [(116, 104), (256, 101), (32, 257), (49, 50), (97, 98), (259, 51)]


def made(merges, split="gpt2", specials=None):
    return Tokenizer(RankMergedBpe.from_merges(merges), published(split), specials or {})


pairs = st.lists(st.tuples(st.integers(97, 102), st.integers(97, 102)), unique=True, max_size=6)


@settings(max_examples=20)
@given(pairs, pairs)
def test_shared_and_not_shared_are_those_of_sets(one, other):
    a, b = made(one), made(other)
    sets = [{each.token_bytes(i) for i in each.model.ids.tolist()} for each in (a, b)]
    found = overlap(a, b)
    assert {a.token_bytes(i) for i in found.shared[:, 0].tolist()} == sets[0] & sets[1]
    assert [a.token_bytes(i) for i in found.shared[:, 0].tolist()] == [
        b.token_bytes(i) for i in found.shared[:, 1].tolist()
    ]
    assert {a.token_bytes(i) for i in found.only_one.tolist()} == sets[0] - sets[1]
    assert {b.token_bytes(i) for i in found.only_other.tolist()} == sets[1] - sets[0]
    assert found.jaccard == len(sets[0] & sets[1]) / len(sets[0] | sets[1])
    for (mine, theirs), ranks in zip(found.shared.tolist(), found.ranks.tolist(), strict=True):
        assert ranks == [-1 if rank is None else rank for rank in (a.model.rank(mine), b.model.rank(theirs))]


def test_one_that_is_the_other_and_more_merges():
    assert overlap(made(MERGES[:4]), made(MERGES)).grown == 2
    assert overlap(made(MERGES), made(MERGES[:4])).grown == -2
    assert overlap(made(MERGES), made(MERGES)).grown == 0
    assert overlap(made(MERGES[:4], specials={"<|x|>": 260}), made(MERGES)).grown == 2
    assert overlap(made(MERGES[:4]), made(MERGES, "cl100k")).grown is None
    assert overlap(made(MERGES[:4]), made([(97, 98), *MERGES[:3], (257, 258)])).grown is None


def test_real_vocabularies(shared):
    names = ("r50k_base.tiktoken", "p50k_base.tiktoken", "llama2_tokenizer.model")
    r50k, p50k, llama = (api.open_file(shared / "data" / name).tokenizer for name in names)
    found = overlap(r50k, p50k)
    assert (len(found.shared), len(found.only_one), len(found.only_other)) == (50256, 0, 24)
    assert found.grown is None or found.grown == 24
    other = overlap(r50k, llama)
    assert other.grown is None
    assert len(np.unique(other.shared[:, 1])) == len(other.shared)
