"""Texts that come one after the other, as a source: an iterable of documents, or an open file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from itertools import chain
from typing import Any, Protocol

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.documents import END_OF_DOCUMENT, Part, Parts, Tally
from workbench.engine.corpus.readers import CHUNK
from workbench.engine.corpus.source_options import SourceOptions

_MARK = b"\xff"  # between documents where they are hashed; never in UTF-8


class Digest(Protocol):
    """What hashes bytes."""

    def update(self, data: bytes, /) -> None:
        """Take bytes."""


class DocumentsSource:
    """Documents of an iterable, or the one document of an open file, read as they are needed.

    Nothing is kept of them. An iterator or a file can be read once; a list, or a column of `datasets`, again.
    """

    def __init__(
        self, name: str, documents: Iterable[str | bytes], options: SourceOptions | None = None
    ) -> None:
        """Take the documents: str, or bytes in UTF-8; a file open in either mode.

        Args:
            name: of the source.
            documents: the texts.
            options: which are used (sample, held-out share, seed), how they are cleaned, what is done with
                invalid bytes; the rest is for files.

        Raises:
            TypeError: it cannot be iterated over.

        """
        self.name = name
        self.options = options or SourceOptions(name)
        self._documents = documents
        self._is_file = hasattr(documents, "read")
        self._is_read = False
        if not self._is_file:
            iter(documents)

    @property
    def is_once(self) -> bool:
        """Whether it can be read once only."""
        return self._is_file or iter(self._documents) is self._documents

    def read_as(self, options: SourceOptions) -> DocumentsSource:
        """Return the same documents with other options."""
        other = copy(self)
        other.options = replace(options, path=self.name)
        return other

    def parts(self, digest: Digest, tally: Tally) -> Parts:
        """Yield the documents in parts; raises as `chunks`.

        Args:
            digest: takes their bytes, with 0xFF after each document.
            tally: its `size` grows as they come.

        """
        for chunks in self.chunks():
            for chunk in chain(chunks, (b"",)):  # a document may be empty
                digest.update(chunk)
                offset = tally.size
                tally.size += len(chunk)
                yield Part(chunk, len(chunk), offset)
            digest.update(_MARK)
            yield END_OF_DOCUMENT

    def chunks(self) -> Iterator[Iterator[bytes]]:
        """Yield each document as its chunks; lone surrogates become bytes that are not UTF-8.

        Raises:
            EngineError: "documents_read_twice".
            TypeError: a document is neither str nor bytes.

        """
        documents: Any = self._documents
        if self._is_read and self.is_once:
            raise EngineError("documents_read_twice", file=self.name)
        self._is_read = True
        if self._is_file:
            yield map(self._data, iter(lambda: documents.read(CHUNK), documents.read(0)))
            return
        for number, document in enumerate(documents, 1):
            data = self._data(document, number)
            yield (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))

    def _data(self, text: object, number: int = 1) -> bytes:
        if isinstance(text, str):
            return text.encode("utf-8", "surrogatepass")
        if isinstance(text, bytes):
            return text
        problem = f"document {number} is a {type(text).__name__}, not str or bytes"
        raise TypeError(f"{self.name}: {problem}; choose a column of text")


def is_documents(source: object) -> bool:
    """Return whether something is an open file or an iterable, and so holds documents, not a path."""
    return hasattr(source, "read") or (
        hasattr(source, "__iter__") and not isinstance(source, str | bytes | os.PathLike | Mapping)
    )


def name_of(documents: object, number: int) -> str:
    """Return the name of a file, or one by number."""
    name = getattr(documents, "name", None)
    return name if isinstance(name, str) else f"documents {number}"
