"""What tokens do not give back, against what they decode to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.foreign.test_foreign_model import as_file, joined, opened, unigram, wordpiece
from tests.engine.judging.toys import measured
from tests.engine.score_toys import llama_vocabulary, toy_model
from tests.engine.texts import raw_texts
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.aligned import row
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.pre_tokenizers import custom, no_split, published

THE = RankMergedBpe.from_merges([(116, 104), (256, 101), (32, 257), (49, 50), (97, 98)])
LETTERS = CharacterVocabulary({"<unk>": 0, "a": 1, "b": 2, " ": 3}, np.empty((0, 3), np.int64), "<unk>")
TOKENIZERS = {
    "bytes": Tokenizer(THE, published("gpt2")),
    "lower": Tokenizer(THE, published("gpt2"), normalizer=normalizer_from_spec("lowercase")),
    "fallback": score_tokenizer(ScoreMergedBpe.from_vocabulary(llama_vocabulary(("a", -9.0), (" a", -2.0)))),
    "scores": score_tokenizer(toy_model(("a", -1.0), ("b", -1.0), ("ab", -0.5), (" ", -2.0))),
    "letters": Tokenizer(CharacterMergedBpe(LETTERS), no_split()),
}


@pytest.fixture(scope="module")
def child():
    with Child() as one:
        yield one


@given(raw_texts | st.text("the abAB12 \n").map(str.encode), st.sampled_from(sorted(TOKENIZERS)))
def test_what_is_lost_does_not_come_back_and_nothing_else(text: bytes, name: str) -> None:
    tokenizer = TOKENIZERS[name]
    found = row(tokenizer, text)
    comes_back = tokenizer.decode_bytes(found.ids) == text
    assert found.gives_back == comes_back
    assert (found.lost is not None and bool(found.lost.any())) != comes_back


def _shown(tokenizer: Tokenizer, text: str) -> str:
    """Return the text with a × for each byte that is lost."""
    lost = row(tokenizer, text.encode()).lost
    mask = np.zeros(len(text.encode()), np.bool_) if lost is None else lost
    return "".join(
        "×" if each else chr(byte) for byte, each in zip(text.encode(), mask.tolist(), strict=True)
    )


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [("lower", "The THE", "×he ×××"), ("letters", "abc ba", "ab× ba"), ("scores", "ab cab", "ab ×ab")],
)
def test_places_are_those_of_changed_and_unknown_characters(name: str, text: str, shown: str) -> None:
    assert _shown(TOKENIZERS[name], text) == shown


def test_what_a_split_leaves_out_is_lost() -> None:
    words = Tokenizer(THE, custom("[a-z]+"))
    try:
        assert _shown(words, "the 12\n") == "the××××"
        assert _shown(words, "12\n") == "×××"  # no token at all
    finally:
        words.close()


def test_of_a_library_unknown_words_capitals_and_line_ends_are_lost(child: Child) -> None:
    words = joined(opened("tokenizers", as_file(wordpiece()), child))
    assert _shown(words, "hello world") == "hello world"
    assert row(words, b"hello world").gives_back
    assert _shown(words, "Hello ☃ the\nthe") == "××××× ××× the×the"
    assert not row(words, b"hello-world").gives_back  # with spaces around the hyphen


def test_characters_of_a_library_that_are_several_tokens_are_read_together(child: Child) -> None:
    pieces = joined(opened("tokenizers", as_file(unigram()), child))
    assert _shown(pieces, "hello the") == "hello the"
    assert row(pieces, b"hello the").gives_back
    assert _shown(pieces, "heﬁ").endswith("×××")  # NFKC


@pytest.mark.parametrize("make", [wordpiece, unigram])
def test_the_unknown_of_a_library_is_counted(make, child: Child) -> None:
    tokenizer = joined(opened("tokenizers", as_file(make()), child))
    text = "hello ☃ ☂ the"
    (found,) = measured([tokenizer], {"one": [text]}).rows
    unknown = {"wordpiece": "[UNK]", "unigram": "<unk>"}[make.__name__]
    own = make()
    own.no_padding()
    ids = own.encode(text, add_special_tokens=False).ids
    expected = ids.count(own.token_to_id(unknown)) / len(ids)
    assert found.figures["unknown"] == pytest.approx(expected)
    assert expected > 0
    assert found.figures["fallback"] is None
