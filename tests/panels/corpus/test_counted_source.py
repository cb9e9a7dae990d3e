"""A folder of counted parts as a source of the Corpus panel."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from workbench.api.count_parts import count_part
from workbench.engine.base.slices import finished
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.scanning import Scanned, scan
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.judging.survey import COUNTED_ELSEWHERE, surveying
from workbench.engine.training.options import Options
from workbench.panels.corpus.account import amounts_of
from workbench.panels.corpus.counted import counted_facts
from workbench.panels.corpus.sources import Source, way_out
from workbench.shell.count_command import copy_command


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.jsonl"
    path.write_text('{"text": "some words"}\n{"text": "and more"}\n')
    return path


def part(text: Path, path: Path, number: int, n: int, **options: Any) -> None:
    finished(count_part([SourceOptions(str(text))], Options(**options), str(path), number, n))


def looked_at(folder: Path) -> tuple[Source, Scanned]:
    info = scan(str(folder))
    return Source(str(folder), info), info


def test_a_folder_of_parts_shows_what_was_counted(text: Path, tmp_path: Path) -> None:
    (folder := tmp_path / "parts").mkdir()
    part(text, folder / "0.parquet", 0, 2)
    source, info = looked_at(folder)
    assert source.detail == source.warning == "1 shard missing"
    assert source.used  # the rest may be in another folder
    part(text, folder / "1.parquet", 1, 2)
    source, info = looked_at(folder)
    assert (source.detail, source.warning) == ("cl100k, 2 parts", "")
    assert source.size == "18 bytes"  # of the text, not of the parts
    lines = counted_facts(info).split("\n")
    assert lines[:3] == [
        "Counted pieces of: 18 bytes in 2 documents",
        "Shards: 2 / 2",
        "Split pattern: cl100k",
    ]


def test_what_each_source_gave_is_said(text: Path, tmp_path: Path) -> None:
    (other := tmp_path / "more.txt").write_text("x" * 54)
    sources = [SourceOptions(str(path)) for path in (text, other)]
    finished(count_part(sources, Options(), str(tmp_path / "sum.parquet")))
    source, info = looked_at(tmp_path / "sum.parquet")
    assert counted_facts(info).split("\n")[1:3] == [f"{other}: 75 %", f"{text}: 25 %"]
    assert source.detail == source.warning == "75 % is of more.txt"
    assert way_out(source).startswith("Most merges will be of its text. ")
    assert source.used


@pytest.mark.parametrize(("sizes", "largest"), [
    ((10,), None), ((74, 26), None), ((75, 25), "0"), ((10, 59, 31), None), ((20, 60, 20), "1"),
    ((51, *[10] * 5), "0"), ((50, *[5] * 10), None),
])  # fmt: skip
def test_a_source_with_more_than_its_share(sizes: tuple[int, ...], largest: str | None) -> None:
    amounts = {str(number): {"used": size} for number, size in enumerate(sizes)}
    found = CountsFacts(("", ""), "", "", "", "", (), amounts).largest
    assert (found and found[0]) == largest


@pytest.mark.parametrize(("number", "n", "preset", "remark"), [
    (1, 2, "gpt2", "mixes counts"),
    (0, 2, "gpt4", "has a part twice"),
    (1, 3, "gpt4", "mixes numbers of shards"),
])  # fmt: skip
def test_parts_that_do_not_add_up_are_not_used(
    text: Path, tmp_path: Path, number: int, n: int, preset: str, remark: str
) -> None:
    (folder := tmp_path / "parts").mkdir()
    part(text, folder / "0.parquet", 0, 2)
    part(text, folder / "x.parquet", number, n, preset=preset)
    source, _ = looked_at(folder)
    assert (source.detail, source.used) == (remark, False)
    assert way_out(source).startswith("x.parquet: ")


def test_the_account_is_that_of_the_text(tmp_path: Path) -> None:
    text, own = tmp_path / "text.jsonl", tmp_path / "own.txt"
    text.write_bytes(
        b'{"text": "some words,\\nsome words\\u65e5\\u672c"}\n{"text": "bad \xff"}\n' + b"no JSON\n" * 3
    )
    own.write_text("a text beside it")
    (folder := tmp_path / "parts").mkdir()
    for number in range(2):
        part(text, folder / f"{number}.parquet", number, 2)
    of_text = finished(surveying([str(text), str(own)]))
    whole, beside = of_text.sources
    (folder / "own.txt").write_bytes(own.read_bytes())
    survey = finished(surveying([str(folder)]))
    for name in ("n_bytes", "n_characters", "n_lines", "n_documents", "scripts", "n_pieces", "longest"):
        assert getattr(survey, name) == getattr(of_text, name), name
    assert sorted(survey.pieces) == sorted(of_text.pieces)
    (found,) = survey.sources
    for name in ("used", "replaced", "removed", "documents"):
        assert getattr(found, name) == getattr(whole, name) + getattr(beside, name), name
    assert dict(found.left_out) == {COUNTED_ELSEWHERE: sum(n for _, n in whole.left_out)}
    assert amounts_of([found]).total == text.stat().st_size + own.stat().st_size


class _Window:
    def __init__(self) -> None:
        self.notices = self
        self.told: list[str] = []

    def tell(self, sentence: str, second: str) -> None:
        self.told.append(f"{sentence} {second}")

    def toast(self, sentence: str) -> None:
        self.told.append(sentence)


def test_the_command_is_copied(text: Path, tmp_path: Path, qtbot: QtBot) -> None:
    part(text, tmp_path / "0.parquet", 0, 1)
    window = _Window()
    for path, sentence in (
        (text, "Copied the command, for 8 shards. Add the folder “parts” to the corpus when it is done."),
        (
            tmp_path / "0.parquet",
            "There is no command: the corpus holds counted pieces, not text. "
            "Train on them, or switch them off.",
        ),
    ):
        sources = SimpleNamespace(
            enabled_sources=lambda path=path: (scan(str(path)),), readings=lambda: (SourceOptions(str(text)),)
        )
        options = SimpleNamespace(options=lambda: Options("gpt2"))
        copy_command(SimpleNamespace(corpus=SimpleNamespace(sources=sources), options=options, window=window))  # type: ignore[arg-type]
        assert window.told.pop() == sentence
    copied = QGuiApplication.clipboard().text()
    assert (
        f"workbench count-pieces {text} --preset=gpt2 --shard '{{}}/8' --out 'parts/{{}}.parquet'" in copied
    )
