"""The preview of files of counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.api.count_parts import count_part
from workbench.engine.base.slices import finished
from workbench.engine.corpus import counts_preview
from workbench.engine.corpus.preview import preview_of
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options


def _part(tmp_path: Path, name: str, *texts: str) -> Path:
    sources = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{name}-{number}.jsonl"
        path.write_text(json.dumps({"text": text}))
        sources.append(SourceOptions(str(path)))
    (tmp_path / "parts").mkdir(exist_ok=True)
    out = tmp_path / "parts" / f"{name}.parquet"
    finished(count_part(sources, Options("gpt2"), str(out)))
    return out


def _lines(path: Path, *stretch: int, seek: bytes | None = None) -> list[str]:
    shown = preview_of(SourceOptions(str(path)), *stretch, seek=seek)
    assert shown.counts or not shown.lines
    return [f"{line.after.decode()} {line.before.decode()}" for line in shown.lines]


def test_the_most_frequent_pieces_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = _part(tmp_path, "a", "the" + " the" * 1200 + " cat" * 7 + "\n dog" * 2)
    lines = _lines(part)
    assert lines[:2] == ["1,200  the", "7  cat"]
    assert len(lines) == 5
    monkeypatch.setattr(counts_preview, "MOST", 2)
    assert _lines(part) == lines[:2]


def test_several_sources_are_named(tmp_path: Path) -> None:
    part = _part(tmp_path, "a", "the the", "the")
    lines = _lines(part)
    assert [line.rpartition("/a-")[2] for line in lines] == ["0.jsonl  the", "0.jsonl the", "1.jsonl the"]
    assert all(line.startswith(f"1 {tmp_path}/") for line in lines)


def test_each_part_of_a_folder_is_a_stretch(tmp_path: Path) -> None:
    folder = _part(tmp_path, "a", "one one").parent
    _part(tmp_path, "b", "two")
    assert preview_of(SourceOptions(str(folder))).more
    assert _lines(folder) == ["1  one", "1 one"]
    assert not preview_of(SourceOptions(str(folder)), 1).more
    assert _lines(folder, 1) == ["1 two"]
    assert preview_of(SourceOptions(str(folder)), seek=b"two").stretch == 1
    assert _lines(folder, seek=b"two") == ["1 two"]
    assert not _lines(folder, seek=b"three")
