"""Training runs as jobs: the presets whose ids do not begin with 256, and batches of merges."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from workbench.worker import jobs, training_job
from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.job import ENDED

CORPUS = "The cat sat on the mat, the rat sat on the cat; THIS is that: 12 é.\n" * 40


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    file = tmp_path / "corpus.txt"
    file.write_text(CORPUS, encoding="utf-8")
    return str(file)


def answers(desk: Desk, corpus: str, **options: object) -> list[object]:
    request = m.Train(7, (corpus,), m.TrainingOptions(**options), "Run")  # type: ignore[arg-type]
    return [message for message in iter(jobs.start(desk, request).step, ENDED) if message is not None]


def cut(blob: bytes, ends: np.ndarray) -> list[bytes]:
    starts = [0, *ends.tolist()[:-1]]
    return [blob[start:end] for start, end in zip(starts, ends.tolist(), strict=True)]


N_CHARACTERS = len(set(CORPUS) - {"\n"})


@pytest.mark.parametrize(
    ("preset", "size", "first_id", "n_before"),
    [("clip", 520, 512, 512), ("llama2", 302, 259, 259 + N_CHARACTERS), ("gpt4", 280, 256, 256)],
)
@pytest.mark.parametrize("portion", [1, 7, 1024])
def test_merges_are_told_with_their_ids(
    desk: Desk, corpus: str, monkeypatch: pytest.MonkeyPatch,
    preset: str, size: int, first_id: int, n_before: int, portion: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(training_job, "PORTION", portion)
    monkeypatch.setattr(training_job, "BATCH_SECONDS", 0.0 if portion == 7 else 0.1)
    found = answers(desk, corpus, preset=preset, vocab_size=size)
    trained = next(message for message in found if isinstance(message, m.Trained))
    model = desk.tokenizer(trained.tokenizer.handle).model
    learned = [message for message in found if isinstance(message, m.MergesLearned)]
    rank = 0
    for message in learned:
        assert (message.first_rank, message.first_id, message.n_before) == (rank, first_id, n_before)
        tokens, lefts = cut(message.blob, message.ends), cut(message.left_blob, message.left_ends)
        for token, left, (left_id, right_id) in zip(tokens, lefts, message.pairs.tolist(), strict=True):
            assert token == model.token_bytes(first_id + rank)
            assert left == model.token_bytes(left_id)
            assert token == left + model.token_bytes(right_id)
            rank += 1
    assert rank == size - n_before
    assert learned[-1].n_tokens[-1] == trained.n_tokens
    assert trained.corpus_bytes == len(CORPUS.encode())


def test_what_no_vocabulary_can_be_made_of_is_said(desk: Desk, corpus: str) -> None:
    found = answers(desk, corpus, preset="llama2", vocab_size=270)
    assert isinstance(found[-1], m.Failed)
    assert found[-1].code == "vocab_size_below_characters"
