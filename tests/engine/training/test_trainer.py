"""The incremental trainer: equal to the reference, merge by merge, and never long without a yield."""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.counted import corpora, counted
from tests.engine.training.test_merges import KNOWN, TIES
from tests.points import counted as with_points
from workbench.engine.base.errors import EngineError
from workbench.engine.training import token_cells, trainer
from workbench.engine.training.merges import merge_pair, train_reference
from workbench.engine.training.trainer import Merge, Progress, TrainerOptions
from workbench.engine.training.trainer import train_readable as train

Corpus = list[tuple[bytes, int]]


def merges_of(pieces: Corpus, options: TrainerOptions) -> list[Merge]:
    return [step for step in train(counted(pieces), options) if isinstance(step, Merge)]


def as_reference(merges: list[Merge]) -> list[tuple[tuple[int, int], int, int]]:
    return [((merge.left, merge.right), merge.new_id, merge.count) for merge in merges]


def token_counts(pieces: Corpus, merges: list[Merge]) -> list[int]:
    """The tokens of the corpus after each merge, counted afresh."""
    words = [(list(piece), count) for piece, count in pieces]
    totals = []
    for merge in merges:
        words = [(merge_pair(ids, (merge.left, merge.right), merge.new_id), count) for ids, count in words]
        totals.append(sum(len(ids) * count for ids, count in words))
    return totals


@pytest.fixture(params=["loops", "arrays", "small chunks"])
def way(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each way of replacing a pair: by a plain loop, by arrays, and by arrays cut in the middle of runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_cells, "FEW", 10**9 if request.param == "loops" else -1)
        if request.param == "small chunks":
            patch.setattr(token_cells, "CHUNK", 3)
            patch.setattr(trainer, "CHUNK", 3)
        yield


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("tie", TIES)
@given(
    pieces=corpora,
    weight=st.sampled_from([1, 1, 2**40]),
    min_count=st.sampled_from([1, 1, 2]),
    longest=st.sampled_from([None, None, 2, 3, 5]),
)
def test_the_merges_are_those_of_the_reference(
    tie: str, pieces: Corpus, weight: int, min_count: int, longest: int | None
) -> None:
    pieces = [(piece, count * weight) for piece, count in pieces]
    merges = merges_of(pieces, TrainerOptions(270, min_count, longest, tie))
    assert as_reference(merges) == train_reference(pieces, 14, tie, min_count, longest)
    assert [merge.n_tokens for merge in merges] == token_counts(pieces, merges)
    assert [merge.rank for merge in merges] == list(range(len(merges)))


@pytest.mark.parametrize("asked", [None, 0, 100])
@pytest.mark.parametrize("learn", [train, trainer.train])
def test_no_token_is_longer_than_a_model_takes(
    monkeypatch: pytest.MonkeyPatch, learn: Callable[..., Iterator[Merge | Progress]], asked: int | None
) -> None:
    monkeypatch.setattr(trainer, "LONGEST_TOKEN", 16)
    steps = learn(counted([(b"a" * 1000, 1)]), TrainerOptions(300, max_token_length=asked))
    merges = [step for step in steps if isinstance(step, Merge)]
    lengths = dict.fromkeys(range(256), 1)
    for merge in merges:
        lengths[merge.new_id] = lengths[merge.left] + lengths[merge.right]
    assert max(lengths.values()) == 16


@pytest.mark.parametrize("tie", TIES)
@given(pieces=corpora)
def test_no_two_tokens_are_the_same_bytes(tie: str, pieces: Corpus) -> None:
    """What the tables rely on: a symbol once merged never arises in another way."""
    tokens = [bytes([byte]) for byte in range(256)]
    for merge in merges_of(pieces, TrainerOptions(300, tie=tie)):
        tokens.append(tokens[merge.left] + tokens[merge.right])
    assert len(set(tokens)) == len(tokens)


@pytest.mark.parametrize(("text", "tie", "expected"), KNOWN)
def test_known_answers(text: str, tie: str, expected: list[str]) -> None:
    tokens = [bytes([byte]) for byte in range(256)]
    for merge in merges_of([(text.encode(), 1)], TrainerOptions(256 + len(expected), tie=tie)):
        tokens.append(tokens[merge.left] + tokens[merge.right])
    assert [token.decode() for token in tokens[256:]] == expected


def test_it_ends_where_no_pair_is_left() -> None:
    assert len(merges_of([(b"abc", 1)], TrainerOptions(5000))) == 2
    assert merges_of([(b"a", 9), (b"b", 9)], TrainerOptions(5000)) == []
    assert merges_of([], TrainerOptions(5000)) == []
    assert merges_of([(b"abc", 1)], TrainerOptions(256)) == []


@pytest.mark.parametrize(
    ("options", "code"),
    [(TrainerOptions(255), "vocab_size_too_small"), (TrainerOptions(300, tie="?"), "unknown_tie_rule")],
)
def test_options_that_cannot_be_met(options: TrainerOptions, code: str) -> None:
    with pytest.raises(EngineError) as caught:
        list(train(counted([(b"ab", 1)]), options))
    assert caught.value.code == code
    assert str(caught.value)


# --- yielding, cancelling -----------------------------------------------------------------------------


def distinct(n: int) -> Corpus:
    return [(b"ab%06d" % number, 1 + number % 7) for number in range(n)]


def test_building_is_cut_into_slices() -> None:
    pieces = distinct(50_000)
    n_cells = sum(len(piece) + 1 for piece, _ in pieces)
    building, n_points = with_points(lambda: list(train(counted(pieces), TrainerOptions(256))))
    assert {step.phase for step in building if isinstance(step, Progress)} == {"building"}
    # The cells are gone through three times: laying out, counting, writing the places.
    assert n_points >= 3 * n_cells / token_cells.CHUNK - 3
    done = [step.done for step in building if isinstance(step, Progress)]
    assert done == sorted(done)
    assert done[-1] == len(pieces)
    assert max(b - a for a, b in itertools.pairwise(done)) <= token_cells.CHUNK


def test_one_huge_piece_is_cut_into_slices() -> None:
    n_cells = 400_000
    _, n_points = with_points(
        lambda: list(train(counted([(b"ab" * (n_cells // 2), 1)]), TrainerOptions(256)))
    )
    assert n_points >= 3 * n_cells / token_cells.CHUNK - 3


def test_one_huge_merge_is_cut_into_slices() -> None:
    n_places = 200_000
    state = trainer._Training(counted([(b"abc" * n_places, 1)]), TrainerOptions(257))
    list(state.build())
    state.choose()
    # Replacing, and sorting the places of the neighbors on two sides.
    assert with_points(state.merge)[1] >= 3 * n_places / token_cells.CHUNK - 3


def test_a_merge_with_many_neighbors_is_cut_into_slices() -> None:
    # Every two-letter word gets an id first; then two spaces merge after thousands of different ids.
    words = [bytes([first, second]) for first in range(0x21, 0x41) for second in range(0x80, 0x100)]
    pieces = [(word, 10_000) for word in words] + [(word + b"  ", 1) for word in words]
    merging = train(counted(pieces), TrainerOptions(256 + len(words) + 1))
    for step in merging:
        if isinstance(step, Merge) and step.rank == len(words) - 1:
            break
    (*_, last), n_points = with_points(lambda: list(merging))
    assert isinstance(last, Merge)
    assert last.left == last.right == ord(" ")
    assert n_points >= len(words) / trainer._ROWS


def test_putting_the_heap_right_is_cut_into_slices() -> None:
    # Merging "ab" takes most of every pair (b, y) away; all of them then stand too high in the heap.
    seconds = [bytes([byte]) for byte in range(0x80, 0x100)]
    pieces = [(b"ab" + y, 50) for y in seconds] + [(b"b" + y, 10) for y in seconds]
    state = trainer._Training(counted(pieces), TrainerOptions(258))
    list(state.build())
    state.choose()
    state.merge()
    assert with_points(state.choose)[1] >= len(seconds) // trainer._LOOKS
    assert state.chosen_pair() == (256, 0x80, 50)


@pytest.mark.parametrize("stop", ["at once", "building", "inside a merge", "merging"])
def test_closing_leaves_nothing_behind(stop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[object]] = []
    original = trainer._Training.__init__

    def watched(self: trainer._Training, *args: object) -> None:
        original(self, *args)  # type: ignore[arg-type]
        made.append(weakref.ref(self))

    monkeypatch.setattr(trainer._Training, "__init__", watched)
    steps = train(counted([(b"abc" * 50_000, 1)]), TrainerOptions(400))
    if stop == "building":
        assert next(steps).phase == "building"
    elif stop == "inside a merge":
        assert any(isinstance(step, Progress) and step.phase == "merging" for step in steps)
    elif stop == "merging":
        assert any(isinstance(step, Merge) for step in steps)
    steps.close()
    del steps
    gc.collect()
    assert [ref() for ref in made if ref() is not None] == []
    assert len(made) == (0 if stop == "at once" else 1)


def test_a_rule_that_the_kernel_does_not_know_is_left_to_the_readable_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(trainer._ORDERS, "first-seen")
    steps = trainer.train(counted([(b"xyab", 1)]), TrainerOptions(257, tie="first-seen"))
    assert [(step.left, step.right) for step in steps if isinstance(step, Merge)] == [tuple(b"xy")]
