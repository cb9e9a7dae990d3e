"""Many sources take as many times the work of one, not its square: calls are counted, no time is taken."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from workbench import api
from workbench.engine.corpus.accounting import Accounting
from workbench.engine.corpus.sources import Reading, SourceOptions, TextSource

N_READ = Accounting.n_read.fget


@pytest.fixture
def asked(monkeypatch):
    """How often the bytes of an account were added up."""
    calls: Counter[str] = Counter()

    def n_read(self):
        calls["n_read"] += 1
        return N_READ(self)

    monkeypatch.setattr(Accounting, "n_read", property(n_read))
    return calls


def files(folder, n):
    for number in range(n):
        (folder / f"{number}.txt").write_text(f"text number {number} and some words\n")
    return [str(folder / f"{number}.txt") for number in range(n)]


@pytest.mark.parametrize("kind", ["files", "texts"])
def test_the_work_grows_as_the_number_of_sources(tmp_path, asked, kind):
    paths = files(tmp_path, 400)
    sources = paths if kind == "files" else [TextSource(path, "some words\n") for path in paths]
    counts = []
    for n in (100, 400):
        asked.clear()
        run = api.TrainingRun(sources[:n], api.Options(vocab_size=260))
        for _ in run.steps():
            pass
        counts.append(asked["n_read"])
    assert counts[1] < 5 * counts[0]


def test_what_is_read_is_what_the_accounts_say(tmp_path):
    paths = files(tmp_path, 12)
    weights = [SourceOptions(path, weight=1 + number % 3) for number, path in enumerate(paths)]
    for reading in (Reading(paths), Reading(weights)):
        for _, group in reading.groups():
            for _ in group.read():
                assert reading.n_read == sum(account.accounting.n_read for account in reading.accounts)
                assert group.n_read == sum(account.accounting.n_read for account in group.accounts)
        assert reading.n_read == sum(os.path.getsize(path) for path in paths)
