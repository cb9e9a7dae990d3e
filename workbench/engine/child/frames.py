"""Frames between the program and its child process: JSON and raw buffers, never objects.

    4 bytes, little endian: length of the header · the header, JSON · the buffers, one after the other

The header's "sizes" are the lengths of the buffers; all lengths are checked before anything is kept.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MAX_HEADER = 1 << 20  # bytes
MAX_PAYLOAD = 5 << 28  # bytes, of all buffers of a frame: more than the largest file that `anyway` opens


@dataclass(frozen=True, slots=True)
class Frame:
    """One message: plain JSON data and raw buffers."""

    header: Mapping[str, Any]
    buffers: tuple[bytes, ...] = ()


class BrokenFrameError(Exception):
    """The other side sent something that is not a frame."""


def pack(frame: Frame) -> list[bytes]:
    """Return the bytes of a frame, in parts, so that large buffers are not copied."""
    header = json.dumps({**frame.header, "sizes": [len(buffer) for buffer in frame.buffers]}).encode("ascii")
    return [struct.pack("<I", len(header)) + header, *frame.buffers]


class FrameParser:
    """Assembles frames from bytes that arrive in any chunks."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self._header: dict[str, Any] | None = None
        self._sizes: list[int] = []

    def feed(self, data: bytes) -> None:
        """Take the next bytes."""
        self._pending += data

    def next_frame(self) -> Frame | None:
        """Return the next whole frame, or None; raises BrokenFrameError."""
        if self._header is None and not self._parse_header():
            return None
        if len(self._pending) < sum(self._sizes):
            return None
        buffers, start = [], 0
        for size in self._sizes:
            buffers.append(bytes(memoryview(self._pending)[start : start + size]))
            start += size
        del self._pending[:start]
        frame = Frame(self._header or {}, tuple(buffers))
        self._header = None
        return frame

    def _parse_header(self) -> bool:
        if len(self._pending) < 4:
            return False
        (length,) = struct.unpack_from("<I", self._pending)
        if length > MAX_HEADER:
            raise BrokenFrameError(f"a header of {length} bytes")
        if len(self._pending) < 4 + length:
            return False
        try:
            header = json.loads(bytes(self._pending[4 : 4 + length]))
            sizes = [int(size) for size in header.pop("sizes")]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BrokenFrameError("a header that is not JSON") from error
        if any(size < 0 for size in sizes) or sum(sizes) > MAX_PAYLOAD:
            raise BrokenFrameError(f"buffers of {sum(sizes)} bytes")
        self._header, self._sizes = header, sizes
        del self._pending[: 4 + length]
        return True
