"""Special tokens of a training that SentencePiece's model holds: what comes back, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench
from workbench.api import Options, TextSource, TrainingRun, convert
from workbench.engine.base.errors import EngineError


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "corpus.txt"
    path.write_text("the brown fox jumps over the lazy dog and the dog sleeps\n" * 20, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("suffix", [".model", ".gguf", ".json"])
def test_special_tokens_with_spaces_come_back(corpus: str, tmp_path: Path, suffix: str) -> None:
    specials = ("hello world ", " two words", "a\u2581b c", "<c>")
    tokenizer = workbench.train(corpus, preset="llama2", vocab_size=330, special_tokens=specials)
    path = str(tmp_path / f"trained{suffix}")
    workbench.save_tokenizer(tokenizer, path)
    again = workbench.open_tokenizer(path)
    assert dict(again.special_tokens) == dict(tokenizer.special_tokens)
    text = "a hello world  two words a\u2581b c<c>"
    ids = again.encode(text, allowed_special="all")
    assert ids == tokenizer.encode(text, allowed_special="all")
    assert set(tokenizer.special_tokens[special] for special in specials) <= set(ids)


@pytest.mark.parametrize("special", ["<unk>", "<0x41>", "e", " ", "\u2581", "the", " the", "\u2581the", "<<"])
def test_a_special_token_that_may_be_a_token_too_is_refused_before_the_start(
    corpus: str, special: str
) -> None:
    code = "special_token_learned" if special in ("<unk>", "<0x41>") else "special_token_learnable"
    options = Options("llama2", vocab_size=330, special_tokens=[special])
    with pytest.raises(EngineError, match=re.escape(special)) as caught:
        TrainingRun([corpus], options)
    assert caught.value.code == code
    again = workbench.train(corpus, preset="llama2", vocab_size=330, special_tokens=["<a>"])
    with pytest.raises(EngineError, match=re.escape(special)):
        TrainingRun([corpus], replace(options, extend="a.model", extend_by=4, move_special=True), base=again)
    with_id = replace(options, special_tokens={special: 1000})
    assert TrainingRun([corpus], with_id).special_ids(0)[special] == 1000


@pytest.mark.parametrize(
    ("special", "instead"),
    [("PAD", "<PAD>"), (" the", "<the>"), ("\u2581", "<end>"), ("<<", "<end>"), ("7", "<7>")],
)
def test_the_refusal_names_what_can_be_typed(corpus: str, special: str, instead: str) -> None:
    options = Options("llama2", vocab_size=330, special_tokens=[special])
    with pytest.raises(EngineError, match=f"such as “{instead}”"):
        TrainingRun([corpus], options)
    workbench.train(corpus, preset="llama2", vocab_size=330, special_tokens=[instead])


def test_llama2_c_is_offered_only_where_start_and_end_are_all(corpus: str, tmp_path: Path) -> None:
    for specials, offered in (((), True), (("<pad>",), False)):
        tokenizer = workbench.train(corpus, preset="llama2", vocab_size=330, special_tokens=specials)
        levels = {target.format: target.level for target in convert.targets(tokenizer)}
        assert (levels["llama2c"] == "part") is offered
        for name, level in levels.items():
            if level in ("whole", "part"):
                workbench.save_tokenizer(tokenizer, str(tmp_path / f"{len(specials)}.{name}"), name)


def test_special_tokens_that_are_never_learned(corpus: str) -> None:
    """A line feed has no token, signs stand with no letters, and long ones are left."""
    specials = ("\n", "<end>", "[INST]", "a b", "thequickbrownfoxes", "a1")
    tokenizer = workbench.train(corpus, preset="llama2", vocab_size=330, special_tokens=specials)
    assert set(specials) < set(tokenizer.special_tokens)
    again = Options("llama2", extend="a.model", extend_by=4, move_special=True, special_tokens=("<end>",))
    assert TrainingRun([corpus], again, base=tokenizer).n_merges_wanted > 0


@given(st.text("ab\u00e9\u0434\u3042\u65e5<. 17\u0301\u2581\n\ufffe", min_size=1, max_size=5), st.booleans())
def test_a_text_is_learned_only_where_it_may_be(text: str, split_digits: bool) -> None:
    options = Options("llama2", vocab_size=1000, split_digits=split_digits, character_coverage=1.0)
    run = TrainingRun([TextSource("text", f"{text} x{text}\n{text}{text} " * 3)], options)
    for _ in run.steps():
        pass
    tokens = {token.replace(b" ", "\u2581".encode()) for token in run.tokenizer().model.vocabulary.spellings}
    if text.replace(" ", "\u2581").encode() in tokens:
        with pytest.raises(EngineError, match="special token"):
            TrainingRun([], replace(options, special_tokens=[text]))
