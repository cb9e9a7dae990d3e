"""The files of a source: which there are, how each is read, which are left out, and why.

Everything that reads, lists or counts the files of a source uses this module, so that the same files are left
out everywhere.
"""

from __future__ import annotations

import glob
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.corpus.file_names import ARCHIVE
from workbench.engine.corpus.folder_files import Skipped, SourceFile, find
from workbench.engine.corpus.source_options import LEFT_OUT, PYTHON_LIBRARY, SAMPLE_CORPUS, SourceOptions
from workbench.engine.corpus.zip_members import Member

_NOT_LIBRARY = ("site-packages", "dist-packages", "__pycache__")
_LIBRARY_SUFFIXES = (".py", ".txt", ".rst")
_FILES_AT_ONCE = 200  # files listed between two points
# Errors that end the reading of a corpus: on the user's request, or because an option names something
# missing.
_ENDING = frozenset({"text_not_in_encoding", "unknown_encoding", "unknown_cleaning"})


def resource_path(*names: str) -> str:
    """Return the path of a bundled file or folder, even in a checkout that is not installed."""
    try:
        root = str(resources.files("workbench_resources"))
    except ModuleNotFoundError:
        root = str(Path(__file__).parents[3] / "resources")
    return os.path.join(root, *names)


ChosenMember = tuple[Member, SourceOptions, str]


class SourceFiles:
    """The files of one source.

    Attributes:
        options: how it is read.
        path: of the file or folder on this computer.
        folder: what the paths of its files begin with, "" for a single file.

    """

    def __init__(self, options: SourceOptions) -> None:
        self.options = options
        library = options.path == PYTHON_LIBRARY
        self.path = resource_path("corpus") if options.path == SAMPLE_CORPUS else options.path
        self.folder = _library_folder() if library else self.path if os.path.isdir(self.path) else ""
        self._others = {name: (kind, encoding) for name, kind, encoding in options.files}
        self._archives: dict[str, bool] = {}  # what ends as the name of one -> whether it is one

    def steps(self) -> Iterator[SourceFile | Skipped]:
        """Yield the files, those of a folder by name, including those left out.

        Raises:
            EngineError: something cannot be read, and the options do not allow leaving it out.

        """
        files = library() if self.options.path == PYTHON_LIBRARY else self._candidates()
        for item in files:
            if isinstance(item, Skipped):
                yield self.checked(item)
            elif isinstance(item, SourceFile) and self._other(item.path)[0] == LEFT_OUT:
                yield Skipped(item.path, "left_out_by_hand", item.size, changed=item.changed)
            else:
                yield item

    def _candidates(self) -> Iterator[SourceFile | Skipped]:
        try:
            yield from find(self.path, self.options.patterns)
        except EngineError as error:  # of the source itself
            yield self.left_out(self.path, error)

    def named(self, name: str) -> Iterator[SourceFile | Skipped]:
        """Yield one file by its name, even if it is left out; for a member of an archive, the archive."""
        path = self.path_of(name)
        archive = self.archive_of(path)
        yield from find(path if archive is None else archive)

    def path_of(self, name: str) -> str:
        """Return the path of one of the files; an archive's path is followed by its member's."""
        if self.folder:
            return os.path.join(self.folder, name)
        return f"{self.path}{name.removeprefix(os.path.basename(self.path))}" if "/" in name else self.path

    def name_of(self, path: str) -> str:
        """Return a file's path below the source, with slashes, or its name if the source is a file."""
        return name_below(self.folder, path, self.path)

    def archive_of(self, path: str) -> str | None:
        """Return the path of the archive of a member's path, None for other paths."""
        at = path.casefold().find(f"{ARCHIVE}/")
        while at >= 0:
            archive = path[: at + len(ARCHIVE)]
            if archive not in self._archives:  # else each of its members would be looked up on disk
                self._archives[archive] = os.path.isfile(archive)
            if self._archives[archive]:
                return archive
            at = path.casefold().find(f"{ARCHIVE}/", at + 1)
        return None

    def options_of(self, path: str) -> SourceOptions:
        """Return how one of the files is read."""
        archive = self.archive_of(path) if self._others else None
        options = self.options if archive is None else self.options_of(archive)
        return self._read_so(options, path)

    def chosen_members(self, archive: str, members: Iterable[Member]) -> Iterator[ChosenMember]:
        """Yield the members of an archive, how each is read, and why it is left out or ""."""
        options = self.options_of(archive)
        for member in members:
            path = f"{archive}/{member.name}"
            code = "left_out_by_hand" if self._other(path)[0] == LEFT_OUT else ""
            code = member.unread or code or ("" if member.n_bytes else "empty_file")
            yield member, self._read_so(options, path), code

    def _read_so(self, options: SourceOptions, path: str) -> SourceOptions:
        kind, encoding = self._other(path)
        if kind == LEFT_OUT or not (kind or encoding):
            return options
        accept = options.accept if kind != "text" else (*options.accept, "looks_binary")
        return replace(
            options, kind=kind or options.kind, encoding=encoding or options.encoding, accept=accept
        )

    def as_source(self, path: str) -> SourceOptions:
        """Return one of the files as a separate source."""
        options = self.options_of(path)
        when = "leave_out" if self.folder and options.on_unreadable == "refuse" else options.on_unreadable
        begin = f"{self.name_of(path)}/"
        inside = tuple(
            (f"{os.path.basename(path)}/{name.removeprefix(begin)}", kind, encoding)
            for name, kind, encoding in self.options.files
            if name.startswith(begin)
        )
        return replace(options, path=path, on_unreadable=when, patterns=(), files=inside)

    def _other(self, path: str) -> tuple[str, str]:
        """Return the kind and the encoding chosen for one of the files, "" if none."""
        return self._others.get(self.name_of(path), ("", "")) if self._others else ("", "")

    def left_out(self, path: str, error: EngineError, n_bytes: int = 0) -> Skipped:
        """Return an unreadable file as left out; raises if the options forbid this."""
        if error.code in _ENDING:
            raise error.in_file(path) from error
        return self.checked(Skipped(path, error.code, n_bytes, error.facts, error.place), error)

    def checked(self, skipped: Skipped, error: EngineError | None = None) -> Skipped:
        """Return what is left out; raises `error`, or a similar one, if the options forbid this."""
        when = self.options.on_unreadable
        itself = when == "refuse" and skipped.path == self.path
        if itself or (when == "stop" and not skipped.is_meant):
            raise skipped.error if error is None else error.in_file(skipped.path)
        return skipped


def name_below(folder: str, path: str, source: str = "") -> str:
    """Return a path below a folder, with slashes, or the file's name if there is no folder.

    A member of an archive that is itself the source has the archive's name before its own.
    """
    if not folder and source and path.startswith(f"{source}/"):
        return f"{os.path.basename(source)}{path[len(source) :]}"
    if not folder:
        return os.path.basename(path) or path
    below = path.removeprefix(os.path.join(folder, ""))
    # `relpath` takes as long as reading 10 KB, and differs only where there is something to normalize.
    if below == path or os.path.isabs(below) or "//" in f"/{below}/" or "/." in f"/{below}":
        below = os.path.relpath(path, folder)
    return below.replace(os.sep, "/")


# --- Python's library on this computer ------------------------------------------------------------------


def _library_folder() -> str:
    """Return the folder of Python's own library, in a frozen program that of the system's Python."""
    candidates = [sysconfig.get_path("stdlib"), *sorted(glob.glob("/usr/lib/python3.*"), reverse=True)]
    return next((folder for folder in candidates if os.path.isfile(os.path.join(folder, "os.py"))), "")


def _documentation_folders() -> list[str]:
    patterns = (
        "/usr/share/doc/python3*/html/_sources",
        f"{sys.base_prefix}/share/doc/python3*/html/_sources",
    )
    return sorted({os.path.realpath(folder) for pattern in patterns for folder in glob.glob(pattern)})


def library() -> Iterator[SourceFile]:
    """Yield the sources and the documentation of Python's library, by name."""
    n_found = 0
    for root in filter(None, [_library_folder(), *_documentation_folders()]):
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if name not in _NOT_LIBRARY)
            for name in sorted(names):
                path = os.path.join(folder, name)
                if name.endswith(_LIBRARY_SUFFIXES) and os.path.isfile(path):
                    yield SourceFile(path, os.path.getsize(path))
                    n_found += 1
                    if n_found % _FILES_AT_ONCE == 0:
                        point()
            point()
