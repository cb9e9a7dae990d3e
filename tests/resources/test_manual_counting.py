"""The programs of the manual's chapter on counting run as they are, each where its engine is installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from workbench.api import count_pieces

ROOT = Path(__file__).parents[2]
CHAPTER = (ROOT / "resources" / "manual" / "counting.md").read_text("utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", CHAPTER, re.DOTALL | re.MULTILINE)
ENGINES = ("datatrove", "pyspark", "fsspec")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_program_of_the_chapter(engine: str, tmp_path: Path) -> None:
    (program,) = (each for each in PROGRAMS if re.search(rf"^(import|from) {engine}\b", each, re.MULTILINE))
    if find_spec(engine) is None:
        pytest.skip(f"{engine} is not installed")
    for folder in ("texts", "parts"):
        (tmp_path / folder).mkdir()
    for name, number in (("a.jsonl", 200), ("b.jsonl", 300)):
        lines = [json.dumps({"text": f"the cat sat on mat {line % 9}, don't. "}) for line in range(number)]
        (tmp_path / "texts" / name).write_text("\n".join(lines))
    (tmp_path / "program.py").write_text(program)
    environment = {
        **os.environ,
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    if engine == "fsspec":  # whose text is in memory
        (tmp_path / "texts" / "a.jsonl").unlink()
        (tmp_path / "texts" / "b.jsonl").unlink()
        (tmp_path / "texts" / "a.txt").write_text("the cat sat on the mat. " * 1000)
    count_pieces(tmp_path / "texts", tmp_path / "whole.parquet")
    columns = ["piece", "count", "documents"]
    tables = [pq.read_table(tmp_path / name, columns=columns) for name in ("counts.parquet", "whole.parquet")]
    assert tables[0].equals(tables[1])
