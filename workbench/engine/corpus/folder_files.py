"""Lists the files of a source: itself, or those of a folder, by name."""

from __future__ import annotations

import errno
import heapq
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice

from workbench.engine.base.errors import EngineError, Fact, MissingFile, Place
from workbench.engine.base.pace import point
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.corpus.readers import cannot_read

_GONE = os.strerror(errno.ENOENT)  # the reason that a missing file is left out for
LISTED_AT_ONCE = 1000  # names of a folder between two points
_MEANT = frozenset(
    {"hidden_file", "symlink_loop", "left_out_by_pattern", "left_out_by_hand", "beyond_sample", "empty_file"}
)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A regular file that a source holds; `size` in bytes and time of change (ns) when it was listed."""

    path: str
    size: int
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder left out.

    Attributes:
        path: as it was found.
        code: why, a code of `errors`: "hidden_file", "symlink_loop", "looks_binary" and the like.
        n_bytes: its size, 0 for folders and where it is unknown.
        facts: fill the code's templates.
        place: where in the file the fault lies, None if it is nowhere.
        changed: its time of change (ns) if it could be read otherwise, else 0.

    """

    path: str
    code: str
    n_bytes: int = 0
    facts: Mapping[str, Fact] = field(default_factory=dict)
    place: Place | None = None
    changed: int = 0

    @property
    def is_meant(self) -> bool:
        """Whether it is left out on purpose or is empty; otherwise the file cannot be read."""
        return self.code in _MEANT

    @property
    def error(self) -> EngineError:
        """Why the file is left out, as an error that names the file."""
        kind = MissingFile if self.facts.get("reason") == _GONE else EngineError
        return kind(self.code, file=self.path, place=self.place, **self.facts)


def find(source: str, patterns: Sequence[str] = ()) -> Iterator[SourceFile | Skipped]:
    """Yield the files of a source, those of a folder by name.

    Subfolders are entered in the order of names. `patterns`, as in `SourceOptions`, are matched with names
    and with paths below the source; files that they exclude are skipped. Raises EngineError
    "cannot_read_file" or "not_a_file" for the source itself.
    """
    try:
        status = os.stat(source)
    except (OSError, ValueError) as error:
        raise cannot_read(source, error) from error
    if stat.S_ISDIR(status.st_mode):
        for item in _walk(source, (status.st_dev, status.st_ino)):
            # Without patterns no name: `relpath` takes as long as reading 10 KB.
            if (
                patterns
                and isinstance(item, SourceFile)
                and not fits(os.path.relpath(item.path, source), patterns)
            ):
                yield Skipped(item.path, "left_out_by_pattern", item.size, changed=item.changed)
            else:
                yield item
    elif stat.S_ISREG(status.st_mode):
        yield SourceFile(source, status.st_size, status.st_mtime_ns)
    else:
        raise EngineError("not_a_file", file=source)


def fits(name: str, patterns: Sequence[str]) -> bool:
    """Return whether patterns of names, "*.txt", "notes/*", "!*.log", include a file; () includes all."""
    name = name.replace(os.sep, "/").casefold()
    for pattern in patterns:
        if pattern.startswith("!") and _matches(name, pattern[1:]):
            return False
    wanted = [pattern for pattern in patterns if not pattern.startswith("!")]
    return not wanted or any(_matches(name, pattern) for pattern in wanted)


def _matches(name: str, pattern: str) -> bool:
    pattern = pattern.casefold()
    return fnmatchcase(name, pattern) or fnmatchcase(name.rpartition("/")[2], pattern)


def _walk(source: str, identity: tuple[int, int]) -> Iterator[SourceFile | Skipped]:
    """Walk a folder without recursion, so that deep trees do not fail."""
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


def _sorted_names(folder: str, must: bool = False) -> Iterator[str | Skipped]:
    """Yield the paths in a folder by name."""
    runs: list[list[str]] = []
    try:
        with os.scandir(folder) as entries:
            while run := sorted(entry.name for entry in islice(entries, LISTED_AT_ONCE)):
                runs.append(run)
                point()
    except OSError as error:
        if must:
            raise cannot_read(folder, error) from error
        yield Skipped(folder, "cannot_read_file", 0, cannot_read(folder, error).facts)
        return
    for name in heapq.merge(*runs):  # sorted in chunks, so that a million names block nothing
        yield os.path.join(folder, name)


def _classify(path: str, seen: set[tuple[int, int]]) -> str | SourceFile | Skipped:
    """Return a file, why it is left out, or the path of a folder to enter."""
    try:
        status = os.stat(path)
    except OSError as error:
        return Skipped(path, "cannot_read_file", 0, cannot_read(path, error).facts)
    is_file = stat.S_ISREG(status.st_mode)
    if os.path.basename(path).startswith("."):
        return Skipped(path, "hidden_file", status.st_size if is_file else 0)
    if is_file:
        return SourceFile(path, status.st_size, status.st_mtime_ns)
    if not stat.S_ISDIR(status.st_mode):
        return Skipped(path, "not_a_file")
    identity = (status.st_dev, status.st_ino)
    if identity in seen:
        return Skipped(path, "symlink_loop")
    seen.add(identity)
    return path
