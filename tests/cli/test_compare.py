"""The verbs compare and count."""

import json
from pathlib import Path

import pytest

from tests.cli import test_cli
from tests.cli.test_cli import Shell
from workbench import api

shell, tokenizer = test_cli.shell, test_cli.tokenizer
TEXTS = ["the first text, of some words\n", "zweiter Text\n", "日本語\n"]


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{number}.txt" for number in range(len(TEXTS))]
    for path, text in zip(paths, TEXTS, strict=True):
        path.write_text(text, "utf-8")
    return paths


def test_count_is_like_wc(shell: Shell, tokenizer: Path, texts: list[Path]) -> None:
    opened = api.open_tokenizer(tokenizer)
    expected = [len(opened.encode_ordinary(text)) for text in TEXTS]
    assert shell("count", *texts, "--tokenizer", tokenizer) == 0
    lines = [line.split() for line in shell.out.decode().splitlines()]
    assert [(int(n), path) for n, _, path in lines] == [
        *zip(expected, map(str, texts), strict=True),
        (sum(expected), "total"),
    ]
    assert shell("count", texts[0], "--tokenizer", tokenizer) == 0
    assert len(shell.out.splitlines()) == 1


def test_count_as_json_of_files_and_of_standard_input(
    shell: Shell, tokenizer: Path, texts: list[Path]
) -> None:
    special = "<|a|> and \xe9".encode()
    n = len(api.open_tokenizer(tokenizer).encode_ordinary(special))
    assert shell("count", "-", texts[0], "--tokenizer", tokenizer, "--json", stdin=special) == 0
    found = json.loads(shell.out)
    assert found["files"][0] == {"path": "-", "tokens": n, "bytes": len(special)}
    assert found["total"]["bytes"] == len(special) + len(TEXTS[0])
    other = tokenizer.with_name("other.model")
    other.write_bytes(tokenizer.read_bytes())
    assert shell("count", texts[0], "--tokenizer", tokenizer, "--tokenizer", other, "--json") == 0
    total = json.loads(shell.out)["total"]["tokens"]
    assert list(total) == [str(tokenizer), str(other)]
    assert len(set(total.values())) == 1


def test_a_file_that_cannot_be_read_is_told_and_the_others_counted(
    shell: Shell, tokenizer: Path, texts: list[Path], tmp_path: Path
) -> None:
    assert shell("count", texts[0], tmp_path / "none", texts[1], "--tokenizer", tokenizer) == 1
    assert len(shell.out.splitlines()) == 3
    assert "none" in shell.err


def test_compare_prints_json_csv_and_tables(
    shell: Shell, tokenizer: Path, texts: list[Path], tmp_path: Path
) -> None:
    base = ("compare", tokenizer, tokenizer, "--text", *texts)
    assert shell(*base, "--json") == 0
    found = json.loads(shell.out)
    assert len(found["measures"]) == 2 * (len(TEXTS) + 1)
    whole = found["measures"][-1]
    assert whole["bytes"] == sum(len(text.encode()) for text in TEXTS)
    assert whole["fertility"] == whole["tokens"] / whole["words"]
    assert found["languages"] == []
    assert "is listed twice" in shell.err
    assert shell(*base, "--csv") == 0
    assert len(shell.out.splitlines()) == 1 + len(found["measures"])
    assert shell(*base) == 0
    assert "Bytes per token" in shell.out.decode()
    assert shell(*base, "--html", tmp_path / "r.html") == 0
    assert (tmp_path / "r.html").read_bytes().startswith(b"<!DOCTYPE html>")
    assert shell.out == b""


def test_bytes_that_are_not_utf8_are_said(shell: Shell, tokenizer: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_bytes(b"abc \x80 def\n")
    for more in (("--html", tmp_path / "r.html"), ("--json",)):
        assert shell("compare", tokenizer, "--text", text, *more) == 0
        assert "not UTF-8" in shell.err
    assert "not UTF-8" in (tmp_path / "r.html").read_text("utf-8")
    text.write_bytes(b"abc def\n")
    assert shell("compare", tokenizer, "--text", text) == 0
    assert "not UTF-8" not in shell.err


def test_compare_reads_sources_as_a_training_does(shell: Shell, tokenizer: Path, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("".join(f'{{"body": "text {n}"}}\n' for n in range(20)), "utf-8")
    assert shell("compare", tokenizer, "--corpus", tmp_path / "a.jsonl", "--field", "body", "--json") == 0
    (row,) = json.loads(shell.out)["measures"]
    assert row["documents"] == 20
    low, high = row["intervals"]["bytes_per_token"]
    assert low <= row["bytes_per_token"] <= high
    assert shell("compare", tokenizer, "--corpus", tmp_path / "a.jsonl", "--field", "none") == 1


def test_compare_shows_a_row_for_what_cannot_be_read(
    shell: Shell, tokenizer: Path, texts: list[Path], tmp_path: Path
) -> None:
    assert shell("compare", tokenizer, "--text", texts[0], tmp_path / "gone", texts[1]) == 0
    assert f"{tmp_path / 'gone'}\n  the file cannot be read: No such file" in shell.out.decode()
    for name, text in (("eng", b"one\n"), ("deu", b"eins\n"), ("fra", b"\xff\n")):
        folder = tmp_path / "languages"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.txt").write_bytes(text)
    assert shell("compare", tokenizer, "--languages", folder) == 0
    assert "  fra: " in shell.out.decode()
    assert "left out: " in shell.err
    assert "fra.txt" in shell.err


def test_compare_of_languages(shell: Shell, tokenizer: Path, tmp_path: Path) -> None:
    for name, text in (("eng", "one\n"), ("deu", "eins\n")):
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    assert shell("compare", tokenizer, "--languages", tmp_path, "--json") == 0
    found = json.loads(shell.out)
    assert [row["language"] for row in found["languages"]] == ["deu", "eng"]
    assert set(found["languages"][0]) == {
        "language", "tokenizer", "tokens", "bytes", "premium", "byte_factor", "vocabulary_factor",
    }  # fmt: skip
    assert list(found["gini"]) == [tokenizer.name]
    assert shell("compare", tokenizer, "--languages", tmp_path) == 0
    assert "Gini" in shell.out.decode()
    (tmp_path / "deu.txt").write_text("eins\nzwei\n", "utf-8")
    assert shell("compare", tokenizer, "--languages", tmp_path) == 1
    assert "line by line" in shell.err


@pytest.mark.parametrize("more", [[], ["--text", "x", "--languages", "y"]])
def test_compare_wants_texts_or_languages(shell: Shell, tokenizer: Path, more: list[str]) -> None:
    assert shell("compare", tokenizer, *more) == 2


def test_compare_takes_names_for_the_tokenizers(shell: Shell, tokenizer: Path, texts: list[Path]) -> None:
    base = ("compare", tokenizer, tokenizer, "--text", texts[0], "--names")
    assert shell(*base, "old", "new", "--reference", "new", "--json") == 0
    found = json.loads(shell.out)
    assert [row["tokenizer"] for row in found["measures"]] == ["old", "new"]
    assert found["reference"] == "new"
    assert shell(*base, "old") == 2
    assert shell(*base, "old", "old") == 2


def test_compare_names_what_the_reference_may_be(shell: Shell, tokenizer: Path, texts: list[Path]) -> None:
    assert shell("compare", tokenizer, "--reference", "z", "--text", texts[0]) == 1
    assert tokenizer.name in shell.err


def test_the_report_does_not_replace_what_was_read(shell: Shell, tokenizer: Path, texts: list[Path]) -> None:
    assert shell("compare", tokenizer, "--text", texts[0], "--html", texts[0]) == 1
    assert texts[0].read_text("utf-8") == TEXTS[0]
