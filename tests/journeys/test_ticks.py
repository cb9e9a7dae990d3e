"""The window never hangs while it works; `python -m tests.benchmarks.window` has the figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks import window
from tests.journeys.conftest import Person
from workbench.shell.app import SWITCH_INTERVAL

HANG_MS = 500  # ten times the aim, without what other programs took: a busy machine must not fail here


def test_training_leaves_the_window_alive(person: Person, shared: Path) -> None:
    trainings = window.Trainings(person.parts)
    person.parts.window.show_task("train")
    window.settle(1)
    gaps = trainings.train(shared / "data" / "taylorswift.txt", 2048)
    assert len(trainings.trained) == 1
    assert gaps.hang() < HANG_MS, str(gaps)


def test_a_text_of_10_mb_opens_with_the_window_alive(person: Person, tmp_path: Path) -> None:
    corpus = Path(__file__).resolve().parents[2] / "resources" / "corpus"
    sample = b"".join(file.read_bytes() for file in sorted(corpus.glob("*.txt")))
    text = tmp_path / "large.txt"
    text.write_bytes(sample * (10_000_000 // len(sample) + 1))
    gaps = window.open_text(person.parts, text)
    assert person.encoded()
    assert person.parts.tokens.text() == text.read_bytes()
    assert gaps.hang() < HANG_MS, str(gaps)


@pytest.fixture(autouse=True)
def _as_the_program_does() -> Iterator[None]:
    """Switch threads as often as the program does."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    yield
    sys.setswitchinterval(before)
