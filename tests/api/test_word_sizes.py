"""The vocabulary size at which a word becomes one token, held against training to that size."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from workbench import api
from workbench.api.word_sizes import WordSizes, occurrences, word_sizes
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.splitting.pre_tokenizers import no_split, published

NO_MERGES = np.empty((0, 3), np.int64)
TEXT = b"low lower lowest newer newest wider widest low low lower the newest of the lowest " * 3


def corpus(text: bytes = TEXT) -> list[api.TextSource]:
    return [api.TextSource("text", text)]


def found(tokenizer: Tokenizer, word: bytes, **more: int) -> WordSizes:
    last = list(word_sizes(tokenizer, word, corpus(), **more))[-1]
    assert isinstance(last, WordSizes)
    return last


@pytest.mark.parametrize("word", [b" lowest", b"low", b" newest", b" wider", b" the"])
def test_the_size_is_that_at_which_training_makes_it_one_token(word: bytes) -> None:
    sample = api.open_sample().tokenizer
    answer = found(sample, word)
    assert answer.ended_by == "found"
    assert answer.size is not None
    for size, n_tokens in answer.counts:
        trained = api.train(corpus(), preset="gpt4", vocab_size=size)
        assert len(trained.model.encode_piece(word)) == n_tokens
        if size > 256:
            before = api.train(corpus(), preset="gpt4", vocab_size=size - 1)
            assert len(before.model.encode_piece(word)) > n_tokens
    assert answer.counts[0] == (256, len(word))
    assert answer.counts[-1] == (answer.size, 1)


def test_a_word_that_is_never_one_token_and_one_that_is_not_by_then() -> None:
    sample = api.open_sample().tokenizer
    never = found(sample, b" zebra")
    assert (never.size, never.ended_by, never.occurrences) == (None, "pairs", 0)
    late = found(sample, b" lowest", limit=258)
    assert (late.size, late.ended_by, late.reached) == (None, "size", 258)
    assert late.occurrences == 6


def test_the_ends_of_words_count_for_clip(shared: Path) -> None:
    clip = api.open_tokenizer(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    answer = found(clip, b"lowest")
    assert answer.size is not None
    trained = api.train(corpus(), preset="clip", vocab_size=answer.size)
    assert len(trained.model.encode_piece(b"lowest")) == 1
    assert answer.counts[0] == (512, 6)


@pytest.mark.parametrize("word", [b" lowest", b" low", b" newest", b" wide"])
def test_characters_are_trained_as_sentencepiece_does(shared: Path, word: bytes) -> None:
    llama = api.open_tokenizer(shared / "data" / "llama2_tokenizer.model")
    answer = found(llama, word)
    assert answer.ended_by == "found"
    assert answer.size is not None
    for size, n_tokens in answer.counts:
        trained = api.train(corpus(), preset="llama2", vocab_size=size)
        assert len(trained.model.encode_piece(word)) == n_tokens
        if n_tokens < len(word):
            before = api.train(corpus(), preset="llama2", vocab_size=size - 1)
            assert len(before.model.encode_piece(word)) > n_tokens
    assert answer.counts[0] == (259 + len(set(TEXT.decode())), len(word))
    assert answer.counts[-1] == (answer.size, 1)
    assert answer.occurrences == {b" lowest": 6, b" low": 9, b" newest": 6}.get(word, 0)


def test_hugging_faces_characters_are_trained_in_the_same_way(shared: Path) -> None:
    llama = api.open_tokenizer(shared / "data" / "llama2_tokenizer.model")
    tokens = {"<unk>": 0, "\u2581": 1, **{letter: 2 + at for at, letter in enumerate("elostw")}}
    vocabulary = CharacterVocabulary(tokens, NO_MERGES, mark="\u2581")
    tokenizer = Tokenizer(CharacterMergedBpe(vocabulary), no_split())
    assert found(tokenizer, "\u2581lowest".encode()) == found(llama, b" lowest")


def test_a_word_that_sentencepiece_never_makes_one_token(shared: Path) -> None:
    llama = api.open_tokenizer(shared / "data" / "llama2_tokenizer.model")
    for word, rule in (
        (b" low7", "digits"),
        (b" don't", "scripts"),
        (" \u65e5low".encode(), "scripts"),
        (b" lowlowlowlowlowest", "length"),
        (" l\u00f6w".encode(), "characters"),
    ):
        answer = found(llama, word)
        assert (answer.size, answer.ended_by) == (None, rule)


def test_a_split_that_no_training_has_is_refused() -> None:
    vocabulary = CharacterVocabulary({"<unk>": 0, "a": 1, "a</w>": 2}, NO_MERGES, suffix="</w>")
    tokenizer = Tokenizer(CharacterMergedBpe(vocabulary), no_split())
    with pytest.raises(EngineError, match="no preset splits words as this tokenizer does"):
        list(word_sizes(tokenizer, b"aa", corpus()))


def test_only_whole_pieces_are_occurrences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.api.word_sizes._WINDOW", 8)
    counted = finished(published("cl100k").count([b"low lower low lowlow"]))
    times = {}
    for word in (b" low", b"low", b" lowlow", b"ow"):
        times[word] = occurrences(counted, word)
    assert times == {b" low": 1, b"low": 1, b" lowlow": 1, b"ow": 0}
