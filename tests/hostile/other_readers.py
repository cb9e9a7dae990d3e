"""Other readers of each tokenizer file: its library, or where there is none a second reading."""

from __future__ import annotations

import gzip
import html
import json
import pickle
import struct
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import ftfy
import regex
import sentencepiece
import tiktoken
import tokenizers
from sentencepiece import sentencepiece_model_pb2

from tests.agreement.libraries import Library, library_of
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.split_patterns import PUBLISHED

SECONDS = 2.0  # for one search by a pattern of the file


class NotJudgedError(Exception):
    """This reader cannot tell what such a file means."""


def judge_of(format_name: str, path: Path, tokenizer: Tokenizer) -> Library:
    """Return another reader of a file; raises whatever that raises, NotJudgedError where it cannot tell."""
    if format_name in _OWN:
        return _OWN[format_name](path)
    found = library_of(format_name, path, tokenizer)
    if found is None:
        raise NotJudgedError(format_name)
    return replace(found, decode=None) if _decodes_otherwise(format_name, tokenizer) else found


def _decodes_otherwise(format_name: str, tokenizer: Tokenizer) -> bool:
    """Tell where decoding is not yet the library's.

    What the decoder of a tokenizer.json makes of ids is not read; sentencepiece takes a "▁" from the start of
    a text even where spaces are not escaped.
    """
    spaces = getattr(tokenizer.normalizer, "spaces", None)
    return format_name == "hf" or (spaces is not None and not spaces.escape_whitespaces)


def _nanochat(path: Path) -> Library:
    class Reader(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            if (module, name) != ("tiktoken.core", "Encoding"):
                raise pickle.UnpicklingError(name)
            return type("Encoding", (), {})

    with path.open("rb") as stream:
        state = vars(Reader(stream).load())
    made = tiktoken.Encoding(**state | {"name": "judge"})
    every = set(state["special_tokens"])
    return Library(
        "tiktoken",
        made.encode_ordinary,
        lambda text: made.encode(text, allowed_special=every),
        made.decode_bytes,
    )


def _pieces(data: bytes) -> Library:
    made = sentencepiece.SentencePieceProcessor(model_proto=data)
    return Library("sentencepiece", made.encode)


_GGUF_KEYS = ("model", "pre", "token_type", "scores", "merges", "unknown_token_id", "add_space_prefix")


def _gguf(path: Path) -> Library:
    """The fields as `gguf` reads them, in the library that merges so.

    llama.cpp ends a token before U+0000, names an empty one, and keeps spaces whatever a file says of them.
    """
    import gguf  # here, as it brings much with it

    reader = gguf.GGUFReader(path)
    fields = {
        name: field.contents() if len(field.data) else []  # of an empty list it makes an IndexError
        for name, field in reader.fields.items()
        if name.removeprefix("tokenizer.ggml.") in _GGUF_KEYS
    }
    listed = reader.fields["tokenizer.ggml.tokens"]
    tokens = [bytes(listed.parts[at]).partition(b"\0")[0].decode("utf-8", "replace") for at in listed.data]
    tokens = [token or f"[EMPTY_{number}]" for number, token in enumerate(tokens)]
    kinds = fields.get("tokenizer.ggml.token_type") or [1] * len(tokens)
    if fields["tokenizer.ggml.model"] == "gpt2":
        return _gguf_gpt2(fields, tokens, kinds)
    if fields["tokenizer.ggml.model"] != "llama":
        raise NotJudgedError("no encoder for this kind")
    message = sentencepiece_model_pb2.ModelProto()
    if kinds.count(6) != 256:
        raise NotJudgedError("sentencepiece has all bytes or none")
    scores = fields.get("tokenizer.ggml.scores") or [0.0] * len(tokens)
    for token, score, kind in zip(tokens, scores, kinds, strict=True):
        message.pieces.add(piece=token, score=score, type=kind)
    if 2 not in kinds and "tokenizer.ggml.unknown_token_id" in fields:
        message.pieces[fields["tokenizer.ggml.unknown_token_id"]].type = 2
    message.trainer_spec.model_type = 2
    message.trainer_spec.byte_fallback = True
    message.normalizer_spec.name = "identity"
    message.normalizer_spec.add_dummy_prefix = fields.get("tokenizer.ggml.add_space_prefix", True)
    message.normalizer_spec.remove_extra_whitespaces = False
    return _pieces(message.SerializeToString())


def _gguf_gpt2(fields: Mapping[str, Any], tokens: list[str], kinds: list[int]) -> Library:
    if fields.get("tokenizer.ggml.pre") != "gpt-2":
        raise NotJudgedError("another split")
    if len(set(tokens)) < len(tokens):
        raise NotJudgedError("which of two equal tokens is meant")
    vocab = {token: number for number, token in enumerate(tokens)}
    merges = [tuple(row.split(" ", 1)) for row in fields["tokenizer.ggml.merges"]]
    made = tokenizers.Tokenizer(tokenizers.models.BPE(vocab, merges))
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    found = [token for token, kind in zip(tokens, kinds, strict=True) if kind == 4]
    made.add_tokens([tokenizers.AddedToken(token, normalized=False) for token in found])
    return Library("tokenizers", lambda text: made.encode(text, add_special_tokens=False).ids)


# --- minbpe and llama2.c are programs, CLIP's reader is a part of one --------------------------


def _minbpe(path: Path) -> Library:
    with path.open(encoding="utf-8", newline="\n") as lines:
        if lines.readline().strip() != "minbpe v1":
            raise ValueError("version")
        pattern = lines.readline().removesuffix("\n")
        special = {}
        for _ in range(int(lines.readline().strip())):
            text, token_id = lines.readline().removesuffix("\n").rsplit(" ", 1)
            special[text] = int(token_id)
        pairs = [tuple(map(int, line.split())) for line in lines]
    made = {(left, right): 256 + number for number, (left, right) in enumerate(pairs)}
    compiled = regex.compile(pattern)

    def plain(text: str) -> list[int]:
        ids: list[int] = []
        pieces = [m[0] for m in compiled.finditer(text, timeout=SECONDS)] if pattern else [text]
        for piece in pieces:
            ids += _lowest_first(list(piece.encode()), made)
        return ids

    def taken(text: str) -> list[int]:
        longest_first = sorted(special, key=len, reverse=True)
        parts = regex.split(f"({'|'.join(map(regex.escape, longest_first))})", text) if special else [text]
        return [i for part in parts for i in ([special[part]] if part in special else plain(part))]

    return Library("minbpe", plain, taken)


def _lowest_first(symbols: list[Any], made: Mapping[Any, Any]) -> list[Any]:
    """Merge by rank, the lowest first, every place of it from the left; `made`: pair -> new symbol."""
    ranks = {pair: rank for rank, pair in enumerate(made)}
    while len(symbols) > 1:
        best = min(pairwise(symbols), key=lambda pair: ranks.get(pair, len(ranks)))
        if best not in ranks:
            break
        at, out = 0, []
        while at < len(symbols):
            is_pair = tuple(symbols[at : at + 2]) == best
            out.append(made[best] if is_pair else symbols[at])
            at += 2 if is_pair else 1
        symbols = out
    return symbols


def _clip(path: Path) -> Library:
    data = path.read_bytes()
    text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
    rows = [tuple(line.split()) for line in text.split("\n")[1:48895]]
    letters = bytes_to_unicode()
    names = [*letters.values(), *(f"{letter}</w>" for letter in letters.values()), *map("".join, rows)]
    ids = {name: number for number, name in enumerate(names)}
    made = {row: "".join(row) for row in rows}
    words = regex.compile(PUBLISHED["clip"].pattern)

    def plain(text: str) -> list[int]:
        text = html.unescape(html.unescape(ftfy.fix_text(text))).strip()
        text = regex.sub(r"\s+", " ", text).strip().lower()
        found: list[int] = []
        for word in words.findall(text):
            parts = ("<|", word[2:-2], "|>") if word in ("<|startoftext|>", "<|endoftext|>") else (word,)
            for part in parts:
                symbols = [letters[byte] for byte in part.encode()]
                symbols[-1] += "</w>"
                found += [ids[symbol] for symbol in _lowest_first(symbols, made)]
        return found

    return Library("CLIP", plain)


def _llama2c(path: Path) -> Library:
    data, at = path.read_bytes(), 4
    tokens: list[tuple[bytes, float]] = []
    while at < len(data):
        score, length = struct.unpack_from("<fI", data, at)
        at += 8 + length
        if at > len(data):
            raise EOFError(at)
        tokens.append((data[at - length : at], score))
    ids = {token: number for number, (token, _) in enumerate(tokens)}

    def plain(text: str) -> list[int]:
        found = [ids[b" "]] if text else []
        for character in text:
            own = character.encode()
            found += [ids[own]] if own in ids else [byte + 3 for byte in own]
        while True:
            best, place, made = -1e10, -1, -1
            for number, (left, right) in enumerate(pairwise(found)):
                token = ids.get(tokens[left][0] + tokens[right][0])
                if token is not None and tokens[token][1] > best:
                    best, place, made = tokens[token][1], number, token
            if place < 0:
                return found
            found[place : place + 2] = [made]

    return Library("run.c", plain)


_OWN: Mapping[str, Callable[[Path], Library]] = {
    "minbpe": _minbpe, "clip": _clip, "llama2c": _llama2c, "gguf": _gguf, "nanochat": _nanochat,
}  # fmt: skip


def config_of(data: bytes) -> dict[str, Any]:
    """Return what a tokenizer_config.json says, read plainly."""
    found = json.loads(data.decode("utf-8-sig"))
    if not isinstance(found, dict):
        raise TypeError("no object")
    return found
