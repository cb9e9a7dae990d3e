"""Spoilt files of corpora: the account of bytes has to hold, and a plain reading gives the same text."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.engine.corpora import spoilt as spoilt
from tests.one_account import Corpus
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.accounting import Accounting
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.packing import zstd
from workbench.engine.corpus.scanning import scan
from workbench.engine.corpus.source_options import SourceOptions

CLEAN = ((), (), ("html", "whitespace", "nfc"), ("clip",), ("lowercase", "nfkc"))
SECONDS = 5.0


def outcome(path: Path, clean: tuple[str, ...], child: Child) -> tuple[str, str]:
    """Read a file and return how that ended (`cases.OUTCOMES`); AssertionError where an account is wrong."""
    options = SourceOptions(str(path), clean=clean)
    corpus = Corpus([options], child=child)
    documents: list[bytes] = []
    parts: list[bytes] = []
    code = said = ""
    start = time.process_time()
    try:
        for item in corpus.read():
            if isinstance(item, EndOfDocument):
                documents.append(b"".join(parts))
                parts = []
            elif item is not None:
                parts.append(item)
    except EngineError as fault:
        code, said = fault.code, str(fault)
    documents += [b"".join(parts)] if parts else []
    account = corpus.accounting
    # A spoilt bzip2 block may well unpack to a million lines.
    seconds = time.process_time() - start - account.n_read / 100_000
    _check(options, account, code, b"".join(documents), len(corpus.tables))
    scanned = scan(str(path), child)
    found = {code, scanned.problem, *account.n_faults, *(skipped.error.code for skipped in account.skipped)}
    if "child_died" in found:
        return "death", said
    if found & {"child_fault", "internal"} or seconds > SECONDS:
        return "traceback", f"{found} {seconds} s"
    if code or account.skipped:
        reasons = said or "; ".join(str(skipped.error) for skipped in account.skipped)
        return ("refused" if str(path) in reasons else "traceback"), reasons[:300]
    if clean:
        return "not judged", "cleaned"
    return _judged(path, account, documents)


def _check(options: SourceOptions, account: Accounting, code: str, text: bytes, n_tables: int) -> None:
    """Every byte is used, replaced, removed, or left out and counted."""
    assert min(account.used, account.replaced, account.removed, *account.left_out.values(), 0) == 0
    text.decode()
    for record in account.files:
        left_out = sum(record.left_out.values())
        assert record.size == record.used + record.replaced + record.removed + left_out, record
        if not options.clean and record.encoding == "utf-8":
            assert min(record.used, 1) <= len(text) + n_tables, record
    if code or options.clean or len(account.files) != 1 or account.files[0].kind == "counts":
        return
    (record,) = account.files
    if not record.packed:
        assert record.size == os.path.getsize(options.path), record
    if record.encoding == "utf-8" and not record.replaced:
        assert record.used == len(text), record


# --- plain readings -----------------------------------------------------------------------------


def _judged(path: Path, account: Accounting, documents: list[bytes]) -> tuple[str, str]:
    told = [
        *account.n_faults,
        *account.left_out,
        *(["replaced"] if account.replaced else []),
        *(record.encoding for record in account.files if record.encoding not in ("utf-8", "utf-8-sig")),
    ]
    head, marks = path.read_bytes()[:4], {".gz": b"\x1f\x8b", ".zip": b"PK"}
    mark = b"\xff\xfe" if path.stem == "wide" else marks.get(path.suffix, b"")
    if not head.startswith(mark) or (path.suffix == ".zip" and len(head) < 4):
        return "not judged", "nothing tells what it was"
    try:
        theirs = _READERS[path.name](path)
    except Exception as fault:  # noqa: BLE001 - a library's readers raise what they like
        return ("told" if told else "unremarked"), f"{told} {type(fault).__name__}: {fault}"[:300]
    if theirs is None:
        return "not judged", ""
    ours = [document for document in documents if document]
    theirs = [document for document in theirs if document]
    if path.name.startswith(("text", "wide")):
        ours, theirs = [b"".join(ours)], [b"".join(theirs)]
    if ours == theirs:
        return "equal", ""
    return ("told" if told else "other"), f"{told} {ours!r:.150} {theirs!r:.150}"


def _text(data: bytes) -> list[bytes]:
    return [data.decode("utf-8-sig").encode()]


def _rows(data: bytes) -> list[bytes] | None:
    rows = [json.loads(line) for line in data.decode("utf-8-sig").split("\n") if line.strip()]
    return _texts_of(rows)


def _array(data: bytes) -> list[bytes] | None:
    rows = json.loads(data.decode("utf-8-sig"))
    rows = rows.get("data") if isinstance(rows, dict) else rows
    return _texts_of(rows) if isinstance(rows, list) else None


def _texts_of(rows: list[object]) -> list[bytes] | None:
    texts = [row.get("text") for row in rows if isinstance(row, dict)]
    if not any(isinstance(text, str) for text in texts):
        return None  # the text is in another field
    return [text.encode() for text in texts if isinstance(text, str)]


def _table(data: bytes, delimiter: str = ",") -> list[bytes] | None:
    rows = list(
        csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter, strict=True)
    )
    if not rows or "text" not in rows[0]:
        return None
    column = rows[0].index("text")
    return [row[column].encode() for row in rows[1:] if len(row) > column]


def _parquet(path: Path) -> list[bytes]:
    import pyarrow.parquet as pq

    return [text.encode() for text in pq.read_table(path).column("text").to_pylist() if text is not None]


def _zip(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        if archive.testzip():
            raise ValueError("damaged")


_Reader = Callable[[Path], "list[bytes] | None"]


def _of(unpacked: Callable[[bytes], bytes], read: Callable[[bytes], list[bytes] | None]) -> _Reader:
    return lambda path: read(unpacked(path.read_bytes()))


_READERS: dict[str, _Reader] = {
    "text.txt": _of(bytes, _text),
    "lines.jsonl": _of(bytes, _rows),
    "array.json": _of(bytes, _array),
    "whole.json": _of(bytes, _array),
    "table.csv": _of(bytes, _table),
    "table.tsv": _of(bytes, lambda data: _table(data, "\t")),
    "counts.tsv": lambda path: None,
    "rows.parquet": _parquet,
    "text.txt.gz": _of(gzip.decompress, _text),
    "lines.jsonl.bz2": _of(bz2.decompress, _rows),
    "text.txt.xz": _of(lzma.decompress, _text),
    "table.csv.zst": _of(zstd.decompress, _table),
    "members.zip": _zip,
    "wide.txt": lambda path: [path.read_bytes().decode("utf-16").encode()],
}
