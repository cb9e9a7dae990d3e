"""Leaves out sources that another one has too, so that nothing is counted twice."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.corpus.folder_files import SourceFile
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import InMemory, Source, options_of


def once(sources: Sequence[Source]) -> tuple[list[Source], list[EngineError]]:
    """Return the sources without those whose files another one has, and a note on each that is left out."""
    places = [_place(source) for source in sources]
    firsts: dict[str, int] = {}
    for number, place in enumerate(places):
        firsts.setdefault(place, number)
    kept: list[Source] = []
    notes: list[EngineError] = []
    for number, source in enumerate(sources):
        above = (firsts.get(place, number) for place in _upwards(places[number]))
        others = (sources[each] for each in above if each != number)
        other = next((each for each in others if _has(each, source)), None)
        if other is None:
            kept.append(source)
        else:
            notes.append(EngineError("compare_source_twice", name=_path(source), other=_path(other)))
    return kept, notes


def _upwards(place: str) -> Iterator[str]:
    """Yield a path and the folders that it is in."""
    while place:
        yield place
        place = os.path.dirname(place) if os.path.dirname(place) != place else ""


def _has(other: Source, source: Source) -> bool:
    """Return whether one has all files of the other, of which there is one at least."""
    own, theirs = set(_files(source)), set(_files(other))
    return bool(own) and own <= theirs


def _files(source: Source) -> Iterator[str]:
    if not isinstance(source, InMemory):
        for file in paced(SourceFiles(options_of(source)).steps(), 64):
            if isinstance(file, SourceFile):
                yield os.path.realpath(file.path)


def _path(source: Source) -> str:
    return source.name if isinstance(source, InMemory) else options_of(source).path


def _place(source: Source) -> str:
    """Return where a source is on disk, "" for what is not there."""
    if isinstance(source, InMemory) or not os.path.exists(_path(source)):
        return ""
    return os.path.realpath(_path(source))
