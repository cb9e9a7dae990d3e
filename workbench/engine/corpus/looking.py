"""Looks at one file without reading all of it: its kind, encoding, fields and rows."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, replace

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import CountsFacts, facts_of
from workbench.engine.corpus.documents import Bytes, Tally
from workbench.engine.corpus.encodings import (
    Guess,
    Transcoder,
    guess,
    mostly_other,
    recognized_encoding,
    telling_bytes,
)
from workbench.engine.corpus.file_documents import HEAD, container_of, kind_read
from workbench.engine.corpus.file_names import is_archive_name, unpacked_name
from workbench.engine.corpus.json_documents import fields_of, form_of, json_records, usual_field
from workbench.engine.corpus.packing import (
    ZIP_MARKS,
    Packing,
    packing_of,
    refuse_damaged,
    unpack,
)
from workbench.engine.corpus.parquet_documents import MARK, columns_of
from workbench.engine.corpus.readers import (
    CHUNK,
    FileBytes,
    Utf8Cleaner,
    open_regular,
    refuse_binary,
    refuse_document,
)
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.table_documents import layout_of, rows_of, usual_column
from workbench.engine.corpus.text_documents import characters
from workbench.engine.corpus.zip_members import Member, member_bytes, members_of

LOOKED_AT = 1 << 20  # bytes of a source that a scan checks for UTF-8
SHOWN_LINE = 120  # bytes of a line that is shown in several encodings
COUNTED = 1 << 28  # bytes of a file whose lines a scan counts
COUNTED_RECORDS = 1 << 25  # bytes of a table with quotes, in which a record may have several lines
_DEFLATES_TO = 1032  # times its size at most
_PARQUET_END = 8  # bytes: how long the list of its columns is, and the mark


@dataclass(frozen=True, slots=True)
class Look:
    """What one file looks like.

    Attributes:
        kind: "text", "json", "table", "parquet" or "counts"; "archive" if its members are listed.
        packing: "gzip", "zip", … or "".
        n_packed: its size if it is compressed, else 0.
        n_bytes: of its text if known, else of the file.
        encoding: that is used: detected, the likeliest, or "utf-8".
        guess: an encoding that would fit better, or "".
        readings: (encoding, line) of equally likely encodings, the used one first; () if there is only one.
        fields: that hold text, of JSON or a table.
        field: the one that is used.
        n_rows: lines of a JSON file or table, -1 if not counted.
        n_invalid: bytes that are not UTF-8 in the first megabyte, -1 if not checked.
        counted: of counted pieces what their footer says, if it does.

    """

    kind: str = "text"
    packing: str = ""
    n_packed: int = 0
    n_bytes: int = 0
    encoding: str = "utf-8"
    guess: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    fields: tuple[str, ...] = ()
    field: str = ""
    n_rows: int = -1
    n_invalid: int = -1
    counted: CountsFacts | None = None


def look_at(
    options: SourceOptions, child: Child, budget: int = LOOKED_AT, closely: bool = True, rows: bool = True
) -> Look:
    """Look at a file.

    Args:
        options: its path, and how it is read.
        child: where Parquet is read and encodings are guessed.
        budget: bytes that are checked for UTF-8.
        closely: find its fields, rows and encoding too.
        rows: with `closely`, also count its rows, which reads the whole file.

    Raises:
        EngineError: the file cannot be read.

    """
    descriptor = open_regular(options.path)
    try:
        file = FileBytes(descriptor, options.path)
        return _Looking(file, options, child, budget, closely, rows).look()
    finally:
        os.close(descriptor)


def archive_members(path: str) -> list[Member]:
    """Return the members of an archive; raises as `members_of`."""
    descriptor = open_regular(path)
    try:
        return members_of(FileBytes(descriptor, path))
    finally:
        os.close(descriptor)


def member_look(archive: str, options: SourceOptions, child: Child) -> Look:
    """Look at a member of an archive.

    Raises:
        EngineError: the file cannot be read.

    """
    descriptor = open_regular(archive)
    try:
        file = FileBytes(descriptor, archive)
        member = _listed_members(file).get(options.path[len(archive) + 1 :])
        if member is None:
            raise EngineError("file_not_found", file=options.path, reason=os.strerror(errno.ENOENT))
        if member.problem:
            raise EngineError(member.problem, file=options.path)
        return _Looking(file, options, child, LOOKED_AT, True, False).member(member)
    finally:
        os.close(descriptor)


# The members of the last archive: of a hundred thousand, a few are looked at at a time.
_last_members: tuple[tuple[str, int, int], dict[str, Member]] | None = None


def _listed_members(file: FileBytes) -> dict[str, Member]:
    global _last_members
    key = file.path, file.size, os.stat(file.path).st_mtime_ns
    last = _last_members
    if last is None or last[0] != key:
        members = members_of(file)
        last = _last_members = key, {member.name: member for member in members}
    return last[1]


class _Looking:
    """One file being looked at."""

    def __init__(
        self,
        file: FileBytes,
        options: SourceOptions,
        child: Child,
        budget: int,
        closely: bool,
        rows: bool,
    ) -> None:
        self._file = file
        self._options = options
        self._child = child
        self._budget = budget
        self._closely = closely
        self._counts = rows

    def look(self) -> Look:
        head = self._file.head(max(HEAD, self._budget))
        container = container_of(head, self._options.kind, self._options.path)
        if container == "zip":
            members = members_of(self._file)
            n_bytes = sum(member.n_bytes for member in members if not member.unread)
            kind = "archive" if is_archive_name(self._file.path) else "text"
            if kind == "text":
                refuse_document(head, self._options.accept, (member.name for member in members))
            return Look(kind, "zip", n_packed=self._file.size, n_bytes=n_bytes, n_rows=len(members))
        if container == "parquet":
            return self._parquet()
        refuse_document(head, self._options.accept)
        look = Look(n_bytes=self._file.size)
        packing = packing_of(head, self._file.path)
        if packing is not None:
            n_bytes = self._file.size
            if packing.name == "gzip":  # its last four bytes are the length of the last member (RFC 1952)
                declared = int.from_bytes(self._file.at(max(0, n_bytes - 4), 4), "little")
                n_bytes = declared if n_bytes // 2 <= declared <= n_bytes * _DEFLATES_TO else n_bytes
            look = replace(look, packing=packing.name, n_packed=self._file.size, n_bytes=n_bytes)
            head = self._unpacked(packing)
            if packing_of(head) or head.startswith((*ZIP_MARKS, MARK)):
                raise EngineError("packed_twice")
        return self._text(head, look)

    def member(self, member: Member) -> Look:
        """Look at a member; EngineError "packed_twice" if it is packed itself."""
        tally = Tally()
        head = self._head(member_bytes(self._file, member, tally, self._options.accept), tally)
        if packing_of(head) or head.startswith((*ZIP_MARKS, MARK)):
            raise EngineError("packed_twice")
        look = Look(packing="zip", n_packed=member.n_packed, n_bytes=member.n_bytes)
        return replace(self._text(head, look), packing="", n_packed=0)

    def _parquet(self) -> Look:
        if not self._closely:
            end = self._file.at(max(0, self._file.size - _PARQUET_END), _PARQUET_END)
            if end[4:] != MARK or int.from_bytes(end[:4], "little") + _PARQUET_END > self._file.size:
                raise EngineError("parquet_broken", reason="its end is not that of a Parquet file")
            return Look(kind="parquet", n_bytes=self._file.size)
        columns = columns_of(self._file.path, self._child)
        if columns.are_counts and not self._options.column:
            counted = facts_of(columns.facts) if columns.facts else None
            n_bytes = counted.n_used if counted else self._file.size
            return Look("counts", n_bytes=n_bytes, n_rows=columns.n_rows, counted=counted)
        return Look(
            "parquet",
            n_bytes=self._file.size,
            encoding="",
            fields=columns.columns,
            field=columns.chosen(self._options.column or self._options.field),
            n_rows=columns.n_rows,
        )

    def _unpacked(self, packing: Packing) -> bytes:
        """Return the first decompressed bytes."""
        tally = Tally()
        chunks = unpack(packing, self._file.chunks(), tally, self._options.accept)
        return self._head(chunks, tally)

    def _head(self, chunks: Bytes, tally: Tally) -> bytes:
        parts: list[bytes] = []
        length = 0
        for chunk in chunks:
            if chunk:
                parts.append(chunk)
                length += len(chunk)
            if length >= max(HEAD, self._budget):
                break
            point()
        refuse_damaged(tally, length)
        head = b"".join(parts)
        refuse_document(head, self._options.accept)
        return head

    def _text(self, head: bytes, look: Look) -> Look:
        declared = recognized_encoding(head)
        wanted = self._options.encoding
        encoding = declared or "utf-8" if wanted in ("", "detect") else wanted
        legacy = encoding != "utf-8"
        if not legacy:
            refuse_binary(head, self._options.accept)
        cleaner = Utf8Cleaner()
        cleaner.feed(head[: self._budget], final=len(head) <= self._budget and len(head) == look.n_bytes)
        invalid = 0 if legacy else cleaner.replaced
        sample = b"" if legacy else telling_bytes(head, None if look.packing else self._file)
        guessed = Guess()
        readings: tuple[tuple[str, str], ...] = ()
        if mostly_other(sample) or (invalid and wanted == "detect"):
            if self._closely:
                guessed = guess(sample, self._child)
            if wanted in ("", "detect"):  # then it is read so
                encoding, invalid = guessed.encoding or encoding, 0
                readings = _readings(sample, guessed)
                guessed = Guess()
        kind = kind_read(head, self._options.kind, self._options.path)
        look = replace(
            look, kind=kind, encoding=encoding, guess=guessed.encoding, readings=readings, n_invalid=invalid
        )
        if kind == "text" or not self._closely:
            return look
        text = head.decode(encoding, "replace").removeprefix("\ufeff")
        look = self._json(text, look) if kind == "json" else self._table(text, look)
        lines = kind != "json" or form_of(text, unpacked_name(self._options.path)) == "lines"
        if self._counts and lines and look.packing == "" and look.n_bytes <= COUNTED:
            look = replace(look, n_rows=self._rows(kind, text, encoding))
        return look

    def _json(self, text: str, look: Look) -> Look:
        record = next(iter(json_records(text, form_of(text, unpacked_name(self._options.path)))), None)
        fields = tuple(name for name, example in fields_of(record) if example)[:200]
        wanted = self._options.field or self._options.column
        return replace(look, fields=fields, field=wanted or usual_field(record))

    def _table(self, text: str, look: Look) -> Look:
        layout = layout_of(text, unpacked_name(self._options.path), True if look.kind == "counts" else None)
        if layout.columns == ("piece", "count"):
            return replace(look, kind="counts")
        wanted = self._options.column or self._options.field
        return replace(look, fields=layout.columns[:200], field=wanted or usual_column(layout, text))

    def _rows(self, kind: str, head: str, encoding: str) -> int:
        """Return the number of records without a table's header; -1 if there are too many.

        A record of a table may have several lines, inside quotes.
        """
        count, last, quoted = 0, b"\n", False
        for offset in range(0, self._file.size, CHUNK):
            chunk = self._file.at(offset, CHUNK)
            count += chunk.count(b"\n")
            quoted = quoted or b'"' in chunk
            last = chunk[-1:]
            point()
        if kind == "json" or not (quoted or encoding.startswith(("utf-16", "utf-32"))):
            return max(0, count + (last != b"\n") - (kind == "table"))
        return self._records(head, encoding) if self._file.size <= COUNTED_RECORDS else -1

    def _records(self, head: str, encoding: str) -> int:
        layout, tally = layout_of(head, unpacked_name(self._options.path)), Tally()
        transcoder = None if encoding == "utf-8" else Transcoder(encoding, tally)
        count = 0
        for row in rows_of(characters(self._file.chunks(), tally, transcoder), layout, tally):
            if row[0].strip():
                count += 1
        return count - layout.header


def _readings(sample: bytes, guess: Guess) -> tuple[tuple[str, str], ...]:
    """Return the first line that differs between equally likely encodings, in each of them."""
    if not guess.others:
        return ()
    names = (guess.encoding, *guess.others)
    for line in sample.splitlines():
        shown = [line[:SHOWN_LINE].decode(name, "replace").strip() for name in names]
        if len(set(shown)) == len(names):
            return tuple(zip(names, shown, strict=True))
    return ()
