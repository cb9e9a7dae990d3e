"""Small files of every kind of corpus, and ways to spoil them."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import random
import zipfile
from collections.abc import Callable

from workbench.engine.corpus.packing import zstd

ROWS = [
    {"text": 'one héllo \n"q" 日本', "n": 1, "meta": {"lang": "de"}},
    {"text": "two <b>bold</b>", "n": 2.5, "meta": {"lang": "en"}},
    {"text": "", "n": None, "meta": None},
    {"other": [1, 2, {"text": "inner"}]},
]
TEXT = "Grüße, 日本 and <p>more</p>\r\nof  it\u2028here\n\n\n\ncafe\u0301\n".encode() * 20


def zipped() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/one.txt", TEXT)
        archive.writestr("two.jsonl", lines())
        archive.writestr(zipfile.ZipInfo("stored.txt"), b"stored text\n" * 9)
    return data.getvalue()


def lines() -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in ROWS)


def table() -> bytes:
    return 'id,text,n\r\n1,"a ""q"", b\nline",5\r\n2,plain 日本,6\r\n3\r\n4,"x",7\r\n'.encode()


def parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    rows = pa.table(
        {
            "id": list(range(50)),
            "text": ["héllo", None, "three", "x" * 300, ""] * 10,
            "meta": [{"lang": "de"}] * 50,
        }
    )
    pq.write_table(rows, sink, row_group_size=20)
    return sink.getvalue()


SAMPLES: dict[str, Callable[[], bytes]] = {
    "text.txt": lambda: TEXT,
    "lines.jsonl": lines,
    "array.json": lambda: json.dumps(ROWS, indent=1).encode(),
    "whole.json": lambda: json.dumps({"data": ROWS}, indent=1).encode(),
    "table.csv": table,
    "table.tsv": lambda: table().replace(b",", b"\t"),
    "counts.tsv": lambda: b'piece\tcount\nab\t3\n" the"\t44\n"a ""\t"\t4\n\xc3\xa9\t1\n',
    "rows.parquet": parquet,
    "text.txt.gz": lambda: gzip.compress(TEXT[:300], mtime=0) + gzip.compress(TEXT[300:], mtime=0),
    "lines.jsonl.bz2": lambda: bz2.compress(lines()),
    "text.txt.xz": lambda: lzma.compress(TEXT),
    "table.csv.zst": lambda: zstd.compress(table() * 9),
    "members.zip": zipped,
    "wide.txt": lambda: "wide text, 日本\n".encode("utf-16"),
}


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """Return a file with one to three faults in it."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = chance.choice((_flip, _flip, _cut, _insert, _repeat, _remove, _number))(data, chance)
    return data


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randrange(max(1, len(data)))


def _flip(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + bytes((chance.randrange(256),)) + data[at + 1 :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: _place(data, chance)]


def _insert(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    marks = (b'"', b"{", b"[" * 50, b"\0", b"\xff\xfe", b"\n", b",", b"\\ud800", b"<!--", b"\r", b"\x80" * 9)
    return data[:at] + chance.choice(marks) + data[at:]


def _repeat(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[at : at + chance.choice((1, 9, 90))] * chance.choice((2, 40)) + data[at:]


def _remove(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[at + chance.choice((1, 9, 90)) :]


def _number(data: bytes, chance: random.Random) -> bytes:
    at, size = _place(data, chance), chance.choice((1, 2, 4, 8))
    number = chance.choice((0, 1, 0x7F, 0xFF, 1 << 31, (1 << 32) - 1, 1 << 62, (1 << 64) - 1)) % (
        1 << 8 * size
    )
    number %= 1 << 8 * size
    return data[:at] + number.to_bytes(size, "little") + data[at + size :]
