"""Encodes sources to a data set: shards of ids, an end mark after each document, held-out documents apart.

The bytes of a set depend on tokenizer, sources and plan alone: not on how many threads encode, nor on whether
it was written in one run or continued.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.api import dataset_record
from workbench.api.dataset_record import Dataset, Split
from workbench.api.encoded_files import document_from, highest_id
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import DocumentsSource, Reading, Source, options_of
from workbench.engine.encoding.streamed_encoding import streamed_parts
from workbench.engine.encoding.threaded_encoding import n_threads
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.id_files import check_form
from workbench.formats.overwriting import refuse_inside
from workbench.formats.token_shards import FORMS, ShardWriter, form_for
from workbench.formats.training_record import source_record

SHARD_IDS = 100_000_000
_LONG = 1 << 22  # bytes from which a document is encoded in parts, by itself
_BATCH = 1 << 20  # bytes of documents encoded together, for each thread
_LARGEST_BATCH = 1 << 24  # the same for all threads
_MANY = 1 << 13  # documents encoded together at most
_MARK = b"\xff"  # between documents that are hashed as one text; never in UTF-8

Ids = NDArray[np.uint32]
_Whole = tuple[bytes, bytes]  # a document, and its SHA-256 where it is known


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """How a data set is written.

    Attributes:
        form: one of `formats.token_shards.FORMS`.
        shard_ids: ids of a shard.
        allowed, refused: as in `encoded_files.Plan`; special tokens of neither are text, and counted.
        before, after: ids put before and after each document.
        threads: that encode; None for one per core.

    """

    form: str = "bin"
    shard_ids: int = SHARD_IDS
    allowed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class DatasetProgress:
    """How far a split is: bytes read of the sources, of `total`; ids and documents written."""

    split: str
    done: int
    total: int
    n_ids: int
    n_documents: int


def encode_dataset(
    tokenizer: Tokenizer, sources: Sequence[Source], folder: str, plan: DatasetPlan, resume: bool = False
) -> Generator[DatasetProgress, None, Dataset]:
    """Write a data set to a folder, which is created; yield the progress and return the set.

    With `resume` a set that was not finished is continued after its last whole shard. Closing the generator
    leaves what is whole.

    Raises:
        EngineError: a source cannot be read, has no text or holds the folder; the folder holds a set already,
            or another one, or is written to by another; a special token is refused; ids do not fit the form;
            a shard cannot be written.

    """
    form = _checked(tokenizer, sources, folder, plan)
    framing = plan.before, plan.after
    identity = dataset_record.set_identity(tokenizer, form, plan.shard_ids, framing, plan.allowed, sources)
    with dataset_record.alone_in(folder):
        return (yield from _written(tokenizer, sources, folder, replace(plan, form=form), identity, resume))


def _written(
    tokenizer: Tokenizer, sources: Sequence[Source], folder: str, plan: DatasetPlan,
    identity: Mapping[str, Any], resume: bool,
) -> Generator[DatasetProgress, None, Dataset]:  # fmt: skip
    """Write what is missing of a set, of which `plan` names the form with its type."""
    splits = dataset_record.begun_set(folder, identity, resume)
    if isinstance(splits, Dataset):
        return splits
    try:
        return (yield from _splits_written(tokenizer, sources, folder, plan, identity, splits))
    finally:
        dataset_record.forget_empty(folder, splits)


def _splits_written(
    tokenizer: Tokenizer, sources: Sequence[Source], folder: str, plan: DatasetPlan,
    identity: Mapping[str, Any], splits: dict[str, Split],
) -> Generator[DatasetProgress, None, Dataset]:  # fmt: skip
    """Write the splits that are not whole, and the record."""
    left_out: list[Skipped] = []
    for name, some in (("train", sources), ("val", _held_out(sources))):
        split = splits.setdefault(name, Split(hashes_documents=True))
        if some and not split.is_whole:
            writing = _Writing(tokenizer, plan, ShardWriter(folder, name, plan.form, plan.shard_ids), split)
            writing.keep = lambda: dataset_record.keep(folder, identity, splits)
            reading = Reading(some, whole_texts=True)
            yield from writing.steps(name, reading)
            left_out = left_out or reading.left_out
        elif not some:
            del splits[name]
    dataset = dataset_record.finished_set(folder, identity, splits)
    return replace(dataset, left_out=tuple(left_out))


def special_id(tokenizer: Tokenizer, text: str) -> int:
    """Return the id of a special token; raises EngineError "special_token_unknown"."""
    if text not in tokenizer.special_tokens:
        choices = ", ".join(list(tokenizer.special_tokens)[:10]) or "none"
        raise EngineError("special_token_unknown", token=text, choices=choices)
    return tokenizer.special_tokens[text]


def _checked(tokenizer: Tokenizer, sources: Sequence[Source], folder: str, plan: DatasetPlan) -> str:
    """Return the form with its type; raises EngineError for a plan of no use."""
    if plan.form not in FORMS:
        raise EngineError("dataset_form", form=plan.form, choices=", ".join(FORMS))
    if plan.shard_ids < 1:
        raise EngineError("dataset_shard_size")
    form = form_for(plan.form, highest_id(tokenizer))
    try:
        check_form(form, highest_id(tokenizer))
    except EngineError as error:
        raise error.in_file(tokenizer.name) from error
    for source in sources:
        if isinstance(source, DocumentsSource) and source.options.held_out and source.is_once:
            raise EngineError("documents_held_out_once", file=source.name)
    refuse_inside(folder, sources, "dataset_inside_source", folder)
    return form


def _held_out(sources: Sequence[Source]) -> list[Source]:
    """Return what holds documents out, to be read for these only."""
    some: list[Source] = []
    for source in sources:
        if not isinstance(source, SourceOptions | DocumentsSource):
            continue
        options = options_of(source)
        if options.held_out and not options.only_held_out:
            only = replace(options, only_held_out=True)
            some.append(source.read_as(only) if isinstance(source, DocumentsSource) else only)
    return some


class _Text:
    """What is to be known of the text of documents: hash, bytes, and special tokens that occur as text.

    Its hash is of the hashes of the documents, as that of a file, which is known, may be one of them; sets of
    earlier versions have that of the text.
    """

    def __init__(self, tokens: frozenset[str], hashes_documents: bool) -> None:
        data = sorted((text.encode("utf-8", "surrogatepass") for text in tokens), key=len, reverse=True)
        self._tokens = re.compile(b"|".join(map(re.escape, data))) if data else None
        self._starts = {token[:2] for token in data}
        self._longest = max(map(len, data), default=1)
        self._rest = b""  # of the document so far, as a token may be cut
        self.digest, self.n_bytes, self.as_text = sha256(), 0, Counter[str]()
        self._document = sha256() if hashes_documents else None

    def copy(self) -> _Text:
        """Return another that goes on from here."""
        other = copy(self)
        other.digest, other.as_text = self.digest.copy(), self.as_text.copy()
        return other

    def take(self, chunk: bytes, is_hashed: bool = False) -> None:
        """Take a part of a document; `is_hashed`: `end` will be given its hash."""
        if self._document is None:
            self.digest.update(chunk)
        elif not is_hashed:
            self._document.update(chunk)
        self.n_bytes += len(chunk)
        if self._tokens is None:
            return
        data = self._rest + chunk if self._rest else chunk
        if any(_holds(data, start) for start in self._starts):  # most texts hold none
            matches = (match for match in self._tokens.finditer(data) if match.end() > len(self._rest))
            self.as_text.update(match.group().decode() for match in matches)
        self._rest = data[len(data) - self._longest + 1 :] if self._longest > 1 else b""

    def end(self, digest: bytes = b"") -> None:
        """End the document, of which this is the SHA-256 where that is known."""
        if self._document is None:
            self.digest.update(_MARK)
        else:
            self.digest.update(digest or self._document.digest())
            self._document = sha256()
        self._rest = b""


class _Writing:
    """Writes a split, after what is whole of it already."""

    def __init__(self, tokenizer: Tokenizer, plan: DatasetPlan, out: ShardWriter, split: Split) -> None:
        self._tokenizer, self._plan, self._out, self._split = tokenizer, plan, out, split
        self._before, self._after = (np.array(ids, np.uint32) for ids in (plan.before, plan.after))
        self._batched = tokenizer.normalizer is None and tokenizer.pre_tokenizer.compiled is not None
        as_text = frozenset(tokenizer.special_tokens) - plan.allowed - plan.refused
        self._text = _Text(as_text, split.hashes_documents)
        self._encoded: tuple[list[_Whole], Future[list[Ids]] | list[Ids]] = ([], [])  # not yet written
        self._to_skip, self._drop = split.n_documents, split.n_inside  # what is in the shards already
        self._skipped = split.digest  # of these documents
        out.go_on(split.shards, split.n_documents)
        out.ended = self._keep
        self.keep: Callable[[], None] = lambda: None
        self._progress: Callable[[], DatasetProgress]  # from `steps` on

    def steps(self, name: str, reading: Reading) -> Iterator[DatasetProgress]:
        """Write the documents of the sources and yield the progress.

        Raises EngineError "dataset_all_held_out", "dataset_empty",
        "dataset_text_changed", or of a source, always with a file.
        """
        total = reading.size()
        self._progress = lambda: DatasetProgress(
            name, reading.n_read, total, self._out.n_ids, self._out.n_documents
        )
        self.keep()
        try:
            for progress in self._documents(reading):
                point()
                yield progress
            reading.refuse_nothing()
            if not self._out.n_documents and name == "train":
                held = reading.held_out.n_documents
                raise EngineError("dataset_all_held_out", n=held) if held else EngineError("dataset_empty")
            if self._to_skip or self._drop:
                raise EngineError("dataset_text_changed")
            self._out.finish()
        except EngineError as error:
            raise error.in_file(reading.accounts[-1].accounting.path if reading.accounts else "") from error
        finally:
            self._out.discard()
        self._split.replaced = reading.replaced
        self._split.sources = [source_record(account) for account in reading.accounts]
        self._split.is_whole = True
        self._keep()

    def _keep(self) -> None:
        """Record the complete shards."""
        split, out, text = self._split, self._out, self._text
        split.shards, split.n_documents = list(out.shards), out.n_documents
        split.n_inside = out.n_inside
        split.n_bytes, split.digest = text.n_bytes, text.digest.hexdigest()
        split.as_text = dict(sorted(text.as_text.items()))
        self.keep()

    def _documents(self, reading: Reading) -> Iterator[DatasetProgress]:
        """Write every document, short ones together; yield the progress."""
        threads = n_threads(self._plan.threads)
        if threads == 1 or not self._batched:
            yield from self._each(reading, None)
            return
        with ThreadPoolExecutor(1) as pool:
            yield from self._each(reading, pool)

    def _each(self, reading: Reading, pool: ThreadPoolExecutor | None) -> Iterator[DatasetProgress]:
        batch: list[_Whole] = []
        n_bytes, enough = 0, min(_BATCH * n_threads(self._plan.threads), _LARGEST_BATCH)
        steps = reading.read()
        for first in steps:
            if not isinstance(first, bytes) or not first:
                continue
            start, is_whole = _begun(first, steps)
            if self._to_skip:
                yield from self._skip([start] if is_whole else document_from(start, steps))
                continue
            if not (is_whole and self._batched) or self._drop:
                yield from self._write_batch(batch, pool)
                yield from self._write_batch([], pool)
                yield from self._write_long([start] if is_whole else document_from(start, steps))
                batch, n_bytes = [], 0
                continue
            self._tokenizer.specials.refuse(start, self._plan.refused, count_characters=False)
            batch.append((start, reading.accounts[-1].accounting.digest))
            n_bytes += len(start)
            if n_bytes >= enough or len(batch) >= _MANY:
                yield from self._write_batch(batch, pool)
                batch, n_bytes = [], 0
        yield from self._write_batch(batch, pool)
        yield from self._write_batch([], pool)

    def _skip(self, chunks: Iterable[bytes]) -> Iterator[DatasetProgress]:
        """Read a document that is in the shards already; raises EngineError where it is not the one."""
        for chunk in chunks:
            self._text.take(chunk)
            yield self._progress()
        self._text.end()
        self._to_skip -= 1
        if not self._to_skip and self._text.digest.hexdigest() != self._skipped:
            raise EngineError("dataset_text_changed")

    def _write_batch(self, batch: list[_Whole], pool: ThreadPoolExecutor | None) -> Iterator[DatasetProgress]:
        """Write the batch before this one, while this one is encoded in a thread of the pool."""
        texts = [document for document, _ in batch]
        before, encoded = self._encoded
        self._encoded = batch, pool.submit(self._encode, texts) if pool and batch else self._encode(texts)
        if not before:
            return
        rows = encoded.result() if isinstance(encoded, Future) else encoded
        point()
        together = sum(map(len, rows)) < self._out.room
        for (document, digest), row in zip(before, rows, strict=True):
            if not together:
                self._out.write(row)
            self._text.take(document, digest != b"")
            self._text.end(digest)
            if not together:
                self._out.end_document()
        if together:
            self._out.write_documents(rows)
        yield self._progress()

    def _encode(self, documents: Sequence[bytes]) -> list[Ids]:
        """Return the ids of documents that are short."""
        rows = self._tokenizer.encode_batch(
            documents, allowed_special=self._plan.allowed, disallowed_special=(), threads=self._plan.threads
        )
        if len(self._before) or len(self._after):
            rows = [np.concatenate((self._before, row, self._after)) for row in rows]
        return rows

    def _write_long(self, chunks: Iterable[bytes]) -> Iterator[DatasetProgress]:
        """Write a document in parts."""
        text = self._text.copy()  # the shards that end in it do not hold it whole

        def taken() -> Iterator[bytes]:
            for chunk in chunks:
                text.take(chunk)
                yield chunk

        self._write(self._before)
        for part in streamed_parts(self._tokenizer, taken(), self._plan.allowed, self._plan.refused):
            self._write(part.ids)
            yield self._progress()
        self._write(self._after)
        if self._drop:
            raise EngineError("dataset_text_changed")
        text.end()
        self._text = text
        self._out.end_document()

    def _write(self, ids: Ids) -> None:
        """Write ids of a document but those that are in a shard already."""
        if self._drop:
            there, ids = ids[: self._drop], ids[self._drop :]
            if not np.array_equal(there, self._out.skipped(len(there), self._drop)):
                raise EngineError("dataset_text_changed")
            self._drop -= len(there)
        self._out.write(ids)


def _holds(data: bytes, start: bytes) -> bool:
    """Return whether one or two bytes are in others: faster than Python finds two, and than a pattern."""
    if len(start) < 2 or not (start[:1] in data and start[1:] in data):
        return start in data
    array = np.frombuffer(data, np.uint8)
    return bool(((array[:-1] == start[0]) & (array[1:] == start[1])).any())


def _begun(first: bytes, steps: Iterator[bytes | EndOfDocument]) -> tuple[bytes, bool]:
    """Return the first bytes of a document, and whether these are all."""
    parts, n_bytes = [first], len(first)
    for item in steps:
        if isinstance(item, EndOfDocument):
            return b"".join(parts), True
        parts.append(item)
        n_bytes += len(item)
        if n_bytes >= _LONG:
            break
    return b"".join(parts), False
