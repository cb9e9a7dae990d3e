"""Files and folders as one stream of documents, and where every byte went."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from tests.one_account import Corpus
from tests.points import counted
from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.corpus import accounting as accounting_module
from workbench.engine.corpus import encodings, file_documents, readers, source_files, table_documents
from workbench.engine.corpus import folder_files as finding
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.corpus.folder_files import Skipped, SourceFile, find
from workbench.engine.corpus.packing import ZIP_MARKS, packing_of
from workbench.engine.corpus.parquet_documents import MARK
from workbench.engine.corpus.scanning import scan
from workbench.engine.corpus.source_options import SourceOptions


def documents(corpus: Corpus) -> list[bytes]:
    found, parts = [], []
    for step in corpus.read():
        if step is END_OF_DOCUMENT:
            found.append(b"".join(parts))
            parts = []
        else:
            parts.append(step)
    assert not parts
    return found


def names(found, folder: Path) -> list[str]:
    return [os.path.relpath(item.path, folder) for item in found]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with text, and with everything that is to be left out."""
    (tmp_path / "b.txt").write_bytes(b"b text")
    (tmp_path / "a.md").write_bytes(b"a text")
    (tmp_path / "B.py").write_bytes(b"B code")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.txt").write_bytes(b"c\xff text")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "sub" / "self").symlink_to("self")
    (tmp_path / ".hidden").write_bytes(b"secret")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_bytes(b"not read")
    (tmp_path / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "link.txt").symlink_to("b.txt")
    (tmp_path / "empty").touch()
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


LEFT_OUT = {
    ".git": ("hidden_file", 0),
    ".hidden": ("hidden_file", 6),
    "dangling": ("cannot_read_file", 0),
    "empty": ("empty_file", 0),
    "image.png": ("looks_binary", 10),
    "pipe": ("not_a_file", 0),
    "sub/loop": ("symlink_loop", 0),
    "sub/self": ("cannot_read_file", 0),
}


def test_a_folder_is_read_by_name(tree):
    corpus = Corpus([str(tree)])
    assert documents(corpus) == [b"B code", b"a text", b"b text", b"b text", "c\ufffd text".encode()]
    assert names(corpus.accounting.files, tree) == ["B.py", "a.md", "b.txt", "empty", "link.txt", "sub/c.txt"]


def test_what_is_left_out_is_listed_with_its_reason(tree):
    corpus = Corpus([str(tree)])
    documents(corpus)
    left_out = {
        os.path.relpath(item.path, tree): (item.code, item.n_bytes) for item in corpus.accounting.skipped
    }
    assert left_out == LEFT_OUT
    for item in corpus.accounting.skipped:
        error = EngineError(item.code, file=item.path, **item.facts)
        assert item.path in str(error)
        assert item.code in ENGLISH


def test_the_account_of_a_folder(tree):
    corpus = Corpus([str(tree)])
    documents(corpus)
    account = corpus.accounting
    sizes = [os.path.getsize(record.path) for record in account.files]
    assert [record.size for record in account.files] == sizes
    assert account.n_read == sum(sizes)
    assert account.replaced == 1
    assert account.n_bytes == account.used + account.replaced + account.removed + account.n_skipped
    assert account.n_skipped == 16


def test_a_scan_says_what_reading_will(tree):
    summary = scan(str(tree))
    assert (summary.kind, summary.n_files, summary.n_bytes) == ("folder", 5, 6 * 4 + 7)
    assert (summary.n_invalid, summary.problem) == (1, "")
    assert {
        os.path.relpath(item.path, tree): (item.code, item.n_bytes) for item in summary.skipped
    } == LEFT_OUT


@given(contents=st.lists(raw_texts, max_size=5), chunk_size=st.integers(1, 50))
def test_every_byte_is_accounted_for(tmp_path_factory, contents, chunk_size):
    assume(not any(packing_of(content) or content.startswith((*ZIP_MARKS, MARK)) for content in contents))
    folder = tmp_path_factory.mktemp("corpus")
    for number, content in enumerate(contents):
        (folder / f"{number}").write_bytes(content)
    corpus = Corpus([SourceOptions(str(folder), encoding="utf-8")], chunk_size)
    found = documents(corpus)
    account = corpus.accounting
    text = [content for content in contents if b"\0" not in content]
    assert account.n_bytes == sum(map(len, contents))
    assert account.n_bytes == account.used + account.replaced + account.removed + account.n_skipped
    assert account.n_skipped == sum(map(len, contents)) - sum(map(len, text))
    expected = [
        content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").encode()
        for content in text
        if content
    ]
    assert found == expected
    assert [record.sha256 for record in account.files] == [
        hashlib.sha256(content).hexdigest() for content in text
    ]


@pytest.mark.parametrize("chunk_size", [1, 7, 1 << 10, 1 << 16])
def test_documents_do_not_depend_on_the_chunk_size(tmp_path, chunk_size):
    text = ("日本語 naïve 😉\r\n" * 5000).encode() + b"\xe6\x97"
    (tmp_path / "a").write_bytes(text)
    assert documents(Corpus([str(tmp_path / "a")], chunk_size)) == [text[:-2] + "\ufffd".encode()]


def test_a_file_is_a_source(tmp_path):
    path = tmp_path / ".named"
    path.write_bytes(b"\xef\xbb\xbftext")
    corpus = Corpus([str(path)])
    assert documents(corpus) == [b"text"]  # a hidden file that was asked for is read
    assert corpus.accounting.removed == 3
    assert scan(str(path)).n_bytes == 7


def test_reading_twice_starts_a_new_account(tmp_path):
    (tmp_path / "a").write_bytes(b"text")
    corpus = Corpus([str(tmp_path)])
    assert documents(corpus) == documents(corpus) == [b"text"]
    assert corpus.accounting.n_bytes == 4


def test_the_account_is_up_to_date_while_reading(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 1000)
    corpus = Corpus([str(tmp_path / "a")], chunk_size=100)
    steps = corpus.read()
    next(steps)
    assert corpus.accounting.n_read == 100


@pytest.mark.parametrize(
    ("source", "code"),
    [("/nowhere/at/all", "cannot_read_file"), ("/dev/zero", "not_a_file"), ("a\0b", "cannot_read_file")],
)
def test_a_source_that_cannot_be_read_is_named(source, code):
    with pytest.raises(EngineError) as caught:
        list(Corpus([SourceOptions(source, on_unreadable="refuse")]).read())
    assert (caught.value.code, caught.value.file) == (code, source)
    corpus = Corpus([source])
    assert documents(corpus) == []
    assert [(item.path, item.code) for item in corpus.accounting.skipped] == [(source, code)]
    assert scan(source).problem == code


def test_a_source_that_vanishes_is_named(tmp_path, monkeypatch):
    path = str(tmp_path / "gone")
    monkeypatch.setattr(source_files, "find", lambda *_: iter([SourceFile(path, 5)]))
    with pytest.raises(EngineError) as caught:
        list(Corpus([SourceOptions(path, on_unreadable="refuse")]).read())
    assert caught.value.file == path


def test_a_file_that_vanishes_from_a_folder_is_skipped(tmp_path, monkeypatch):
    path = str(tmp_path / "gone")
    monkeypatch.setattr(source_files, "find", lambda *_: iter([SourceFile(path, 5)]))
    corpus = Corpus([str(tmp_path)])
    assert documents(corpus) == []
    assert corpus.accounting.skipped == [
        Skipped(path, "cannot_read_file", 5, {"reason": "No such file or directory"})
    ]


@given(start=texts, rest=raw_texts, cut=st.integers(0, 3), chunk_size=st.integers(1, 50))
def test_what_is_checked_of_the_head_says_nothing_of_the_rest(tmp_path_factory, start, rest, cut, chunk_size):
    data = start.encode() + rest
    assume(data and b"\0" not in data and not packing_of(data))
    assume(not data.startswith((*ZIP_MARKS, MARK)))
    path = tmp_path_factory.mktemp("corpus") / "text"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_documents, "HEAD", max(1, len(start.encode()) - cut))
        patch.setattr(encodings, "_ENOUGH", 0)  # no guess where the head is UTF-8
        patch.setattr(encodings, "_LEAST", len(data) + 1)  # nor where it is not
        corpus = Corpus([str(path)], chunk_size)
        read = documents(corpus)
    text = data.removeprefix(b"\xef\xbb\xbf")
    assert read == ([text.decode("utf-8", "replace").encode()] if text else [b""])
    account = corpus.accounting
    assert account.replaced == len(text) - len(text.decode("utf-8", "ignore").encode())
    assert account.removed == len(data) - len(text)


def test_a_file_is_read_once(tmp_path, monkeypatch):
    (tmp_path / "a").write_text("é" * 100_000)
    read, n_read = os.pread, []

    def counted_read(descriptor, size, offset):
        data = read(descriptor, size, offset)
        n_read.append(len(data))
        return data

    monkeypatch.setattr(readers.os, "pread", counted_read)
    assert documents(Corpus([str(tmp_path)])) == ["é".encode() * 100_000]
    assert sum(n_read) == 200_000


def test_a_file_that_breaks_off_keeps_its_account(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"x" * 1000)
    (tmp_path / "b").write_bytes(b"rest")
    read = os.pread

    def break_off(descriptor, size, offset):
        if offset == 200:
            raise OSError(5, "Input/output error")
        return read(descriptor, size, offset)

    monkeypatch.setattr(file_documents, "HEAD", 100)
    monkeypatch.setattr(readers.os, "pread", break_off)
    corpus = Corpus([str(tmp_path)], chunk_size=100)
    assert documents(corpus) == [b"x" * 200, b"rest"]
    account = corpus.accounting
    assert [(item.code, item.n_bytes) for item in account.skipped] == [("cannot_read_file", 800)]
    assert account.n_bytes == 1004


def test_a_file_that_changes_is_reported(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 1000)
    corpus = Corpus([str(path)], chunk_size=100)
    steps = corpus.read()
    next(steps)
    with path.open("ab") as file:
        file.write(b"more")
    list(steps)
    assert corpus.accounting.changed == [str(path)]


def test_a_scan_counts_a_character_cut_by_the_end_of_the_file(tmp_path):
    (tmp_path / "a").write_bytes(b"abc\xe6\x97")
    assert scan(str(tmp_path / "a")).n_invalid == 2


def test_a_scan_looks_at_a_megabyte_and_cuts_no_character(tmp_path):
    (tmp_path / "a").write_bytes(b"aa" + "日".encode() * 400_000 + b"\xff")
    assert scan(str(tmp_path)).n_invalid == 0
    (tmp_path / "b").write_bytes(b"\xff")
    assert scan(str(tmp_path)).n_invalid == 0


def test_nothing_to_read(tmp_path):
    assert documents(Corpus([str(tmp_path)])) == []
    assert scan(str(tmp_path)).problem == "no_text_found"
    (tmp_path / "empty").touch()
    assert scan(str(tmp_path / "empty")).problem == "no_text_found"
    (tmp_path / "binary").write_bytes(b"\0")
    assert scan(str(tmp_path / "binary")).problem == "looks_binary"


def test_a_deep_folder_needs_no_recursion(tmp_path):
    folder = tmp_path
    here = os.open(tmp_path, os.O_RDONLY)  # made step by step: the whole path is longer than a path may be
    for _ in range(400):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        assert list(find(str(folder))) == []
    finally:
        sys.setrecursionlimit(limit)


def test_a_large_folder_is_listed_in_slices(tmp_path, monkeypatch):
    monkeypatch.setattr(finding, "LISTED_AT_ONCE", 10)
    for number in range(105):
        (tmp_path / f"{number:03}").write_bytes(b"x")
    finding_them = find(str(tmp_path))
    first, n_points = counted(lambda: next(finding_them))
    assert n_points >= 10
    assert names([first, *finding_them], tmp_path) == [f"{number:03}" for number in range(105)]
    assert counted(lambda: scan(str(tmp_path)))[1] > 100


def test_a_folder_without_permission_is_skipped(tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    (tmp_path / "open").write_bytes(b"x")
    scandir = os.scandir

    def refuse(path):
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(finding.os, "scandir", refuse)  # root may read anything
    items = list(find(str(tmp_path)))
    assert names(items, tmp_path) == ["closed", "open"]
    assert items[0].code == "cannot_read_file"
    with pytest.raises(EngineError) as caught:
        list(find(str(tmp_path / "closed")))
    assert caught.value.file == str(tmp_path / "closed")


def test_a_folder_linked_twice_is_read_once(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_bytes(b"x")
    (tmp_path / "link").symlink_to("real", target_is_directory=True)
    corpus = Corpus([str(tmp_path)])
    assert documents(corpus) == [b"x"]
    assert [item.code for item in corpus.accounting.skipped] == ["symlink_loop"]


@pytest.mark.parametrize("row", ["a", "some words and \u00e9"])
def test_a_quote_that_nothing_closes_swallows_one_line(tmp_path, row):
    path = tmp_path / "open.csv"
    n_rows = 2 * table_documents.MOST_LINES
    path.write_text('text\n"open\n' + f"{row}\n" * n_rows, encoding="utf-8")
    corpus = Corpus([str(path)])
    assert documents(corpus) == [b'"open', *[row.encode()] * n_rows]
    account = corpus.accounting
    assert account.documents == account.files[0].documents == n_rows + 1
    assert account.used == len('"open') + n_rows * len(row.encode())
    assert account.n_faults == {"table_quote_open": 1}
    assert [(fault.code, fault.place) for fault in account.files[0].faults] == [
        ("table_quote_open", ("line", 2))
    ]
    assert account.n_read == path.stat().st_size


def test_an_account_is_up_to_date_by_chunks_and_where_reading_breaks_off(tmp_path, monkeypatch):
    path = tmp_path / "rows.csv"
    path.write_bytes(b"text\n" + b"row\n" * 40_000)
    shown: list[object] = []
    show = accounting_module.Live.show
    monkeypatch.setattr(
        accounting_module.Live, "show", lambda live, tally: (shown.append(tally), show(live, tally))
    )
    corpus = Corpus([str(path)])
    for step in corpus.read():
        assert corpus.accounting.n_read % readers.CHUNK == 0 or corpus.accounting.n_read == 160_005, step
    assert len(shown) < 10
    assert corpus.accounting.documents == 40_000


def test_where_reading_breaks_off_all_documents_before_are_counted(tmp_path, monkeypatch):
    path = tmp_path / "rows.csv"
    path.write_bytes(b"text\n" + b"row\n" * 40_000)
    whole = file_documents.table_parts

    def broken(*arguments):
        for number, part in enumerate(whole(*arguments)):
            if number == 2 * 1000:
                raise EngineError("cannot_read_file", file="rows.csv", reason="broken")
            yield part

    monkeypatch.setattr(file_documents, "table_parts", broken)
    corpus = Corpus([str(path)])
    for _ in corpus.read():
        pass
    account = corpus.accounting
    assert account.documents == 1000
    assert account.n_bytes == path.stat().st_size


def test_bytes_that_are_not_utf8_are_told_where_they_lie_behind_rows_that_are(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(b"text\nfine\nb\xffd\nfine\n\xe4\xb8\nend\n")
    corpus = Corpus([str(path)])
    assert documents(corpus) == [b"fine", "b\ufffdd".encode(), b"fine", "\ufffd".encode(), b"end"]
    record = corpus.accounting.files[0]
    assert (record.replaced, record.documents) == (3, 5)
    assert record.first_invalid == (11, 19)
