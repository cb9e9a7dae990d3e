"""Looks at a source without reading all of it, for the list of sources."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from workbench.engine.base.errors import EngineError, Fact
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counted_parts import CountedParts
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.file_names import is_archive_name
from workbench.engine.corpus.folder_files import Skipped, SourceFile
from workbench.engine.corpus.looking import LOOKED_AT, Look, archive_members, look_at
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.readers import (
    open_regular,
)
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import PYTHON_LIBRARY, SAMPLE_CORPUS

_LISTED = 20  # suffixes


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a source holds.

    Attributes:
        path: as requested.
        kind: "file", "folder", "sample" or "python".
        name: of the file or folder, "" for the other kinds.
        n_files, n_bytes: what would be read.
        n_invalid: bytes that are not UTF-8 in the first megabyte, -1 if nothing was checked.
        problem: code of `errors` if nothing can be read, or counted parts do not add up, else "".
        facts: fill the problem's templates.
        suffixes: of the files in a folder, the most frequent first.
        look: of a file.
        counted: what the footers of its parts say, as of their sum; None if it is no counted parts.
        skipped: what would be left out. n_skipped: how many these are.
        stamp: number of its files and folders, left out or not, their bytes, and the newest change (ns); it
            only changes if one of them changes. Zeros if the source cannot be read.

    """

    path: str
    kind: str
    name: str
    n_files: int
    n_bytes: int
    n_invalid: int = -1
    problem: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    suffixes: tuple[str, ...] = ()
    look: Look = field(default_factory=Look)
    counted: CountsFacts | None = None
    skipped: tuple[Skipped, ...] = ()
    n_skipped: int = 0
    stamp: tuple[int, int, int] = (0, 0, 0)


def scan(source: str | SourceOptions, child: Child | None = None) -> Scanned:
    """Look at a source; errors are in `problem`.

    Parquet is read in `child`, which needs `parquet_documents.MEMORY`, or in a child of its own.
    """
    options = source if isinstance(source, SourceOptions) else SourceOptions(source)
    own = child or Child(MEMORY)
    try:
        looking = _Scan(options, own)
        looking.look()
        return looking.result()
    finally:
        if child is None:
            own.close()


class _Scan:
    """One source being looked at."""

    def __init__(self, options: SourceOptions, child: Child) -> None:
        self._options = options
        self._child = child
        self._files = SourceFiles(replace(options, on_unreadable="refuse"))
        usual = "folder" if self._files.folder else "file"
        self._kind = {SAMPLE_CORPUS: "sample", PYTHON_LIBRARY: "python"}.get(options.path, usual)
        self._n_files = self._n_bytes = self._looked_at = self._n_invalid = 0
        self._skipped: list[Skipped] = []
        self._stamp = (0, 0, 0)
        self._suffixes: dict[str, int] = {}
        self._look = Look()
        self._parts = CountedParts()
        self._counted: CountsFacts | None = None
        self._problem = ""
        self._facts: Mapping[str, Fact] = {}

    def look(self) -> None:
        try:
            for item in self._files.steps():
                self._note(item)
                if isinstance(item, Skipped):
                    self._skipped.append(item)
                else:
                    self._file(item)
                point()
            self._counted = self._parts.total()
        except EngineError as error:
            self._problem, self._facts = error.code, dict(error.facts)

    def _note(self, item: SourceFile | Skipped) -> None:
        count, n_bytes, newest = self._stamp
        size = item.size if isinstance(item, SourceFile) else item.n_bytes
        self._stamp = count + 1, n_bytes + size, max(newest, item.changed)

    def _file(self, file: SourceFile) -> None:
        look = replace(self._files.options_of(file.path), path=file.path)
        try:
            closely = self._kind == "file" or self._parts.may_have(file.path)
            if closely or self._looked_at < LOOKED_AT:
                self._look = look_at(look, self._child, max(0, LOOKED_AT - self._looked_at), closely)
                self._parts.note(file.path, self._look.counted, self._look.kind)
                packed = self._look.packing == "zip"
                n_bytes = self._members(file) if packed else self._look.n_bytes
                self._look = replace(self._look, n_bytes=n_bytes)
                self._looked_at += min(n_bytes, LOOKED_AT)
                self._n_invalid += max(0, self._look.n_invalid)
            elif is_archive_name(file.path):
                n_bytes = self._members(file)
            else:
                os.close(open_regular(file.path))
                n_bytes = file.size
            self._n_bytes += n_bytes
        except EngineError as error:
            self._skipped.append(self._files.left_out(file.path, error, file.size))
            return
        if file.size == 0:
            self._skipped.append(Skipped(file.path, "empty_file"))
            return
        self._n_files += 1
        suffix = PurePath(file.path).suffix.lower()
        self._suffixes[suffix] = self._suffixes.get(suffix, 0) + 1

    def _members(self, archive: SourceFile) -> int:
        """Note the members of an archive that are left out, and return the bytes of the others."""
        n_bytes = 0
        members = archive_members(archive.path)
        for member, _, code in self._files.chosen_members(archive.path, members):
            if code:
                self._skipped.append(self._files.checked(Skipped(f"{archive.path}/{member.name}", code)))
            else:
                n_bytes += member.n_bytes
        return n_bytes

    def result(self) -> Scanned:
        nothing = "no_text_found" if self._n_bytes == 0 else ""
        ordered = sorted(self._suffixes, key=lambda suffix: (-self._suffixes[suffix], suffix))
        return Scanned(
            path=self._options.path,
            kind=self._kind,
            name=os.path.basename(os.path.normpath(self._options.path))
            if self._kind in ("file", "folder")
            else "",
            n_files=self._n_files,
            n_bytes=self._n_bytes,
            n_invalid=self._n_invalid if self._looked_at else -1,
            problem=self._problem or nothing,
            facts=self._facts,
            suffixes=tuple(ordered[:_LISTED]),
            look=self._look if self._kind == "file" else Look(),
            counted=self._counted,
            skipped=tuple(self._skipped),
            n_skipped=len(self._skipped),
            stamp=self._stamp,
        )


# --- one file -----------------------------------------------------------------------------------
