"""What a save may replace: never what was read for it, and next to its file only what is its own.

A file is known by device and number, not by name: it is the same one over a link, a hard link or a folder.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.corpus.folder_files import SourceFile
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import (
    PYTHON_LIBRARY,
    SAMPLE_CORPUS,
    InMemory,
    Source,
    SourceOptions,
    options_of,
)
from workbench.formats import card
from workbench.formats.files.stamps import Stamp, stamp_of
from workbench.formats.minbpe import format as minbpe_model

_AT_ONCE = 200  # files looked at between two points
_LARGEST = 1 << 26  # bytes of a file next to that is compared with what would be written

Identity = tuple[int, int]


def refuse_read(targets: Sequence[str], read: Iterable[Source | int]) -> None:
    """Refuse to write to a file that is read.

    Args:
        targets: paths of all files that would be written.
        read: sources, of folders all files in them, and descriptors of open files.

    Raises:
        EngineError: "save_over_source", naming the first of them.

    """
    there = {identity: path for path in targets if (identity := _identity(path)) is not None}
    if not there:
        return
    for path in paced(_paths(read), _AT_ONCE):
        if (same := there.get(_identity(path) or (0, 0))) is not None:
            raise EngineError("save_over_source", file=same)


def refuse_inside(folder: str, sources: Iterable[Source], code: str, target: str) -> None:
    """Refuse to write `target` to a folder whose files are read; raises EngineError of a code."""
    whole = os.path.realpath(folder)
    for source in sources:
        path = source.path if isinstance(source, SourceOptions) else source
        if isinstance(path, InMemory) or not os.path.isdir(path):
            continue
        if os.path.commonpath([whole, os.path.realpath(path)]) == os.path.realpath(path):
            raise EngineError(code, file=target, source=os.fspath(path))


def _paths(read: Iterable[Source | int]) -> Iterator[str | int]:
    """Yield the files of what is read."""
    for source in read:
        if isinstance(source, int):
            yield source
        elif not isinstance(source, InMemory):
            yield from _paths_of(options_of(source))


def _paths_of(options: SourceOptions) -> Iterator[str]:
    if options.path in (SAMPLE_CORPUS, PYTHON_LIBRARY):
        return
    if not os.path.isdir(options.path):
        yield options.path
        return
    for file in SourceFiles(options).steps():
        if isinstance(file, SourceFile):
            yield file.path
        point()


def _identity(path: str | int) -> Identity | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # what is missing is reported by what opens it
        return None
    return status.st_dev, status.st_ino


def read_for(record: Mapping[str, Any] | None) -> list[Source]:
    """Return what was read to make a tokenizer, as far as its record tells; it may be a damaged one."""
    sources: list[Source] = []
    with contextlib.suppress(AttributeError, KeyError, TypeError):
        sources += [str(path) for path in (record or {})["adapted"]["read"]]
    with contextlib.suppress(AttributeError, KeyError, TypeError, ValueError):
        for source in (record or {}).get("sources", []):
            folder, names = source["source"], [file["name"] for file in source["files"]]
            listed = names and os.path.isdir(folder)
            sources += [os.path.join(folder, name) for name in names] if listed else [str(folder)]
        if record is not None and "extend" in record["options"]:
            sources.append(str(record["options"]["extend"]["file"]))
    return sources


def refuse_changed(path: str, stamp: Stamp | None) -> None:
    """Refuse to replace a file that had `stamp` when it was read or written, and has another one now.

    Raises:
        EngineError: "save_over_changed".

    """
    if stamp is not None and stamp_of(path) not in (stamp, None):
        raise EngineError("save_over_changed", file=path)


def refuse_foreign(target: str, companions: Mapping[str, bytes]) -> None:
    """Refuse to replace files next to a target that were not written together.

    They were if the target's card is there, which only a save of it writes; minbpe writes its two files
    without one. What would be written again as it is may stay.

    Args:
        target: the file that is written.
        companions: path -> bytes of what would be written next to it, without the card.

    Raises:
        EngineError: "save_beside_foreign", naming them.

    """
    card_path = card.card_path(target)
    if _is_card(card_path):
        return
    pair = os.path.lexists(target)
    foreign = [
        path for path, data in companions.items() if os.path.lexists(path) and not _is_own(path, data, pair)
    ]
    if os.path.lexists(card_path):
        foreign.append(card_path)
    if foreign:
        raise EngineError("save_beside_foreign", names=", ".join(map(os.path.basename, foreign)))


def _is_own(path: str, data: bytes, pair: bool) -> bool:
    """Return whether a file may be replaced by `data`; `pair`: the file that it would belong to is there."""
    there = _bytes_of(path)
    return there == data or (there is not None and pair and minbpe_model.is_vocab(there))


def _is_card(path: str) -> bool:
    data = _bytes_of(path)
    if data is None:
        return False
    try:
        card.from_bytes(data)
    except ValueError:
        return False
    return True


def _bytes_of(path: str) -> bytes | None:
    """Return the bytes of a file, None of what is no plain file, too large for this, or cannot be read."""
    with contextlib.suppress(OSError):
        if os.path.isfile(path) and os.path.getsize(path) <= _LARGEST:
            with open(path, "rb") as file:
                return file.read()
    return None
