"""The members of a zip file, one after the other, streamed and never extracted (PKWARE, APPNOTE 6.3.10).

Names of members are labels here, nothing is ever opened by them. The list at the file's end is read in
chunks and compared with the file before anything is unpacked.
"""

from __future__ import annotations

import bz2
import lzma
import stat
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.corpus.documents import Bytes, Tally
from workbench.engine.corpus.packing import FREE_BYTES, HIGHEST_RATIO
from workbench.engine.corpus.readers import CHUNK, FileBytes

MOST_MEMBERS = 100_000
MOST_BYTES = 1 << 36  # unpacked, of all members together
_END = struct.Struct("<4s4H2LH")  # end of central directory record (4.3.16)
_END64 = struct.Struct("<4sQ2H2L4Q")  # the same for large files (4.3.14)
_LOCATOR64 = struct.Struct("<4sLQL")
_ENTRY = struct.Struct("<4s6H3L5H2L")  # central directory file header (4.3.12)
_LOCAL = struct.Struct("<4s5H3L2H")  # local file header (4.3.7)
_ALL = 0xFFFFFFFF  # "see the 64-bit field"


@dataclass(frozen=True, slots=True)
class Member:
    """One member.

    Attributes:
        name: as a path with slashes, nothing above it and no root.
        offset: of its header in the file.
        n_packed, n_bytes: as the list has them.
        method: how it is packed.
        checksum: CRC-32 of its bytes.
        problem: why it is not read, a code of `errors`, or "".
        spelled: the name as listed.

    """

    name: str
    offset: int
    n_packed: int
    n_bytes: int
    method: int
    checksum: int
    problem: str = ""
    spelled: bytes = b""

    @property
    def unread(self) -> str:
        """Why it is not read: its problem, or that it is hidden, or ""."""
        hidden = self.name.rpartition("/")[2].startswith(".")
        return self.problem or ("hidden_file" if hidden else "")


class _LzmaMember:
    """LZMA as zip has it: version, length of the properties, two bytes each, then these (5.8.8)."""

    eof = False
    needs_input = True

    def __init__(self) -> None:
        self._head = b""
        self._inner: lzma.LZMADecompressor | None = None

    def decompress(self, data: bytes, max_length: int) -> bytes:
        if self._inner is None:
            self._head += data
            if len(self._head) < 9:
                return b""
            byte, size = self._head[4], int.from_bytes(self._head[5:9], "little")
            if byte >= 225 or size > 1 << 28:
                raise ValueError("properties of LZMA")
            lclppb = {"lc": byte % 9, "lp": byte // 9 % 5, "pb": byte // 45}
            filters = [{"id": lzma.FILTER_LZMA1, "dict_size": size, **lclppb}]
            self._inner = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters)
            data = self._head[9:]
        out = self._inner.decompress(data, max_length)
        self.eof, self.needs_input = self._inner.eof, self._inner.needs_input
        return out


class _Deflated:
    """Raw deflate in the manner of the others."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=-15)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


class _Stored:
    """No packing at all."""

    eof = False
    needs_input = True

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return data


_METHODS: dict[int, Callable[[], Any]] = {
    0: _Stored,
    8: _Deflated,
    12: bz2.BZ2Decompressor,
    14: _LzmaMember,
}


# --- the list of members ------------------------------------------------------------------------


def members_of(file: FileBytes) -> list[Member]:
    """Return the members as the file lists them, folders left out.

    Raises:
        EngineError: "zip_cut" (no list at its end), "zip_damaged", "zip_too_many" or "zip_too_large".

    """
    count, start, size = _directory(file)
    if count > MOST_MEMBERS or size > MOST_MEMBERS * 1024:
        raise EngineError("zip_too_many", count=count, limit=MOST_MEMBERS)
    members: list[Member] = []
    position, end = start, start + size
    for _ in paced(range(MOST_MEMBERS + 1), 512):
        if position >= end:
            break
        head = file.at(position, _ENTRY.size)
        if len(head) < _ENTRY.size or not head.startswith(b"PK\x01\x02"):
            raise EngineError("zip_damaged", offset=position)
        fields = _ENTRY.unpack(head)
        rest = file.at(position + _ENTRY.size, sum(fields[10:13]))
        if not _is_whole(rest[fields[10] : fields[10] + fields[11]]):
            raise EngineError("zip_damaged", offset=position)
        members.append(_member(fields, rest, start))
        position += _ENTRY.size + len(rest)
    if position > end or (len(members) - count) & 0xFFFF:  # some count so far and begin again at 0
        raise EngineError("zip_damaged", offset=end)
    if sum(member.n_bytes for member in members) > MOST_BYTES:
        raise EngineError("zip_too_large", limit=MOST_BYTES >> 30)
    point()
    return _without_overlaps([member for member in members if not member.name.endswith("/")])


def _directory(file: FileBytes) -> tuple[int, int, int]:
    """Return how many members there are, and where their list is: its offset and length."""
    first = max(0, file.size - _END.size - 0xFFFF)
    tail = file.at(first, _END.size + 0xFFFF)
    at = tail.rfind(b"PK\x05\x06", 0, max(0, len(tail) - _END.size + 4))
    if at < 0 or at + _END.size > len(tail):
        raise EngineError("zip_cut")
    *_, count, size, start, _ = _END.unpack_from(tail, at)
    if _ALL in (size, start) or count == 0xFFFF:
        locator = tail[max(0, at - _LOCATOR64.size) : at]
        if locator.startswith(b"PK\x06\x07") and len(locator) == _LOCATOR64.size:
            record = file.at(min(_LOCATOR64.unpack(locator)[2], file.size), _END64.size)
            if len(record) == _END64.size and record.startswith(b"PK\x06\x06"):
                *_, count, size, start = _END64.unpack(record)
    if start + size > file.size:
        raise EngineError("zip_cut")
    return count, start, size


def _member(fields: tuple[Any, ...], rest: bytes, list_start: int) -> Member:
    """Return a member of the fields of its header and what follows them: name, extra fields, comment."""
    made_by, _, flags, method, _, _, checksum, packed, size, n_name, n_extra, _, _, _, mode, offset = fields[
        1:
    ]
    raw, extra = rest[:n_name], rest[n_name : n_name + n_extra]
    size, packed, offset = _large(extra, (size, packed, offset))
    name = raw.decode("utf-8" if flags & 0x800 else "cp437", "replace")
    problem = ""
    if flags & 0x41:
        problem = "zip_encrypted"
    elif made_by >> 8 == 3 and stat.S_ISLNK(mode >> 16):  # made by Unix, which keeps the mode there
        problem = "zip_link"
    elif method not in _METHODS:
        problem = "zip_method"
    elif offset + packed > list_start:
        problem = "zip_overlap"
    return Member(
        _label(name),
        offset,
        n_packed=packed,
        n_bytes=size,
        method=method,
        checksum=checksum,
        problem=problem,
        spelled=raw,
    )


def _is_whole(extra: bytes) -> bool:
    """Return whether no extra field reaches into the next entry; up to 3 bytes may follow them."""
    position = 0
    while position + 4 <= len(extra):
        position += 4 + int.from_bytes(extra[position + 2 : position + 4], "little")
    return position <= len(extra)


def _large(extra: bytes, values: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return sizes and offset, those that need 64 bits from the extra field 1 (4.5.3)."""
    fields = list(values)
    while len(extra) >= 4:
        number, length = struct.unpack_from("<2H", extra)
        content, extra = extra[4 : 4 + length], extra[4 + length :]
        if number != 1:
            continue
        for i, value in enumerate(values):
            if value == _ALL and len(content) >= 8:
                fields[i] = int.from_bytes(content[:8], "little")
                content = content[8:]
    return fields[0], fields[1], fields[2]


def _label(name: str) -> str:
    """Return a name as a path below the archive: without a root, a drive or a way up."""
    parts = [
        part for part in name.replace("\\", "/").replace("\0", "_").split("/") if part not in ("", ".", "..")
    ]
    end = "/" if name.endswith(("/", "\\")) else ""
    return ("/".join(part.replace(":", "_") for part in parts) or "_") + end


def _without_overlaps(members: list[Member]) -> list[Member]:
    """Mark those whose bytes are in those of another: a bomb is made of such, a file of a program never."""
    end = 0
    marked: dict[int, Member] = {}
    for number in sorted(range(len(members)), key=lambda n: members[n].offset):
        member = members[number]
        if member.offset < end and not member.problem:
            marked[number] = replace(member, problem="zip_overlap")
        end = max(end, member.offset + _LOCAL.size + member.n_packed)
    return [marked.get(number, member) for number, member in enumerate(members)]


# --- one member ---------------------------------------------------------------------------------


def member_bytes(file: FileBytes, member: Member, tally: Tally, accept: tuple[str, ...] = ()) -> Bytes:
    """Yield the bytes of a member, at most `CHUNK` at a time.

    `tally` notes "packed_cut", "packed_damaged" or "zip_checksum". Raises EngineError "packed_too_much".
    """
    head = file.at(member.offset, _LOCAL.size)
    if len(head) < _LOCAL.size or not head.startswith(b"PK\x03\x04"):
        tally.note("packed_damaged", "byte", member.offset, reason="no header", used=0)
        return
    n_name, n_extra = struct.unpack_from("<2H", head, 26)
    if (
        file.at(member.offset + _LOCAL.size, n_name) != member.spelled
    ):  # as a forger's, and zipfile refuses it
        reason = "the list and its header have different names for it"
        tally.note("packed_damaged", "byte", member.offset, reason=reason, used=0)
        return
    start = member.offset + _LOCAL.size + n_name + n_extra
    unpacking = _METHODS[member.method]()
    checksum = n_out = n_in = 0
    for packed in _packed(file, start, member.n_packed):
        n_in += len(packed)
        try:
            outs = _outs(unpacking, packed)
            for out in outs:
                checksum = zlib.crc32(out, checksum)
                n_out += len(out)
                if n_out > max(FREE_BYTES, HIGHEST_RATIO * n_in) and "packed_too_much" not in accept:
                    raise EngineError("packed_too_much", ratio=HIGHEST_RATIO)
                yield out
        except EngineError:
            raise
        except (zlib.error, OSError, EOFError, ValueError, lzma.LZMAError, MemoryError) as error:
            tally.note("packed_damaged", "byte", start + n_in, reason=str(error)[:200], used=n_out)
            return
        point()
    if n_in < member.n_packed or n_out < member.n_bytes:
        tally.note("packed_cut", "byte", start + n_in, used=n_out)
    elif checksum != member.checksum:
        tally.note("zip_checksum", used=n_out)


def _packed(file: FileBytes, start: int, n_bytes: int) -> Iterator[bytes]:
    for offset in range(start, start + n_bytes, CHUNK):
        data = file.at(offset, min(CHUNK, start + n_bytes - offset))
        if not data:
            return
        yield data


def _outs(unpacking: Any, data: bytes) -> Iterator[bytes]:  # noqa: ANN401 - one of several libraries' objects
    """Yield what comes out of some packed bytes, in chunks."""
    while not unpacking.eof:
        out: bytes = unpacking.decompress(data, CHUNK)
        if out:
            yield out
        elif unpacking.needs_input:
            return
        data = b""
        if out and not unpacking.eof and unpacking.needs_input and len(out) < CHUNK:
            return
