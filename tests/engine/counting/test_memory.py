"""Counting takes memory by what is distinct, not by how long a line is."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from workbench import kernels

COUNT_A_LINE = """
import sys
from workbench.api.counting import CountedCorpus
from workbench.api.training_options import recipe_of
from workbench.engine.training.options import Options
corpus = CountedCorpus([sys.argv[1]])
for _ in corpus.count(recipe_of(Options("gpt4")), None):
    pass
# Not ru_maxrss, which begins with the memory of the process that started this one.
most = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(most) >> 10, list(corpus.counted))
"""
LINE = b"some words 42 " * (1 << 16)  # 0.9 MB
# 2.2 GB, or 73 MB; the half does for the readable engine, where a piece is an object of 40 bytes.
N_LINES = 2400 if os.environ.get("WORKBENCH_THOROUGH") else 80 if kernels.active() else 40


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_it_does_not_grow_with_a_line_and_the_cuts_of_the_line_do_not_show(tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    with open(path, "wb") as file:
        for _ in range(N_LINES):
            file.write(LINE)
    try:
        done = subprocess.run(
            [sys.executable, "-c", COUNT_A_LINE, str(path)], capture_output=True, check=True
        )
    finally:
        path.unlink()
    megabytes, counted = done.stdout.decode().split(maxsplit=1)
    n = N_LINES << 16
    assert dict(ast.literal_eval(counted)) == {
        b"some": 1, b" some": n - 1, b" words": n, b" ": n + 1, b"42": n,
    }  # fmt: skip
    assert int(megabytes) < 200  # most of it is the program itself
