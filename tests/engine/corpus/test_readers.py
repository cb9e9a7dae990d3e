"""One file: every byte accounted for, whatever it holds and however it is cut."""

from __future__ import annotations

import csv
import hashlib
import io
import os
import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from tests.one_account import Corpus
from workbench.engine.base.errors import EngineError
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.corpus import readers, table_documents
from workbench.engine.corpus.documents import Tally
from workbench.engine.corpus.readers import (
    FileBytes,
    FileRecord,
    Utf8Cleaner,
    looks_binary,
    open_regular,
)
from workbench.engine.corpus.sources import Reading, SourceOptions


def clean(data: bytes, size: int) -> tuple[bytes, Utf8Cleaner]:
    cleaner = Utf8Cleaner()
    parts = [cleaner.feed(data[start : start + size]) for start in range(0, len(data), size)]
    return b"".join([*parts, cleaner.feed(b"", final=True)]), cleaner


def read(path: str, chunk_size: int = 1 << 16) -> tuple[list[bytes], FileRecord]:
    corpus = Corpus([path], chunk_size)
    chunks = [item for item in corpus.read() if isinstance(item, bytes)]
    (record,) = corpus.accounting.files
    return chunks, record


# --- cleaning -----------------------------------------------------------------------------------


@given(data=raw_texts, size=st.integers(1, 20))
def test_text_is_what_the_decoder_makes_of_it(data, size):
    text, cleaner = clean(data, size)
    bom = data.startswith(b"\xef\xbb\xbf")
    assert text == data[3 if bom else 0 :].decode("utf-8", "replace").encode()
    assert cleaner.removed == (3 if bom else 0)


@given(data=raw_texts, size=st.integers(1, 20))
def test_every_byte_is_used_or_replaced_or_removed(data, size):
    _, cleaner = clean(data, size)
    runs = list(invalid_runs(data))
    assert cleaner.used + cleaner.replaced + cleaner.removed == len(data)
    assert cleaner.replaced == sum(end - start for start, end in runs)
    assert cleaner.first_invalid == [start for start, _ in runs][:10]


@given(data=raw_texts, size=st.integers(1, 20))
def test_every_chunk_holds_whole_characters(data, size):
    cleaner = Utf8Cleaner()
    for start in range(0, len(data), size):
        cleaner.feed(data[start : start + size]).decode()


def test_a_byte_order_mark_is_removed_once():
    text, cleaner = clean(b"\xef\xbb\xbf\xef\xbb\xbfa", 1)
    assert text == "\ufeffa".encode()
    assert cleaner.removed == 3


@pytest.mark.parametrize("data", [b"\xef", b"\xef\xbb", b"\xef\xbba"])
def test_half_a_byte_order_mark_is_no_mark(data):
    text, cleaner = clean(data, 1)
    assert text == data.decode("utf-8", "replace").encode()
    assert cleaner.removed == 0


@pytest.mark.parametrize(
    ("data", "n_marks"),
    [(b"a\xff\xfeb", 2), (b"\xc0\xaf", 2), (b"\xed\xa0\x80", 3), (b"\xe6\x97", 1), (b"\xf0\x9f\x91", 1)],
)
def test_each_maximal_beginning_of_a_character_becomes_one_mark(data, n_marks):
    text, cleaner = clean(data, 1)
    assert text.decode().count("\ufffd") == n_marks
    assert cleaner.replaced == sum(byte > 0x7F for byte in data)


# --- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk_size", [1, 2, 3, 5, 64, 1 << 10, 1 << 16])
def test_a_file_gives_the_same_for_any_chunk_size(tmp_path, chunk_size):
    data = b"\xef\xbb\xbf" + "日本語 naïve 😉\r\n".encode() * 50 + b"a\xff\xfeb" + b"\xe6\x97"
    path = tmp_path / "text.txt"
    path.write_bytes(data)
    chunks, record = read(str(path), chunk_size)
    assert b"".join(chunks) == data[3:].decode("utf-8", "replace").encode()
    assert all(len(chunk) <= 3 * (chunk_size + 3) for chunk in chunks)
    start = 3 + len("日本語 naïve 😉\r\n".encode()) * 50
    assert record == FileRecord(
        path=str(path),
        size=len(data),
        used=len(data) - 3 - 4,
        replaced=4,
        removed=3,
        first_invalid=(start + 1, start + 4),
        sha256=hashlib.sha256(data).hexdigest(),
    )


def test_runs_are_searched_for_only_until_enough_are_known(monkeypatch):
    found = []

    def watched(data):
        for run in invalid_runs(data):
            found.append(run)
            yield run

    monkeypatch.setattr(readers, "invalid_runs", watched)
    cleaner = Utf8Cleaner()
    assert (
        cleaner.feed(b"a\xff" * 1000) + cleaner.feed(b"\xffb" * 1000, final=True)
        == ("a\ufffd" * 1000 + "\ufffdb" * 1000).encode()
    )
    assert (cleaner.used, cleaner.replaced) == (2000, 2000)
    assert cleaner.first_invalid == list(range(1, 2 * readers.KEPT_OFFSETS, 2))
    assert len(found) <= 2 * readers.KEPT_OFFSETS  # a long search keeps the other threads waiting


def test_an_empty_file(tmp_path):
    path = tmp_path / "empty"
    path.touch()
    chunks, record = read(str(path))
    assert b"".join(chunks) == b""
    assert (record.size, record.changed) == (0, False)


@pytest.mark.parametrize("change", ["append", "truncate", "rewrite", "replace", "delete"])
def test_a_change_while_reading_is_noticed(tmp_path, change):
    path = tmp_path / "text.txt"
    path.write_bytes(b"line\n" * 100)
    os.utime(path, ns=(1, 1))
    descriptor = open_regular(str(path))
    watched = FileBytes(descriptor, str(path), 100)
    steps = watched.chunks()
    next(steps)
    if change == "append":
        with path.open("ab") as file:
            file.write(b"more")
    elif change == "truncate":
        os.truncate(path, 200)
    elif change == "rewrite":
        with path.open("r+b") as file:
            file.write(b"LINE\n")
    elif change == "replace":
        (tmp_path / "new").write_bytes(b"other")
        (tmp_path / "new").replace(path)
    else:
        path.unlink()
    for _ in steps:
        pass
    assert watched.changed()
    os.close(descriptor)


def test_a_read_error_names_the_file(tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes(b"a" * 300)
    descriptor = open_regular(str(path))
    steps = FileBytes(descriptor, str(path), 100).chunks()
    next(steps)
    os.close(descriptor)
    with pytest.raises(EngineError) as caught:
        list(steps)
    assert caught.value.code == "cannot_read_file"
    assert caught.value.file == str(path)


@pytest.mark.parametrize(
    ("data", "binary"),
    [(b"plain", False), (b"", False), (b"a" * 7999 + b"\0", True), (b"a" * 8000 + b"\0", False)],
)
def test_nul_near_the_start_looks_binary(data, binary):
    assert looks_binary(data) is binary


def in_time(function, *arguments):
    """Call in a thread of its own: a test must not hang where the program would."""
    result = []

    def call():
        try:
            result.append(function(*arguments))
        except EngineError as error:
            result.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(5)
    assert not thread.is_alive(), "it waits"
    return result[0]


def test_a_named_pipe_never_blocks(tmp_path):
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    error = in_time(open_regular, path)
    assert (error.code, error.file) == ("not_a_file", path)


def test_a_pipe_that_takes_the_name_just_before_opening_is_refused(tmp_path, monkeypatch):
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    regular = tmp_path / "file"
    regular.touch()
    looked = os.stat(regular)
    monkeypatch.setattr(readers.os, "stat", lambda _: looked)
    assert in_time(open_regular, path).code == "not_a_file"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/dev/zero", "not_a_file"),
        ("/dev/null", "not_a_file"),
        ("/", "file_is_folder"),
        ("/nowhere/at/all", "cannot_read_file"),
        ("nul\0byte", "cannot_read_file"),
        ("\ud800", "cannot_read_file"),
        ("x" * 5000, "cannot_read_file"),
    ],
)
def test_what_is_no_readable_file_is_named(path, code):
    error = in_time(open_regular, path)
    assert (error.code, error.file) == (code, path)
    assert error.cause
    assert error.remedy


def test_a_socket_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert in_time(open_regular, "socket").code == "not_a_file"


def test_a_file_without_permission(tmp_path, monkeypatch):
    path = tmp_path / "secret"
    path.write_bytes(b"x")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(readers.os, "open", refuse)  # root may read anything
    with pytest.raises(EngineError, match="Permission denied") as caught:
        open_regular(str(path))
    assert caught.value.file == str(path)


def test_a_row_whose_quotes_open_again_and_again_is_read_once(monkeypatch, tmp_path):
    looked = 0
    closed_cells = table_documents._closed_cells

    def counted(row, delimiter):
        nonlocal looked
        looked += len(row)
        return closed_cells(row, delimiter)

    monkeypatch.setattr(table_documents, "_closed_cells", counted)
    path = tmp_path / "a.csv"
    path.write_text('text,b\n"a\n' + ("x" * 80 + '","\n') * 5000, "ascii")  # no quote closes the last cell
    chunks = [each for each in Reading([SourceOptions(str(path))]).read() if isinstance(each, bytes)]
    assert len(b"".join(chunks)) > 5000 * 80
    assert looked < 4 * path.stat().st_size


@pytest.mark.parametrize(
    "lines",
    [['"a', 'b","c"'], ['"a', 'b","', 'c"'], ['"a""', '","b', '"",c",d'], ['"a', '""",'], ['x,"a', '"']],
)
def test_rows_over_several_lines_have_the_cells_of_their_text(lines):
    layout = table_documents.Layout(",", ("1", "2", "3"), header=False)
    text = "\n".join(lines)
    rows = [row for row in table_documents.rows_of(iter([text + "\n"]), layout, Tally()) if row is not None]
    assert [row[1] for row in rows] == [next(csv.reader(io.StringIO(text, newline="")))]
