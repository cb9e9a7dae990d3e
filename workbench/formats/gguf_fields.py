"""The head of a GGUF file: its keys and values (ggml-org/ggml, docs/gguf.md), read and written.

Magic `GGUF`, version, number of tensors, number of keys; then each key: its name, the type of its value, the
value. What it says of its own sizes is held against the size of the file before anything is taken, so that a
file of a few bytes cannot ask for terabytes (as it can of gguf 0.19.0). No tensor is looked at.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.errors import EngineError, Fact, Place

MAGIC = b"GGUF"
MOST_KEYS = 1 << 16
LONGEST_KEY = 1 << 16  # bytes, as gguf.md says
DEEPEST = 8  # arrays in arrays

_SLICE = 8192  # strings between two yields
_STRING, _ARRAY = 8, 9
# Types of values by number, as numpy calls them; bool is a byte.
_NUMBERS = {
    0: "u1", 1: "i1", 2: "u2", 3: "i2", 4: "u4", 5: "i4", 6: "f4", 7: "?", 10: "u8", 11: "i8", 12: "f8",
}  # fmt: skip
_SMALLEST_KEY = 8 + 1 + 4 + 1  # bytes: length, a letter, type, value

Strings = list[bytes]
Value = int | float | bool | str | Strings | NDArray[Any]


@dataclass(slots=True)
class _Reader:
    """Where reading has got to; `size` is that of the whole file, of which `data` is the start."""

    data: bytes
    size: int
    position: int = 4
    order: str = "<"

    def number(self, kind: str) -> Any:  # noqa: ANN401 - struct's
        """Read one number of a struct format."""
        form = struct.Struct(self.order + kind)
        self.need(form.size)
        value = form.unpack_from(self.data, self.position)[0]
        self.position += form.size
        return value

    def need(self, n_bytes: int) -> None:
        """Raise EngineError unless so many bytes follow."""
        end = self.position + n_bytes
        if end > self.size:
            raise self.fault("gguf_cut", needed=end, size=self.size)
        if end > len(self.data):
            raise self.fault("gguf_head_long", needed=end, limit=len(self.data))

    def string(self, longest: int | None = None) -> bytes:
        """Read a string: its length in 64 bits, its bytes."""
        length = self.number("Q")
        if longest is not None and not 0 < length <= longest:
            raise self.fault("gguf_key_long", length=length, limit=longest)
        self.need(length)
        start, self.position = self.position, self.position + length
        return self.data[start : self.position]

    def fault(self, code: str, **facts: Fact) -> EngineError:
        """Return an error at this place."""
        return EngineError(code, file=None, place=Place("byte", self.position), **facts)


def fields_steps(data: bytes, size: int) -> Generator[None, None, dict[str, Value]]:
    """Yield None at least every 20 ms and return the values of the keys that concern a tokenizer.

    These begin with "tokenizer.", "general." or "split.".

    Args:
        data: the start of the file.
        size: of the whole file.

    Raises:
        EngineError: naming the byte and what is wrong there.

    """
    reader = _Reader(data, size)
    version = reader.number("I")
    if version & 0xFFFF == 0 and version:
        reader.order, version = ">", int.from_bytes(version.to_bytes(4, "little"), "big")
    if version not in (2, 3):
        raise reader.fault("gguf_version", version=version)
    reader.number("Q")  # tensors
    n_keys = reader.number("Q")
    if n_keys > min(MOST_KEYS, (size - reader.position) // _SMALLEST_KEY):
        raise reader.fault("gguf_too_many_keys", count=n_keys)
    fields: dict[str, Value] = {}
    seen: set[bytes] = set()
    for _ in range(n_keys):
        name = reader.string(LONGEST_KEY)
        if name in seen:
            raise reader.fault("gguf_key_twice", key=name.decode("utf-8", "backslashreplace")[:80])
        seen.add(name)
        value = yield from _value_steps(reader, reader.number("I"), 0)
        key = _text(reader, name)
        if key.startswith(("tokenizer.", "general.", "split.")):
            fields[key] = value
        yield
    return fields


def _value_steps(reader: _Reader, kind: int, depth: int) -> Generator[None, None, Value]:
    if kind in _NUMBERS:
        number: int | float | bool = reader.number(np.dtype(_NUMBERS[kind]).char)
        return number
    if kind == _STRING:
        return _text(reader, reader.string())
    if kind != _ARRAY:
        raise reader.fault("gguf_type", kind=kind)
    if depth == DEEPEST:
        raise reader.fault("gguf_deep", limit=DEEPEST)
    kind, count = reader.number("I"), reader.number("Q")
    if kind in _NUMBERS:
        form = np.dtype(reader.order + _NUMBERS[kind].replace("?", "b1"))
        reader.need(count * form.itemsize)
        start, reader.position = reader.position, reader.position + count * form.itemsize
        return np.frombuffer(reader.data, form, count, start).astype(form.newbyteorder("="))
    reader.need(8 * count)  # at least that: an array has a type, a string its length
    strings: Strings = []
    for number_of_it in range(count):
        if kind == _STRING:
            strings.append(reader.string())
        else:
            yield from _value_steps(reader, kind, depth + 1)
        if number_of_it % _SLICE == 0:
            yield
    return strings


def _text(reader: _Reader, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        shown = data.decode("utf-8", "backslashreplace")[:80]
        raise reader.fault("gguf_not_text", text=shown) from None


# --- writing ------------------------------------------------------------------------------------


def head_steps(
    fields: Mapping[str, bool | int | str | Sequence[bytes] | NDArray[Any]],
) -> Generator[None, None, bytes]:
    """Yield None at least every 20 ms and return a file of these keys and no tensors, version 3.

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
            parts += struct.pack("<I", _STRING), _packed(value.encode())
        elif isinstance(value, np.ndarray):
            kind = 6 if value.dtype.kind == "f" else 5
            parts.append(struct.pack("<IIQ", _ARRAY, kind, len(value)))
            parts.append(value.astype("<" + _NUMBERS[kind]).tobytes())
        else:
            parts.append(struct.pack("<IIQ", _ARRAY, _STRING, len(value)))
            for start in range(0, len(value), _SLICE):
                parts += map(_packed, value[start : start + _SLICE])
                yield
        yield
    return b"".join(parts)


def _packed(text: bytes) -> bytes:
    return struct.pack("<Q", len(text)) + text
