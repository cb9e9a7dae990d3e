"""Encodes text files to files of ids, streamed in a few megabytes of memory, and decodes them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workbench.api.files import read_bytes
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.encoding.streamed_decoding import decode
from workbench.engine.encoding.streamed_encoding import longest_of, streamed_parts
from workbench.engine.encoding.text_encoding import to_bytes
from workbench.engine.encoding.threaded_encoding import n_threads
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.files import atomic
from workbench.formats.id_files import IdWriter, Sink, check_form, documents_of, unpack
from workbench.formats.overwriting import refuse_read
from workbench.formats.parquet_ids import writer_for

DOCUMENTS = ("whole", "lines", "json")
MOST_BAD_LINES = 5  # numbers of lines that were no documents
LONGEST_LINE = 1 << 26  # bytes of a document that needs little more than its own memory
_BATCH = 1 << 18  # bytes of documents encoded together, for each core
_MANY = 1 << 11  # documents encoded together at most
_BUFFER = 1 << 20  # bytes written to the disk together
_PARQUET = b"PAR1"
_BOM = b"\xef\xbb\xbf"

Ids = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to write a text as a file of ids.

    Attributes:
        form: one of `formats.id_files.FORMS`.
        documents: "whole", the text is one document; "lines", each line is one, without its end (LF, CR LF or
            CR); "json", each line is a JSON object with the document under `key`.
        key: of the JSON object.
        allowed, refused: special tokens that become their ids, and those whose text is an error
            (`SpecialTokens.choose`).
        before, after: add the tokenizer's BOS and EOS ids around each document; None does what its own
            library does.

    """

    form: str = "npy"
    documents: str = "whole"
    key: str = "text"
    allowed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    before: bool | None = False
    after: bool | None = False


@dataclass(slots=True)
class Written:
    """What was written so far, or in total.

    Attributes:
        n_bytes: of the text that has been read.
        n_ids, n_documents: written.
        replaced: bytes that became U+FFFD.
        n_bad: lines that are not documents; `bad_lines` has the numbers (from 1) of the first ones.

    """

    n_bytes: int = 0
    n_ids: int = 0
    n_documents: int = 0
    replaced: int = 0
    n_bad: int = 0
    bad_lines: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class EncodedFile:
    """A file of ids of `size` bytes, written to `path`."""

    path: str
    size: int
    written: Written


def encode_to_file(
    tokenizer: Tokenizer,
    source: str | Iterable[bytes] | Reading,
    path: str,
    plan: Plan,
    read: Sequence[Source | int] = (),
) -> Iterator[Written | EncodedFile]:
    """Encode a file, chunks or sources, and write the ids to `path`, completely or not at all.

    Yields the progress, then the file. Closing the generator leaves the old file in place. `read` names what
    was read besides the source, and is never replaced: the tokenizer's file, or the descriptor that the
    chunks come from.

    Raises:
        EngineError: the source cannot be read, changes, or is the target itself; a special token is refused;
            the ids do not fit the form; the disk is full. No temporary file is left.

    """
    target = atomic.target_of(path)
    refuse_read([target], [*read, *_sources_of(source)])
    staged = atomic.Staged([(target, b"")])
    try:
        staged.stage()
        temporary, written = staged.temporary(target), Written()
        try:
            with open(temporary, "r+b", buffering=_BUFFER) as out:
                yield from write(tokenizer, chunks_of(source), plan, out, written)
                out.flush()
                os.fsync(out.fileno())
        except EngineError:
            raise
        except OSError as fault:
            raise atomic.save_error(path, fault, os.path.getsize(temporary) + _BUFFER) from fault
        size = os.path.getsize(temporary)
        staged.rename()
    except EngineError as error:
        raise error.in_file(source if isinstance(source, str) else path) from error
    finally:
        staged.discard()
    yield EncodedFile(path, size, written)


def _sources_of(source: str | Iterable[bytes] | Reading) -> Sequence[Source]:
    if isinstance(source, Reading):
        return source.sources
    return [source] if isinstance(source, str) else []


def chunks_of(source: str | Iterable[bytes] | Reading) -> Iterable[bytes] | Reading:
    """Return a file as chunks of bytes, anything else unchanged."""
    return file_chunks(source) if isinstance(source, str) else source


def file_chunks(source: str) -> Iterator[bytes]:
    """Yield the bytes of a file; raises EngineError if it changed meanwhile, or holds counts."""
    size, before = 0, _marks(source)
    for portion in read_bytes(source):
        if not size and portion.startswith(_PARQUET) and holds_counts(source):
            raise EngineError("counts_not_text", file=source)
        size += len(portion)
        yield portion
    if before != _marks(source) or before is None or before[0] != size:
        raise EngineError("changed_while_reading", file=source)


def holds_counts(path: str) -> bool:
    """Return whether a file holds counted pieces, which are no text."""
    from workbench.engine.child.isolation import Child  # here: few files are Parquet
    from workbench.engine.corpus.looking import look_at
    from workbench.engine.corpus.source_options import SourceOptions

    try:
        if next(read_bytes(path), b"").startswith(_PARQUET):
            with Child() as child:
                return look_at(SourceOptions(path), child, rows=False).kind == "counts"
    except EngineError:  # who reads it says what is wrong
        pass
    return False


def _marks(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino


# --- text to ids ------------------------------------------------------------------------------------


def write(
    tokenizer: Tokenizer, chunks: Iterable[bytes] | Reading, plan: Plan, out: Sink, written: Written
) -> Iterator[Written]:
    """Encode chunks and write the ids to a stream; `written` is updated and yielded.

    Sources keep their own documents, whatever `Plan.documents` says; unreadable files are listed in
    `Reading.skipped`.

    Raises:
        EngineError: as `encode_to_file`; OSError: the stream cannot be written.

    """
    check_form(plan.form, highest_id(tokenizer))
    documents = _Documents(tokenizer, plan, writer_for(plan.form, out), written)
    try:
        if isinstance(chunks, Reading):
            yield from documents.source(chunks)
        elif plan.documents == "whole":
            yield from documents.whole(chunks)
        else:
            yield from documents.line(chunks)
        documents.writer.finish()
    except BaseException:
        documents.writer.abandon()
        raise
    yield written


def highest_id(tokenizer: Tokenizer) -> int:
    """Return the highest id that a tokenizer gives."""
    return max([tokenizer.vocab_size - 1, *tokenizer.special_tokens.values()])


class _Documents:
    """Encodes documents and writes their ids."""

    def __init__(self, tokenizer: Tokenizer, plan: Plan, writer: IdWriter, written: Written) -> None:
        self._tokenizer, self._plan, self.writer, self._written = tokenizer, plan, writer, written
        framing = tokenizer.framing.parts(plan.before, plan.after)
        self._before, self._after = (np.array(ids, np.uint32) for ids in framing)
        plain = tokenizer.normalizer is None and tokenizer.pre_tokenizer.compiled is not None
        self._batched = plain
        self._longest_line = LONGEST_LINE if plain else longest_of(tokenizer)

    def source(self, reading: Reading) -> Iterator[Written]:
        """Write the ids of each document of sources."""
        steps = reading.read()
        for first in steps:
            if isinstance(first, bytes) and first:
                yield from self.whole(document_from(first, steps))
            point()
        reading.refuse_nothing()
        self._written.replaced += reading.replaced

    def whole(self, chunks: Iterable[bytes]) -> Iterator[Written]:
        """Write the ids of one document."""
        self.writer.write(self._before)
        plan = self._plan
        for part in streamed_parts(self._tokenizer, chunks, plan.allowed, plan.refused):
            self.writer.write(part.ids)
            self._written.replaced += part.replaced
            yield self._progress(part.n_bytes)
        self.writer.write(self._after)
        self.writer.end_document()
        yield self._progress(0)

    def _progress(self, n_bytes: int) -> Written:
        written = self._written
        written.n_bytes += n_bytes
        written.n_ids, written.n_documents = self.writer.n_ids, self.writer.n_documents
        return written

    def line(self, chunks: Iterable[bytes]) -> Iterator[Written]:
        """Write the ids of each line, and yield the progress; raises EngineError "documents_none"."""
        first, reason = 1, ""
        for lines in _batches(_lines(chunks, self._longest_line), _BATCH * n_threads(None)):
            if self._plan.documents == "json":
                documents, reason = self._parsed(lines, first, reason)
            else:
                documents = [line.rstrip(b"\r\n") for line in lines]
            point()
            if self._plan.refused:
                for number, document in enumerate(documents, first):
                    self._refuse(document or b"", number)
            self._write_documents(documents)
            first += len(lines)
            yield self._progress(sum(map(len, lines)))
        if self._written.n_bad and not self._written.n_documents:
            raise EngineError(
                "documents_none", lines=first - 1, field=self._plan.key, line=self._written.bad_lines[0],
                reason=reason,
            )  # fmt: skip

    def _parsed(self, lines: Sequence[bytes], first: int, reason: str) -> tuple[list[bytes | None], str]:
        """Return the document of each line of JSON, None if there is none, and why the first was none."""
        documents: list[bytes | None] = []
        for number, line in enumerate(lines, first):
            document, why = _json_document(line, self._plan.key)
            documents.append(document)
            if why:
                self._written.n_bad += 1
                reason = reason or why
                if len(self._written.bad_lines) < MOST_BAD_LINES:
                    self._written.bad_lines.append(number)
        return documents, reason

    def _refuse(self, document: bytes, number: int) -> None:
        try:
            self._tokenizer.specials.refuse(document, self._plan.refused, count_characters=False)
        except EngineError as error:
            place = Place("line", number)
            raise EngineError(error.code, file=error.file, place=place, **error.facts) from error

    def _write_documents(self, documents: Sequence[bytes | None]) -> None:
        if self._batched:
            encoded = iter(self._batch([document for document in documents if document is not None]))
            framed = [None if document is None else self._framed(next(encoded)) for document in documents]
            point()
            self.writer.write_documents(framed)
            return
        for document in documents:
            ids = None if document is None else self._framed(self._ids(document))
            self.writer.write_documents([ids])

    def _framed(self, ids: Ids) -> Ids:
        """Return ids with BOS and EOS, if the plan adds them."""
        if not len(self._before) and not len(self._after):
            return ids
        return np.concatenate((self._before, ids, self._after))

    def _batch(self, documents: Sequence[bytes]) -> list[Ids]:
        allowed = self._plan.allowed
        return self._tokenizer.encode_batch(documents, allowed_special=allowed, disallowed_special=())

    def _ids(self, document: bytes) -> Ids:
        parts = [np.empty(0, np.uint32)]
        for part in self._tokenizer.encode_parts(document, self._plan.allowed):
            parts.append(part.ids)
            self._written.replaced += part.replaced
        return np.concatenate(parts)


def document_from(first: bytes, steps: Iterator[bytes | EndOfDocument]) -> Iterator[bytes]:
    """Yield the chunks of a document of sources, of which `first` has been read."""
    yield first
    for item in steps:
        if isinstance(item, EndOfDocument):
            return
        yield item


def _lines(chunks: Iterable[bytes], longest: int) -> Iterator[bytes]:
    """Yield the lines of a text with their ends: LF, CR LF or CR; raises EngineError "line_too_long"."""
    rest, number = b"", 0
    for portion in chunks:
        lines = (rest + portion).splitlines(keepends=True)
        # A CR at the end may be half of a CR LF.
        rest = b"" if not lines or lines[-1].endswith(b"\n") else lines.pop()
        number += len(lines)
        if len(rest) > longest:
            raise EngineError("line_too_long", place=Place("line", number + 1), limit=longest)
        yield from lines
    if rest:
        yield rest


def _batches(lines: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    """Yield lines, some at a time."""
    batch: list[bytes] = []
    n_bytes = 0
    for line in lines:
        batch.append(line)
        n_bytes += len(line)
        if n_bytes >= size or len(batch) >= _MANY:
            yield batch
            batch, n_bytes = [], 0
    if batch:
        yield batch


def _json_document(line: bytes, key: str) -> tuple[bytes | None, str]:
    """Return the document of a line of JSON, or None and why there is none ("" for a line of spaces)."""
    if not line.strip():
        return None, ""
    try:
        value = json.loads(line.removeprefix(_BOM))
    except (ValueError, RecursionError) as error:
        return None, f"it is no JSON ({str(error)[:80]})"
    if not isinstance(value, dict):
        return None, "it is no object"
    text = value.get(key)
    if not isinstance(text, str):
        there = ", ".join(name for name in list(value)[:6] if isinstance(value[name], str))
        return None, f"its texts are under: {there[:80] or 'none'}"
    return to_bytes(text)[0], ""


# --- ids to text ------------------------------------------------------------------------------------


def decode_data(tokenizer: Tokenizer, data: bytes, form: str | None = None) -> tuple[bytes, int]:
    """Return the text of a file of ids in bytes, and the number of ids.

    `form` is one of `formats.id_files.FORMS`; without it, "npy" is recognized by its first bytes and
    everything else is read as text. The documents of "jsonl" are joined, each followed by a line feed.

    Raises:
        EngineError: as `formats.id_files.unpack` and `encoding.streamed_decoding.decode`.

    """
    if form != "jsonl":
        ids = unpack(data, form)
        return decode(tokenizer, ids), len(ids)
    parts: list[bytes] = []
    n_ids = 0
    for document in documents_of(data):
        decoded = decode(tokenizer, np.array(document or (), np.int64))
        parts += decoded, b"\n"
        n_ids += len(document or ())
        point()
    return b"".join(parts), n_ids
