"""What a format is offered for works: shapes of published files, written in every format and tried there."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.agreement.suites import rows_of
from tests.formats import hf_toys
from tests.formats.hf_toys import added
from tests.formats.toys import toy
from workbench.api import open_file, save_file, writable_as
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published

Json = dict[str, Any]


def _of(name: str) -> Json:
    top: Json = json.loads(hf_toys.made(name)[1])
    return top


def _with_tokens(top: Json, *texts: str) -> Json:
    """Put words into the vocabulary that no merge makes."""
    vocab = top["model"]["vocab"]
    for text in texts:
        vocab[text] = max(vocab.values()) + 1
    return top


def _with_added(top: Json, *rows: tuple[str, dict[str, bool]]) -> Json:
    """Put added tokens behind the vocabulary."""
    first = max(top["model"]["vocab"].values()) + 1
    top["added_tokens"] += [added(text, i, **flags) for i, (text, flags) in enumerate(rows, first)]
    return top


def _roberta() -> Json:
    """Words that training did not use, special tokens that look like markup."""
    top = _with_tokens(_of("byte level"), "madeupword0000", "madeupword0001", "<|endoftext|>")
    return _with_added(top, ("<mask>", {}), ("<od>", {}), ("</od>", {}), ("<loc_0>", {}))


def _command_r() -> Json:
    """Words beside the byte alphabet: their bytes are those of other tokens."""
    top = _of("digits alone, words")
    top["normalizer"] = {"type": "NFC"}
    cafe = "".join(bytes_to_unicode()[byte] for byte in "日本".encode())
    return _with_tokens(top, "é", "日本", cafe, "a b", "\n\n")


SHAPES: dict[str, Callable[[], Json]] = {
    "roberta, florence": _roberta,
    "command-r": _command_r,
    "phi-2": lambda: _with_added(
        _of("byte level"), *((" " * n, {"special": False, "normalized": True}) for n in (2, 3, 4))
    ),
    "gpt-neox": lambda: _with_added(
        _of("Qwen"), ("  ", {"special": False, "normalized": True}), ("<|padding|>", {})
    ),
    "whisper": lambda: _with_added(_of("byte level"), *((f"<|{n}.00|>", {}) for n in range(3))),
    "falcon": lambda: _of("byte level") | {
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Punctuation", "behavior": "Contiguous"},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
            {"type": "Digits", "individual_digits": False},
            {"type": "Split", "pattern": {"Regex": "[0-9]{3}"}, "behavior": "Isolated", "invert": False},
        ]}
    },
    "bert": lambda: {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [added("[UNK]", 0)],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100,
                  "vocab": {"[UNK]": 0, "the": 1, "a": 2, "##a": 3, "12": 4, "##3": 5, ".": 6}},
    },
    "t5": lambda: {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [added("</s>", 1)],
        "normalizer": {"type": "NFKC"},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "post_processor": None,
        "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "model": {"type": "Unigram", "unk_id": 2, "byte_fallback": False,
                  "vocab": [["<pad>", 0], ["</s>", 0], ["<unk>", 0], ["▁", -2], ["a", -3], ["▁the", -4.5]]},
    },
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_published_shapes_are_written_as_offered(tmp_path: Path, shape: str):
    path = tmp_path / "tokenizer.json"
    path.write_bytes(hf_toys.data_of(SHAPES[shape]()))
    rows = list(rows_of(path, shape, 7, 40))
    assert "hf" in [row.format for row in rows]  # it is one
    assert [(row.format, row.judge, row.first) for row in rows if row.wrong or row.refused] == []
    assert all(row.equal > 20 for row in rows if row.judge != "no library")


@pytest.mark.parametrize("name", hf_toys.NAMES)
def test_every_kind_of_tokenizer_json_is_written_as_offered(tmp_path: Path, name: str):
    path = tmp_path / "tokenizer.json"
    path.write_bytes(hf_toys.made(name)[1])
    rows = list(rows_of(path, name, 7, 1))
    assert "hf" in [row.format for row in rows]
    assert [row.format for row in rows if row.judge in ("not written", "its library refuses it")] == []


def test_a_special_token_that_is_spelled_as_another_one(tmp_path: Path):
    """Its text is a key there, as an ordinary token's is: one of the two would be lost."""
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"aa": 256}
    tokenizer = Tokenizer(RankMergedBpe.from_ranks(ranks), published("llama3"), {"aa": 300})
    assert set(writable_as(tokenizer)) == {"minbpe", "tiktoken"}
    for name in ("hf", "gguf"):
        with pytest.raises(EngineError, match=r"“aa” is special \(300\) and ordinary \(256\)"):
            save_file(tokenizer, tmp_path / "x", name)


def test_llama_3_has_a_token_that_no_pair_makes(tmp_path: Path):
    """As “.:.:” of its ranks, which only a piece that is this token becomes."""
    tokens = [*(bytes([byte]) for byte in (*range(128, 256), *range(128))), b"bc", b"abcd", b"bcd"]
    path = tmp_path / "tokenizer.model"
    path.write_bytes(b"".join(b64encode(token) + b" %d\n" % rank for rank, token in enumerate(tokens)))
    tokenizer = open_file(path, pattern="llama3").tokenizer
    x, a = tokenizer.encode("xa")
    assert tokenizer.encode("abcd") == [257]
    assert tokenizer.encode("xabcd") == [x, 257]  # as "bcd", which is later, and "a"
    assert tokenizer.encode("abc") == [a, 256]
    assert set(writable_as(tokenizer)) == {"tiktoken", "gguf", "hf"}
    for name in writable_as(tokenizer):
        save_file(tokenizer, tmp_path / f"x-{name}", name)
        again = open_file(tmp_path / f"x-{name}").tokenizer
        for text in ("abcd", "xabcd", "abcd bcd abc", "xabcdxabcdabcd"):
            assert again.encode(text) == tokenizer.encode(text), (name, text)


def test_special_tokens_of_the_two_files_of_gpt_2_are_on_the_card(tmp_path: Path):
    made = toy(published("gpt2"), {"<od>": 262, "plain": 263, "<|endoftext|>": 264})
    files = save_file(made, tmp_path / "merges.txt").files
    for name in ("merges.txt", "vocab.json"):
        assert open_file(tmp_path / name).tokenizer.special_tokens == made.special_tokens
    Path(files[-1]).unlink()
    assert "plain" not in open_file(tmp_path / "merges.txt").tokenizer.special_tokens
