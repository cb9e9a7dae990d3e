"""The files of a source one by one: all of their names and sizes soon, and a closer look at some of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.engine.errors import EngineError
from workbench.engine.finding import Found, Skipped
from workbench.engine.isolation import Child
from workbench.engine.parquet_documents import MEMORY
from workbench.engine.scanning import Look, look_steps
from workbench.engine.source_files import SourceFiles
from workbench.engine.source_options import SourceOptions

PORTION = 1000  # files told together
_LOOKED_UP = 100  # files between two yields


@dataclass(frozen=True, slots=True)
class Portion:
    """Some files of a source, one after the other.

    Attributes:
        names: below the source, as in `SourceOptions.files`.
        sizes: bytes, 0 where nobody knows them.
        reasons: why each is left out, a code of `errors`, "" for one that is read.

    """

    names: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


def listed_steps(options: SourceOptions) -> Iterator[Portion | None]:
    """Yield the files of a source in portions, in the order in which they are read, and None on the way.

    They are looked up and not opened, so that a million of them are listed while somebody watches.
    """
    files, portion = SourceFiles(options), Portion()
    for item in files.steps():
        if item is None:
            yield None
            continue
        portion.names.append(files.name_of(item.path))
        portion.sizes.append(item.size if isinstance(item, Found) else item.n_bytes)
        portion.reasons.append(_reason(item))
        if len(portion.names) >= PORTION:
            yield portion
            portion = Portion()
        elif len(portion.names) % _LOOKED_UP == 0:
            yield None
    if portion.names:
        yield portion


def _reason(item: Found | Skipped) -> str:
    if isinstance(item, Skipped):
        return item.code
    return "" if item.size else "empty_file"


def file_looks_steps(
    options: SourceOptions, names: Sequence[str], child: Child | None = None
) -> Iterator[tuple[str, Look | None, EngineError | None] | None]:
    """Yield (name, what it looks like, why it cannot be read) of files of a source, and None on the way.

    Parquet is read and encodings are guessed in `child`, or in one of its own.
    """
    files, own = SourceFiles(options), child or Child(MEMORY)
    try:
        for name in names:
            yield None
            try:
                found = files.alone(files.path_of(name))
                yield name, (yield from look_steps(found, own, rows=False)), None
            except EngineError as error:
                yield name, None, error
    finally:
        if child is None:
            own.close()
