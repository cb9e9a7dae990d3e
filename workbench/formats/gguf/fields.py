"""The keys of a GGUF file and their values (`head`), received from the child and written."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.child.isolation import Child, Limit
from workbench.formats.child_parsing import reply_of
from workbench.formats.gguf.head import ARRAY, MAGIC, STRING, parse_operation

_READING = Limit(10.0)

Strings = list[bytes]
Value = int | float | bool | str | Strings | NDArray[Any]


def fields_of(data: bytes, size: int, child: Child | None) -> dict[str, Value]:
    """Return the values of the keys that concern a tokenizer.

    They are read in the child, which ends where a file takes too much time or memory.

    Args:
        data: the start of the file.
        size: of the whole file.
        child: without it one is started.

    Raises:
        EngineError: naming the byte and what is wrong there.

    """
    frame = reply_of(parse_operation, (data,), child, _READING, {"size": size})
    return received(frame.buffers)


def received(buffers: Sequence[bytes]) -> dict[str, Value]:
    """Return the values that `head.head` has put into buffers."""
    fields: dict[str, Value] = {}
    for key, (kind, *what) in json.loads(buffers[0]).items():
        if kind == "value":
            fields[key] = what[0]
        elif kind == "array":
            form = np.dtype("<" + what[1])
            fields[key] = np.frombuffer(buffers[what[0]], form).astype(form.newbyteorder("="))
        else:
            fields[key] = _strings(buffers[what[0]], buffers[what[0] + 1])
        point()
    return fields


def _strings(ends: bytes, blob: bytes) -> Strings:
    borders = np.concatenate((np.zeros(1, np.uint64), np.frombuffer(ends, "<u8")))
    strings: Strings = []
    for part in paced_slices(len(borders) - 1, 8192):
        ends_of_part = borders[part.start : part.stop + 1].tolist()
        strings += (blob[start:end] for start, end in pairwise(ends_of_part))
    return strings


# --- writing ------------------------------------------------------------------------------------


def head_of(
    fields: Mapping[str, bool | int | str | Sequence[bytes] | NDArray[Any]],
) -> bytes:
    """Return a file of these keys and no tensors, version 3.

    Whole numbers are written as uint32, lists as arrays of strings, numpy arrays as arrays of float32 or
    int32.
    """
    parts = [MAGIC, struct.pack("<IQQ", 3, 0, len(fields))]
    for key, value in fields.items():
        parts.append(_packed(key.encode()))
        if isinstance(value, bool):
            parts.append(struct.pack("<I?", 7, value))
        elif isinstance(value, int):
            parts.append(struct.pack("<II", 4, value))
        elif isinstance(value, str):
            parts += struct.pack("<I", STRING), _packed(value.encode())
        elif isinstance(value, np.ndarray):
            kind = 6 if value.dtype.kind == "f" else 5
            parts.append(struct.pack("<IIQ", ARRAY, kind, len(value)))
            parts.append(value.astype("<f4" if kind == 6 else "<i4").tobytes())
        else:
            parts.append(struct.pack("<IIQ", ARRAY, STRING, len(value)))
            parts += map(_packed, paced(value))
        point()
    return b"".join(parts)


def _packed(text: bytes) -> bytes:
    return struct.pack("<Q", len(text)) + text
