"""Sources -> documents: files of all kinds and folders of them, streamed, every byte accounted for.

bytes found = used as they are + replaced + removed + left out + skipped, in total and file by file.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.chosen_documents import HeldOut
from workbench.engine.corpus.counts_table import CountTables
from workbench.engine.corpus.document_choice import BEYOND_SAMPLE, DocumentChooser
from workbench.engine.corpus.documents import END_OF_DOCUMENT as END_OF_DOCUMENT
from workbench.engine.corpus.documents import EndOfDocument as EndOfDocument
from workbench.engine.corpus.documents import Tally
from workbench.engine.corpus.file_documents import Context, FileReading
from workbench.engine.corpus.folder_files import Skipped as Skipped
from workbench.engine.corpus.folder_files import SourceFile as SourceFile
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.readers import CHUNK, FileBytes, FileRecord, open_regular
from workbench.engine.corpus.shards import FilePart, Shard
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.source_options import SourceOptions


@dataclass(slots=True)
class Accounting:
    """Where the bytes of a corpus went, updated every 64 kB and at the end of a file.

    Attributes:
        files: one record for each file that was read.
        skipped: files that were left out, and why.
        used, replaced, removed: bytes, as in `FileRecord`, the file being read included.
        left_out: reason -> bytes of files that were read and not used.
        documents: that are used.
        cleaned: step -> [bytes removed, bytes replaced].
        n_faults: code -> number of faults in files that are used nevertheless.
        path: of the file that is being read, or was read last.
        digest: SHA-256 of the document that ended last, where it is a file as it is; else b"".

    """

    files: list[FileRecord] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    used: int = 0
    replaced: int = 0
    removed: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    cleaned: dict[str, list[int]] = field(default_factory=dict)
    n_faults: Counter[str] = field(default_factory=Counter)
    path: str = ""
    digest: bytes = b""

    @property
    def n_read(self) -> int:
        """Bytes read so far."""
        return self.used + self.replaced + self.removed + self.left_out.total()

    @property
    def n_skipped(self) -> int:
        """Bytes of the files left out, as far as their size is known."""
        return sum(skipped.n_bytes for skipped in self.skipped)

    @property
    def n_bytes(self) -> int:
        """Bytes found so far: read or skipped."""
        return self.n_read + self.n_skipped

    @property
    def changed(self) -> list[str]:
        """Paths of the files that changed while they were read."""
        return [record.path for record in self.files if record.changed]

    def add(self, other: Accounting) -> None:
        """Add another account to this one."""
        self.files += other.files
        self.skipped += other.skipped
        self.used += other.used
        self.replaced += other.replaced
        self.removed += other.removed
        self.left_out += other.left_out
        self.documents += other.documents
        self.n_faults += other.n_faults
        for name, (removed, replaced) in other.cleaned.items():
            amounts = self.cleaned.setdefault(name, [0, 0])
            amounts[0] += removed
            amounts[1] += replaced


class Live:
    """Updates an account from the tally of the file being read."""

    def __init__(self, account: Accounting) -> None:
        self._account = account
        self._tally = Tally()
        self._size = 0
        self._before = self._now()

    def _now(self) -> tuple[int, int, int, int, dict[str, int]]:
        account = self._account
        left_out = dict(account.left_out)
        return account.used, account.replaced, account.removed, account.documents, left_out

    def follow(self, tally: Tally) -> None:
        """Take what a tally says where more bytes came since: documents may be many and short."""
        if tally.size != self._size or tally is not self._tally:
            self.show(tally)

    def catch_up(self, tally: Tally) -> None:
        """Take what a tally says of the bytes that were taken before, where reading has broken off."""
        if tally.size == self._size and tally is self._tally:
            self.show(tally)

    def show(self, tally: Tally) -> None:
        """Take what a tally says by now; another tally than the last goes on where that one ended."""
        if tally is not self._tally:
            self.settle()
            self._tally = tally
            self._before = self._now()
        self._size = tally.size
        used, replaced, removed, documents, left_out = self._before
        account = self._account
        account.used, account.replaced = used + tally.used, replaced + tally.replaced
        account.removed, account.documents = removed + tally.removed, documents + tally.documents
        for reason, n_bytes in tally.left_out.items():
            account.left_out[reason] = left_out.get(reason, 0) + n_bytes

    def settle(self) -> None:
        """Take what is reported once, at the end of a tally."""
        self._account.n_faults += self._tally.n_faults
        for name, (removed, replaced) in self._tally.cleaned.items():
            amounts = self._account.cleaned.setdefault(name, [0, 0])
            amounts[0] += removed
            amounts[1] += replaced


class Corpus:
    """Files and folders, read as one stream of documents.

    Attributes:
        sources: paths or `SourceOptions`, in order.
        accounting: where the bytes went; belongs to the last call of `read`.
        held_out: the documents held out for evaluation.
        tables: counted pieces, from sources that are tables of them; None to leave such files out.

    """

    def __init__(
        self, sources: Sequence[str | SourceOptions], chunk_size: int = CHUNK, child: Child | None = None
    ) -> None:
        """Take the sources; Parquet is read in `child`, or in a child of its own."""
        self.sources = tuple(sources)
        self.accounting = Accounting()
        self.held_out = HeldOut()
        self.tables: CountTables | None = CountTables()
        self._shard: Shard | None = None
        self._whole_texts = False
        self._chunk_size = chunk_size
        self._child = child

    def share(
        self,
        held_out: HeldOut,
        tables: CountTables | None,
        shard: Shard | None = None,
        whole_texts: bool = False,
    ) -> None:
        """Put held-out documents and counted pieces there, and read what belongs to a shard.

        `whole_texts`: as of `DocumentChooser`.
        """
        self.held_out, self.tables, self._shard = held_out, tables, shard
        self._whole_texts = whole_texts

    def read(self) -> Iterator[bytes | EndOfDocument]:
        """Yield the text of each document in chunks, valid UTF-8 in whole characters, then `END_OF_DOCUMENT`.

        Unreadable files are skipped and listed, or raise an EngineError, as `SourceOptions.on_unreadable`
        says.
        """
        self.accounting = Accounting()
        child = self._child or Child(MEMORY)
        try:
            for source in self.sources:
                options = source if isinstance(source, SourceOptions) else SourceOptions(source)
                if options.enabled:
                    yield from self._read_source(SourceFiles(options), child)
        finally:
            if self._child is None:
                child.close()

    def _read_source(self, files: SourceFiles, child: Child) -> Iterator[bytes | EndOfDocument]:
        options = files.options
        options.check()
        chooser = DocumentChooser(options, self._whole_texts)
        context = Context(options, chooser, self.held_out, self.tables, child, files.chosen_members)
        for item in files.steps():
            part = self._part_of(item)
            if part is not None and part.span is None:
                pass
            elif isinstance(item, Skipped):
                self.accounting.skipped.append(item)
            elif chooser.full:
                self.accounting.skipped.append(Skipped(item.path, BEYOND_SAMPLE, item.size))
            else:
                own = files.options_of(item.path)
                yield from self._read(item, files, replace(context, options=own, part=part))
            point()

    def _part_of(self, item: SourceFile | Skipped) -> FilePart | None:
        """Return what of a file belongs to the shard; None without one."""
        if self._shard is None:
            return None
        return FilePart(self._shard, self._shard.next_span(item.size if isinstance(item, SourceFile) else 0))

    def _read(
        self, source_file: SourceFile, files: SourceFiles, context: Context
    ) -> Iterator[bytes | EndOfDocument]:
        account, live = self.accounting, Live(self.accounting)
        read_before, begun = account.n_read, False
        try:
            descriptor = open_regular(source_file.path)
            try:
                file = FileBytes(descriptor, source_file.path, self._chunk_size)
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
