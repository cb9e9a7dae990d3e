"""Merging by score: sentencepiece's own examples, both rules, the trace, sizes and slices."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.score_toys import PIECES, llama_vocabulary, texts_of, toy_model
from tests.points import counted
from workbench.engine.base.errors import EngineError
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, vocabulary_of
from workbench.engine.splitting.pre_tokenizers import no_split

LETTERS = [(letter, -9.0) for letter in "abcd"]


@pytest.mark.parametrize(
    ("text", "tokens"), [("abcd", "ab|cd"), ("abcc", "abc|c"), ("xabcabaabcdd", "<unk>|abc|ab|a|ab|cd|d")]
)
def test_the_best_score_goes_first(text: str, tokens: str) -> None:
    assert texts_of(toy_model(*PIECES), text) == tokens.split("|")  # S1–S3


def test_user_defined_tokens_are_taken_whole() -> None:
    rows = [*PIECES, ("ABC", 0.0), ("abcdabcd", 0.0)]
    kinds = {"ABC": Kind.USER_DEFINED, "abcdabcd": Kind.USER_DEFINED}
    model = toy_model(*rows, kinds=kinds)
    assert texts_of(model, "abABCcd") == ["ab", "ABC", "cd"]  # S4
    assert texts_of(model, "ababcdabcdcd") == ["ab", "abcdabcd", "cd"]  # S5


@pytest.mark.parametrize(
    ("text", "tokens"), [("aabb", "aa|bb"), ("aaabbb", "aa|a|bb|b"), ("aaaba", "aa|ab|a")]
)
def test_the_leftmost_of_equal_pairs_goes_first(text: str, tokens: str) -> None:
    model = toy_model(("aa", -0.1), ("bb", -0.2), ("ab", -0.3), ("a", 0.0), ("b", 0.0))
    assert texts_of(model, text) == tokens.split("|")  # S6


def test_unused_tokens_are_taken_apart_again() -> None:
    model = toy_model(*PIECES, ("abcd", 0.0), kinds={"abcd": Kind.UNUSED, "abc": Kind.UNUSED})
    assert texts_of(model, "abcd") == ["ab", "cd"]
    model = toy_model(
        ("abcd", 10.0), ("abc", 5.0), ("ab", 2.0), ("cd", 1.0), *LETTERS,
        kinds={"abcd": Kind.UNUSED, "abc": Kind.UNUSED},
    )  # fmt: skip
    assert texts_of(model, "abcd") == ["ab", "c", "d"]  # S7
    assert [step.chosen is None for step in model.trace(b"abcd")] == [False, False, False, True]


def test_characters_without_a_token_may_still_make_one() -> None:
    model = toy_model(("日本", 0.0), ("語", 0.0))
    assert texts_of(model, "日本語") == ["日本", "語"]
    assert texts_of(model, "本日語xyz") == ["<unk>", "語", "<unk>"]
    assert [step.symbols for step in model.trace("x日本".encode())] == [(0,), (0, 1)]


def test_bytes_stand_for_what_has_no_token() -> None:
    vocabulary = llama_vocabulary(("a", -1.0), ("日本", -2.0))
    late, early = (ScoreMergedBpe.from_vocabulary(vocabulary, rule) for rule in ("sentencepiece", "llama2c"))
    assert late.encode_piece("a日本".encode()) == (260, 261)
    # run.c has made bytes of them before it looks for neighbors.
    assert early.encode_piece("a日本".encode()) == (260, *(byte + 3 for byte in "日本".encode()))
    assert early.encode_piece(b"a\x80\x80\xff") == (*(byte + 3 for byte in b"a\x80\x80\xff"),)
    # The space that a text is given does not join half a character, one in the text does.
    assert early.encode_piece(b" \x80 \x80") == (259, 0x80 + 3, 0x20 + 3, 0x80 + 3)
    assert next(early.trace(b" \x80 \x80")).symbols == (259, 0x80 + 3, 0x20 + 3, 0x80 + 3)
    assert late.encode_piece(b"") == ()
    for model in (late, early):
        assert model.token_bytes(3 + 0x61) == b"a"
        assert model.token_id(b"a") == 260
        assert model.token_id(b"b") == 3 + ord("b")
        assert model.token_bytes(1) is None
        assert model.token_bytes(999) is None
        assert 1 not in model.ids
        assert model.token_lengths(np.array([3, 260, 261], np.uint32)).tolist() == [1, 1, 6]


def test_run_c_merges_nothing_worse_than_its_start() -> None:
    vocabulary = llama_vocabulary(("a", 0.0), ("aa", -1e10), ("aaa", 0.0))
    assert ScoreMergedBpe.from_vocabulary(vocabulary, "llama2c").encode_piece(b"aa") == (260, 260)
    assert ScoreMergedBpe.from_vocabulary(vocabulary, "sentencepiece").encode_piece(b"aa") == (261,)


def test_run_c_merges_what_spells_a_byte() -> None:
    vocabulary = llama_vocabulary(("a", 0.0), ("<0xFF>a", 0.0))
    assert ScoreMergedBpe.from_vocabulary(vocabulary, "llama2c").encode_piece(b"\xffa") == (261,)
    assert ScoreMergedBpe.from_vocabulary(vocabulary, "sentencepiece").encode_piece(b"\xffa") == (258, 260)


def test_what_it_is() -> None:
    model = toy_model(*PIECES)
    assert model.vocab_size == 8
    assert model.n_merges == 3
    assert model.ids.tolist() == list(range(8))
    can = model.capabilities
    assert (can.merge_order, can.trace, can.byte_level, model.of_bytes) == (False, True, False, None)
    # <unk> has the best score too, but no merge makes it.
    assert [model.rank(i) for i in range(8)] == [None, 0, 1, 2, None, None, None, None]
    assert model.score(2) == pytest.approx(-0.1)
    with pytest.raises(EngineError, match="not in merge order"):
        model.at_vocab_size(3)


def test_pairs_are_what_the_last_merge_joins() -> None:
    model = toy_model(*PIECES, ("bcd", 9.0), ("abcd", -3.0), ("xy", 0.0))
    assert model.pair_of(1) == (4, 5)
    assert model.pair_of(3) == (1, 6)
    assert model.pair_of(4) is None
    assert model.pair_of(0) is None
    assert model.pair_of(10) is None  # x and y have no token
    # "abcd" becomes ab, cd; "bcd" is never met, for cd goes nowhere with b.
    assert model.pair_of(9) == (1, 2)
    assert [i for i in model.unreachable()] == []
    assert model.pairs()[[1, 3, 9, 10]].tolist() == [[4, 5], [1, 6], [1, 2], [-1, -1]]
    stuck = toy_model(("ab", 5.0), ("bc", 1.0), ("abcd", 0.0), *LETTERS)
    assert stuck.pair_of(3) is None
    assert [i for i in stuck.unreachable()] == [3]


@pytest.mark.parametrize(
    ("rows", "kinds", "code"),
    [
        ([("a", 0.0), ("a", 1.0)], [1, 1], "token_twice"),
        ([("a", 0.0)], [1], "nothing_for_the_unknown"),
        ([("a", 0.0), ("<0x41>", 0.0)], [1, 6], "bytes_missing"),
    ],
)
def test_vocabularies_that_cannot_be(rows: list[tuple[str, float]], kinds: list[int], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        ScoreMergedBpe.from_vocabulary(vocabulary_of(rows, kinds))
    assert caught.value.code == code
    assert str(caught.value)


def test_a_rule_that_is_none() -> None:
    with pytest.raises(EngineError, match="Choose one of these: sentencepiece, llama2c"):
        toy_model(*PIECES, rule="run.c")


# --- against the plainest way of saying it ------------------------------------------------------


def plainest(model: ScoreMergedBpe, text: str) -> list[str]:
    """Merge the best pair of the whole text, leftmost if equal, until there is none."""
    symbols = list(text)
    while True:
        able = [(at, left + right) for at, (left, right) in enumerate(pairwise(symbols))]
        ids = [(at, model.tables.joinable.get(joined.encode())) for at, joined in able]
        found = [(-model.score(i), at, i) for at, i in ids if i is not None]
        if not found:
            return symbols
        _, at, token_id = min(found)
        symbols[at : at + 2] = [(model.token_bytes(token_id) or b"").decode()]


rows = st.dictionaries(
    st.text("abé日 ", min_size=2, max_size=5), st.integers(-3, 0).map(float), min_size=1, max_size=12
)


@given(rows, st.text("abé日 ", max_size=60))
def test_any_vocabulary_merges_as_plainly_said(scores: dict[str, float], text: str) -> None:
    model = toy_model(*scores.items(), *[(letter, 0.0) for letter in "abé日 "])
    tokens = plainest(model, text)
    assert texts_of(model, text) == tokens
    shown = list(model.trace(text.encode()))[-1]
    assert [model.token_bytes(i) for i in shown.symbols] == [token.encode() for token in tokens]
    pieces = no_split().split(text.encode())
    parts = list(model.encode_pieces(text.encode(), pieces))
    assert [i for part in parts for i in part.tolist()] == list(model.encode_piece(text.encode()))
    for token_id in model.unreachable():
        own = (model.token_bytes(token_id) or b"").decode()
        assert plainest(model, own) != [own]


def test_what_has_waited_too_long_goes_by_its_new_score() -> None:
    # "ab" waits until "bc" has been made; "abc" must not take its turn before "bcd".
    model = toy_model(("bc", -3.0), ("ab", -5.0), ("bcd", -7.0), ("abc", -9.0), *LETTERS)
    assert texts_of(model, "abcd") == ["a", "bcd"]


def test_the_trace_tells_every_candidate() -> None:
    steps = list(toy_model(*PIECES).trace(b"abcd"))
    assert [step.symbols for step in steps] == [(4, 5, 6, 7), (1, 6, 7), (1, 2)]
    assert steps[0].candidates == ((0, 0.0, 1), (2, pytest.approx(0.1), 2))
    assert [step.chosen for step in steps] == [0, 1, None]
    # In the second step both c, d and ab, c could go.
    assert [token_id for _, _, token_id in steps[1].candidates] == [3, 2]


@pytest.mark.parametrize("unit", ["a", "日", " a"])
def test_time_grows_with_the_length_only(unit: str) -> None:
    model = toy_model(
        (unit * 2, -1.0),
        (unit * 4, -2.0),
        (unit * 8, -3.0),
        ("a", 0.0),
        (" ", 0.0),
        ("a ", -4.0),
        (" a", 1.0),
    )
    begin = time.perf_counter()
    ids = model.encode_piece(unit.encode() * 64_000)
    assert time.perf_counter() - begin < 20  # quadratic would take the better part of an hour
    assert set(ids) == {3}
    assert len(ids) == 8_000


def test_long_pieces_are_merged_in_slices() -> None:
    model = toy_model(("aa", -1.0), ("aaaa", -2.0), ("a", 0.0))
    text = b"a" * 60_000
    ids, n_points = counted(lambda: model.encode_piece(text))
    assert n_points > 60
    assert ids == (2,) * 15_000
    parts = list(model.encode_text(text, no_split()))
    assert np.concatenate(parts).tolist() == [2] * 15_000
