"""The texts that prove a file: documents in stretches, each encoded as one text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus import parquet_documents
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.folder_files import Skipped, SourceFile
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import InMemory, Reading, Source, SourceOptions, options_of

STRETCH = 1 << 18  # bytes of a document that are encoded as one text


def read_whole(text: Source) -> Source:
    """Return a text to be read whole; what the user names by its path alone must be readable."""
    if isinstance(text, InMemory):
        return text
    if not isinstance(text, SourceOptions):
        return replace(options_of(text), on_unreadable="refuse")
    return replace(text, sample_bytes=0, sample_share=1.0, held_out=0.0)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a document; `byte` and `line` are where it begins, from 0."""

    name: str
    data: bytes
    byte: int
    line: int


def stretches(
    texts: Sequence[Source], skipped: list[Skipped], damaged: list[EngineError]
) -> Iterator[Stretch]:
    """Yield the documents in stretches; what is left out or used in part goes to `skipped` and `damaged`."""
    with Child(parquet_documents.MEMORY) as child:
        for source in texts:
            if isinstance(source, InMemory):
                yield from _of_file(source.name, Reading([source]))
                continue
            files = SourceFiles(options_of(source))
            for file in files.steps():
                if isinstance(file, SourceFile):
                    reading = Reading([files.as_source(file.path)], child)
                    yield from _of_file(file.path, reading)
                    skipped += reading.skipped
                    damaged += reading.damaged
                elif isinstance(file, Skipped):
                    skipped.append(file)
                point()


def _of_file(name: str, reading: Reading) -> Iterator[Stretch]:
    """Yield the documents of a file or text in stretches that end where lines do."""
    waiting = bytearray()
    byte = line = 0
    for chunk in reading.read():
        ended = isinstance(chunk, EndOfDocument)
        if not isinstance(chunk, EndOfDocument):
            waiting += chunk
        while len(waiting) >= STRETCH or (ended and waiting):
            # Chunks hold whole characters, so that without a line's end it is cut after one.
            cut = waiting.rfind(b"\n", 0, STRETCH) + 1 or len(waiting)
            data = bytes(waiting[: len(waiting) if ended and len(waiting) <= STRETCH else cut])
            yield Stretch(name, data, byte, line)
            del waiting[: len(data)]
            byte, line = byte + len(data), line + data.count(b"\n")
        if ended:
            byte = line = 0
