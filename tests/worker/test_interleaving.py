"""Jobs that take turns while each asks the child process: a custom pattern, a foreign library."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.foreign.test_foreign_model import as_file, unigram
from tests.worker.stepping import messages
from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.pre_tokenizers import named
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.explaining import Explain
from workbench.worker.messages.pipeline import ShowPipeline
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.text import Encode

TEXT = b"one line of several words\n" * 400


@pytest.fixture(params=["custom", "foreign"])
def handle(store: Store, request: pytest.FixtureRequest, tmp_path: Any) -> int:
    """A tokenizer that can only be asked in the child process of the store."""
    if request.param == "custom":
        splitter = named("custom", r"\w+|\W+", store.live_child)
        opened = api.Opened(Tokenizer(api.open_sample().tokenizer.model, splitter), "", "minbpe")
    else:
        file = tmp_path / "tokenizer.json"
        file.write_bytes(as_file(unigram()))
        opened = api.open_file(file, store.live_child)
    return store.add(opened, request.param).handle


KINDS: dict[str, Callable[[int, int], Any]] = {
    "tokens": lambda number, handle: Encode(number, handle, TEXT, "tokens"),
    "strip": lambda number, handle: Encode(number, handle, TEXT[:999], "strip"),
    "pipeline": lambda number, handle: ShowPipeline(number, handle, TEXT, 300),
    "explain": lambda number, handle: Explain(number, handle, TEXT, 300),
}


@pytest.mark.parametrize("other", ["strip", "pipeline", "explain"])
def test_jobs_of_one_tokenizer_take_turns_in_whatever_order(store: Store, handle: int, other: str) -> None:
    requests = {"a": KINDS["tokens"](1, handle), "b": KINDS[other](2, handle)}
    alone = {name: shown(messages(jobs.start(store, request))) for name, request in requests.items()}
    for order in sorted(set(itertools.permutations("aabb"))):
        begun = {name: jobs.start(store, request) for name, request in requests.items()}
        told: dict[str, list[object]] = {"a": [], "b": []}
        for name in order:
            told[name].extend(itertools.islice(iter(begun[name].step, ENDED), 3))
        for name, job in begun.items():
            told[name].extend(iter(job.step, ENDED))
        assert {name: shown(answers) for name, answers in told.items()} == alone, order


def shown(answers: Any) -> list[str]:
    """Return what is told but for how far a job is, which depends on the time."""
    return [repr(each) for each in answers if each is not None and not isinstance(each, JobProgress)]
