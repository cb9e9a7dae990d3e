"""What must happen to corpora that are not as they should be, with the whole message each time."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import random
import stat
import struct
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import workbench
from tests.engine.corpus.test_scanning import measured
from tests.one_account import Corpus
from tests.points import Sliced
from workbench.api.estimates import estimate
from workbench.api.training import TrainingRun
from workbench.cli import main as cli
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.corpus import chosen_documents
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.file_documents import HEAD
from workbench.engine.corpus.packing import FREE_BYTES, zstd
from workbench.engine.corpus.readers import FileRecord
from workbench.engine.corpus.scanning import scan
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Reading
from workbench.engine.training.options import Options
from workbench.engine.training.trainer import Progress

THOROUGH = bool(os.environ.get("WORKBENCH_THOROUGH"))


def read(source: str | SourceOptions, chunk_size: int = 1 << 16) -> tuple[list[bytes], Corpus]:
    corpus = Corpus([source], chunk_size)
    documents: list[bytes] = []
    parts: list[bytes] = []
    for item in corpus.read():
        if isinstance(item, EndOfDocument):
            documents.append(b"".join(parts))
            parts = []
        else:
            parts.append(item)
    assert not parts
    for record in corpus.accounting.files:
        left_out = sum(record.left_out.values())
        assert record.size == record.used + record.replaced + record.removed + left_out
    plain = not (isinstance(source, SourceOptions) and (source.clean or source.encoding))
    account = corpus.accounting
    if plain and not account.replaced and all(r.encoding in ("utf-8", "") for r in account.files):
        assert account.used == sum(map(len, documents))
    return documents, corpus


def file_of(folder: Path, name: str, data: bytes) -> str:
    (folder / name).write_bytes(data)
    return str(folder / name)


def told(record: FileRecord) -> list[str]:
    """The faults of a file, as they are shown."""
    return [
        str(EngineError(f.code, file=None, place=Place(*f.place) if f.place[0] else None, **f.facts))
        for f in record.faults
    ]


def refusal(source: str | SourceOptions) -> str:
    options = source if isinstance(source, SourceOptions) else SourceOptions(source)
    with pytest.raises(EngineError) as caught:
        read(replace(options, on_unreadable="refuse"))
    return str(caught.value)


# --- 27 to 34: text -----------------------------------------------------------------------------

INVALID = [b"a\xff\xfeb", b"a\xc0\xafb", b"a\xed\xa0\xbd\xed\xb8\x80b", "né日".encode()[:-1]]


@pytest.mark.parametrize("data", INVALID)
def test_27_bytes_that_are_not_utf8_are_replaced_skipped_or_end_it(tmp_path, data):
    path = file_of(tmp_path, "a.txt", data)
    documents, corpus = read(path)
    assert documents == [data.decode("utf-8", "replace").encode()]
    (record,) = corpus.accounting.files
    start = len(data.decode("utf-8", "ignore").encode().rstrip(b"b")) if data != INVALID[3] else 3
    assert record.first_invalid == (start,)
    assert record.used == len(data.decode("utf-8", "ignore").encode())
    assert scan(path).n_invalid == record.replaced == len(data) - record.used
    documents, corpus = read(SourceOptions(path, on_invalid="skip"))
    assert documents == [data.decode("utf-8", "ignore").encode()]
    assert corpus.accounting.left_out == {"not_in_encoding": record.replaced}
    assert refusal(SourceOptions(path, on_invalid="stop")) == (
        f"{path}, byte {start:,}: some bytes are not UTF-8. Change encoding or on_invalid."
    )


GERMAN = "Grüße aus Köln: „schön“, für 5 € — und Äpfel.\n" * 30
JAPANESE = "これは日本語のテキストです。文字コードの判定を試す。\n" * 30


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_28_wide_encodings_are_told_by_mark_or_zeros(tmp_path, encoding):
    text = "plain text, für alle\n" * 9
    path = file_of(tmp_path, "a.txt", text.encode(encoding))
    documents, corpus = read(path)
    assert documents == [text.encode()]
    (record,) = corpus.accounting.files
    assert record.encoding == scan(path).look.encoding
    assert record.encoding.startswith(encoding)
    width = 4 if "32" in encoding else 2
    assert record.removed == (width if encoding in ("utf-16", "utf-32") else 0)
    assert record.size == os.path.getsize(path)


@pytest.mark.parametrize(
    "data", [b"a\0b", b"ab\0", b"abc\0", b"abc\0\0\0", "né à\0".encode(), b"one\0two two\0"]
)
def test_28_words_with_zeros_between_them_are_no_utf16(tmp_path, data):
    path = file_of(tmp_path, "a.txt", data * 1000)
    assert refusal(path).startswith(f"{path}: it contains NUL bytes")
    assert scan(path).problem == "looks_binary"


def test_28_a_legacy_text_with_zeros_is_left_out_as_the_scan_says(tmp_path):
    path = file_of(tmp_path, "a.txt", GERMAN.encode("cp1252") + b"\0")
    assert scan(path).problem == "looks_binary"
    assert refusal(path).startswith(f"{path}: it contains NUL bytes")
    assert read(SourceOptions(path, encoding="cp1252"))[0] == [GERMAN.encode() + b"\0"]


@pytest.mark.parametrize(("encoding", "text"), [("cp1252", GERMAN), ("shift_jis", JAPANESE)])
def test_28_legacy_encodings_are_taken_as_the_likeliest(tmp_path, encoding, text):
    path = file_of(tmp_path, "a.txt", text.encode(encoding))
    looked = scan(path).look
    assert text.encode(encoding).decode(looked.encoding) == text
    assert (looked.guess, looked.n_invalid) == ("", 0)
    told = scan(SourceOptions(path, encoding="utf-8")).look
    assert (told.encoding, told.guess) == ("utf-8", looked.encoding)
    for asked in ("", looked.encoding, "detect", encoding):
        documents, corpus = read(SourceOptions(path, encoding=asked))
        assert documents == [text.encode()]
        assert corpus.accounting.used == os.path.getsize(path)


def test_28_the_encoding_is_told_from_far_into_the_file_too(tmp_path):
    text = "plain\n" * 100_000 + GERMAN * 20
    path = file_of(tmp_path, "a.txt", text.encode("cp1252"))
    documents, corpus = read(path)
    assert documents == [text.encode()]
    assert (corpus.accounting.files[0].encoding, corpus.accounting.files[0].guessed) == ("cp1252", True)
    assert scan(path).look.encoding == "cp1252"


def test_28_a_few_faults_do_not_make_another_encoding_of_utf8(tmp_path):
    text = GERMAN.encode() * 3 + b"caf\xe9 " * 6
    _, corpus = read(file_of(tmp_path, "a.txt", text))
    assert corpus.accounting.replaced == 6
    assert not corpus.accounting.files[0].guessed


def test_28_where_two_are_as_likely_both_readings_are_there(tmp_path):
    text = "Des fourmis et des œufs, c'est facile à digérer en été.\n" * 30
    path = file_of(tmp_path, "a.txt", text.encode("iso8859-15"))
    readings = scan(path).look.readings
    assert len(readings) >= 2
    assert len({line for _, line in readings}) == len(readings)
    assert readings[0][0] == scan(path).look.encoding


@pytest.mark.parametrize(("on_invalid", "text"), [("replace", "Gr\u00fc\ufffd!"), ("skip", "Gr\u00fc!")])
def test_28_bytes_that_are_not_in_the_encoding_are_counted(tmp_path, on_invalid, text):
    path = file_of(tmp_path, "a.txt", b"Gr\xfc\x81!")
    documents, corpus = read(SourceOptions(path, encoding="cp1252", on_invalid=on_invalid))
    account = corpus.accounting
    assert documents == [text.encode()]
    assert (account.used, account.replaced + account.left_out["not_in_encoding"]) == (4, 1)
    assert account.files[0].first_invalid == (3,)


def test_28_an_unknown_encoding_is_refused(tmp_path):
    path = file_of(tmp_path, "a.txt", b"text")
    said = refusal(SourceOptions(path, encoding="rot13"))
    assert said.startswith(
        f"{path}: the encoding “rot13” is not known. Choose one of these: utf-8, utf-16-le,"
    )
    said = refusal(SourceOptions(file_of(tmp_path, "b.txt", b"ab\x81"), encoding="cp1252", on_invalid="stop"))
    assert "some bytes are not cp1252" in said


def test_29_a_byte_order_mark_is_removed_and_binary_files_are_left_out(tmp_path):
    documents, corpus = read(file_of(tmp_path, "a.txt", b"\xef\xbb\xbftext"))
    assert (documents, corpus.accounting.removed) == ([b"text"], 3)
    path = file_of(tmp_path, "b.txt", b"some\0bytes")
    assert refusal(path) == (
        f"{path}: it contains NUL bytes, so it is not plain text. "
        'Leave it out, or pass accept=["looks_binary"].'
    )
    assert scan(path).problem == "looks_binary"
    assert read(SourceOptions(path, accept=("looks_binary",)))[0] == [b"some\0bytes"]
    documents, corpus = read(str(tmp_path))
    assert (documents, [s.code for s in corpus.accounting.skipped]) == ([b"text"], ["looks_binary"])


def test_30_only_line_feeds_and_carriage_returns_end_lines(tmp_path):
    line = "a\x0bb\x0cc\x1cd\x1ee\x85f\u2028g"
    documents, _ = read(file_of(tmp_path, "a.jsonl", json.dumps({"text": line}, ensure_ascii=False).encode()))
    assert documents == [line.encode()]
    documents, _ = read(file_of(tmp_path, "a.csv", f"text,n\r\n{line},1\r\nnext,2".encode()))
    assert documents == [line.encode(), b"next"]
    documents, _ = read(file_of(tmp_path, "old.csv", f"text,n\r{line},1\rnext,2\r".encode()))
    assert documents == [line.encode(), b"next"]
    documents, _ = read(file_of(tmp_path, "a.txt", f"{line}\r\nb\rc".encode()))
    assert documents == [f"{line}\r\nb\rc".encode()]


def test_31_one_long_line_is_streamed(tmp_path):
    path = file_of(tmp_path, "a.txt", b"word " * 400_000)
    for clean in ((), ("nfc",)):
        sizes = [len(c) for c in Corpus([SourceOptions(path, clean=clean)]).read() if isinstance(c, bytes)]
        assert sum(sizes) == 2_000_000
        assert max(sizes) <= (1 << 17 if clean else 1 << 16)


CROSSING = "日本語 naïve 😉\r\n<|endoftext|> <p>x &amp; y</p>\n\n\n e\u0301 \n" * 250


@pytest.mark.parametrize("clean", [(), ("html", "whitespace", "nfc"), ("clip",), ("lowercase", "nfkc")])
@pytest.mark.parametrize("form", ["a.txt", "a.jsonl", "a.csv", "a.txt.gz"])
def test_32_nothing_hangs_on_where_chunks_are_cut(tmp_path, form, clean):
    data = CROSSING.encode() + b"\xff"
    if form == "a.jsonl":
        data = b"".join(json.dumps({"text": line}).encode() + b"\n" for line in CROSSING.splitlines(True))
    elif form == "a.csv":
        data = b'text,n\n"' + CROSSING.encode().replace(b'"', b'""') + b'",1\nb,2\n'
    elif form == "a.txt.gz":
        data = gzip.compress(data, mtime=0)
    path = file_of(tmp_path, form, data)
    results = []
    for size in (1, 1 << 10, 1 << 16) if not clean else (997, 1 << 16):
        documents, corpus = read(SourceOptions(path, clean=clean, held_out=0.2, seed=3), size)
        account = corpus.accounting
        numbers = (account.used, account.replaced, account.removed, dict(account.left_out))
        results.append((documents, corpus.held_out.documents, numbers))
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("sample", [{}, {"sample_bytes": 90_000}, {"sample_share": 0.5}])
@pytest.mark.parametrize("form", ["a.txt", "a.jsonl"])
def test_32_held_out_documents_alone_are_those_that_training_leaves_out(tmp_path, form, sample):
    data = "".join(f"line {number} of the text\n" for number in range(9000))
    if form == "a.jsonl":
        data = "".join(json.dumps({"text": line}) + "\n" for line in data.splitlines())
    options = SourceOptions(file_of(tmp_path, form, data.encode()), held_out=0.3, seed=53, **sample)
    trained, whole = read(options)
    alone, corpus = read(replace(options, only_held_out=True))
    assert whole.held_out.documents
    assert alone == whole.held_out.documents
    assert not corpus.held_out.documents
    assert not set(alone) & set(trained)


def test_32b_a_held_out_document_that_is_too_long_is_counted_and_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(chosen_documents, "HELD_OUT_KEPT", 1000)
    lines = "".join(
        json.dumps({"text": letter * n}) + "\n" for letter, n in (("a", 600), ("b", 900), ("c", 400))
    )
    options = SourceOptions(file_of(tmp_path, "a.jsonl", lines.encode()), held_out=0.999)
    _, corpus = read(options)
    held = corpus.held_out
    assert (held.documents, held.n_documents, held.n_bytes) == ([b"a" * 600, b"c" * 400], 3, 1900)


NOTHING = {
    "empty.txt": b"",
    "bom.txt": b"\xef\xbb\xbf",
    "space.txt": b" \n\t\r\n\x0b",
    "ideographic.txt": "\u3000\u2003\n".encode(),
    "empty.txt.gz": gzip.compress(b""),
    "empty.jsonl": b"{}\n",
    "header.csv": b"id,text\n",
}
# Here is something, but no text in it.
LEFT_OUT = {"empty.jsonl": "field is not text (3 bytes)", "header.csv": "other fields (8 bytes)"}


@pytest.mark.parametrize("preset", ["basic", "gpt4", "clip", "llama2"])
@pytest.mark.parametrize("name", [*NOTHING, "folder"])
def test_33_there_is_nothing_to_train_on(tmp_path, name, preset):
    path = str(tmp_path / name)
    if name == "folder":
        os.mkdir(path)
    else:
        file_of(tmp_path, name, NOTHING[name])
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(EngineError) as caught:
        workbench.train(path, preset=preset)
    where = "" if name == "folder" else f"{path}: "
    if name in LEFT_OUT:
        expected = (
            f"no text is left to train on; left out: {LEFT_OUT[name]}. "
            "Choose another field, repair the text, or hold out less."
        )
    else:
        expected = "the sources contain no text to train on. Add files or folders with text."
    assert str(caught.value) == where + expected
    assert sorted(tmp_path.rglob("*")) == before


def test_33_a_look_says_so_before(tmp_path):
    assert scan(str(tmp_path)).problem == "no_text_found"
    path = file_of(tmp_path, "empty.txt", b"")
    assert scan(path).problem == "no_text_found"
    assert str(EngineError("no_text_found", file=path)) == (
        f"{path}: it contains no text. Choose a file or folder with text."
    )


def test_34_with_fewer_pairs_than_asked_it_ends_early_says_so_and_saves(tmp_path, capsys):
    path, out = file_of(tmp_path, "a.txt", b"abab abab"), str(tmp_path / "a.tiktoken")
    assert cli.main(["train", path, "--out", out, "--vocab-size", "5000"]) == 0
    said = capsys.readouterr()
    assert "ended early: no pair is left to merge (requested 4,744 merges)" in said.out + said.err
    opened = workbench.open_tokenizer(out)
    assert opened.decode(opened.encode("abab abab")) == "abab abab"
    assert opened.model.vocab_size == 259  # ab, abab, " abab"
    card = json.loads((tmp_path / "a.tiktoken.card.json").read_text())
    assert (card["training"]["ended_by"], card["training"]["n_merges"]) == ("pairs", 3)


# --- 35: JSON -----------------------------------------------------------------------------------

LINES = b"""\xef\xbb\xbf{"text": "one"}

{"text": "two", "n": NaN, "big": 1%s}
{"text": "broken
{"other": 1}
{"text": 5}
{"text": "x", "text": "three"}
{"text": "lone \\ud800 half"}
%s
{"text": "last \xe2\x80\xa8 line"}""" % (b"0" * 5000, b"[" * 100_000)


def test_35_bad_lines_are_counted_and_the_others_used(tmp_path):
    documents, corpus = read(file_of(tmp_path, "a.jsonl", LINES))
    half = "lone \ufffd\ufffd\ufffd half".encode()
    assert documents == [b"one", b"two", b"three", half, "last \u2028 line".encode()]
    (record,) = corpus.accounting.files
    assert sorted(told(record)) == [
        "line 4: the line is not valid JSON. Correct it, or leave it out; the other lines are used.",
        "line 5: the record has no field “text”. Choose another field; the other records are used.",
        "line 6: the field “text” is not text. Choose another field; the other records are used.",
        "line 9: the line is not valid JSON. Correct it, or leave it out; the other lines are used.",
    ]
    assert record.left_out["json_broken"] == len(b'{"text": "broken\n') + 100_001
    assert record.size == len(LINES)


def test_35_only_the_first_faults_are_kept_and_all_are_counted(tmp_path):
    _, corpus = read(file_of(tmp_path, "a.jsonl", b'{"text": "good"}\n' + b"bad\n" * 99))
    assert corpus.accounting.n_faults == {"json_broken": 99}
    assert [fault.place for fault in corpus.accounting.files[0].faults] == [("line", n) for n in range(2, 7)]


ROWS = [{"text": "a", "meta": {"body": "nested"}}, {"text": "b", "meta": {"body": ["x", "y"]}}]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_35_arrays_are_read_entry_by_entry(tmp_path, name, indent):
    path = file_of(tmp_path, name, json.dumps(ROWS, indent=indent).encode())
    assert read(path, 7)[0] == [b"a", b"b"]
    assert read(SourceOptions(path, field="meta.body"))[0] == [b"nested", b"x", b"y"]
    assert scan(path).look.fields == ("text", "meta.body")


def test_35_an_array_that_breaks_off_keeps_what_came_before(tmp_path):
    data = json.dumps([{"text": str(n)} for n in range(99)], indent=1).encode()
    documents, corpus = read(file_of(tmp_path, "a.json", data[:1000] + b"!" + data[1000:]))
    assert 0 < len(documents) < 99
    assert corpus.accounting.n_faults == {"json_broken": 1}


def test_35_a_file_that_is_one_value(tmp_path, monkeypatch):
    path = file_of(tmp_path, "a.json", json.dumps({"data": ROWS}, indent=1).encode())
    assert read(SourceOptions(path, field="data.text"))[0] == [b"a", b"b"]
    monkeypatch.setattr("workbench.engine.corpus.json_documents.LONGEST_RECORD", 50)
    assert "Save as JSON lines (.jsonl)." in refusal(path)


def test_35_a_line_without_an_end_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.engine.corpus.json_documents.LONGEST_RECORD", 1 << 20)
    long = b'{"text": "' + b"x" * (3 << 20) + b'"}\n'
    documents, corpus = read(file_of(tmp_path, "a.jsonl", b'{"text": "a"}\n' + long + b'{"text": "b"}\n'))
    assert documents == [b"a", b"b"]
    assert corpus.accounting.left_out["record_too_long"] == len(long)


# --- 36: tables ---------------------------------------------------------------------------------


def test_36_a_field_may_be_long_and_hold_anything(tmp_path):
    cell = 'x, ""quoted""\nline\0 ' * 9_000
    documents, _ = read(
        SourceOptions(
            file_of(tmp_path, "a.csv", f'id,text\n1,"{cell}"\n2,b\n'.encode()), accept=("looks_binary",)
        )
    )
    assert documents == [cell.replace('""', '"').encode(), b"b"]


def test_36_a_quote_that_is_never_closed_swallows_one_line(tmp_path):
    documents, corpus = read(file_of(tmp_path, "a.csv", b'id,text\n1,a\n2,"open\n3,b\n4,c\n'))
    assert documents == [b"a", b'"open', b"b", b"c"]
    assert told(corpus.accounting.files[0]) == [
        "line 3: a quote is never closed. Close it; it is read as an ordinary character."
    ]


def test_36_after_many_lines_an_open_quote_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.engine.corpus.table_documents.MOST_LINES", 5)
    data = b'id,text\n1,"open\n' + b"2,b\n" * 20 + b'3,"two\nlines"\n'
    documents, _ = read(file_of(tmp_path, "a.csv", data))
    assert documents == [b'"open', *[b"b"] * 20, b"two\nlines"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_36_the_delimiter_and_the_column_are_found(tmp_path, delimiter):
    rows = [["id", "body", "body"], ["1", "first", "x"], ["2", "second", "y"], ["3"]]
    path = file_of(tmp_path, "a.csv", "\n".join(map(delimiter.join, rows)).encode())
    documents, corpus = read(path)
    assert documents == [b"first", b"second"]
    assert told(corpus.accounting.files[0]) == [
        "line 4: the row has 1 cell, too few for the column. "
        "Correct it, or leave it out; the other rows are used."
    ]
    assert read(SourceOptions(path, column="body (2)"))[0] == [b"x", b"y"]
    assert scan(path).look.fields == ("id", "body", "body (2)")
    assert refusal(SourceOptions(path, column="no")) == (
        f"{path}: there is no column “no”. Pass one as column: id, body, body (2)."
    )


def test_36_a_table_without_a_header(tmp_path):
    path = file_of(tmp_path, "a.csv", b"1,first text\n2,second text\n")
    assert read(path)[0] == [b"first text", b"second text"]
    assert read(SourceOptions(path, column="1"))[0] == [b"1", b"2"]


# --- 37: Parquet --------------------------------------------------------------------------------


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    columns = {
        "id": [1, 2, 3],
        "text": ["one", None, "thrée"],
        "raw": pa.array([b"a\xff", b"b", None], pa.binary()),
        "word": pa.array(["x", "y", "x"]).dictionary_encode(),
        "meta": [{"lang": "de"}, {"lang": "en"}, None],
    }
    pq.write_table(pa.table(columns), path)
    return path


def test_37_columns_of_every_sort(parquet):
    def column(name: str) -> list[bytes]:
        return read(SourceOptions(str(parquet), column=name))[0]

    assert scan(str(parquet)).look.fields == ("text", "raw", "word", "meta.lang")
    assert (column("text"), column("raw")) == ([b"one", "thrée".encode()], ["a\ufffd".encode(), b"b"])
    assert (column("word"), column("meta.lang")) == ([b"x", b"y", b"x"], [b"de", b"en"])
    _, corpus = read(str(parquet))
    assert corpus.accounting.n_faults == {"parquet_nulls": 1}
    assert told(corpus.accounting.files[0])[0].startswith("some rows have no value in the column “text”")
    said = refusal(SourceOptions(str(parquet), column="id"))
    assert "there is no column “id”. Pass one as column: text, raw, word, meta.lang." in said


@pytest.mark.parametrize("name", ["text", "raw", "word"])
def test_37_counts_without_a_column_of_counts(parquet, name):
    said = refusal(SourceOptions(str(parquet), kind="counts", column=name, field="n"))
    assert "there is no column" in said


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("the\nthen\n", "the columns (the) lack “piece” or “count”"),
        ("piece\tother\nthe\t1\n", "the columns (piece, other) lack"),
        (f"the\t5\nthen\t{10**18}\n", "line 2: the count 1000000000000000000 is too large"),
        ("count\tpiece of text\n5\tthe\n", "line 1: the columns (count, piece of text) lack"),
        ("5\tthe\n3\tthen\n", "line 2: a row should be a piece and its count, but is: 3\tthen"),
        ("piece\tcount\n\nthe\n", "line 3: a row should be a piece and its count, but is: the"),
        ("the\t-3\nthen\t5\n", "line 1: the count -3 is negative"),
        ("the\t5\nthen\t-5\n", "line 2: the count -5 is negative"),
    ],
)
def test_a_table_without_usable_counts_says_what_it_lacks(tmp_path, rows, said):
    path = tmp_path / "counts.tsv"
    path.write_text(rows)
    assert said in refusal(SourceOptions(str(path), kind="counts"))


@pytest.mark.parametrize("rows", ["count\t5\nthe\t1\n", "word\tcount\nthe\t1\n", "the\t1\nthen\n"])
def test_a_table_of_counts_needs_no_header(tmp_path, rows):
    path = tmp_path / "counts.tsv"
    path.write_text(rows)
    corpus = Corpus([SourceOptions(str(path), kind="counts")])
    assert list(corpus.read()) == []
    assert corpus.accounting.documents > 0


def test_37_broken_files_are_refused(parquet, tmp_path):
    whole = parquet.read_bytes()
    for name, data in (("cut", whole[:-9]), ("none", b""), ("lie", whole[:-8] + b"\xff\xff\xff\x7fPAR1")):
        path = file_of(tmp_path, f"{name}.parquet", data)
        assert refusal(path).startswith(f"{path}: it cannot be read as Parquet: ")
        assert scan(path).problem == "parquet_broken"


def test_37_without_pyarrow_it_is_said(tmp_path, monkeypatch):
    from workbench.engine.corpus import parquet_columns

    for name in ("pyarrow", "pyarrow.parquet", "pyarrow.types"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(EngineError) as caught:
        next(parquet_columns.look_operation({"path": str(tmp_path)}, ()))
    assert str(caught.value) == ("Parquet files need pyarrow, which is not installed. Reinstall the program.")


# --- 38, 39: packed -----------------------------------------------------------------------------

LONG = b"".join(b"%d lines of text\n" % n for n in range(110_000))
PACKED = {
    "a.txt.gz": lambda data: gzip.compress(data, mtime=0),
    "a.txt.bz2": bz2.compress,
    "a.txt.xz": lzma.compress,
    "a.txt.zst": zstd.compress,
}


@pytest.mark.parametrize("name", PACKED)
def test_38_39_a_cut_file_says_so_and_what_came_is_used(tmp_path, name):
    whole = PACKED[name](LONG)
    documents, corpus = read(file_of(tmp_path, name, whole))
    assert documents == [LONG]
    assert corpus.accounting.files[0].packed == len(whole)
    path = file_of(tmp_path, name, whole[: len(whole) // 2])
    documents, corpus = read(path)
    (record,) = corpus.accounting.files
    assert 0 < record.used < len(LONG)
    assert LONG.startswith(b"".join(documents))
    assert told(record) == [
        f"byte {len(whole) // 2:,}: the file ends early; {record.used} unpacked bytes are used. "
        "Get a new copy of the file."
    ]
    path = file_of(tmp_path, name, whole[:12])
    assert refusal(path).startswith(
        f"{path}, byte 12: the file ends early; 0 unpacked bytes are used. Get a new copy"
    )


def stopped(path: str) -> str:
    with pytest.raises(EngineError) as caught:
        read(SourceOptions(path, on_unreadable="stop"))
    return str(caught.value)


def test_38_strict_stops_at_what_is_damaged_and_names_it(tmp_path):
    cut = gzip.compress(LONG, mtime=0)[:-2000]
    path = file_of(tmp_path, "a.gz", cut)
    said = stopped(path)
    assert said.startswith(f"{path}, byte {len(cut):,}: the file ends early; ")
    assert said.endswith("; 0 unpacked bytes are used. Get a new copy of the file.")
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("fine.txt", "text")
        file.writestr("noise.bin", b"\0\1\2" * 100)
    said = stopped(str(archive))
    assert said.startswith(f"{archive}/noise.bin: it contains NUL bytes")
    data = archive.read_bytes().replace(b"text", b"next", 1)
    said = stopped(file_of(tmp_path, "b.zip", data))
    assert said == (
        f"{tmp_path}/b.zip/fine.txt: its checksum is wrong; 0 unpacked bytes are used. "
        "Get a new copy of the file."
    )


@pytest.mark.parametrize("name", PACKED)
def test_38_several_members_are_one_text_and_what_follows_is_left(tmp_path, name):
    pack = PACKED[name]
    documents, corpus = read(file_of(tmp_path, name, pack(b"one ") + pack(b"") + pack(b"two") + b"\0" * 9), 3)
    assert (documents, corpus.accounting.n_faults) == ([b"one two"], {})
    documents, corpus = read(file_of(tmp_path, name, pack(b"one ") + b"garbage"))
    assert documents == [b"one "]
    (said,) = told(corpus.accounting.files[0])
    assert said.endswith("7 bytes after its end are not packed text. They are ignored.")


def test_38_a_member_that_cannot_be_unpacked_is_left_out_and_no_more(tmp_path):
    data = bytearray(zipped([("ok.txt", b"fine"), ("bad.txt", b"text " * 99)]))
    begin = data.index(b"bad.txt") + len("bad.txt")
    data[begin : begin + 4] = b"\xff" * 4
    documents, corpus = read(file_of(tmp_path, "a.zip", bytes(data)))
    account = corpus.accounting
    assert (documents, [s.code for s in account.skipped]) == ([b"fine"], ["packed_damaged"])
    assert (account.n_faults, [record.faults for record in account.files]) == ({}, [(), ()])


def test_38_a_wrong_checksum_and_a_file_packed_twice(tmp_path):
    data = bytearray(gzip.compress(LONG, mtime=0))
    data[-8] ^= 1
    _, corpus = read(file_of(tmp_path, "a.gz", bytes(data)))
    (said,) = told(corpus.accounting.files[0])
    assert "the file is damaged (Error -3 while decompressing data: incorrect data check)" in said
    path = file_of(tmp_path, "b.gz", gzip.compress(gzip.compress(LONG)))
    assert refusal(path) == f"{path}: it is packed twice. Unpack it once yourself."
    assert scan(path).problem == "packed_twice"


def test_39_a_frame_that_wants_much_memory_is_asked_for(tmp_path):
    options = {
        zstd.CompressionParameter.window_log: 28,
        zstd.CompressionParameter.enable_long_distance_matching: 1,
    }
    packer = zstd.ZstdCompressor(options=options)
    path = file_of(tmp_path, "a.zst", packer.compress(b"text") + packer.flush())
    assert refusal(path) == (
        f"{path}: unpacking it needs more than 128 MB of memory. "
        'If you trust it, pass accept=["zstd_window"].'
    )
    assert read(SourceOptions(path, accept=("zstd_window",)))[0] == [b"text"]


@pytest.mark.parametrize("name", ["a.txt.gz", "a.txt.zst"])
def test_40_a_bomb_is_stopped(tmp_path, name, monkeypatch):
    monkeypatch.setattr("workbench.engine.corpus.packing.FREE_BYTES", 1 << 20)
    assert FREE_BYTES == 100_000_000
    path = file_of(tmp_path, name, PACKED[name](b"a" * (8 << 20)))
    assert refusal(path) == (
        f"{path}: it unpacks to more than 200 times its size. "
        'If you trust it, pass accept=["packed_too_much"].'
    )
    assert sum(map(len, read(SourceOptions(path, accept=("packed_too_much",)))[0])) == 8 << 20


# --- 40: zip ------------------------------------------------------------------------------------


def zipped(
    members: Sequence[tuple[str | zipfile.ZipInfo, bytes]], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content, method)
    return data.getvalue()


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_40_members_are_streamed_and_their_names_are_labels(tmp_path, method):
    names = ["a.txt", "../../x.txt", "/abs/y.txt", "C:\\z.txt", "a.txt", "d/e.jsonl"]
    contents = [*(f"text {n}\n".encode() * 999 for n in range(5)), b'{"text": "row"}\n']
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(list(zip(names, contents, strict=True)), method)
    before = set(tmp_path.parent.rglob("*"))
    path = file_of(tmp_path, "a.zip", data)
    documents, corpus = read(path)
    assert documents == [*contents[:5], b"row"]
    assert [os.path.relpath(r.path, path) for r in corpus.accounting.files] == [
        "a.txt", "x.txt", "abs/y.txt", "C_/z.txt", "a.txt", "d/e.jsonl",
    ]  # fmt: skip
    assert set(tmp_path.parent.rglob("*")) - before == {Path(path)}


def test_40_members_that_are_not_read_are_listed(tmp_path):
    link = zipfile.ZipInfo("link")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    inner = zipped([("in.txt", b"x")])
    data = bytearray(
        zipped([("ok.txt", b"fine"), (link, b"ok.txt"), ("in.zip", inner), ("bin", b"\0"), (".h", b"h")])
    )
    entry = data.index(b"PK\x01\x02")
    locked = bytearray(data)
    locked[entry + 8] |= 1
    _, corpus = read(file_of(tmp_path, "a.zip", bytes(data)))
    assert sorted((s.path.rpartition("/")[2], s.code) for s in corpus.accounting.skipped) == [
        (".h", "hidden_file"), ("bin", "looks_binary"), ("in.zip", "packed_twice"), ("link", "zip_link"),
    ]  # fmt: skip
    documents, corpus = read(file_of(tmp_path, "b.zip", bytes(locked)))
    assert documents == []
    assert ("zip_encrypted", 0) in [(s.code, s.n_bytes) for s in corpus.accounting.skipped]
    said = {s.code: str(EngineError(s.code, file="m", **s.facts)) for s in corpus.accounting.skipped}
    assert said["zip_encrypted"] == "m: it is encrypted. Unpack it yourself with its password."
    assert said["zip_link"].startswith("m: links in a zip file are not followed.")


def test_40_members_that_share_their_bytes_are_a_bomb(tmp_path):
    data = bytearray(zipped([("a.txt", b"one" * 100), ("b.txt", b"two" * 100)]))
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    struct.pack_into("<L", data, second + 42, 0)  # where the first one begins
    documents, corpus = read(file_of(tmp_path, "a.zip", bytes(data)))
    assert documents == [b"one" * 100]
    assert [(s.path[-5:], s.code) for s in corpus.accounting.skipped] == [("b.txt", "zip_overlap")]


def test_40_names_of_old_programs_cut_lists_and_lies(tmp_path):
    data = zipped([("caf\u00e9.txt", b"text")]).replace("café".encode(), b"caf\x82\x20")
    flags = data.index(b"PK\x01\x02") + 8
    data = data[:flags] + b"\0\0" + data[flags + 2 :]
    _, corpus = read(file_of(tmp_path, "a.zip", data))
    assert corpus.accounting.files[0].path.endswith("/café .txt")
    whole = zipped([(f"{n}.txt", b"text") for n in range(9)])
    path = file_of(tmp_path, "cut.zip", whole[:-30])
    assert refusal(path) == (
        f"{path}: its directory is missing: the file is cut short. Get a new copy of the file."
    )
    entry = whole.index(b"PK\x01\x02")
    path = file_of(tmp_path, "bad.zip", whole[: entry + 1] + b"?" + whole[entry + 2 :])
    assert refusal(path).startswith(f"{path}: its directory is damaged at byte {entry}.")
    many = bytearray(whole)
    end = many.rindex(b"PK\x05\x06")
    struct.pack_into("<2L", many, end + 12, 1 << 30, 0)
    assert "its directory is missing" in refusal(file_of(tmp_path, "lie.zip", bytes(many)))


@pytest.mark.parametrize("field", [28, 30, 32])  # how long the name, the extra fields, the comment are
def test_40_a_list_that_swallows_a_member_is_damaged(tmp_path, field):
    data = bytearray(zipped([(f"{n}.txt", b"text") for n in range(3)]))
    for entry in (data.index(b"PK\x01\x02"), data.rindex(b"PK\x01\x02")):
        bad = bytearray(data)
        struct.pack_into("<H", bad, entry + field, 46 + 5 + 5 * (field == 28))  # by an entry and a name
        assert "its directory is damaged" in refusal(file_of(tmp_path, "a.zip", bytes(bad)))
    extra = zipfile.ZipInfo("a.txt")
    extra.extra = b"\x99\x99\x02\0ab\0\0\0"
    documents, _ = read(file_of(tmp_path, "b.zip", zipped([(extra, b"one"), ("b.txt", b"two")])))
    assert documents == [b"one", b"two"]


def test_40_a_member_with_two_names_is_not_read(tmp_path):
    data = zipped([("a.txt", b"one"), ("b.txt", b"two")]).replace(b"a.txt", b"c.txt", 1)  # its header's alone
    documents, corpus = read(file_of(tmp_path, "two_names.zip", data))
    assert documents == [b"two"]
    (skipped,) = corpus.accounting.skipped
    assert "different names" in str(skipped.error)


def test_40_too_many_members_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.engine.corpus.zip_members.MOST_MEMBERS", 8)
    path = file_of(tmp_path, "a.zip", zipped([(f"{n}.txt", b"text") for n in range(9)]))
    assert (
        refusal(path)
        == f"{path}: it declares 9 members; at most 8 are read. Unpack only the members that you need."
    )


def test_40_a_member_with_a_wrong_checksum_or_cut_is_told(tmp_path):
    whole = bytearray(zipped([("a.txt", b"text" * 99)], zipfile.ZIP_STORED))
    whole[40] ^= 1
    _, corpus = read(file_of(tmp_path, "a.zip", bytes(whole)))
    (said,) = told(corpus.accounting.files[0])
    assert said == "its checksum is wrong; 396 unpacked bytes are used. Get a new copy of the file."


# --- 41 to 43 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a.jsonl", "a.zip"])
def test_41_a_file_that_changes_while_it_is_read_is_told(tmp_path, name):
    text = b"".join(b'{"text": "%d"}\n' % n for n in random.Random(1).sample(range(10**9), 20_000))
    data = {"a.txt.gz": gzip.compress(text), "a.zip": zipped([("a.txt", text)])}.get(name, text)
    path = file_of(tmp_path, name, data)
    corpus = Corpus([path], 1 << 14)
    steps = corpus.read()
    while not isinstance(next(steps), bytes):
        pass
    with open(path, "ab") as file:
        file.write(b"\0")
    list(steps)
    assert corpus.accounting.changed == [corpus.accounting.files[0].path]
    error = EngineError("changed_while_reading", file=path)
    assert str(error) == (
        f"{path}: the file changed during reading. Wait until no program writes to the file, then retry."
    )


def test_41_a_run_on_a_file_that_changed_is_not_called_repeatable(tmp_path):
    path = file_of(tmp_path, "a.txt", b"some words and words " * 50_000)
    run = TrainingRun([path], Options("gpt4", vocab_size=260))
    steps = run.steps()
    for event in steps:
        if isinstance(event, Progress) and event.phase == "reading" and event.done:
            break
    with open(path, "ab") as file:
        file.write(b"more")
    list(steps)
    assert run.record()["repeatable"] is False
    again = TrainingRun([path], Options("gpt4", vocab_size=260))
    list(again.steps())
    assert again.record()["repeatable"] is True


N_FILES = 100_000 if THOROUGH else 3000


def test_42_a_folder_of_many_files_is_listed_as_it_comes(tmp_path, monkeypatch):
    for number in range(N_FILES):
        (tmp_path / f"{number:06}.txt").write_bytes(b"text\n")
    (tmp_path / ".hidden.txt").write_bytes(b"secret")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self").symlink_to("self")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "closed.txt").write_bytes(b"closed")
    opened = os.open

    def refuse(path, *more, **named):
        if str(path).endswith("closed.txt"):
            raise PermissionError(13, "Permission denied")
        return opened(path, *more, **named)

    monkeypatch.setattr("workbench.engine.corpus.readers.os.open", refuse)  # root may read anything
    corpus = Corpus([str(tmp_path)])
    steps = corpus.read()
    first = next(step for step in steps if isinstance(step, bytes))
    assert (first, len(corpus.accounting.files)) == (b"text\n", 0)  # it is not waited for the whole list
    rest = list(steps)
    assert sum(isinstance(step, bytes) for step in rest) == N_FILES - 1
    told = {
        os.path.basename(s.path): str(EngineError(s.code, file=s.path, **s.facts))
        for s in corpus.accounting.skipped
    }
    assert told == {
        ".hidden.txt": f"{tmp_path}/.hidden.txt: its name starts with a dot. "
        "To read it, choose the file itself.",
        "closed.txt": f"{tmp_path}/closed.txt: the file cannot be read: Permission denied. "
        "Check that it exists and is readable.",
        "loop": f"{tmp_path}/loop: this folder was already read, or links back to a folder that contains it. "
        "No action is needed.",
        "pipe": f"{tmp_path}/pipe: this is a pipe, socket or device, not a regular file. "
        "Choose a regular file.",
        "self": f"{tmp_path}/self: the file cannot be read: Too many levels of symbolic links. "
        "Check that it exists and is readable.",
    }
    account = corpus.accounting
    assert account.n_bytes == 5 * N_FILES + len(b"secret") + len(b"closed")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_42_listing_can_be_left_at_any_time(tmp_path):
    for number in range(3000):
        (tmp_path / f"{number:06}").touch()
    before = len(os.listdir("/proc/self/fd"))
    steps = Sliced(lambda: scan(str(tmp_path)))
    next(steps)
    steps.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_42_patterns_choose_files_and_all_others_are_listed(tmp_path):
    for name in ("a.txt", "b.md", "c.LOG", "sub/d.txt", "sub/e.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    documents, corpus = read(SourceOptions(str(tmp_path), patterns=("*.txt", "*.log", "!sub/*.log")))
    assert documents == [b"a.txt", b"c.LOG", b"sub/d.txt"]
    assert {s.code for s in corpus.accounting.skipped} == {"left_out_by_pattern"}
    assert corpus.accounting.n_bytes == sum(map(len, ("a.txt", "b.md", "c.LOG", "sub/d.txt", "sub/e.log")))
    assert scan(SourceOptions(str(tmp_path), patterns=("*.md",))).n_files == 1


def test_43_special_token_text_is_counted_before_training(tmp_path):
    path = file_of(tmp_path, "a.txt", b"<|endoftext|> and <|endof" + b" " * HEAD + b"text|><|endoftext|>")
    survey, _ = measured([SourceOptions(path), "sample:"], ["<|endoftext|>", ""])
    first, second = survey.sources
    assert (dict(first.specials), dict(second.specials)) == ({"<|endoftext|>": 2}, {})
    assert b"".join(read(path)[0]).count(b"<|endoftext|>") == 2  # plain text to training


def test_43_it_is_told_before_the_start_and_is_text_unless_it_is_switched_on(tmp_path):
    path = file_of(tmp_path, "a.txt", b"one <|endoftext|> two <|endoftext|> " * 9)
    options = Options("gpt4", vocab_size=300, special_tokens=("<|endoftext|>",))
    assert estimate([path], options).special_texts == (("<|endoftext|>", 18),)
    trained = workbench.train(path, vocab_size=300, special_tokens=("<|endoftext|>",))
    special = trained.special_tokens["<|endoftext|>"]
    assert special not in trained.encode("<|endoftext|>", disallowed_special=())
    assert trained.encode("<|endoftext|>", allowed_special="all") == [special]


def test_43_special_tokens_are_counted_once_across_chunks(tmp_path):
    path = file_of(tmp_path, "a.txt", b"x" * ((1 << 16) - 3) + b"<s>" + b"y" * 10 + b"<s><long token>")
    survey, _ = measured([path], ["<s>", "<long token>"])
    assert dict(survey.sources[0].specials) == {"<s>": 2, "<long token>": 1}


def test_options_that_make_no_sense_are_named(tmp_path):
    path = file_of(tmp_path, "a.txt", b"text")
    for options, said in (
        (SourceOptions(path, weight=0), "weight of the source cannot be 0"),
        (SourceOptions(path, held_out=1), "held_out of the source cannot be 1"),
        (SourceOptions(path, sample_share=0), "sample of the source cannot be 0, 0"),
        (SourceOptions(path, kind="word"), "kind of the source cannot be word"),
        (SourceOptions(path, on_invalid="no"), "on_invalid of the source cannot be no"),
        (SourceOptions(path, clean=("soap",)), "there is no cleaning step “soap”"),
    ):
        with pytest.raises(EngineError, match=said):
            list(Reading([options]).read())


def test_a_line_with_more_behind_its_value_is_broken(tmp_path: Path) -> None:
    lines = b'{"text": "a"} x\n \t{"text": "b"} \r\n{"text": "c"} {"text": "d"}\n'
    reading = Reading([file_of(tmp_path, "a.jsonl", lines)])
    assert [each for each in reading.read() if each and not isinstance(each, EndOfDocument)] == [b"b"]
    assert [(each.code, each.place) for each in reading.noted] == [
        ("json_broken", Place("line", 1)),
        ("json_broken", Place("line", 3)),
    ]
