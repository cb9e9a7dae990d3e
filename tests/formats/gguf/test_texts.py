"""GGUF: bytes that are not UTF-8, and special tokens that lie over each other, as llama.cpp has answered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.formats.toys import opened
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.models.score_vocabulary import byte_spelling
from workbench.formats.gguf.fields import head_of
from workbench.formats.proof.llama_cpp import LlamaCpp, installed

RECORDED = json.loads(Path(__file__).with_name("llama_cpp_texts.json").read_bytes())
SPELLED = ("▁a", "ab", "▁▁", "▁b", "a", "b", "<", ">", "▁", "é", "日", "\n")


def file_of(kind: str, name: str, specials: Sequence[tuple[str, int]]) -> bytes:
    """Return a file of a kind with these special tokens, text and type, behind the others."""
    if kind == "gpt2":
        rows = [(text, 1) for text in [*map(bytes_to_unicode().__getitem__, range(256)), "ab"]]
    else:
        rows = [("<unk>", 2), ("<s>", 3), ("</s>", 3), ("<|endoftext|>", 3)]
        rows += [(byte_spelling(byte).decode(), 6) for byte in range(256)] + [(text, 1) for text in SPELLED]
    rows += specials
    fields = {
        "general.architecture": "llama", "general.name": name, "tokenizer.ggml.model": kind,
        "tokenizer.ggml.pre": "gpt-2" if kind == "gpt2" else "default",
        "tokenizer.ggml.tokens": [text.encode() for text, _ in rows],
        "tokenizer.ggml.token_type": np.array([each for _, each in rows], np.int32),
        "tokenizer.ggml.merges": [b"a b"],
        "tokenizer.ggml.scores": -np.arange(len(rows), dtype=np.float32),
        "tokenizer.ggml.bos_token_id": 1, "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.unknown_token_id": 0, "tokenizer.ggml.add_bos_token": False,
    }  # fmt: skip
    return head_of(fields)


@pytest.mark.parametrize("case", RECORDED["cases"], ids=lambda case: f"{case['kind']}, {case['name']}")
@pytest.mark.parametrize("compiled", [True, False])
def test_answers_of_llama_cpp(tmp_path: Path, case: dict[str, Any], compiled: bool) -> None:
    data = file_of(case["kind"], case["name"], [(text, kind) for text, kind in case["specials"]])
    tokenizer = opened(tmp_path, "a.gguf", data).tokenizer
    if not compiled:
        tokenizer.model._compiled = None  # type: ignore[attr-defined]
    live = LlamaCpp(str(tmp_path / "a.gguf")) if installed() else None
    for row in case["texts"]:
        text, decoded = bytes.fromhex(row["text"]), bytes.fromhex(row["decoded"])
        for special, ids in ((False, row["plain"]), (True, row["taken"])):
            chosen = "all" if special else "none"
            assert tokenizer.encode(text, allowed_special=chosen) == ids, text
            made = tokenizer.encode_with_offsets(text, allowed_special=chosen)
            assert list(made.ids) == ids, text
            assert (np.diff(made.spans.astype(np.int64).ravel()) >= 0).all()
            assert live is None or live.encode(text, special) == ids, text
        assert tokenizer.decode_bytes(row["taken"]) == decoded, text
    tokenizer.close()
