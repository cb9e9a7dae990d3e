"""One file -> its text as UTF-8, streamed, every byte accounted for."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.engine.errors import EngineError
from workbench.engine.utf8 import incomplete_tail, invalid_runs

CHUNK = 1 << 16  # bytes read at a time
SNIFF = 8000  # bytes looked at for NUL, as git does
BOM = b"\xef\xbb\xbf"
KEPT_OFFSETS = 10


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What became of one file that was read.

    Attributes:
        path: as it was found.
        size: bytes read; size == used + replaced + removed.
        used: bytes taken as they are.
        replaced: bytes that are not UTF-8; U+FFFD stands for each of their groups.
        removed: 3 where a byte order mark was taken off, else 0.
        first_invalid: offsets in the file of the first ten runs that were replaced.
        sha256: of the file's bytes, in hex.
        changed: the file was written to, replaced or cut while it was read.

    """

    path: str
    size: int
    used: int
    replaced: int
    removed: int
    first_invalid: tuple[int, ...]
    sha256: str
    changed: bool = False


class Utf8Cleaner:
    """Makes valid UTF-8 of bytes that come in any portions; a character may be cut between two of them.

    Each maximal beginning of a character, or single byte, that cannot be decoded becomes one U+FFFD (Unicode
    3.9, "substitution of maximal subparts", as bytes.decode). A byte order mark at the start is taken off.

    Attributes:
        used, replaced, removed: bytes so far, as in `FileRecord`.
        first_invalid: offsets of the first runs replaced.

    """

    def __init__(self) -> None:
        self.used = self.replaced = self.removed = 0
        self.first_invalid: list[int] = []
        self._carry = b""
        self._at_start = True
        self._run_end = -1

    def feed(self, data: bytes, final: bool = False) -> bytes:
        """Return the text of what came so far and is not returned yet; what may be half a character waits."""
        data = self._carry + data
        if self._at_start:
            if not final and len(data) < len(BOM) and BOM.startswith(data):
                self._carry = data
                return b""
            self._at_start = False
            if data.startswith(BOM):
                self.removed = len(BOM)
                data = data[len(BOM) :]
        end = len(data) if final else len(data) - incomplete_tail(data)
        data, self._carry = data[:end], data[end:]
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            return self._clean(data)
        self.used += len(data)
        return data

    def _clean(self, data: bytes) -> bytes:
        self._note_runs(data, self.used + self.replaced + self.removed)
        used = len(data.decode("utf-8", "ignore").encode())
        self.used += used
        self.replaced += len(data) - used
        return data.decode("utf-8", "replace").encode()

    def _note_runs(self, data: bytes, offset: int) -> None:
        """Note where the first runs start; once these are enough, no more are searched for (it is slow)."""
        runs = invalid_runs(data)
        while len(self.first_invalid) < KEPT_OFFSETS and (run := next(runs, None)) is not None:
            start, end = run
            if offset + start != self._run_end:
                self.first_invalid.append(offset + start)
            self._run_end = offset + end


def open_regular(path: str) -> int:
    """Open a regular file and return its descriptor; never waits for a FIFO or device.

    Raises EngineError "file_is_folder", "not_a_file" or "cannot_read_file", naming the file.
    """
    try:
        # Looked at before it is opened, since opening alone may wait or move a device's tape; and
        # again after, since another thing may have taken the name between the two.
        _refuse_other_kinds(path, os.stat(path).st_mode)
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise cannot_read(path, error) from error
    try:
        _refuse_other_kinds(path, os.fstat(descriptor).st_mode)
    except EngineError:
        os.close(descriptor)
        raise
    return descriptor


def cannot_read(path: str, error: Exception) -> EngineError:
    """Return the error that tells why a file cannot be read."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return EngineError("cannot_read_file", file=path, reason=reason)


def kind_of(mode: int) -> str:
    """Return "file", "folder", or what else a file mode says."""
    kinds = {
        stat.S_IFREG: "file",
        stat.S_IFDIR: "folder",
        stat.S_IFIFO: "named pipe",
        stat.S_IFSOCK: "socket",
        stat.S_IFCHR: "device",
        stat.S_IFBLK: "device",
    }
    return kinds.get(stat.S_IFMT(mode), "special file")


def _refuse_other_kinds(path: str, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise EngineError("file_is_folder", file=path)
    if not stat.S_ISREG(mode):
        raise EngineError("not_a_file", file=path, kind=kind_of(mode))


def looks_binary(descriptor: int, path: str) -> bool:
    """Return whether there is a NUL among the first bytes of an open file."""
    try:
        return b"\0" in os.pread(descriptor, SNIFF, 0)
    except OSError as error:
        raise cannot_read(path, error) from error


def read_text(descriptor: int, path: str, chunk_size: int = CHUNK) -> Iterator[bytes | FileRecord]:
    """Yield the text of an open file in whole characters, and at last its record.

    A chunk has at most `chunk_size` + 3 bytes, or three times as many where bytes were replaced.
    Raises EngineError "cannot_read_file".
    """
    cleaner, digest, size = Utf8Cleaner(), hashlib.sha256(), 0
    try:
        before = os.fstat(descriptor)
        while data := os.read(descriptor, chunk_size):
            digest.update(data)
            size += len(data)
            yield cleaner.feed(data)
        if rest := cleaner.feed(b"", final=True):
            yield rest
        same = size == before.st_size and _marks(before) == _marks(os.fstat(descriptor))
    except OSError as error:
        raise cannot_read(path, error) from error
    yield FileRecord(
        path=path,
        size=size,
        used=cleaner.used,
        replaced=cleaner.replaced,
        removed=cleaner.removed,
        first_invalid=tuple(cleaner.first_invalid),
        sha256=digest.hexdigest(),
        changed=not same or _replaced(path, before),
    )


def _marks(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_size, status.st_mtime_ns, status.st_ino


def _replaced(path: str, before: os.stat_result) -> bool:
    """Return whether another file has the name now, or none."""
    try:
        return not os.path.samestat(os.stat(path), before)
    except OSError:
        return True
