"""Counting on two threads: the same pieces, counts and order as on one, however the text comes."""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from itertools import pairwise

import pytest

from workbench import kernels
from workbench.engine.base.slices import finished
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.counting import compiled_counting, splitting_ahead
from workbench.engine.counting.splitting_ahead import SplittingAhead
from workbench.engine.splitting.pre_tokenizers import published

pytestmark = pytest.mark.skipif(
    kernels.kernel("counting") is None, reason=f"the kernels are not in use: {kernels.why_not()}"
)

WORDS = [
    "a",
    "b",
    "the",
    "Then",
    "don't",
    "日本語",
    "naïve",
    "12345",
    "x" * 300,
    "👍",
    "...",
    "\n\n",
    "  ",
]
N_SPLITS = 10_000 if os.environ.get("WORKBENCH_THOROUGH") else 1000


def some_text(dice: random.Random) -> bytes:
    text = " ".join(dice.choices(WORDS, k=dice.randrange(60))).encode()
    return text + b"\xff" * dice.randrange(3)


def cut(text: bytes, dice: random.Random) -> list[bytes]:
    """Cut a text at random places, or into parts of one size."""
    if dice.randrange(2):
        places = sorted(dice.randrange(len(text) + 1) for _ in range(dice.randrange(9)))
    else:
        places = list(range(0, len(text), dice.choice([1, 7, 100, 5000])))
    return [text[start:end] for start, end in pairwise([0, *places, len(text)])]


@pytest.mark.parametrize("name", ["cl100k", "clip"])
def test_random_splits(monkeypatch, name):
    for seed in range(N_SPLITS // 3):  # each is counted three times
        dice = random.Random(seed)
        documents = [some_text(dice) for _ in range(dice.randrange(4))]
        stream = [part for text in documents for part in (*cut(text, dice), END_OF_DOCUMENT)]
        expected: Counter[bytes] = Counter()
        for text in documents:
            expected.update(text[start:end] for start, end in published(name).split(text).tolist())
        for alone, ahead, chunk in (
            (1 << 40, 0, 0),
            (0, 1, 1),
            (dice.randrange(9999), 100, dice.randrange(1, 99)),
        ):
            monkeypatch.setattr(compiled_counting, "ALONE", alone)
            monkeypatch.setattr(splitting_ahead, "AHEAD", ahead)
            monkeypatch.setattr(splitting_ahead, "CHUNK", chunk)
            monkeypatch.setattr(compiled_counting, "SHORT", dice.choice((0, 50, 1 << 12)))
            processors = dice.randrange(2, 6)
            monkeypatch.setattr(
                "workbench.engine.splitting.published_split.processors", lambda n=processors: n
            )
            counted = finished(published(name).count(iter(stream)))
            assert list(counted) == list(expected.items())
            assert counted.n_bytes + counted.lost == sum(map(len, documents))


def test_left_in_the_middle_the_threads_end(monkeypatch):
    monkeypatch.setattr("workbench.engine.splitting.published_split.processors", lambda: 4)
    steps = published("gpt2").count(iter([b"some words " * 5000] * 1000))
    while "splitting" not in {thread.name for thread in threading.enumerate()}:
        next(steps)
    for _ in range(10):
        next(steps)
    steps.close()
    assert "splitting" not in {thread.name for thread in threading.enumerate()}


def test_short_documents_are_told_of_many_at_once_and_by_no_other_thread(monkeypatch):
    monkeypatch.setattr(compiled_counting, "ALONE", 0)
    monkeypatch.setattr("workbench.engine.splitting.published_split.processors", lambda: 2)
    stream = [
        b"long words " * 1000,
        *(part for _ in range(3000) for part in (END_OF_DOCUMENT, b"some words")),
    ]
    given = []
    give = SplittingAhead.give
    monkeypatch.setattr(SplittingAhead, "give", lambda ahead, text: (given.append(text), give(ahead, text)))
    told = list(published("cl100k").count(iter(stream)))
    assert not [text for text in given if len(text) < compiled_counting.SHORT]
    assert len(told) < 40
    assert (told[-1].n_bytes, told[-1].n_distinct) == (41_000, 5)


def test_what_goes_wrong_in_the_thread_is_raised_here():
    class Broken:
        def start(self, text):
            raise MemoryError("none left")

    with SplittingAhead(Broken()) as ahead:
        ahead.give(bytearray(b"text"))
        with pytest.raises(MemoryError, match="none left"):
            list(iter(ahead.take, 0))
