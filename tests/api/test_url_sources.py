"""Counting what is behind URLs, against counting the same files here."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pyarrow.parquet as pq
import pytest

from tests.api.test_count_parts import count, merge
from workbench.api.url_sources import local_copies
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError, is_url
from workbench.engine.corpus.shards import Shard
from workbench.engine.corpus.sources import SourceOptions, resource_path

fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")

URL = "memory://bucket/texts"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """Return a folder of texts, which is behind `URL` too."""
    chance = random.Random(4)
    folder = tmp_path / "texts"
    (folder / "more").mkdir(parents=True)
    rows = [" ".join(chance.choices(["the", "cat", "日本", "é", "12345", "don't"], k=9)) for _ in range(300)]
    (folder / "a.jsonl").write_text("\n".join(json.dumps({"text": row}) for row in rows))
    (folder / "more" / "b.txt").write_text("\n".join(rows) * 3)
    (folder / "empty.txt").write_text("")
    (folder / "bad.parquet").write_bytes(b"PAR1 no Parquet")
    memory = fsspec.filesystem("memory")
    memory.put(str(folder), "/bucket/texts", recursive=True)
    yield folder
    memory.rm("/bucket", recursive=True)


def rows_of(path: Path, url: str, local: str) -> list[tuple[object, ...]]:
    columns = pq.read_table(path).to_pydict()
    sources = [name.replace(url, local) for name in columns["source"]]
    return list(zip(columns["piece"], columns["count"], columns["documents"], sources, strict=True))


@pytest.mark.parametrize("n", [1, 2, 5])
def test_shards_of_a_url_are_those_of_its_files(here: Path, tmp_path: Path, n: int) -> None:
    other = SourceOptions(str(tmp_path / "other.txt"))
    Path(other.path).write_text("another source beside it")
    for number in range(n):
        remote, local = (
            count([SourceOptions(path), other], tmp_path / f"{side}{number}.parquet", number, n)
            for side, path in (("r", URL), ("l", str(here)))
        )
        assert rows_of(remote, URL, str(here)) == rows_of(local, URL, str(here))
    parts = [str(tmp_path / f"{side}{number}.parquet") for number, side in enumerate("rlrlr"[:n])]
    merge(parts, tmp_path / "sum.parquet")  # the listing is the same, so that parts of both add up
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_only_the_files_of_a_shard_are_copied(here: Path, tmp_path: Path) -> None:
    with local_copies([SourceOptions(URL)], str(tmp_path / "out.parquet")) as copies:
        (source,) = copies.sources
        sizes, copied = (
            {each.name: each.stat().st_size for each in folder.rglob("*") if each.is_file()}
            for folder in (here, Path(source.path))
        )
        assert copied == sizes
        assert list(copies.fill(Shard(0, 100, sum(sizes.values()))))[-1] == sizes["a.jsonl"]
        assert (Path(source.path) / "a.jsonl").read_bytes() == (here / "a.jsonl").read_bytes()
        assert not any((Path(source.path) / "more" / "b.txt").read_bytes())
        assert copies.named(str(Path(source.path) / "more" / "b.txt")) == f"{URL}/more/b.txt"
        assert copies.named(source.path) == URL


def test_one_file_and_what_is_said_of_it(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "one.parquet")
    assert main(["count-pieces", f"{URL}/a.jsonl", "--out", out, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["sources"]) == [f"{URL}/a.jsonl"]
    assert main(["count-pieces", URL, "--out", str(tmp_path / "all.parquet")]) == 0
    assert f"{URL}/bad.parquet" in capsys.readouterr().err
    assert main(["count-pieces", URL, "--strict", "--out", str(tmp_path / "strict.parquet")]) == 1
    said = capsys.readouterr().err
    assert f"{URL}/bad.parquet" in said
    assert str(tmp_path) not in said


def test_what_cannot_be_read_leaves_nothing(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(url: str, code: str) -> str:
        with pytest.raises(EngineError) as caught:
            count([SourceOptions(url)], tmp_path / "out.parquet")
        assert caught.value.code == code
        assert str(caught.value.file).startswith(url)
        assert not [name for name in os.listdir(tmp_path) if name.startswith((".", "out"))]
        return str(caught.value)

    assert "there is no file" in refused("memory://bucket/nothing", "url_not_read")
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "gcsfs", None)
        assert "Install fsspec" in refused("gs://bucket/texts", "fsspec_missing")
    assert "Protocol not known" in refused("nonsense://bucket/texts", "url_not_read")
    memory = type(fsspec.filesystem("memory"))
    listed = memory.find

    def grown(self: object, *words: object, **named: object) -> object:
        files = listed(self, *words, **named)
        return {path: {**facts, "size": facts["size"] + 1} for path, facts in files.items()}

    with monkeypatch.context() as patch:
        patch.setattr(memory, "find", grown)
        assert "its size changed" in refused(URL, "url_not_read")
    with monkeypatch.context() as patch:
        patch.setattr(memory, "find", lambda *_, **__: {"/bucket/texts/../../x": {"size": 1, "type": "file"}})
        assert "cannot be used" in refused(URL, "url_not_read")
    with monkeypatch.context() as patch:
        patch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 10}))
        refused(URL, "url_no_room")
    with monkeypatch.context() as patch:
        patch.setattr(memory, "open", Mock(side_effect=PermissionError("the bucket is gone")))
        assert "the bucket is gone" in refused(URL, "url_not_read")


def test_what_is_a_url() -> None:
    assert all(map(is_url, ("s3://bucket/x", "memory://x", "HTTPS://x/y")))
    assert not any(map(is_url, ("texts", "/a/b", "C:\\texts", "c://texts", "a/s3://x")))


@pytest.mark.parametrize("verb", [
    "train {url} --out {out}", "count {url} --tokenizer {own}", "vocab {own} --counts {url}",
    "compare {own} --text {url}", "compare {own} --languages {url}", "encode {url} --tokenizer {own}",
    "encode {url} --tokenizer {own} --shards 99 --out {out}", "same {own} {own} --text {url}",
    "adapt {own} --extend {url} 10 --out {out}", "convert {own} {out} --prove {url}", "inspect {url}",
    "explain word --tokenizer {url}", "merge-counts {url} --out {out}",
])  # fmt: skip
def test_other_verbs_say_that_they_read_no_url(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = resource_path("tokenizers", "sample.model")
    words = verb.format(url="s3://bucket/texts", own=own, out=tmp_path / "out.json").split()
    assert main(words) == (2 if words[0] == "same" else 1)
    said = capsys.readouterr().err
    assert "s3://bucket/texts: only counting pieces can read a URL. Count its pieces by count-pieces" in said
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("verb", [
    "count-pieces {text} --out {url}", "merge-counts {part} --out {url}",
    "train {text} --vocab-size 260 --out {url}", "convert {own} {url}",
    "encode {text} --tokenizer {own} --shards 99 --out {url}",
    "encode {text} --tokenizer {own} --out {url}", "compare {own} --text {text} --html {url}",
])  # fmt: skip
def test_nothing_is_written_behind_a_url(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("the cat sat on the mat")
    part = count([SourceOptions(str(tmp_path / "a.txt"))], tmp_path / "part.parquet")
    own = resource_path("tokenizers", "sample.model")
    words = verb.format(url="s3://bucket/out.json", text=tmp_path / "a.txt", own=own, part=part).split()
    assert main(words) == 1
    assert "a URL cannot be written to" in capsys.readouterr().err
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "part.parquet"]
