"""The files of a folder: listed, looked at one by one, and each read as was chosen for it."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from tests.engine.corpora import parquet
from tests.one_account import Corpus
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.listing import BATCH, file_batches, file_looks
from workbench.engine.corpus.preview import preview_of
from workbench.engine.corpus.scanning import scan
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.source_options import LEFT_OUT, SourceOptions
from workbench.engine.judging.survey import surveying
from workbench.formats.training_record import source_of, source_plan

GERMAN = "Über die Straße gehen viele Füße, sagte der Bär in Köln.\n" * 20


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.txt").write_bytes(b"plain text\n")
    (tmp_path / "b.json").write_bytes(b'{"text": "a value"}\n')
    (tmp_path / "c.bin").write_bytes(b"binary\0text\n")
    (tmp_path / "sub" / "d.txt").write_bytes(GERMAN.encode("cp1252"))
    return str(tmp_path)


def text_of(options: SourceOptions) -> tuple[bytes, dict[str, str]]:
    """The text that is read, and why what is left out."""
    corpus = Corpus([options])
    chunks = [item for item in corpus.read() if item and not isinstance(item, EndOfDocument)]
    left_out = {os.path.relpath(each.path, options.path): each.code for each in corpus.accounting.skipped}
    return b"".join(chunks), left_out


CHOSEN = (("a.txt", LEFT_OUT, ""), ("b.json", "text", ""), ("c.bin", "text", ""), ("sub/d.txt", "", "cp1250"))


def test_each_file_is_read_as_was_chosen_for_it(folder):
    text, left_out = text_of(SourceOptions(folder, files=CHOSEN))
    assert left_out == {"a.txt": "left_out_by_hand"}
    assert text == b'{"text": "a value"}\nbinary\0text\n' + GERMAN.encode("cp1252").decode("cp1250").encode()
    text, left_out = text_of(SourceOptions(folder))
    assert left_out == {"c.bin": "looks_binary"}
    assert text == b"plain text\na value" + GERMAN.encode()


def test_what_was_chosen_holds_in_scan_statistics_and_preview(folder):
    options = SourceOptions(folder, files=CHOSEN)
    scanned = scan(options)
    assert (scanned.n_files, [each.code for each in scanned.skipped]) == (3, ["left_out_by_hand"])
    survey = finished(surveying([options]))
    assert [code for code, _, _ in survey.sources[0].skipped] == ["left_out_by_hand"]
    shown = b"".join(line.before for line in preview_of(options).lines)
    assert shown.startswith(b'{"text": "a value"}')
    alone = preview_of(options, file="a.txt")
    assert [line.before for line in alone.lines] == [b"plain text\n"]


def test_what_was_chosen_comes_back_from_the_card(folder):
    options = SourceOptions(folder, files=CHOSEN)
    plan = source_plan(options)
    assert plan == {"path": folder, "files": [list(row) for row in CHOSEN]}
    assert source_of(plan) == options
    with pytest.raises(EngineError, match="files of the source cannot be"):
        list(Corpus([SourceOptions(folder, files=(("a.txt", "song", ""),))]).read())


def test_the_files_are_listed_in_their_order_with_what_is_left_out(folder):
    (portion,) = filter(None, file_batches(SourceOptions(folder, files=CHOSEN, patterns=("!*.bin",))))
    assert portion.names == ["a.txt", "b.json", "c.bin", "sub/d.txt"]
    assert portion.sizes == [os.path.getsize(os.path.join(folder, name)) for name in portion.names]
    assert portion.reasons == ["left_out_by_hand", "", "left_out_by_pattern", ""]


def test_many_files_come_in_portions(tmp_path):
    for number in range(BATCH + 5):
        (tmp_path / f"{number:05}").touch()
    (tmp_path / "00001").write_bytes(b"text")
    portions = list(filter(None, file_batches(SourceOptions(str(tmp_path)))))
    assert [len(portion.names) for portion in portions] == [BATCH, 5]
    assert portions[0].reasons[:3] == ["empty_file", "", "empty_file"]
    assert portions[1].names[-1] == f"{BATCH + 4:05}"


def test_files_are_looked_at_one_by_one(folder):
    names = ["sub/d.txt", "c.bin", "b.json", "gone"]
    looks = list(filter(None, file_looks(SourceOptions(folder, files=CHOSEN[3:]), names)))
    assert [name for name, _, _ in looks] == names
    kinds = [look and (look.kind, look.encoding) for _, look, _ in looks]
    assert kinds == [("text", "cp1250"), None, ("json", "utf-8"), None]
    assert [error and error.code for _, _, error in looks] == [
        None, "looks_binary", None, "cannot_read_file",
    ]  # fmt: skip
    (looked,) = filter(None, file_looks(SourceOptions(folder), names[:1]))
    assert looked[1] is not None
    assert looked[1].encoding == "cp1252"


# --- archives -------------------------------------------------------------------------------------------


@pytest.fixture
def archive(tmp_path: Path) -> str:
    folder = tmp_path / "with archive"
    folder.mkdir()
    with zipfile.ZipFile(folder / "b.ZIP", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("sub/one.txt", "plain text\n")
        file.writestr("sub/two.txt", GERMAN.encode("cp1252"))
        file.writestr("noise.bin", b"binary\0text\n")
        file.writestr("x.json", '{"text": "a value"}')
        file.writestr(".hidden", "not shown")
        file.writestr("empty.txt", "")
    (folder / "a.txt").write_text("the first\n")
    (folder / "c.zip").write_text("no archive\n")
    return str(folder)


INSIDE = ["sub/one.txt", "sub/two.txt", "noise.bin", "x.json", ".hidden", "empty.txt"]


@pytest.mark.parametrize("alone", [False, True])
def test_the_members_of_an_archive_are_listed_and_looked_at(archive, alone):
    options = SourceOptions(f"{archive}/b.ZIP" if alone else archive)
    (portion,) = filter(None, file_batches(options))
    rows = list(zip(portion.names, portion.sizes, portion.reasons, strict=True))
    if not alone:
        assert (rows.pop(0)[0], rows.pop()[0]) == ("a.txt", "c.zip")
    assert [name for name, _, _ in rows] == ["b.ZIP", *(f"b.ZIP/{name}" for name in INSIDE)]
    assert [size for _, size, _ in rows[1:]] == [11, len(GERMAN), 12, 19, 0, 0]
    assert [reason for _, _, reason in rows[1:]] == ["", "", "", "", "hidden_file", "empty_file"]
    looks = list(filter(None, file_looks(options, [name for name, _, _ in rows[1:5]])))
    assert [look and (look.kind, look.encoding) for _, look, _ in looks] == [
        ("text", "utf-8"), ("text", "cp1252"), None, ("json", "utf-8"),
    ]  # fmt: skip
    assert [error and error.code for _, _, error in looks] == [None, None, "looks_binary", None]
    ((_, _, gone),) = filter(None, file_looks(options, ["b.ZIP/gone.txt"]))
    assert gone is not None
    assert gone.code == "file_not_found"
    assert "the file does not exist" in str(gone)


@pytest.mark.parametrize("alone", [False, True])
def test_members_are_read_as_was_chosen_for_them(archive, alone):
    chosen = (
        ("b.ZIP/sub/one.txt", LEFT_OUT, ""),
        ("b.ZIP/noise.bin", "text", ""),
        ("b.ZIP/sub/two.txt", "", "cp1250"),
    )
    path = f"{archive}/b.ZIP" if alone else archive
    options = SourceOptions(path, files=chosen, patterns=() if alone else ("*.ZIP", "!c.zip"))
    corpus = Corpus([options])
    text = b"".join(item for item in corpus.read() if item and not isinstance(item, EndOfDocument))
    assert text == GERMAN.encode("cp1252").decode("cp1250").encode() + b"binary\0text\na value"
    codes = {os.path.basename(each.path): each.code for each in corpus.accounting.skipped}
    assert {"one.txt": "left_out_by_hand", ".hidden": "hidden_file"}.items() <= codes.items()
    (portion,) = filter(None, file_batches(options))
    assert portion.reasons[portion.names.index("b.ZIP/sub/one.txt")] == "left_out_by_hand"
    shown = preview_of(options, file="b.ZIP/sub/one.txt")
    assert [line.before for line in shown.lines] == [b"plain text\n"]
    proved = SourceFiles(options).as_source(f"{archive}/b.ZIP")
    assert text_of(proved)[0] == text


def test_an_archive_that_cannot_be_read_has_no_members(tmp_path):
    (tmp_path / "cut.zip").write_bytes(b"PK\3\4" + b"x" * 50)
    options = SourceOptions(str(tmp_path))
    (portion,) = filter(None, file_batches(options))
    assert portion.names == ["cut.zip"]
    ((_, _, error),) = filter(None, file_looks(options, portion.names))
    assert error is not None
    assert error.code == "zip_cut"


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.zip", b"P", "zip_cut"),
        ("a.ZIP", b"PK\3", "zip_cut"),
        ("a.txt.gz", b"\x1f", "packed_cut"),
        ("a.bz2", b"BZ", "packed_cut"),
        ("a.xz", b"\xfd7zXZ", "packed_cut"),
        ("a.zst", b"\x28\xb5", "packed_cut"),
        ("a.txt", b"P", ""),
        ("a.gz", b"P", ""),
        ("a.zip", b"", "empty_file"),
    ],
)
def test_what_is_cut_in_its_first_bytes_is_known_by_its_name(tmp_path, name, data, code):
    """It was read as a text of these letters."""
    (tmp_path / name).write_bytes(data)
    (tmp_path / "fine.txt").write_bytes(b"text\n")
    options = SourceOptions(str(tmp_path))
    left_out = {name: code} if code else {}
    assert text_of(options) == ((b"" if code else data) + b"text\n", left_out)
    assert {os.path.basename(each.path): each.code for each in scan(options).skipped} == left_out
    looks = [look for look in file_looks(options, [name])]
    assert [error.code if error else "" for *_, error in looks] == [code if data else ""]


def test_the_disk_is_asked_for_an_archive_once(archive, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(os.path, "isfile", lambda path, real=os.path.isfile: asked.append(path) or real(path))
    files = SourceFiles(SourceOptions(archive, files=(("b.ZIP/x.json", "text", ""),)))
    for name in INSIDE * 9:
        assert files.archive_of(files.path_of(f"b.ZIP/{name}")) == f"{archive}/b.ZIP"
        assert files.options_of(f"{archive}/b.ZIP/{name}").kind == ("text" if name == "x.json" else "")
    assert asked == [f"{archive}/b.ZIP"]


def test_all_who_look_name_the_same_members(tmp_path):
    """A scan named none of an archive, and what was read no empty one."""
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for name in ("one.txt", "sub/.hidden", "by_hand.txt", "sub/two.txt"):
            archive.writestr(name, f"text of {name}\n")
        archive.writestr("empty.txt", "")
    (tmp_path / "text.txt").write_bytes(b"text\n")
    expected = {
        "all.zip/by_hand.txt": "left_out_by_hand",
        "all.zip/empty.txt": "empty_file",
        "all.zip/sub/.hidden": "hidden_file",
    }
    for source in (tmp_path, tmp_path / "all.zip"):
        options = SourceOptions(str(source), files=(("all.zip/by_hand.txt", LEFT_OUT, ""),))
        files, scanned = SourceFiles(options), scan(options)
        corpus = Corpus([options])
        n_text = sum(len(item) for item in corpus.read() if item and not isinstance(item, EndOfDocument))
        listed = list(file_batches(options))
        rows = [row for portion in listed for row in zip(portion.names, portion.reasons, strict=True)]
        assert {name: reason for name, reason in rows if reason} == expected
        for skipped in (scanned.skipped, corpus.accounting.skipped):
            assert {files.name_of(each.path): each.code for each in skipped} == expected
            assert len(skipped) == len(expected)
        assert scanned.n_bytes == n_text


def test_members_beyond_what_a_scan_looks_at_closely(tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.engine.corpus.scanning.LOOKED_AT", 1)
    (tmp_path / "a.txt").write_bytes(b"text\n")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("one.txt", "one\n" * 9)
        archive.writestr(".two", "two\n")
    (tmp_path / "c.zip").write_bytes(b"PK\3\4 no archive")
    found = scan(str(tmp_path))
    assert (found.n_bytes, found.n_files) == (5 + 36, 2)
    assert [(os.path.basename(each.path), each.code) for each in found.skipped] == [
        (".two", "hidden_file"), ("c.zip", "zip_cut"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "data", "column", "expected"),
    [
        ("an archive.parquet", b"PK\3\4" + b"x" * 90, "", "parquet_broken"),
        ("cut.parquet", b"PAR1", "", "parquet_broken"),
        ("long.parquet", b"PAR1" + b"x" * 90 + b"\x00\x10\x00\x00PAR1", "", "parquet_broken"),
        ("empty.parquet", b"", "", "parquet_broken"),
        ("empty.csv", b"", "body", "empty_file"),
    ],
)
def test_all_who_look_say_the_same_of_a_file(tmp_path, name, data, column, expected):
    (tmp_path / name).write_bytes(data)
    (tmp_path / "text.txt").write_bytes(b"text\n")
    options = SourceOptions(str(tmp_path), column=column)
    corpus = Corpus([options])
    assert sum(1 for item in corpus.read() if item) > 0
    (looked,) = (look for look in file_looks(options, [name]))
    listed = list(file_batches(options))
    assert [each.code for each in corpus.accounting.skipped] == [expected]
    assert [each.code for each in scan(options).skipped] == [expected]
    told = dict(zip(listed[0].names, listed[0].reasons, strict=True))[name]
    assert (told or (looked[2].code if looked[2] else "")) == expected


def test_the_name_of_a_parquet_file_need_not_be_utf8(tmp_path):
    (tmp_path / "\udcff.parquet").write_bytes(parquet())
    text, left_out = text_of(SourceOptions(str(tmp_path)))
    assert (text != b"", left_out) == (True, {})
