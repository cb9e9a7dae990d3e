"""One walk: a folder of text, a tokenizer with roles, other libraries, shards, a few steps of a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import gguf
import numpy as np
import pytest
import tokenizers
from numpy.typing import NDArray

import workbench
from workbench.api.chat import apply_chat_template, render_chat
from workbench.cli.main import main
from workbench.formats.proof.llama_cpp import LlamaCpp, installed

TEXTS = ("The cat 12 sat on the mat.", "a dog\n\n  saw naïve 水 1234567", "")
ROLES = {"eos": "<|endoftext|>", "pad": "<|pad|>"}
MESSAGES = [{"role": "user", "content": "The cat?"}, {"role": "assistant", "content": "It sat."}]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with text, and what the command line makes of it."""
    folder = tmp_path_factory.mktemp("walk")
    (folder / "text").mkdir()
    (folder / "model").mkdir()
    for n in range(40):
        lines = [f"The cat {n} sat on the mat, and a dog saw it {i} times.\n" for i in range(9)]
        (folder / "text" / f"{n}.txt").write_text("".join(lines), "utf-8")
    words = [f"--role={role}={text}" for role, text in ROLES.items()]
    out = str(folder / "model" / "tokenizer.json")
    train = ["train", str(folder / "text"), "--preset", "minbpe", "--vocab-size", "320", "--out", out]
    assert main([*train, *words, "--chat-template", "chatml"]) == 0
    assert main(["convert", out, str(folder / "model.gguf")]) == 0
    encode = ["encode", str(folder / "text"), "--tokenizer", out, "--shards", "2K", "--eos"]
    assert main([*encode, "--held-out", "10%", "--out", str(folder / "set")]) == 0
    return folder


@pytest.fixture(scope="module")
def tokenizer(folder: Path) -> workbench.Tokenizer:
    return workbench.open_tokenizer(folder / "model" / "tokenizer.json")


def ids_of(tokenizer: workbench.Tokenizer) -> list[list[int]]:
    return [tokenizer.encode(text) for text in TEXTS]


def test_the_roles_are_those_that_were_asked_for(tokenizer: workbench.Tokenizer) -> None:
    assert tokenizer.roles.named() == ROLES
    assert tokenizer.eot_token == tokenizer.special_tokens["<|endoftext|>"]
    assert list(tokenizer.special_tokens.values()) == [tokenizer.vocab_size + n for n in range(4)]


def test_tokenizers_gives_the_same_ids(folder: Path, tokenizer: workbench.Tokenizer) -> None:
    theirs = tokenizers.Tokenizer.from_file(str(folder / "model" / "tokenizer.json"))
    assert [theirs.encode(text).ids for text in TEXTS] == ids_of(tokenizer)
    assert theirs.get_vocab_size() == tokenizer.n_vocab


def test_transformers_gives_the_same_ids_and_roles(folder: Path, tokenizer: workbench.Tokenizer) -> None:
    transformers = pytest.importorskip("transformers")  # not among the test's packages; 5.24 was tried
    theirs = transformers.AutoTokenizer.from_pretrained(folder / "model")
    assert [theirs(text)["input_ids"] for text in TEXTS] == ids_of(tokenizer)
    assert (theirs.eos_token, theirs.pad_token) == tuple(ROLES.values())
    assert len(theirs) == tokenizer.n_vocab
    chat = theirs.apply_chat_template(MESSAGES)["input_ids"]
    assert chat == apply_chat_template(tokenizer, MESSAGES)


def test_gguf_says_the_same(folder: Path, tokenizer: workbench.Tokenizer) -> None:
    fields = {name: field.contents() for name, field in gguf.GGUFReader(folder / "model.gguf").fields.items()}
    assert len(fields["tokenizer.ggml.tokens"]) == tokenizer.n_vocab
    assert fields["tokenizer.ggml.eos_token_id"] == tokenizer.eot_token
    assert fields["tokenizer.ggml.padding_token_id"] == tokenizer.special_tokens["<|pad|>"]
    assert fields["tokenizer.chat_template"] == tokenizer.chat_template
    again = workbench.open_tokenizer(folder / "model.gguf")
    assert (ids_of(again), again.roles) == (ids_of(tokenizer), tokenizer.roles)


@pytest.mark.skipif(installed() is None, reason="xllamacpp is not installed")
def test_llama_cpp_gives_the_same_ids_and_roles(folder: Path, tokenizer: workbench.Tokenizer) -> None:
    llama = LlamaCpp(str(folder / "model.gguf"))
    assert [llama.encode(text.encode(), framed=True) for text in TEXTS] == ids_of(tokenizer)
    ids = tokenizer.special_tokens
    assert (llama.roles["eos"], llama.roles["pad"]) == tuple(ids[text] for text in ROLES.values())
    assert llama.chat_template == tokenizer.chat_template
    chat = render_chat(tokenizer, MESSAGES).text
    assert llama.encode(chat, special=True) == apply_chat_template(tokenizer, MESSAGES)


def shards_of(folder: Path, split: str) -> list[NDArray[np.unsignedinteger]]:
    record = json.loads((folder / "set" / "dataset.json").read_text())
    shards = record["splits"][split]["shards"]
    return [
        np.memmap(folder / "set" / shard["file"], record["dtype"], "r", record["header_bytes"])
        for shard in shards
    ]


def test_the_shards_hold_every_document(folder: Path, tokenizer: workbench.Tokenizer) -> None:
    n_documents = 0
    texts = {path.read_text("utf-8") for path in (folder / "text").iterdir()}
    for split in ("train", "val"):
        ids = np.concatenate(shards_of(folder, split))
        ends = np.flatnonzero(ids == tokenizer.eot_token)
        assert ends[-1] == len(ids) - 1
        documents = np.split(ids, ends + 1)[:-1]
        n_documents += len(documents)
        assert {tokenizer.decode(document[:-1]) for document in documents} <= texts
    assert n_documents == len(texts) == 40


def steps(shards: Sequence[NDArray[np.unsignedinteger]], n_vocab: int, n_steps: int) -> list[float]:
    """Return the loss of each step of a table of what follows each token."""
    draw, table, losses = np.random.default_rng(0), np.zeros((n_vocab, n_vocab)), []
    for _ in range(n_steps):
        shard = shards[draw.integers(len(shards))]
        starts = draw.integers(len(shard) - 9, size=32)
        block = np.stack([shard[start : start + 9] for start in starts]).astype(int)
        x, y = block[:, :-1].ravel(), block[:, 1:].ravel()
        odds = np.exp(table[x])
        odds /= odds.sum(1, keepdims=True)
        losses.append(float(-np.log(odds[np.arange(len(y)), y]).mean()))
        odds[np.arange(len(y)), y] -= 1
        np.add.at(table, x, -odds)
    return losses


def test_a_model_learns_from_the_shards(folder: Path, tokenizer: workbench.Tokenizer) -> None:
    losses = steps(shards_of(folder, "train"), tokenizer.n_vocab, 50)
    assert losses[0] == pytest.approx(np.log(tokenizer.n_vocab))
    assert losses[-1] < losses[0] / 2
