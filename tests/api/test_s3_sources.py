"""Counting in a bucket of S3, against counting the same files here; moto stands in for Amazon."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.test_count_parts import count
from tests.api.test_url_sources import fsspec, here, rows_of  # noqa: F401  # a fixture
from workbench.api.count_parts import count_part
from workbench.api.url_sources import local_copies
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.shards import Shard
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options


@pytest.fixture
def _no_leftover_threads() -> None:
    """Let s3fs have its threads, which live as long as the process."""


def test_a_bucket_of_s3(
    here: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("s3fs", reason="s3fs is not installed")
    moto = pytest.importorskip("moto.server", reason="moto is not installed")
    server = moto.ThreadedMotoServer("127.0.0.1", 0)
    server.start()
    try:
        address, port = server.get_host_and_port()
        for name, value in (
            ("ENDPOINT_URL", f"http://{address}:{port}"), ("ACCESS_KEY_ID", "a"), ("SECRET_ACCESS_KEY", "b"),
            ("MAX_ATTEMPTS", "1"),
        ):  # fmt: skip
            monkeypatch.setenv(f"AWS_{name}", value)
        s3 = fsspec.filesystem("s3")
        s3.mkdir("bucket")
        for name in ("1", "2", "3"):
            (here / "more" / f"{name}.txt").write_text("the cat sat on the mat\n" * 1000)
        s3.put(str(here), "bucket/texts", recursive=True)
        for number in range(2):
            remote = count([SourceOptions("s3://bucket/texts")], tmp_path / f"{number}.parquet", number, 2)
            local = count([SourceOptions(str(here))], tmp_path / f"l{number}.parquet", number, 2)
            assert rows_of(remote, "s3://bucket/texts", str(here)) == rows_of(local, "-", "-")
        with local_copies([SourceOptions("s3://bucket/texts")], str(tmp_path / "gone.parquet")) as copies:
            s3.rm("bucket/texts/a.jsonl")
            with pytest.raises(EngineError) as gone:
                list(copies.fill(Shard(0, 1, 100_000)))
        assert (gone.value.code, gone.value.file) == ("url_not_read", "s3://bucket/texts/a.jsonl")
        with pytest.raises(EngineError) as gone:
            count([SourceOptions("s3://another/texts")], tmp_path / "gone.parquet")
        assert gone.value.code == "url_not_read"
        (out := tmp_path / "out").mkdir()
        steps = count_part([SourceOptions("s3://bucket/texts/more")], Options(), str(out / "gone.parquet"))
        next(steps)
        server.stop()  # in the middle
        with pytest.raises(EngineError) as gone:
            list(steps)
        assert gone.value.code == "url_not_read"
        assert list(out.iterdir()) == []
    finally:
        server.stop()
