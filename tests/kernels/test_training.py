"""The compiled trainer: equal to the reference and to the readable trainer, wherever it is stopped."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.counted import corpora, counted, unit_pieces, units_of
from tests.engine.training.test_merges import KNOWN
from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.training.merges import byte_numbers, merge_pair, train_reference
from workbench.engine.training.trainer import (
    _ORDERS,
    Merge,
    Progress,
    TrainerOptions,
    n_symbols_of,
    train,
    train_readable,
)
from workbench.engine.training.unit_classes import joined
from workbench.engine.training.units import GivenTokens, UnitPieces

training = kernels.kernel("training")
pytestmark = pytest.mark.skipif(training is None, reason=f"the kernels are not in use: {kernels.why_not()}")

LONG = 10**9  # nanoseconds
NO_LIMIT = 2**31 - 1


TIES = tuple(_ORDERS)  # a new rule has no order here at first


def trainer_of(pieces, n_merges, tie="smallest", min_count=1, longest=None):
    """The trainer of pieces of bytes, or of `UnitPieces`."""
    of_units = isinstance(pieces, UnitPieces)
    given = pieces if of_units else counted(pieces)
    return training.Trainer(
        given.units if of_units else given.blob,
        given.ends,
        given.counts,
        bytes(byte_numbers(tie)),
        given.n_units if of_units else 256,
        given.classes if of_units else None,
        n_merges,
        min_count,
        longest or NO_LIMIT,
        training.ORDERS[_ORDERS[tie]],
        start_tokens=None
        if not of_units or given.tokens is None
        else (given.tokens.symbols, given.tokens.lengths),
    )


def learn(trainer, rows=1000, nanoseconds=LONG, steps=0):
    """Run to the end in slices; return [left, right, count, tokens] of each merge."""
    log, learned = np.zeros((rows, 4), np.int64), []
    while not trainer.ended:
        learned += log[: trainer.run(log, nanoseconds, steps)].tolist()
    return learned


def readable(pieces, n_merges, tie="smallest", min_count=1, longest=None):
    given = pieces if isinstance(pieces, UnitPieces) else counted(pieces)
    steps = train_readable(given, TrainerOptions(n_symbols_of(given) + n_merges, min_count, longest, tie))
    return [[step.left, step.right, step.count, step.n_tokens] for step in steps if isinstance(step, Merge)]


# --- tokens that are there ------------------------------------------------------------------------------


def as_given(pieces, merges, n_units, classes=None):
    """The pieces in the tokens that some merges make of them, as `GivenTokens` has them."""
    spelled = {unit: [unit] for piece, _ in pieces for unit in piece}
    kinds = list(classes or [])
    words = [list(piece) for piece, _ in pieces]
    for pair, new_id, _ in merges:
        spelled[new_id] = spelled[pair[0]] + spelled[pair[1]]
        if classes:
            kinds.append(joined(kinds[pair[0]], kinds[pair[1]]))
        words = [merge_pair(word, pair, new_id) for word in words]
    made = [spelled[n_units + i] for i in range(len(merges))]
    given = GivenTokens(
        np.array([symbol for word in words for symbol in word], np.uint32),
        np.array([unit for token in made for unit in token], np.uint32),
        np.cumsum([len(token) for token in made], dtype=np.uint64),
    )
    return replace(units_of(pieces, n_units, kinds or None), tokens=given)


@pytest.mark.parametrize("tie", TIES)
@given(
    pieces=unit_pieces(), n_before=st.integers(1, 12), longest=st.sampled_from([None, 3, 5]),
    steps=st.sampled_from([0, 1, 3]),
)  # fmt: skip
def test_what_goes_on_with_tokens_is_what_one_run_learns(tie, pieces, n_before, longest, steps):
    given = list(pieces)
    classes = None if pieces.classes is None else pieces.classes.tolist()
    whole = train_reference(given, n_before + 20, tie, 1, longest, pieces.n_units, classes)
    rest = whole[n_before:]
    begun = as_given(given, whole[:n_before], pieces.n_units, classes)
    if begun.tokens is None or not len(begun.tokens.ends):
        return
    expected = [[*pair, count] for pair, _, count in rest]
    compiled = learn(trainer_of(begun, 20, tie, 1, longest), steps=steps)
    assert [row[:3] for row in compiled] == expected
    assert readable(begun, 20, tie, 1, longest) == compiled


# --- the same merges ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tie", TIES)
@given(
    pieces=corpora,
    weights=st.lists(st.sampled_from([1, 1, 3, 700, 2**31 + 5, 2**40]), min_size=8, max_size=8),
    min_count=st.sampled_from([1, 1, 2]),
    longest=st.sampled_from([None, None, 2, 3, 5]),
    n_merges=st.sampled_from([1, 14, 40]),
    steps=st.sampled_from([0, 1, 3]),
)
def test_the_merges_are_those_of_the_reference(tie, pieces, weights, min_count, longest, n_merges, steps):
    pieces = [(piece, count * weight) for (piece, count), weight in zip(pieces, weights, strict=False)]
    learned = learn(trainer_of(pieces, n_merges, tie, min_count, longest), steps=steps)
    expected = train_reference(pieces, n_merges, tie, min_count, longest)
    assert [((left, right), count) for left, right, count, _ in learned] == [
        (pair, count) for pair, _, count in expected
    ]
    assert learned == readable(pieces, n_merges, tie, min_count, longest)


@pytest.mark.parametrize(("text", "tie", "expected"), [known for known in KNOWN if known[1] in TIES])
def test_known_answers(text, tie, expected):
    tokens = [bytes([byte]) for byte in range(256)]
    for left, right, _, _ in learn(trainer_of([(text.encode(), 1)], len(expected), tie)):
        tokens.append(tokens[left] + tokens[right])
    assert [token.decode() for token in tokens[256:]] == expected


def vocabulary(n, letters, seed=0):
    """Words as they come in a text: some often, most seldom."""
    dice = random.Random(seed)
    words = {bytes(dice.choices(letters, k=dice.randint(1, 9))) for _ in range(n)}
    return [(word, 1 + 3000 // (1 + rank)) for rank, word in enumerate(sorted(words))]


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize(
    ("n_merges", "letters"),
    # With so many merges every pair has its row, and the tables grow; with few, the threshold falls.
    [(20_000, range(256)), (300, range(256)), (3000, b"etaoin shrdlu"), (100, b"abc")],
)
def test_tables_grow_and_the_threshold_falls(tie, n_merges, letters):
    pieces = vocabulary(9000, list(letters))
    assert learn(trainer_of(pieces, n_merges, tie)) == readable(pieces, n_merges, tie)


def test_a_threshold_that_falls_far():
    # After the first merge all that is left is many times rarer than the threshold.
    pieces = [(b"ab", 2**50), *vocabulary(50, b"xyz")]
    assert learn(trainer_of(pieces, 60)) == readable(pieces, 60)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("text", [b"a", b"ab", b"aab", b"abcab", b"\xe6\x97\xa5"])
def test_one_long_piece(tie, text):
    pieces = [(text * 20_000, 3)]
    assert learn(trainer_of(pieces, 50, tie)) == readable(pieces, 50, tie)


def test_a_place_that_is_far_behind_those_that_have_gone():
    # "ab" keeps one place only, behind thousands that "xab" has taken: the first is looked for in portions.
    pieces = [(b"xab" * 30_000 + b"ab" * 10, 1), (b"q" * 9, 1)]
    assert learn(trainer_of(pieces, 20, "first-seen")) == readable(pieces, 20, "first-seen")


# --- units that are no bytes ------------------------------------------------------------------------------


@pytest.mark.parametrize("tie", TIES)
@given(
    pieces=unit_pieces(),
    n_merges=st.sampled_from([1, 14, 40]),
    min_count=st.sampled_from([1, 1, 2]),
    longest=st.sampled_from([None, None, 2, 3, 5]),
    steps=st.sampled_from([0, 1, 3]),
)
def test_units_are_merged_as_in_the_reference(tie, pieces, n_merges, min_count, longest, steps):
    learned = learn(trainer_of(pieces, n_merges, tie, min_count, longest), steps=steps)
    expected = train_reference(pieces, n_merges, tie, min_count, longest, pieces.n_units, pieces.classes)
    assert [((left, right), count) for left, right, count, _ in learned] == [
        (pair, count) for pair, _, count in expected
    ]
    assert learned == readable(pieces, n_merges, tie, min_count, longest)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize(("n_units", "n_merges"), [(40, 3000), (5000, 3000), (5000, 100), (70_000, 500)])
def test_many_units(tie, n_units, n_merges):
    dice = random.Random(n_units)
    words = {
        tuple(dice.choices(range(0, n_units, 1 + n_units // 60), k=dice.randint(1, 9))) for _ in range(9000)
    }
    pieces = units_of([(word, 1 + 3000 // (1 + rank)) for rank, word in enumerate(sorted(words))], n_units)
    assert learn(trainer_of(pieces, n_merges, tie)) == readable(pieces, n_merges, tie)


# --- slices ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("nanoseconds", [1, 1000, LONG])
@pytest.mark.parametrize("rows", [1, 1000])
def test_the_merges_do_not_depend_on_the_slices(tie, nanoseconds, rows):
    pieces = vocabulary(2000, b"etaoin shrdlu")
    assert learn(trainer_of(pieces, 500, tie), rows, nanoseconds) == learn(trainer_of(pieces, 500, tie))


@pytest.mark.parametrize("tie", TIES)
def test_it_stops_at_every_step(tie):
    pieces = [*vocabulary(300, b"etaoin"), (b"abc" * 9000, 2)]
    assert learn(trainer_of(pieces, 200, tie), steps=1) == learn(trainer_of(pieces, 200, tie))


def test_a_step_is_short():
    # All of building, and a merge with 100,000 places: each step goes through a few thousand at most.
    trainer = trainer_of([(b"abc" * 100_000, 1)], 1)
    log, n_steps, done = np.zeros((1, 4), np.int64), 0, []
    while not trainer.ended:
        trainer.run(log, LONG, 1)
        n_steps += 1
        done.append(trainer.n_pieces_done)
    laying_out, writing, replacing, spreading = 300_000, 300_000, 100_000, 100_000
    assert n_steps >= (laying_out + writing + replacing + spreading) // 4096


def test_the_log_is_never_overfull():
    trainer = trainer_of(vocabulary(300, b"etaoin"), 50)
    log = np.zeros((7, 4), np.int64)
    portions = []
    while not trainer.ended:
        portions.append(trainer.run(log, LONG))
    assert max(portions) == 7
    assert sum(portions) == 50


# --- behind the engine's trainer ------------------------------------------------------------------------


def test_the_engine_tells_of_the_same_merges():
    pieces, options = vocabulary(2000, b"etaoin shrdlu"), TrainerOptions(700)
    steps = list(train(counted(pieces), options))
    merges = [step for step in steps if isinstance(step, Merge)]
    assert merges == [step for step in train_readable(counted(pieces), options) if isinstance(step, Merge)]
    assert all(type(value) is int for value in (merges[0].left, merges[0].count, merges[0].n_tokens))
    last = [step for step in steps if isinstance(step, Progress)][-1]
    assert (last.phase, last.done, last.total) == ("merging", 444, 444)


def test_it_ends_where_no_pair_is_left():
    assert len(list(filter(is_merge, train(counted([(b"abc", 1)]), TrainerOptions(10**6))))) == 2
    for pieces in ([], [(b"a", 9), (b"b", 9)]):
        assert not any(map(is_merge, train(counted(pieces), TrainerOptions(5000))))
    assert not any(map(is_merge, train(counted([(b"abc", 1)]), TrainerOptions(256))))
    assert not any(map(is_merge, train(counted([(b"abab", 1)]), TrainerOptions(300, min_count=2**70))))


def is_merge(step):
    return isinstance(step, Merge)


def test_options_that_cannot_be_met():
    for options, code in [
        (TrainerOptions(255), "vocab_size_too_small"),
        (TrainerOptions(300, tie="?"), "unknown_tie_rule"),
    ]:
        with pytest.raises(EngineError) as caught:
            list(train(counted([(b"ab", 1)]), options))
        assert caught.value.code == code
