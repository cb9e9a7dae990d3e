"""The messages of SentencePiece's model files (google/sentencepiece, sentencepiece_model.proto).

Those that `regular` leaves are read in the child, by the package's own protobuf module, after the sizes that
the file gives have been checked; no numpy here, for the child's memory limit counts address space. They are
written field by field (protobuf.dev, "Encoding").
"""

from __future__ import annotations

import importlib
import math
import struct
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced
from workbench.engine.child.frames import Frame
from workbench.engine.child.library_faults import guarded

LONGEST_PIECE = 8000  # bytes; sentencepiece takes shorter ones only (model_interface.cc)
MOST_PIECES = 1 << 22

MODEL_TYPES = {1: "Unigram", 2: "BPE", 3: "Word", 4: "Char"}

_PIECES = 1  # the number of the field
LENGTH_DELIMITED = 2
_SHORT_PIECE = _PIECES << 3 | LENGTH_DELIMITED  # and a length below 0x80: nearly always, and it saves half
FIXED = {1: 8, 5: 4}

_SPECIAL = ("unk", "bos", "eos", "pad")
_TRAINER = ("model_type", "byte_fallback", "treat_whitespace_as_suffix", "unk_surface")
_NORMALIZER = ("name", "add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")


# --- reading ------------------------------------------------------------------------------------


def read_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Parse buffers[0]; reply what it says of the model, and five buffers.

    The header has the fields of `_TRAINER` and `_NORMALIZER`, the pieces for start, end and padding,
    whether there is a denormalizer, and why sentencepiece refuses the normalizer, "" where it does not. The
    buffers: the pieces one after the other, their ends as uint64, scores as float32, types as uint8, the
    precompiled charsmap.
    """
    check_sizes(buffers[0])
    model = _parsed(buffers[0])
    pieces = [_piece(token_id, piece.piece) for token_id, piece in enumerate(model.pieces)]
    scores = [_score(token_id, piece.score) for token_id, piece in enumerate(model.pieces)]
    trainer, normalizer = model.trainer_spec, model.normalizer_spec
    facts: dict[str, Any] = {name: _text(getattr(trainer, name)) for name in _TRAINER}
    facts |= {name: _text(getattr(normalizer, name)) for name in _NORMALIZER}
    facts |= {name: _text(getattr(trainer, f"{name}_piece")) for name in _SPECIAL}
    facts["denormalizer"] = bool(model.denormalizer_spec.precompiled_charsmap)
    facts["refused"] = _refused(normalizer) if normalizer.precompiled_charsmap else ""
    yield Frame(
        facts,
        (
            b"".join(pieces),
            array("Q", accumulate(map(len, pieces))).tobytes(),
            array("f", scores).tobytes(),
            bytes(piece.type for piece in model.pieces),
            normalizer.precompiled_charsmap,
        ),
    )


def _parsed(data: bytes) -> Any:  # noqa: ANN401  # protobuf makes its classes as it runs
    message: Any = importlib.import_module("google.protobuf.message")
    messages: Any = importlib.import_module("sentencepiece.sentencepiece_model_pb2")
    model = messages.ModelProto()
    try:
        model.ParseFromString(data)
    except message.DecodeError as fault:
        raise EngineError("spm_broken", reason=str(fault)) from fault
    return model


def _refused(normalizer: Any) -> str:  # noqa: ANN401
    """Return why sentencepiece itself takes no such normalizer, "" where it does."""
    messages: Any = importlib.import_module("sentencepiece.sentencepiece_model_pb2")
    probe = messages.ModelProto(normalizer_spec=normalizer)
    probe.pieces.add(piece="<unk>", type=2)
    probe.pieces.add(piece="a")
    try:
        with guarded("sentencepiece", missing="foreign_missing", failed="foreign_failed"):
            importlib.import_module("sentencepiece").SentencePieceProcessor(
                model_proto=probe.SerializeToString()
            )
    except EngineError as fault:
        return str(fault.facts.get("reason", fault.cause))
    return ""


def _text(value: object) -> object:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _piece(token_id: int, piece: str | bytes) -> bytes:
    """Return a piece; protobuf gives bytes where they are not UTF-8."""
    if isinstance(piece, bytes):
        shown = piece.decode("utf-8", "backslashreplace")[:80]
        raise EngineError("token_not_text", place=Place("id", token_id), id=token_id, token=shown)
    data = piece.encode()
    if not data:
        raise EngineError("token_empty", place=Place("id", token_id), id=token_id)
    if len(data) >= LONGEST_PIECE:
        place = Place("id", token_id)
        raise EngineError("spm_piece_long", place=place, id=token_id, length=len(data), limit=LONGEST_PIECE)
    return data


def _score(token_id: int, score: float) -> float:
    if not math.isfinite(score):
        raise EngineError("token_score", place=Place("id", token_id), id=token_id, score=str(score))
    return score


def check_sizes(data: bytes) -> None:
    """Go through the outermost fields; raises EngineError naming the byte where a length leads outside."""
    position = n_pieces = 0
    all_short = len(data) - 130
    while position < len(data):
        start = position
        if position < all_short and data[position] == _SHORT_PIECE and data[position + 1] < 0x80:
            position += 2 + data[position + 1]
            n_pieces += 1
            continue
        key, position = varint(data, position, start)
        kind = key & 7
        if kind == LENGTH_DELIMITED:
            length, position = varint(data, position, start)
            position += length
        elif kind in FIXED:
            position += FIXED[kind]
        elif kind == 0:
            _, position = varint(data, position, start)
        else:
            raise EngineError("spm_field", place=Place("byte", start), kind=kind)
        if position > len(data):
            raise EngineError("file_short", place=Place("byte", start), needed=position, size=len(data))
        n_pieces += key >> 3 == _PIECES
    if n_pieces > MOST_PIECES:
        raise EngineError("spm_too_many", count=n_pieces, limit=MOST_PIECES)


def varint(data: bytes, position: int, start: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, the lowest first, and where it ends."""
    value = 0
    for shift in range(0, 70, 7):
        if position >= len(data):
            raise EngineError("file_short", place=Place("byte", start), needed=position + 1, size=len(data))
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise EngineError("spm_field", place=Place("byte", start), kind="a number without end")


# --- writing ------------------------------------------------------------------------------------


def model_file(facts: Mapping[str, Any], pieces: Iterable[tuple[bytes, float, int]]) -> bytes:
    """Return a model file of pieces, scores and types.

    `facts` are those that `read_operation` replies, `vocab_size`, the ids `unk_id`, `bos_id`, `eos_id` and
    `pad_id`, -1 for none, `unk` and "charsmap", bytes.
    """
    parts: list[bytes] = []
    for piece, score, kind in paced(pieces):
        # The ordinary kind is what goes without saying.
        named = b"" if kind == 1 else _number(3, kind)
        parts.append(_bytes(_PIECES, _bytes(1, piece) + b"\x15" + struct.pack("<f", score) + named))
    trainer = [
        _number(3, facts["model_type"]),
        _number(4, facts["vocab_size"]),
        _number(24, facts["treat_whitespace_as_suffix"]),
        _number(35, facts["byte_fallback"]),
        *(_number(40 + place, facts[f"{name}_id"]) for place, name in enumerate(_SPECIAL)),
        _bytes(44, facts["unk_surface"].encode()),
        *(_bytes(45 + place, facts[name].encode()) for place, name in enumerate(_SPECIAL)),
    ]
    normalizer = [
        _bytes(1, facts["name"].encode()),
        _bytes(2, facts["charsmap"]),
        *(_number(3 + place, facts[name]) for place, name in enumerate(_NORMALIZER[1:])),
    ]
    parts += _bytes(2, b"".join(trainer)), _bytes(3, b"".join(normalizer))
    return b"".join(parts)


def _number(field: int, value: int) -> bytes:
    return _varint_bytes(field << 3) + _varint_bytes(value & (1 << 64) - 1)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint_bytes(field << 3 | LENGTH_DELIMITED) + _varint_bytes(len(value)) + value


def _varint_bytes(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
