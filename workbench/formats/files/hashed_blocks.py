"""Files of blocks, each with a hash that goes on from the block before: what was cut or changed is seen.

A line of text names kind and version; then blocks follow: eight bytes of length (little-endian), the
bytes, and 32 bytes of SHA-256 of (the hash before, the bytes); before the first block the hash is that of
the line. So a block can neither be changed, nor left out, nor come from another file, and an append that
was cut short is the only damage that a crash can do.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from hashlib import sha256
from typing import BinaryIO

_LENGTH = struct.Struct("<Q")
_HASH = 32  # bytes
_LONGEST_LINE = 200  # bytes

Buffer = bytes | bytearray | memoryview


class Cut(ValueError):  # said of a file, it is no fault of the program
    """The file ends within a block: what came before is whole."""


class Damaged(ValueError):
    """A block, or the line before the first, is not what was written."""


class OtherVersion(ValueError):
    """The line names another version; `str` tells which."""


class Blocks:
    """The blocks of one file, to be written or read one after the other.

    Attributes:
        line: what the file begins with, without the line end.

    """

    def __init__(self, kind: str, version: int) -> None:
        """Take kind and version, which the file's first line names."""
        self._kind = f"{kind} ".encode("ascii")
        self.line = self._kind + b"%d" % version
        self._hash = sha256(self.line).digest()

    def beginning(self) -> bytes:
        """Return the bytes before the first block."""
        return self.line + b"\n"

    def sealed(self, data: Buffer) -> tuple[bytes, bytes]:
        """Return what goes before and after the bytes of the next block."""
        digest = sha256(self._hash)
        digest.update(data)
        self._hash = digest.digest()
        return _LENGTH.pack(len(data)), self._hash

    def read(self, file: BinaryIO) -> Iterator[bytes]:
        """Yield the blocks of a file, each checked; none is larger than the file.

        Raises:
            Cut, Damaged, OtherVersion: after the last block that is whole.
            OSError: it cannot be read.

        """
        rest = os.fstat(file.fileno()).st_size
        rest -= self._read_line(file)
        while rest:
            length = _LENGTH.unpack(file.read(_LENGTH.size))[0] if rest >= _LENGTH.size else rest
            if rest < _LENGTH.size + _HASH or length > rest - _LENGTH.size - _HASH:
                raise Cut
            data, digest = file.read(length), file.read(_HASH)
            if len(data) != length or len(digest) != _HASH:
                raise Cut
            if self.sealed(data)[1] != digest:
                raise Damaged
            yield data
            rest -= _LENGTH.size + length + _HASH

    def _read_line(self, file: BinaryIO) -> int:
        """Read the first line and return its length."""
        line = file.readline(_LONGEST_LINE)
        if line == self.beginning():
            return len(line)
        if line.startswith(self._kind) and line.endswith(b"\n"):
            raise OtherVersion(line[len(self._kind) :].strip().decode("ascii", "replace"))
        raise Cut if self.beginning().startswith(line) else Damaged
