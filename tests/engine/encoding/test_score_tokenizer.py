"""A tokenizer with a normalizer: ids, spans in the raw text, stages, decoding, parts of long texts."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.models.test_unsplit import pieces
from tests.engine.score_toys import llama_vocabulary
from tests.engine.texts import raw_texts
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import text_decoding as module
from workbench.engine.encoding.encoding import Stage, joined_stages
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.engine.splitting.pre_tokenizers import no_split

VOCABULARY = llama_vocabulary(
    *[(letter, -1.0) for letter in "abé日"], (" a", -2.0), ("ab", -3.0), (" ab", -3.5), ("  ", -4.0),
    ("é日", -5.0), ("\ufffd", -9.0),
)  # fmt: skip
SPACE, A, B, SPACE_AB, LOST = 259, 260, 261, 266, 269
SPECIALS = {"<s>": 1, "</s>": 2}
LLAMA2C = score_tokenizer(ScoreMergedBpe.from_vocabulary(VOCABULARY, "llama2c"), SPECIALS, "toy", {"a": 1})
SENTENCEPIECE = as_in(LLAMA2C, "sentencepiece")


def test_spans_are_those_of_the_raw_text() -> None:
    made = SENTENCEPIECE.encode_with_offsets("ab▁b\U0001f44d")
    assert made.ids.tolist() == [SPACE_AB, SPACE, B, *(byte + 3 for byte in "👍".encode())]
    assert made.spans.tolist() == [[0, 2], [2, 5], [5, 6], [6, 7], [7, 8], [8, 9], [9, 10]]
    assert made.pieces.tolist() == [[0, 10]]
    normalize, split = made.stages
    assert (normalize.name, normalize.output) == ("sentencepiece", " ab b👍".encode())
    assert normalize.alignment is not None
    assert normalize.alignment.tolist() == [0, 0, 1, 2, 5, 6, 7, 8, 9, 10]
    assert split == Stage("split")
    made = SENTENCEPIECE.encode_with_offsets("b")
    assert (made.ids.tolist(), made.spans.tolist()) == ([SPACE, B], [[0, 0], [0, 1]])
    assert SENTENCEPIECE.encode_with_offsets("").ids.tolist() == []


def test_bytes_that_are_not_utf8() -> None:
    made = SENTENCEPIECE.encode_with_offsets(b"a\xff\xe6b")
    assert (made.ids.tolist()[-3:], made.replaced) == ([LOST, LOST, B], 2)
    assert made.spans.tolist()[-3:] == [[1, 2], [2, 3], [3, 4]]
    made = LLAMA2C.encode_with_offsets(b"a\xff\xe6b")
    assert (made.ids.tolist()[-3:], made.replaced) == ([0xFF + 3, 0xE6 + 3, B], 0)
    assert SENTENCEPIECE.encode_with_offsets("a\ud800").replaced == 1


def test_only_the_start_of_a_text_gets_a_space() -> None:
    made = SENTENCEPIECE.encode_with_offsets("ab<s>ab▁</s>", allowed_special="all")
    assert made.ids.tolist() == [SPACE_AB, 1, A + 4 + 1, SPACE, 2]
    assert made.spans.tolist() == [[0, 2], [2, 5], [5, 7], [7, 10], [10, 14]]
    assert made.stages[0].output == b" ab<s>ab </s>"
    assert made.stages[0].alignment is not None
    assert made.stages[0].alignment.tolist() == [0, 0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14]
    assert SENTENCEPIECE.encode("ab<s>ab", allowed_special="all") == [SPACE_AB, 1, 265]
    with pytest.raises(EngineError, match="<s>"):
        SENTENCEPIECE.encode("<s>")


def test_decoding_leaves_the_first_space_out() -> None:
    for text in ("ab", " ab", "  ab ", "é日👍", "\x00", ""):
        for tokenizer in (LLAMA2C, SENTENCEPIECE):
            assert tokenizer.decode(tokenizer.encode(text)) == text
    assert SENTENCEPIECE.decode([1, SPACE_AB, SPACE_AB]) == "<s>ab ab"
    assert SENTENCEPIECE.decode([SPACE, SPACE]) == " "
    assert SENTENCEPIECE.decode([3 + 32, SPACE_AB]) == "  ab"  # the byte 20, no prefix
    assert SENTENCEPIECE.decode_bytes([B, SPACE_AB]) == b"b ab"
    assert SENTENCEPIECE.decode_tokens_bytes([SPACE_AB]) == [b" ab"]
    assert SENTENCEPIECE.decode_with_offsets([SPACE, B, SPACE_AB]) == ("b ab", [0, 0, 1])


@pytest.mark.parametrize("rule", ["llama2c", "sentencepiece", "llama.cpp"])
@pytest.mark.parametrize("takes_all", [False, True])
def test_the_compiled_decoder_decodes_as_the_readable_one(
    rule: str, takes_all: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = SentencePieceNormalizer(SpacesSpec(remove_extra_whitespaces=takes_all))
    model = ScoreMergedBpe.from_vocabulary(replace(VOCABULARY, normalizer=own), rule)
    tokenizer = score_tokenizer(model, SPECIALS)
    chance = random.Random(7)
    runs = [[], [1], [1, 2, 1, 2, SPACE_AB], [SPACE] * 4, [SPACE] * 5 + [B], [1, SPACE, SPACE, 3 + 0xFF]]
    runs += [chance.choices(range(LOST + 1), k=chance.randrange(1, 12)) for _ in range(400)]
    runs += [[chance.choice((1, 2, SPACE, SPACE_AB, 3 + 32))] * 3 + run for run in runs]
    monkeypatch.setattr(module, "_MANY", 1 << 40)
    wanted = [tokenizer.decode_bytes(ids) for ids in runs]
    texts = [tokenizer.decode(ids) for ids in runs]
    monkeypatch.setattr(module, "_MANY", 1)
    monkeypatch.setattr(module, "_FIRST", 3)
    compiled = score_tokenizer(model, SPECIALS)
    assert [compiled.decode_bytes(ids) for ids in runs] == wanted
    assert [compiled.decode_bytes(np.array(ids, np.uint32)) for ids in runs] == wanted
    assert [compiled.decode(ids) for ids in runs] == texts
    with pytest.raises(EngineError, match="position 4"):
        compiled.decode([A, A, A, A, LOST + 1, A])


def test_explaining_shows_the_space_that_was_put_there() -> None:
    (explained,) = SENTENCEPIECE.explain("ab")
    assert (explained.piece, explained.start, explained.ids) == (b" ab", 0, (SPACE_AB,))
    # " a" has the better score, and "ab" can then not come about.
    assert [row.chosen.token for row in explained.rows if row.chosen] == [b" a", b" ab"]


@pytest.mark.parametrize("tokenizer", [LLAMA2C, SENTENCEPIECE], ids=["llama2c", "sentencepiece"])
def test_any_text_in_parts(tokenizer: Tokenizer) -> None:
    @given(raw_texts | pieces | st.just(b"a<s>b"), st.data())
    def check(text: bytes, data: st.DataObject) -> None:
        made = tokenizer.encode_with_offsets(text, disallowed_special=())  # it may be "<s>"
        assert tokenizer.encode_to_numpy(text, disallowed_special=()).tolist() == made.ids.tolist()
        assert bool(np.all(made.spans[1:, 0] == made.spans[:-1, 1]))
        if text:
            assert (made.spans[0, 0], made.spans[-1, 1]) == (0, len(text))
        border = tokenizer.next_border(text, data.draw(st.integers(0, len(text))))
        parts = list(tokenizer.encode_parts(text, start=0, end=border))
        parts += list(tokenizer.encode_parts(text, start=border))
        assert [i for part in parts for i in part.ids.tolist()] == made.ids.tolist()
        assert [s for part in parts for s in part.spans.tolist()] == made.spans.tolist()

    check()


def test_long_texts_come_in_parts_whose_stages_join() -> None:
    text = "ab ab▁é日 " * 20_000
    parts = list(SENTENCEPIECE.encode_parts(text.encode()))
    assert len(parts) > 3
    made = SENTENCEPIECE.encode_with_offsets(text)
    assert np.concatenate([part.ids for part in parts]).tolist() == made.ids.tolist()
    output, alignment = made.stages[0].output, made.stages[0].alignment
    assert output is not None
    assert alignment is not None
    assert output.decode() == " " + text.replace("▁", " ")
    assert len(alignment) == len(output) + 1
    whole = SENTENCEPIECE.normalizer.normalize(text.encode(), first=True)
    assert np.array_equal(whole.alignment, alignment)


def test_stages_without_output_stay() -> None:
    assert joined_stages([(Stage("split"),), (Stage("split"),)]) == (Stage("split"),)
    assert joined_stages([]) == ()


def test_as_in() -> None:
    assert (SENTENCEPIECE.name, SENTENCEPIECE.record, dict(SENTENCEPIECE.special_tokens)) == (
        "toy", {"a": 1}, SPECIALS,
    )  # fmt: skip
    assert as_in(SENTENCEPIECE, "sentencepiece").model is SENTENCEPIECE.model
    assert as_in(SENTENCEPIECE, "llama2c").encode("▁") != SENTENCEPIECE.encode("▁")
    with pytest.raises(EngineError, match="Choose one of these: sentencepiece, llama2c"):
        as_in(LLAMA2C, "nfkc")
    with pytest.raises(EngineError, match="does not merge by score"):
        as_in(Tokenizer(RankMergedBpe.from_merges([]), no_split()), "llama2c")
