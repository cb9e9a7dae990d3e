"""One difference planted in a file of each format: the verb same finds it and blames its stage.

The files are made here, byte by byte where their format allows it, and not by what writes them.
"""

from __future__ import annotations

import gzip
import json
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sentencepiece import sentencepiece_model_pb2

from tests.formats import hf_toys
from tests.formats.nanochat.test_format import RANKS, encoding
from tests.formats.tekken.test_format import file as tekken_file
from tests.formats.toys import ranks_file
from tests.hostile.files import charsmap, sentencepiece_model
from workbench.cli import main as cli
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.judging.same import INSIDE
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats.gguf.fields import head_of

ALPHABET = [bytes_to_unicode()[byte] for byte in range(256)]
PATTERN = PUBLISHED["cl100k"].pattern
OTHER_CLASS = PATTERN.replace(r"\p{N}{1,3}+", r"\p{Nd}{1,3}+")
MERGES = ("h e", "l l", "he ll", "Ġ a", "e l", "1 2", "12 3", "123 4")
MADE_OF_MERGES = [merge.replace(" ", "") for merge in MERGES]
TEXT = b"nothing of it"

Change = Callable[[Any], object]


def unchanged(_: Any) -> None:
    """Leave a file as it is."""


def swap(values: Any, one: Any, other: Any) -> None:
    values[one], values[other] = values[other], values[one]


# --- files, each of a change of what is in it ---------------------------------------------------


def hf(change: Change) -> bytes:
    top = json.loads(hf_toys.made("Qwen")[1])
    change(top)
    return json.dumps(top).encode()


def hf_clip(change: Change) -> bytes:
    top = json.loads(hf_toys.made("CLIP")[1])
    top["model"]["merges"].append(["h", "e"])
    top["model"]["vocab"]["he"] = 600
    change(top)
    return json.dumps(top).encode()


def hf_scores(change: Change) -> bytes:
    top = json.loads(hf_toys.made("Llama 2")[1])
    change(top)
    return json.dumps(top).encode()


def hf_class(top: Any) -> None:
    pattern = top["pre_tokenizer"]["pretokenizers"][0]["pattern"]
    pattern["Regex"] = pattern["Regex"].replace(r"[^\r\n\p{L}", r"[^\r\n \p{L}", 1)


def hf_ids(top: Any) -> None:
    vocab = top["model"]["vocab"]
    by_id = sorted(vocab, key=vocab.__getitem__)
    swap(vocab, by_id[-1], by_id[-2])


def hf_merge(top: Any) -> None:
    """Put the first merge behind all others."""
    merges = top["model"]["merges"]
    merges.append(merges.pop(0))


def hf_special(top: Any) -> None:
    token = top["added_tokens"][0]
    others = {token: i for token, i in top["model"]["vocab"].items() if token != "<|end|>"}
    token["id"] = 5000
    top["model"]["vocab"] = others | {"<|end|>": 5000}


def hf_no_normalizer(top: Any) -> None:
    top["normalizer"] = None


def hf_no_prefix(top: Any) -> None:
    top["normalizer"]["normalizers"].pop(0)


def hf_no_lowercase(top: Any) -> None:
    top["normalizer"]["normalizers"].pop()


def hf_prefix_space(top: Any) -> None:
    top["pre_tokenizer"]["pretokenizers"][1]["add_prefix_space"] = True


def hf_framing(top: Any) -> None:
    single = [{"SpecialToken": {"id": "<|end|>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]
    tokens = {"<|end|>": {"id": "<|end|>", "ids": [0], "tokens": ["<|end|>"]}}
    top["post_processor"] = {
        "type": "TemplateProcessing", "single": single, "pair": single, "special_tokens": tokens
    }  # fmt: skip


def gguf(change: Change) -> bytes:
    fields: dict[str, Any] = {
        "model": "gpt2", "pre": "gpt-2",
        "tokens": [token.encode() for token in (*ALPHABET, *MADE_OF_MERGES, "<|a|>", "<|b|>")],
        "token_type": np.array([1] * 264 + [3, 3], np.int32),
        "merges": [merge.encode() for merge in MERGES], "eos_token_id": 264, "add_bos_token": False,
    }  # fmt: skip
    change(fields)
    return head_of({f"tokenizer.ggml.{key}": value for key, value in fields.items()})


def gguf_scores(change: Change) -> bytes:
    pieces = [b"<unk>", b"<s>", b"</s>", *(b"<0x%02X>" % byte for byte in range(256))]
    pieces += ["▁".encode(), b"a", b"b", b"c", b"ab", b"bc"]
    fields: dict[str, Any] = {
        "model": "llama", "pre": "default", "tokens": pieces,
        "scores": np.array([0.0] * 259 + [-9.0] * 4 + [-1.0, -2.0], np.float32),
        "token_type": np.array([2, 3, 3, *[6] * 256, *[1] * 6], np.int32),
        "bos_token_id": 1, "eos_token_id": 2, "add_bos_token": True, "add_space_prefix": True,
    }  # fmt: skip
    change(fields)
    return head_of({f"tokenizer.ggml.{key}": value for key, value in fields.items()})


def gguf_order(fields: Any) -> None:
    scores = fields["scores"]
    scores[[-1, -2]] = scores[[-2, -1]]


def minbpe(change: Change) -> bytes:
    """Return the file of lines: version, pattern, how many special tokens, these, and merges."""
    lines = ["minbpe v1", PATTERN, "2", "<|a|> 300", "<|b|> 301", "104 101", "108 108", "256 257", "32 97"]
    change(lines)
    return "\n".join([*lines, ""]).encode()


def tiktoken(change: Change) -> bytes:
    lines = ranks_file(b"he", b"ll", b"hell", b" a").splitlines()
    change(lines)
    return b"\n".join([*lines, b""])


def swap_ranks(lines: Any) -> None:
    (one, rank), (other, last) = (lines[at].split() for at in (-1, -4))
    lines[-1], lines[-4] = one + b" " + last, other + b" " + rank
    swap(lines, -1, -4)


def tekken(change: Change) -> bytes:
    top = tekken_file({"pattern": PATTERN, "default_vocab_size": 263})
    change(top)
    return json.dumps(top).encode()


def tekken_class(top: Any) -> None:
    top["config"]["pattern"] = OTHER_CLASS


def tekken_ids(top: Any) -> None:
    entries = top["vocab"]
    one, other = entries[256], entries[257]
    one["token_bytes"], other["token_bytes"] = other["token_bytes"], one["token_bytes"]


def tekken_special(top: Any) -> None:
    one, other = top["special_tokens"][1:3]
    one["token_str"], other["token_str"] = other["token_str"], one["token_str"]


def nanochat(change: Change) -> bytes:
    parts: dict[str, Any] = {"mergeable_ranks": RANKS, "pat_str": PATTERN, "special_tokens": {"<|bos|>": 258}}
    parts["mergeable_ranks"] = dict(RANKS)
    change(parts)
    return pickle.dumps(encoding(**parts), 4)


def clip(change: Change) -> bytes:
    lines = ['"bpe_vocab.txt#version: 0.2', "l o", "lo w</w>", "lo w", "e r</w>", "o w</w>"]
    change(lines)
    return gzip.compress("\n".join(lines).encode())


def spm(change: Change) -> bytes:
    message = sentencepiece_model_pb2.ModelProto()
    message.ParseFromString(sentencepiece_model())
    message.pieces.add(piece="bc", score=-2.0)
    change(message)
    data: bytes = message.SerializeToString()
    return data


def unigram(change: Change) -> bytes:
    """Return a model that works by the library, which shows nothing of what it does."""

    def as_unigram(message: Any) -> None:
        message.trainer_spec.model_type = 1
        message.normalizer_spec.precompiled_charsmap = b""
        change(message)

    return spm(as_unigram)


def spm_ids(message: Any) -> None:
    """Swap two tokens with their scores: "ab" and "▁ab"."""
    one, other = message.pieces[262], message.pieces[263]
    kept = (one.piece, one.score)
    one.piece, one.score = other.piece, other.score
    other.piece, other.score = kept


def spm_specials(message: Any) -> None:
    message.pieces[1].piece, message.pieces[2].piece = "</s>", "<s>"


def spm_order(message: Any) -> None:
    """Let "bc" go before "ab"."""
    message.pieces[262].score = -3.0


def spm_score(message: Any) -> None:
    """Let "ab" be rarer than "a" and "b" together."""
    message.pieces[262].score = -5.0


def spm_defined(message: Any) -> None:
    """Let one that is always a token be one like others."""
    next(piece for piece in message.pieces if piece.piece == "<sep>").type = 1


def spm_flag(name: str, value: object) -> Change:
    return lambda message: setattr(message.normalizer_spec, name, value)


def llama2c(change: Change) -> bytes:
    rows = [(b"<unk>", 0.0), (b"\n<s>\n", 0.0), (b"\n</s>\n", 0.0)]
    rows += [(b"<0x%02X>" % byte, 0.0) for byte in range(256)]
    rows += [(b" ", -1e3), (b"a", -9.0), (b"b", -9.0), (b"c", -9.0), (b"ab", -1.0), (b"bc", -2.0)]
    change(rows)
    packed = (struct.pack("<fI", score, len(text)) + text for text, score in rows)
    return struct.pack("<I", max(len(text) for text, _ in rows)) + b"".join(packed)


def llama2c_order(rows: Any) -> None:
    rows[-1], rows[-2] = (rows[-1][0], -1.0), (rows[-2][0], -2.0)


def doubled(rows: Any) -> None:
    rows[:] = [(text, 2 * score) for text, score in rows]


MADE: dict[str, tuple[str, Callable[[Change], bytes]]] = {
    "tokenizer.json": (".json", hf),
    "tokenizer.json of CLIP": (".json", hf_clip),
    "tokenizer.json of Llama 2": (".json", hf_scores),
    "GGUF": (".gguf", gguf),
    "GGUF with scores": (".gguf", gguf_scores),
    "minbpe": (".model", minbpe),
    "tiktoken": (".tiktoken", tiktoken),
    "tekken": (".json", tekken),
    "nanochat": (".pkl", nanochat),
    "CLIP": (".txt.gz", clip),
    "SentencePiece": (".model", spm),
    "SentencePiece Unigram": (".model", unigram),
    "llama2.c": (".bin", llama2c),
}

PLANTED: list[tuple[str, str, Change, str]] = [
    ("tokenizer.json", "one class", hf_class, "split"),
    ("tokenizer.json", "two ids", hf_ids, "ids of tokens"),
    ("tokenizer.json", "one merge", hf_merge, "merges"),
    ("tokenizer.json", "special", hf_special, "special tokens"),
    ("tokenizer.json", "normalizer", hf_no_normalizer, "normalizer"),
    ("tokenizer.json", "space before", hf_prefix_space, INSIDE),
    ("tokenizer.json", "around a text", hf_framing, "special tokens"),
    ("tokenizer.json of CLIP", "lowercase", hf_no_lowercase, "normalizer"),
    ("tokenizer.json of CLIP", "normalizer", hf_no_normalizer, "normalizer"),
    ("tokenizer.json of CLIP", "one merge", hf_merge, "merges"),
    ("tokenizer.json of Llama 2", "prefix", hf_no_prefix, "normalizer"),
    ("tokenizer.json of Llama 2", "one merge", hf_merge, "merges"),
    ("tokenizer.json of Llama 2", "two ids", hf_ids, "ids of tokens"),
    ("GGUF", "pre", lambda fields: fields.update(pre="llama-bpe"), "split"),
    ("GGUF", "two ids", lambda fields: swap(fields["tokens"], 257, 259), "ids of tokens"),
    ("GGUF", "one merge", lambda fields: swap(fields["merges"], 0, 4), "merges"),
    ("GGUF", "special", lambda fields: swap(fields["tokens"], 264, 265), "special tokens"),
    ("GGUF with scores", "order", gguf_order, "merges"),
    ("GGUF with scores", "two ids", lambda fields: swap(fields["tokens"], 260, 261), "ids of tokens"),
    ("GGUF with scores", "prefix", lambda fields: fields.update(add_space_prefix=False), "normalizer"),
    ("GGUF with scores", "special", lambda fields: swap(fields["tokens"], 1, 2), "special tokens"),
    ("GGUF with scores", "BOS", lambda fields: fields.update(add_bos_token=False), "special tokens"),
    ("minbpe", "one class", lambda lines: lines.__setitem__(1, OTHER_CLASS), "split"),
    ("minbpe", "one merge", lambda lines: swap(lines, 6, 8), "merges"),
    ("minbpe", "special", lambda lines: lines.__setitem__(3, "<|a|> 302"), "special tokens"),
    ("tiktoken", "two ranks", swap_ranks, "merges"),
    ("tekken", "one class", tekken_class, "split"),
    ("tekken", "two ids", tekken_ids, "merges"),
    ("tekken", "special", tekken_special, "special tokens"),
    ("nanochat", "one class", lambda parts: parts.update(pat_str=OTHER_CLASS), "split"),
    ("nanochat", "two ids", lambda parts: swap(parts["mergeable_ranks"], b"ab", b" a"), "merges"),
    ("nanochat", "special", lambda p: p.update(special_tokens={"<|bos|>": 259}), "special tokens"),
    ("CLIP", "one merge", lambda lines: swap(lines, 2, 3), "merges"),
    ("CLIP", "order", lambda lines: lines.insert(1, lines.pop()), "merges"),
    ("SentencePiece", "two ids", spm_ids, "ids of tokens"),
    ("SentencePiece", "order", spm_order, "merges"),
    ("SentencePiece", "special", spm_specials, "special tokens"),
    ("SentencePiece", "always a token", spm_defined, "merges"),
    ("SentencePiece", "table", spm_flag("precompiled_charsmap", b""), "normalizer"),
    ("SentencePiece", "prefix", spm_flag("add_dummy_prefix", False), "normalizer"),
    ("SentencePiece", "spaces", spm_flag("remove_extra_whitespaces", False), "normalizer"),
    ("SentencePiece Unigram", "score", spm_score, INSIDE),
    ("SentencePiece Unigram", "two ids", spm_ids, INSIDE),
    ("SentencePiece Unigram", "table", spm_flag("precompiled_charsmap", charsmap()), INSIDE),
    ("llama2.c", "order", llama2c_order, "merges"),
    ("llama2.c", "two ids", lambda rows: swap(rows, 260, 261), "ids of tokens"),
]


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, dict[str, Any]]:
    status = cli.main(["same", *map(str, arguments), "--json"])
    return status, json.loads(capsys.readouterr().out)


def given_for(name: str) -> list[str]:
    return ["--pattern", "cl100k"] if name == "tiktoken" else []  # ranks do not say how they split


def written(folder: Path, name: str, change: Change) -> Path:
    suffix, make = MADE[name]
    folder.mkdir()
    path = folder / f"t{suffix}"
    path.write_bytes(make(change))
    return path


@pytest.mark.parametrize(
    ("name", "change", "stage"),
    [(name, change, stage) for name, _, change, stage in PLANTED],
    ids=[f"{name}, {what}" for name, what, _, _ in PLANTED],
)
def test_a_planted_difference_is_found_and_its_stage_blamed(capsys, tmp_path, name, change, stage):
    own, planted = written(tmp_path / "own", name, unchanged), written(tmp_path / "planted", name, change)
    text = tmp_path / "text.txt"
    text.write_bytes(TEXT)
    status, result = told(capsys, own, planted, "--text", text, *given_for(name))
    assert (status, result["verdict"], result["difference"]["stage"]) == (1, "different", stage)
    assert len(result["difference"]["text"]) < 8


# What changes a file's bytes and none of its ids.
OTHERWISE: dict[str, Callable[[bytes], bytes]] = {
    **dict.fromkeys(MADE, lambda data: data),
    **dict.fromkeys([name for name in MADE if MADE[name][0] == ".json"], lambda data: data + b"\n \n"),
    "GGUF": lambda _: gguf(lambda fields: fields.update(padding_token_id=264)),
    "GGUF with scores": lambda _: gguf_scores(lambda fields: fields["scores"].__imul__(2)),
    "minbpe": lambda data: data.replace(rb"\p{N}", rb"\p{Number}"),
    "tiktoken": lambda data: data.rstrip(b"\n"),
    "nanochat": lambda _: pickle.dumps(encoding(pat_str=PATTERN, special_tokens={"<|bos|>": 258}), 2),
    "CLIP": lambda data: gzip.compress(gzip.decompress(data), 1, mtime=1),
    "SentencePiece": lambda _: spm(lambda message: message.trainer_spec.__setattr__("model_prefix", "x")),
    "llama2.c": lambda _: llama2c(doubled),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_equal_files_and_what_is_written_otherwise(capsys, tmp_path, name):
    own, again = written(tmp_path / "own", name, unchanged), written(tmp_path / "again", name, unchanged)
    status, result = told(capsys, own, again)  # whatever the files do not say
    assert (status, result["verdict"]) == (0, "files")
    again.write_bytes(OTHERWISE[name](own.read_bytes()))
    if again.read_bytes() != own.read_bytes():
        status, result = told(capsys, own, again, *given_for(name))
        assert (status, result["verdict"]) == (0, "proved")


def test_a_split_that_is_the_same_and_not_proved_is_3(capsys, tmp_path):
    own = written(tmp_path / "own", "minbpe", unchanged)
    other = written(tmp_path / "other", "minbpe", lambda lines: lines.__setitem__(1, f"(?:{PATTERN})|x{{9}}"))
    status, result = told(capsys, own, other, "--text", own)
    assert (status, result["verdict"], result["unproved"]) == (3, "texts", ["split"])
    assert (result["bytes"], result["difference"]) == (own.stat().st_size, None)
