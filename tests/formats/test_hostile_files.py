"""Files spoilt in every way: each opens or is refused with a message, in time, and nothing dies of it.

`WORKBENCH_MUTATIONS` says how many of each format are tried. What once went wrong is kept in the folder
`hostile_files`, by the name of its format, and tried every time; with `WORKBENCH_KEEP` it is put there.
"""

from __future__ import annotations

import hashlib
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.formats.hostile import samples, spoilt
from tests.formats.toys import unsplit
from workbench.engine.errors import EngineError
from workbench.engine.isolation import Child
from workbench.formats.registry import FORMATS, open_file

MUTATIONS = int(os.environ.get("WORKBENCH_MUTATIONS", "500"))
SECONDS = 5.0
KEPT = Path(__file__).parent / "hostile_files"
TEXT = "ab aaé Zz<sep>日\n <s>123"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    return samples(tmp_path_factory.mktemp("samples"))


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with Child() as running:
        yield running


def tried(path: Path, child: Child) -> str:
    """Open a file and use what comes out; return the code of the error, or ""."""
    start = time.perf_counter()
    code = ""
    try:
        tokenizer = unsplit(open_file(path, child))
        try:
            ids = tokenizer.encode(TEXT, allowed_special="none")
            tokenizer.decode(ids)
            tokenizer.encode_with_offsets(TEXT, allowed_special="all")
        finally:
            tokenizer.close()
    except EngineError as fault:
        code, said = fault.code, str(fault)
        if not said:
            raise
    assert time.perf_counter() - start < SECONDS, f"{code or 'opened'} took too long"
    return code


def keep(name: str, data: bytes) -> None:
    """Keep a file that went wrong, where the environment asks for it."""
    if os.environ.get("WORKBENCH_KEEP"):
        folder = KEPT / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)


def test_the_samples_are_good(files: dict[str, list[Path]], child: Child) -> None:
    assert set(files) == {known.name for known in FORMATS}
    for name, paths in files.items():
        assert paths, name
        for path in paths:
            assert (tried(path, child), open_file(path, child).format_name) == ("", name)


@pytest.mark.parametrize("name", [known.name for known in FORMATS])
def test_spoilt_files(name: str, files: dict[str, list[Path]], child: Child) -> None:
    chance = random.Random(f"{name} {MUTATIONS}")
    wholes = [(path, path.read_bytes()) for path in files[name]]
    codes: dict[str, int] = {}
    for _ in range(MUTATIONS):
        path, whole = chance.choice(wholes)
        data = spoilt(whole, chance)
        path.write_bytes(data)
        try:
            code = tried(path, child)
        except BaseException:
            keep(name, data)
            raise
        finally:
            path.write_bytes(whole)
        codes[code] = codes.get(code, 0) + 1
    # The faults are of many kinds, or the spoiling is too coarse; the child has not died of one.
    assert len(codes) >= min(5, MUTATIONS // 20)
    assert not codes.keys() & {"child_died", "child_fault", "internal"}, codes


@pytest.mark.parametrize("path", sorted(KEPT.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_once_went_wrong(path: Path, child: Child) -> None:
    assert tried(path, child) != "child_died"
