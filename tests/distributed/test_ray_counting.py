"""Counting on Ray: a cluster of two workers on this computer."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock

import pyarrow.parquet as pq
import pytest

from workbench.api.count_parts import count_part
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options

WORDS = ["the", "cat", "sat", "日本", "é", "12345", "don't"]


def stand_in(monkeypatch: pytest.MonkeyPatch, init: Mock) -> ModuleType:
    """Put a module in Ray's place that starts as `init` does."""
    ray = ModuleType("ray")
    ray.data = ModuleType("ray.data")  # type: ignore[attr-defined]
    ray.is_initialized = lambda: False  # type: ignore[attr-defined]
    ray.init = init  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.data", ray.data)
    return ray


def test_without_ray_the_remedy_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("text")
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    out = tmp_path / "out" / "counts.parquet"
    out.parent.mkdir()
    assert main(["count-pieces", str(tmp_path / "a.txt"), "--ray", "local", "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert "Ray cannot be imported" in said
    assert "Install the package ray[data]." in said
    assert not os.listdir(out.parent)
    with pytest.raises(SystemExit):
        main(["count-pieces", "a", "--ray", "local", "--shard", "0/2", "--out", str(out)])


@pytest.mark.parametrize(("address", "sentence"), [
    ("local", "Ray did not start on this computer: Exception: The node timed out. Close other programs"),
    ("auto", "no Ray cluster is at “auto”: Exception: The node timed out. Start one"),
])  # fmt: skip
def test_ray_that_does_not_start(
    address: str,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "a.txt").write_text("text")
    (out := tmp_path / "out").mkdir()
    stand_in(monkeypatch, Mock(side_effect=Exception("The node timed out.\nSee the logs.")))
    words = ["count-pieces", str(tmp_path / "a.txt"), "--ray", address, "--out", str(out / "counts.parquet")]
    assert main(words) == 1
    assert sentence in capsys.readouterr().err
    assert not os.listdir(out)


def test_an_address_where_nothing_listens_is_said_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("text")
    (out := tmp_path / "out").mkdir()
    ray = stand_in(monkeypatch, Mock())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        port = taken.getsockname()[1]
        for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
            words = [
                "count-pieces",
                str(tmp_path / "a.txt"),
                "--ray",
                address,
                "--out",
                str(out / "c.parquet"),
            ]
            assert main(words) == 1
            assert f"no Ray cluster is at “{address}”: ConnectionRefusedError" in capsys.readouterr().err
    ray.init.assert_not_called()  # type: ignore[attr-defined]
    assert not os.listdir(out)


@pytest.fixture(autouse=True)
def _no_leftover_threads() -> None:
    """Let Ray have its threads, which end when they like."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    pytest.importorskip("pandas", reason="Ray Data needs pandas, which is not installed")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=10**9, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture
def texts(tmp_path: Path) -> list[SourceOptions]:
    chance = random.Random(1)
    (folder := tmp_path / "texts").mkdir()
    rows = [" ".join([*chance.choices(WORDS, k=30), str(chance.random())]) for _ in range(20_000)]
    (folder / "a.jsonl").write_text("\n".join(f'{{"text": "{row}"}}' for row in rows))
    (folder / "b.txt").write_text("\n".join(rows))
    (folder / "c.bin").write_bytes(b"\0\1")
    (tmp_path / "other.txt").write_text("another source, the cat sat")
    return [SourceOptions(str(folder)), SourceOptions(str(tmp_path / "other.txt"))]


def _same(texts: list[SourceOptions], tmp_path: Path, n: int) -> None:
    """Count twice, and compare."""
    from workbench.distributed.ray_counting import count_on_ray

    ours = count_on_ray(texts, Options(), str(tmp_path / "ray.parquet"), n=n)
    whole = finished(count_part(texts, Options(), str(tmp_path / "whole.parquet")))
    assert pq.read_table(ours.path).equals(pq.read_table(whole.path))
    assert ours.facts.sources == whole.facts.sources
    assert ours.facts.corpora[0].listing == whole.facts.corpora[0].listing
    assert [each.error.message("python") for each in ours.left_out] == [
        each.error.message("python") for each in whole.left_out
    ]


def test_the_table_is_that_of_one_machine(cluster: None, texts: list[SourceOptions], tmp_path: Path) -> None:
    _same(texts, tmp_path, 5)
    assert sorted(os.listdir(tmp_path)) == ["other.txt", "ray.parquet", "texts", "whole.parquet"]


def test_a_worker_that_is_killed(cluster: None, texts: list[SourceOptions], tmp_path: Path) -> None:
    killed: list[int] = []
    is_over = threading.Event()

    def kill() -> None:
        while not is_over.is_set() and len(killed) < 2:
            killed.extend(_killed_worker())
            is_over.wait(0.05)

    (thread := threading.Thread(target=kill)).start()
    try:
        _same(texts, tmp_path, 8)
    finally:
        is_over.set()
        thread.join()
    assert killed


def _killed_worker() -> Iterator[int]:
    """Kill a worker that counts, and yield its number."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes().startswith(b"ray::MapBatches(_Shards.count"):
                time.sleep(0.2)  # in the middle
                os.kill(int(folder.name), signal.SIGKILL)
                yield int(folder.name)
                return
        except OSError:
            continue


def test_what_a_worker_cannot_read(cluster: None, texts: list[SourceOptions], tmp_path: Path) -> None:
    from workbench.distributed.ray_counting import count_on_ray

    strict = [SourceOptions(texts[0].path, on_unreadable="stop")]
    with pytest.raises(EngineError) as caught:
        count_on_ray(strict, Options(), str(tmp_path / "ray.parquet"), n=2)
    assert caught.value.code == "looks_binary"
    assert caught.value.file == os.path.join(texts[0].path, "c.bin")
    assert not [name for name in os.listdir(tmp_path) if "parquet" in name]


def test_a_computer_without_memory(texts: list[SourceOptions], tmp_path: Path) -> None:
    """Ray kills its workers where more than a share of all memory is used; each is tried again."""
    pytest.importorskip("ray", reason="Ray is not installed")
    (out := tmp_path / "out").mkdir()
    words = ["count-pieces", texts[0].path, "--ray", "local", "--out", str(out / "counts.parquet")]
    limits = {"RAY_memory_usage_threshold": "0.01", "RAY_memory_monitor_refresh_ms": "100"}
    done = subprocess.run(
        [sys.executable, "-m", "workbench", *words],
        env={**os.environ, **limits},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "workbench: Ray could not count: OutOfMemoryError" in done.stderr
    assert not os.listdir(out)
