"""Replies: a request's answer reaches only who asked, in the window's thread, and ends once."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QObject, Slot
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.worker import messages
from workbench.worker.lanes import Lanes
from workbench.worker.messages.corpus import ListFiles, LookAtFiles
from workbench.worker.messages.explaining import Explain
from workbench.worker.messages.finding import HitsFound
from workbench.worker.messages.requests import Ended, Failed, JobCancelled, JobProgress, new_request_id
from workbench.worker.messages.text import Encode, Encoded, EncodedPart, ReadText, TextRead
from workbench.worker.messages.tokenizers import CloseTokenizer, ListVocab, OpenTokenizer, VocabListed
from workbench.worker.messages.training import (
    EstimateTraining,
    MergesLearned,
    Train,
    Trained,
    TrainingCancelled,
    TrainingPaused,
)
from workbench.worker.replies import Reply

PATIENCE = 30_000
LONG = b"a text that takes a good while to encode " * 60_000


@pytest.fixture(autouse=True)
def _plain_trainer(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no run is over before it has been held."""
    monkeypatch.setenv("WORKBENCH_PURE", "1")


class Told:
    """Everything that a reply tells, by the name of the signal, with the thread that it came in."""

    def __init__(self, reply: Reply) -> None:
        self.reply, self.all = reply, []
        self.threads: set[threading.Thread] = set()
        for name in ("progressed", "answered", "failed", "cancelled"):
            getattr(reply, name).connect(lambda message, name=name: self._take(name, message))

    def _take(self, name: str, message: object) -> None:
        self.threads.add(threading.current_thread())
        self.all.append((name, message))

    def names(self) -> list[str]:
        return [name for name, _ in self.all if name != "progressed"]


def wait(bot: QtBot, until: Callable[[], object]) -> None:
    bot.waitUntil(lambda: bool(until()), timeout=PATIENCE)


def over(lanes: Lanes, bot: QtBot, *replies: Reply) -> None:
    """Wait until the last message of requests has come."""
    ids = {reply.request.request_id for reply in replies}
    wait(bot, lambda: not ids & lanes._replies.keys())


def sample(lanes: Lanes, bot: QtBot) -> int:
    told = Told(lanes.ask(OpenTokenizer(new_request_id(), "")))
    wait(bot, told.names)
    return int(told.all[-1][1].tokenizer.handle)


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    file = tmp_path / "corpus.txt"
    file.write_text("\n".join(f"{row * row * 7919 % 1_000_003:x} and {row:o}" for row in range(60_000)))
    return str(file)


def train(corpus: str) -> Train:
    return Train(new_request_id(), (corpus,), Options(vocab_size=20_000), "Run")


def test_two_that_ask_the_same_each_get_their_own_answer(lanes: Lanes, qtbot: QtBot, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.txt", "b.txt")]
    for file in files:
        file.write_text(file.name)
    told = [Told(lanes.ask(ReadText(new_request_id(), str(file)))) for file in files]
    over(lanes, qtbot, *(each.reply for each in told))
    assert [each.names() for each in told] == [["answered"], ["answered"]]
    assert [each.all[-1][1].data for each in told] == [b"a.txt", b"b.txt"]
    assert {thread for each in told for thread in each.threads} == {threading.main_thread()}
    assert not any(each.reply.is_waiting for each in told)


def test_parts_are_told_before_the_end(lanes: Lanes, qtbot: QtBot) -> None:
    handle = sample(lanes, qtbot)
    told = Told(lanes.ask(Encode(new_request_id(), handle, LONG)))
    over(lanes, qtbot, told.reply)
    parts = [message for name, message in told.all if isinstance(message, EncodedPart)]
    assert told.names() == ["answered"]
    end = told.all[-1][1]
    assert isinstance(end, Encoded)
    assert sum(len(part.ids) for part in parts) == end.n_tokens


def test_a_failure_is_told_to_who_asked_and_to_the_window(lanes: Lanes, qtbot: QtBot, tmp_path: Path) -> None:
    shown: list[Failed] = []
    lanes.failed.connect(shown.append)
    told = Told(lanes.ask(ReadText(new_request_id(), str(tmp_path / "none"))))
    over(lanes, qtbot, told.reply)
    assert told.names() == ["failed"]
    assert shown == [told.all[-1][1]]
    own = Told(lanes.ask(ReadText(new_request_id(), str(tmp_path / "none")), shows_failure=True))
    over(lanes, qtbot, own.reply)
    assert own.names() == ["failed"]
    assert len(shown) == 1


def test_cancelled_before_it_has_begun(lanes: Lanes, qtbot: QtBot) -> None:
    told = Told(lanes.ask(ReadText(new_request_id(), __file__)))
    told.reply.cancel()
    told.reply.cancel()  # once is enough
    over(lanes, qtbot, told.reply)
    # The lane may have met it in the same turn, but never both.
    assert told.names() in (["cancelled"], ["answered"])


def test_cancelled_while_it_runs_it_tells_nothing_but_that(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    reply = lanes.ask(train(corpus))
    told = Told(reply)
    wait(qtbot, lambda: told.all)
    n_told = len(told.all)
    reply.cancel()
    over(lanes, qtbot, reply)
    assert [name for name, _ in told.all[n_told:]] == ["cancelled"]
    assert isinstance(told.all[-1][1], TrainingCancelled)


def test_cancelled_after_its_end_it_stays_what_it_was(lanes: Lanes, qtbot: QtBot) -> None:
    told = Told(lanes.ask(ReadText(new_request_id(), __file__)))
    over(lanes, qtbot, told.reply)
    told.reply.cancel()
    told.reply.abandon()
    qtbot.wait(30)
    assert told.names() == ["answered"]


def test_an_answer_that_was_under_way_when_it_was_cancelled_still_comes(lanes: Lanes, qtbot: QtBot) -> None:
    request = ReadText(new_request_id(), __file__)
    answered = threading.Event()
    lanes.jobs.listeners.append(lambda message: answered.set() if isinstance(message, TextRead) else None)
    told = Told(lanes.ask(request))
    assert answered.wait(PATIENCE / 1000)
    told.reply.cancel()
    over(lanes, qtbot, told.reply)
    assert told.names() == ["answered"]


def test_what_is_abandoned_is_not_told_of_and_its_lane_gives_it_up(
    lanes: Lanes, qtbot: QtBot, corpus: str
) -> None:
    reply = lanes.ask(train(corpus))
    told, ended = Told(reply), []
    lanes.ended.connect(ended.append)
    wait(qtbot, lambda: told.all)
    n_told = len(told.all)
    reply.abandon()
    assert not reply.is_waiting
    over(lanes, qtbot, reply)
    assert len(told.all) == n_told
    assert ended == [reply.request.request_id]


def test_an_answer_that_was_under_way_when_it_was_abandoned_does_not_come(lanes: Lanes, qtbot: QtBot) -> None:
    answered = threading.Event()
    lanes.jobs.listeners.append(lambda _: answered.set())
    told = Told(lanes.ask(ReadText(new_request_id(), __file__)))
    assert answered.wait(PATIENCE / 1000)
    time.sleep(0.05)
    told.reply.abandon()
    over(lanes, qtbot, told.reply)
    assert told.all == []


class Asker(QObject):
    """One who asks, and may be gone when the answer comes."""

    found: list[object] = []  # noqa: RUF012 - what all of them were told

    @Slot(object)
    def take(self, message: object) -> None:
        self.found.append(message)


def test_an_asker_that_is_gone_is_not_told(lanes: Lanes, qtbot: QtBot) -> None:
    Asker.found.clear()
    asker = Asker()
    reply = lanes.ask(ReadText(new_request_id(), __file__))
    reply.answered.connect(asker.take)
    del asker
    gc.collect()
    over(lanes, qtbot, reply)
    assert Asker.found == []


@pytest.mark.parametrize("end", ["progressed", "answered", "failed", "cancelled"])
def test_a_function_is_called_no_more_once_its_owner_is_gone(qapp: object, end: str) -> None:
    here, gone = QObject(), QObject()
    told: list[tuple[str, object]] = []
    reply = Reply(ReadText(new_request_id(), __file__))
    reply.tell(gone, **{end: lambda message: told.append(("gone", message))})
    reply.tell(here, **{end: lambda message: told.append(("here", message))})
    delete(gone)
    getattr(reply, end).emit("said")
    assert told == [("here", "said")]


def test_a_reply_goes_when_nobody_holds_it(lanes: Lanes, qtbot: QtBot) -> None:
    reply = lanes.ask(ReadText(new_request_id(), __file__))
    gone = weakref.ref(reply)
    over(lanes, qtbot, reply)
    del reply
    assert gone() is None


class Holder(QObject):
    """Holds its reply, whose slots hold on to it: a circle through C++, which the collector cannot see."""

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        self.reply = lanes.ask(ReadText(new_request_id(), __file__))
        for signal in (self.reply.progressed, self.reply.answered, self.reply.failed, self.reply.cancelled):
            signal.connect(lambda _: self.objectName())


@pytest.mark.parametrize("how", ["answered", "abandoned", "shut down"])
def test_what_a_slot_holds_on_to_is_let_go_at_the_end(qapp: object, qtbot: QtBot, how: str) -> None:
    lanes = Lanes()
    holder = Holder(lanes)
    gone = weakref.ref(holder)
    if how == "answered":
        over(lanes, qtbot, holder.reply)
    elif how == "abandoned":
        holder.reply.abandon()
        over(lanes, qtbot, holder.reply)
    assert lanes.shut_down()
    del holder
    gc.collect()
    assert gone() is None


def test_a_reply_may_be_let_go_in_its_own_slot(lanes: Lanes, qtbot: QtBot) -> None:
    held = [lanes.ask(ReadText(new_request_id(), __file__))]
    held[0].answered.connect(lambda _: held.clear())
    wait(qtbot, lambda: not held)
    QCoreApplication.processEvents()


def test_a_newer_request_of_a_view_ends_the_one_before(lanes: Lanes, qtbot: QtBot) -> None:
    handle = sample(lanes, qtbot)
    first = Told(lanes.ask(Encode(new_request_id(), handle, LONG)))
    second = Told(lanes.ask(Encode(new_request_id(), handle, b"short")))
    over(lanes, qtbot, first.reply, second.reply)
    assert first.names() == ["cancelled"]
    assert second.names() == ["answered"]


def test_a_newer_estimate_ends_the_one_before(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    options = Options(vocab_size=300)
    told = [Told(lanes.ask(EstimateTraining(new_request_id(), (corpus,), options))) for _ in range(3)]
    over(lanes, qtbot, *(each.reply for each in told))
    assert [each.names() for each in told] == [["cancelled"], ["cancelled"], ["answered"]]


def test_a_request_without_an_answer_ends(lanes: Lanes, qtbot: QtBot) -> None:
    handle = sample(lanes, qtbot)
    told = Told(lanes.ask(CloseTokenizer(new_request_id(), handle)))
    over(lanes, qtbot, told.reply)
    assert told.all == []
    assert not told.reply.is_waiting


def test_closing_a_tokenizer_ends_the_listing_of_its_tokens(lanes: Lanes, qtbot: QtBot) -> None:
    handle = sample(lanes, qtbot)
    lanes.attend()
    listing = Told(lanes.ask(ListVocab(new_request_id(), handle)))
    lanes.ask(CloseTokenizer(new_request_id(), handle))
    over(lanes, qtbot, listing.reply)
    assert listing.names() == ["cancelled"]
    assert not any(isinstance(message, VocabListed) for _, message in listing.all)


def test_requests_of_one_lane_are_told_apart(lanes: Lanes, qtbot: QtBot) -> None:
    handle = sample(lanes, qtbot)
    long = Told(lanes.ask(Encode(new_request_id(), handle, LONG)))
    word = Told(lanes.ask(Explain(new_request_id(), handle, b"lowered", 0)))
    over(lanes, qtbot, long.reply, word.reply)
    assert {message.request_id for _, message in long.all} == {long.reply.request.request_id}
    assert [type(message).__name__ for _, message in word.all] == ["Explained"]


def test_a_run_is_paused_stopped_and_answered_through_its_reply(
    lanes: Lanes, qtbot: QtBot, corpus: str
) -> None:
    reply = lanes.ask(train(corpus))
    told = Told(reply)

    def _told(kind: type) -> list:
        return [message for _, message in told.all if isinstance(message, kind)]

    wait(qtbot, lambda: _told(MergesLearned))
    reply.set_paused(True)
    wait(qtbot, lambda: _told(TrainingPaused))
    assert _told(TrainingPaused)[-1].paused
    assert reply.is_waiting
    reply.stop()
    over(lanes, qtbot, reply)
    assert told.names() == ["answered"]
    assert isinstance(told.all[-1][1], Trained)
    assert told.all[-1][1].reason == "stopped"


def test_progress_of_all_is_told_to_the_window(lanes: Lanes, qtbot: QtBot) -> None:
    progress: list[JobProgress] = []
    lanes.progressed.connect(progress.append)
    reply = lanes.ask(OpenTokenizer(new_request_id(), ""))
    over(lanes, qtbot, reply)
    assert [each.request_id for each in progress] == [reply.request.request_id]


def test_the_window_gives_up_what_it_knows_by_its_id(lanes: Lanes, qtbot: QtBot, corpus: str) -> None:
    told = Told(lanes.ask(train(corpus)))
    wait(qtbot, lambda: told.all)
    lanes.cancel(told.reply.request.request_id)
    over(lanes, qtbot, told.reply)
    assert told.names() == ["cancelled"]
    lanes.cancel(told.reply.request.request_id)  # over: nothing


def test_shutting_down_with_replies_out_tells_nothing_more(qapp: object, qtbot: QtBot, corpus: str) -> None:
    lanes = Lanes()
    run = Told(lanes.ask(train(corpus)))
    reads = [Told(lanes.ask(ReadText(new_request_id(), __file__))) for _ in range(20)]
    wait(qtbot, lambda: run.all)
    n_told = [len(each.all) for each in (run, *reads)]
    assert lanes.shut_down()
    qtbot.wait(50)
    assert [len(each.all) for each in (run, *reads)] == n_told
    run.reply.cancel()  # of lanes that are gone
    assert gc.collect() >= 0


def test_a_reply_without_a_request_is_over() -> None:
    reply = Reply()
    reply.abandon()
    assert not reply.is_waiting


def test_the_end_is_told_once() -> None:
    reply = Reply(ReadText(1, "a"), lambda _: None)
    told = Told(reply)
    for message in (JobCancelled(1), TextRead(1, "a", b""), JobCancelled(1)):
        reply.take(message)
    assert told.names() == ["cancelled"]


def test_looking_and_listing_end_each_for_itself(lanes: Lanes, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    source = SourceOptions(str(tmp_path))
    listing = Told(lanes.ask(ListFiles(new_request_id(), source)))
    look = Told(lanes.ask(LookAtFiles(new_request_id(), source, ("a.txt",))))
    over(lanes, qtbot, listing.reply, look.reply)
    assert listing.names() == look.names() == ["answered"]


def test_the_last_message_of_every_request_is_its_end(lanes: Lanes, qtbot: QtBot) -> None:
    told: list[object] = []
    lanes.jobs.listeners.append(told.append)
    reply = lanes.ask(ReadText(new_request_id(), __file__))
    over(lanes, qtbot, reply)
    assert told[-1] == Ended(reply.request.request_id)
    assert sum(isinstance(message, Ended) for message in told) == 1


def test_a_request_names_a_lane_that_there_is_and_parts_say_so(lanes: Lanes) -> None:
    modules = [import_module(f"{messages.__name__}.{info.name}") for info in iter_modules(messages.__path__)]
    classes = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    asked = {each.lane for each in classes if hasattr(each, "lane")}
    assert asked == {"training", "live", "find", "lab", "compare"} <= vars(lanes).keys()
    parts = {each.__name__ for each in classes if hasattr(each, "is_part")}
    assert parts >= {"EncodedPart", "FilesListed", "HitsFound"}
    told = {each.__name__ for each in classes if hasattr(each, "is_progress")}
    assert parts >= told == {"TrainingProgress", "JobProgress", "WordSizeProgress", "FetchProgressed"}
    last = HitsFound(1, np.empty(0, np.int64), np.empty(0, np.int64), 0, last=True)
    assert not last.is_part
    assert replace(last, last=False).is_part
