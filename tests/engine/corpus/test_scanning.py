"""What a look at sources finds, and a whole corpus measured and shown."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.engine.corpora import SAMPLES, zipped
from workbench.engine.corpus.preview import CHANGED, SPECIAL, STRUCK, Preview, preview_of
from workbench.engine.corpus.scanning import scan
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.survey import Survey, SurveyProgress, surveying

LETTER = (
    "\ufeff<p>Dear  Anna,\r\n<|endoftext|> thanks for \u201cMay\u201d.</p>\n\n\n\ncafe\u0301\n".encode()
    + b"\x93x"
)


def measured(sources, specials=()) -> tuple[Survey, int]:
    steps, n_told = surveying(sources, specials), 0
    while True:
        try:
            n_told += isinstance(next(steps), SurveyProgress)
        except StopIteration as end:
            return end.value, n_told


def previewed(options: SourceOptions, stretch: int = 0, specials=()) -> Preview:
    return preview_of(options, stretch, specials)


@pytest.mark.parametrize(
    ("name", "kind", "packing", "field", "n_rows"),
    [
        ("text.txt", "text", "", "", -1),
        ("lines.jsonl", "json", "", "text", 4),
        ("array.json", "json", "", "text", -1),
        ("whole.json", "json", "", "data.text", -1),
        ("table.csv", "table", "", "text", 4),
        ("table.tsv", "table", "", "text", 4),
        ("counts.tsv", "counts", "", "", 4),
        ("rows.parquet", "parquet", "", "text", 50),
        ("text.txt.gz", "text", "gzip", "", -1),
        ("lines.jsonl.bz2", "json", "bzip2", "text", -1),
        ("text.txt.xz", "text", "xz", "", -1),
        ("table.csv.zst", "table", "zstd", "text", -1),
        ("members.zip", "archive", "zip", "", 3),
    ],
)
def test_every_kind_is_recognized(tmp_path: Path, name, kind, packing, field, n_rows):
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_bytes(SAMPLES[name]())
    found = scan(str(path))
    look = found.look
    assert (found.problem, found.kind, found.n_files) == ("", "file", 1)
    assert (look.kind, look.packing, look.field, look.n_rows) == (kind, packing, field, n_rows)
    assert look.n_packed == (path.stat().st_size if packing else 0)


def test_the_size_of_what_is_packed_is_told_where_the_file_tells_it(tmp_path):
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"text\n" * 1000))
    assert scan(str(tmp_path / "a.gz")).n_bytes == 5000
    (tmp_path / "b.gz").write_bytes(gzip.compress(b"text\n" * 1000) + b"lies")
    assert scan(str(tmp_path / "b.gz")).n_bytes == (tmp_path / "b.gz").stat().st_size
    (tmp_path / "c.zip").write_bytes(zipped())
    assert scan(str(tmp_path / "c.zip")).n_bytes > 1000


def test_the_suffixes_of_a_folder(tmp_path):
    for name in ("a.txt", "b.txt", "c.md", "d"):
        (tmp_path / name).write_text(name)
    assert scan(str(tmp_path)).suffixes == (".txt", "", ".md")


def test_a_corpus_is_measured(tmp_path):
    lines = [
        {"text": "Hello, Мир and 日本\n" * 3, "id": 1},
        {"text": "<b>x</b>", "id": 2},
        {"text": "x", "id": 3},
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "b.txt").write_text("x")
    sources = [SourceOptions(str(tmp_path / "a.jsonl"), clean=("html",)), str(tmp_path / "b.txt")]
    survey, n_told = measured(sources, ["日本"])
    first = lines[0]["text"].encode()
    assert (survey.n_bytes, survey.n_lines, survey.n_documents, survey.n_twice) == (len(first) + 3, 3, 4, 2)
    assert n_told >= 0
    scripts = dict(survey.scripts)
    assert scripts == {"none": 15, "Latin": 27, "Cyrillic": 9, "Han": 6} | {"none": scripts["none"]}
    assert survey.n_characters == len(lines[0]["text"]) + 3
    assert survey.lengths.sum() == 4
    assert survey.lengths[0] == 3
    assert dict(survey.pieces)[b"x"] == 3
    assert survey.longest == (" Мир".encode(), 7)
    a, b = survey.sources
    assert (a.specials, b.specials) == ((("日本", 3),), ())
    assert a.cleaned == (("html", 7, 0),)
    n_bytes = a.used + a.replaced + a.removed + sum(n for _, n in a.left_out)
    assert n_bytes == (tmp_path / "a.jsonl").stat().st_size


def test_a_preview_marks_what_changes(tmp_path):
    (tmp_path / "a.txt").write_bytes(LETTER)
    options = SourceOptions(str(tmp_path / "a.txt"), clean=("html", "whitespace", "nfc"), held_out=0.9)
    preview = previewed(options, 0, ["<|endoftext|>"])
    assert [(line.before, line.after) for line in preview.lines] == [
        (b"<p>Dear  Anna,\r\n", b"Dear Anna,\n"),
        ("<|endoftext|> thanks for “May”.</p>\n".encode(), "<|endoftext|> thanks for “May”.\n\n".encode()),
        (b"\n", b""),
        (b"\n", b""),
        (b"\n", b""),
        ("cafe\u0301\n".encode(), "café\n".encode()),
        (b"\x93x", "\ufffdx".encode()),
    ]
    runs = [line.before_runs for line in preview.lines]
    assert runs[0] == ((0, 3, STRUCK), (8, 9, STRUCK), (14, 15, STRUCK))
    assert ((0, 13, SPECIAL) in runs[1], (3, 6, CHANGED) in runs[5]) == (True, True)
    assert preview.lines[6].after_runs == ((0, 3, CHANGED),)
    assert [line.n_problems for line in preview.lines] == [0, 1, 0, 0, 0, 0, 1]
    assert not preview.more


def test_a_preview_has_stretches_and_numbers_documents(tmp_path):
    rows = [json.dumps({"text": f"document {n} " + "x" * 100}) for n in range(1500)]
    (tmp_path / "a.jsonl").write_text("\n".join(rows))
    first, second = (previewed(SourceOptions(str(tmp_path / "a.jsonl")), n) for n in (0, 1))
    assert (first.more, first.lines[0].document, first.lines[1].document) == (True, 1, 2)
    assert second.lines[0].document == len(first.lines) + 1
    assert second.lines[0].before.startswith(f"document {len(first.lines)} ".encode())
    assert previewed(SourceOptions("sample:")).lines


def test_a_preview_goes_to_where_something_stands(tmp_path):
    lines = [f"line {n} " + "x" * 100 for n in range(3000)]
    lines[1700], lines[2900] = "here is \x93", "<|endoftext|>"
    (tmp_path / "a.txt").write_bytes("\n".join(lines).encode("cp1252", "replace").replace(b"?", b"\x93"))

    def shown(seek: bytes, stretch: int = 0) -> tuple[int, list[bytes]]:
        preview = preview_of(SourceOptions(str(tmp_path / "a.txt")), stretch, ["<|endoftext|>"], seek=seek)
        return preview.stretch, [line.before for line in preview.lines if line.n_problems]

    first, found = shown(b"")
    assert (first > 0, found) == (True, [b"here is \x93\n"])
    second, found = shown(b"", first + 1)
    assert (second > first, found) == (True, [b"<|endoftext|>\n"])
    assert shown(b"<|endoftext|>") == (second, found)
    assert shown(b"", second + 1)[1] == shown(b"nowhere")[1] == []


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le"])
def test_a_table_counts_its_records_not_its_lines(tmp_path, encoding):
    rows = [
        f'{n},"Grüße von\r\nZeile {n}\n\nund ""noch"" einer"' if n % 2 else f"{n},kürzer" for n in range(800)
    ]
    path = tmp_path / "a.csv"
    path.write_bytes(("id,text\n" + "\n".join(rows) + "\n").encode(encoding))
    assert scan(str(path)).look.n_rows == 800
    path.write_bytes(b"id,text\n" + b"1,plain\n" * 50 + b"2,no end")
    assert scan(str(path)).look.n_rows == 51
