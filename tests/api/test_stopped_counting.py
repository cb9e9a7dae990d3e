"""Counting and adding up that are killed, or whose disk is full, leave nothing that is taken for whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from workbench.api.count_parts import count_part, merge_counts
from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options
from workbench.formats.files import atomic

ROOT = str(Path(__file__).resolve().parents[2])

# Kills itself at the step of which the number is given; small tables are spilled, and added up by two.
KILLED = """
import os, signal, sys
from workbench.api import count_parts, counted_part
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options
from workbench.formats import count_tables
count_tables.GROUP, counted_part._AT_ONCE = 3, 1
what, step, out, *paths = sys.argv[1:]
if what == "count":
    steps = count_parts.count_part([SourceOptions(*paths)], Options(memory_limit=1), out)
else:
    steps = count_parts.merge_counts(paths, out, memory_limit=1)
for number, _ in enumerate(steps):
    if number == int(step):
        os.kill(os.getpid(), signal.SIGKILL)
"""

# The limit of a file's size stands in for the disk.
FULL = """
import resource, sys
from workbench.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    chance = random.Random(1)
    path = tmp_path / "text.jsonl"
    lines = ('{"text": "' + "".join(chance.choices("abcde ", k=200)) + '"}\n' for _ in range(60))
    path.write_text("".join(lines))
    return path


def run(program: str, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": ROOT})


def counted(text: Path, path: Path, number: int = 0, n: int = 1) -> Path:
    finished(count_part([SourceOptions(str(text))], Options(), str(path), number, n))
    return path


def killed(what: str, step: int, out: Path, *paths: Path) -> list[Path]:
    """Kill a run at a step; return the tables that it left, none of which is taken for a part."""
    found = run(KILLED, what, step, out, *paths)
    assert found.returncode == -signal.SIGKILL, found.stderr
    assert not out.exists()
    with pytest.raises(EngineError) as caught:  # the folder is as without the run
        finished(TrainingRun([str(out.parent)], Options(vocab_size=300)).steps())
    assert caught.value.code not in ("internal", "parquet_broken")
    left = sorted(out.parent.glob(".*/*.parquet"))
    for path in left:
        with pytest.raises(EngineError) as caught:
            finished(merge_counts([str(path)], str(out)))
        assert caught.value.code in ("counts_no_footer", "parquet_broken")
    return left


@pytest.mark.parametrize("step", [0, 30, 70])
def test_a_killed_shard_is_counted_again(text: Path, tmp_path: Path, step: int) -> None:
    whole = pq.read_table(counted(text, tmp_path / "whole.parquet"))
    (folder := tmp_path / "parts").mkdir()
    left = killed("count", step, folder / "part.parquet", text)
    assert bool(left) == (step > 0)
    assert pq.read_table(counted(text, folder / "part.parquet")).equals(whole)
    assert os.listdir(folder) == ["part.parquet"]


@pytest.mark.parametrize("step", [0, 5, 40])
def test_a_killed_sum_is_made_again(text: Path, tmp_path: Path, step: int) -> None:
    whole = pq.read_table(counted(text, tmp_path / "whole.parquet"))
    parts = [counted(text, tmp_path / f"{number}.parquet", number, 4) for number in range(4)]
    (folder := tmp_path / "sum").mkdir()
    assert killed("merge", step, folder / "sum.parquet", *parts)
    finished(merge_counts(list(map(str, parts)), str(folder / "sum.parquet")))
    assert pq.read_table(folder / "sum.parquet").equals(whole)
    assert os.listdir(folder) == ["sum.parquet"]


@pytest.mark.parametrize("verb", ["count-pieces", "merge-counts"])
@pytest.mark.parametrize("limit", ["1GB", "1"])
def test_a_full_disk_leaves_what_was_there(text: Path, tmp_path: Path, verb: str, limit: str) -> None:
    part = counted(text, tmp_path / "part.parquet")
    (folder := tmp_path / "parts").mkdir()
    (out := folder / "out.parquet").write_bytes(b"as it was")
    source = text if verb == "count-pieces" else part
    found = run(FULL, verb, source, "--memory-limit", limit, "--out", out)
    assert found.returncode == 1
    said = "not enough space in its folder: File too large. Free space, or save elsewhere."
    assert found.stderr == f"workbench: {out}: {said}\n"
    assert out.read_bytes() == b"as it was"
    assert os.listdir(folder) == ["out.parquet"]


def test_of_a_file_that_is_damaged_further_on_nothing_counts(text: Path, tmp_path: Path) -> None:
    (folder := tmp_path / "parts").mkdir()
    parts = [counted(text, folder / f"{number}.parquet", number, 2) for number in range(2)]
    table = pq.read_table(parts[1]).replace_schema_metadata(pq.read_metadata(parts[1]).metadata)
    pq.write_table(
        table,
        parts[1],
        row_group_size=table.num_rows // 2 + 1,
        write_page_checksum=True,
        use_dictionary=False,
    )
    column = pq.read_metadata(parts[1]).row_group(1).column(0)
    data = bytearray(parts[1].read_bytes())
    data[column.data_page_offset + column.total_compressed_size - 3] ^= 1
    parts[1].write_bytes(data)
    with pytest.raises(EngineError) as caught:
        finished(TrainingRun([str(folder)], Options(vocab_size=300)).steps())
    assert (caught.value.code, caught.value.facts["missing"]) == ("counts_shards_missing", "1")


def test_leftovers_of_another_target_stay(tmp_path: Path) -> None:
    with atomic.folder_beside(str(tmp_path / "a.parquet")) as folder:
        assert os.path.isdir(folder)
        with atomic.folder_beside(str(tmp_path / "b.parquet")):
            assert os.path.isdir(folder)
