"""The programs of the manual's chapter on data sets run as they are; their readers read what was encoded."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import workbench

CHAPTER = Path(__file__).parents[2] / "resources" / "manual" / "datasets.md"
END = "<|endoftext|>"
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sets that the chapter names, and texts of which they are."""
    folder = tmp_path_factory.mktemp("sets")
    (folder / "texts").mkdir()
    for number in range(60):
        (folder / "texts" / f"{number:02}.txt").write_text(f"Text {number} of all. " * (5 + number))
    tokenizer = workbench.train("sample:", vocab_size=300, special_tokens=[END])
    for name, form in (("set", "bin"), ("rows", "parquet"), ("c", "llmc")):
        workbench.encode_dataset(
            tokenizer, folder / "texts", folder / name, form=form, shard_ids=5000, end=END, held_out=0.2
        )
    return folder


def ran(section: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run the program of a section in a folder, and return its names."""
    parts = SECTION.split(CHAPTER.read_text("utf-8"))
    (program,) = re.findall(r"```python\n(.*?)```", parts[parts.index(section) + 1], re.DOTALL)
    for library in re.findall(r"^import (torch|datasets)$", program, re.MULTILINE):
        if find_spec(library) is None:
            pytest.skip(f"{library} is not installed")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HF_HOME", str(folder / "home"))
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(program, section, "exec"), names)
    return names


def ids_of(folder: Path, split: str) -> list[int]:
    return [
        int(i) for path in sorted((folder / "set").glob(f"{split}-*.bin")) for i in np.fromfile(path, "<u2")
    ]


def test_numpy(sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ran("Read it with NumPy", sets, monkeypatch)
    assert [int(i) for shard in names["shards"] for i in shard] == ids_of(sets, "train")
    assert len(names["shards"]) > 1
    assert names["x"].shape == (4, 8)
    assert (names["x"][:, 1:] == names["y"][:, :-1]).all()


def test_pytorch(sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ran("PyTorch", sets, monkeypatch)
    shards = [np.fromfile(path, "<u2") for path in sorted((sets / "set").glob("train-*.bin"))]
    starts = [(shard, start) for shard in shards for start in range(0, len(shard) - 8, 8)]
    assert len(names["blocks"]) == len(starts) > 100
    for (shard, start), (x, y) in zip(starts, (names["blocks"][n] for n in range(len(starts))), strict=True):
        assert x.tolist() == shard[start : start + 8].tolist()
        assert y.tolist() == shard[start + 1 : start + 9].tolist()


def test_nanogpt(sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran("nanoGPT", sets, monkeypatch)
    for split in ("train", "val"):
        ids = np.memmap(sets / "data" / "own" / f"{split}.bin", np.uint16, "r")
        assert ids.tolist() == ids_of(sets, split)


def test_the_patterns_for_llmc_are_those_of_shards_with_its_header(sets: Path) -> None:
    for split, pattern in re.findall(r'"set/((?:train|val))(-\*\.bin)"', CHAPTER.read_text("utf-8")):
        ids: list[int] = []
        for path in sorted((sets / "c").glob(split + pattern)):
            header = np.fromfile(path, "<i4", 256)
            shard = np.fromfile(path, "<u2", offset=1024)
            assert header[:3].tolist() == [20240520, 1, len(shard)]
            ids += shard.tolist()
        assert ids == ids_of(sets, split) != []


def test_datasets(sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("datasets") is not None:  # its progress bars leave a thread
        monkeypatch.setattr("tqdm.tqdm.monitor_interval", 0)
    names = ran("datasets", sets, monkeypatch)
    for split in ("train", "val"):
        assert [i for row in names["loaded"][split] for i in row["ids"]] == ids_of(sets, split)
    assert names["ids"][-1] == 300
