"""Reads the documents of one file of a source, of any kind and compression."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus import parquet_documents as parquet
from workbench.engine.corpus import zip_members
from workbench.engine.corpus.chosen_documents import ChosenDocuments, HeldOut
from workbench.engine.corpus.cleaning import Cleaned
from workbench.engine.corpus.counts_facts import facts_of
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.counts_table import CountTables, Table, counted_pieces
from workbench.engine.corpus.document_choice import BEYOND_SAMPLE, DocumentChooser
from workbench.engine.corpus.documents import Bytes, EndOfDocument, Parts, Tally
from workbench.engine.corpus.encodings import (
    Transcoder,
    guess,
    mostly_other,
    named,
    needs_no_guess,
    recognized_encoding,
    telling_bytes,
)
from workbench.engine.corpus.file_names import is_archive_name, kind_of_name, unpacked_name
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.json_documents import field_of_lines, form_of, json_parts
from workbench.engine.corpus.packing import (
    ZIP_MARKS,
    is_zip,
    packing_of,
    refuse_damaged,
    unpack,
)
from workbench.engine.corpus.readers import FileBytes, FileRecord, Utf8Cleaner, refuse_binary, refuse_document
from workbench.engine.corpus.shards import FilePart, Span, text_blocks, whole_lines
from workbench.engine.corpus.source_files import ChosenMember
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.table_documents import (
    column_number,
    layout_of,
    rows_of,
    table_parts,
    usual_column,
)
from workbench.engine.corpus.text_documents import characters, text_parts
from workbench.engine.corpus.zip_members import Member

HEAD = 1 << 17  # first bytes by which the kind of a file is recognized

NONE_LEFT_OUT: Mapping[str, int] = MappingProxyType({})  # one for all files, of which there may be a million


@dataclass(slots=True)
class Context:
    """What the files of one source share.

    Attributes:
        options: how they are read.
        chooser: which documents are used.
        held_out: takes the held-out documents.
        tables: takes tables of counted pieces; None where only text can be used.
        child: where Parquet is read and encodings are guessed; started when needed.
        chosen_members: which members of an archive are read, and how (`SourceFiles.chosen_members`).
        seen: takes each block with its cleaned text, for a preview.
        part: what of the file is read, where it belongs to several shards.

    """

    options: SourceOptions
    chooser: DocumentChooser
    held_out: HeldOut
    tables: CountTables | None
    child: Child
    chosen_members: Callable[[str, Iterable[Member]], Iterator[ChosenMember]]
    seen: list[Cleaned] | None = None
    part: FilePart | None = None


def kind_read(head: bytes, kind: str, name: str) -> str:
    """Return the kind of a file: the user's choice, or by its name.

    An empty file is an empty text, but not a Parquet file.
    """
    kind = kind or kind_of_name(name)
    return kind if head or kind == "parquet" else "text"


def container_of(head: bytes, kind: str, name: str) -> str:
    """Return "zip" or "parquet" for containers, "" for anything else.

    Args:
        head: its first bytes.
        kind: the user's choice, "" for none.
        name: of the file.

    """
    kind = kind_read(head, kind, name)
    if kind == "parquet" or head.startswith(parquet.MARK):
        return "parquet"
    return "zip" if is_zip(head, name) else ""


# --- a file -----------------------------------------------------------------------------------------------


class FileReading:
    """Reads one open file.

    Attributes:
        file: its bytes.
        name: below its source; the choice of documents depends on the name.
        path: of the file, or of the member of a zip file that is being read.
        tally: of what is being read; a zip file has one for each member.
        records: of what has been read.
        left_out: members of a zip file that were not read.

    """

    def __init__(
        self, file: FileBytes, name: str, context: Context, show: Callable[[Tally], None] = lambda _: None
    ) -> None:
        """Take what to read; `show` gets the tally of each member of a zip file, since some yield nothing."""
        self.file = file
        self._show = show
        self.name = name
        self.path = file.path
        self.tally = Tally()
        self.records: list[FileRecord] = []
        self.left_out: list[Skipped] = []
        self._context = context
        self._options = context.options
        self._strict = context.options.on_unreadable == "stop"
        self._part = context.part
        self._is_read, self._is_cut = context.part is None, False
        self._n_checked = 0  # bytes of `head` that are UTF-8
        self._is_plain = False  # its text is one document, neither unpacked nor converted

    @property
    def digest(self) -> bytes:
        """SHA-256 of the document that has just ended, b"" if it is not the file as it is."""
        is_file = self._is_plain and self.tally.used == self.file.n_read == self.file.size
        return self.file.digest if is_file else b""

    def steps(self) -> Iterator[bytes | EndOfDocument]:
        """Yield chunks of UTF-8 in whole characters, `END_OF_DOCUMENT` after each document.

        Raises:
            EngineError: the file cannot be read; what was read before stays counted in `tally`.

        """
        head = self.file.head(HEAD)
        container = container_of(head, self._options.kind, self.name)
        packing = None if container else packing_of(head, self.name)
        if (packing is not None or container == "zip") and not self._takes_whole():
            return
        if container == "zip":
            yield from self._zip()
        elif container == "parquet":
            yield from self._parquet()
        else:
            chunks: Bytes = self.file.chunks()
            if packing is not None:
                chunks = unpack(packing, chunks, self.tally, self._options.accept)
                head, chunks = _peek(chunks)
            yield from self._stream(head, chunks, self.name, packing is not None)
            whole = not self._context.chooser.full
            if packing is not None:
                refuse_damaged(self.tally, self.tally.size, self._strict)
            self._end(self.file.path, self.file.sha256, self.file.n_read if packing else 0, whole)

    def _takes_whole(self) -> bool:
        """Return whether to read a file that cannot be cut into shards."""
        self._is_read = self._part is None or self._part.takes_whole(self.file.path)
        return self._is_read

    def _span(self, can_cut: bool) -> Span | None:
        """Return the span of a file to read where it can be cut into shards, None to read it whole."""
        if self._part is None or not can_cut or self._options.chooses:
            return None
        self._is_read = self._is_cut = True
        return self._part.span

    def _zip(self) -> Iterator[bytes | EndOfDocument]:
        for _ in self.file.chunks():
            point()
        digest = self.file.sha256
        members = zip_members.members_of(self.file)
        if not is_archive_name(self.file.path):
            refuse_document(self.file.head(HEAD), self._options.accept, (each.name for each in members))
        for member, options, code in self._context.chosen_members(self.file.path, members):
            path = f"{self.file.path}/{member.name}"
            if code:
                self.left_out.append(Skipped(path, code))
            if code and code != "empty_file":  # of which there is a record, as of any empty file
                continue
            self._options, self.tally, self.path = options, Tally(), path
            chunks = zip_members.member_bytes(self.file, member, self.tally, self._options.accept)
            try:
                head, chunks = _peek(chunks)
                yield from self._stream(head, chunks, f"{self.name}/{member.name}", True)
                refuse_damaged(self.tally, self.tally.size, self._strict)
            except EngineError as error:
                if error.code == "text_not_in_encoding":
                    raise
                self.left_out.append(Skipped(path, error.code, 0, error.facts, error.place))
                self._settle(error.code)
            self._show(self.tally)
            self._end(path, digest, member.n_packed, True)

    def _parquet(self) -> Iterator[bytes | EndOfDocument]:
        span = self._span(can_cut=True)
        if span is None and not self._takes_whole():
            return
        for _ in self.file.chunks() if span is None else self.file.between(span.start, span.stop):
            point()
        tally, child, path = self.tally, self._context.child, self.file.path
        tally.kind, tally.encoding = "parquet", ""
        columns = parquet.columns_of(path, child)
        if self._options.kind == "counts" or (columns.are_counts and not self._options.column):
            yield from self._take_counts(columns)
        else:
            column = columns.chosen(self._options.column or self._options.field)
            groups = None if span is None else columns.groups_in(span)
            parts = parquet.parquet_parts(path, column, tally, child, groups)
            yield from self._chosen(parts, None, bom=False)
        self._end(path, self.file.sha256, self.file.size if span is None else span.stop - span.start, True)

    def _counts(self) -> CountTables:
        """Return where tables of counts go; raises EngineError "counts_not_text"."""
        self.tally.kind = "counts"
        if self._context.tables is None:
            raise EngineError("counts_not_text")
        return self._context.tables

    def _take_counts(self, columns: parquet.Columns) -> Iterator[bytes]:
        """Take the pieces; yields no text after each table, as these may be many."""
        accepted = self._counts()
        tables: list[Table] = []  # taken when all are read: of a damaged file none counts
        for table in self._rows() if columns.facts else self._batches(columns):
            tables.append(table)
            self.tally.documents += len(table[1])
            point()
            yield b""
        if columns.facts:
            accepted.facts[self.file.path] = facts_of(columns.facts)
        accepted += tables

    def _batches(self, columns: parquet.Columns) -> Iterator[Table]:
        piece, count = columns.counts or (columns.chosen(self._options.column), "count")
        return parquet.batches(self.file.path, piece, count, self.tally, self._context.child)

    def _rows(self) -> Iterator[Table]:
        for rows in CountsFile(self.file.path, self._context.child).rows():
            self.tally.size += len(rows.blob)
            yield rows.blob, rows.ends, rows.counts

    def _end(self, path: str, digest: str, packed: int, whole: bool) -> None:
        """Make the record of what was read."""
        if not self._is_read:
            return
        tally = self.tally
        if not packed and not whole:
            beyond = max(0, self.file.size - tally.size)
            tally.size += beyond
            tally.leave_out(BEYOND_SAMPLE, beyond)
        self.records.append(
            FileRecord(
                path=path,
                size=tally.size,
                used=tally.used,
                replaced=tally.replaced,
                removed=tally.removed,
                first_invalid=tuple(tally.first_invalid),
                sha256=digest,
                changed=self.file.changed(whole and not self._is_cut),
                left_out=dict(tally.left_out) if tally.left_out else NONE_LEFT_OUT,
                documents=tally.documents,
                kind=tally.kind,
                encoding=tally.encoding,
                guessed=tally.guessed,
                packed=packed,
                faults=tuple(tally.faults),
            )
        )

    def _settle(self, code: str) -> None:
        """Count the bytes of a member that failed as not used; what was wrong with it is its reason alone."""
        self.tally.leave_out(code, self.tally.used)
        self.tally.faults.clear()
        self.tally.n_faults.clear()

    # --- a stream of bytes ------------------------------------------------------------------------

    def _stream(self, head: bytes, chunks: Bytes, name: str, packed: bool) -> Iterator[bytes | EndOfDocument]:
        """Yield the documents of one text of any kind."""
        tally, options = self.tally, self._options
        refuse_document(head, options.accept)
        if packed and (packing_of(head) or head.startswith((*ZIP_MARKS, parquet.MARK))):
            raise EngineError("packed_twice")
        transcoder = self._transcoder(head, None if packed else self.file)
        if transcoder is None:
            refuse_binary(head, options.accept)
        kind = kind_read(head, options.kind, name)
        tally.kind, tally.encoding = kind, transcoder.encoding if transcoder else "utf-8"
        if kind == "text":
            yield from self._text(chunks, name, transcoder, packed)
            return
        start = _decoded(head, transcoder)
        if kind == "json":
            yield from self._json(start, chunks, name, transcoder, packed)
            return
        if packed or self._takes_whole():
            yield from self._table(start, chunks, name, transcoder)

    def _text(
        self, chunks: Bytes, name: str, transcoder: Transcoder | None, packed: bool
    ) -> Iterator[bytes | EndOfDocument]:
        """Yield a plain text; what is converted, cleaned, or has no borders is not cut."""
        chooser, tally = self._context.chooser, self.tally
        border = None if self._part is None else self._part.shard.next_border
        span = self._span(not (packed or transcoder or border is None or self._options.clean))
        if span is not None and self._part is not None:
            parts = text_blocks(self.file, span, self._part.shard, tally)
            yield from self._chosen(parts, name, bom=span.start == 0)
            tally.documents = min(tally.documents, int(span.start == 0))  # its blocks are one document
        elif packed or self._takes_whole():
            tally.n_checked = self._n_checked
            self._is_plain = not (packed or transcoder or chooser.cuts_texts or self._options.clean)
            parts = text_parts(chunks, tally, transcoder, chooser)
            yield from self._chosen(parts, name, bom=transcoder is None)

    def _json(
        self, start: str, chunks: Bytes, name: str, transcoder: Transcoder | None, packed: bool
    ) -> Iterator[bytes | EndOfDocument]:
        """Yield the documents of a JSON file; only one of lines is cut, whose first ones decide the field."""
        tally, options = self.tally, self._options
        form = form_of(start, unpacked_name(name))
        field = options.field or options.column
        if self._part is not None and form == "lines":
            field = field or field_of_lines(start)
        span = self._span(form == "lines" and field != "" and not (packed or transcoder))
        if span is not None:
            text = characters(whole_lines(self.file, span), tally, None, at_start=span.start == 0)
        elif packed or self._takes_whole():
            text = characters(chunks, tally, transcoder)
        else:
            return
        yield from self._chosen(json_parts(text, tally, field, form, transcoder), name, bom=False)

    def _table(
        self, start: str, chunks: Bytes, name: str, transcoder: Transcoder | None
    ) -> Iterator[bytes | EndOfDocument]:
        """Yield the documents of a table as text, or take its counts."""
        tally, options, kind = self.tally, self._options, self.tally.kind
        text = characters(chunks, tally, transcoder)
        layout = layout_of(start, unpacked_name(name), header=True if kind == "counts" else None)
        if kind == "counts" or layout.columns == ("piece", "count"):
            rows = rows_of(text, layout, tally, _ignore)
            self._counts().append(counted_pieces(rows, layout.columns, tally, transcoder))
            return
        wanted = options.column or options.field or usual_column(layout, start)
        parts = table_parts(text, tally, layout, column_number(layout, wanted), transcoder)
        yield from self._chosen(parts, name, bom=False)

    def _transcoder(self, head: bytes, file: FileBytes | None) -> Transcoder | None:
        """Return the transcoder of a text, None for UTF-8; `file` has the rest of the text."""
        wanted, self._n_checked = self._options.encoding, 0
        declared = recognized_encoding(head)
        if wanted in ("", "detect"):
            wanted = declared or self._guessed(head, file)
        wanted = named(wanted) if wanted else ""
        if wanted in ("utf-16", "utf-32"):
            wanted = declared if declared.startswith(wanted) else f"{wanted}-le"
        if wanted in ("", "utf-8", "ascii"):
            return None
        return Transcoder(wanted, self.tally, self._options.on_invalid)

    def _guessed(self, head: bytes, file: FileBytes | None) -> str:
        """Return the likeliest encoding of a text without marks, "" for UTF-8."""
        refuse_binary(head, self._options.accept)
        if needs_no_guess(head, file):
            self._n_checked = len(head)
            return ""
        sample = telling_bytes(head, file)
        if mostly_other(sample) or (self._options.encoding == "detect" and not _is_utf8(sample)):
            encoding = guess(sample, self._context.child).encoding
            self.tally.guessed = encoding != ""
            return encoding
        return ""

    def _chosen(self, parts: Parts, name: str | None, bom: bool) -> Iterator[bytes | EndOfDocument]:
        """Yield the documents that are used, and keep those that are held out."""
        context = self._context
        chosen = ChosenDocuments(self._options, context.chooser, context.held_out, self.tally, context.seen)
        return chosen.documents(parts, name or self.name, bom)


def _ignore(text: str, line: int) -> None:
    """Leave out a row that is too long; the account counts the row."""


def _peek(chunks: Bytes) -> tuple[bytes, Bytes]:
    """Return the first bytes of a stream, and the stream with them."""
    seen: list[bytes] = []
    length = 0
    for chunk in chunks:
        seen.append(chunk)
        length += len(chunk)
        if length >= HEAD:
            break
    return b"".join(seen), _again(seen, chunks)


def _again(seen: list[bytes], chunks: Bytes) -> Bytes:
    while seen:
        yield seen.pop(0)
    yield from chunks


def _decoded(head: bytes, transcoder: Transcoder | None) -> str:
    encoding = "utf-8" if transcoder is None else transcoder.encoding
    return head.decode(encoding, "replace").removeprefix("\ufeff")


def _is_utf8(head: bytes) -> bool:
    cleaner = Utf8Cleaner()
    cleaner.feed(head)
    return cleaner.replaced == 0
