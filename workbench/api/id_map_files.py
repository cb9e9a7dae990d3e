"""The map of ids as two files next to a tokenizer: written with it, and kept until it is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.api import convert as converting
from workbench.api.files import Saved, save_file
from workbench.api.id_map_snippets import taking_along
from workbench.engine.adapting.draft import Draft
from workbench.engine.adapting.id_map import id_map
from workbench.engine.corpus.sources import Source
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats import overwriting
from workbench.formats.files import atomic
from workbench.formats.snippets import Snippet

MAP_JSON, MAP_NPZ = ".id_map.json", ".id_map.npz"
_LARGEST = 1 << 28  # bytes of a file that is kept


@dataclass(frozen=True, slots=True)
class IdMapFiles:
    """A map of ids as it is written.

    Attributes:
        json: to read; see `engine.adapting.id_map`.
        npz: for programs.

    """

    json: bytes
    npz: bytes

    def by_path(self, path: str | os.PathLike[str]) -> dict[str, bytes]:
        """Return path -> bytes of the files next to a tokenizer's."""
        stem = os.path.splitext(os.fspath(path))[0]
        return {f"{stem}{MAP_JSON}": self.json, f"{stem}{MAP_NPZ}": self.npz}


def map_files(draft: Draft) -> IdMapFiles | None:
    """Return the map of a draft, None where every token keeps its id and none is new."""
    ids = id_map(draft)
    return IdMapFiles(ids.to_json(draft), ids.to_npz()) if ids.is_needed else None


def read_maps(path: str) -> IdMapFiles | None:
    """Return the map next to a tokenizer's file, None if there is none that can be read."""
    stem = os.path.splitext(path)[0]
    maps: list[bytes] = []
    for suffix in (MAP_JSON, MAP_NPZ):
        try:
            if os.path.getsize(stem + suffix) > _LARGEST:
                return None
            with open(stem + suffix, "rb") as file:
                maps.append(file.read())
        except OSError:
            return None
    return IdMapFiles(*maps)


def save_with(
    maps: IdMapFiles | None,
    tokenizer: Tokenizer,
    path: str,
    format_name: str | None = None,
    overwrite: bool = False,
) -> Saved:
    """Save like `files.save_file`, with a map of ids.

    Raises:
        EngineError: as that, or a file of the map is there and not of an earlier save.

    """
    write = _writing(maps, path, overwriting.read_for(tokenizer.record), overwrite)
    saved = save_file(tokenizer, path, format_name, overwrite)
    map_paths = write()
    return replace(
        saved, files=(*saved.files, *map_paths), snippets=_snippets(map_paths, path, saved.opened.format)
    )


def exporting_with(
    maps: IdMapFiles | None,
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format_name: str | None = None,
    texts: Sequence[Source] = (),
    *,
    read: Sequence[Source] = (),
    overwrite: bool = False,
    **ways: Any,  # noqa: ANN401 - of `convert.export`
) -> Iterator[converting.Step | converting.Proved | converting.Exported]:
    """Write as `convert.export`, with a map of ids; yields as that, its files among those written."""
    write = _writing(maps, path, [*read, *texts], overwrite)
    for event in converting.export(
        tokenizer, path, format_name, texts, read=read, overwrite=overwrite, **ways
    ):  # fmt: skip
        if isinstance(event, converting.Exported) and event.files:
            map_paths = write()
            snippets = (*event.snippets, *_snippets(map_paths, path, event.format))
            yield replace(event, files=(*event.files, *map_paths), snippets=snippets)
        else:
            yield event


def _snippets(
    map_paths: tuple[str, ...], path: str | os.PathLike[str], format_name: str
) -> tuple[Snippet, ...]:
    npz = next((file for file in map_paths if file.endswith(MAP_NPZ)), "")
    return taking_along(npz, os.fspath(path), format_name) if npz else ()


def _writing(
    maps: IdMapFiles | None, path: str | os.PathLike[str], read: Sequence[Source], overwrite: bool
) -> Any:  # noqa: ANN401
    """Check the places of a map; return what writes it and returns its paths."""
    sidecars = {} if maps is None else maps.by_path(path)
    files = {atomic.target_of(file): data for file, data in sidecars.items()}
    overwriting.refuse_read(list(files), read)
    if files and not overwrite:
        overwriting.refuse_foreign(atomic.target_of(os.fspath(path)), files)

    def _write() -> tuple[str, ...]:
        if files:
            atomic.write(list(files.items()))
        return tuple(sidecars)

    return _write
