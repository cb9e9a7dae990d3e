"""The trainer, compiled and plain, against the readable reference on many random small corpora."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.engine.counted import counted, units_of
from tests.engine.training.test_merges import TIES
from workbench import kernels
from workbench.engine.training import token_cells, trainer
from workbench.engine.training.merges import byte_numbers, count_pairs, merge_pair, train_reference
from workbench.engine.training.trainer import Merge, TrainerOptions, train_readable
from workbench.engine.training.unit_classes import FREE, LONE, NEVER, SPACE, joined

N_CORPORA = 10_000 if os.environ.get("WORKBENCH_THOROUGH") else 500
ALPHABETS = ("a", "ab", "abc", "aB c", "xyz!é", "ab\u2581 1", "日本語")
# 2**31 and more of one piece, and of all together.
WEIGHTS = (1, 1, 1, 2, 5, 700, 2**31 - 1, 2**31, 2**40)

Pieces = list[tuple[list[int], int]]


class Corpus:
    """Some pieces of bytes or of other units, and options."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        letters = dice.choice(ALPHABETS)
        words = [_word(dice, letters) for _ in range(dice.randint(0, 12))]
        weights = WEIGHTS if dice.random() < 0.3 else (1,)
        self.n_units, self.classes = 256, None
        of_units = dice.random() < 0.4
        if of_units:
            self.n_units = 70_000 if dice.random() < 0.04 else dice.choice([6, 300])
            numbers = dict(zip(letters, sorted(dice.sample(range(self.n_units), len(letters))), strict=True))
            if dice.random() < 0.5:
                self.classes = [FREE] * self.n_units
                for number in numbers.values():
                    self.classes[number] = dice.choice([FREE, LONE, SPACE, SPACE, 4, 5])
        self.pieces: Pieces = [
            (
                [numbers[letter] for letter in word] if of_units else list(word.encode()),
                n * dice.choice(weights),
            )
            for word, n in Counter(words).items()
        ]
        self.min_count = dice.choice([1, 1, 2, 3])
        self.longest = dice.choice([None, None, 2, 3, 5])
        self.n_merges = dice.choice([1, 14, 40])
        self.chunk = dice.choice([3, 50, 1 << 14])
        self.budget = dice.choice([1, 1000, 10**9])
        if of_units:
            self.given: Any = units_of(self.pieces, self.n_units, self.classes)
        else:
            self.given = counted((bytes(piece), count) for piece, count in self.pieces)
        self.n_given = self.n_units if of_units else None

    def expected(self, tie: str) -> list[list[int]]:
        limits = (self.min_count, self.longest, self.n_given, self.classes)
        merges = train_reference(self.pieces, self.n_merges, tie, *limits)
        return [[left, right, count] for (left, right), _, count in merges]

    def runners_up(self, merges: list[list[int]]) -> list[int]:
        """How often the next best pair occurs before each merge, counted again for each."""
        words = self.pieces
        lengths, kinds = Counter[int](), dict(enumerate(self.classes or []))
        found = []
        for rank, (left, right, _) in enumerate(merges):
            counts: dict[tuple[int, int], int] = {}
            for ids, times in words:
                count_pairs(ids, counts, times)
            able = [
                count
                for (a, b), count in counts.items()
                if (a, b) != (left, right)
                and count >= self.min_count
                and (lengths[a] or 1) + (lengths[b] or 1) <= (self.longest or 2**31)
                and joined(kinds.get(a, FREE), kinds.get(b, FREE)) != NEVER
            ]
            found.append(max(able, default=0))
            new = self.n_units + rank
            words = [(merge_pair(ids, (left, right), new), times) for ids, times in words]
            lengths[new] = (lengths[left] or 1) + (lengths[right] or 1)
            kinds[new] = joined(kinds.get(left, FREE), kinds.get(right, FREE))
        return found

    def plain(self, tie: str, runner_up: bool = False) -> list[list[int]]:
        options = TrainerOptions(self.n_units + self.n_merges, self.min_count, self.longest, tie, runner_up)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(token_cells, "FEW", self.chunk)
            patch.setattr(token_cells, "CHUNK", self.chunk)
            patch.setattr(trainer, "CHUNK", self.chunk)
            steps = train_readable(self.given, options)
            merges = [step for step in steps if isinstance(step, Merge)]
            return [[each.left, each.right, each.count, each.runner_up][: 3 + runner_up] for each in merges]

    def compiled(self, tie: str, runner_up: bool = False) -> list[list[int]]:
        training: Any = kernels.kernel("training")
        learner = training.Trainer(
            self.given.blob if self.n_given is None else self.given.units,
            self.given.ends,
            self.given.counts,
            bytes(byte_numbers(tie)),
            self.n_units,
            None if self.n_given is None else self.given.classes,
            self.n_merges,
            self.min_count,
            self.longest or 2**31 - 1,
            training.ORDERS[trainer._ORDERS[tie]],
            runner_up=runner_up,
        )
        log, learned = np.zeros((5, 5), np.int64), []
        while not learner.ended:
            learned += log[: learner.run(log, self.budget)].tolist()
        return [[*row[:3], *row[4:]][: 3 + runner_up] for row in learned]


def _word(dice: random.Random, letters: str) -> str:
    return "".join(dice.choice(letters) * dice.choice([1, 1, 1, 2, 3, 8]) for _ in range(dice.randint(1, 8)))


@pytest.mark.parametrize("tie", TIES)
def test_random_corpora(tie: str) -> None:
    for seed in range(N_CORPORA):
        corpus = Corpus(seed)
        expected = corpus.expected(tie)
        assert corpus.plain(tie) == expected, f"plain, seed {seed}"
        if kernels.active() and tie in trainer._ORDERS:
            assert corpus.compiled(tie) == expected, f"compiled, seed {seed}"


@pytest.mark.parametrize("tie", TIES)
def test_the_next_best_pair(tie: str) -> None:
    for seed in range(N_CORPORA // 2):
        corpus = Corpus(seed)
        merges = corpus.expected(tie)
        with_next = [[*merge, count] for merge, count in zip(merges, corpus.runners_up(merges), strict=True)]
        assert corpus.plain(tie, runner_up=True) == with_next, f"plain, seed {seed}"
        if kernels.active() and tie in trainer._ORDERS:
            assert corpus.compiled(tie, runner_up=True) == with_next, f"compiled, seed {seed}"


def test_the_corpora_are_worth_it() -> None:
    """Most of them have merges to learn, and ties that the rules decide differently."""
    corpora = [Corpus(seed) for seed in range(100)]
    learned = [[corpus.expected(tie) for tie in TIES] for corpus in corpora]
    assert sum(bool(by_tie[0]) for by_tie in learned) > 60
    for one in range(len(TIES)):
        for other in range(one):
            assert sum(by_tie[one] != by_tie[other] for by_tie in learned) >= 5
    assert any(count > 2**32 for by_tie in learned for _, _, count in by_tie[0])
