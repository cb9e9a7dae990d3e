"""Reads the source arguments of `workbench.train`: one or several sources, and how to read them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from workbench.engine.base.errors import EngineError, MissingFile
from workbench.engine.corpus.document_source import DocumentsSource, is_documents, name_of
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import InMemory, Source, TextSource

Documents = Iterable[str | bytes]
Sources = Source | Iterable[Source | bytes | Documents]  # with one Iterable, so that lists of all sorts fit


def several(sources: Sources) -> list[Source]:
    """Return the sources as a list, also where it is one.

    A list, tuple, set or iterator holds sources. A source that is an open file, or another iterable, holds
    documents (`DocumentsSource`).

    Raises:
        TypeError: one is no source.
        MissingFile: one is a str with spaces and no path, and so perhaps a text.

    """
    holds = isinstance(sources, list | tuple | set | frozenset | Iterator) and not hasattr(sources, "read")
    listed = list(sources) if holds else [sources]  # type: ignore[arg-type]
    return [_source(source, number) for number, source in enumerate(listed, 1)]


def _source(source: object, number: int) -> Source:
    if isinstance(source, str) and _reads_as_text(source):
        raise MissingFile("source_is_text", text=source[:60] + "…" * (len(source) > 60))
    if isinstance(source, str | os.PathLike | InMemory | SourceOptions):
        return source
    if is_documents(source):
        return DocumentsSource(name_of(source, number), source)  # type: ignore[arg-type]
    kind = type(source).__name__
    raise TypeError(f"a source is a path, a SourceOptions, a TextSource, or an iterable of texts, not {kind}")


def _reads_as_text(source: str) -> bool:
    """Return whether a source that should be a path is likely a text."""
    return any(space in source for space in (" ", "\n")) and not os.path.lexists(source)


def read_so(sources: Sources, usual: SourceOptions, sample: float, weight: float) -> list[Source]:
    """Return the sources; paths are read as `usual` says.

    Args:
        sources: a `SourceOptions` or a text has its own options, documents may have.
        usual: options of the others; its path, sample and weight are ignored.
        sample: a share up to 1, or a number of bytes.
        weight: above 0.

    Raises:
        EngineError: an option is invalid, or a text in memory would be chosen or cleaned.

    """
    with_options: list[Source] = []
    for source in several(sources):
        if isinstance(source, TextSource) and (usual.held_out or usual.clean or sample != 1):
            raise EngineError("source_in_memory", file=source.name)
        if isinstance(source, TextSource | SourceOptions):
            with_options.append(source)
            continue
        name = source.name if isinstance(source, DocumentsSource) else os.fspath(source)
        n_bytes, share = (int(sample), 1.0) if sample > 1 else (0, sample)
        options = replace(usual, path=name, weight=weight, sample_bytes=n_bytes, sample_share=share)
        options.check()
        if isinstance(source, DocumentsSource):
            with_options.append(source.read_as(options) if source.options == SourceOptions(name) else source)
            continue
        with_options.append(source if options == SourceOptions(os.fspath(source)) else options)
    return with_options


def usual_options(
    clean: Sequence[str],
    patterns: Sequence[str],
    accept: Sequence[str],
    strict: bool,
    **ways: Any,  # noqa: ANN401 - the types of `SourceOptions`
) -> SourceOptions:
    """Return how sources are read that have no options of their own."""
    return SourceOptions(
        "", clean=tuple(clean), patterns=tuple(patterns), accept=tuple(accept),
        on_unreadable="stop" if strict else "leave_out", **ways,
    )  # fmt: skip
