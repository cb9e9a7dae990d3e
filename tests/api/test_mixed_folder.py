"""A real folder: files of all kinds, some of which cannot be read, through all that reads folders."""

from __future__ import annotations

import gzip
import io
import json
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

import workbench
from tests.engine.corpora import parquet
from workbench import api
from workbench.__main__ import main
from workbench.api.convert import Exported, export
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.corpus.listing import file_looks
from workbench.engine.corpus.packing import zstd
from workbench.engine.corpus.preview import preview_of
from workbench.engine.corpus.scanning import scan
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.judging.survey import Survey, surveying

GERMAN = "Über die Straße gehen viele Füße, sagte der Bär in Köln, und größer wird's nicht.\n" * 40
UNREADABLE = {
    "broken.gz": "packed_damaged",
    "broken.parquet": "parquet_broken",
    "gone": "cannot_read_file",
    "noise.bin": "looks_binary",
    "pipe": "not_a_file",
    "self": "cannot_read_file",
    "book.epub": "epub_file",
    "letter.docx": "office_file",
    "letter.odt": "office_file",
    "old.doc": "office_file",
    "paper.pdf": "pdf_file",
    "paper.pdf.gz": "pdf_file",
    "some.tar": "tar_archive",
    "some.tar.gz": "tar_archive",
    "some.tar.zst": "tar_archive",
    "table.xlsx": "office_file",
}
LEFT_OUT = {**UNREADABLE, "empty.txt": "empty_file", "sub/up": "symlink_loop"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "folder"
    (root / "sub").mkdir(parents=True)
    (root / "utf8.txt").write_text("plain and wide: 日本語 naïve\n" * 50, "utf-8")
    (root / "utf16.txt").write_text(GERMAN, "utf-16")
    (root / "sub" / "latin1.txt").write_text(GERMAN, "iso8859-1")
    (root / "rows.json").write_text(json.dumps([{"text": f"row number {n}"} for n in range(50)]))
    (root / "cells.csv").write_text("id,text\n" + "".join(f'{n},"one\ntwo {n}"\n' for n in range(50)))
    (root / "good.parquet").write_bytes(parquet())
    (root / "broken.parquet").write_bytes(parquet()[:-9])
    (root / "broken.gz").write_bytes(gzip.compress(GERMAN.encode())[:10] + b"\xff" * 50)
    (root / "noise.bin").write_bytes(bytes(range(256)) * 20)
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        archive.add(root / "utf8.txt")
    (root / "some.tar").write_bytes(tar.getvalue())
    (root / "some.tar.gz").write_bytes(gzip.compress(tar.getvalue()))
    (root / "some.tar.zst").write_bytes(zstd.compress(tar.getvalue()))
    (root / "letter.docx").write_bytes(packed(("[Content_Types].xml", "word/document.xml")))
    (root / "table.xlsx").write_bytes(packed(("xl/workbook.xml", "[Content_Types].xml")))
    (root / "letter.odt").write_bytes(packed((), "application/vnd.oasis.opendocument.text"))
    (root / "book.epub").write_bytes(packed((), "application/epub+zip"))
    (root / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + GERMAN.encode())
    (root / "paper.pdf").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + GERMAN.encode("latin-1"))
    (root / "paper.pdf.gz").write_bytes(gzip.compress((root / "paper.pdf").read_bytes()))
    (root / "empty.txt").touch()
    (root / "gone").symlink_to(root / "nowhere")
    (root / "self").symlink_to("self")
    (root / "sub" / "up").symlink_to(root)
    os.mkfifo(root / "pipe")
    return root


def packed(names: tuple[str, ...], mimetype: str = "") -> bytes:
    """Return a zip file as office programs write it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("mimetype",) * bool(mimetype) + names:
            archive.writestr(name, mimetype or f"<p>{GERMAN}</p>")
    return file.getvalue()


def left_out_of(survey: Survey) -> dict[str, str]:
    (source,) = survey.sources
    codes = {code for code, _, _ in source.skipped}
    return {name: code for code, name in source.files if code in codes}


def names(folder: Path, skipped: object) -> dict[str, str]:
    return {os.path.relpath(each.path, folder): each.code for each in skipped}


def test_it_is_trained_on_proved_and_measured_and_all_left_out_are_named(folder, tmp_path):
    run = api.TrainingRun([str(folder)], api.Options(preset="gpt4", vocab_size=300))
    for _ in run.steps():
        pass
    assert names(folder, run.reading.skipped) == LEFT_OUT
    assert names(folder, run.reading.left_out) == UNREADABLE
    tokenizer = run.tokenizer("mixed")
    (record,) = tokenizer.record["sources"]
    assert {each["name"]: each["why"] for each in record["left_out"]} == LEFT_OUT
    assert {Path(path).name for files in run.reading.guessed.values() for path in files} == {"latin1.txt"}

    *_, done = export(tokenizer, tmp_path / "a.json", "hf", [SourceOptions(str(folder))])
    assert isinstance(done, Exported)
    assert done.files
    assert done.proof.difference is None
    assert names(folder, done.proof.skipped) == {**LEFT_OUT}

    survey = finished(surveying([str(folder)]))
    assert left_out_of(survey) == LEFT_OUT
    assert names(folder, scan(str(folder)).skipped) == LEFT_OUT
    assert dict(api.estimate([str(folder)], api.Options()).left_out).keys() == {
        str(folder / name) for name in UNREADABLE
    }
    shown = b"".join(line.after for line in preview_of(SourceOptions(str(folder))).lines)
    assert GERMAN.splitlines()[0].encode() in shown


def test_documents_are_told_in_archives_and_read_as_text_where_a_person_wants_that(tmp_path):
    document = packed(("[Content_Types].xml", "word/document.xml"))
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr("letter.docx", document)
        archive.writestr("[Content_Types].xml", GERMAN)  # a file that is named .zip is an archive
        archive.writestr("word/document.xml", GERMAN)
    (tmp_path / "letter.docx").write_bytes(document)
    as_text = SourceOptions(str(tmp_path), files=(("letter.docx", "text", ""),))
    for options, left_out in (
        (str(tmp_path), {"in.zip/letter.docx": "office_file", "letter.docx": "office_file"}),
        (as_text, {"in.zip/letter.docx": "office_file"}),
    ):
        survey = finished(surveying([options]))
        assert left_out_of(survey) == left_out
    *_, (_, _, error) = file_looks(as_text, ["in.zip/letter.docx"])
    assert error.facts["kind"] == "a Word document"


def test_on_the_command_line_the_left_out_are_named_and_it_goes_on(folder, tmp_path, capsys):
    out = str(tmp_path / "a.json")
    assert main(["train", str(folder), "--out", out, "--vocab-size", "300", "--json"]) == 0
    told = capsys.readouterr()
    result = json.loads(told.out)
    assert {os.path.relpath(each["path"], folder): each["why"] for each in result["skipped"]} == LEFT_OUT
    assert all(each["cause"] for each in result["skipped"])
    assert f"left out: {folder / 'broken.gz'}" in told.err
    assert "left out: 11 more; --json names them all, --strict stops at the first" in told.err
    assert main(["convert", out, str(tmp_path / "b.tiktoken"), "--prove", str(folder), "--json"]) == 0
    told = capsys.readouterr()
    proof = json.loads(told.out)["proof"]
    assert {os.path.relpath(each["path"], folder): each["why"] for each in proof["skipped"]} == LEFT_OUT
    assert "left out: " in told.err
    assert main(["train", str(folder), "--out", out, "--estimate", "--json"]) == 0
    left_out = json.loads(capsys.readouterr().out)["left_out"]
    assert {os.path.relpath(each["path"], folder): each["why"] for each in left_out} == UNREADABLE


def test_strict_stops_at_the_first_and_nothing_left_is_an_error(folder, tmp_path, capsys):
    out = tmp_path / "a.json"
    assert main(["train", str(folder), "--out", str(out), "--strict"]) == 1
    told = capsys.readouterr().err
    assert any(told.startswith(f"workbench: {folder / name}") for name in UNREADABLE)
    unreadable = [str(folder / name) for name in UNREADABLE]
    assert main(["train", *unreadable, "--out", str(out)]) == 1
    assert f"workbench: {folder / 'broken.gz'}" in capsys.readouterr().err
    assert not out.exists()
    with pytest.raises(EngineError) as caught:
        workbench.train(str(folder), strict=True)
    assert caught.value.file in [str(folder / name) for name in UNREADABLE]


def test_a_packed_file_that_ends_early_is_named_or_with_strict_the_end(tmp_path, capsys):
    whole = gzip.compress("".join(f"row {n} of many\n" for n in range(9000)).encode())
    cut, out = tmp_path / "in" / "cut.gz", str(tmp_path / "a.json")
    cut.parent.mkdir()
    cut.write_bytes(whole[:-3000])
    assert main(["train", str(cut), "--out", out, "--vocab-size", "260"]) == 0
    told = capsys.readouterr().err
    assert f"workbench: {cut}, byte {len(whole) - 3000:,}: the file ends early; " in told
    assert " unpacked bytes are used. Get a new copy" in told
    assert main(["encode", "--tokenizer", out, "--out", str(tmp_path / "ids.npy"), str(cut.parent)]) == 0
    assert f"workbench: {cut}, byte " in capsys.readouterr().err
    proved = str(tmp_path / "b.tiktoken")
    assert main(["convert", out, proved, "--prove", str(cut.parent), "--json"]) == 0
    told = capsys.readouterr()
    (said,) = json.loads(told.out)["proof"]["damaged"]
    assert said.startswith(f"{cut}, byte {len(whole) - 3000:,}: the file ends early; ")
    assert f"workbench: {said}" in told.err
    assert main(["train", str(cut), "--out", out, "--strict", "--overwrite"]) == 1
    told = capsys.readouterr().err
    assert told.endswith("; 0 unpacked bytes are used. Get a new copy of the file.\n")


def test_what_is_named_for_a_proof_must_be_readable(folder, tmp_path, capsys):
    sample = str(tmp_path / "a.json")
    assert main(["train", "sample:", "--out", sample, "--vocab-size", "260"]) == 0
    for name in ("noise.bin", "gone", "broken.parquet"):
        out = tmp_path / "b.tiktoken"
        assert main(["convert", sample, str(out), "--prove", str(folder / name)]) == 1
        assert str(folder / name) in capsys.readouterr().err
        assert not out.exists()


def test_the_named_that_can_be_read_are_trained_on(folder, tmp_path, capsys):
    out = str(tmp_path / "a.json")
    given = [str(folder / name) for name in ("noise.bin", "utf8.txt", "gone")]
    assert main(["train", *given, "--out", out, "--vocab-size", "260", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [(each["path"], each["why"]) for each in result["skipped"]] == [
        (given[0], "looks_binary"), (given[2], "cannot_read_file"),
    ]  # fmt: skip


def test_the_documents_of_a_folder_are_encoded_and_the_left_out_told(folder, tmp_path, capsys):
    tokenizer, out = str(tmp_path / "a.json"), tmp_path / "ids.jsonl"
    assert main(["train", "sample:", "--out", tokenizer, "--vocab-size", "260"]) == 0
    given = ["encode", str(folder), "--tokenizer", tokenizer, "--out", str(out), "--to", "jsonl"]
    capsys.readouterr()
    assert main(given) == 0
    assert f"left out: {folder / 'broken.gz'}" in capsys.readouterr().err
    opened = api.open_file(tokenizer).tokenizer
    texts = [opened.decode(json.loads(line)["ids"]) for line in out.read_text().splitlines()]
    assert len(texts) == 3 + 50 + 50 + 30  # files of text, rows, cells, and values of Parquet
    assert texts.count(GERMAN) == 2
    out.unlink()
    assert main([*given, "--strict"]) == 1
    assert not out.exists()
    assert main(["encode", str(folder / "sub" / "up" / "nowhere"), "--tokenizer", tokenizer]) == 1
