"""Reads one file and converts it to UTF-8, streamed, with every byte accounted for."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.engine.base.errors import EngineError, Fact, Place, reading_error
from workbench.engine.base.utf8 import incomplete_tail, invalid_runs, is_utf8

CHUNK = 1 << 16  # bytes read at a time
SNIFF = 8000  # bytes looked at for NUL, as git does
BOM = b"\xef\xbb\xbf"
KEPT_OFFSETS = 10
# Never waits for a pipe, nor takes a terminal; Windows lacks these, and would else change the ends of lines.
_FLAGS = ("O_RDONLY", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
_OPENED = sum(getattr(os, name, 0) for name in _FLAGS)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a file that is used nevertheless.

    Attributes:
        code: what, a code of `errors`.
        place: where, a line, row or byte as in `errors.Place`; ("", 0) for nowhere.
        facts: fill the code's templates.

    """

    code: str
    place: tuple[str, int] = ("", 0)
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FileRecord:
    """The record of one file that was read.

    Attributes:
        path: as it was found.
        size: bytes read; size == used + replaced + removed.
        used: bytes taken as they are.
        replaced: bytes that are not UTF-8; each group becomes U+FFFD.
        removed: 3 if a byte order mark was removed, else 0.
        first_invalid: offsets in the file of the first ten runs that were replaced.
        sha256: of the file's bytes, in hex.
        changed: the file was written to, replaced or cut while it was read.
        left_out: bytes of it that were not used, by reason, a code of `errors`; size == used + replaced +
            removed + all of these.
        documents: the number that is used.
        kind, encoding: with which it was read.
        guessed: the encoding was not given; it is the likeliest.
        packed: bytes of a compressed file, else 0; the other numbers count decompressed bytes.
        faults: the first few found.

    """

    path: str
    size: int
    used: int
    replaced: int
    removed: int
    first_invalid: tuple[int, ...]
    sha256: str
    changed: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)
    documents: int = 1
    kind: str = "text"
    encoding: str = "utf-8"
    guessed: bool = False
    packed: int = 0
    faults: tuple[Fault, ...] = ()


class Utf8Cleaner:
    """Makes valid UTF-8 of bytes in any chunks; characters may be cut between two chunks.

    Each maximal beginning of a character, or single byte, that cannot be decoded becomes one U+FFFD (Unicode
    3.9, "substitution of maximal subparts", as bytes.decode). A byte order mark at the start is taken off.

    Attributes:
        used, replaced, removed: bytes so far, as in `FileRecord`; `replaced` also where they are skipped.
        first_invalid: offsets of the first runs replaced.

    """

    def __init__(self, on_invalid: str = "replace", bom: bool = True, offset: int = 0) -> None:
        """Take the treatment of invalid bytes, as in `SourceOptions`, and where the text begins.

        `bom`: a byte order mark at the start is not part of the text.
        """
        self.used = self.replaced = self.removed = 0
        self.first_invalid: list[int] = []
        self._carry = b""
        self._at_start = bom
        self._run_end = -1
        self._on_invalid = on_invalid
        self._offset = offset

    def feed(self, data: bytes, final: bool = False, known: bool = False) -> bytes:
        """Return the text so far that was not returned yet, except an incomplete character at the end.

        `known`: it is known that the whole characters in it are UTF-8.
        """
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
        if not (known or is_utf8(data)):
            return self._clean(data)
        self.used += len(data)
        return data

    def _clean(self, data: bytes) -> bytes:
        self._note_runs(data, self._offset + self.used + self.replaced + self.removed)
        if self._on_invalid == "stop":
            raise EngineError(
                "text_not_in_encoding", place=Place("byte", self.first_invalid[0]), encoding="UTF-8"
            )
        used = len(data.decode("utf-8", "ignore").encode())
        self.used += used
        self.replaced += len(data) - used
        return data.decode("utf-8", "ignore" if self._on_invalid == "skip" else "replace").encode()

    def _note_runs(self, data: bytes, offset: int) -> None:
        """Note where the first runs start; once these are enough, no more are searched for (it is slow)."""
        runs = invalid_runs(data)
        while len(self.first_invalid) < KEPT_OFFSETS and (run := next(runs, None)) is not None:
            start, end = run
            if offset + start != self._run_end:
                self.first_invalid.append(offset + start)
            self._run_end = offset + end


def cannot_read(path: str, error: Exception) -> EngineError:
    """Return the error for a file that cannot be read."""
    return reading_error("cannot_read_file", path, error)


def open_regular(path: str, error_of: Callable[[str, Exception], EngineError] = cannot_read) -> int:
    """Open a regular file and return its descriptor; never waits for a FIFO or device.

    Raises EngineError "file_is_folder", "not_a_file", or what `error_of` makes of an OSError or ValueError.
    """
    try:
        # Checked before it is opened, since opening may block or move a tape; and again after, since
        # something else may have taken the name in between.
        _refuse_other_kinds(path, os.stat(path).st_mode)
        descriptor = os.open(path, _OPENED)
    except EngineError:
        raise
    except (OSError, ValueError) as error:
        raise error_of(path, error) from error
    try:
        _refuse_other_kinds(path, os.fstat(descriptor).st_mode)
    except EngineError:
        os.close(descriptor)
        raise
    return descriptor


def _refuse_other_kinds(path: str, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise EngineError("file_is_folder", file=path)
    if not stat.S_ISREG(mode):
        raise EngineError("not_a_file", file=path)


def _read_at(descriptor: int, n_bytes: int, offset: int) -> bytes:
    if sys.platform != "win32":
        return os.pread(descriptor, n_bytes, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    return os.read(descriptor, n_bytes)


def looks_binary(head: bytes) -> bool:
    """Return whether there is a NUL among the first bytes of a file."""
    return b"\0" in head[:SNIFF]


def refuse_binary(head: bytes, accept: Sequence[str] = ()) -> None:
    """Raise EngineError "looks_binary", or a more precise one, unless the user accepts such files."""
    if looks_binary(head) and "looks_binary" not in accept:
        raise EngineError("tar_archive" if head[257:262] == b"ustar" else "looks_binary")  # POSIX.1-2017, pax


# Folders of packages (ECMA-376, part 2), and what a member `mimetype` says (OpenDocument 1.3, EPUB 3.3).
_PACKAGES = {"word/": "a Word document", "xl/": "an Excel workbook", "ppt/": "a PowerPoint presentation"}
_MIMETYPES = {b"application/epub+zip": "", b"application/vnd.oasis.opendocument": "an OpenDocument file"}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # a compound file: .doc, .xls, .ppt


def refuse_document(head: bytes, accept: Sequence[str] = (), names: Iterable[str] = ()) -> None:
    """Raise EngineError for documents of other programs, which have no plain text.

    Args:
        head: its first bytes.
        accept: codes that the user accepts; the raw bytes are then read as text.
        names: of its members, if it is a zip file and they are known.

    Raises:
        EngineError: "pdf_file", "epub_file" or "office_file".

    """
    if "looks_binary" in accept:
        return
    if head.startswith(b"%PDF-"):
        raise EngineError("pdf_file")
    kind = "an old Office document" if head.startswith(_OLD_OFFICE) else None
    if head[30:38] == b"mimetype":  # the first member of these, not packed
        kind = next((kind for mark, kind in _MIMETYPES.items() if head[38:].startswith(mark)), None)
    if head.startswith(b"PK"):
        listed = "\n".join(names) or head.decode("latin-1")  # which has the names of the first
        if "[Content_Types].xml" in listed:
            kind = next((kind for folder, kind in _PACKAGES.items() if folder in listed), kind)
    if kind is not None:
        raise EngineError("office_file", kind=kind) if kind else EngineError("epub_file")


class FileBytes:
    """The bytes of an open file, in order, with their hash.

    Attributes:
        descriptor, path: of the file.
        n_read: bytes read so far.
        size: when it was opened.

    """

    def __init__(self, descriptor: int, path: str, chunk_size: int = CHUNK) -> None:
        """Take an open file; raises EngineError "cannot_read_file"."""
        self.descriptor = descriptor
        self.path = path
        self.n_read = 0
        self._chunk_size = chunk_size
        self._head = b""
        self._digest = hashlib.sha256()
        self._before = self._status()
        self.size = self._before.st_size

    def _status(self) -> os.stat_result:
        try:
            return os.fstat(self.descriptor)
        except OSError as error:
            raise cannot_read(self.path, error) from error

    def head(self, n_bytes: int = SNIFF) -> bytes:
        """Return the first bytes, at any time; `chunks` then begins with these, which are read once."""
        if len(self._head) < n_bytes:
            self._head = self.at(0, n_bytes)
        return self._head[:n_bytes]

    def at(self, offset: int, n_bytes: int) -> bytes:
        """Return some bytes from anywhere, unhashed; fewer at the end of the file."""
        try:
            return _read_at(self.descriptor, n_bytes, offset)
        except (OSError, OverflowError) as error:
            raise cannot_read(self.path, error) from error

    def chunks(self) -> Iterator[bytes]:
        """Yield the rest of the file; raises EngineError "cannot_read_file"."""
        while data := self._next():
            self._digest.update(data)
            self.n_read += len(data)
            yield data

    def _next(self) -> bytes:
        start, end = self.n_read, self.n_read + self._chunk_size
        return self._head[start:end] if start < len(self._head) else self.at(start, self._chunk_size)

    def between(self, start: int, stop: int) -> Iterator[bytes]:
        """Yield the bytes from `start` to before `stop`; raises EngineError "cannot_read_file"."""
        while data := self.at(start, min(stop - start, self._chunk_size)):
            self._digest.update(data)
            self.n_read += len(data)
            start += len(data)
            yield data

    @property
    def sha256(self) -> str:
        """Of what was read so far, in hex."""
        return self._digest.hexdigest()

    @property
    def digest(self) -> bytes:
        """The SHA-256 as bytes."""
        return self._digest.digest()

    def changed(self, whole: bool = True) -> bool:
        """Return whether the file was changed or replaced since it was opened; `whole`: all was read."""
        if whole and self.n_read != self.size:
            return True
        return _marks(self._before) != _marks(self._status()) or _replaced(self.path, self._before)


def _marks(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_size, status.st_mtime_ns, status.st_ino


def _replaced(path: str, before: os.stat_result) -> bool:
    """Return whether another file has the name now, or none."""
    try:
        return not os.path.samestat(os.stat(path), before)
    except OSError:
        return True
