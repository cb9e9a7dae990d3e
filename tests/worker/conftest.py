"""What the tests of jobs begin with: a desk, and a text to train on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.worker.jobs.open_tokenizers import Desk


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


@pytest.fixture
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A file with the CORPUS of the test's own module."""
    file = tmp_path / "corpus.txt"
    file.write_text(request.module.CORPUS, encoding="utf-8")
    return str(file)
