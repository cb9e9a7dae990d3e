"""Counts the tokens of files, as wc counts words: raw bytes, without special tokens."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.api.comparing import to_compare
from workbench.api.files import read_bytes
from workbench.engine.encoding.streamed_encoding import StreamedEncoding
from workbench.engine.encoding.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class FileCount:
    """The counts of a file.

    Attributes:
        path: of it.
        tokens: with each tokenizer.
        n_bytes: of the file.

    """

    path: str
    tokens: tuple[int, ...]
    n_bytes: int


def count_tokens(tokenizers: Sequence[Tokenizer], chunks: Iterable[bytes], path: str = "") -> FileCount:
    """Count chunks in one pass; raises EngineError if a tokenizer cannot encode them."""
    streams = [StreamedEncoding(tokenizer) for tokenizer in tokenizers]
    tokens, n_bytes = [0] * len(streams), 0
    for portion in chunks:
        n_bytes += len(portion)
        for number, stream in enumerate(streams):
            tokens[number] += sum(len(part.ids) for part in stream.feed(portion))
    for number, stream in enumerate(streams):
        tokens[number] += sum(len(part.ids) for part in stream.end())
    return FileCount(path, tuple(tokens), n_bytes)


def count(
    paths: Sequence[str | os.PathLike[str]], tokenizers: Sequence[str | os.PathLike[str] | Tokenizer]
) -> list[FileCount]:
    """Return the counts of each file.

    Args:
        paths: of the files.
        tokenizers: files, names of published ones that were fetched, or tokenizers.

    Raises:
        EngineError: a file cannot be read or encoded.

    """
    opened = [each.tokenizer for each in to_compare(tokenizers)]
    return [count_tokens(opened, read_bytes(path), os.fspath(path)) for path in paths]
