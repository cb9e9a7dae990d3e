"""Our training in the style of Llama 2 beside SentencePiece's own trainer: the same tokens in order."""

from __future__ import annotations

import io
import lzma
import os
from collections import Counter
from pathlib import Path

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.base.slices import finished
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.splitting.pre_tokenizers import published
from workbench.engine.training.merges import train_reference
from workbench.engine.training.trainer import Merge, TrainerOptions, train
from workbench.engine.training.units import (
    CharacterPieces,
    character_units,
    sentences,
    single_spaced,
)


def counted_words(text: str, removes: bool = False, size: int = 1 << 20) -> CountedPieces:
    parts = [text[start : start + size].encode() for start in range(0, len(text), size)]
    chunks = iter([*parts, END_OF_DOCUMENT])
    taken = single_spaced(chunks) if removes else chunks
    return finished(published("spaces").count(sentences(taken)))


def ours(
    text: str, vocab_size: int, coverage: float, removes: bool = False, size: int = 1 << 20, **more: bool
) -> tuple[list[str], CharacterPieces]:
    """The tokens from id 259 on, "▁" for a space; the text comes in chunks of so many characters."""
    found = character_units(counted_words(text, removes, size), coverage, **more)
    tokens = list(found.characters)
    n_merges = vocab_size - 259 - len(found.order)
    options = TrainerOptions(found.pieces.n_units + n_merges, max_token_length=16, tie="sentencepiece")
    for step in train(found.pieces, options):
        if isinstance(step, Merge):
            tokens.append(tokens[step.left] + tokens[step.right])
    return [*tokens[len(found.characters) :], *(found.characters[unit] for unit in found.order)], found


def theirs(text: str, vocab_size: int, coverage: float, **more: bool) -> list[str]:
    written = io.BytesIO()
    options = {"split_digits": True, "remove_extra_whitespaces": False, **more}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text.split("\n")), model_writer=written, model_type="bpe",
        character_coverage=coverage, vocab_size=vocab_size, byte_fallback=True, add_dummy_prefix=True,
        allow_whitespace_only_pieces=True, hard_vocab_limit=False,
        normalization_rule_name="identity", num_threads=1, minloglevel=2,
        max_sentence_length=1 << 20, **options,
    )  # fmt: skip
    model = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    return [model.id_to_piece(token_id) for token_id in range(259, model.get_piece_size())]


# Spaces in a row, digits, scripts, a mark that goes with any, a tab (which 0.2.3 takes as it takes a dot).
LETTERS = "ab  \n1б\u0301.カか中\t\u2581é"


@given(
    st.lists(st.sampled_from([*LETTERS, "<s>", "<0x0A>"]), min_size=1, max_size=120).map("".join),
    st.integers(0, 25),
    st.sampled_from([1.0, 0.99, 0.98]),
    st.booleans(),
)
def test_any_small_text(text: str, n_merges: int, coverage: float, split_digits: bool) -> None:
    if not text.strip("\n"):
        return
    found = character_units(counted_words(text), coverage, split_digits)
    vocab_size = 259 + len(found.order) + n_merges
    mine, _ = ours(text, vocab_size, coverage, split_digits=split_digits)
    n_learned = len(mine) - len(found.order)
    # Where it has no pair left, theirs goes on with pairs that occur no longer.
    assert mine == theirs(text, 259 + len(found.order) + n_learned, coverage, split_digits=split_digits)


@given(
    st.lists(st.sampled_from([*LETTERS, *"   ", "<s>"]), min_size=1, max_size=120).map("".join),
    st.integers(0, 25),
    st.integers(1, 20),
)
def test_any_small_text_with_single_spaces(text: str, n_merges: int, size: int) -> None:
    if not text.strip(" \n\u2581"):
        return
    found = character_units(counted_words(text, True, size), 1.0)
    mine, _ = ours(text, 259 + len(found.order) + n_merges, 1.0, removes=True, size=size)
    n_learned = len(mine) - len(found.order)
    size = 259 + len(found.order) + n_learned
    assert mine == theirs(text, size, 1.0, remove_extra_whitespaces=True)


@pytest.mark.parametrize("coverage", [1.0, 0.9995])
def test_real_text(shared: Path, coverage: float) -> None:
    text = (shared / "data" / "taylorswift.txt").read_text(encoding="utf-8")
    mine, _ = ours(text, 2000, coverage)
    assert mine == theirs(text, 2000, coverage)


@pytest.mark.skipif(not os.environ.get("WORKBENCH_THOROUGH"), reason="takes minutes; set WORKBENCH_THOROUGH")
@pytest.mark.parametrize("name", ["en_10MB", "multi_10MB", "code_10MB"])
def test_large_texts(shared: Path, name: str) -> None:
    text = lzma.decompress((shared / "data" / "corpora" / f"{name}.txt.xz").read_bytes()).decode()
    text = text.replace("\0", "")
    mine, _ = ours(text, 32_000, 0.9995)
    assert mine == theirs(text, 32_000, 0.9995)


# --- the readable reference on bytes ----------------------------------------------------------------------


def reference_tokens(words: list[str], n_merges: int) -> list[str]:
    tokens = {byte: bytes((byte,)) for byte in range(256)}
    pieces = [(word.encode(), count) for word, count in Counter(words).items()]
    for (left, right), new_id, _ in train_reference(pieces, n_merges, "sentencepiece"):
        tokens[new_id] = tokens[left] + tokens[right]
    return [token.decode() for new_id, token in tokens.items() if new_id >= 256]


def their_tokens(words: list[str], n_merges: int) -> list[str]:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(words), model_writer=written, model_type="bpe", character_coverage=1.0,
        vocab_size=3 + len(set("".join(words))) + n_merges, hard_vocab_limit=False, add_dummy_prefix=False,
        normalization_rule_name="identity", num_threads=1, minloglevel=2,
    )  # fmt: skip
    model = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    return [model.id_to_piece(token_id) for token_id in range(3, 3 + n_merges)]


# SentencePiece takes whole characters; with these a byte is one.
@given(st.lists(st.text("abcd", min_size=1, max_size=8), min_size=1, max_size=20), st.integers(1, 12))
def test_the_reference_on_any_small_corpus(words: list[str], n_merges: int) -> None:
    merges = reference_tokens(words, n_merges)
    if merges:
        assert their_tokens(words, len(merges)) == merges
