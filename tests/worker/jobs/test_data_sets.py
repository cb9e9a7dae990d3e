"""Data sets as jobs: how far one is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.worker.jobs.test_starting import answers, of, open_sample
from workbench.api import datasets
from workbench.engine.corpus.sources import SourceOptions
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.datasets import EncodeSet, SetEncoded
from workbench.worker.messages.requests import JobProgress


@pytest.mark.parametrize("held_out", [0.0, 0.5])
def test_the_progress_of_a_set_never_goes_back(
    store: Store, tmp_path: Path, held_out: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets, "_BATCH", 100)
    (tmp_path / "texts").mkdir()
    for number in range(60):
        (tmp_path / "texts" / f"{number}.txt").write_text("Text. " * 9)
    source = SourceOptions(str(tmp_path / "texts"), held_out=held_out)
    asked = EncodeSet(7, open_sample(store).handle, (source,), str(tmp_path / "set"), "bin", 10)
    done = answers(store, asked)
    assert len(of(SetEncoded, done)[0].splits) == (2 if held_out else 1)
    shares = [step.done / step.total for step in of(JobProgress, done) if step.total]
    assert len(shares) > 3
    assert all(earlier <= later for earlier, later in pairwise(shares))
    assert shares[-1] == 1
