"""What the tests of training options share: a corpus, both ways of counting, a run, the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from workbench import api
from workbench.cli.main import main

Shell = Callable[..., tuple[int, str, str]]  # status, standard output, standard error


@pytest.fixture
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the path of a text: TEXT of the module of the test, and its source."""
    path = tmp_path / "corpus.txt"
    path.write_text(request.module.TEXT + request.path.read_text(encoding="utf-8"), encoding="utf-8")
    return str(path)


@pytest.fixture(params=["compiled", "plain"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "plain":
        monkeypatch.setenv("WORKBENCH_PURE", "1")


@pytest.fixture
def shell(capfd: pytest.CaptureFixture[str]) -> Shell:
    def run(*words: object) -> tuple[int, str, str]:
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:
            status = int(str(end.code))
        out, err = capfd.readouterr()
        return status, out, err

    return run


def run_of(corpus: str, **options: object) -> api.TrainingRun:
    run = api.TrainingRun([corpus], api.Options(**options))  # type: ignore[arg-type]
    for _ in run.steps():
        pass
    return run
