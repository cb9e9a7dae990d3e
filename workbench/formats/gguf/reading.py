"""Reads the vocabulary in a GGUF file: what the keys say, and the model that they make (`format`).

What llama.cpp does with the kind "gpt2" (src/llama-vocab.cpp, as in llama-cpp-python 0.3.36): tokens of every
kind can be merged and can be a byte; a token that is not in the byte alphabet is its own text, and no text
becomes it; USER_DEFINED tokens are found in every text, CONTROL ones where they are requested; a byte without
a token is left out of the ids silently, here the text is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.display.byte_alphabet import bytes_to_unicode, unicode_to_bytes
from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.counting.piece_counts import Chunks
from workbench.engine.encoding.added_tokens import PLAIN, AddedTokens, Flags, flags_of, found_longest_first
from workbench.engine.encoding.roles import marks_of
from workbench.engine.encoding.score_tokenizer import found_first
from workbench.engine.models.bpe import HIGHEST_ID
from workbench.engine.models.framing import Framing
from workbench.engine.models.listed_model import BYTE, ORDINARY, UNKNOWN, ListedModel, listed
from workbench.engine.models.pair_lists import NO_ID
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, ScoreVocabulary, byte_of, swapped_spaces
from workbench.engine.normalizers.normalizer import LLAMA_CPP, NORMALIZERS
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.engine.splitting.pre_tokenizers import Counting, Spans
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats.format import Notice, Parts, Source
from workbench.formats.gguf.fields import Value, fields_of
from workbench.formats.gguf.names import kinds_by_text
from workbench.formats.gguf.splits import ADDS_BOS, SPLITS, WHOLE_PIECES

# Kinds whose tokens have "▁" for a space (llama-vocab.cpp, `token_to_piece`).
_MARKED = ("bert", "plamo2", "t5")
_NOT_IN_UTF8 = frozenset((0xC0, 0xC1, *range(0xF5, 0x100)))
OWN_ROLES = frozenset(("bos", "eos", "pad", "unk", "mask", "chat_template"))
Fields = Mapping[str, Value]


def read(source: Source) -> Parts:
    """Return what the file says of the vocabulary.

    Raises:
        EngineError: naming file, byte or key, and cause; then nothing has been loaded.

    """
    try:
        size = len(source.data) if source.size is None else source.size
        fields = fields_of(source.data, size, source.child)
        kind = fields.get("tokenizer.ggml.model")
        if kind is None:
            raise EngineError("gguf_no_tokenizer")
        if not isinstance(kind, str):
            raise EngineError("gguf_key_kind", place=_key("model"), expected="a text")
        if kind == "llama":
            return _llama(fields)
        if kind == "gpt2":
            return _gpt2(fields, source.path)
        return _listed(fields, kind, source.path)
    except EngineError as fault:
        raise fault.in_file(source.path) from fault


def _llama(fields: Fields) -> Parts:
    tokens = _tokens(fields)
    kinds = _kinds(fields, tokens)
    scores = _array(fields, "scores", "f", len(tokens), np.zeros(len(tokens), np.float32)).astype(np.float32)
    if not np.isfinite(scores).all():
        bad = int(np.argmin(np.isfinite(scores)))
        raise EngineError("token_score", place=Place("id", bad), id=bad, score=str(scores[bad]))
    unknown = _id(fields, "unknown_token_id", len(tokens))
    if unknown is not None and Kind.UNKNOWN not in kinds:
        kinds[unknown] = Kind.UNKNOWN
    spellings: list[bytes] = []
    for token_id, (token, kind) in enumerate(paced(zip(tokens, kinds.tolist(), strict=True))):
        spellings.append(swapped_spaces(_utf8(token_id, token), kind != Kind.CONTROL))
    for token_id in np.flatnonzero(kinds == Kind.BYTE).tolist():
        _check_byte(token_id, spellings[token_id])
    spaces = SpacesSpec(
        _flag(fields, "add_space_prefix", True), _flag(fields, "remove_extra_whitespaces", False)
    )
    texts = _user_defined(tokens, kinds, spellings)
    normalizer = SentencePieceNormalizer(spaces, user_defined=texts)
    vocabulary = ScoreVocabulary(
        tuple(spellings),
        scores,
        kinds.astype(np.uint8),
        normalizer=NORMALIZERS["sentencepiece"] if normalizer.is_llamas else normalizer,
    )
    model = ScoreMergedBpe.from_vocabulary(vocabulary, LLAMA_CPP.name)
    specials = {spellings[i].decode(): i for i in np.flatnonzero(kinds == Kind.CONTROL).tolist()}
    return Parts(
        model, "none", "", _by_name(fields, found_first(model, specials)), _name(fields),
        normalizer=vocabulary.normalizer,
        framing=_framing(fields, len(tokens), True, own_unknown=model.tables.unknown),
        chat_template=_template(fields), own_roles=OWN_ROLES,
    )  # fmt: skip


def _user_defined(tokens: list[bytes], kinds: NDArray[np.int32], spellings: list[bytes]) -> list[str]:
    """Return what user-defined tokens are in a text for SentencePiece; spell them as llama.cpp finds them.

    That is as the file has them: a space is a space there, and a "▁" is one. So an ordinary token may have
    the same spelling, “▁<” next to the user-defined “ <”.
    """
    ids = np.flatnonzero(kinds == Kind.USER_DEFINED).tolist()
    for token_id in ids:
        spellings[token_id] = tokens[token_id]
    return [swapped_spaces(spellings[token_id]).decode() for token_id in ids]


def _gpt2(fields: Fields, path: str) -> Parts:
    """Return merged tokens; where their split is not known, errors of texts name the file at `path`."""
    tokens = _tokens(fields)
    kinds = _kinds(fields, tokens)
    pre = _pre(fields)
    whole = pre in WHOLE_PIECES
    ordinary, specials, ids = _gpt2_tokens(tokens, kinds, whole)
    specials = _by_name(fields, specials)
    merges = _merges(fields, ids)
    byte_ids = _byte_ids(ids)
    for byte in _NOT_IN_UTF8:  # as in deepseek-coder: the added token “õ” is spelled as the byte F5 is
        if byte_ids[byte] != NO_ID and kinds[byte_ids[byte]] == Kind.USER_DEFINED:
            byte_ids[byte] = NO_ID
    for token_id in {*merges.ravel().tolist(), *byte_ids} - {NO_ID, *ordinary}:
        text = tokens[token_id].decode()
        ordinary[token_id] = _from_alphabet(text) or text.encode()
    as_text = _as_text(tokens, ordinary)
    model = PairMergedBpe.from_pairs(ordinary, merges, byte_ids, whole_pieces=whole, as_text=as_text)
    parts = Parts(
        model, "none", "", specials, _name(fields), whole=pre in SPLITS,
        framing=_framing(fields, len(tokens), pre in ADDS_BOS, 11), chat_template=_template(fields),
        own_roles=OWN_ROLES,
    )  # fmt: skip
    missing = [byte for byte in range(256) if byte_ids[byte] == NO_ID and byte not in _NOT_IN_UTF8]
    if missing:
        facts: dict[str, Fact] = {"count": len(missing), "first": f"{missing[0]:02X}"}
        parts = replace(parts, notices=(Notice("notice_gguf_bytes", facts),))
    split = SPLITS.get(pre)
    if split is None:
        fault = EngineError("gguf_pre_unknown", file=path, pre=pre[:80])
        notices = (*parts.notices, Notice("gguf_pre_unknown", fault.facts))
        return replace(parts, splitter=Refused(fault), notices=notices)
    if split in PUBLISHED:
        return replace(parts, pattern_name=split, pattern=PUBLISHED[split].pattern)
    return replace(parts, pattern_name="custom", pattern=split)


def _gpt2_tokens(
    tokens: list[bytes], kinds: NDArray[np.int32], whole: bool
) -> tuple[dict[int, bytes], Mapping[str, int], dict[bytes, int]]:
    """Return the bytes of ordinary tokens, the other tokens, and the id of every text.

    `whole`: pieces that are tokens are taken whole.
    """
    ordinary: dict[int, bytes] = {}
    ids: dict[bytes, int] = {}
    specials: dict[str, int] = {}
    flags: dict[str, Flags] = {}
    # Plain numbers: to compare one of numpy's with an enum takes a hundred times as long.
    for token_id, (token, kind) in enumerate(paced(zip(tokens, kinds.tolist(), strict=True))):
        text = _utf8(token_id, token).decode() if kind != Kind.UNUSED else ""
        if kind == Kind.NORMAL:
            if ids.setdefault(token, token_id) != token_id:
                shown, place = _shown(token), Place("id", token_id)
                raise EngineError("token_twice", place=place, token=shown, first=ids[token], second=token_id)
            spelled = _from_alphabet(text)
            if spelled is not None or not whole:
                ordinary[token_id] = token if spelled is None else spelled
            else:
                specials[text], flags[text] = token_id, Flags(special=False, never=True)
        elif text and specials.setdefault(text, token_id) == token_id:
            flags[text] = Flags(special=False) if kind == Kind.USER_DEFINED else PLAIN
    for text, token_id in specials.items():  # of whatever kind, a token can be merged
        ids.setdefault(text.encode(), token_id)
    plain = all(each == PLAIN for each in flags.values())
    return ordinary, specials if plain else AddedTokens(specials, flags), ids


def _as_text(tokens: list[bytes], ordinary: Mapping[int, bytes]) -> frozenset[int]:
    """Return the ids of ordinary tokens that are not in the byte alphabet."""
    as_text: set[int] = set()
    for token_id, token in paced(ordinary.items()):
        if token == tokens[token_id] and _from_alphabet(token.decode()) is None:
            as_text.add(token_id)
    return frozenset(as_text)


def takes_spaces(name: str, text: str) -> bool:
    """Return whether llama.cpp lets a special token take the white space after it, by the model's name."""
    lowered = name.lower()
    return text not in ("<unk>", "<s>", "<|endoftext|>") and ("phi-3" in lowered or "phi3" in lowered)


def _by_name(fields: Fields, specials: Mapping[str, int]) -> Mapping[str, int]:
    """Return special tokens as llama.cpp finds them, with the flags that the model's name gives them."""
    name = str(fields.get("general.name", ""))
    if not any(takes_spaces(name, text) for text in specials):
        return found_longest_first(specials)
    flags = {
        text: replace(each, rstrip=takes_spaces(name, text)) for text, each in flags_of(specials).items()
    }
    return found_longest_first(AddedTokens(specials, flags))


def _listed(fields: Fields, kind: str, path: str) -> Parts:
    """Return the tokens of a vocabulary of another kind, with which nothing can be encoded here."""
    tokens = _tokens(fields)
    kinds = _kinds(fields, tokens)
    scores = _array(fields, "scores", "f", len(tokens), np.empty(0, np.float32)).astype(np.float32)
    unknown = _id(fields, "unknown_token_id", len(tokens))
    specials: dict[str, int] = {}
    rows: list[tuple[int, bytes, int]] = []
    for token_id, (token, each) in enumerate(paced(zip(tokens, kinds.tolist(), strict=True))):
        if each == Kind.CONTROL and specials.setdefault(_shown(token), token_id) == token_id:
            continue
        shown, what = swapped_spaces(token) if kind in _MARKED else token, ORDINARY
        if each == Kind.BYTE:
            _check_byte(token_id, token)
            shown, what = bytes((byte_of(token),)), BYTE
        elif each == Kind.UNKNOWN or token_id == unknown:
            what = UNKNOWN
        rows.append((token_id, shown, what))
    if not rows:
        raise EngineError("gguf_key_missing", place=_key("tokens"), key="tokenizer.ggml.tokens")
    ids, shown_tokens, whats = zip(*rows, strict=True)
    fault = EngineError("gguf_model_unknown", file=path, model=kind[:80])
    vocabulary = listed(ids, shown_tokens, whats, scores[list(ids)] if len(scores) else scores)
    return Parts(
        ListedModel(vocabulary, fault), "none", "", specials, _name(fields), whole=False,
        splitter=Refused(fault), notices=(Notice("gguf_model_unknown", fault.facts),),
        framing=_framing(fields, len(tokens), False), chat_template=_template(fields),
        own_roles=OWN_ROLES,
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

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Raise EngineError, unless there is no text."""
        yield self.split(text)

    def count(self, chunks: Chunks) -> Counting:
        """Raise EngineError."""
        raise self._fault

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
    return [token if token and b"\0" not in token else _cut(token, i) for i, token in enumerate(tokens)]


def _cut(token: bytes, token_id: int) -> bytes:
    """Return a token as llama.cpp takes it, which ends it before U+0000 and gives an empty one a name."""
    return token.partition(b"\0")[0] or b"[EMPTY_%d]" % token_id


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


def _kinds(fields: Fields, tokens: list[bytes]) -> NDArray[np.int32]:
    size = len(tokens)
    kinds = _array(fields, "token_type", "i", size, np.full(size, Kind.NORMAL, np.int32)).astype(np.int32)
    wrong = np.flatnonzero((kinds < Kind.NORMAL) | (kinds > Kind.BYTE))
    if len(wrong):
        token_id = int(wrong[0])
        raise EngineError(
            "gguf_token_type", place=Place("id", token_id), id=token_id, kind=int(kinds[token_id])
        )
    return kinds_by_text(tokens, kinds)


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


def _framing(
    fields: Fields, size: int, adds_start: bool, start: int | None = None, own_unknown: int = -1
) -> Framing:
    """Return the ids of all roles.

    `start` is what is added where the file has no id for it, `own_unknown` what the model says itself.
    """
    bos, eos, pad = (_id(fields, f"{name}_token_id", size) for name in ("bos", "eos", "padding"))
    unknown, mask = (_id(fields, f"{name}_token_id", size) for name in ("unknown", "mask"))
    adds_start = _flag(fields, "add_bos_token", adds_start)
    if bos is None and adds_start and start is not None and start < size:
        bos = start
    return Framing(
        () if bos is None else (bos,),
        () if eos is None else (eos,),
        adds_start,
        _flag(fields, "add_eos_token", False),
        padding=pad,
        marks=marks_of({"unk": None if unknown == own_unknown else unknown, "mask": mask}),
    )


def _pre(fields: Fields) -> str:
    pre = fields.get("tokenizer.ggml.pre", "")
    if not isinstance(pre, str):
        raise EngineError("gguf_key_kind", place=_key("pre"), expected="a text")
    return pre or "default"


def _name(fields: Fields) -> str:
    name = fields.get("general.name", "")
    return name[:200] if isinstance(name, str) else ""


def _template(fields: Fields) -> str | None:
    template = fields.get("tokenizer.chat_template")
    return template if isinstance(template, str) else None


def _utf8(token_id: int, token: bytes) -> bytes:
    if not is_utf8(token):
        raise EngineError("token_not_text", place=Place("id", token_id), id=token_id, token=_shown(token))
    return token


def _shown(token: bytes) -> str:
    return token.decode("utf-8", "backslashreplace")[:80]


def _check_byte(token_id: int, spelling: bytes) -> None:
    try:
        byte_of(spelling)
    except ValueError:
        place = Place("id", token_id)
        raise EngineError("spm_byte_spelling", place=place, id=token_id, token=_shown(spelling)) from None


def _from_alphabet(token: str) -> bytes | None:
    """Return the bytes that a token stands for, or None if it is not in the byte alphabet."""
    alphabet = unicode_to_bytes()
    try:
        return bytes(map(alphabet.__getitem__, token))
    except KeyError:
        return None


def _byte_ids(ids: Mapping[bytes, int]) -> list[int]:
    """Return the id of each byte; some have none, such as those that UTF-8 never has."""
    alphabet = bytes_to_unicode()
    ids_of_bytes = [ids.get(alphabet[byte].encode(), NO_ID) for byte in range(256)]
    if ids_of_bytes.count(NO_ID) == len(ids_of_bytes):
        raise EngineError("bytes_missing", count=256, first="00")
    return ids_of_bytes


def _merges(fields: Fields, ids: Mapping[bytes, int]) -> NDArray[np.int64]:
    """Return the rows (left, right, new) of the merges."""
    merges = fields.get("tokenizer.ggml.merges", [])
    if not isinstance(merges, list):
        raise EngineError("gguf_key_kind", place=_key("merges"), expected="a list of texts")
    rows = np.empty((len(merges), 3), np.int64)
    for rank, merge in enumerate(paced(merges)):
        left, _, right = merge.partition(b" ")
        row = ids.get(left, -1), ids.get(right, -1), ids.get(left + right, -1)
        if min(row) < 0:
            raise EngineError("gguf_merge", place=_key("merges"), number=rank, merge=_shown(merge))
        rows[rank] = row
    return rows
