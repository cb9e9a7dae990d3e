"""Merging a piece: the short and the long way against the plainest one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import counted, in_slices
from workbench.engine.models import piece_merging
from workbench.engine.models.piece_merging import NEVER, Joins, merge

BYTE_IDS = tuple(range(256))


def plain_merge(ranks: dict[bytes, int], piece: bytes, limit: int = NEVER) -> list[int]:
    """Choose the lowest pair, the leftmost of equal ones, until none is left; as tiktoken explains it."""
    parts = [bytes([byte]) for byte in piece]
    while True:
        best, at = NEVER, -1
        for index in range(len(parts) - 1):
            rank = ranks.get(parts[index] + parts[index + 1], NEVER)
            if rank < min(best, limit):
                best, at = rank, index
        if at < 0:
            return [ranks.get(part, part[0]) for part in parts]
        parts[at : at + 2] = [parts[at] + parts[at + 1]]


def merged(ranks: dict[bytes, int], piece: bytes, limit: int = NEVER) -> list[int]:
    tokens = {rank: token for token, rank in ranks.items()} | {byte: bytes([byte]) for byte in range(256)}
    joins = Joins(lambda pair: ranks.get(tokens[pair[0]] + tokens[pair[1]], NEVER))
    return list(merge(joins, BYTE_IDS, piece, limit))


# Any set of tokens with ranks in any order, also such that a merge makes an earlier token possible.
vocabularies = st.sets(st.text("ab", min_size=2, max_size=5).map(str.encode), max_size=25).flatmap(
    lambda tokens: st.permutations(sorted(tokens)).map(
        lambda order: {token: 256 + index for index, token in enumerate(order)}
    )
)
pieces = st.text("ab", max_size=60).map(str.encode)


@given(vocabularies, pieces, st.integers(256, 290))
def test_short_way_is_the_plain_one(ranks: dict[bytes, int], piece: bytes, limit: int) -> None:
    assert merged(ranks, piece) == plain_merge(ranks, piece)
    assert merged(ranks, piece, limit) == plain_merge(ranks, piece, limit)


@given(vocabularies, pieces, st.integers(256, 290))
def test_long_way_is_the_plain_one(ranks: dict[bytes, int], piece: bytes, limit: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(piece_merging, "_SHORT", 0)
        in_slices(patch, piece_merging, 3)
        assert merged(ranks, piece) == plain_merge(ranks, piece)
        assert merged(ranks, piece, limit) == plain_merge(ranks, piece, limit)


def test_a_merge_that_makes_an_earlier_token_possible() -> None:
    # ab is rank 257, abab rank 256: after the first two ab the 256 goes before the third ab.
    ranks = {b"abab": 256, b"ab": 257, b"ba": 258}
    assert merged(ranks, b"ab" * 70) == plain_merge(ranks, b"ab" * 70) == [256] * 35


def test_a_long_run_is_not_quadratic_and_comes_in_slices() -> None:
    ranks = {b"a" * 2**power: 256 + power for power in range(1, 5)}
    tokens = {rank: token for token, rank in ranks.items()} | {97: b"a"}
    joins = Joins(lambda pair: ranks.get(tokens[pair[0]] + tokens[pair[1]], NEVER))
    start = time.perf_counter()
    _, n_slices = counted(lambda: merge(joins, BYTE_IDS, b"a" * 200_000))
    assert time.perf_counter() - start < 20  # quadratic would take hours
    assert n_slices > 100


def test_the_memory_of_pairs_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_merging, "_CACHED_JOINS", 10)
    joins = Joins(lambda pair: pair[0] + pair[1])
    assert [joins[number, 1] for number in range(100)] == list(range(1, 101))
    assert len(joins) <= 10
