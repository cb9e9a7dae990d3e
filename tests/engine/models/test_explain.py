"""Merge traces and merge trees."""

from __future__ import annotations

import pytest

from tests.formats.gguf.test_scores import spelled
from tests.formats.toys import toy
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.score_tokenizer import as_in
from workbench.engine.explaining.score_steps import score_steps
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.explain import LONGEST_TRACED, merge_trace
from workbench.engine.splitting.pre_tokenizers import published

# The toy ranks of the CLIP walk-through, in bytes: l o, lo w, e r.
LOW = [(108, 111), (256, 119), (101, 114)]


def test_the_table_of_a_word() -> None:
    rows = merge_trace(RankMergedBpe.from_merges(LOW), b"lowered")
    assert [row.number for row in rows] == [1, 2, 3, 4]
    assert [b" ".join(row.symbols) for row in rows] == [
        b"l o w e r e d",
        b"lo w e r e d",
        b"low e r e d",
        b"low er e d",
    ]
    assert [row.chosen and (row.chosen.rank, row.chosen.token, row.chosen.position) for row in rows] == [
        (0, b"lo", 0),
        (1, b"low", 0),
        (2, b"er", 1),
        None,
    ]
    assert [candidate.token for candidate in rows[0].candidates] == [b"lo", b"er"]
    assert rows[-1].ids == (257, 258, 101, 100)


def test_a_single_byte_and_nothing_have_one_row() -> None:
    model = RankMergedBpe.from_merges(LOW)
    assert [row.ids for row in merge_trace(model, b"l")] == [(108,)]
    assert [row.ids for row in merge_trace(model, b"")] == [()]


def test_the_last_row_is_what_encoding_gives() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256, b"abcd": 257, b"cd": 258}
    model = RankMergedBpe.from_ranks(ranks)
    for piece in (b"abcd", b"abc", b"xabcd", b"cdab"):
        assert merge_trace(model, piece)[-1].ids == model.encode_piece(piece)


def test_a_long_piece_is_refused() -> None:
    with pytest.raises(EngineError, match=r"it has 1025 bytes; the limit is 1024. Choose a shorter"):
        merge_trace(RankMergedBpe.from_merges(LOW), b"l" * (LONGEST_TRACED + 1))


def test_added_tokens_that_are_always_found_are_pieces_without_merges() -> None:
    flags = {"  ": Flags(special=False), "<x>": Flags(rstrip=True)}
    tokenizer = toy(published("gpt2"), AddedTokens({"  ": 300, "<x>": 301}, flags))
    text = "hello  hello<x>"  # the special one is text
    pieces = tokenizer.explain(text)
    assert [i for piece in pieces for i in piece.ids] == tokenizer.encode_ordinary(text)
    assert [(piece.piece, piece.start) for piece in pieces if piece.taken] == [(b"  ", 5)]
    assert b"".join(piece.piece for piece in pieces) == text.encode()


@pytest.mark.parametrize("text", ["a<x>b", "<x>", "ab <x><x>ab", ""])
def test_steps_by_score_go_on_behind_a_user_defined_token(text: str) -> None:
    tokenizer = as_in(spelled(("<x>", 4)), "llama.cpp")
    steps = score_steps(tokenizer, text, before=False)
    assert list(steps.ids) == tokenizer.encode_ordinary(text)
    shown = [*steps.characters]
    for merge in steps.merges:
        assert list(merge.before) == shown
        assert shown[merge.position : merge.position + 2] == [merge.left, merge.right]
        shown[merge.position : merge.position + 2] = [merge.id]
    assert shown == list(steps.ids)
