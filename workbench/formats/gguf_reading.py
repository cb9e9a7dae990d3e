"""Reads the vocabulary in a GGUF file: what the keys say, and the model that they make (`gguf`)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.display.byte_alphabet import bytes_to_unicode, unicode_to_bytes
from workbench.engine.bpe import HIGHEST_ID
from workbench.engine.errors import EngineError, Place
from workbench.engine.framing import Framing
from workbench.engine.listed_model import BYTE, ORDINARY, UNKNOWN, ListedModel, listed
from workbench.engine.normalizers import NORMALIZERS
from workbench.engine.pair_merged import PairMergedBpe
from workbench.engine.piece_counts import Chunks
from workbench.engine.pre_tokenizers import Counting, Spans
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.score_vocabulary import Kind, ScoreVocabulary, byte_of, swapped_spaces
from workbench.engine.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.engine.split_patterns import PUBLISHED
from workbench.formats.format import Notice, Parts, Source
from workbench.formats.gguf_fields import Value, fields_steps

_SLICE = 8192  # tokens between two yields

QWEN2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
TEKKEN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
# `pre` -> a published split or a pattern; after the model's own tokenizer.json, which llama.cpp's table names
# (llama-vocab.cpp, `load`). Those of several patterns, one after the other, are not here.
_PRE: Mapping[str, str] = MappingProxyType(
    {
        "gpt-2": "gpt2",
        "phi-2": "gpt2",
        "jina-es": "gpt2",
        "jina-de": "gpt2",
        "jina-v2-es": "gpt2",
        "jina-v2-de": "gpt2",
        "mpt": "gpt2",
        "olmo": "gpt2",
        "llama-bpe": "llama3",
        "llama3": "llama3",
        "llama-v3": "llama3",
        "dbrx": "llama3",
        "smaug-bpe": "llama3",
        "gpt-4o": "o200k",
        "qwen2": QWEN2,
        "deepseek-r1-qwen": QWEN2,
        "tekken": TEKKEN,
    }
)
# Kinds whose tokens have "▁" for a space (llama-vocab.cpp, `token_to_piece`).
_MARKED = ("bert", "plamo2", "t5")
# Where a piece that is a token is taken whole (`ignore_merges` there).
_WHOLE_PIECES = ("llama-bpe", "llama3", "llama-v3", "tekken")
Fields = Mapping[str, Value]


def read_steps(source: Source) -> Generator[None, None, Parts]:
    """Yield None at least every 20 ms and return what the file says of the vocabulary.

    Raises:
        EngineError: naming file, byte or key, and cause; then nothing has been loaded.

    """
    try:
        size = len(source.data) if source.size is None else source.size
        fields = yield from fields_steps(source.data, size, source.child)
        kind = fields.get("tokenizer.ggml.model")
        if kind is None:
            raise EngineError("gguf_no_tokenizer")
        if not isinstance(kind, str):
            raise EngineError("gguf_key_kind", place=_key("model"), expected="a text")
        if kind == "llama":
            return (yield from _llama_steps(fields))
        if kind == "gpt2":
            return (yield from _gpt2_steps(fields))
        return (yield from _listed_steps(fields, kind))
    except EngineError as fault:
        raise fault.in_file(source.path) from fault


def _llama_steps(fields: Fields) -> Generator[None, None, Parts]:
    tokens = _tokens(fields)
    kinds = _kinds(fields, len(tokens))
    scores = _array(fields, "scores", "f", len(tokens), np.zeros(len(tokens), np.float32)).astype(np.float32)
    if not np.isfinite(scores).all():
        bad = int(np.argmin(np.isfinite(scores)))
        raise EngineError("spm_score", place=Place("id", bad), id=bad, score=str(scores[bad]))
    unknown = _id(fields, "unknown_token_id", len(tokens))
    if unknown is not None and Kind.UNKNOWN not in kinds:
        kinds[unknown] = Kind.UNKNOWN
    spellings: list[bytes] = []
    for token_id, token in enumerate(tokens):
        spellings.append(swapped_spaces(_utf8(token_id, token)))
        if token_id % _SLICE == 0:
            yield
    for token_id in np.flatnonzero(kinds == Kind.BYTE).tolist():
        _check_byte(token_id, spellings[token_id])
    spaces = SpacesSpec(
        _flag(fields, "add_space_prefix", True), _flag(fields, "remove_extra_whitespaces", False)
    )
    texts = [
        swapped_spaces(spellings[i]).decode() for i in np.flatnonzero(kinds == Kind.USER_DEFINED).tolist()
    ]
    normalizer = SentencePieceNormalizer(spaces, user_defined=texts)
    vocabulary = ScoreVocabulary(
        tuple(spellings),
        scores,
        kinds.astype(np.uint8),
        normalizer=NORMALIZERS["sentencepiece"] if normalizer.is_llamas else normalizer,
    )
    model = yield from ScoreMergedBpe.from_vocabulary_steps(vocabulary)
    specials = {spellings[i].decode(): i for i in np.flatnonzero(kinds == Kind.CONTROL).tolist()}
    return Parts(
        model, "none", "", specials, _name(fields), normalizer=vocabulary.normalizer,
        framing=_framing(fields, len(tokens), True), chat_template=_template(fields),
    )  # fmt: skip


def _gpt2_steps(fields: Fields) -> Generator[None, None, Parts]:
    tokens = _tokens(fields)
    kinds = _kinds(fields, len(tokens))
    ordinary: dict[int, bytes] = {}
    ids: dict[bytes, int] = {}
    specials: dict[str, int] = {}
    for token_id, token in enumerate(tokens):
        if kinds[token_id] == Kind.NORMAL:
            if ids.setdefault(token, token_id) != token_id:
                shown, place = _shown(token), Place("id", token_id)
                raise EngineError("token_twice", place=place, token=shown, first=ids[token], second=token_id)
            ordinary[token_id] = _from_alphabet(token_id, token)
        elif kinds[token_id] != Kind.UNUSED:
            specials.setdefault(_utf8(token_id, token).decode(), token_id)
        if token_id % _SLICE == 0:
            yield
    merges = yield from _merges_steps(fields, ids)
    pre = str(fields.get("tokenizer.ggml.pre", "default"))
    byte_ids = _byte_ids(ids)
    model = yield from PairMergedBpe.from_pairs_steps(
        ordinary, merges, byte_ids, whole_pieces=pre in _WHOLE_PIECES
    )
    split = _PRE.get(pre)
    parts = Parts(
        model, "none", "", specials, _name(fields), whole=False,
        framing=_framing(fields, len(tokens), False), chat_template=_template(fields),
    )  # fmt: skip
    if split is None:
        fault = EngineError("gguf_pre_unknown", pre=pre[:80])
        return replace(parts, splitter=Refused(fault), notices=(Notice("notice_gguf_pre", fault.facts),))
    if split in PUBLISHED:
        return replace(parts, pattern_name=split, pattern=PUBLISHED[split].pattern)
    return replace(parts, pattern_name="custom", pattern=split)


def _listed_steps(fields: Fields, kind: str) -> Generator[None, None, Parts]:
    """Return the tokens of a vocabulary of another kind, with which nothing can be encoded here."""
    tokens = _tokens(fields)
    kinds = _kinds(fields, len(tokens))
    scores = _array(fields, "scores", "f", len(tokens), np.empty(0, np.float32)).astype(np.float32)
    unknown = _id(fields, "unknown_token_id", len(tokens))
    specials: dict[str, int] = {}
    rows: list[tuple[int, bytes, int]] = []
    for token_id, token in enumerate(tokens):
        if kinds[token_id] == Kind.CONTROL and specials.setdefault(_shown(token), token_id) == token_id:
            continue
        shown, what = swapped_spaces(token) if kind in _MARKED else token, ORDINARY
        if kinds[token_id] == Kind.BYTE:
            _check_byte(token_id, token)
            shown, what = bytes((byte_of(token),)), BYTE
        elif kinds[token_id] == Kind.UNKNOWN or token_id == unknown:
            what = UNKNOWN
        rows.append((token_id, shown, what))
        if token_id % _SLICE == 0:
            yield
    if not rows:
        raise EngineError("gguf_key_missing", place=_key("tokens"), key="tokenizer.ggml.tokens")
    ids, shown_tokens, whats = zip(*rows, strict=True)
    fault = EngineError("gguf_model_unknown", model=kind[:80])
    vocabulary = listed(ids, shown_tokens, whats, scores[list(ids)] if len(scores) else scores)
    return Parts(
        ListedModel(vocabulary, fault), "none", "", specials, _name(fields), whole=False,
        splitter=Refused(fault), notices=(Notice("notice_gguf_model", fault.facts),),
        framing=_framing(fields, len(tokens), False), chat_template=_template(fields),
    )  # fmt: skip


class Refused:
    """A splitter (`pre_tokenizers.PreTokenizer`) that refuses every text, as its way is not known."""

    name = "none"
    pattern = ""
    compiled = None

    def __init__(self, fault: EngineError) -> None:
        self._fault = fault

    def split(self, text: bytes) -> Spans:
        """Raise EngineError, unless there is no text."""
        if text:
            raise self._fault
        return np.empty((0, 2), np.uint64)

    def split_steps(self, text: bytes) -> Iterator[Spans | None]:
        """Raise EngineError, unless there is no text."""
        yield self.split(text)

    def count_steps(self, chunks: Chunks) -> Counting:
        """Raise EngineError."""
        raise self._fault
        yield

    def next_border(self, text: bytes, position: int) -> int:
        """Return len(text)."""
        return len(text)

    def previous_border(self, text: bytes, position: int) -> int:
        """Return 0."""
        return 0

    def close(self) -> None:
        """Do nothing: it holds nothing."""


def _key(name: str) -> Place:
    return Place("key", f"tokenizer.ggml.{name}")


def _tokens(fields: Fields) -> list[bytes]:
    tokens = fields.get("tokenizer.ggml.tokens")
    if tokens is None:
        raise EngineError("gguf_key_missing", place=_key("tokens"), key="tokenizer.ggml.tokens")
    if not isinstance(tokens, list) or not tokens:
        raise EngineError("gguf_key_kind", place=_key("tokens"), expected="a list of texts")
    if len(tokens) > HIGHEST_ID:
        raise EngineError("id_too_large", id=len(tokens) - 1, highest=HIGHEST_ID)
    for token_id, token in enumerate(tokens):
        if not token:
            raise EngineError("token_empty", place=Place("id", token_id), id=token_id)
    return tokens


def _array(fields: Fields, name: str, kind: str, size: int, default: NDArray[Any]) -> NDArray[Any]:
    """Return an array of numbers, one for each token."""
    value = fields.get(f"tokenizer.ggml.{name}")
    if value is None:
        return default
    if not isinstance(value, np.ndarray) or value.dtype.kind != kind or value.dtype.itemsize != 4:
        expected = "a list of numbers of 32 bits" if kind == "f" else "a list of whole numbers of 32 bits"
        raise EngineError("gguf_key_kind", place=_key(name), expected=expected)
    if len(value) != size:
        raise EngineError("gguf_lengths", place=_key(name), count=len(value), tokens=size)
    return value


def _kinds(fields: Fields, size: int) -> NDArray[np.int32]:
    kinds = _array(fields, "token_type", "i", size, np.full(size, Kind.NORMAL, np.int32)).astype(np.int32)
    wrong = np.flatnonzero((kinds < Kind.NORMAL) | (kinds > Kind.BYTE))
    if len(wrong):
        token_id = int(wrong[0])
        raise EngineError(
            "gguf_token_type", place=Place("id", token_id), id=token_id, kind=int(kinds[token_id])
        )
    return kinds


def _id(fields: Fields, name: str, size: int) -> int | None:
    value = fields.get(f"tokenizer.ggml.{name}")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise EngineError("gguf_key_kind", place=_key(name), expected="an id")
    return value if 0 <= value < size else None


def _flag(fields: Fields, name: str, default: bool) -> bool:
    value = fields.get(f"tokenizer.ggml.{name}", default)
    if not isinstance(value, bool):
        raise EngineError("gguf_key_kind", place=_key(name), expected="yes or no")
    return value


def _framing(fields: Fields, size: int, adds_start: bool) -> Framing:
    """Return start, end and padding; llama.cpp adds the start of itself for "llama" only."""
    bos, eos, pad = (_id(fields, f"{name}_token_id", size) for name in ("bos", "eos", "padding"))
    return Framing(
        () if bos is None else (bos,),
        () if eos is None else (eos,),
        _flag(fields, "add_bos_token", adds_start),
        _flag(fields, "add_eos_token", False),
        padding=pad,
    )


def _name(fields: Fields) -> str:
    name = fields.get("general.name", "")
    return name[:200] if isinstance(name, str) else ""


def _template(fields: Fields) -> str | None:
    template = fields.get("tokenizer.chat_template")
    return template if isinstance(template, str) else None


def _utf8(token_id: int, token: bytes) -> bytes:
    try:
        token.decode()
    except UnicodeDecodeError:
        raise EngineError(
            "spm_not_text", place=Place("id", token_id), id=token_id, token=_shown(token)
        ) from None
    return token


def _shown(token: bytes) -> str:
    return token.decode("utf-8", "backslashreplace")[:80]


def _check_byte(token_id: int, spelling: bytes) -> None:
    try:
        byte_of(spelling)
    except ValueError:
        place = Place("id", token_id)
        raise EngineError("spm_byte_spelling", place=place, id=token_id, token=_shown(spelling)) from None


def _from_alphabet(token_id: int, token: bytes) -> bytes:
    """Return the bytes that a token in the byte alphabet stands for."""
    alphabet = unicode_to_bytes()
    try:
        return bytes(map(alphabet.__getitem__, _utf8(token_id, token).decode()))
    except KeyError:
        place = Place("id", token_id)
        raise EngineError("gguf_alphabet", place=place, id=token_id, token=_shown(token)) from None


def _byte_ids(ids: Mapping[bytes, int]) -> list[int]:
    alphabet = bytes_to_unicode()
    found = [ids.get(alphabet[byte].encode(), -1) for byte in range(256)]
    missing = [byte for byte in range(256) if found[byte] < 0]
    if missing:
        raise EngineError("bytes_missing", count=len(missing), first=f"{missing[0]:02X}")
    return found


def _merges_steps(fields: Fields, ids: Mapping[bytes, int]) -> Generator[None, None, NDArray[np.int64]]:
    """Return the rows (left, right, new) of the merges."""
    merges = fields.get("tokenizer.ggml.merges", [])
    if not isinstance(merges, list):
        raise EngineError("gguf_key_kind", place=_key("merges"), expected="a list of texts")
    rows = np.empty((len(merges), 3), np.int64)
    for rank, merge in enumerate(merges):
        left, _, right = merge.partition(b" ")
        row = ids.get(left, -1), ids.get(right, -1), ids.get(left + right, -1)
        if min(row) < 0:
            raise EngineError("gguf_merge", place=_key("merges"), number=rank, merge=_shown(merge))
        rows[rank] = row
        if rank % _SLICE == 0:
            yield
    return rows
