"""Corpora spoilt in every way: each byte is used, left out and counted, or the file refused with a message.

With `WORKBENCH_THOROUGH` 5,000 of each kind are tried.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.corpora import SAMPLES, spoilt
from workbench.engine.corpus import Corpus
from workbench.engine.errors import EngineError
from workbench.engine.isolation import Child
from workbench.engine.parquet_documents import MEMORY
from workbench.engine.scanning import scan_steps
from workbench.engine.source_options import SourceOptions

MUTATIONS = 5000 if os.environ.get("WORKBENCH_THOROUGH") else 200
SECONDS = 5.0
_CLEAN = ((), (), ("html", "whitespace", "nfc"), ("clip",), ("lowercase", "nfkc"))


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with Child(MEMORY) as running:
        yield running


def read(options: SourceOptions, child: Child) -> str:
    """Read a file and check its account; return the code of the error, or ""."""
    corpus = Corpus([options], child=child)
    parts: list[bytes] = []
    code = ""
    start = time.process_time()
    try:
        for item in corpus.read_steps():
            if isinstance(item, bytes):
                item.decode()
                parts.append(item)
    except EngineError as fault:
        code, said = fault.code, str(fault)
        if options.path not in said:
            raise
    account = corpus.accounting
    assert min(account.used, account.replaced, account.removed, *account.left_out.values(), 0) == 0
    for record in account.files:
        left_out = sum(record.left_out.values())
        assert record.size == record.used + record.replaced + record.removed + left_out, record
        if not options.clean and record.encoding == "utf-8" and options.on_invalid == "replace":
            assert min(record.used, 1) <= sum(map(len, parts)) + len(corpus.tables)
    if (
        not code
        and not options.clean
        and len(account.files) == 1
        and account.files[0].kind not in ("counts",)
    ):
        (record,) = account.files
        if not record.packed:
            assert record.size == os.path.getsize(options.path)
        if record.encoding == "utf-8" and not record.replaced:
            assert record.used == sum(map(len, parts))
    # A spoilt bzip2 block may well unpack to a million lines.
    assert time.process_time() - start < SECONDS + account.n_read / 100_000
    return code


@pytest.mark.parametrize("name", SAMPLES)
def test_spoilt_files(name: str, tmp_path: Path, child: Child) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    whole = SAMPLES[name]()
    path = tmp_path / name
    path.write_bytes(whole)
    assert read(SourceOptions(str(path)), child) == ""
    chance = random.Random(f"{name} {MUTATIONS}")
    for _ in range(MUTATIONS):
        data = spoilt(whole, chance)
        path.write_bytes(data)
        options = SourceOptions(str(path), clean=chance.choice(_CLEAN))
        try:
            code = read(options, child)
            assert code not in ("child_died", "child_fault", "internal")
            *_, scanned = (item for item in scan_steps(str(path), child) if item is not None)
            assert scanned.problem not in ("child_died", "child_fault", "internal")
        except BaseException:
            print(f"{options} {data!r}")
            raise
