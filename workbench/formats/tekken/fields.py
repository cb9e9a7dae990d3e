"""The child's side of Mistral's tekken.json: JSON of many megabytes, checked and made flat."""

from __future__ import annotations

import binascii
import json
from array import array
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.child.frames import Frame
from workbench.formats.files.strict_json import parsed

VERSIONS = ("v1", "v2", "v3", "v7", "v11", "v13")  # mistral_common, tokens/tokenizers/base.py
MOST_SPECIALS = 1 << 16
_KEYS = {"rank", "token_bytes", "token_str"}  # of a token; mistral_common 1.9.1 takes no others
FILLER = "<SPECIAL_{id}>"

# Of files up to v7, which do not name them (mistral_common, tekken.py, DEPRECATED_SPECIAL_TOKENS).
_BUILT_IN = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]",
    "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]",
)  # fmt: skip


def read_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Parse buffers[0]; reply {"pattern", "version"}, special tokens by id as JSON, tokens, their ends.

    Raises EngineError naming the key that is at fault.
    """
    top = _as(dict, parsed(buffers[0], bool(header.get("anyway")))[0], "")
    config = _as(dict, top.get("config"), "config")
    version = config.get("version")
    if version not in VERSIONS:
        place = Place("key", "config.version")
        raise EngineError("tekken_version", place=place, version=str(version)[:40], known=", ".join(VERSIONS))
    pattern = _as(str, config.get("pattern"), "config.pattern")
    if not pattern:  # with which mistral_common encodes nothing (1.9.1)
        raise EngineError("tekken_kind", place=Place("key", "config.pattern"), expected="a split pattern")
    n_specials = _as(int, config.get("default_num_special_tokens"), "config.default_num_special_tokens")
    size = _as(int, config.get("default_vocab_size"), "config.default_vocab_size")
    if not 0 <= n_specials <= MOST_SPECIALS:
        place = Place("key", "config.default_num_special_tokens")
        raise EngineError("tekken_too_many_specials", place=place, count=n_specials, limit=MOST_SPECIALS)
    specials = _specials(top, str(version), n_specials)
    vocab = _as(list, top.get("vocab"), "vocab")
    if not n_specials + 256 <= size <= n_specials + len(vocab):
        place = Place("key", "config.default_vocab_size")
        raise EngineError("tekken_size", place=place, size=size, specials=n_specials, tokens=len(vocab))
    tokens = _tokens(vocab[: size - n_specials])
    yield Frame(
        {"pattern": pattern, "version": version},
        (
            json.dumps(specials).encode(),
            b"".join(tokens),
            array("Q", accumulate(map(len, tokens))).tobytes(),
        ),
    )


def _specials(top: Mapping[str, Any], version: str, count: int) -> list[str]:
    """Return the special tokens by id, filled up to their number."""
    entries = top.get("special_tokens")
    if entries is None:
        if version not in VERSIONS[:4]:
            raise EngineError("tekken_no_specials", place=Place("key", "special_tokens"), version=version)
        named = list(_BUILT_IN)
    else:
        named = []
        for number, entry in enumerate(_as(list, entries, "special_tokens")):
            key = f"special_tokens[{number}]"
            if _as(dict, entry, key).get("rank") != number:
                place = Place("key", f"{key}.rank")
                raise EngineError(
                    "tekken_rank", place=place, rank=str(entry.get("rank"))[:40], expected=number
                )
            named.append(_as(str, entry.get("token_str"), f"{key}.token_str"))
    if len(named) > count:
        place = Place("key", "config.default_num_special_tokens")
        raise EngineError("tekken_too_many_specials", place=place, count=len(named), limit=count)
    return named + [FILLER.format(id=token_id) for token_id in range(len(named), count)]


def _tokens(vocab: Sequence[Any]) -> list[bytes]:
    """Return the bytes of the tokens by rank."""
    tokens: list[bytes] = []
    seen: dict[bytes, int] = {}
    for rank, entry in enumerate(vocab):
        key = f"vocab[{rank}]"
        if _as(dict, entry, key).get("rank") != rank:
            place = Place("key", f"{key}.rank")
            raise EngineError("tekken_rank", place=place, rank=str(entry.get("rank"))[:40], expected=rank)
        if entry.keys() != _KEYS:
            raise EngineError("tekken_entry", place=Place("key", key), keys=", ".join(sorted(_KEYS)))
        token = _bytes(_as(str, entry.get("token_bytes"), f"{key}.token_bytes"), f"{key}.token_bytes")
        if rank < 256 and token != bytes((rank,)):
            place = Place("key", f"{key}.token_bytes")
            raise EngineError("tekken_byte", place=place, rank=rank, byte=token[:20].hex())
        if seen.setdefault(token, rank) != rank:
            place = Place("key", f"{key}.token_bytes")
            raise EngineError("tekken_token_twice", place=place, first=seen[token], second=rank)
        tokens.append(token)
    return tokens


def _bytes(text: str, key: str) -> bytes:
    try:
        token = b64decode(text, validate=True)
    except (binascii.Error, ValueError) as fault:
        reason = str(fault)
        raise EngineError("ranks_base64", place=Place("key", key), token=text[:80], reason=reason) from fault
    if not token:
        raise EngineError("ranks_empty_token", place=Place("key", key))
    return token


def _as(kind: type[Any], value: object, key: str) -> Any:  # noqa: ANN401 - JSON, distinguished by `kind`
    if not isinstance(value, kind) or isinstance(value, bool):
        expected = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}[kind]
        raise EngineError("tekken_kind", place=Place("key", key or "the file"), expected=expected)
    return value
