"""Merges that come first: the rest is what the readable reference learns behind them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.engine.training.test_vetoes import counted
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.training import trainer
from workbench.engine.training.first_merges import FirstMerges
from workbench.engine.training.merges import TIE_RULES, train_reference
from workbench.engine.training.trainer import Merge, TrainerOptions
from workbench.engine.training.vetoes import Vetoes


def random_first(draw: random.Random, words: list[bytes]) -> list[tuple[int, int]]:
    """Return merges, each of two tokens that are neighbors in a word after those before it, or in no word."""
    pairs: list[tuple[int, int]] = []
    while len(pairs) < draw.randrange(1, 9):
        model = RankMergedBpe.from_merges(np.array(pairs, np.int64).reshape(-1, 2))
        ids = list(model.encode_piece(draw.choice([*words, b"qxz"])))
        if len(ids) > 1:
            at = draw.randrange(len(ids) - 1)
            pairs.append((ids[at], ids[at + 1]))
    return pairs


@pytest.mark.parametrize("way", ["compiled", "plain"])
@pytest.mark.parametrize("tie", TIE_RULES)
def test_what_follows_is_that_of_the_reference(way: str, tie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "plain":
        monkeypatch.setenv("WORKBENCH_PURE", "1")
    draw = random.Random(tie)
    for _ in range(25):
        letters = draw.choice([b"ab", b"abc", "aé中".encode()])
        words = sorted({bytes(draw.choices(letters, k=draw.randrange(1, 12))) for _ in range(12)})
        pieces = [(word, draw.randrange(1, 30)) for word in words]
        first = random_first(draw, words)
        never = {bytes(draw.choices(letters, k=draw.randrange(2, 5))) for _ in range(3)}
        expected = train_reference(
            pieces, 12, tie, 2, may_be=lambda token, never=never: bytes(token) not in never, first=first
        )
        model = RankMergedBpe.from_merges(np.array(first, np.int64))
        symbols = np.array([i for word in words for i in model.encode_piece(word)], np.uint32)
        merges = [
            step
            for step in trainer.train(
                counted(pieces),
                TrainerOptions(256 + len(first) + 12, 2, tie=tie),
                vetoes=Vetoes([bytes((byte,)) for byte in range(256)], never),
                first=FirstMerges(np.array(first, np.int64), symbols),
            )
            if isinstance(step, Merge)
        ]
        assert [(merge.left, merge.right) for merge in merges[: len(first)]] == first
        found = [((merge.left, merge.right), merge.new_id, merge.count) for merge in merges[len(first) :]]
        assert found == expected
        assert [merge.rank for merge in merges] == list(range(len(merges)))
        _check_lengths(pieces, merges)


def _check_lengths(pieces: list[tuple[bytes, int]], merges: list[Merge]) -> None:
    """The tokens of the whole text after each merge are those that merging so far makes of it."""
    pairs = np.array([(merge.left, merge.right) for merge in merges], np.int64)
    for n in range(1, len(merges) + 1):
        model = RankMergedBpe.from_merges(pairs[:n])
        assert merges[n - 1].n_tokens == sum(len(model.encode_piece(word)) * count for word, count in pieces)
