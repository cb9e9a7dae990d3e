"""Special tokens of a training that SentencePiece's model holds: what comes back, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench
from workbench.engine.base.errors import EngineError


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "corpus.txt"
    path.write_text("the brown fox jumps over the lazy dog and the dog sleeps\n" * 20, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("suffix", [".model", ".gguf", ".json"])
def test_special_tokens_with_spaces_come_back(corpus: str, tmp_path: Path, suffix: str) -> None:
    specials = ("hello world ", " two", "a\u2581b c", "<c>")
    tokenizer = workbench.train(corpus, preset="llama2", vocab_size=330, special_tokens=specials)
    path = str(tmp_path / f"trained{suffix}")
    workbench.save_tokenizer(tokenizer, path)
    again = workbench.open_tokenizer(path)
    assert dict(again.special_tokens) == dict(tokenizer.special_tokens)
    text = "a hello world  two a\u2581b c<c>"
    ids = again.encode(text, allowed_special="all")
    assert ids == tokenizer.encode(text, allowed_special="all")
    assert set(tokenizer.special_tokens[special] for special in specials) <= set(ids)


def test_a_special_token_that_is_a_token_of_scores_is_refused(corpus: str) -> None:
    tokenizer = workbench.train(corpus, preset="llama2", vocab_size=330)
    learned = tokenizer.model.token_bytes(tokenizer.encode("the")[0]).decode()
    taken = {"<unk>", "<0x41>", "e", " ", "\u2581", learned, learned.replace(" ", "\u2581")}
    assert len(taken) >= 7
    for special in taken:
        with pytest.raises(EngineError) as caught:
            workbench.train(corpus, preset="llama2", vocab_size=330, special_tokens=[special])
        assert caught.value.code == "special_token_learned"
        assert special in str(caught.value)
