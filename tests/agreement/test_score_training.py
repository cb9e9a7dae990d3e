"""The tie rule of SentencePiece's trainer: the readable reference held against it on small corpora."""

from __future__ import annotations

import io
from collections import Counter

import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.merges import train_reference


def ours(words: list[str], n_merges: int) -> list[str]:
    tokens = {byte: bytes((byte,)) for byte in range(256)}
    pieces = [(word.encode(), count) for word, count in Counter(words).items()]
    for (left, right), new_id, _ in train_reference(pieces, n_merges, "sentencepiece"):
        tokens[new_id] = tokens[left] + tokens[right]
    return [token.decode() for new_id, token in tokens.items() if new_id >= 256]


def theirs(words: list[str], n_merges: int) -> list[str]:
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
def test_any_small_corpus(words: list[str], n_merges: int) -> None:
    merges = ours(words, n_merges)
    if merges:
        assert theirs(words, len(merges)) == merges
