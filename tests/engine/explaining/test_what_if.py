"""What would have made one token of a word, and what merging has passed over."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import api
from workbench.engine.explaining.what_if import Join, Passed, WhatIf, what_if
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe

# is, es, est, ist (i + st is never made: st is missing), "tes" made as te + s
WORDS = [(105, 115), (101, 115), (257, 116), (116, 101), (259, 115)]  # is es est te tes


def made_by(found: WhatIf) -> tuple[int, ...]:
    """Make the merges in order, each wherever its pair stands; return what they make in the end."""
    symbols = [(token_id,) for token_id in found.ids]
    for join in found.joins:
        assert symbols[:2] == [join.left, join.right], "each joins what those before it have made"
        at = 0
        while at < len(symbols):
            if symbols[at : at + 2] == [join.left, join.right]:
                symbols[at : at + 2] = [join.left + join.right]
            at += 1
    assert len(symbols) <= 1, "they make one token"
    return symbols[0] if symbols else ()


def test_a_word_of_one_token_lacks_nothing() -> None:
    found = what_if(RankMergedBpe.from_merges(WORDS), b"est")
    assert (found.ids, found.joins, found.passed) == ((258,), (), ())


def test_neighbors_that_are_no_token_are_named() -> None:
    found = what_if(RankMergedBpe.from_merges(WORDS), b"isest")
    assert found.ids == (256, 258)
    assert found.whole is None
    assert found.joins == (Join((256,), (258,), None),)
    assert found.passed == ()


def test_the_merges_that_are_needed_build_on_each_other() -> None:
    found = what_if(RankMergedBpe.from_merges(WORDS), b"isxyz")
    assert found.ids == (256, 120, 121, 122)
    assert found.joins == (
        Join((256,), (120,), None), Join((256, 120), (121,), None), Join((256, 120, 121), (122,), None),
    )  # fmt: skip


def test_a_merge_that_is_needed_joins_its_pair_wherever_it_stands() -> None:
    found = what_if(RankMergedBpe.from_merges(WORDS), b"xyxyxy")
    assert found.joins == (
        Join((120,), (121,), None), Join((120, 121), (120, 121), None),
        Join((120, 121, 120, 121), (120, 121), None),
    )  # fmt: skip


def test_a_merge_that_is_needed_and_exists_is_told_so() -> None:
    """T + es is missing, as tes is made of te + s; tes + x is there, and would follow."""
    found = what_if(RankMergedBpe.from_merges([*WORDS, (260, 120)]), b"tesx")
    assert found.joins == (Join((116,), (257,), 260), Join((116, 257), (120,), 261, exists=True))
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abc": 256, b"abcd": 257}  # abc is never made
    found = what_if(RankMergedBpe.from_ranks(ranks), b"abcde")
    assert [(join.id, join.exists) for join in found.joins] == [
        (None, False), (256, False), (257, True), (None, False),
    ]  # fmt: skip


def test_a_token_is_passed_over_where_an_earlier_merge_took_one_of_its_bytes() -> None:
    """Es (rank 1) goes before te (rank 3), so that tes is never made."""
    found = what_if(RankMergedBpe.from_merges(WORDS), b"tes")
    assert found.ids == (116, 257)
    assert found.whole == 260
    assert found.joins == (Join((116,), (257,), 260),)
    assert found.passed == (Passed(260, 0, 3, 1, 257, (1, 3)),)


def test_a_merge_across_the_border_of_a_token_is_what_stands_in_its_way() -> None:
    merges = [(97, 98), (98, 99), (257, 100)]  # ab bc bcd
    found = what_if(RankMergedBpe.from_merges(merges), b"abcd")
    assert found.ids == (256, 99, 100)
    assert found.passed == (Passed(258, 1, 4, 1, 256, (0, 2)),)


def test_only_tokens_that_no_other_holds_are_told() -> None:
    merges = [(97, 98), (98, 99), (257, 100), (100, 101), (258, 101)]  # ab bc bcd de bcde
    found = what_if(RankMergedBpe.from_merges(merges), b"abcde")
    assert [(passed.start, passed.end) for passed in found.passed] == [(1, 5)]


def test_a_token_that_merging_never_makes_has_no_round() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abc": 256}
    found = what_if(RankMergedBpe.from_ranks(ranks), b"abcd")
    assert found.ids == (97, 98, 99, 100)
    assert found.passed == (Passed(256, 0, 3),)


@given(st.text("abc", max_size=10))
def test_what_is_told_holds(text: str) -> None:
    merges = [(97, 98), (98, 99), (97, 97), (256, 99), (257, 256), (258, 97), (256, 257)]
    model, word = RankMergedBpe.from_merges(merges), text.encode()
    found, rows = what_if(model, word), list(model.trace(word))
    assert found.ids == model.encode_piece(word)
    assert made_by(found) == found.ids
    assert len(found.joins) <= max(len(found.ids) - 1, 0)
    for passed in found.passed:
        assert model.token_bytes(passed.id) == word[passed.start : passed.end]
        assert passed.round_number is not None
        step = rows[passed.round_number - 1]
        chosen = step.candidates[step.chosen or 0]
        assert (chosen[2], model.token_bytes(chosen[2])) == (passed.chosen, word[slice(*passed.place)])


def test_tokens_of_clip_end_words_where_words_end(shared: Path) -> None:
    model = api.open_tokenizer(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz").model
    found = what_if(model, b"tokenizer")
    assert [model.token_bytes(token_id) for token_id in found.ids] == [b"token", b"izer"]
    assert found.whole is None
    for passed in found.passed:
        assert (passed.id in model.word_ends) == (passed.end == len(b"tokenizer"))
    assert found.passed


@pytest.mark.parametrize("name", ["cl100k_base.tiktoken", "llama2_tokenizer.model"])
def test_models_of_ranks_and_scores(shared: Path, name: str) -> None:
    model = api.open_tokenizer(shared / "data" / name).model
    word = b" antidisestablishmentarianism"
    found = what_if(model, word)
    assert len(found.ids) > 2
    # Neighbors that are a token merge in both.
    assert all(join.id is None for join in found.joins if len(join.left) == len(join.right) == 1)
    assert made_by(found) == found.ids
    assert found.passed
    for passed in found.passed:
        assert model.token_bytes(passed.id) == word[passed.start : passed.end]


def test_a_word_in_a_text_that_is_not_split_is_taken_as_far_as_its_tokens(shared: Path) -> None:
    model = api.open_tokenizer(shared / "data" / "llama2_tokenizer.model").model
    piece = b" Hello unforgettable you"
    found = what_if(model, piece, (6, 20))
    assert piece[slice(*found.place)] == b" unforgettable"
    assert b"".join(model.token_bytes(token_id) for token_id in found.ids) == b" unforgettable"
    assert made_by(found) == found.ids
    assert all(passed.start >= 6 and passed.end <= 20 for passed in found.passed)
    inside = what_if(model, piece, (8, 9))
    assert inside.place[0] <= 8 < 9 <= inside.place[1]


def test_each_of_two_pairs_that_make_a_token_is_a_merge() -> None:
    tokens = {byte: bytes((byte,)) for byte in range(256)} | {
        256: b"ab",
        257: b"abc",
        258: b"cd",
        259: b"abcd",
    }
    model = PairMergedBpe.from_pairs(tokens, [(256, 258, 259), (257, 100, 259)], range(256))
    assert [join.exists for join in what_if(model, b"abcd").joins] == [False, False, True]
