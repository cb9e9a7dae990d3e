"""Error bars and provenance by row of the vocabulary, of a tokenizer that was trained here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workbench import api
from workbench.engine.judging.health import all_ids
from workbench.worker.jobs import starting
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.origins import FindErrorBars, FindOrigins
from workbench.worker.messages.requests import Failed, JobProgress


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:02}.txt").write_text(
            "some more words " * 5 + ("qxqx " * 9 if number == 7 else "")
        )
    return folder


def answers(store: Store, request: Any) -> list[Any]:
    return [each for each in iter(starting.start(store, request).step, ENDED) if each is not None]


def trained(store: Store, texts: Path, tmp_path: Path) -> tuple[int, list[bytes]]:
    """Open a tokenizer trained on the texts; return its handle and the bytes of its rows."""
    path = tmp_path / "own.json"
    tokenizer = api.train(str(texts), vocab_size=270, special_tokens=["<|end|>"])
    api.save_tokenizer(tokenizer, path)
    opened = api.open_file(path)
    rows = [opened.tokenizer.token_bytes(i) or b"" for i in all_ids(opened.tokenizer).tolist()]
    return store.add(opened, "Own").handle, rows


def test_error_bars_by_row(store: Store, texts: Path, tmp_path: Path) -> None:
    handle, rows = trained(store, texts, tmp_path)
    *progress, bars = answers(store, FindErrorBars(1, handle))
    assert {each.what for each in progress if isinstance(each, JobProgress)} >= {"error bars"}
    assert len(bars.survivals) == len(bars.margins) == len(rows)
    assert set(bars.survivals[:256].tolist()) == {-1}
    assert bars.survivals[rows.index(b"qx")] == 19
    assert bars.survivals[rows.index(b"<|end|>")] == -1
    assert (bars.survivals[256:-1] >= 0).all()
    assert bars.lines[0].endswith("of 40 documents")


def test_provenance_by_row(store: Store, texts: Path, tmp_path: Path) -> None:
    handle, rows = trained(store, texts, tmp_path)
    *_, origins = answers(store, FindOrigins(1, handle))
    row = rows.index(b"qx")
    assert origins.sources == (str(texts),)
    assert origins.shares[row].tolist() == [1]
    assert (origins.documents[row], origins.file_shares[row]) == (1, 1)
    assert origins.files[origins.file[row]] == str(texts / "07.txt")
    assert origins.documents[0] == origins.file[0] == -1
    (failed,) = [
        each
        for each in answers(store, FindOrigins(2, handle, without=(str(texts),)))
        if isinstance(each, Failed)
    ]
    assert failed.code == "source_is_all"


def test_a_tokenizer_that_was_not_trained_here(store: Store) -> None:
    sample = api.open_sample()
    sample.tokenizer.record = None
    (failed,) = answers(store, FindErrorBars(1, store.add(sample, "Sample").handle))
    assert failed.code == "record_missing"
