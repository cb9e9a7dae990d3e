"""Texts that come one after the other, as a source: an iterable of documents, or an open file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.readers import CHUNK


class DocumentsSource:
    """Documents of an iterable, or the one document of an open file, read as they are needed.

    Nothing is kept of them. An iterator or a file can be read once; a list, or a column of `datasets`, again.
    """

    def __init__(self, name: str, documents: Iterable[str | bytes]) -> None:
        """Take the documents: str, or bytes in UTF-8; a file open in either mode.

        Raises:
            TypeError: it cannot be iterated over.

        """
        self.name = name
        self._documents = documents
        self._is_file = hasattr(documents, "read")
        self._is_read = False
        if not self._is_file:
            iter(documents)

    def chunks(self) -> Iterator[Iterator[bytes]]:
        """Yield each document as its chunks; lone surrogates become bytes that are not UTF-8.

        Raises:
            EngineError: "documents_read_twice".
            TypeError: a document is neither str nor bytes.

        """
        documents: Any = self._documents
        if self._is_read and (self._is_file or iter(documents) is documents):
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
        hasattr(source, "__iter__") and not isinstance(source, str | bytes | os.PathLike)
    )


def name_of(documents: object, number: int) -> str:
    """Return the name of a file, or one by number."""
    name = getattr(documents, "name", None)
    return name if isinstance(name, str) else f"documents {number}"
