"""Counts the tokens of files, as wc counts words, without special tokens.

Of a text file all bytes are counted, as they are; of folders, of files of documents (JSON, CSV, Parquet) and
of packed ones what training takes of them, document by document.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.api.files import read_bytes
from workbench.engine.encoding.streamed_encoding import StreamedEncoding
from workbench.engine.encoding.tokenizer import Tokenizer

if TYPE_CHECKING:
    from workbench.engine.corpus.sources import Reading


@dataclass(frozen=True, slots=True)
class FileCount:
    """The counts of a file.

    Attributes:
        path: of the file.
        tokens: with each tokenizer.
        n_bytes: of the file.

    """

    path: str
    tokens: tuple[int, ...]
    n_bytes: int


class _Counting:
    """Counts the documents of a file."""

    def __init__(self, tokenizers: Sequence[Tokenizer], path: str) -> None:
        self.path = path
        self._tokenizers, self._tokens, self._n_bytes = tokenizers, [0] * len(tokenizers), 0

    def count(self, chunks: Iterable[bytes]) -> Iterator[int]:
        """Count the chunks of a document; yields the bytes of the file after each."""
        streams = [StreamedEncoding(tokenizer, counts=True) for tokenizer in self._tokenizers]
        for portion in chunks:
            self._n_bytes += len(portion)
            for number, stream in enumerate(streams):
                self._tokens[number] += sum(len(part.ids) for part in stream.feed(portion))
            yield self._n_bytes
        for number, stream in enumerate(streams):
            self._tokens[number] += sum(len(part.ids) for part in stream.end())

    def counted(self) -> FileCount:
        """Return the counts so far."""
        return FileCount(self.path, tuple(self._tokens), self._n_bytes)


def count_tokens(tokenizers: Sequence[Tokenizer], chunks: Iterable[bytes], path: str = "") -> FileCount:
    """Count chunks in one pass; raises EngineError if a tokenizer cannot encode them."""
    counting = _Counting(tokenizers, path)
    for _ in counting.count(chunks):
        pass
    return counting.counted()


def has_documents(path: str) -> bool:
    """Return whether `count_files` counts a path: a folder or, by its name, a file of documents."""
    if os.path.isdir(path):
        return True
    if os.path.splitext(path)[1].lower() in ("", ".txt"):
        return False
    from workbench.engine.corpus.file_names import is_archive_name, kind_of_name, unpacked_name

    return kind_of_name(path) != "text" or is_archive_name(path) or unpacked_name(path) != path


def count_files(tokenizers: Sequence[Tokenizer], reading: Reading) -> Iterator[FileCount | int]:
    """Yield the counts of each file, in the order of reading: `n_bytes` are those of its text.

    Between them come the bytes of the text of the current one so far. What is no text is left out, and listed
    in `reading.left_out`. Raises as `Reading.read`.
    """
    from workbench.api.encoded_files import document_from  # here: a file alone is counted without sources

    file: _Counting | None = None
    steps = reading.read()
    for first in steps:
        if not isinstance(first, bytes) or not first:
            continue
        path = reading.accounts[-1].accounting.path
        if file is None or file.path != path:
            if file is not None:
                yield file.counted()
            file = _Counting(tokenizers, path)
        yield from file.count(document_from(first, steps))
    reading.refuse_nothing()
    if file is not None:
        yield file.counted()


def by_folder(counts: Iterable[FileCount]) -> list[FileCount]:
    """Return the sums of the files of each folder, those of its subfolders apart, by name."""
    files: dict[str, list[FileCount]] = {}
    for each in counts:
        files.setdefault(os.path.dirname(each.path) or ".", []).append(each)
    return [_sum(folder, files[folder]) for folder in sorted(files)]


def _sum(path: str, counts: Iterable[FileCount]) -> FileCount:
    listed = list(counts)
    tokens = tuple(map(sum, zip(*(each.tokens for each in listed), strict=True)))
    return FileCount(path, tokens, sum(each.n_bytes for each in listed))


def count(
    paths: Sequence[str | os.PathLike[str]], tokenizers: Sequence[str | os.PathLike[str] | Tokenizer]
) -> list[FileCount]:
    """Return the counts of each file.

    Args:
        paths: of text files, whose bytes are counted, and of folders and files of documents (JSON, CSV,
            Parquet, packed ones), read as by `train`.
        tokenizers: files, names of published ones that were fetched, or tokenizers.

    Raises:
        EngineError: a file cannot be read or encoded.

    """
    from workbench.api.comparing import to_compare  # here: the verb has opened its own
    from workbench.engine.corpus.sources import Reading

    opened = [each.tokenizer for each in to_compare(tokenizers)]
    counts: list[FileCount] = []
    for path in [os.fspath(each) for each in paths]:
        if has_documents(path):
            counts += (each for each in count_files(opened, Reading([path])) if isinstance(each, FileCount))
        else:
            counts.append(count_tokens(opened, read_bytes(path), path))
    return counts
