"""Where a text may be cut that is not split: nothing a model makes reaches across."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.score_toys import llama_vocabulary, toy_model
from tests.engine.texts import raw_texts
from workbench import kernels
from workbench.engine.models import score_encoding
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import RULES, Kind, Tables
from workbench.engine.models.score_words import word_end
from workbench.engine.models.unsplit import Unsplit
from workbench.engine.normalizers.normalizer import NORMALIZERS
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec

VOCABULARY = llama_vocabulary(
    *[(letter, -1.0) for letter in "abcé日\u0301'sS"], (" a", -2.0), ("ab", -3.0), ("  ", -4.0),
    ("é日", -5.0), ("日\u0301", -6.0), ("'s", -7.0),
    ("\n\n", -8.0), ("\n", -8.0), ("\ufffd\ufffd", -9.0), ("\ufffd", -9.0),
)  # fmt: skip
pieces = st.lists(st.sampled_from(["a", "b", " ", "é", "日", "▁", "c"]), max_size=20).map(
    lambda units: "".join(units).encode()
)


@pytest.mark.parametrize("rule", RULES)
def test_parts_encode_as_the_whole(rule: str) -> None:
    model = ScoreMergedBpe.from_vocabulary(VOCABULARY, rule)
    normalizer = NORMALIZERS[rule]
    splitter = Unsplit(model, normalizer)

    def encoded(text: bytes, first: bool) -> tuple[int, ...]:
        return model.encode_piece(normalizer.normalize(text, first).output)

    @given(raw_texts | pieces | st.binary(max_size=20), st.data())
    def check(text: bytes, data: st.DataObject) -> None:
        position = data.draw(st.integers(0, len(text)))
        for border in (splitter.next_border(text, position), splitter.previous_border(text, position)):
            assert encoded(text, True) == encoded(text[:border], True) + encoded(text[border:], border == 0)
        # What stands on the other side does not matter.
        ahead = splitter.next_border(text, position)
        assert splitter.next_border(b"a\xe6" + text, position + 2) == ahead + 2
        back = splitter.previous_border(text, position)
        assert splitter.previous_border(text[:position] + b"\x97b", position) == back

    check()


def test_borders_are_found() -> None:
    splitter = Unsplit(ScoreMergedBpe.from_vocabulary(VOCABULARY), NORMALIZERS["sentencepiece"])
    text = b"ab ab  ab"
    assert [splitter.next_border(text, at) for at in range(10)] == [2, 2, 5, 5, 5, 9, 9, 9, 9, 9]
    assert [splitter.previous_border(text, at) for at in range(10)] == [0, 0, 0, 0, 2, 2, 2, 5, 5, 5]
    assert splitter.split(text).tolist() == [[0, 9]]
    assert splitter.split(b"").tolist() == []
    assert splitter.next_border(b"\n" * 10_000 + b"ab", 0) == 10_000
    assert splitter.previous_border(b"ab" + b"\n" * 10_000, 10_000) == 2


@pytest.mark.skipif(kernels.kernel("score_table") is None, reason="the kernels are not compiled")
def test_what_is_long_is_searched_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    splitter = Unsplit(ScoreMergedBpe.from_vocabulary(VOCABULARY), NORMALIZERS["sentencepiece"])
    readable: list[int] = []

    def _noted(tables: Tables, text: bytes, position: int) -> int:
        readable.append(len(text))
        return word_end(tables, text, position)

    monkeypatch.setattr(score_encoding, "word_end", _noted)
    text = b"ab" + b"\n" * 40_000
    assert splitter.previous_border(text, len(text)) == 2
    assert max(readable) <= 4096


def test_a_character_that_may_go_on_has_no_border_beside_it() -> None:
    splitter = Unsplit(ScoreMergedBpe.from_vocabulary(VOCABULARY), NORMALIZERS["sentencepiece"])
    assert splitter.previous_border("é日".encode(), 4) == 0  # é and two bytes of 日: they might be parted
    assert splitter.previous_border("aé日".encode(), 5) == 1
    assert splitter.previous_border("b日a".encode(), 5) == 1


def test_no_border_makes_a_space_look_like_the_one_before_a_text() -> None:
    model = ScoreMergedBpe.from_vocabulary(VOCABULARY, "llama2c")
    splitter = Unsplit(model, NORMALIZERS["llama2c"])
    assert splitter.next_border(b"c \x80s ", 0) == 3
    assert splitter.next_border(b"c s ", 0) == 1


def test_unknown_characters_that_become_one_token_are_not_parted() -> None:
    model = toy_model(("a", 0.0))
    assert model.encode_piece(b"axyza") == (1, 0, 1)
    splitter = Unsplit(model, NORMALIZERS["sentencepiece"])
    assert splitter.next_border(b"xyzaa", 0) == 3


def test_there_is_no_border_where_tokens_are_taken_apart() -> None:
    model = toy_model(("a", 0.0), ("b", 0.0), ("ab", 1.0), kinds={"ab": Kind.UNUSED})
    splitter = Unsplit(model, NORMALIZERS["sentencepiece"])
    assert splitter.next_border(b"a b a b a", 0) == 9
    assert splitter.previous_border(b"a b a b a", 9) == 0


def test_there_is_no_border_where_the_normalizer_needs_the_whole_text() -> None:
    model = ScoreMergedBpe.from_vocabulary(VOCABULARY)
    for spaces, borders in ((SpacesSpec(), (9, 0)), (SpacesSpec(remove_extra_whitespaces=False), (2, 5))):
        splitter = Unsplit(model, SentencePieceNormalizer(spaces))
        text = b"ab ab  ab"
        assert (splitter.next_border(text, 0), splitter.previous_border(text, 8)) == borders
