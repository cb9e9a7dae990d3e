"""Small valid files of every format, and ways to spoil them."""

from __future__ import annotations

import gzip
import json
import pickle
import random
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.engine.score_toys import llama_vocabulary
from tests.formats.hf_toys import TEXT
from tests.formats.toys import clip_toy, score_toy, toy
from workbench.api import Options, TextSource, TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import Framing
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.formats.card import card_path
from workbench.formats.gguf.fields import head_of, received
from workbench.formats.gguf.head import head
from workbench.formats.registry import format_named, save_file

NUMBERS = (
    0,
    1,
    0x7F,
    0x80,
    0xFF,
    1 << 15,
    (1 << 16) - 1,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 62,
    (1 << 64) - 1,
)
FLAGS = {
    "byte_fallback", "treat_whitespace_as_suffix", "add_dummy_prefix", "remove_extra_whitespaces",
    "escape_whitespaces",
}  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1 << 70, 1.5, 1e308, "", "a", "\ud800", "\x00", "(?R)", "(a|aa)+$", "x" * 5000, [], {},
    [[]], [None], {"a": 1}, "<unk>", "[" * 50, [1, 2], ["a", "b"],
)  # fmt: skip


def charsmap() -> bytes:
    """Return a table that makes "z" of "Z": a double array of 256 units, and the text."""
    units = [0] * 256
    units[0] = 1 << 10  # keys begin at 1
    units[1 ^ 0x5A] = 0x5A | 1 << 8 | 1 << 10  # has a value, one place on
    units[1 ^ 0x5A ^ 1] = 1 << 31  # the text at 0
    return struct.pack("<I256I", 1024, *units) + b"z\0"


def sentencepiece_model() -> bytes:
    """Return a model with every kind of piece and a table of replacements."""
    from sentencepiece import sentencepiece_model_pb2

    message = sentencepiece_model_pb2.ModelProto()
    message.pieces.add(piece="<unk>", score=0, type=2)
    for piece in ("<s>", "</s>"):
        message.pieces.add(piece=piece, score=0, type=3)
    for byte in range(256):
        message.pieces.add(piece=f"<0x{byte:02X}>", score=0, type=6)
    for piece, score in (("▁", -1.0), ("a", -1.5), ("b", -2.0), ("ab", -0.5), ("▁ab", -0.7), ("é", -3.0)):
        message.pieces.add(piece=piece, score=score)
    for piece, score in _grown("cde", 40):
        message.pieces.add(piece=piece, score=score)
    message.pieces.add(piece="<sep>", score=0, type=4)
    message.pieces.add(piece="ba", score=-0.1, type=5)
    message.trainer_spec.model_type = 2
    message.trainer_spec.byte_fallback = True
    message.normalizer_spec.name = "small"
    message.normalizer_spec.precompiled_charsmap = charsmap()
    data: bytes = message.SerializeToString()
    return data


def tekken() -> bytes:
    """Return a small tekken.json."""
    from tests.formats.tekken.test_format import file

    return json.dumps(file()).encode()


def nanochat() -> bytes:
    """Return a small pickle."""
    from tests.formats.nanochat.test_format import encoding

    return pickle.dumps(encoding())


def bert_vocabulary() -> bytes:
    """Return a small vocab.txt."""
    from tests.formats.bert.test_format import LINES

    return "".join(f"{line}\n" for line in LINES).encode()


def _grown(letters: str, n: int) -> list[tuple[str, float]]:
    """Return tokens each put together of two that are there, with scores."""
    chance, made = random.Random(n), list(letters)
    while len(made) < n:
        new = chance.choice(made) + chance.choice(made)
        if new not in made and new != "aa":
            made.append(new)
    return [(token, -5.0 - number / 8) for number, token in enumerate(made[len(letters) :])]


def _trained() -> Tokenizer:
    run = TrainingRun([TextSource("text", TEXT)], Options(vocab_size=420, special_tokens=("<|end|>",)))
    for _ in run.steps():
        pass
    return run.tokenizer("trained")


def _tokenizers() -> list[Tokenizer]:
    rows = [("a", -1.0), ("aa", -2.0), (" a", -3.0), ("b", -4.0), *_grown("ab", 60)]
    model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*rows))
    scored = score_tokenizer(model, {"<s>": 1, "</s>": 2}, framing=Framing((1,), (2,)))
    return [
        toy(published("gpt2")),
        _trained(),
        scored,
        score_toy(),
        as_in(score_toy(), "sentencepiece"),
        clip_toy(),
    ]


def samples(folder: Path, *names: str, cards: bool = False) -> list[Path]:
    """Write small valid files of some formats, with their cards or without; return their paths."""
    made: list[Path] = []
    by_hand: dict[str, Callable[[], bytes]] = {
        "sentencepiece": sentencepiece_model, "tekken": tekken, "nanochat": nanochat,
        "bert": bert_vocabulary,
    }  # fmt: skip
    for known in map(format_named, names):
        own = folder / known.name
        own.mkdir(parents=True)
        paths: list[Path] = []
        if known.name in by_hand and not cards:
            paths.append(own / f"by_hand{known.suffix}")
            paths[0].write_bytes(by_hand[known.name]())
        for number, tokenizer in enumerate(_tokenizers()):
            if known.write is None or known.fit(tokenizer).level not in ("whole", "part") or len(paths) == 3:
                continue
            (own / str(number)).mkdir()
            path = own / str(number) / f"toy{known.suffix}"
            save_file(tokenizer, path, known.name)
            if not cards:
                Path(card_path(str(path))).unlink()
            paths.append(path)
        made += paths
    return made


# --- spoiling -----------------------------------------------------------------------------------


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """Return a file with one to three faults in it."""
    if data.startswith(b"\x1f\x8b") and chance.random() < 0.7:
        return gzip.compress(_spoilt(gzip.decompress(data), chance), mtime=0)
    return _spoilt(data, chance)


def _spoilt(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 1, 1, 1, 2, 3))):
        data = chance.choice(_ways(data))(data, chance)
    return data


def _ways(data: bytes) -> list[Callable[[bytes, random.Random], bytes]]:
    ways = [_flip, _cut, _insert, _repeat, _remove, _number, _swap]
    if data[:1] == b"{":
        return [*ways, *[_json] * 14, _digits, _digits, _lines]
    if b"\n" in data[1:] and b"\0" not in data[:100] and data[:2] not in (b"\n\x0e", b"GG", b"\x80\x04"):
        return [*ways, _digits, _digits, *[_lines] * 8]
    if data.startswith(b"GGUF"):
        return [*ways, *[_gguf] * 10]
    if data.startswith(b"\x80"):
        return [*ways, *[_pickle] * 10]
    return [*ways, _number, *[_proto] * 10] if data.startswith(b"\n") else [*ways, _flip, _number, _number]


def _place(data: bytes, chance: random.Random) -> int:
    """Return a place, as often near the start as anywhere."""
    limit = len(data) if chance.random() < 0.5 else min(len(data), 200)
    return chance.randrange(max(limit, 1))


def _flip(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    new = chance.choice((chance.randrange(256), data[at] ^ 1 << chance.randrange(8) if data else 0))
    return data[:at] + bytes((new,)) + data[at + 1 :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: _place(data, chance)]


def _insert(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    new = chance.choice(
        (chance.randbytes(chance.randrange(1, 9)), b"\0" * 4, b"\xff" * 8, b'"', b"\n", b"\x80" * 99)
    )
    return data[:at] + new + data[at:]


def _repeat(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    part = data[at : at + chance.choice((1, 4, 40, 400))]
    return data[:at] + part * chance.choice((2, 3, 500)) + data[at:]


def _remove(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[at + chance.choice((1, 4, 40, 400)) :]


def _number(data: bytes, chance: random.Random) -> bytes:
    """Put a number over what is there, where a length may have been."""
    at, size = _place(data, chance), chance.choice((1, 2, 4, 8))
    new = (chance.choice(NUMBERS) % (1 << 8 * size)).to_bytes(size, chance.choice(("little", "big")))
    return data[:at] + new + data[at + size :]


def _swap(data: bytes, chance: random.Random) -> bytes:
    first, second = sorted((_place(data, chance), _place(data, chance)))
    third = second + (second - first)
    return data[:first] + data[second:third] + data[first:second] + data[third:]


def _digits(data: bytes, chance: random.Random) -> bytes:
    """Put another number in the place of one."""
    found = list(re.finditer(rb"[0-9]+", data))
    if not found:
        return data
    chosen = chance.choice(found)
    new = chance.choice(
        (b"-1", b"0", b"1e9", b"9" * 40, b"4294967296", b"1_0", b"0.5", b"", b"NaN", b"+7", "٣".encode())
    )
    if chance.random() < 0.5:
        new = str(max(0, int(chosen[0][:9]) + chance.choice((-1, 1, 2, 7)))).encode()
    return data[: chosen.start()] + new + data[chosen.end() :]


def _lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    way = chance.randrange(5)
    if way == 0:
        lines.insert(other, lines[at])
    elif way == 1:
        del lines[at]
    elif way == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif way == 3:
        lines[at] = chance.choice((b"", b" ", b"\t", b"a b c", b"\xff\xfe", b"= 0", lines[at] * 50, b"\r"))
    else:
        lines[at] += chance.choice((b" ", b"\r", b"\t1", b" 5", b"\xc2\x85", b"\0"))
    return b"\n".join(lines)


def _json(data: bytes, chance: random.Random) -> bytes:
    """Put something else in the place of a value, a key or an entry."""
    try:
        top = json.loads(data)
    except (ValueError, RecursionError):
        return _flip(data, chance)
    node, way = top, chance.randrange(7)
    while isinstance(node, dict | list) and node:
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        inner = node[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.7:
            node = inner
            continue
        if way == 0:
            del node[key]
        elif way == 1 and isinstance(node, list):
            node.insert(key, inner)
        elif way == 2 and isinstance(node, dict):
            node[chance.choice(("", "a", "type", "\ud800", key * 2))] = node.pop(key)
        elif way == 3 or chance.random() < 0.3:
            node[key] = chance.choice(VALUES)
        else:
            _gently(node, key, chance)
        break
    return json.dumps(top).encode()


def _gently(node: Any, key: Any, chance: random.Random) -> None:
    """Put a near value in the place of one, or let two of the same container change places."""
    inner, other = node[key], chance.choice(list(node) if isinstance(node, dict) else range(len(node)))
    if chance.random() < 0.5:
        node[key], node[other] = node[other], inner
    elif isinstance(inner, bool):
        node[key] = not inner
    elif isinstance(inner, int | float):
        node[key] = inner + chance.choice((-1, 1, 2))
    elif isinstance(inner, str) and inner:
        new = (inner[:-1], inner[1:], inner + "a", inner + " ", inner.upper(), inner[::-1])
        node[key] = chance.choice(new)
    else:
        node[key] = inner


def _changed(value: Any, chance: random.Random) -> Any:
    """Return a structure with another value somewhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        return value | {key: _changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        way = chance.randrange(3)
        new = [] if way == 0 else [value[at]] * 2 if way == 1 else [_changed(value[at], chance)]
        return value[:at] + new + value[at + 1 :]
    if isinstance(value, bytes):
        return chance.choice((b"", b"\xff", b" ", b"a b", "▁".encode(), b"<0x41>", value + value))
    return chance.choice(VALUES)


def _gguf(data: bytes, chance: random.Random) -> bytes:
    """Change the value of a key, keeping all lengths right."""
    try:
        fields = received(head(data, len(data)))
    except EngineError:
        fields = {}
    if not fields:
        return _flip(data, chance)
    key = chance.choice(list(fields))
    value = fields[key]
    if isinstance(value, np.ndarray) and len(value):
        changed: Any = value.copy()
        changed[chance.randrange(len(value))] = chance.choice((0, 1, 5, 6, 7, 99, 1 << 30))
        if changed.dtype.kind == "f" and chance.random() < 0.5:
            changed[chance.randrange(len(value))] = chance.choice((np.nan, np.inf, -np.inf))
        new = chance.choice(
            (changed, value[:-1], value[:0], value.astype(np.float32), value.astype(np.int32))
        )
    else:
        new = chance.choice(
            (_changed(value, chance), "llama", "gpt2", [b"a"], True, 7, np.zeros(3, np.float32))
        )
    if not isinstance(new, bool | int | str | np.ndarray) and not _all_bytes(new):
        new = "a"
    if isinstance(new, str):
        new = new.encode("utf-8", "replace").decode()
    whole = isinstance(new, int) and not isinstance(new, bool)
    return head_of(fields | {key: new % (1 << 32) if whole else new})


def _all_bytes(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, bytes) for part in value)


def _pickle(data: bytes, chance: random.Random) -> bytes:
    """Change a part of what an encoding consists of."""
    from tests.formats.nanochat.test_format import WHOLE, state

    return state(_changed(WHOLE, chance))


def _proto(data: bytes, chance: random.Random) -> bytes:
    """Change a piece or a flag, keeping all lengths right."""
    from google.protobuf.message import DecodeError
    from sentencepiece import sentencepiece_model_pb2

    message = sentencepiece_model_pb2.ModelProto()
    try:
        message.ParseFromString(data)
    except DecodeError:
        return _flip(data, chance)
    way = chance.randrange(8)
    if way < 4 and message.pieces:
        _change_piece(message, way, chance)
    elif way == 4:
        message.trainer_spec.model_type = chance.randrange(1, 5)
    elif way == 5:
        for spec in (message.trainer_spec, message.normalizer_spec):
            for name in sorted(FLAGS & set(spec.DESCRIPTOR.fields_by_name)):
                setattr(spec, name, chance.random() < 0.5)
    elif way == 6:
        message.denormalizer_spec.precompiled_charsmap = message.normalizer_spec.precompiled_charsmap
    else:
        message.normalizer_spec.precompiled_charsmap = _spoilt_charsmap(chance)
    changed: bytes = message.SerializeToString()
    return changed


def _change_piece(message: Any, way: int, chance: random.Random) -> None:
    own = message.pieces[259:] if chance.random() < 0.7 else []  # behind the bytes, where there are such
    piece = chance.choice(own or message.pieces)
    if way == 0:
        piece.piece = chance.choice(("", "a", "▁", "<0x41>", "<0x-1>", "\0", "x" * 9000, " ", "<s>", "é▁ "))
    elif way == 1:
        piece.score = chance.choice((float("nan"), float("inf"), 0.0, -1e38))
    elif way == 2:
        piece.type = chance.randrange(1, 7)
    else:
        message.pieces.remove(piece)


def _spoilt_charsmap(chance: random.Random) -> bytes:
    data = charsmap()
    for _ in range(chance.randrange(1, 4)):
        data = chance.choice((_flip, _cut, _number, _number, _number, _remove))(data, chance)
    return data
