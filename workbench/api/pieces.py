"""Counting the pieces of a text in shards, and adding them up, from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from workbench.api import count_parts
from workbench.api.count_parts import CountingProgress, CountsWritten
from workbench.api.source_arguments import read_so, usual_options
from workbench.engine.base.slices import finished
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import InMemory, options_of
from workbench.engine.training.options import Options
from workbench.engine.training.presets import DEFAULT_PRESET

Path = str | os.PathLike[str]
PathSource = Path | SourceOptions


def count_pieces(
    sources: PathSource | Iterable[PathSource],
    path: Path,
    *,
    shard: tuple[int, int] = (0, 1),
    preset: str = DEFAULT_PRESET,
    pattern: str | None = None,
    numbers: str | None = None,
    remove_extra_whitespaces: bool = False,
    memory_limit: int = 0,
    kind: str = "",
    field: str = "",
    column: str = "",
    encoding: str = "",
    sample: float = 1.0,
    held_out: float = 0.0,
    clean: Sequence[str] = (),
    on_invalid: str = "replace",
    seed: int = 0,
    patterns: Sequence[str] = (),
    accept: Sequence[str] = (),
    strict: bool = False,
    progress: Callable[[CountingProgress], object] | None = None,
) -> CountsWritten:
    """Count the distinct pieces of a text, or of a shard of it, to a file that `train` takes as a source.

    Args:
        sources: files and folders, the same ones for every shard.
        path: of the Parquet file; it is complete in the end, or not there.
        shard: (number from 0 on, how many there are); `merge_counts` adds them up.
        preset, pattern, numbers, remove_extra_whitespaces: decide the split, as for `train`.
        memory_limit: bytes that the distinct pieces may take, 0 for 40 % of the memory; beyond it they go to
            the disk.
        kind, field, column, encoding, held_out, clean, on_invalid, seed, patterns, accept, strict: how the
            sources are read, as for `train`.
        sample: a share of the documents up to 1.
        progress: called with every `CountingProgress`, in bytes.

    Raises:
        EngineError: naming what is wrong and what to do.
        TypeError: a source is no path.

    """
    usual = usual_options(
        clean, patterns, accept, strict, kind=kind, field=field, column=column, encoding=encoding,
        held_out=held_out, on_invalid=on_invalid, seed=seed,
    )  # fmt: skip
    options = Options(
        preset,
        pattern,
        numbers=numbers,
        remove_extra_whitespaces=remove_extra_whitespaces,
        memory_limit=memory_limit,
    )
    paths: list[SourceOptions] = []
    for source in read_so(sources, usual, sample, 1.0):
        if isinstance(source, InMemory):
            raise TypeError("only files and folders can be counted in shards")
        paths.append(options_of(source))
    steps = count_parts.count_part(paths, options, os.fspath(path), *shard)
    return finished(steps, progress)


def merge_counts(
    parts: Path | Iterable[Path],
    path: Path,
    *,
    min_count: int = 0,
    memory_limit: int = 0,
    incomplete: bool = False,
    progress: Callable[[CountingProgress], object] | None = None,
) -> CountsWritten:
    """Add files of counted pieces up; the sum is the file of the whole text, to the last count.

    Args:
        parts: files of `count_pieces` and of this function, or folders with such.
        path: of the Parquet file; it is complete in the end, or not there.
        min_count: drop pieces that occur less often, and note how much they were.
        memory_limit: bytes to use, 0 for 1 GiB.
        incomplete: accept that shards are missing.
        progress: called with every `CountingProgress`, in rows that were written.

    Raises:
        EngineError: naming the part and the fault.

    """
    listed = [parts] if isinstance(parts, str | os.PathLike) else parts
    steps = count_parts.merge_counts(
        [os.fspath(each) for each in listed],
        os.fspath(path),
        min_count=min_count,
        memory_limit=memory_limit,
        incomplete=incomplete,
    )
    return finished(steps, progress)
