"""A PNG picture written row by row, so that a tall one is never whole in memory (ISO/IEC 15948, RGB)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 6
_INCH = 0.0254  # metres


class PngRows:
    """Makes the parts of a PNG file.

    Attributes:
        parts: of the file, in order; complete after `finish`.

    """

    def __init__(self, width: int, height: int, dots_an_inch: float) -> None:
        """Begin a picture of so many pixels."""
        header = struct.pack(">II5s", width, height, b"\x08\x02\0\0\0")  # 8 bits a color, RGB
        dots = round(dots_an_inch / _INCH)
        self.parts = [
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"pHYs", struct.pack(">IIB", dots, dots, 1)),
        ]
        self._row = 3 * width
        self._packer = zlib.compressobj(_LEVEL)

    def add(self, rows: Sequence[int], stride: int) -> None:
        """Add rows of RGB pixels, each beginning `stride` bytes after the one before."""
        for start in range(0, len(rows), stride):
            self._put(self._packer.compress(b"\0" + bytes(rows[start : start + self._row])))

    def finish(self) -> list[bytes]:
        """Return the parts of the file."""
        self._put(self._packer.flush())
        self.parts.append(_chunk(b"IEND", b""))
        return self.parts

    def _put(self, packed: bytes) -> None:
        if packed:
            self.parts.append(_chunk(b"IDAT", packed))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
