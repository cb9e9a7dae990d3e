"""Reading SentencePiece's model files of the usual shape without the child process.

A piece there is a text, a score and, unless it is an ordinary one, a type, in this order and in less than 128
bytes; the pieces come first, and the normalizer has no table of its own. `proto` reads any other file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.frames import Frame
from workbench.engine.models.score_vocabulary import Kind
from workbench.formats.sentencepiece.proto import FIXED, LENGTH_DELIMITED, MODEL_TYPES, MOST_PIECES, varint

_TEXT, _SCORE, _KIND = 0x0A, 0x15, 0x18  # the fields of a piece
_SHORTEST = 8  # bytes of a piece: a text of one, and a score
_TOGETHER = 8192  # pieces between two points
_TRAINER_SPEC, _NORMALIZER_SPEC, _CHARSMAP = 0x12, 0x1A, 0x12
_TRAINER = {
    "model_type": (24, 1),
    "treat_whitespace_as_suffix": (192, False),
    "byte_fallback": (280, False),
    "unk_surface": (354, " \u2047 ".encode()),
    "unk": (362, b"<unk>"),
    "bos": (370, b"<s>"),
    "eos": (378, b"</s>"),
    "pad": (386, b"<pad>"),
}
_NORMALIZER = {
    "name": (10, b""),
    "add_dummy_prefix": (24, True),
    "remove_extra_whitespaces": (32, True),
    "escape_whitespaces": (40, True),
}


def read_regular(data: bytes) -> Frame | None:
    """Return what `proto.read_operation` replies about a file, or None where it has to be asked."""
    parts = [(b"", np.empty(0, np.int64), b"", b"")]
    position = 0
    try:
        while data[position : position + 1] == b"\n":
            starts, position = _starts(data, position)
            parts.append(_pieces(np.frombuffer(data, np.uint8)[:position], starts))
            point()
        fields = _fields(data, position)
        specs = {_TRAINER_SPEC: b"", _NORMALIZER_SPEC: b""} | dict(fields)
        trainer, normalizer = dict(_fields(specs[_TRAINER_SPEC])), dict(_fields(specs[_NORMALIZER_SPEC]))
        facts = _said(trainer, _TRAINER) | _said(normalizer, _NORMALIZER)
    except (ValueError, EngineError):
        return None
    blobs, lengths, scores, kinds = zip(*parts, strict=True)
    ends = np.concatenate(lengths).cumsum().astype(np.uint64)
    is_other = len(specs) > 2 or len(fields) > len(dict(fields)) or bool(normalizer.get(_CHARSMAP))
    if is_other or facts["model_type"] not in MODEL_TYPES or len(ends) > MOST_PIECES:
        return None
    facts |= {"denormalizer": False, "refused": ""}
    return Frame(facts, (b"".join(blobs), ends.tobytes(), b"".join(scores), b"".join(kinds), b""))


def _starts(data: bytes, position: int) -> tuple[NDArray[np.int64], int]:
    """Return where some pieces begin, and where the last one ends."""
    starts: list[int] = []
    last = len(data) - 2 - _SHORTEST
    while len(starts) < _TOGETHER and position <= last and data[position] == _TEXT:
        if not _SHORTEST <= data[position + 1] < 0x80:
            raise ValueError
        starts.append(position)
        position += 2 + data[position + 1]
    if not starts or position > len(data):
        raise ValueError
    return np.array(starts, np.int64), position


def _pieces(
    data: NDArray[np.uint8], starts: NDArray[np.int64]
) -> tuple[bytes, NDArray[np.int64], bytes, bytes]:
    """Return the texts of pieces one after the other, their lengths, float32 scores and uint8 types."""
    sizes, lengths = data[starts + 1].astype(np.int64), data[starts + 3].astype(np.int64)
    ends = starts + 4 + lengths  # of the texts
    is_named = sizes == lengths + 9
    if not (lengths.all() and (is_named | (sizes == lengths + 7)).all()):
        raise ValueError
    named = ends[is_named] + 5
    kinds = np.ones(len(starts), np.uint8)
    kinds[is_named] = data[named + 1]
    scores = data[ends[:, None] + np.arange(1, 5)].copy().view("<f4")
    marks = np.zeros(len(data) - int(starts[0]), np.int8)
    marks[starts + 4 - starts[0]] = 1
    marks[ends - starts[0]] = -1
    blob = data[int(starts[0]) :][marks.cumsum(dtype=np.int8).view(np.bool_)].tobytes()
    blob.decode()
    is_text = (data[starts + 2] == _TEXT).all() and (data[starts + 4] & 0xC0 != 0x80).all()
    is_scored = (data[ends] == _SCORE).all() and np.isfinite(scores).all()
    is_kind = (data[named] == _KIND).all() and ((kinds - 1) < len(Kind)).all()  # 0 - 1 is 255
    if not (is_text and is_scored and is_kind):
        raise ValueError
    return blob, lengths, scores.tobytes(), kinds.tobytes()


def _fields(data: bytes, position: int = 0) -> list[tuple[int, Any]]:
    """Return the keys and values of a message; raises ValueError, EngineError."""
    fields: list[tuple[int, Any]] = []
    while position < len(data):
        key, at = varint(data, position, position)
        if key < 8 or at - position > 2:
            raise ValueError
        value: Any = b""
        if (size := FIXED.get(key & 7)) is None:
            value, end = varint(data, at, position)
            if key & 7 == LENGTH_DELIMITED and end - at <= 4:
                size, at = value, end
            elif key & 7 or value >> 64:
                raise ValueError
        if size is not None:
            value, end = data[at : at + size], at + size
        fields.append((key, value))
        position = end
    if position > len(data):
        raise ValueError
    return fields


def _said(fields: Mapping[int, Any], wanted: Mapping[str, tuple[int, Any]]) -> dict[str, Any]:
    """Return what is wanted of a message, or what goes without saying."""
    said = {name: (fields.get(key, default), default) for name, (key, default) in wanted.items()}
    return {
        name: value.decode() if isinstance(value, bytes) else type(default)(value)
        for name, (value, default) in said.items()
    }
