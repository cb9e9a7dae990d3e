"""The kernel of listed pairs whose last byte of a piece is another unit, held against plain merging."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.models.test_pair_merged import ENDED, Lists, learned, lists, model_of, plainly, vocabularies
from workbench import kernels
from workbench.engine.models import compiled_encoding
from workbench.engine.models.pair_merged import PairMergedBpe

pytestmark = pytest.mark.skipif(kernels.kernel("encoding") is None, reason="no compiled kernels")


def encoded(model: PairMergedBpe, pieces: list[bytes]) -> list[int]:
    """Return the ids of pieces, all at once."""
    ends = [*accumulate(map(len, pieces), initial=0)]
    spans = np.array([*pairwise(ends)], np.uint64).reshape(-1, 2)
    return [i for part in model.encode_pieces(b"".join(pieces), spans) for i in part.tolist()]


def plain_of(model: PairMergedBpe) -> PairMergedBpe:
    """Return the model without the kernel."""
    plain = PairMergedBpe(model.lists, None)
    plain._may_compile = False
    return plain


PIECES = st.lists(st.text("abcd", max_size=40).map(str.encode), max_size=8)


@given(vocabularies(ends=True), PIECES, st.data())
def test_any_pieces_and_prefixes(given: Lists, pieces: list[bytes], data: st.DataObject) -> None:
    model = model_of(given)
    assert isinstance(model, PairMergedBpe)
    assert model._compiled is not None
    assert encoded(model, pieces) == [i for piece in pieces for i in plainly(given, piece)]
    if model.capabilities.smallest_size is None:
        return
    size = data.draw(st.integers(model.capabilities.smallest_size, model.vocab_size))
    prefix = model.at_vocab_size(size)
    rows = [row for row in given[1] if row[2] < size]
    assert encoded(prefix, pieces) == [i for piece in pieces for i in plainly(given, piece, len(rows))]
    in_order = all(max(row[:2]) < row[2] for row in given[1])
    assert (prefix._compiled is not None) == in_order


def with_ends(n_merges: int, seed: int) -> Lists:
    """Return longer and longer tokens, many of them with a twin that ends a piece, or only that one."""
    chance = random.Random(seed)
    pairs: list[tuple[bytes, bytes]] = []
    made = {bytes((byte,)) for byte in range(256)}
    for left, right in learned(n_merges):
        rights = chance.choice(([right], [right, right + b"/"], [right + b"/"]))
        kept = [r for r in rights if left in made and (r in made or len(r) == 2)]
        pairs += [(left, r) for r in kept]
        made.update(left + r for r in kept)
    return lists(pairs, ends=True, seed=seed)


@pytest.mark.parametrize("budget", [6_000_000, 1000])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_pieces_of_every_length(seed: int, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given = with_ends(400, seed)
    model = model_of(given)
    assert isinstance(model, PairMergedBpe)
    monkeypatch.setattr(compiled_encoding, "_BUDGET", budget)
    chance = random.Random(seed)
    pieces = [bytes((byte,)) for byte in range(256)] + list(given[0].values())
    pieces += [bytes(chance.choices(b"aabcdefgh z", k=n)) for n in (*range(1, 140), 500, 3000, 70_000)]
    pieces += [piece[:-1] + b"!" for piece in pieces[-4:]]  # what is next to the end merges with nothing
    if budget < 6_000_000:
        pieces = [piece for piece in pieces if len(piece) < 4000]
    ids = encoded(model, pieces)
    assert ids == encoded(plain_of(model), pieces)
    assert b"".join(given[0][i] for i in ids) == b"".join(pieces)
    ends = {sum(map(len, pieces[: n + 1])) for n in range(len(pieces))}
    lengths = np.cumsum([len(given[0][i]) for i in ids])
    assert set(lengths[[i in model.word_ends for i in ids]].tolist()) == ends


def test_runs_of_a_letter_across_the_lengths_of_long_pieces() -> None:
    pairs = [(b"a" * 2**i, b"a" * 2**i) for i in range(5)] + [(b"a", b"a/"), (b"aa", b"aa/"), (b"a", b"aa/")]
    given = lists(pairs, ends=True)
    model = model_of(given)
    assert isinstance(model, PairMergedBpe)
    pieces = [b"a" * n for n in (*range(1, 300), 65_535, 65_536, 65_537)]
    pieces += [b"a" * n + b"!" for n in (127, 128, 300)]  # a long stretch that is not the end
    assert encoded(model, pieces) == encoded(plain_of(model), pieces)
    prefix = model.at_vocab_size(512 + 6)
    for piece in pieces[:140]:
        assert encoded(prefix, [piece]) == plainly(given, piece, 6)


def test_a_byte_may_be_the_same_unit_at_the_end() -> None:
    tokens, merges, byte_ids, end_ids = lists(ENDED, ends=True)
    assert end_ids is not None
    end_ids[ord("r")] = byte_ids[ord("r")]
    merges.append((byte_ids[ord("e")], byte_ids[ord("r")], 514))
    model = PairMergedBpe.from_pairs(tokens, merges, byte_ids, end_byte_ids=end_ids)
    assert isinstance(model, PairMergedBpe)
    pieces = [b"r", b"er", b"lower", b"erl", b"rr"]
    assert encoded(model, pieces) == encoded(plain_of(model), pieces)


def test_without_merges_nothing_merges() -> None:
    tokens, _, byte_ids, _ = lists([])
    model = PairMergedBpe.from_pairs(tokens | {300: b"ab"}, [], byte_ids, whole_pieces=True)
    assert isinstance(model, PairMergedBpe)
    assert encoded(model, [b"ab", b"abc"]) == [300, *b"abc"]


def test_pieces_taken_whole_with_ends_are_left_to_the_readable_engine() -> None:
    tokens, merges, byte_ids, end_ids = lists(ENDED, ends=True)
    model = PairMergedBpe.from_pairs(tokens, merges, byte_ids, end_byte_ids=end_ids, whole_pieces=True)
    assert isinstance(model, PairMergedBpe)
    assert model._compiled is None
    assert encoded(model, [b"low", b"lower"]) == [515, 516]
