"""A program that uses only the public face passes `mypy --strict`, which a wrong one does not, and runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import workbench
from workbench import api


def texts() -> Iterator[str]:
    yield "the cat sat on the mat. " * 20


tokenizer: workbench.Tokenizer = workbench.train(
    [texts(), api.TextSource("more", b"cats"), api.SourceOptions("sample:")],
    vocab_size=270, special_tokens=["<|endoftext|>"], progress=lambda step: None,
)
ids: list[int] = tokenizer.encode("the cat", allowed_special={"<|endoftext|>"})
text: str = tokenizer.decode(ids)
data: bytes = tokenizer.decode_bytes(ids)
array: NDArray[np.uint32] = tokenizer.encode_to_numpy("the cat")
n_tokens: int = tokenizer.count("the cat", allowed_special="all")
batch: list[NDArray[np.uint32]] = tokenizer.encode_batch(["a", b"b"], num_threads=2)
token: int = tokenizer.encode_single_token(" the")
vocab: dict[str, int] = tokenizer.get_vocab()
found: int | None = tokenizer.token_to_id("the")
rows = tokenizer(["the cat", "the"], padding=True, pad_id=tokenizer.eot_token)
print(rows.input_ids, rows.attention_mask, len(tokenizer), tokenizer.n_vocab)
files: tuple[str, ...] = workbench.save_tokenizer(tokenizer, "FOLDER/cats.json")
again: workbench.Tokenizer = workbench.open_tokenizer(files[0])
same: workbench.Tokenizer = workbench.Tokenizer.from_file(files[0])
counted: api.CountsWritten = workbench.count_pieces("sample:", "FOLDER/part.parquet", shard=(0, 1))
added: api.CountsWritten = workbench.merge_counts(["FOLDER/part.parquet"], "FOLDER/sum.parquet", min_count=2)
dataset: api.Dataset = workbench.encode_dataset(again, "sample:", "FOLDER/set", end="<|endoftext|>")
shards: list[str] = [shard.file for shard in dataset.splits["train"].shards]
counts: list[api.FileCount] = workbench.count(files, [tokenizer])
try:
    workbench.open_tokenizer("FOLDER/none")
except workbench.MissingFile as error:
    code: str = error.code
    reason: str = error.remedy
else:
    raise AssertionError
assert text == "the cat" and data == b"the cat" and again.encode(text) == same.encode(text) == ids
"""
# What a strict check must refuse: a face of Any would let it pass.
WRONG = """
import workbench

tokenizer = workbench.open_tokenizer("cats.json")
ids: list[str] = tokenizer.encode("the cat")
tokenizer.encode(5)
workbench.train("sample:", vocab_size="270")
dataset: int = workbench.encode_dataset(tokenizer, "sample:", "set")
"""


ROOT = str(Path(__file__).parents[2])


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    own = {**os.environ, "PYTHONPATH": ROOT, "MYPYPATH": ROOT}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=own)


def strict(path: Path) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("mypy")
    flags = ["--strict", "--config-file=", "--follow-imports=silent", f"--cache-dir={path.parent}/cache"]
    return run("-m", "mypy", *flags, str(path))


def test_a_program_of_the_public_face_is_strict_and_runs(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.replace("FOLDER", str(tmp_path)))
    checked = strict(path)
    assert (checked.returncode, checked.stdout) == (0, "Success: no issues found in 1 source file\n")
    ran = run(str(path))
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_wrong_program_is_not(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    lines = {line.split(":")[1] for line in strict(path).stdout.splitlines() if ": error:" in line}
    assert lines == {"5", "6", "7", "8"}
