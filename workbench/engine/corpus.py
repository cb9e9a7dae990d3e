"""Sources -> documents: text files and folders, streamed, every byte accounted for.

bytes found = used as they are + replaced + removed + skipped, in total and file by file.
"""

from __future__ import annotations

import heapq
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from workbench.engine.errors import EngineError, Fact
from workbench.engine.readers import (
    CHUNK,
    FileRecord,
    Utf8Cleaner,
    cannot_read,
    kind_of,
    looks_binary,
    open_regular,
    read_text,
)

LISTED_AT_ONCE = 1000  # names of a folder between two yields
LOOKED_AT = 1 << 20  # bytes of a source that a scan checks for UTF-8


@dataclass(frozen=True, slots=True)
class EndOfDocument:
    """Stands in a stream of chunks where a document ends; pieces never cross it."""


END_OF_DOCUMENT = EndOfDocument()


@dataclass(frozen=True, slots=True)
class Found:
    """A regular file that a source holds; `size` in bytes when it was listed."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder left out.

    Attributes:
        path: as it was found.
        code: why, a code of `errors`: "hidden_file", "symlink_loop", "not_a_file", "looks_binary" or
            "cannot_read_file".
        n_bytes: its size, 0 for folders and where it is unknown.
        facts: fill the code's templates.

    """

    path: str
    code: str
    n_bytes: int = 0
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """What one source holds.

    Attributes:
        path: as asked for.
        kind: "file" or "folder".
        n_files, n_bytes: what would be read.
        n_invalid: bytes that are not UTF-8 in the first megabyte, -1 where nothing was looked at.
        problem: code of `errors` if nothing can be read, else "".
        skipped: what would be left out.

    """

    path: str
    kind: str
    n_files: int
    n_bytes: int
    n_invalid: int = -1
    problem: str = ""
    skipped: tuple[Skipped, ...] = ()


@dataclass(slots=True)
class Accounting:
    """Where the bytes of a corpus went, up to date while it is read.

    Attributes:
        files: one record for each file that was read.
        skipped: what was left out, and why.
        used, replaced, removed: bytes, as in `FileRecord`, the file being read included.

    """

    files: list[FileRecord] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    used: int = 0
    replaced: int = 0
    removed: int = 0

    @property
    def n_read(self) -> int:
        """Bytes read so far."""
        return self.used + self.replaced + self.removed

    @property
    def n_skipped(self) -> int:
        """Bytes of the files left out, as far as their size is known."""
        return sum(skipped.n_bytes for skipped in self.skipped)

    @property
    def n_bytes(self) -> int:
        """Bytes found so far: read or skipped."""
        return self.n_read + self.n_skipped

    @property
    def changed(self) -> list[str]:
        """Paths of the files that changed while they were read."""
        return [record.path for record in self.files if record.changed]


class Corpus:
    """Text files and folders, read as one stream of documents; a file is a document.

    Attributes:
        sources: paths of files and folders, in order.
        accounting: where the bytes went; belongs to the last call of `read_steps`.

    """

    def __init__(self, sources: Sequence[str], chunk_size: int = CHUNK) -> None:
        self.sources = tuple(sources)
        self.accounting = Accounting()
        self._chunk_size = chunk_size

    def read_steps(self) -> Iterator[bytes | EndOfDocument | None]:
        """Yield the text of each document in chunks, valid UTF-8 in whole characters, then `END_OF_DOCUMENT`.

        Yields None where there is nothing to give for a while. What cannot be read inside a folder is skipped
        and listed; a source that cannot be read itself raises EngineError "cannot_read_file" or
        "not_a_file", which names it.
        """
        self.accounting = Accounting()
        for source in self.sources:
            for item in find_steps(source):
                if isinstance(item, Skipped):
                    self.accounting.skipped.append(item)
                elif item is not None:
                    yield from self._read(item, must=item.path == source)
                yield None

    def _read(self, found: Found, must: bool) -> Iterator[bytes | EndOfDocument]:
        read_before = self.accounting.n_read
        try:
            descriptor = open_regular(found.path)
            try:
                if looks_binary(descriptor, found.path):
                    self._skip(found, EngineError("looks_binary"), 0)
                    return
                yield from self._read_open(descriptor, found)
            finally:
                os.close(descriptor)
        except EngineError as error:
            if must:
                raise
            self._skip(found, error, self.accounting.n_read - read_before)
        if self.accounting.n_read > read_before:
            yield END_OF_DOCUMENT

    def _read_open(self, descriptor: int, found: Found) -> Iterator[bytes]:
        account = self.accounting
        used, replaced, removed = account.used, account.replaced, account.removed
        for chunk in read_text(descriptor, found.path, self._chunk_size):
            if isinstance(chunk, FileRecord):
                account.files.append(chunk)
                account.used = used + chunk.used
                account.replaced = replaced + chunk.replaced
                account.removed = removed + chunk.removed
            else:
                account.used += len(chunk)  # put right by the record at the file's end
                yield chunk

    def _skip(self, found: Found, error: EngineError, n_read: int) -> None:
        rest = max(found.size - n_read, 0)
        self.accounting.skipped.append(Skipped(found.path, error.code, rest, error.facts))


def scan(source: str) -> SourceSummary:
    """Look at a file or folder without reading all of it; what is wrong stands in `problem`."""
    *_, summary = (item for item in scan_steps(source) if item is not None)
    return summary


def scan_steps(source: str) -> Iterator[SourceSummary | None]:
    """Look at a source in slices: yield None on the way, and at last the summary."""
    skipped: list[Skipped] = []
    n_files = n_bytes = looked_at = n_invalid = 0
    kind = "file"
    try:
        kind = "folder" if stat.S_ISDIR(os.stat(source).st_mode) else "file"
        for item in find_steps(source):
            result = _look(item, LOOKED_AT - looked_at) if isinstance(item, Found) else item
            if isinstance(result, Skipped):
                skipped.append(result)
            elif result is not None and isinstance(item, Found):
                n_files, n_bytes = n_files + 1, n_bytes + item.size
                looked_at, n_invalid = looked_at + result[0], n_invalid + result[1]
            yield None
        problem = "" if n_bytes else skipped[0].code if kind == "file" and skipped else "no_text_found"
    except EngineError as error:
        problem = error.code
    except (OSError, ValueError):
        problem = "cannot_read_file"
    looked = n_invalid if looked_at else -1
    yield SourceSummary(source, kind, n_files, n_bytes, looked, problem, tuple(skipped))


def _look(found: Found, budget: int) -> Skipped | tuple[int, int]:
    """Return (bytes looked at, bytes that are not UTF-8) of a file's start, or why it would be skipped."""
    try:
        descriptor = open_regular(found.path)
        try:
            if looks_binary(descriptor, found.path):
                return Skipped(found.path, "looks_binary", found.size)
            data = os.pread(descriptor, budget, 0)
        finally:
            os.close(descriptor)
    except OSError as error:
        return Skipped(found.path, "cannot_read_file", found.size, cannot_read(found.path, error).facts)
    except EngineError as error:
        return Skipped(found.path, error.code, found.size, error.facts)
    cleaner = Utf8Cleaner()
    cleaner.feed(data, final=len(data) == found.size)
    return len(data), cleaner.replaced


# --- finding files ------------------------------------------------------------------------------


def find_steps(source: str) -> Iterator[Found | Skipped | None]:
    """Yield the files of a source, those of a folder by name, and None on the way.

    A folder in a folder is entered where its name stands. Raises EngineError "cannot_read_file" or
    "not_a_file" for the source itself.
    """
    try:
        status = os.stat(source)
    except (OSError, ValueError) as error:
        raise cannot_read(source, error) from error
    if stat.S_ISDIR(status.st_mode):
        yield from _walk(source, (status.st_dev, status.st_ino))
    elif stat.S_ISREG(status.st_mode):
        yield Found(source, status.st_size)
    else:
        raise EngineError("not_a_file", file=source, kind=kind_of(status.st_mode))


def _walk(source: str, identity: tuple[int, int]) -> Iterator[Found | Skipped | None]:
    """Walk a folder without recursion: a deep tree is no reason to fail."""
    seen = {identity}  # (device, inode) of the folders entered, so that links cannot lead in circles
    stack = [_sorted_names(source, must=True)]
    while stack:
        item = next(stack[-1], END_OF_DOCUMENT)
        if isinstance(item, EndOfDocument):
            stack.pop()
            continue
        entry = _classify(item, seen) if isinstance(item, str) else item
        if isinstance(entry, str):
            stack.append(_sorted_names(entry))
        else:
            yield entry


def _sorted_names(folder: str, must: bool = False) -> Iterator[str | Skipped | None]:
    """Yield the paths in a folder by name; None while a large folder is listed."""
    runs: list[list[str]] = []
    try:
        with os.scandir(folder) as entries:
            while run := sorted(entry.name for entry in islice(entries, LISTED_AT_ONCE)):
                runs.append(run)
                yield None
    except OSError as error:
        if must:
            raise cannot_read(folder, error) from error
        yield Skipped(folder, "cannot_read_file", 0, cannot_read(folder, error).facts)
        return
    for name in heapq.merge(*runs):  # sorted in portions, so that a million names hold nobody up
        yield os.path.join(folder, name)


def _classify(path: str, seen: set[tuple[int, int]]) -> str | Found | Skipped:
    """Return a file, why it is left out, or the path of a folder to enter."""
    try:
        status = os.stat(path)
    except OSError as error:
        return Skipped(path, "cannot_read_file", 0, cannot_read(path, error).facts)
    is_file = stat.S_ISREG(status.st_mode)
    if os.path.basename(path).startswith("."):
        return Skipped(path, "hidden_file", status.st_size if is_file else 0)
    if is_file:
        return Found(path, status.st_size)
    if not stat.S_ISDIR(status.st_mode):
        return Skipped(path, "not_a_file", 0, {"kind": kind_of(status.st_mode)})
    identity = (status.st_dev, status.st_ino)
    if identity in seen:
        return Skipped(path, "symlink_loop")
    seen.add(identity)
    return path
