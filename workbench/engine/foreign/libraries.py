"""The child's side of foreign models: `tokenizers` and `sentencepiece` open, encode and decode here.

The operations run in the child (`isolation.py`). It keeps the few files that were used last, known by
their hash; requested one that it does not have, as after it was started again, it replies {"missing": true}
and is then sent the file. Whatever a library raises becomes an EngineError.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Protocol

from workbench.display.byte_alphabet import unicode_to_bytes
from workbench.engine.child.frames import Frame
from workbench.engine.child.library_faults import guarded

LIBRARIES = ("tokenizers", "sentencepiece")

# What a token is; the numbers cross the pipe.
ORDINARY, SPECIAL, BYTE, UNKNOWN = 0, 1, 2, 3

_KEPT = 4  # files kept open

# Text is cut into chunks only where each word is taken by itself: at white space that these drop, and with
# normalizers that look at no white space (tokenizers, pre_tokenizers and normalizers).
_WORD_SPLITS = {"BertPreTokenizer", "Whitespace", "WhitespaceSplit"}
_WORDWISE = {"BertNormalizer", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "StripAccents"}


class _Library(Protocol):
    """A file opened in its library."""

    def facts(self) -> tuple[dict[str, Any], tuple[bytes, ...]]:
        """Return what there is to know of the file, and its vocabulary as buffers (`open_operation`)."""

    def encode(self, text: bytes) -> tuple[array[int], array[int]]:
        """Return ids and offsets (start, end, …), as `encode_operation` counts them."""

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids."""


_guarded = partial(guarded, missing="foreign_missing", failed="foreign_failed")
_opened: dict[str, _Library] = {}


# --- operations, in the child -------------------------------------------------------------------


def check_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Open buffers[0] in header["library"] and keep nothing; replies one empty frame, or its error."""
    with _guarded(header["library"]):
        _OPEN[header["library"]](buffers[0])
    yield Frame({})


def open_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Open buffers[0] in header["library"] and keep it as header["key"].

    Replies one frame: {"special": {text: id}, "unknown", "before", "after": ids, "adds": bool, "context",
    "padding", "wordwise": bool, "version"} with ids uint32, the ends uint64 of their tokens, these one after
    the other, the same of what each adds to a text, kinds uint8, and scores float32 (empty for none).
    """
    with _guarded(header["library"]):
        library = _OPEN[header["library"]](buffers[0])
        facts, arrays = library.facts()
    _keep(header["key"], library)
    yield Frame(facts, arrays)


def encode_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Encode buffers[0]; replies ids uint32 and offsets uint64, (start, end).

    For tokenizers the text is UTF-8 and offsets count characters. For sentencepiece, which has a rule of its
    own for bytes that are not UTF-8 (0.2.3: each becomes U+FFFD after its normalizer), they count bytes.
    buffers[1] is the file, where it has to be opened again.
    """
    with _guarded(header["library"]):
        library = _library_of(header, buffers)
        if library is not None:
            ids, offsets = library.encode(buffers[0])
    if library is None:
        yield Frame({"missing": True})
    else:
        yield Frame({"done": len(buffers[0])}, (ids.tobytes(), offsets.tobytes()))


def decode_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Decode buffers[0], ids uint32; replies the text in UTF-8. buffers[1] as in `encode_operation`."""
    with _guarded(header["library"]):
        library = _library_of(header, buffers)
        text = "" if library is None else library.decode(array("I", buffers[0]).tolist())
    if library is None:
        yield Frame({"missing": True})
    else:
        yield Frame({}, (text.encode("utf-8", "replace"),))


def _library_of(header: Mapping[str, Any], buffers: Sequence[bytes]) -> _Library | None:
    library = _opened.get(header["key"])
    if library is None and len(buffers) > 1:
        library = _OPEN[header["library"]](buffers[1])
    if library is not None:
        _keep(header["key"], library)
    return library


def _keep(key: str, library: _Library) -> None:
    _opened.pop(key, None)
    _opened[key] = library
    while len(_opened) > _KEPT:
        del _opened[next(iter(_opened))]


# --- tokenizers ---------------------------------------------------------------------------------


class _HuggingFace:
    """A tokenizer.json, opened by `tokenizers`; special tokens in a text are plain text there."""

    def __init__(self, data: bytes) -> None:
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
        library: Any = importlib.import_module("tokenizers")
        self._version = str(library.__version__)
        self._spec: dict[str, Any] = json.loads(data)
        self._tokenizer = library.Tokenizer.from_str(data.decode())
        self._truncation, self._padding = self._tokenizer.truncation, self._tokenizer.padding
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._tokenizer.encode_special_tokens = True
        added: dict[int, Any] = self._tokenizer.get_added_tokens_decoder()
        self._special = {i: token.content for i, token in added.items() if _stands_alone(token)}
        n_special = sum(token.special for token in added.values())
        looks_back = self._looks_back() or self._meets([*added.values()])
        self._takes = n_special > 0 and (len(self._special) < n_special or looks_back)
        if self._takes:
            # What it makes of such a token depends on the text around it: then it finds them all itself.
            self._tokenizer.encode_special_tokens = False
            self._special = {}

    def _looks_back(self) -> bool:
        """Return whether a stretch of text is treated by where it is."""
        return any(part.get("prepend_scheme") == "first" for part in _steps(self._spec.get("pre_tokenizer")))

    def _meets(self, added: Sequence[Any]) -> bool:
        """Return whether a special token may stand where another token that is found has begun before."""
        special = {*self._special.values()}
        starts = {text[:n] for text in special for n in range(1, len(text))}
        longest = max(map(len, special), default=0)
        spaces = any(text[0].isspace() for text in special)
        others = [token for token in added if not (token.normalized or _stands_alone(token))]
        return any(token.rstrip and spaces for token in others) or any(
            (at > 0 and text[at : at + longest + 1] in starts)
            or any(text[at:end] in special for end in range(at + 1, min(at + longest, len(text)) + 1))
            for text in (token.content for token in others)
            for at in range(len(text))
        )

    def facts(self) -> tuple[dict[str, Any], tuple[bytes, ...]]:
        before, after = self._frame()
        vocab: dict[str, int] = self._tokenizer.get_vocab(with_added_tokens=True)
        tokens = {i: text for text, i in vocab.items() if i not in self._special}
        ids = sorted(tokens)
        shown = [self._bytes_of(tokens[i]) for i in ids]
        kinds = [self._kind(tokens[i]) for i in ids]
        facts = {
            "special": {text: i for i, text in self._special.items()},
            "unknown": [i for text, i in vocab.items() if self._kind(text) == UNKNOWN],
            "takes": self._takes,
            "before": before,
            "after": after,
            "adds": True,
            "context": None if self._truncation is None else self._truncation["max_length"],
            "padding": None if self._padding is None else self._padding["pad_id"],
            "wordwise": self._is_wordwise(),
            "version": self._version,
        }
        decoded = [self._decoded(token) for token in shown]
        return facts, _arrays(ids, shown, decoded, kinds, self._scores(ids))

    def _frame(self) -> tuple[list[int], list[int]]:
        """Return the ids that it puts before and after a text, none if they cannot be determined."""
        if self._spec.get("post_processor") is None:
            return [], []
        plain: list[int] = self._tokenizer.encode("a", add_special_tokens=False).ids
        framed: list[int] = self._tokenizer.encode("a", add_special_tokens=True).ids
        if len(framed) == len(plain) or not plain:
            return [], []
        for start in range(len(framed) - len(plain) + 1):
            end = start + len(plain)
            if framed[start:end] == plain:
                return framed[:start], framed[end:]
        return [], []

    def _scores(self, ids: Sequence[int]) -> array[float]:
        model = self._spec["model"]
        rows = model["vocab"] if isinstance(model.get("vocab"), list) else []
        return array("f", (float(rows[i][1]) if i < len(rows) else 0.0 for i in ids) if rows else ())

    def _kind(self, token: str) -> int:
        model = self._spec["model"]
        if model.get("byte_fallback") and _fallback_byte(token) is not None:
            return BYTE
        unknown = model.get("unk_token")
        if isinstance(model.get("unk_id"), int):
            unknown = model["vocab"][model["unk_id"]][0]
        return UNKNOWN if token == unknown else ORDINARY

    def _bytes_of(self, token: str) -> bytes:
        """Return the bytes that a token shows: those of its alphabet, or its text with plain spaces."""
        if any(part.get("type") == "ByteLevel" for part in self._parts()):
            with contextlib.suppress(KeyError):
                return bytes(unicode_to_bytes()[character] for character in token)
            return token.encode()
        byte = _fallback_byte(token) if self._spec["model"].get("byte_fallback") else None
        if byte is not None:
            return byte
        return token.replace(self._space(), " ").encode() if self._space() else token.encode()

    def _decoded(self, token: bytes) -> bytes:
        """Return what a token adds to a text that goes on; WordPiece puts spaces before words."""
        for part in _steps(self._spec.get("decoder")):
            if part.get("type") == "WordPiece":
                prefix = str(part.get("prefix", "##")).encode()
                return token.removeprefix(prefix) if token.startswith(prefix) else b" " + token
        return token

    def _parts(self) -> list[dict[str, Any]]:
        return _steps(self._spec.get("pre_tokenizer")) + _steps(self._spec.get("decoder"))

    def _space(self) -> str:
        for part in self._parts():
            if part.get("type") == "Metaspace":
                return str(part.get("replacement", "▁"))
        return ""

    def _is_wordwise(self) -> bool:
        splits = _steps(self._spec.get("pre_tokenizer"))
        changes = _steps(self._spec.get("normalizer"))
        added = self._tokenizer.get_added_tokens_decoder().values()
        return (
            bool(splits)
            and all(part.get("type") in _WORD_SPLITS for part in splits)
            and all(part.get("type") in _WORDWISE for part in changes)
            and not any(" " in token.content or token.lstrip or token.rstrip for token in added)
        )

    def encode(self, text: bytes) -> tuple[array[int], array[int]]:
        encoded = self._tokenizer.encode(text.decode(), add_special_tokens=False)
        return array("I", encoded.ids), array("Q", chain.from_iterable(encoded.offsets))

    def decode(self, ids: Sequence[int]) -> str:
        return str(self._tokenizer.decode(ids, skip_special_tokens=False))


def _stands_alone(token: Any) -> bool:  # noqa: ANN401 - tokenizers.AddedToken
    """Return whether a special token is its text, whatever the context."""
    return bool(token.special) and not (token.lstrip or token.rstrip or token.single_word or token.normalized)


def _steps(part: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - JSON
    """Return the parts of a Sequence, or the part itself, as one list."""
    if not isinstance(part, dict):
        return []
    for key in ("pretokenizers", "normalizers", "decoders"):
        if isinstance(part.get(key), list):
            return [step for inner in part[key] for step in _steps(inner)]
    return [part]


def _fallback_byte(token: str) -> bytes | None:
    if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
        with contextlib.suppress(ValueError):
            return bytes((int(token[3:5], 16),))
    return None


# --- sentencepiece ------------------------------------------------------------------------------


class _SentencePiece:
    """A SentencePiece model of any kind, opened by `sentencepiece`."""

    def __init__(self, data: bytes) -> None:
        library: Any = importlib.import_module("sentencepiece")
        self._version = str(library.__version__)
        self._tokenizer = library.SentencePieceProcessor(model_proto=data)

    def facts(self) -> tuple[dict[str, Any], tuple[bytes, ...]]:
        library = self._tokenizer
        every = range(library.get_piece_size())
        special = {library.id_to_piece(i): i for i in every if library.is_control(i)}
        ids = [i for i in every if not library.is_control(i)]
        kinds = [UNKNOWN if library.is_unknown(i) else BYTE if library.is_byte(i) else ORDINARY for i in ids]
        shown = [self._bytes_of(i) for i in ids]
        decoded = [
            b" \xe2\x81\x87 " if library.is_unknown(i) else token for i, token in zip(ids, shown, strict=True)
        ]
        facts = {
            "special": special,
            "unknown": [i for i in every if library.is_unknown(i)],
            "takes": False,
            "before": [i for i in (library.bos_id(),) if i >= 0],
            "after": [i for i in (library.eos_id(),) if i >= 0],
            "adds": False,
            "context": None,
            "padding": library.pad_id() if library.pad_id() >= 0 else None,
            "wordwise": False,
            "version": self._version,
        }
        return facts, _arrays(ids, shown, decoded, kinds, array("f", map(library.get_score, ids)))

    def _bytes_of(self, token_id: int) -> bytes:
        piece = str(self._tokenizer.id_to_piece(token_id))
        byte = _fallback_byte(piece) if self._tokenizer.is_byte(token_id) else None
        return piece.replace("▁", " ").encode("utf-8", "replace") if byte is None else byte

    def encode(self, text: bytes) -> tuple[array[int], array[int]]:
        encoded = self._tokenizer.encode_as_offset_mapping(text)
        return array("I", encoded["ids"]), array("Q", chain.from_iterable(encoded["offsets"]))

    def decode(self, ids: Sequence[int]) -> str:
        return str(self._tokenizer.decode(ids)) if ids else ""


_OPEN: Mapping[str, Any] = {"tokenizers": _HuggingFace, "sentencepiece": _SentencePiece}


def _arrays(
    ids: Sequence[int],
    tokens: Sequence[bytes],
    decoded: Sequence[bytes],
    kinds: Sequence[int],
    scores: array[float],
) -> tuple[bytes, ...]:
    """Return the vocabulary as buffers, see `open_operation`."""
    texts = (_ends(tokens), b"".join(tokens), _ends(decoded), b"".join(decoded))
    return (array("I", ids).tobytes(), *texts, bytes(kinds), scores.tobytes())


def _ends(tokens: Sequence[bytes]) -> bytes:
    ends, end = array("Q"), 0
    for token in tokens:
        end += len(token)
        ends.append(end)
    return ends.tobytes()
