"""The head of a GGUF file (ggml-org/ggml, docs/gguf.md), read in the child; no tensor is looked at.

Magic `GGUF`, version, number of tensors, number of keys; then each key: its name, the type of its value, the
value. What it says of its own sizes is compared with the size of the file before anything is taken, so that a
file of a few bytes cannot ask for terabytes (as it can of gguf 0.19.0). Nothing here imports numpy, which the
child's memory limit has no room for.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.child.frames import Frame

MAGIC = b"GGUF"
MOST_KEYS = 1 << 16
LONGEST_KEY = 1 << 16  # bytes, as gguf.md says
DEEPEST = 8  # arrays in arrays
# Types of values by number, as struct calls them.
NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
STRING, ARRAY = 8, 9

_SMALLEST_KEY = 8 + 1 + 4 + 1  # bytes: length, a letter, type, value
_SMALLEST_TENSOR = 8 + 4 + 4 + 8  # bytes of its description: length of the name, dimensions, type, offset
_KEPT = ("tokenizer.", "general.", "split.")


def parse_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Parse buffers[0], the start of a file of header["size"] bytes; replies what `head` returns."""
    yield Frame({}, head(buffers[0], int(header["size"])))


def head(data: bytes, size: int) -> tuple[bytes, ...]:
    """Return the values of the keys that concern a tokenizer: JSON, and the buffers that it speaks of.

    These keys begin with "tokenizer.", "general." or "split.". The JSON has for each of them ["value", it],
    ["strings", n] with the ends, uint64, in the buffer n and the strings in n + 1, or ["array", n, type] with
    the numbers, little-endian and of a type of struct, in the buffer n.

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
    n_tensors = reader.number("Q")
    n_keys = reader.number("Q")
    if n_keys > min(MOST_KEYS, (size - reader.position) // _SMALLEST_KEY):
        raise reader.fault("gguf_too_many_keys", count=n_keys)
    values: dict[str, list[Any]] = {}
    seen: set[bytes] = set()
    for _ in range(n_keys):
        name = reader.string(LONGEST_KEY)
        if name in seen:
            raise reader.fault("gguf_key_twice", key=name.decode("utf-8", "backslashreplace")[:80])
        seen.add(name)
        key = reader.text(name)
        reader.keeps = key.startswith(_KEPT)
        value = reader.value(reader.number("I"))
        if reader.keeps:
            values[key] = value
    if n_tensors > (size - reader.position) // _SMALLEST_TENSOR:
        needed = reader.position + n_tensors * _SMALLEST_TENSOR
        raise reader.fault("file_short", needed=needed, size=size)
    return (json.dumps(values).encode(), *reader.buffers)


@dataclass(slots=True)
class _Reader:
    """Where reading has got to.

    Attributes:
        data: the start of the file.
        size: of the whole file.
        position: in the data.
        order: of the bytes of a number, in struct's notation.
        keeps: whether the arrays that are read are wanted.
        buffers: those that were, except for the first one, the JSON.

    """

    data: bytes
    size: int
    position: int = 4
    order: str = "<"
    keeps: bool = True
    buffers: list[bytes] = field(default_factory=list)

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
            raise self.fault("file_short", needed=end, size=self.size)
        if end > len(self.data):
            raise self.fault("gguf_head_long", needed=end, limit=len(self.data))

    def string(self, longest: int | None = None) -> bytes:
        """Read a string: its length in 64 bits, its bytes."""
        length = self.number("Q")
        if longest is not None and not 0 < length <= longest:
            raise self.fault("gguf_key_long", length=length, limit=longest)
        return self.taken(length)

    def taken(self, n_bytes: int) -> bytes:
        """Read so many bytes."""
        self.need(n_bytes)
        start, self.position = self.position, self.position + n_bytes
        return self.data[start : self.position]

    def value(self, kind: int, depth: int = 0) -> list[Any]:
        """Read a value of a type, and return it as `head` shows such values."""
        if kind in NUMBERS:
            return ["value", self.number(NUMBERS[kind])]
        if kind == STRING:
            return ["value", self.text(self.string())]
        if kind != ARRAY:
            raise self.fault("gguf_type", kind=kind)
        if depth == DEEPEST:
            raise self.fault("gguf_deep", limit=DEEPEST)
        kind, count = self.number("I"), self.number("Q")
        if kind in NUMBERS:
            numbers = self.numbers(kind, count)
            return ["array", self.kept(numbers), NUMBERS[kind]]
        self.need(8 * count)  # at least that: an array has a type, a string its length
        if kind == STRING:
            return ["strings", self.strings(count)]
        for _ in range(count):
            self.value(kind, depth + 1)
        return ["strings", self.kept(b"", b"")]  # nothing of a tokenizer is nested

    def numbers(self, kind: int, count: int) -> bytes:
        """Read an array of numbers, and return it little-endian."""
        width = struct.calcsize("<" + NUMBERS[kind])
        data = self.taken(count * width)
        if self.order == "<" or width == 1:
            return data
        swapped = array("BHIQ"[(1, 2, 4, 8).index(width)], data)
        swapped.byteswap()
        return swapped.tobytes()

    def strings(self, count: int) -> int:
        """Read an array of strings, and return the number of its first buffer."""
        unpack = struct.Struct(self.order + "Q").unpack_from
        ends, blob = array("Q"), bytearray()
        data, position, last = self.data, self.position, len(self.data)
        for _ in range(count):
            start = position + 8
            position = start + unpack(data, position)[0] if start <= last else last + 1
            if position > last:
                # Once more, slowly, for the message.
                self.position = min(start - 8, last)
                self.string()
            blob += data[start:position]
            ends.append(len(blob))
        self.position = position
        return self.kept(_little(ends), bytes(blob))

    def kept(self, *buffers: bytes) -> int:
        """Keep buffers, and return the number of the first."""
        first = len(self.buffers) + 1
        if self.keeps:
            self.buffers += buffers
        return first

    def text(self, data: bytes) -> str:
        """Return a string as text; raises EngineError if it is not UTF-8."""
        try:
            return data.decode()
        except UnicodeDecodeError:
            shown = data.decode("utf-8", "backslashreplace")[:80]
            raise self.fault("gguf_not_text", text=shown) from None

    def fault(self, code: str, **facts: Fact) -> EngineError:
        """Return an error at this place."""
        return EngineError(code, file=None, place=Place("byte", self.position), **facts)


def _little(ends: array[int]) -> bytes:
    if sys.byteorder == "big":
        ends.byteswap()
    return ends.tobytes()
