"""Reads the source arguments of `workbench.train`: one or several sources, and how to read them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Source, TextSource


def several(sources: Source | Sequence[Source]) -> list[Source]:
    """Return the sources as a list, also where it is one; raises TypeError where one is none."""
    if isinstance(sources, str | bytes | os.PathLike | TextSource | SourceOptions):
        sources = [sources]
    for source in (listed := list(sources)):
        if not isinstance(source, str | os.PathLike | TextSource | SourceOptions):
            kind = type(source).__name__
            raise TypeError(f"a source is a path, a TextSource (of a text) or a SourceOptions, not {kind}")
    return listed


def read_so(
    sources: Source | Sequence[Source], usual: SourceOptions, sample: float, weight: float
) -> list[Source]:
    """Return the sources; paths are read as `usual` says.

    Args:
        sources: a `SourceOptions` or a text has its own options.
        usual: options of the others; its path, sample and weight are ignored.
        sample: a share up to 1, or a number of bytes.
        weight: above 0.

    Raises:
        EngineError: an option is invalid.

    """
    with_options: list[Source] = []
    for source in several(sources):
        if isinstance(source, TextSource | SourceOptions):
            with_options.append(source)
            continue
        n_bytes, share = (int(sample), 1.0) if sample > 1 else (0, sample)
        options = replace(
            usual, path=os.fspath(source), weight=weight, sample_bytes=n_bytes, sample_share=share
        )
        options.check()
        with_options.append(source if options == SourceOptions(os.fspath(source)) else options)
    return with_options
