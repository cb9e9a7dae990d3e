"""What the tests of jobs begin with: a store, and a text to train on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.worker.jobs.open_tokenizers import Store


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store()
    yield store
    store.close()


@pytest.fixture
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A file with the CORPUS of the test's own module."""
    file = tmp_path / "corpus.txt"
    file.write_text(request.module.CORPUS, encoding="utf-8")
    return str(file)
