"""What the tests of jobs and lanes begin with: a store, lanes, and a text to train on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.lanes import Lanes


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store()
    yield store
    store.close()


@pytest.fixture
def lanes(qapp: object) -> Iterator[Lanes]:
    lanes = Lanes()
    yield lanes
    assert lanes.shut_down()


@pytest.fixture
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A file with the CORPUS of the test's own module."""
    file = tmp_path / "corpus.txt"
    file.write_text(request.module.CORPUS, encoding="utf-8")
    return str(file)
