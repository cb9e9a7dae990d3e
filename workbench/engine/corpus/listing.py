"""Lists the files of a source: all names and sizes quickly, details of some of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.file_documents import kind_read
from workbench.engine.corpus.file_names import is_archive_name
from workbench.engine.corpus.folder_files import Skipped, SourceFile
from workbench.engine.corpus.looking import Look, archive_members, look_at, member_look
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.source_options import SourceOptions

BATCH = 1000  # files reported together
_LOOKED_UP = 100  # files between two points


@dataclass(frozen=True, slots=True)
class FileBatch:
    """Consecutive files of a source.

    Attributes:
        names: below the source, as in `SourceOptions.files`.
        sizes: bytes, 0 if unknown.
        reasons: why each is left out, a code of `errors`, "" for one that is read.

    """

    names: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


def file_batches(options: SourceOptions) -> Iterator[FileBatch]:
    """Yield the files of a source in batches, in reading order.

    Files are not opened, so that a million of them are listed quickly; except for archives, which are
    followed by their members.
    """
    files, batch = SourceFiles(options), FileBatch()
    for row in _rows(files):
        name, size, reason = row
        batch.names.append(name)
        batch.sizes.append(size)
        batch.reasons.append(reason)
        if len(batch.names) >= BATCH:
            yield batch
            batch = FileBatch()
        elif len(batch.names) % _LOOKED_UP == 0:
            point()
    if batch.names:
        yield batch


def _rows(files: SourceFiles) -> Iterator[tuple[str, int, str]]:
    """Yield name, size and reason for leaving out (or "") of each file and member."""
    for item in files.steps():
        size = item.size if isinstance(item, SourceFile) else item.n_bytes
        yield files.name_of(item.path), size, _reason(files, item)
        if isinstance(item, SourceFile) and is_archive_name(item.path):
            yield from _member_rows(files, item.path)


def _member_rows(files: SourceFiles, archive: str) -> Iterator[tuple[str, int, str]]:
    try:
        members = archive_members(archive)
    except EngineError:  # looking at the archive reports what is wrong with it
        return
    name = files.name_of(archive)
    for member, _, reason in files.chosen_members(archive, members):
        yield f"{name}/{member.name}", 0 if member.unread else member.n_bytes, reason


def _reason(files: SourceFiles, item: SourceFile | Skipped) -> str:
    if isinstance(item, Skipped):
        return item.code
    if item.size or kind_read(b"", files.options_of(item.path).kind, item.path) == "parquet":
        return ""  # a closer look reports more
    return "empty_file"


def file_looks(
    options: SourceOptions, names: Sequence[str], child: Child | None = None
) -> Iterator[tuple[str, Look | None, EngineError | None]]:
    """Yield (name, look, error) of files of a source.

    Parquet is read and encodings are guessed in `child`, or in a child of its own.
    """
    files, own = SourceFiles(options), child or Child(MEMORY)
    try:
        for name in names:
            point()
            try:
                path = files.path_of(name)
                archive = files.archive_of(path)
                if archive is None:
                    look = look_at(files.as_source(path), own, rows=False)
                else:
                    look = member_look(archive, files.as_source(path), own)
                yield name, look, None
            except EngineError as error:
                yield name, None, error
    finally:
        if child is None:
            own.close()
