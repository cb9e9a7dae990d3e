"""Plain text as a document, and the characters that the readers of records work on."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from workbench.engine.corpus.document_choice import DocumentChooser
from workbench.engine.corpus.documents import END_OF_DOCUMENT, Bytes, Part, Parts, Tally
from workbench.engine.corpus.encodings import Transcoder, length_in
from workbench.engine.corpus.readers import BOM


def text_parts(
    chunks: Bytes, tally: Tally, transcoder: Transcoder | None, chooser: DocumentChooser | None = None
) -> Parts:
    """Yield a plain text as one document, or as stretches of whole lines.

    Args:
        chunks: its bytes.
        tally: `size` grows as they come.
        transcoder: from their encoding, None for UTF-8.
        chooser: tells after how many bytes the next line end ends a document.

    """
    if chooser is not None and not chooser.cuts_texts:
        chooser = None
    offset = length = 0
    wanted = chooser.stretch() if chooser else 0
    for chunk in _numbered(chunks, tally, transcoder):
        text, n_source = chunk
        at = 0
        while chooser and at < len(text):
            end = text.find(b"\n", max(at, at + wanted - length - 1))
            if end < 0:
                break
            n = _share(transcoder, text[at : end + 1])
            yield Part(text[at : end + 1], n, offset)
            if chooser.ends_stretch:
                yield END_OF_DOCUMENT
            offset, n_source, at, length = offset + n, n_source - n, end + 1, 0
            wanted = chooser.stretch()
        if at < len(text) or n_source:
            yield Part(text[at:], n_source, offset)
            offset, length = offset + n_source, length + len(text) - at
    yield END_OF_DOCUMENT


def _share(transcoder: Transcoder | None, text: bytes) -> int:
    return len(text) if transcoder is None else transcoder.length(text.decode())


def _numbered(chunks: Bytes, tally: Tally, transcoder: Transcoder | None) -> Iterator[tuple[bytes, int]]:
    """Yield text and how many bytes of the source it stands for."""
    for chunk in chunks:
        tally.size += len(chunk)
        if transcoder is None:
            yield chunk, len(chunk)
        else:
            yield _transcoded(transcoder, chunk)
    if transcoder is not None:
        yield _transcoded(transcoder, b"", final=True)


def _transcoded(transcoder: Transcoder, chunk: bytes, final: bool = False) -> tuple[bytes, int]:
    text = transcoder.feed(chunk, final)
    return text.encode(), transcoder.length(text)


def characters(
    chunks: Bytes, tally: Tally, transcoder: Transcoder | None, at_start: bool = True
) -> Iterator[str]:
    """Yield a text as characters; bytes that are not UTF-8 as lone surrogates (PEP 383).

    A byte order mark is taken off if it is `at_start`.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    for chunk in chunks:
        tally.size += len(chunk)
        text = decoder.decode(chunk) if transcoder is None else transcoder.feed(chunk)
        if at_start and text:
            at_start = False
            if transcoder is None and text[0] == "\ufeff":
                tally.removed += len(BOM)
                text = text[1:]
        yield text
    yield decoder.decode(b"", True) if transcoder is None else transcoder.feed(b"", final=True)


def encoded(text: str) -> bytes:
    """Return the bytes of a value: what was not UTF-8 again, other lone surrogates as no UTF-8 has them."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def length_of(transcoder: Transcoder | None, text: str) -> int:
    """Return how many bytes of the source some characters stand for."""
    if transcoder is None:
        return len(text) if text.isascii() else len(encoded(text))
    return length_in(transcoder.encoding, text)
