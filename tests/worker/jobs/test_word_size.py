"""Looking for the size at which a word is one token: its messages, and its place in the training lane."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.worker.emitted import keep, when
from tests.worker.jobs.test_encoding import answers, of, open_sample
from tests.worker.test_lanes import wait
from workbench.engine.corpus.source_options import LEFT_OUT, SourceOptions
from workbench.engine.training.options import Options
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.lanes import Lanes
from workbench.worker.messages.requests import JobCancelled, new_request_id
from workbench.worker.messages.sizes import FindWordSize, WordSized, WordSizeProgress
from workbench.worker.messages.tokenizers import OpenTokenizer, TokenizerOpened
from workbench.worker.messages.training import Train, Trained, TrainingProgress

TEXT = "low lower lowest newer newest wider widest low low lower the newest of the lowest " * 3


@pytest.fixture
def corpus(tmp_path: object) -> tuple[str, ...]:
    file = tmp_path / "corpus.txt"  # type: ignore[operator]
    file.write_text(TEXT, encoding="utf-8")
    return (str(file),)


def test_it_tells_the_size_and_how_the_word_fared(corpus: tuple[str, ...]) -> None:
    store = Store()
    request = FindWordSize(1, open_sample(store).handle, b" lowest", corpus)
    answer = of(WordSized, answers(store, request))[-1]
    assert answer.ended_by == "found"
    assert answer.counts[-1] == (answer.size, 1)
    assert answer.occurrences == 6
    assert of(WordSizeProgress, answers(store, request))


def test_a_source_is_read_as_was_chosen_for_it(tmp_path: Path) -> None:
    (tmp_path / "left.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "read.txt").write_text(TEXT[: len(TEXT) // 3], encoding="utf-8")
    store = Store()
    source = SourceOptions(str(tmp_path), files=(("left.txt", LEFT_OUT, ""),))
    request = FindWordSize(1, open_sample(store).handle, b" lowest", (source,))
    assert of(WordSized, answers(store, request))[-1].occurrences == 2
    store.close()


def opened(lanes: Lanes, qtbot: QtBot) -> int:
    found = keep(lanes.jobs, TokenizerOpened)
    lanes.ask(OpenTokenizer(new_request_id(), ""))
    wait(qtbot, lambda: found)
    return int(found[0].tokenizer.handle)


def test_it_can_be_cancelled(lanes: Lanes, qtbot: QtBot, corpus: tuple[str, ...]) -> None:
    request = FindWordSize(new_request_id(), opened(lanes, qtbot), b" zebra", corpus)
    sized, cancelled = keep(lanes.training, WordSized), keep(lanes.training, JobCancelled)
    when(
        lanes.training,
        WordSizeProgress,
        lambda _: True,
        lambda: lanes.training.cancel(request.request_id),
    )
    lanes.ask(request)
    wait(qtbot, lambda: cancelled)
    assert cancelled == [JobCancelled(request.request_id)]
    assert sized == []


def test_a_training_run_takes_its_place(lanes: Lanes, qtbot: QtBot, corpus: tuple[str, ...]) -> None:
    request = FindWordSize(new_request_id(), opened(lanes, qtbot), b" zebra", corpus)
    run = Train(new_request_id(), corpus, Options(vocab_size=260), "Run")
    cancelled, trained = keep(lanes.training, JobCancelled), keep(lanes.training, Trained)
    when(lanes.training, WordSizeProgress, lambda _: True, lambda: lanes.training.submit(run))
    lanes.ask(request)
    wait(qtbot, lambda: trained)
    assert cancelled == [JobCancelled(request.request_id)]


def test_only_the_word_asked_for_last_waits(lanes: Lanes, qtbot: QtBot, corpus: tuple[str, ...]) -> None:
    handle = opened(lanes, qtbot)
    first, second = (FindWordSize(new_request_id(), handle, word, corpus) for word in (b" low", b" the"))
    run = Train(new_request_id(), corpus, Options(vocab_size=260), "Run")
    told = keep(lanes.training, WordSized, JobCancelled)

    def _ask_twice() -> None:
        lanes.training.submit(first)
        lanes.training.submit(second)

    when(lanes.training, TrainingProgress, lambda _: True, _ask_twice)
    lanes.ask(run)
    wait(qtbot, lambda: len(told) == 2)
    assert told[0] == JobCancelled(first.request_id)
    assert (told[1].request_id, told[1].ended_by) == (second.request_id, "found")
