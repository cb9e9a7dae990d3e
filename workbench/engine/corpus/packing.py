"""Decompresses text: gzip, bzip2, xz and Zstandard, streamed, with limits.

A file of several members is one text, as for the programs themselves. Data after the last member is ignored
and reported (RFC 1952; zeros are padding). A truncated file is read up to its end and reported.
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.corpus.documents import Bytes, Tally
from workbench.engine.corpus.file_names import PACKED, is_archive_name
from workbench.engine.corpus.readers import CHUNK

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LARGEST_WINDOW = 27  # log2 of the bytes that a Zstandard frame may need: 128 MiB, as in its own program
_ALLOWED_WINDOW = 31 if sys.maxsize > 1 << 32 else 30  # if the user has accepted it
_XZ_MEMORY = 1 << 28
FREE_BYTES = 100_000_000  # that may be compressed by any ratio
HIGHEST_RATIO = 200


@dataclass(frozen=True, slots=True)
class Packing:
    """A compression format.

    Attributes:
        name: of the format.
        mark: its first bytes.
        suffixes: of file names.
        unpacker: makes the unpacker of a member; takes the codes that the user has accepted.

    """

    name: str
    mark: bytes
    suffixes: tuple[str, ...]
    unpacker: Callable[[tuple[str, ...]], Any]


class _Gzip:
    """`zlib`'s object in the manner of the others, which keep their input themselves."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


def _zstd(accept: tuple[str, ...]) -> zstd.ZstdDecompressor:
    window = _ALLOWED_WINDOW if "zstd_window" in accept else LARGEST_WINDOW
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: window})


PACKINGS = (
    Packing("gzip", b"\x1f\x8b", PACKED["gzip"], lambda _: _Gzip()),
    Packing("bzip2", b"BZh", PACKED["bzip2"], lambda _: bz2.BZ2Decompressor()),
    Packing("xz", b"\xfd7zXZ\0", PACKED["xz"], lambda _: lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY)),
    Packing("zstd", b"\x28\xb5\x2f\xfd", PACKED["zstd"], _zstd),
)
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
_SKIPPABLE = tuple(bytes((n, 0x2A, 0x4D, 0x18)) for n in range(0x50, 0x60))  # Zstandard's other frames
DAMAGED = frozenset({"packed_cut", "packed_damaged", "zip_checksum"})
_FAULTS = (zlib.error, OSError, EOFError, ValueError, lzma.LZMAError, zstd.ZstdError)


def packing_of(head: bytes, name: str = "") -> Packing | None:
    """Return the compression of a file by its first bytes, or by its name if these are truncated."""
    if head.startswith(_SKIPPABLE):
        return PACKINGS[-1]
    name = name.lower()
    for packing in PACKINGS:
        named = name.endswith(packing.suffixes)
        if head.startswith(packing.mark) or (named and head and packing.mark.startswith(head)):
            return packing
    return None


def is_zip(head: bytes, name: str) -> bool:
    """Return whether a file is a zip file by its first bytes, or by its name if these are truncated."""
    cut = head and is_archive_name(name) and ZIP_MARKS[0].startswith(head)
    return bool(cut) or head.startswith(ZIP_MARKS)


def refuse_damaged(tally: Tally, n_bytes: int, strict: bool = False) -> None:
    """Raise EngineError if a compressed file is truncated or damaged and must not be used.

    Args:
        tally: of the file or member.
        n_bytes: that could be decompressed; they are used unless `strict`.
        strict: use nothing of a damaged file.

    """
    fault = next((fault for fault in tally.faults if fault.code in DAMAGED), None)
    if fault is not None and (strict or n_bytes == 0):
        place = Place(*fault.place) if fault.place[0] else None
        raise EngineError(fault.code, file=None, place=place, **{**fault.facts, "used": 0})


def unpack(packing: Packing, chunks: Bytes, tally: Tally, accept: tuple[str, ...] = ()) -> Bytes:
    """Yield the decompressed bytes, at most `CHUNK` at a time.

    A truncated or damaged file ends early; `tally` notes "packed_cut" or "packed_damaged" with the bytes
    decompressed, and "packed_trailing" for data after the last member.

    Raises:
        EngineError: "zstd_window", "xz_window" or "packed_too_much".

    """
    unpacking = _Unpacking(packing, tally, accept)
    for chunk in chunks:
        yield from unpacking.feed(chunk)
        if unpacking.ended:
            # Read to the end anyway: the hash is of the whole file.
            for _ in chunks:
                point()
            return
    unpacking.finish()


class _Unpacking:
    """One file being unpacked."""

    def __init__(self, packing: Packing, tally: Tally, accept: tuple[str, ...]) -> None:
        self.ended = False
        self._packing = packing
        self._tally = tally
        self._accept = accept
        self._member = packing.unpacker(accept)
        self._begun = False
        self._n_in = self._n_out = 0
        self._waiting = b""  # too short to recognize

    def feed(self, data: bytes) -> Iterator[bytes]:
        self._n_in += len(data)
        data, self._waiting = self._waiting + data, b""
        while data and not self.ended:
            if not self._begun and not self._begin(data):
                return
            data = yield from self._unpack(data)
            point()  # empty members are many in few bytes

    def _begin(self, data: bytes) -> bool:
        """Return whether a member begins here, as opposed to padding or trailing data."""
        if self._n_out == 0 and self._n_in == len(data):
            self._begun = True
        elif len(data) < len(self._packing.mark) and self._packing.mark.startswith(data):
            self._waiting = data
        elif packing_of(data) is self._packing:
            self._member = self._packing.unpacker(self._accept)
            self._begun = True
        elif data.strip(b"\0"):
            self._tally.note(
                "packed_trailing", "byte", self._n_in - len(data), n_bytes=len(data.lstrip(b"\0"))
            )
            self.ended = True
        return self._begun

    def _unpack(self, data: bytes) -> Generator[bytes, None, bytes]:
        """Yield the contents of these bytes; return those after the member's end."""
        while True:
            try:
                out = self._member.decompress(data, CHUNK)
            except MemoryError:
                raise EngineError("xz_window") from None
            except _FAULTS as error:
                self._fail(error)
                return b""
            if out:
                self._n_out += len(out)
                self._check_ratio()
                yield out
            if self._member.eof:
                self._begun = False
                rest: bytes = self._member.unused_data
                return rest
            if not out and self._member.needs_input:
                return b""
            data = b""

    def _fail(self, error: Exception) -> None:
        reason = str(error)
        if "requires too much memory" in reason or "Memory usage limit" in reason:
            raise EngineError("zstd_window" if self._packing.name == "zstd" else "xz_window") from error
        self._tally.note("packed_damaged", "byte", self._n_in, reason=reason[:200], used=self._n_out)
        self.ended = True

    def _check_ratio(self) -> None:
        if (
            self._n_out > max(FREE_BYTES, HIGHEST_RATIO * self._n_in)
            and "packed_too_much" not in self._accept
        ):
            raise EngineError("packed_too_much", ratio=HIGHEST_RATIO)

    def finish(self) -> None:
        """Note where the file ended inside a member."""
        if self._begun or (self._waiting and not self.ended):
            self._tally.note("packed_cut", "byte", self._n_in, used=self._n_out)
