"""Witnesses of tokens of every kind of file, each shown to the file's own library."""

from __future__ import annotations

import os
import random

import pytest
import tokenizers

from tests.agreement.matrix import DATA, Example, examples
from workbench import api
from workbench.engine.encoding.score_tokenizer import as_in
from workbench.engine.judging.health import INSIDE, NOT_ITSELF, PROVED, all_ids, judged
from workbench.formats.registry import open_file

N_TOKENS = 1000 if os.environ.get("WORKBENCH_THOROUGH") else 60
KINDS = (
    "r50k_base.tiktoken", "p50k_base.tiktoken", "cl100k_base.tiktoken", "o200k_base.tiktoken",
    "clip_bpe_simple_vocab_16e6.txt.gz", "llama2_tokenizer.model", "llama2_tokenizer.bin, as SentencePiece",
    "llama2 as tokenizer.json", "sample as tokenizer.json", "minbpe as tokenizer.json",
    "tokenizer.json, byte level", "tokenizer.json, metaspace", "tokenizer.json, WordPiece",
    "tokenizer.json, Unigram",
)  # fmt: skip


@pytest.fixture(scope="module")
def files(shared, tmp_path_factory):
    """Every file with its library, by name; those that only we can make as files that `tokenizers` reads."""
    folder = tmp_path_factory.mktemp("files")
    found = {each.name: each for each in examples(folder, None)}
    for name, opened in (
        ("llama2", open_file(DATA / "llama2_tokenizer.model").tokenizer),
        ("sample", api.open_sample().tokenizer),
        ("minbpe", open_file(folder / "own.model").tokenizer),
    ):
        path = folder / f"{name}.json"
        api.save_file(opened, path)
        library = tokenizers.Tokenizer.from_file(str(path))
        library.encode_special_tokens = True

        def encode(text, library=library):
            return library.encode(text, add_special_tokens=False).ids

        found[f"{name} as tokenizer.json"] = Example(name, path, encode)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_each_witness_gives_its_token_in_the_library(files, name):
    example = files[name]
    tokenizer = open_file(example.path).tokenizer
    if name.endswith("as SentencePiece"):
        tokenizer = as_in(tokenizer, "sentencepiece")
    try:
        ids = [i for i in all_ids(tokenizer).tolist() if i not in tokenizer.specials.texts]
        chosen = sorted(random.Random(7).sample(ids, min(N_TOKENS, len(ids))))
        n_witnesses = 0
        for each in judged(tokenizer, only=chosen):
            if each.witness is None:
                assert each.labels or len(tokenizer.token_bytes(each.id) or b"") <= 1
                continue
            n_witnesses += 1
            theirs = list(example.encode(each.witness))
            assert each.id in theirs, each
            assert PROVED not in each.labels
            assert (INSIDE in each.labels) == (NOT_ITSELF in each.labels)
            if not each.labels and each.witness.encode() == tokenizer.token_bytes(each.id):
                assert theirs == [each.id], each
        assert n_witnesses > 0.8 * len(chosen)
    finally:
        tokenizer.close()
