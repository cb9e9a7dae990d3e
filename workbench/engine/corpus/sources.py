"""Reads the documents of sources: files of all kinds and folders of them, texts in memory, the sample.

They are streamed, and every byte is accounted for.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.accounting import Accounting, Live
from workbench.engine.corpus.chosen_documents import ChosenDocuments, HeldOut
from workbench.engine.corpus.counts_table import CountTables, Table
from workbench.engine.corpus.document_choice import BEYOND_SAMPLE, DocumentChooser
from workbench.engine.corpus.document_source import DocumentsSource as DocumentsSource
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument, Tally
from workbench.engine.corpus.file_documents import Context, FileReading
from workbench.engine.corpus.folder_files import Skipped, SourceFile
from workbench.engine.corpus.packing import DAMAGED
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.readers import CHUNK, FileBytes, FileRecord, Utf8Cleaner, open_regular
from workbench.engine.corpus.shards import FilePart, Shard
from workbench.engine.corpus.source_files import SourceFiles, name_below
from workbench.engine.corpus.source_files import resource_path as resource_path
from workbench.engine.corpus.source_options import PYTHON_LIBRARY as PYTHON_LIBRARY
from workbench.engine.corpus.source_options import SAMPLE_CORPUS as SAMPLE_CORPUS
from workbench.engine.corpus.source_options import SourceOptions as SourceOptions


@dataclass(frozen=True, slots=True)
class TextSource:
    """A text in memory as a source; str, or bytes in UTF-8."""

    name: str
    data: str | bytes


InMemory = TextSource | DocumentsSource
Source = str | os.PathLike[str] | InMemory | SourceOptions


@dataclass(slots=True)
class SourceAccount:
    """Where the bytes of one source went.

    Attributes:
        source: the source as requested, or a text's name.
        folder: what the paths of its files begin with, "" for a single file.
        accounting: up to date while it is read.
        tables: its counted pieces, when it has been read to its end.

    """

    source: str
    folder: str
    accounting: Accounting
    tables: list[Table] = field(default_factory=list)

    def name_of(self, path: str) -> str:
        """Return a file's path below the source, with slashes, or its name where the source is a file."""
        return name_below(self.folder, path)


class Reading:
    """Several sources, read as one stream of documents.

    Attributes:
        sources: in order; those that are switched off are left out.
        accounts: one for each source begun; belongs to the last call of `read`.
        held_out: the documents held out for evaluation, which are not in the stream.
        tables: counted pieces from sources that are tables, which are not in the stream either.

    """

    def __init__(
        self, sources: Sequence[Source], child: Child | None = None, shard: Shard | None = None,
        whole_texts: bool = False, takes_counts: bool = False,
    ) -> None:  # fmt: skip
        """Take the sources; Parquet is read in `child`, whose memory is `parquet_documents.MEMORY`.

        Args:
            sources: in order.
            child: reads Parquet; None for one of its own.
            shard: read only the part of the files that belongs to this shard.
            whole_texts: a plain text is one document, also where documents are chosen (`DocumentChooser`).
            takes_counts: read files of counted pieces to `tables`; else they are left out, as no text.

        """
        self.sources = tuple(s for s in sources if not isinstance(s, SourceOptions) or s.enabled)
        self.accounts: list[SourceAccount] = []
        self.held_out = HeldOut()
        self.tables = CountTables()
        self._child = child
        self._shard = shard
        self._whole_texts = whole_texts
        self._takes_counts = takes_counts
        self._n_ended = self._n_read = 0  # accounts of sources that are read to their end, and their bytes

    @property
    def n_read(self) -> int:
        """Bytes read so far; asked after every chunk, so that only the last account may be added up again."""
        while self._n_ended < len(self.accounts) - 1:
            self._n_read += self.accounts[self._n_ended].accounting.n_read
            self._n_ended += 1
        return self._n_read + (self.accounts[-1].accounting.n_read if self.accounts else 0)

    @property
    def replaced(self) -> int:
        """Bytes read so far that are not UTF-8, or that cleaning replaced."""
        return sum(account.accounting.replaced for account in self.accounts)

    @property
    def skipped(self) -> list[Skipped]:
        """What was left out so far."""
        return [skipped for account in self.accounts for skipped in account.accounting.skipped]

    @property
    def left_out(self) -> list[Skipped]:
        """The files that could not be read, and why; `skipped` has those that were not to be read too."""
        return [skipped for skipped in self.skipped if not skipped.is_meant]

    @property
    def guessed(self) -> dict[str, list[str]]:
        """The encodings that no file declares and that were taken as the likeliest, each with its files."""
        by_encoding: dict[str, list[str]] = {}
        for account in self.accounts:
            for record in account.accounting.files:
                if record.guessed:
                    by_encoding.setdefault(record.encoding, []).append(record.path)
        return by_encoding

    @property
    def faults(self) -> dict[str, int]:
        """How many faults there are in files that are used all the same, by error code."""
        counts = (account.accounting.n_faults for account in self.accounts)
        return dict(sorted(sum(counts, Counter[str]()).items()))

    @property
    def uses(self) -> dict[str, object]:
        """Where the bytes went; the numbers, with those of each reason, are all there were."""
        accounts = [account.accounting for account in self.accounts]
        left_out = sum((account.left_out for account in accounts), Counter[str]())
        return {
            "used": sum(account.used for account in accounts),
            "replaced": sum(account.replaced for account in accounts),
            "removed": sum(account.removed for account in accounts),
            "left_out": dict(sorted(left_out.items())),
            "skipped": sum(account.n_skipped for account in accounts),
        }

    @property
    def damaged(self) -> list[EngineError]:
        """What is wrong with packed files that were read as far as they go, by file."""
        return [fault for fault in self.noted if fault.code in DAMAGED]

    @property
    def noted(self) -> list[EngineError]:
        """The first few faults of each sort in files that are used all the same, by file."""
        return [
            EngineError(
                fault.code,
                file=record.path,
                place=Place(*fault.place) if fault.place[0] else None,
                **fault.facts,
            )
            for account in self.accounts
            for record in account.accounting.files
            for fault in record.faults
        ]

    def refuse_nothing(self) -> None:
        """Raise EngineError, naming the first file, where nothing was read and some could not be."""
        if self.left_out and self.n_read == 0:
            raise self.left_out[0].error

    def groups(self) -> list[tuple[Fraction, Reading]]:
        """Return the sources of each weight as a reading of their own, in the order of their first ones.

        The counts of each are multiplied by its weight (`weighted_counts`). They share `accounts`, `held_out`
        and nothing else: read them one after the other.
        """
        by_weight: dict[Fraction, list[Source]] = {}
        for source in self.sources:
            weight = source.factor if isinstance(source, SourceOptions) else Fraction(1)
            by_weight.setdefault(weight, []).append(source)
        self._forget()
        if len(by_weight) <= 1:
            return [(weight, self) for weight in by_weight]
        return [(weight, _Group(sources, self, self._child)) for weight, sources in by_weight.items()]

    def size(self) -> int:
        """Return how many bytes there are to read, skipped files included; of iterables it is not known."""
        total = 0
        for source in self.sources:
            if isinstance(source, TextSource):
                total += len(_data(source))
            if isinstance(source, InMemory):
                continue
            for file in SourceFiles(options_of(source)).steps():
                total += file.size if isinstance(file, SourceFile) else 0
                point()
        return total

    def read(self) -> Iterator[bytes | EndOfDocument]:
        """Yield the text of each document in chunks, valid UTF-8 in whole characters, then `END_OF_DOCUMENT`.

        Unreadable files are skipped and listed, or raise an EngineError, as `SourceOptions.on_unreadable`
        says.
        """
        self._forget()
        child = self._child or Child(MEMORY)
        try:
            for source in self.sources:
                if isinstance(source, TextSource):
                    yield from self._read_text(source)
                elif isinstance(source, DocumentsSource):
                    yield from self._read_documents(source)
                else:
                    yield from self._read_path(options_of(source), child)
        finally:
            if self._child is None:
                child.close()

    def _forget(self) -> None:
        self._n_ended = self._n_read = 0
        self.accounts = []
        self.held_out = HeldOut()
        self.tables = CountTables()

    def _read_path(self, options: SourceOptions, child: Child) -> Iterator[bytes | EndOfDocument]:
        files = SourceFiles(options)
        account = SourceAccount(options.path, files.folder, Accounting())
        self.accounts.append(account)
        options.check()
        chooser = DocumentChooser(options, self._whole_texts)
        tables = self.tables if self._takes_counts and not options.only_held_out else None
        context = Context(options, chooser, self.held_out, tables, child, files.chosen_members)
        n_before = len(self.tables)
        yield from _read_files(files, context, self._shard, account.accounting)
        account.tables = self.tables[n_before:]

    def _read_text(self, source: TextSource) -> Iterator[bytes | EndOfDocument]:
        account = Accounting(path=source.name)
        self.accounts.append(SourceAccount(source.name, "", account))
        # Bytes are read as a file is; in a str U+FEFF is a character.
        data, cleaner = _data(source), Utf8Cleaner(bom=isinstance(source.data, bytes))
        for start in range(0, len(data), CHUNK):
            stop = start + CHUNK
            yield cleaner.feed(data[start:stop], final=stop >= len(data))
            account.used, account.replaced, account.removed = cleaner.used, cleaner.replaced, cleaner.removed
        account.files.append(
            FileRecord(
                path=source.name,
                size=len(data),
                used=cleaner.used,
                replaced=cleaner.replaced,
                removed=cleaner.removed,
                first_invalid=tuple(cleaner.first_invalid),
                sha256=sha256(data).hexdigest(),
            )
        )
        yield END_OF_DOCUMENT

    def _read_documents(self, source: DocumentsSource) -> Iterator[bytes | EndOfDocument]:
        account = Accounting(path=source.name)
        self.accounts.append(SourceAccount(source.name, "", account))
        digest, tally, live, shown = sha256(), Tally(), Live(account), 0
        chooser = DocumentChooser(source.options, self._whole_texts)
        chosen = ChosenDocuments(source.options, chooser, self.held_out, tally)
        for item in chosen.documents(source.parts(digest, tally), source.name, bom=False):
            if tally.size >= shown + CHUNK:  # documents may be short and many
                live.show(tally)
                shown = tally.size
            yield item
        live.show(tally)
        live.settle()
        account.files.append(
            FileRecord(
                path=source.name,
                size=tally.size,
                used=tally.used,
                replaced=tally.replaced,
                removed=tally.removed,
                first_invalid=tuple(tally.first_invalid),
                sha256=digest.hexdigest(),
                left_out=dict(tally.left_out),
                documents=tally.documents,
            )
        )


def _read_files(
    files: SourceFiles, context: Context, shard: Shard | None, account: Accounting
) -> Iterator[bytes | EndOfDocument]:
    """Read the files of a source, or what of each belongs to a shard."""
    for item in files.steps():
        size = item.size if isinstance(item, SourceFile) else 0
        part = None if shard is None else FilePart(shard, shard.next_span(size))
        if part is not None and part.span is None:
            pass
        elif isinstance(item, Skipped):
            account.skipped.append(item)
        elif context.chooser.full:
            account.skipped.append(Skipped(item.path, BEYOND_SAMPLE, item.size))
        else:
            own = replace(context, options=files.options_of(item.path), part=part)
            yield from _read_file(item, files, own, account)
        point()


def _read_file(
    source_file: SourceFile, files: SourceFiles, context: Context, account: Accounting
) -> Iterator[bytes | EndOfDocument]:
    live, read_before, begun = Live(account), account.n_read, False
    try:
        descriptor = open_regular(source_file.path)
        try:
            file = FileBytes(descriptor, source_file.path)
            reading = FileReading(file, files.name_of(source_file.path), context, live.show)
            for item in reading.steps():
                live.follow(reading.tally)
                account.path = reading.path
                is_end = isinstance(item, EndOfDocument)
                begun = (begun or bool(item)) and not is_end
                if is_end:
                    account.digest = reading.digest
                yield item
            live.show(reading.tally)
        except EngineError:
            live.catch_up(reading.tally)
            raise
        finally:
            os.close(descriptor)
        account.files += reading.records
        if source_file.size == file.n_read == 0:  # its record stays: the hash of a folder counts it
            account.skipped.append(Skipped(source_file.path, "empty_file"))
    except EngineError as error:
        size = source_file.size if context.part is None else context.part.n_bytes
        rest = max(size - (account.n_read - read_before), 0)
        account.skipped.append(files.left_out(source_file.path, error, rest))
    else:
        account.skipped += [files.checked(member) for member in reading.left_out]
    live.settle()
    if begun:
        account.digest = b""
        yield END_OF_DOCUMENT


class _Group(Reading):
    """Sources of one weight among others."""

    def __init__(self, sources: Sequence[Source], whole: Reading, child: Child | None) -> None:
        super().__init__(sources, child, takes_counts=whole._takes_counts)
        self._whole = whole

    def _forget(self) -> None:
        super()._forget()
        self.held_out = self._whole.held_out
        self.accounts = _Joined(self._whole.accounts)


class _Joined(list[SourceAccount]):
    """The accounts of a group, which go to the whole reading too."""

    def __init__(self, others: list[SourceAccount]) -> None:
        super().__init__()
        self._others = others

    def append(self, account: SourceAccount) -> None:
        super().append(account)
        self._others.append(account)


def options_of(source: str | os.PathLike[str] | SourceOptions | DocumentsSource) -> SourceOptions:
    """Return how a source is read."""
    if isinstance(source, DocumentsSource):
        return source.options
    return source if isinstance(source, SourceOptions) else SourceOptions(os.fspath(source))


def _data(source: TextSource) -> bytes:
    """Return the bytes of a text; a lone surrogate becomes bytes that are not UTF-8, and is counted so."""
    return source.data.encode("utf-8", "surrogatepass") if isinstance(source.data, str) else source.data
