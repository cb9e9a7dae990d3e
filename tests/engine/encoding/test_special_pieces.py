"""Special tokens that are found as pieces, tokens that end words, and rows for a model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.toys import clip_toy, score_toy, toy
from tests.points import counted
from workbench.engine.base import chunked_arrays
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.special_pieces import plain_pieces, special_pieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models import piecewise
from workbench.engine.models.framing import Framing, framed_rows
from workbench.engine.models.pair_merged import without_marks

START, END = 516, 517


def names(tokenizer: Tokenizer, ids: list[int]) -> list[str]:
    return [tokenizer.decode([i]) for i in ids]


def test_they_are_found_after_the_cleaning_and_as_pieces_only() -> None:
    tokenizer = clip_toy()
    assert tokenizer.encode("<|EndOfText|>", allowed_special="all") == [END]
    assert tokenizer.encode("&lt;|endoftext|&gt;", allowed_special="all") == [END]
    assert tokenizer.encode("low<|endoftext|>", allowed_special="all") == [513, END]
    ids = tokenizer.encode("!<|endoftext|>", allowed_special="all")
    assert END not in ids
    assert tokenizer.decode(ids) == "!<| endoftext |> "


def test_where_they_are_not_allowed_they_are_plain_text() -> None:
    tokenizer = clip_toy()
    ids = tokenizer.encode_ordinary("<|EndOfText|> low")
    assert tokenizer.decode(ids) == "<| endoftext |> low "
    assert not {START, END} & set(ids)
    only = tokenizer.encode("<|EndOfText|><|startoftext|>", allowed_special={"<|startoftext|>"})
    assert only == [*tokenizer.encode_ordinary("<|EndOfText|>"), START]
    with pytest.raises(EngineError, match=r"the text contains the special token “<\|endoftext\|>”"):
        tokenizer.encode("a <|endoftext|>")
    assert [piece.piece for piece in tokenizer.explain("<|endoftext|>")] == [b"<|", b"endoftext", b"|>"]


def test_spans_and_pieces_are_those_of_the_raw_text() -> None:
    text = "Ｌow <|ENDOFTEXT|>&lt;|endoftext|&gt; low"
    made = clip_toy().encode_with_offsets(text, allowed_special="all")
    assert made.ids.tolist() == [513, END, END, 513]
    raw = text.encode()
    spelled = [raw[start:end].decode() for start, end in made.spans.tolist()]
    assert spelled == ["Ｌow", "<|ENDOFTEXT|>", "&lt;|endoftext|&gt;", "low"]
    assert made.pieces.tolist() == made.spans.tolist()
    plain = clip_toy().encode_with_offsets(text, allowed_special="none")
    pieces = [raw[start:end].decode() for start, end in plain.pieces.tolist()]
    assert pieces == ["Ｌow", "<|", "ENDOFTEXT", "|>", "&lt;|", "endoftext", "|&gt;", "low"]


def test_every_stage_is_aligned_to_the_raw_text() -> None:
    made = clip_toy().encode_with_offsets("  ＬOW\n\nl&amp;")
    assert [stage.name for stage in made.stages] == [
        "ftfy", "unescape", "unescape", "strip", "whitespace", "strip", "lowercase", "split",
    ]  # fmt: skip
    outputs = [stage.output for stage in made.stages]
    assert outputs == [
        b"  LOW\n\nl&", b"  LOW\n\nl&", b"  LOW\n\nl&", b"LOW\n\nl&", b"LOW l&", b"LOW l&", b"low l&", None,
    ]  # fmt: skip
    alignments = [stage.alignment for stage in made.stages[:-1]]
    assert alignments[0] is not None
    assert alignments[0].tolist() == [0, 1, 2, 5, 6, 7, 8, 9, 10, 15]
    assert alignments[0] is alignments[1] is alignments[2]  # nothing was changed, so nothing was made
    assert alignments[-1] is not None
    assert alignments[-1].tolist() == [2, 5, 6, 7, 9, 10, 15]
    assert not any(stage.approximate for stage in made.stages)
    mended = clip_toy().encode_with_offsets("dÃ©jÃ\xa0 vu").stages
    assert [stage.approximate for stage in mended] == [True, *[False] * 7]


def test_other_special_tokens_are_found_in_the_raw_text() -> None:
    tokenizer = clip_toy(specials={"<PAD>": 600})
    made = tokenizer.encode_with_offsets("LOW <PAD>LOW <|endoftext|>", allowed_special="all")
    assert made.ids.tolist() == [513, 600, 513, END]
    assert made.spans.tolist() == [[0, 3], [4, 9], [9, 12], [13, 26]]
    assert tokenizer.encode("<pad>", allowed_special="all") == tokenizer.encode_ordinary("<pad>")
    lower = made.stages[-2]
    assert (lower.name, lower.output) == ("lowercase", b"low<PAD>low <|endoftext|>")
    assert lower.alignment is not None
    assert lower.alignment.tolist() == [0, 1, 2, *range(4, 27)]


def test_only_clips_pattern_has_them_and_flags_go_before() -> None:
    ids = {"<|endoftext|>": 5}
    assert special_pieces("clip", ids) == {b"<|endoftext|>": 5}
    assert special_pieces("gpt2", ids) == {}
    assert special_pieces("clip", AddedTokens(ids, {"<|endoftext|>": Flags()})) == {}


def test_a_text_that_is_cleaned_comes_in_parts_but_has_no_safe_border() -> None:
    tokenizer = clip_toy()
    text = b"low lower\n" * 20_000
    parts = list(tokenizer.encode_parts(text))
    assert len(parts) == 4
    assert sum(len(part.ids) for part in parts) == 60_000
    one_line = text.replace(b"\n", b" ")
    assert len(list(tokenizer.encode_parts(one_line))) == 1
    assert (tokenizer.next_border(text, 5), tokenizer.previous_border(text, 99)) == (len(text), 0)
    assert (toy().next_border(b"low lower", 1), toy().previous_border(b"low lower", 9)) != (9, 0)


@given(st.lists(st.sampled_from(["low", "LOWER", "x", " ", "  ", "\n", "'s", "!!", "1"]), max_size=20))
def test_tokens_lie_where_their_text_is(words: list[str]) -> None:
    text = "".join(words).encode()
    made = clip_toy().encode_with_offsets(text)
    model = clip_toy().model
    for token_id, (start, end) in zip(made.ids.tolist(), made.spans.tolist(), strict=True):
        assert text[start:end].lower() == model.token_bytes(token_id)
    assert bool(np.all(made.spans[1:, 0] >= made.spans[:-1, 1]))


# --- the table of a word ------------------------------------------------------------------------


def test_the_merges_of_a_word_with_toy_ranks() -> None:
    tokenizer = clip_toy((("l", "o"), ("lo", "w"), ("e", "r")))
    (piece,) = tokenizer.explain("lowered")
    assert [b" ".join(row.symbols).decode() for row in piece.rows] == [
        "l o w e r e d</w>", "lo w e r e d</w>", "low e r e d</w>", "low er e d</w>",
    ]  # fmt: skip
    assert [row.chosen and (row.chosen.token, row.chosen.rank) for row in piece.rows] == [
        (b"lo", 0), (b"low", 1), (b"er", 2), None,
    ]  # fmt: skip


# --- decoding -----------------------------------------------------------------------------------


def test_word_ends_become_spaces() -> None:
    tokenizer = clip_toy()
    assert tokenizer.decode(tokenizer.encode("low LOW lower")) == "low low lower "
    assert tokenizer.decode([514, 513]) == "lowlow "
    assert tokenizer.decode_with_offsets([513, 514]) == ("low low", [0, 4])
    assert tokenizer.decode([START, 513, END]) == "<|startoftext|>low <|endoftext|>"


def test_marks_in_a_text_stay_where_no_word_ends_are() -> None:
    tokenizer = score_toy("sentencepiece")
    assert tokenizer.model.capabilities.decodes_otherwise
    assert tokenizer.decode(tokenizer.encode("a</w>b")) == "a</w>b"


def test_marks_that_tokens_spell_together() -> None:
    assert without_marks([b"a", b"b"], b"</w>") == [b"a", b"b"]
    assert without_marks([b"a<", b"/w", b">b</w>"], b"</w>") == [b"a ", b"", b"b "]
    assert without_marks([], b"</w>") == []


# --- rows ---------------------------------------------------------------------------------------


def test_rows_for_a_model() -> None:
    framing = Framing((1,), (2,), context=5, padding=9)
    rows = framed_rows([[7], [], [7, 7, 7]], framing, None, truncate=False)
    assert rows.tolist() == [[1, 7, 2, 9, 9], [1, 2, 9, 9, 9], [1, 7, 7, 7, 2]]
    assert rows.dtype == np.int32
    assert framed_rows([[7] * 9], framing, None, truncate=True).tolist() == [[1, 7, 7, 7, 2]]
    assert framed_rows([[7] * 9], framing, 2, truncate=True).tolist() == [[1, 2]]
    assert framed_rows([], framing, None, truncate=False).shape == (0, 5)
    assert framed_rows([[7, 7]], Framing(context=1), None, truncate=True).tolist() == [[7]]


def test_rows_that_cannot_be() -> None:
    framing = Framing((1,), (2,), context=5)
    with pytest.raises(EngineError, match=r"text 1 has 6 tokens; the context is 5"):
        framed_rows([[7], [7] * 4], framing, None, truncate=False)
    with pytest.raises(EngineError, match="the context length is missing"):
        framed_rows([[7]], Framing(), None, truncate=False)
    with pytest.raises(EngineError, match="the context length is missing"):
        framed_rows([[7]], framing, 1, truncate=True)


def test_a_tokenizer_without_a_context_takes_one() -> None:
    with pytest.raises(EngineError, match="the context length is missing"):
        toy().tokenize("ab")
    assert toy().tokenize(["ab", "c"], context_length=3).tolist() == [[97, 98, 0], [99, 0, 0]]


def test_many_of_them_in_a_line_come_by_many_points() -> None:
    special, n = b"<|endoftext|>", 4096
    text = (b"<|" + special + b" ") * n
    pieces = clip_toy().pre_tokenizer.split(text)
    assert len(plain_pieces(text, pieces, {special: 1})) == len(pieces)  # none: the run of others has its "<"
    text = (special + b" ") * n
    pieces = clip_toy().pre_tokenizer.split(text)
    plain, points = counted(lambda: plain_pieces(text, pieces, {special: 1}))
    assert plain[:4].tolist() == [[0, 2], [2, 11], [11, 13], [14, 16]]
    assert len(plain) == 3 * n
    assert points > n // 256


def test_the_tokens_of_a_line_are_placed_slice_by_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "low lower " * 500
    expected = clip_toy().encode_with_offsets(text)
    usual = counted(lambda: clip_toy().encode_with_offsets(text))[1]
    for module in (chunked_arrays, piecewise):
        monkeypatch.setattr(module, "ROWS", 10)
    found, points = counted(lambda: clip_toy().encode_with_offsets(text))
    assert found.spans.tolist() == expected.spans.tolist()
    assert found.pieces.tolist() == expected.pieces.tolist()
    assert points > usual + 5 * len(found.pieces) // 10
