"""What is trained here as GGUF: by a name that llama.cpp knows, or refused with what to train instead."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import gguf
import pytest

import workbench
from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.splitting.pre_tokenizers import custom, published
from workbench.engine.splitting.split_patterns import BY_NAME, PUBLISHED
from workbench.formats.gguf.format import FORMAT
from workbench.formats.gguf.splits import SPLITS, nearest_names

WORDS = "The cat's 1234 mats, and a dog ran behind them all;\n\n  nobody knew whose birds sang there. "
TEXT = api.TextSource("text", WORDS * 9)
TRICKY = ("a", "é", "1", " ", "\t", "\n", "\r", "'", "s", ".", "\u00a0")


def pre_of(path: Path) -> object:
    return gguf.GGUFReader(path).fields["tokenizer.ggml.pre"].contents()


@pytest.mark.parametrize(
    ("options", "pre"),
    [
        ({"preset": "gpt2"}, "gpt-2"), ({"preset": "minbpe"}, "dbrx"), ({"pattern": "llama3"}, "dbrx"),
        ({"pattern": "qwen2"}, "qwen2"), ({"preset": "minbpe", "numbers": "single"}, "qwen2"),
    ],
)  # fmt: skip
def test_a_split_with_the_same_pieces_has_a_name(tmp_path: Path, options: dict[str, str], pre: str) -> None:
    tokenizer = workbench.train(TEXT, vocab_size=300, **options)
    workbench.save_tokenizer(tokenizer, tmp_path / "a.gguf")
    assert pre_of(tmp_path / "a.gguf") == pre
    again = workbench.open_tokenizer(tmp_path / "a.gguf")
    for text in (WORDS, "a\n ", "1234 x\r\n\t"):
        assert again.encode(text) == tokenizer.encode(text)


@pytest.mark.parametrize("numbers", [None, "single"])
def test_gpt4_has_a_name_for_all_texts_but_their_ends(tmp_path: Path, numbers: str | None) -> None:
    tokenizer = workbench.train(TEXT, vocab_size=300, preset="gpt4", numbers=numbers)
    fit = FORMAT.fit(tokenizer)
    assert (fit.level, fit.losses[0].code) == ("other_ids", "leaves_out_gguf_end")
    with pytest.raises(EngineError) as raised:
        workbench.save_tokenizer(tokenizer, tmp_path / "a.gguf")
    assert "minbpe" in str(raised.value)
    workbench.save_tokenizer(tokenizer, tmp_path / "a.gguf", anyway=True)
    assert pre_of(tmp_path / "a.gguf") == ("dbrx" if numbers is None else "qwen2")


def test_where_the_nearest_split_differs() -> None:
    pattern = PUBLISHED["cl100k"].pattern
    (nearest,) = {SPLITS[name] for name in nearest_names(pattern)}
    ours, theirs = published("cl100k"), published(nearest)
    for length in range(1, 5):
        for letters in product(TRICKY, repeat=length):
            text = "".join(letters)
            data = text.encode()
            same = ours.split(data).tolist() == theirs.split(data).tolist()
            tail = text[len(text.rstrip()) :]
            begins_anew = tail and tail[-1] not in "\r\n" and ("\n" in tail or "\r" in tail)
            assert same or begins_anew, repr(text)


def test_other_splits_are_refused_with_what_to_train_instead(tmp_path: Path) -> None:
    for options in ({"preset": "basic"}, {"preset": "custom", "pattern": r"\w+|\W+"}):
        run = api.TrainingRun([TEXT], api.Options(vocab_size=300, **options))
        with pytest.raises(EngineError) as raised:
            run.check_target(tmp_path / "a.gguf")
        assert raised.value.code == "gguf_cannot_hold_split"
        assert "--preset gpt2 or minbpe" in raised.value.message("command line")


def test_names_that_a_remedy_names_are_names() -> None:
    for name in ("llama3", "qwen2"):
        assert FORMAT.fit(workbench.train(TEXT, vocab_size=260, pattern=name)).level == "whole"
        assert name in BY_NAME
    assert custom(BY_NAME["qwen2"].pattern).pattern in SPLITS.values()
