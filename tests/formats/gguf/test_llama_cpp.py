"""GGUF in llama.cpp itself: what is trained here, the roles, and tokens that it knows by their text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import workbench
from tests.agreement.fresh_texts import fresh_texts
from tests.formats.toys import opened, score_toy, toy
from workbench import api
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.splitting.pre_tokenizers import published
from workbench.formats.gguf import names
from workbench.formats.gguf.fields import head_of
from workbench.formats.gguf.format import FORMAT
from workbench.formats.proof.llama_cpp import LlamaCpp, installed

judged = pytest.mark.skipif(installed() is None, reason="neither xllamacpp nor llama-cpp-python is installed")

ROLES = {"bos": "<|begin|>", "eos": "<|stop|>", "pad": "<|pad|>"}
WORDS = (
    "The cat's 1234 mats, and a dog ran behind them all;\n\n  we'LL see 日本語 и ещё два слова "
    "हिन्दी में\r\n\tif x:\n        return  x\n"
)
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4


def texts(tokenizer: workbench.Tokenizer) -> Iterator[str]:
    """Return hard texts with the tokenizer's own tokens in them; bytes that are not UTF-8 have their test."""
    tokens = [tokenizer.token_bytes(token_id) or b"" for token_id in range(256, tokenizer.vocab_size)]
    texts = fresh_texts(7, 150, list(tokenizer.special_tokens), tokens)
    yield from (text for text in texts if isinstance(text, str))


@judged
@pytest.mark.parametrize(
    "options",
    [
        {"preset": "gpt2"}, {"preset": "minbpe"}, {"preset": "minbpe", "numbers": "single"},
        {"preset": "llama2"}, {"pattern": "llama3"}, {"pattern": "qwen2"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_trained_here_is_the_same_in_llama_cpp(tmp_path: Path, options: dict[str, str]) -> None:
    tokenizer = workbench.train(
        api.TextSource("text", WORDS * 40), vocab_size=600, roles=ROLES, chat_template="chatml", **options
    )
    workbench.save_tokenizer(tokenizer, tmp_path / "a.gguf")
    llama = LlamaCpp(str(tmp_path / "a.gguf"))
    (tmp_path / "a.gguf").rename(tmp_path / "b.gguf")  # without its card
    again = workbench.open_tokenizer(tmp_path / "b.gguf")
    differs = any(loss.code == "leaves_out_starts" for loss in FORMAT.fit(tokenizer).losses)
    assert differs == (options.get("preset") == "llama2")  # a space after special tokens, which is said
    for text in texts(tokenizer):
        for special in (False, True):
            ids = again.encode(text, allowed_special="all" if special else "none")
            assert llama.encode(text.encode(), special) == ids, text
            if not (differs and special):
                assert tokenizer.encode(text, allowed_special="all" if special else "none") == ids, text
    ids = {role: tokenizer.special_tokens[text] for role, text in ROLES.items()}
    assert {role: llama.roles[role] for role in ROLES} == ids
    assert llama.adds == (tokenizer.framing.adds_before, tokenizer.framing.adds_after)
    assert llama.chat_template == tokenizer.chat_template


def file_of(rows: dict[str, int]) -> bytes:
    """Return a file of the bytes and these tokens, text and type."""
    tokens = [(text, NORMAL) for text in map(bytes_to_unicode().__getitem__, range(256))] + list(rows.items())
    return head_of(
        {
            "general.architecture": "llama", "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "gpt-2",
            "tokenizer.ggml.tokens": [text.encode() for text, _ in tokens],
            "tokenizer.ggml.token_type": np.array([kind for _, kind in tokens], np.int32),
            "tokenizer.ggml.merges": [],
        }
    )  # fmt: skip


# Tokens of a file -> how many of them llama.cpp (xllamacpp 2026.10.11549) finds in the text of all: where
# special tokens are plain text, and where they are taken.
BY_TEXT = [
    ({"<|start|>": CONTROL, "<|message|>": CONTROL, "<|other|>": CONTROL}, 2, 3),
    ({"<|channel|>": NORMAL, "<|constrain|>": CONTROL}, 2, 2),
    ({"<|im_end|>": USER_DEFINED, "<|fim_prefix|>": USER_DEFINED, "<|else|>": USER_DEFINED}, 1, 3),
    ({"<|end|>": CONTROL, "<|return|>": CONTROL}, 0, 2),
    ({"<|end|>": CONTROL, "<|return|>": CONTROL, "<|call|>": CONTROL}, 1, 3),
    ({"<|end|>": CONTROL, "<|flush|>": CONTROL, "<|calls|>": CONTROL}, 1, 3),
    ({"</s>": CONTROL, "<|tool_response>": CONTROL}, 0, 1),
]


@pytest.mark.parametrize(("rows", "n_plain", "n_taken"), BY_TEXT, ids=lambda each: str(each)[:40])
def test_tokens_that_llama_cpp_knows_by_their_text(
    tmp_path: Path, rows: dict[str, int], n_plain: int, n_taken: int
) -> None:
    tokenizer = opened(tmp_path, "a.gguf", file_of(rows)).tokenizer
    text = " ".join(["a", *rows, "b"])
    live = None if installed() is None else LlamaCpp(str(tmp_path / "a.gguf"))
    for special, n in ((False, n_plain), (True, n_taken)):
        ids = tokenizer.encode(text, allowed_special="all" if special else "none")
        assert sum(token_id >= 256 for token_id in ids) == n
        assert live is None or live.encode(text.encode(), special) == ids


@judged
def test_every_name_is_one_in_llama_cpp(tmp_path: Path) -> None:
    """Of each alone, since of several for one role one alone counts."""
    for name in sorted(names._FOUND_ALWAYS | names._CONTROL):
        for kind in (CONTROL, USER_DEFINED):
            (tmp_path / "a.gguf").write_bytes(file_of({name.decode(): kind, "<|else|>": kind}))
            llama = LlamaCpp(str(tmp_path / "a.gguf"))
            ids = llama.encode(b"a " + name + b" b<|else|>")
            assert (256 in ids) == (name in names._FOUND_ALWAYS), name
            assert (257 in ids) == (kind == USER_DEFINED)
            llama.close()


def test_a_text_that_llama_cpp_takes_otherwise_is_said() -> None:
    always = Flags(special=False)
    for specials, count in (
        ({"<|start|>": 300, "<|other|>": 301}, 1),
        (AddedTokens({"<|start|>": 300}, {"<|start|>": always}), 0),
        (AddedTokens({"<|fim_prefix|>": 300, "<b>": 301}, {"<|fim_prefix|>": always, "<b>": always}), 1),
        ({"<|end|>": 300, "<|return|>": 301}, 0),
        ({"<|end|>": 300, "<|return|>": 301, "<|call|>": 302}, 1),
    ):
        fit = FORMAT.fit(toy(published("gpt2"), specials))
        said = [loss.facts["count"] for loss in fit.losses if loss.code == "leaves_out_gguf_texts"]
        assert said == ([count] if count else []), specials
        assert fit.level == ("other_ids" if count else "whole")


def test_a_vocabulary_without_an_end_is_said() -> None:
    (loss,) = FORMAT.fit(toy(published("gpt2"))).losses
    assert loss.code == "notice_gguf_no_eos"
    assert "ends a reply at id 11" in loss.cause
    ended = workbench.train(
        api.TextSource("text", WORDS), vocab_size=260, preset="gpt2", roles={"eos": "<e>"}
    )
    assert FORMAT.fit(ended).losses == ()
    assert not any(
        loss.code == "notice_gguf_no_eos" for loss in FORMAT.fit(score_toy("sentencepiece")).losses
    )


@judged
def test_what_llama_cpp_takes_as_the_end_where_there_is_none(tmp_path: Path) -> None:
    workbench.save_tokenizer(toy(published("gpt2")), tmp_path / "a.gguf")
    assert LlamaCpp(str(tmp_path / "a.gguf")).roles == {"bos": 11, "eos": 11, "pad": None, "mask": None}


@judged
def test_a_file_that_llama_cpp_refuses(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"GGUF" + bytes(20))
    with pytest.raises(ValueError, match=r"llama\.cpp does not open it"):
        LlamaCpp(str(tmp_path / "a.gguf"))
