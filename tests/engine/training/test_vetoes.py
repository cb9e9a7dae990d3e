"""Vetoes: the trainer, compiled and readable, against the reference, which looks at every pair."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from tests.engine.counted import counted, units_of
from tests.engine.training.test_merges import TIES
from workbench import kernels
from workbench.engine.base.utf8 import keeps_characters
from workbench.engine.training import trainer
from workbench.engine.training.merges import count_pairs, train_reference
from workbench.engine.training.trainer import Merge, TrainerOptions, train_readable
from workbench.engine.training.vetoes import Vetoes

ALPHABETS = ("ab", "abc", "aB c", "xyé中", "日本語", "éèê€😀")
N_CORPORA = 250


class Case:
    """A small corpus of bytes or of other units, and tokens that must not be made of it."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        letters = dice.choice(ALPHABETS)
        words = ["".join(dice.choices(letters, k=dice.randint(1, 7))) for _ in range(dice.randint(1, 14))]
        self.texts = list(Counter(words).items())
        self.of_units = dice.random() < 0.3
        self.units = sorted({letter.encode() for letter in letters})
        self.whole = dice.random() < 0.5
        self.never = {dice.choice(words)[: dice.randint(1, 3)].encode() for _ in range(dice.randint(0, 3))}
        self.ending = dice.choice([b"", letters[-1].encode()])
        self.n_merges, self.min_count = dice.choice([1, 9, 60]), dice.choice([1, 1, 2])

    @property
    def n_units(self) -> int:
        return len(self.units) if self.of_units else 256

    @property
    def tokens(self) -> list[bytes]:
        return self.units if self.of_units else [bytes((byte,)) for byte in range(256)]

    def pieces(self) -> list[tuple[list[int], int]]:
        number = {unit: i for i, unit in enumerate(self.units)}
        if self.of_units:
            return [([number[letter.encode()] for letter in text], n) for text, n in self.texts]
        return [(list(text.encode()), n) for text, n in self.texts]

    def is_refused(self, token: bytes) -> bool:
        ends = bool(self.ending) and token.endswith(self.ending)
        return token in self.never or ends or (self.whole and not keeps_characters(token))

    def vetoes(self) -> Vetoes:
        dice = random.Random(self.n_units)

        def rule(tokens: Sequence[bytes]) -> dict[bytes, bool]:
            answered = tokens[: dice.randint(1, len(tokens))]
            return {token: token.endswith(self.ending) for token in answered}

        return Vetoes(self.tokens, self.never, rule if self.ending else None, self.whole)

    def expected(self, tie: str) -> list[list[int]]:
        spelled = self.tokens
        merges = train_reference(
            self.pieces(),
            self.n_merges,
            tie,
            self.min_count,
            n_units=self.n_units if self.of_units else None,
            may_be=lambda units: not self.is_refused(b"".join(spelled[unit] for unit in units)),
        )
        return [[*pair, new_id, count] for pair, new_id, count in merges]

    def learned(self, tie: str, train) -> tuple[list[list[int]], Vetoes]:
        pieces, vetoes = self.pieces(), self.vetoes()
        given = units_of(pieces, self.n_units) if self.of_units else counted((bytes(p), n) for p, n in pieces)
        options = TrainerOptions(self.n_units + self.n_merges, self.min_count, None, tie)
        steps = train(given, options, vetoes=vetoes)
        merges = [step for step in steps if isinstance(step, Merge)]
        return [[each.left, each.right, each.new_id, each.count] for each in merges], vetoes

    def runners_up(self, train) -> list[tuple[int, int]]:
        pieces = self.pieces()
        given = units_of(pieces, self.n_units) if self.of_units else counted((bytes(p), n) for p, n in pieces)
        options = TrainerOptions(self.n_units + self.n_merges, self.min_count, runner_up=True)
        steps = train(given, options, vetoes=self.vetoes())
        return [(step.count, step.runner_up) for step in steps if isinstance(step, Merge)]

    def expected_runner_up(self) -> int:
        """How often the second pair of the first step occurs that is not refused, 0 for none."""
        counts: dict[tuple[int, int], int] = {}
        for ids, count in self.pieces():
            count_pairs(ids, counts, count)
        tokens = self.tokens
        able = [n for (a, b), n in counts.items() if not self.is_refused(tokens[a] + tokens[b])]
        able = sorted((n for n in able if n >= self.min_count), reverse=True)
        return able[1] if len(able) > 1 else 0


@pytest.mark.parametrize("tie", TIES)
def test_random_corpora(tie: str) -> None:
    for seed in range(N_CORPORA):
        case = Case(seed)
        expected = case.expected(tie)
        plain, met = case.learned(tie, train_readable)
        assert plain == expected, f"readable, seed {seed}"
        if kernels.active():
            compiled, also_met = case.learned(tie, trainer.train)
            assert compiled == expected, f"compiled, seed {seed}"
            assert (also_met.refused, also_met.n_broken) == (met.refused, met.n_broken), f"seed {seed}"


def test_a_refused_pair_is_no_runner_up() -> None:
    for seed in range(N_CORPORA):
        case = Case(seed)
        readable = case.runners_up(train_readable)
        assert [next_best for _, next_best in readable[:1]] in ([], [case.expected_runner_up()]), (
            f"seed {seed}"
        )
        if kernels.active():
            assert case.runners_up(trainer.train) == readable, f"seed {seed}"


def test_the_corpora_are_worth_it() -> None:
    """Most of them are trained otherwise than without vetoes, of bytes and of other units."""
    differ = Counter[bool]()
    for seed in range(N_CORPORA):
        case, free = Case(seed), Case(seed)
        free.whole, free.never, free.ending = False, set(), b""
        differ[case.of_units] += case.expected("smallest") != free.expected("smallest")
    assert differ[True] > 20
    assert differ[False] > 60


def test_a_refused_token_is_made_from_no_pair() -> None:
    """ "abab" could be ab + ab, a + bab or aba + b; none of them is taken, and the rest goes on."""
    pieces = counted([(b"ababab", 5), (b"abab", 3), (b"bab", 2), (b"cd", 1)])
    vetoes = Vetoes([bytes((byte,)) for byte in range(256)], [b"abab"])
    steps = trainer.train(pieces, TrainerOptions(300), vetoes=vetoes)
    tokens = {byte: bytes((byte,)) for byte in range(256)}
    for step in steps:
        if isinstance(step, Merge):
            tokens[step.new_id] = tokens[step.left] + tokens[step.right]
    assert b"abab" not in tokens.values()
    assert {b"ab", b"cd", b"bab"} <= set(tokens.values())
    assert vetoes.refused == {b"abab": 13}


@pytest.mark.skipif(not kernels.active(), reason="the readable code asks about one token at a time")
def test_a_rule_is_asked_about_many_tokens_at_once() -> None:
    """It is asked seldom: what comes next is among the tokens that it was asked about before."""
    dice = random.Random(3)
    words = ["".join(dice.choices("abcdefghij", k=8)) for _ in range(400)]
    asked: list[Sequence[bytes]] = []

    def rule(tokens: Sequence[bytes]) -> dict[bytes, bool]:
        asked.append(tokens)
        return {token: token.endswith(b"c") for token in tokens}

    vetoes = Vetoes([bytes((byte,)) for byte in range(256)], rule=rule)
    pieces = counted((word.encode(), dice.randint(1, 50)) for word in words)
    steps = list(trainer.train(pieces, TrainerOptions(1200), vetoes=vetoes))
    n_merges = sum(isinstance(step, Merge) for step in steps)
    assert n_merges > 600
    assert len(asked) < n_merges / 4
    assert len(vetoes.refused) > 20


@pytest.mark.parametrize(
    ("token", "keeps"),
    [
        (b"abc", True),
        ("é中".encode(), True),
        (b"\xe4\xb8", True),  # the beginning of a character,
        (b"\xb8\xad", True),  # its end,
        (b"\x9f\x98", True),  # its middle
        (b"\x80\x80\x80", True),
        (b"\x80\x80\x80\x80", False),
        (b"a\xe4", False),
        (b"\xe4\xb8a", False),
        (b"\xad\xe4", False),
        (b"\xb8\xad\xe4\xb8\xad", False),
        (b"\xe4\xb8\xad\xe4", False),
        (b"\xc3\xa9\x80", False),
        (b"\xff", False),
        (b"\xe0\x80", False),
    ],
)
def test_what_keeps_characters(token: bytes, keeps: bool) -> None:
    assert keeps_characters(token) is keeps


def test_no_character_is_broken_on_many_scripts() -> None:
    """Of a text in many scripts, without the option some tokens break characters, with it none does."""
    text = "日本語を学ぶ。한국어를 배우다. Ελληνικά русский 😀😃 नमस्ते " * 3
    pieces = counted([(text.encode(), 1)])
    by_option: dict[bool, list[bytes]] = {}
    for whole in (False, True):
        tokens = [bytes((byte,)) for byte in range(256)]
        for step in trainer.train(pieces, TrainerOptions(700), vetoes=Vetoes(tokens, whole_characters=whole)):
            if isinstance(step, Merge):
                tokens.append(tokens[step.left] + tokens[step.right])
        by_option[whole] = [token for token in tokens[256:] if not keeps_characters(token)]
    assert by_option[False]
    assert not by_option[True]
