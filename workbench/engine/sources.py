"""What a person names as a source -> its documents: paths, texts in memory, the sample, Python's library.

`corpus` reads files and folders; this says which of them a source stands for, and keeps the account of
several sources together.
"""

from __future__ import annotations

import glob
import os
import sys
import sysconfig
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from pathlib import Path

from workbench.engine import corpus
from workbench.engine.corpus import (
    END_OF_DOCUMENT,
    Accounting,
    Corpus,
    EndOfDocument,
    Found,
    Skipped,
    SourceSummary,
)
from workbench.engine.errors import EngineError
from workbench.engine.readers import CHUNK, FileRecord, Utf8Cleaner

SAMPLE_CORPUS = "sample:"
PYTHON_LIBRARY = "python:"

_NOT_LIBRARY = ("site-packages", "dist-packages", "__pycache__")
_LIBRARY_SUFFIXES = (".py", ".txt", ".rst")
_FILES_AT_ONCE = 200  # files listed between two yields


@dataclass(frozen=True, slots=True)
class TextSource:
    """A text in memory as a source of its own; str, or bytes in UTF-8."""

    name: str
    data: str | bytes


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """A file or folder, and how it is read.

    Attributes:
        path: of the file or folder, or `SAMPLE_CORPUS` or `PYTHON_LIBRARY`.
        enabled: False leaves it out of everything.
        kind: "" to recognise it, or "text", "json" (also .jsonl), "table" (.csv, .tsv), "parquet" or "counts"
            (a table of pieces and how often each occurs, counted elsewhere).
        field: in JSON, where the text stands, "meta.text" inside an object of its own; "" takes the field
            "text", or the only one that is text.
        column: of a table, by name, or by number from 1 on; "" as for `field`.
        encoding: a name that Python knows, "" for UTF-8 or what a byte order mark tells, "detect" for what
            the bytes look like.
        weight: what the counts of its pieces are multiplied by, above 0; a fraction is rounded, half up, for
            each piece by itself. It never changes the account of bytes.
        sample_bytes: only so many of its first bytes of text, up to the end of a document or line; 0 for all.
        sample_share: of its documents, chosen by `seed`.
        held_out: share of its documents that are not trained on but judged by, chosen by `seed`.
        seed: decides which documents; the same for the same names and numbers of documents.
        clean: steps in order, keys of `cleaning.STEPS`.
        on_invalid: "replace" bytes that are not in the encoding by U+FFFD, "skip" them, or "stop" with an
            error that names the place.
        patterns: of file names in a folder, "*.txt"; one that begins with "!" leaves files out. () for all.
        accept: codes of refusals that the person has overruled: "looks_binary", "zstd_window".

    """

    path: str
    enabled: bool = True
    kind: str = ""
    field: str = ""
    column: str = ""
    encoding: str = ""
    weight: float = 1.0
    sample_bytes: int = 0
    sample_share: float = 1.0
    held_out: float = 0.0
    seed: int = 0
    clean: tuple[str, ...] = ()
    on_invalid: str = "replace"
    patterns: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()


Source = str | os.PathLike[str] | TextSource | SourceOptions


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a source holds.

    Attributes:
        path: as asked for.
        kind: "file", "folder", "sample" or "python".
        name: of the file or folder, "" for the other kinds.
        n_files, n_bytes, n_invalid, problem: as in `corpus.SourceSummary`.

    """

    path: str
    kind: str
    name: str
    n_files: int
    n_bytes: int
    n_invalid: int = -1
    problem: str = ""


@dataclass(slots=True)
class SourceAccount:
    """Where the bytes of one source went.

    Attributes:
        source: the source as asked for, or a text's name.
        folder: what the paths of its files begin with, "" for a single file.
        accounting: up to date while it is read.

    """

    source: str
    folder: str
    accounting: Accounting

    def name_of(self, path: str) -> str:
        """Return a file's path below the source, with slashes, or its name where the source is a file."""
        if not self.folder:
            return os.path.basename(path) or path
        return os.path.relpath(path, self.folder).replace(os.sep, "/")


def resource_path(*names: str) -> str:
    """Return the path of a bundled file or folder; in a checkout also without an installation."""
    try:
        root = str(resources.files("workbench_resources"))
    except ModuleNotFoundError:
        root = str(Path(__file__).parents[2] / "resources")
    return os.path.join(root, *names)


class Reading:
    """Several sources, read as one stream of documents.

    Attributes:
        sources: in order.
        accounts: one for each source begun; belongs to the last call of `read_steps`.

    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = tuple(sources)
        self.accounts: list[SourceAccount] = []

    @property
    def n_read(self) -> int:
        """Bytes read so far."""
        return sum(account.accounting.n_read for account in self.accounts)

    @property
    def replaced(self) -> int:
        """Bytes read so far that are not UTF-8."""
        return sum(account.accounting.replaced for account in self.accounts)

    @property
    def skipped(self) -> list[Skipped]:
        """What was left out so far."""
        return [skipped for account in self.accounts for skipped in account.accounting.skipped]

    def size_steps(self) -> Generator[None, None, int]:
        """Return how many bytes there are to read, skipped files included; yields on the way."""
        total = 0
        for source in self.sources:
            if isinstance(source, TextSource):
                total += len(_data(source))
                continue
            for found in _found_steps(_path_of(source)):
                total += found.size if isinstance(found, Found) else 0
                yield
        return total

    def read_steps(self) -> Iterator[bytes | EndOfDocument | None]:
        """Yield chunks, document ends and None, as `Corpus.read_steps`; raises what it raises."""
        self.accounts = []
        for source in self.sources:
            if isinstance(source, TextSource):
                yield from self._read_text(source)
            elif _path_of(source) == PYTHON_LIBRARY:
                yield from self._read_library()
            else:
                yield from self._read_path(_path_of(source))

    def _read_path(self, source: str) -> Iterator[bytes | EndOfDocument | None]:
        path = resource_path("corpus") if source == SAMPLE_CORPUS else source
        account = SourceAccount(source, path if os.path.isdir(path) else "", Accounting())
        self.accounts.append(account)
        reader = Corpus([path])
        for item in reader.read_steps():
            account.accounting = reader.accounting
            yield item
        account.accounting = reader.accounting

    def _read_library(self) -> Iterator[bytes | EndOfDocument | None]:
        total = Accounting()
        self.accounts.append(SourceAccount(PYTHON_LIBRARY, _library_folder(), total))
        for found in _library_steps():
            if found is None:
                yield None
                continue
            reader = Corpus([found.path])
            try:
                yield from reader.read_steps()
            except EngineError as error:
                total.skipped.append(Skipped(found.path, error.code, found.size, error.facts))
            _add(total, reader.accounting)

    def _read_text(self, source: TextSource) -> Iterator[bytes | EndOfDocument]:
        account = Accounting()
        self.accounts.append(SourceAccount(source.name, "", account))
        data, cleaner = _data(source), Utf8Cleaner()
        for start in range(0, len(data), CHUNK):
            stop = start + CHUNK
            yield cleaner.feed(data[start:stop], final=stop >= len(data))
            account.used, account.replaced, account.removed = cleaner.used, cleaner.replaced, cleaner.removed
        account.files.append(
            FileRecord(
                path=source.name,
                size=len(data),
                used=cleaner.used,
                replaced=cleaner.replaced,
                removed=cleaner.removed,
                first_invalid=tuple(cleaner.first_invalid),
                sha256=sha256(data).hexdigest(),
            )
        )
        yield END_OF_DOCUMENT


def scan_steps(source: str) -> Iterator[Scanned | None]:
    """Look at a source in slices: yield None on the way, and at last what it holds."""
    if source == PYTHON_LIBRARY:
        sizes: list[int] = []
        for found in _library_steps():
            if found is not None:
                sizes.append(found.size)
            yield None
        yield Scanned(source, "python", "", len(sizes), sum(sizes), problem="" if sizes else "no_text_found")
        return
    sample = source == SAMPLE_CORPUS
    for summary in corpus.scan_steps(resource_path("corpus") if sample else source):
        yield None if summary is None else _scanned(source, summary, sample)


def _scanned(source: str, found: SourceSummary, sample: bool) -> Scanned:
    kind, name = ("sample", "") if sample else (found.kind, os.path.basename(os.path.normpath(source)))
    return Scanned(source, kind, name, found.n_files, found.n_bytes, found.n_invalid, found.problem)


def _path_of(source: str | os.PathLike[str] | SourceOptions) -> str:
    return source.path if isinstance(source, SourceOptions) else os.fspath(source)


def _found_steps(source: str) -> Iterator[Found | Skipped | None]:
    if source == PYTHON_LIBRARY:
        return _library_steps()
    return corpus.find_steps(resource_path("corpus") if source == SAMPLE_CORPUS else source)


def _data(source: TextSource) -> bytes:
    """Return the bytes of a text; a lone surrogate becomes bytes that are not UTF-8, and is counted so."""
    return source.data.encode("utf-8", "surrogatepass") if isinstance(source.data, str) else source.data


def _add(total: Accounting, part: Accounting) -> None:
    total.files += part.files
    total.skipped += part.skipped
    total.used += part.used
    total.replaced += part.replaced
    total.removed += part.removed


# --- Python's library on this computer ------------------------------------------------------------------


def _library_folder() -> str:
    """Return the folder of Python's own library; of the system's Python where the program is frozen."""
    candidates = [sysconfig.get_path("stdlib"), *sorted(glob.glob("/usr/lib/python3.*"), reverse=True)]
    return next((folder for folder in candidates if os.path.isfile(os.path.join(folder, "os.py"))), "")


def _documentation_folders() -> list[str]:
    patterns = (
        "/usr/share/doc/python3*/html/_sources",
        f"{sys.base_prefix}/share/doc/python3*/html/_sources",
    )
    return sorted({os.path.realpath(folder) for pattern in patterns for folder in glob.glob(pattern)})


def _library_steps() -> Iterator[Found | None]:
    """Yield the sources and the documentation of Python's library, by name; None on the way."""
    n_found = 0
    for root in filter(None, [_library_folder(), *_documentation_folders()]):
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if name not in _NOT_LIBRARY)
            for name in sorted(names):
                path = os.path.join(folder, name)
                if name.endswith(_LIBRARY_SUFFIXES) and os.path.isfile(path):
                    yield Found(path, os.path.getsize(path))
                    n_found += 1
                    if n_found % _FILES_AT_ONCE == 0:
                        yield None
            yield None
