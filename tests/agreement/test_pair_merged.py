"""Models of listed pairs held against `tokenizers` over the same vocabulary and merges."""

from __future__ import annotations

import random

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.models.test_pair_merged import Lists, learned, lists, model_of, vocabularies
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.models.pair_merged import PairMergedBpe

_LETTERS = bytes_to_unicode()


def spelled(piece: bytes) -> str:
    return "".join(_LETTERS[byte] for byte in piece)


def judge(given_lists: Lists, whole: bool = False) -> tokenizers.Tokenizer:
    """Return theirs: words of the byte alphabet, `</w>` at the end of those that end a piece."""
    tokens, merges, _, end_ids = given_lists
    names = {i: spelled(token) for i, token in tokens.items()}
    if end_ids is not None:
        enders = set(end_ids)
        for _ in merges:  # again and again: a pair may come before those that make its halves
            enders |= {made for _, right, made in merges if right in enders}
        names = {i: name + ("</w>" if i in enders else "") for i, name in names.items()}
    model = tokenizers.models.BPE(
        {name: i for i, name in names.items()},
        [(names[left], names[right]) for left, right, _ in merges],
        ignore_merges=whole,
        **({} if end_ids is None else {"end_of_word_suffix": "</w>"}),
    )
    return tokenizers.Tokenizer(model)


PIECES = st.text("abc", min_size=1, max_size=40).map(str.encode) | st.text(
    "ab", min_size=130, max_size=260
).map(str.encode)


@given(st.booleans().flatmap(vocabularies), PIECES)
def test_any_piece_is_merged_as_by_tokenizers(given_lists: Lists, piece: bytes) -> None:
    assert list(model_of(given_lists).encode_piece(piece)) == judge(given_lists).encode(spelled(piece)).ids


@given(vocabularies(ends=False), st.text("abc", min_size=1, max_size=12).map(str.encode))
def test_whole_pieces_are_taken_as_by_tokenizers(given_lists: Lists, piece: bytes) -> None:
    model = model_of(given_lists, whole_pieces=True)
    assert list(model.encode_piece(piece)) == judge(given_lists, whole=True).encode(spelled(piece)).ids


@pytest.mark.parametrize("seed", [0, 6])
@pytest.mark.parametrize("ends", [False, True])
def test_a_long_text_is_merged_as_by_tokenizers(seed: int, ends: bool) -> None:
    given_lists = lists(learned(400), ends=ends, seed=seed)
    theirs, model = judge(given_lists), model_of(given_lists)
    chance = random.Random(3)
    for size in (10, 100, 129, 5000, 50_000):
        piece = bytes(chance.choices(b"abcdefgh ", k=size))
        ids = theirs.encode(spelled(piece)).ids
        assert list(model.encode_piece(piece)) == ids
        if isinstance(model, PairMergedBpe):
            assert list(PairMergedBpe(model.lists, None).encode_piece(piece)) == ids
