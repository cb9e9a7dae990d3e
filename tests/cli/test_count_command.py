"""The command that the window copies: a shell runs it, and it counts what the window would train on."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from workbench.api.count_parts import count_part
from workbench.cli.count_pieces import command_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "options", [Options(), Options("custom", r"\w{1,3}|'| +{}|."), Options(numbers="single")]
)
def test_the_command_counts_what_is_chosen(tmp_path: Path, options: Options) -> None:
    folder = tmp_path / "it's a {} folder"
    folder.mkdir()
    (folder / "a.txt").write_text("The cat's  1234 hats. " * 50)
    (folder / "b.log").write_text("not this")
    sources = [
        SourceOptions(str(folder), clean=("lowercase", "whitespace"), patterns=("*.txt", "!c*"), weight=2.0)
    ]
    finished(count_part([replace(sources[0], weight=1.0)], options, str(tmp_path / "whole.parquet")))
    program = tmp_path / "bin" / "workbench"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m workbench "$@"\n')
    program.chmod(0o755)
    path = {"PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    command = ["bash", "-c", command_of(sources, options, 2)]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, **path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert sorted(os.listdir(tmp_path / "parts")) == ["0.parquet", "1.parquet"]
    assert pq.read_table(tmp_path / "counts.parquet").equals(pq.read_table(tmp_path / "whole.parquet"))


def code_of(sources: list[SourceOptions], options: Options) -> str:
    with pytest.raises(EngineError) as caught:
        command_of(sources, options, 2)
    return caught.value.code


def test_what_no_command_says() -> None:
    text = SourceOptions("a.txt")
    assert code_of([text], Options(extend="own.json")) == "command_extends"
    assert code_of([text, SourceOptions("b.txt", clean=("lowercase",))], Options()) == "command_mixed_sources"
    assert code_of([replace(text, files=(("a", "text", ""),))], Options()) == "command_chosen_files"
    assert code_of([replace(text, sample_bytes=5)], Options()) == "counts_not_sharded"
