"""The lanes and their threads: passes requests to their lane, and messages to the reply."""

from __future__ import annotations

import atexit
import threading
import time
from functools import partial
from typing import Any, overload

from PySide6.QtCore import QObject, Signal, Slot

from workbench.worker import taking_turns
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.lane import CompareLane, JobsLane, LabLane, Lane, LiveLane, TrainingLane
from workbench.worker.messages.requests import Ended, Failed, JobProgress
from workbench.worker.messages.text import Encode, Encoded
from workbench.worker.messages.tokenizers import TokenizerOpened
from workbench.worker.messages.training import Train
from workbench.worker.replies import Reply, RunReply
from workbench.worker.window_calls import WindowCalls

MOMENT_SECONDS = 0.005  # that the window waits for the tokens of what is seen before it goes on


class Lanes(QObject):
    """The lanes and their threads; lives on the GUI thread.

    Attributes:
        training, jobs, live, find, lab, compare: the lanes.

    Signals:
        progressed: JobProgress of any request. ended: id of a request that is over, however it ended.
        failed: Failed, of a request whose asker does not show itself why.
        given_up: after `give_up_all`; every answer to what was asked before it has come.

    """

    progressed = Signal(object)
    failed = Signal(object)
    ended = Signal(int)
    given_up = Signal()

    def __init__(self, parent: QObject | None = None, comparisons: str = "") -> None:
        """Keep the results of comparisons in a folder, "" for nowhere."""
        super().__init__(parent)
        self._store = Store(comparisons)
        self._calls = WindowCalls(self)
        post = self._calls.post
        self.training = TrainingLane(self._store, post)
        self.jobs = JobsLane(self._store, post)
        self.live = LiveLane(self._store, post)
        self.find = LiveLane(self._store, post)
        self.lab = LabLane(self._store, post)
        self.compare = CompareLane(self._store, post)
        self._threads: list[threading.Thread] = []
        self._replies: dict[int, Reply] = {}
        self._shown: set[int] = set()  # ids of requests whose askers show a failure themselves
        self._given_up: set[Lane] | None = None  # the lanes that have, while it is asked of them
        for keeper in (self.training, self.jobs):  # the others write nothing
            keeper.busy_listeners.append(lambda lane, busy: post(partial(self._note_idle, lane, busy)))
        for name in ("training", "jobs", "live", "find", "lab", "compare"):
            self._start(name, getattr(self, name))
        # Where a script fails, nothing announces the end: threads that run on crash what is torn down.
        atexit.register(self.shut_down)

    def _start(self, name: str, lane: Lane) -> None:
        lane.listeners.append(lambda message: self._calls.post(partial(self._route, message)))
        # Python would wait for others at its end, before `atexit`.
        thread = threading.Thread(target=lane.run, name=f"lane-{name}", daemon=True)
        thread.start()
        self._threads.append(thread)

    @overload
    def ask(self, request: Train, *, shows_failure: bool = False) -> RunReply: ...
    @overload
    def ask(self, request: Any, *, shows_failure: bool = False) -> Reply: ...  # noqa: ANN401 - any class
    def ask(self, request: Any, *, shows_failure: bool = False) -> Reply:
        """Send a request, and return its reply, whose signals only come from the event loop.

        After an edit it waits a moment for the first answer. What is seen of an edited text has its tokens in
        a millisecond, if only the lane gets the GIL for so long. Then the answer is in the window's queue
        before the next paint, and one paint will do.

        Args:
            request: of any class of the messages.
            shows_failure: whether the asker shows itself why the request cannot be met.

        """
        lane: Lane = getattr(self, getattr(request, "lane", "jobs"))
        if isinstance(request, Train):
            training = self.training
            acts = training.cancel, training.set_paused, training.stop, training.answer_full
            reply: Reply = RunReply(request, *(partial(training.call, act) for act in acts))
        else:
            reply = Reply(request, partial(lane.call, lane.cancel))
        self._replies[request.request_id] = reply
        if shows_failure:
            self._shown.add(request.request_id)
        waits = isinstance(request, Encode) and taking_turns.is_partial(request)
        if waits:
            self.live.expect(request.request_id)
        lane.call(lane.submit, request)
        if waits and self.live.wait(MOMENT_SECONDS):
            self._calls.take_before_paint()
        return reply

    @Slot(int)
    def cancel(self, request_id: int) -> None:
        """Cancel a request by its id, like `Reply.cancel`."""
        if request_id in self._replies:
            self._replies[request_id].cancel()

    def _route(self, message: Any) -> None:  # noqa: ANN401 - any message of a lane
        """Pass a message to its reply, in the window's thread."""
        request_id = message.request_id
        reply = self._replies.get(request_id)
        if reply is None:  # the program ends
            return
        if isinstance(message, Ended):
            del self._replies[request_id]
            self._shown.discard(request_id)
            reply.end()
            self.ended.emit(request_id)
            return
        if isinstance(message, TokenizerOpened | Encoded):
            # The vocabulary of a tokenizer that was opened waits until what is seen has its tokens. Both at
            # once made the window stand still for 60 ms twice, and brought the tokens 0.2 s later.
            self._store.activity.call_for_opening()
        waits, shown = reply.is_waiting, request_id in self._shown
        reply.take(message)
        if waits and isinstance(message, JobProgress):
            self.progressed.emit(message)
        elif waits and isinstance(message, Failed) and not shown:
            self.failed.emit(message)

    def attend(self) -> None:
        """Pause background work for a moment: the user types, scrolls or drags."""
        self._store.activity.call()

    def give_up_all(self) -> None:
        """Cancel the requests of the lanes that write, except those that must finish; `given_up` follows."""
        self._given_up = set()
        for keeper in (self.training, self.jobs):
            keeper.call(keeper.give_up_all)

    def _note_idle(self, lane: Lane, busy: bool) -> None:
        if self._given_up is None:
            return
        self._given_up = self._given_up - {lane} if busy else self._given_up | {lane}
        if self._given_up >= {self.training, self.jobs}:
            self._given_up = None
            self.given_up.emit()

    def shut_down(self, wait_seconds: float = 5.0) -> bool:
        """End the lanes and cancel what runs; return whether all threads ended in time."""
        atexit.unregister(self.shut_down)
        for reply in self._replies.values():
            reply.end()
        self._replies.clear()
        for lane in (self.training, self.jobs, self.live, self.find, self.lab, self.compare):
            lane.wait_no_more()
            lane.call(lane.shut_down)
        until = time.monotonic() + wait_seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        self._calls.close()
        self._store.close()
        return not any(thread.is_alive() for thread in self._threads)
