"""The lanes on their threads: queueing, the newest request, cancel and pause in every phase."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from tests.worker.emitted import keep, when
from workbench.engine.training.options import Options
from workbench.engine.training.trainer import Progress
from workbench.worker import lane as one_lane
from workbench.worker import lanes as worker
from workbench.worker import taking_turns, window_turn
from workbench.worker.jobs import encoding as encoding_job
from workbench.worker.jobs import open_tokenizers
from workbench.worker.jobs import training as training_job
from workbench.worker.jobs import user_activity as activity
from workbench.worker.jobs.job import Job
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.lane import CompareLane, JobsLane, LiveLane, TrainingLane
from workbench.worker.lanes import Lanes
from workbench.worker.messages.corpus import MeasureCorpus
from workbench.worker.messages.explaining import Explain, Explained
from workbench.worker.messages.finding import FindText, HitsFound
from workbench.worker.messages.judging import JudgeTokens
from workbench.worker.messages.published import FetchProgressed
from workbench.worker.messages.requests import JobCancelled, JobProgress, new_request_id
from workbench.worker.messages.sizes import CountSizes, CutSizes, SizesCounted, WordSizeProgress
from workbench.worker.messages.text import Encode, Encoded, EncodedPart, ReadText
from workbench.worker.messages.tokenizers import (
    CloseTokenizer,
    ListVocab,
    OpenTokenizer,
    TokenizerOpened,
    VocabListed,
)
from workbench.worker.messages.training import (
    MergesLearned,
    Train,
    Trained,
    TrainingCancelled,
    TrainingPaused,
    TrainingProgress,
    TrainingSnapshot,
)

PATIENCE = 30_000


@pytest.fixture(autouse=True)
def _plain_trainer_that_looks_up_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no phase is over before it has been seen."""
    monkeypatch.setenv("WORKBENCH_PURE", "1")


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    """Text whose reading, building and merging each take a good while."""
    lines = (f"{row * row * 7919 % 1_000_003:x} and {row * 104_729 % 999_983:o}" for row in range(60_000))
    file = tmp_path / "corpus.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def run(corpus: str, vocab_size: int = 20_000) -> Train:
    return Train(new_request_id(), (corpus,), Options(vocab_size=vocab_size), "Run")


def wait(bot: QtBot, until: Callable[[], object]) -> None:
    bot.waitUntil(lambda: bool(until()), timeout=PATIENCE)


def hold_in(lanes: Lanes, request: Train, phase: str) -> None:
    """Pause a run as it tells of a phase."""

    def _pause() -> None:
        lanes.training.set_paused(request.request_id, True)

    when(lanes.training, TrainingProgress, lambda message: message.phase == phase, _pause)


@pytest.mark.parametrize("phase", ["reading", "building", "merging"])
def test_cancel_ends_a_run_in_every_phase(lanes: Lanes, qtbot: QtBot, corpus: str, phase: str) -> None:
    cancelled, trained = keep(lanes.training, TrainingCancelled, JobCancelled), keep(lanes.training, Trained)
    request = run(corpus)
    when(
        lanes.training,
        TrainingProgress,
        lambda message: message.phase == phase,
        lambda: lanes.training.call(lanes.training.cancel, request.request_id),
    )
    progress = keep(lanes.training, TrainingProgress)
    lanes.ask(request)
    wait(qtbot, lambda: cancelled)
    seen = len(progress)
    qtbot.wait(60)
    assert len(progress) == seen
    assert cancelled[0].request_id == request.request_id
    assert trained == []


@pytest.mark.parametrize("phase", ["reading", "building", "merging"])
def test_pause_holds_a_run_in_every_phase_and_resume_ends_it_the_same(
    lanes: Lanes, qtbot: QtBot, corpus: str, phase: str
) -> None:
    progress, paused = keep(lanes.training, TrainingProgress), keep(lanes.training, TrainingPaused)
    trained = keep(lanes.training, Trained)
    request = run(corpus, 1200)
    hold_in(lanes, request, phase)
    lanes.ask(request)
    wait(qtbot, lambda: paused and paused[-1].paused)
    seen = len(progress)
    qtbot.wait(80)
    assert len(progress) == seen
    assert progress[-1].phase == phase
    assert trained == []
    lanes.training.call(lanes.training.set_paused, request.request_id, False)
    wait(qtbot, lambda: trained)
    assert trained[0].tokenizer.n_merges == 944


def test_a_run_that_holds_has_told_and_shown_all_that_it_learned(
    lanes: Lanes, qtbot: QtBot, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_job, "SNAPSHOT_SECONDS", 1e6)  # none of itself but the first
    learned, shown = keep(lanes.training, MergesLearned), keep(lanes.training, TrainingSnapshot)
    paused = keep(lanes.training, TrainingPaused)
    request = run(corpus)
    when(
        lanes.training,
        MergesLearned,
        lambda _: True,
        lambda: lanes.training.set_paused(request.request_id, True),
    )
    lanes.ask(request)
    wait(qtbot, lambda: paused)
    n_merges = sum(len(batch.pairs) for batch in learned)
    assert shown[-1].tokenizer.n_merges == n_merges == lanes.training._job._n_merges
    lanes.training.call(lanes.training.cancel, request.request_id)


def test_a_run_that_is_let_go_before_it_holds_does_not_hold(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    paused, trained = keep(lanes.training, TrainingPaused), keep(lanes.training, Trained)
    request = run(corpus)

    def _both() -> None:
        lanes.training.set_paused(request.request_id, True)
        lanes.training.set_paused(request.request_id, False)

    when(lanes.training, MergesLearned, lambda _: True, _both)
    lanes.ask(request)
    wait(qtbot, lambda: trained)
    assert paused == []


def test_stop_ends_a_paused_run_with_what_it_has(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    learned, trained = keep(lanes.training, MergesLearned), keep(lanes.training, Trained)
    paused = keep(lanes.training, TrainingPaused)
    request = run(corpus)

    def _pause() -> None:
        lanes.training.set_paused(request.request_id, True)

    when(lanes.training, MergesLearned, lambda _: True, _pause)
    lanes.ask(request)
    wait(qtbot, lambda: paused)
    lanes.training.call(lanes.training.stop, request.request_id)
    wait(qtbot, lambda: trained)
    assert trained[0].reason == "stopped"
    assert trained[0].tokenizer.n_merges == sum(len(batch.pairs) for batch in learned)


def test_a_request_that_waits_can_be_cancelled(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    cancelled = keep(lanes.training, TrainingCancelled, JobCancelled)
    first, second = run(corpus), run(corpus)
    lanes.ask(first)
    lanes.ask(second)
    lanes.training.call(lanes.training.cancel, second.request_id)
    wait(qtbot, lambda: cancelled)
    assert cancelled[0].request_id == second.request_id
    lanes.training.call(lanes.training.cancel, first.request_id)
    wait(qtbot, lambda: len(cancelled) == 2)


def test_the_newest_text_of_a_view_takes_the_place_of_the_one_before(lanes: Lanes, qtbot: QtBot) -> None:
    opened, encoded = keep(lanes.jobs, TokenizerOpened), keep(lanes.live, Encoded)
    lanes.ask(OpenTokenizer(new_request_id(), ""))
    wait(qtbot, lambda: opened)
    handle = opened[0].tokenizer.handle
    first = Encode(new_request_id(), handle, b"never asked for again " * 500_000, "tokens")
    other = Encode(new_request_id(), handle, b"another view", "strip")
    newest = Encode(new_request_id(), handle, b"the newest", "tokens")
    for request in (first, other, newest):
        lanes.ask(request)
    wait(qtbot, lambda: len(encoded) == 2)
    assert {answer.request_id for answer in encoded} == {other.request_id, newest.request_id}


def test_progress_comes_at_most_thirty_times_a_second(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    progress, trained = keep(lanes.training, TrainingProgress), keep(lanes.training, Trained)
    lanes.ask(run(corpus, 2000))
    wait(qtbot, lambda: trained)
    assert len(progress) <= 30 * trained[0].elapsed + 4


@pytest.mark.parametrize(
    ("lane_class", "told"),
    [
        (TrainingLane, [TrainingProgress(1, "merging", 1, 2, 0.5, 1)]),
        (TrainingLane, [WordSizeProgress(1, Progress("merging", 1, 2))]),
        # In turns, as a download tells of itself.
        (JobsLane, [FetchProgressed(1, 1, 2), JobProgress(1, "fetch", "x", 1, 2)]),
    ],
)
def test_what_a_window_held_up_has_not_taken_does_not_pile_up(
    lane_class: type, told: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, now = Store(), [100.0]
    monkeypatch.setattr(one_lane.time, "perf_counter", lambda: now[0])
    lane = lane_class(store)
    found = keep(lane, type(told[0]))
    for _ in range(1000):
        for message in told:
            lane._tell(message)
        now[0] += 0.001
    assert 1 < len(found) <= 30 + 1
    for message in told:  # of another request: its first is told at once
        lane._tell(replace(message, request_id=2))
    assert found[-1].request_id == 2
    store.close()


def test_shutting_down_drops_what_runs(qapp: object, qtbot: QtBot, corpus: str) -> None:
    lanes = Lanes()
    progress = keep(lanes.training, TrainingProgress)
    lanes.ask(run(corpus))
    wait(qtbot, lambda: progress)
    assert lanes.shut_down()
    assert not any(thread.is_alive() for thread in lanes._threads)


def open_sample(lanes: Lanes, bot: QtBot) -> int:
    opened = keep(lanes.jobs, TokenizerOpened)
    lanes.ask(OpenTokenizer(new_request_id(), ""))
    wait(bot, lambda: opened)
    return int(opened[0].tokenizer.handle)


LONG = b"a text that takes a good while to encode " * 60_000


def test_a_word_is_explained_while_an_encoding_waits(lanes: Lanes, qtbot: QtBot) -> None:
    handle = open_sample(lanes, qtbot)
    order = keep(lanes.live, Encoded, Explained)
    long = Encode(new_request_id(), handle, LONG, "tokens")
    word = Explain(new_request_id(), handle, b"lowered", 0)
    parts = keep(lanes.live, EncodedPart)
    when(lanes.live, EncodedPart, lambda _: True, lambda: lanes.live.submit(word))
    lanes.ask(long)
    wait(qtbot, lambda: len(order) == 2)
    assert [type(answer) for answer in order] == [Explained, Encoded]
    ids = sum(len(part.ids) for part in parts)
    assert ids == order[1].n_tokens  # type: ignore[attr-defined]  # nothing was lost or sent twice


def test_the_health_of_each_tokenizer_is_checked_though_another_is_asked_for(qapp: object) -> None:
    lane = CompareLane(Store())
    lane._waiting.extend((JudgeTokens(0, 1), JudgeTokens(1, 2)))
    lane._make_room(JudgeTokens(2, 1))
    assert [(each.request_id, each.handle) for each in lane._waiting] == [(1, 2)]


def test_an_encoding_that_waits_can_be_cancelled_and_replaced(lanes: Lanes, qtbot: QtBot) -> None:
    handle = open_sample(lanes, qtbot)
    cancelled, encoded = keep(lanes.live, JobCancelled), keep(lanes.live, Encoded)
    first = Encode(new_request_id(), handle, LONG, "tokens")
    word = Explain(new_request_id(), handle, b"x", 0)

    def _go_in_between() -> None:
        """In the lane's own thread, so that the encoding has not gone on when it is given up."""
        lanes.live.submit(word)
        assert [job.request for job in lanes.live._aside] == [first]
        lanes.live.cancel(first.request_id)

    when(lanes.live, EncodedPart, lambda _: True, _go_in_between)
    lanes.ask(first)
    wait(qtbot, lambda: cancelled)
    assert cancelled[0].request_id == first.request_id
    newest = Encode(new_request_id(), handle, b"short", "tokens")
    lanes.ask(newest)
    wait(qtbot, lambda: encoded)
    assert [answer.request_id for answer in encoded] == [newest.request_id]


def test_counting_at_all_sizes_keeps_still_while_somebody_types(
    lanes: Lanes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = open_sample(lanes, qtbot)
    counted, encoded = keep(lanes.live, SizesCounted), keep(lanes.live, Encoded)
    monkeypatch.setattr(activity, "HOLD_SECONDS", 3600.0)
    lanes.attend()
    lanes.ask(CountSizes(new_request_id(), handle, b"few words"))
    for number in range(1, 20):
        lanes.ask(Encode(new_request_id(), handle, b"few words", "tokens"))
        wait(qtbot, lambda number=number: len(encoded) == number)
    assert not counted
    monkeypatch.setattr(activity, "HOLD_SECONDS", 0.0)
    lanes.attend()
    wait(qtbot, lambda: counted)


def test_listing_a_vocabulary_keeps_still_while_somebody_drags(
    lanes: Lanes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = open_sample(lanes, qtbot)
    listed, encoded = keep(lanes.jobs, VocabListed), keep(lanes.live, Encoded)
    monkeypatch.setattr(activity, "HOLD_SECONDS", 3600.0)
    monkeypatch.setattr(taking_turns, "LONGEST_REST_SECONDS", 3600.0)
    lanes.attend()
    lanes.ask(ListVocab(new_request_id(), handle))
    for number in range(1, 20):
        lanes.ask(Encode(new_request_id(), handle, b"few words", "tokens"))
        wait(qtbot, lambda number=number: len(encoded) == number)
    assert not listed
    monkeypatch.setattr(activity, "HOLD_SECONDS", 0.0)
    lanes.attend()
    wait(qtbot, lambda: listed)


def test_a_listing_does_not_keep_still_for_ever(
    lanes: Lanes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = open_sample(lanes, qtbot)
    listed = keep(lanes.jobs, VocabListed)
    monkeypatch.setattr(activity, "HOLD_SECONDS", 3600.0)
    monkeypatch.setattr(taking_turns, "LONGEST_REST_SECONDS", 0.2)
    lanes.attend()
    lanes.ask(ListVocab(new_request_id(), handle))
    wait(qtbot, lambda: listed)


def test_others_go_before_a_listing(qapp: object) -> None:
    store = Store()
    lane = JobsLane(store)
    order = [
        ListVocab(1, 1),
        ListVocab(2, 2),
        MeasureCorpus(3, ()),
        ReadText(4, "a"),
        ReadText(5, "b"),
    ]
    for request in order:
        lane.submit(request)
    first = None if lane._job is None else lane._job.request
    assert [first, *lane._waiting] == [order[3], order[4], order[1], order[2]]
    assert [job.request for job in lane._aside] == [order[0]]
    store.close()


@pytest.mark.parametrize("ahead", [(), (ReadText(1, "a"),)], ids=["begun", "waiting"])
def test_a_tokenizer_is_closed_at_once_and_not_listed(qapp: object, ahead: tuple[ReadText, ...]) -> None:
    store = Store()
    lane = JobsLane(store)
    cancelled = keep(lane, JobCancelled)
    for request in (*ahead, ListVocab(2, 1), ListVocab(3, 2), CloseTokenizer(4, 1)):
        lane.submit(request)
    assert cancelled == [JobCancelled(2)]
    begun = [] if lane._job is None else [lane._job.request]
    left = [*begun, *lane._waiting, *(job.request for job in lane._aside)]
    assert left == [*ahead, CloseTokenizer(4, 1), ListVocab(3, 2)]
    store.close()


def test_nothing_waits_behind_a_listing_that_keeps_still(
    lanes: Lanes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = open_sample(lanes, qtbot)
    opened = keep(lanes.jobs, TokenizerOpened)
    monkeypatch.setattr(activity, "HOLD_SECONDS", 3600.0)
    lanes.attend()
    lanes.ask(ListVocab(new_request_id(), handle))
    lanes.ask(OpenTokenizer(new_request_id(), ""))
    wait(qtbot, lambda: opened)


def test_counting_at_all_sizes_waits_for_an_encoding_that_comes_later(lanes: Lanes, qtbot: QtBot) -> None:
    handle = open_sample(lanes, qtbot)
    order = keep(lanes.live, Encoded, SizesCounted)
    other = Encode(new_request_id(), handle, LONG, "other")
    counting = CountSizes(new_request_id(), handle, LONG)
    later = Encode(new_request_id(), handle, b"later", "tokens")

    def _ask() -> None:
        lanes.ask(counting)
        lanes.ask(later)

    when(lanes.live, EncodedPart, lambda _: True, _ask)
    lanes.ask(other)
    wait(qtbot, lambda: len(order) == 3)
    assert [answer.request_id for answer in order] == [  # type: ignore[attr-defined]
        other.request_id, later.request_id, counting.request_id,
    ]  # fmt: skip


EDITED = b"a text that somebody types in " * 6_000


def edit(handle: int, view: str = "tokens") -> Encode:
    """A key in the middle of a long text."""
    return Encode(
        new_request_id(), handle, EDITED, view, (90_000, 90_500), stale=((90_000, 90_010),), n_characters=1
    )


@pytest.fixture
def long_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after the tokens of what is seen does not come by itself."""
    monkeypatch.setattr(encoding_job, "REST", 3600.0)


@pytest.mark.usefixtures("long_rest")
def test_after_what_is_seen_the_lane_rests_until_somebody_waits(lanes: Lanes, qtbot: QtBot) -> None:
    handle = open_sample(lanes, qtbot)
    parts, encoded = keep(lanes.live, EncodedPart), keep(lanes.live, Encoded)
    request, other = edit(handle), Encode(new_request_id(), handle, b"short", "other")
    lanes.ask(request)
    wait(qtbot, lambda: parts)
    qtbot.wait(20)
    assert [part.request_id for part in parts] == [request.request_id]
    assert not encoded
    lanes.ask(other)
    word = Explain(new_request_id(), handle, b"lowered", 0)
    explained = keep(lanes.live, Explained)
    lanes.ask(word)  # goes before what rests, which then goes on
    wait(qtbot, lambda: len(encoded) == 2)
    assert explained
    assert [answer.request_id for answer in encoded] == [request.request_id, other.request_id]


@pytest.mark.usefixtures("long_rest")
def test_what_rests_is_cancelled_and_replaced(lanes: Lanes, qtbot: QtBot) -> None:
    handle = open_sample(lanes, qtbot)
    parts, cancelled = keep(lanes.live, EncodedPart), keep(lanes.live, JobCancelled)
    asked = []
    for number in range(1, 6):
        request = edit(handle)
        asked.append(request.request_id)
        lanes.ask(request)
        wait(qtbot, lambda number=number: len(parts) == number)
        assert parts[-1].request_id == request.request_id
    lanes.live.call(lanes.live.cancel, request.request_id)
    wait(qtbot, lambda: len(cancelled) == 5)
    assert [each.request_id for each in cancelled] == asked


@pytest.mark.usefixtures("long_rest")
def test_the_answer_to_a_key_is_there_before_the_window_goes_on(
    lanes: Lanes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MOMENT_SECONDS", PATIENCE / 1000)
    handle = open_sample(lanes, qtbot)
    parts = keep(lanes.live, EncodedPart)
    for number in range(1, 6):
        lanes.ask(edit(handle))
        QCoreApplication.processEvents()
        assert len(parts) == number


def test_a_lane_works_on_when_the_window_has_come_round(
    lanes: Lanes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_turn, "PATIENCE_SECONDS", PATIENCE / 1000)
    handle = open_sample(lanes, qtbot)
    steps: list[object] = []
    step = Job.step
    monkeypatch.setattr(Job, "step", lambda job, until: (steps.append(job), step(job, until))[1])
    ended = keep(lanes.live, Encoded)
    lanes.ask(Encode(new_request_id(), handle, LONG, "tokens"))
    time.sleep(0.2)
    assert steps == []
    wait(qtbot, lambda: ended)
    assert steps


def test_a_key_is_answered_by_a_lane_that_lets_the_window_go_first(
    lanes: Lanes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = open_sample(lanes, qtbot)
    monkeypatch.setattr(window_turn, "PATIENCE_SECONDS", 2 * PATIENCE / 1000)
    monkeypatch.setattr(worker, "MOMENT_SECONDS", PATIENCE / 1000)
    lanes.ask(Encode(new_request_id(), handle, LONG, "other"))
    time.sleep(0.2)  # it has begun, and lets the window go first, which waits itself from here on
    parts = keep(lanes.live, EncodedPart)
    request = edit(handle)
    lanes.ask(request)
    QCoreApplication.processEvents()
    assert any(part.request_id == request.request_id for part in parts)


def test_the_window_does_not_wait_long_for_a_lane_that_is_held_up(lanes: Lanes, qtbot: QtBot) -> None:
    handle = open_sample(lanes, qtbot)
    held, let_go = threading.Event(), threading.Event()
    parts = keep(lanes.live, EncodedPart)

    def _hold() -> None:
        held.set()
        let_go.wait(PATIENCE / 1000)

    when(lanes.live, Encoded, lambda _: True, _hold)
    lanes.ask(Encode(new_request_id(), handle, b"short", "other"))
    assert held.wait(PATIENCE / 1000)
    request = edit(handle)
    lanes.ask(request)
    assert not let_go.is_set()  # it has come back before the lane could answer
    let_go.set()
    wait(qtbot, lambda: any(part.request_id == request.request_id for part in parts))


@pytest.mark.parametrize("message", [CountSizes, CutSizes])
def test_what_was_asked_of_a_text_is_dropped_when_it_is_edited(message: type, qapp: object) -> None:
    store = Store()
    lane = LiveLane(store)
    more = ((0, 9),) if message is CutSizes else ()
    asked = message(new_request_id(), 1, b"the text as it was", *more)
    lane.submit(asked)
    for same in (replace(edit(1), text=asked.text), replace(edit(1), stale=((0, len(EDITED)),))):
        lane.submit(same)
        assert asked in [*lane._waiting, *(job.request for job in lane._aside), lane._job.request]
    lane.submit(edit(1))
    assert asked not in [*lane._waiting, *(job.request for job in lane._aside), lane._job.request]
    store.close()


def test_the_helper_process_of_a_lane_without_work_ends(
    qapp: object, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (one_lane, open_tokenizers):
        monkeypatch.setattr(module, "REST_SECONDS", 0)
    lanes = Lanes()
    answers, child = keep(lanes.find, HitsFound), lanes._store.find_child
    for _ in range(2):  # the next request starts another
        answers.clear()
        lanes.ask(FindText(new_request_id(), b"a b", "regex", b"a"))
        wait(qtbot, lambda: answers and child.pid is None)
        assert answers[-1].n_hits == 1
    assert lanes.shut_down()


def test_the_end_waits_for_no_turn_of_the_window(
    qapp: object, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_turn, "PATIENCE_SECONDS", PATIENCE / 1000)
    lanes = Lanes()
    handle = open_sample(lanes, qtbot)
    lanes.ask(Encode(new_request_id(), handle, LONG, "tokens"))
    end = time.monotonic() + PATIENCE / 1000
    while lanes.live._turn._round.is_set() and time.monotonic() < end:
        time.sleep(0.001)  # no events: the lane waits for its turn until the end
    assert not lanes.live._turn._round.is_set()
    assert lanes.shut_down()
