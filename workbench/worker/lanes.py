"""The lanes and their threads: passes requests to their lane, and messages to the reply."""

from __future__ import annotations

import atexit
from typing import Any, overload

from PySide6.QtCore import QObject, QThread, Signal, Slot

from workbench.worker import taking_turns
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.lane import QUEUED, CompareLane, JobsLane, LabLane, Lane, LiveLane, TrainingLane
from workbench.worker.messages.requests import Ended, Failed, JobProgress
from workbench.worker.messages.text import Encode, Encoded
from workbench.worker.messages.tokenizers import TokenizerOpened
from workbench.worker.messages.training import Train
from workbench.worker.replies import Reply, RunReply

MOMENT_SECONDS = 0.005  # that the window waits for the tokens of what is seen before it goes on


class _Thread(QThread):
    """A thread that Python knows from its first event to its last, as greenlets need."""

    def run(self) -> None:
        """Handle events in one call, since Qt's own `run` would enter and leave Python for each event."""
        self.exec()


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
    _giving_up = Signal()
    _ending = Signal()

    def __init__(self, parent: QObject | None = None, comparisons: str = "") -> None:
        """Keep the results of comparisons in a folder, "" for nowhere."""
        super().__init__(parent)
        self._store = Store(comparisons)
        self.training = TrainingLane(self._store)
        self.jobs = JobsLane(self._store)
        self.live = LiveLane(self._store)
        self.find = LiveLane(self._store)
        self.lab = LabLane(self._store)
        self.compare = CompareLane(self._store)
        self._threads: list[QThread] = []
        self._replies: dict[int, Reply] = {}
        self._shown: set[int] = set()  # ids of requests whose askers show a failure themselves
        self._given_up: set[Lane] | None = None  # the lanes that have, while it is asked of them
        for name in ("training", "jobs", "live", "find", "lab", "compare"):
            self._start(name, getattr(self, name))
        for keeper in (self.training, self.jobs):  # the others write nothing
            self._giving_up.connect(keeper.give_up_all, QUEUED)
            keeper.busy_changed.connect(self._note_idle, QUEUED)
        # Where a script fails, nothing announces the end: threads that run on crash what is torn down.
        atexit.register(self.shut_down)

    def _start(self, name: str, lane: Lane) -> None:
        thread = _Thread(self)
        thread.setObjectName(f"lane-{name}")
        lane.moveToThread(thread)
        self._ending.connect(lane.shut_down)
        lane.sent.connect(self._route, QUEUED)
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
            controls = training.pause_asked.emit, training.stop_asked.emit, training.full_answered.emit
            reply: Reply = RunReply(request, lane.cancel_asked.emit, *controls)
        else:
            reply = Reply(request, lane.cancel_asked.emit)
        self._replies[request.request_id] = reply
        if shows_failure:
            self._shown.add(request.request_id)
        waits = isinstance(request, Encode) and taking_turns.is_partial(request)
        if waits:
            self.live.expect(request.request_id)
        lane.asked.emit(request)
        if waits:
            self.live.wait(MOMENT_SECONDS)
        return reply

    @Slot(int)
    def cancel(self, request_id: int) -> None:
        """Cancel a request by its id, like `Reply.cancel`."""
        if request_id in self._replies:
            self._replies[request_id].cancel()

    @Slot(object)
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
        self._giving_up.emit()

    @Slot(object, bool)
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
        self._ending.emit()
        ended = all([thread.wait(int(wait_seconds * 1000)) for thread in self._threads])
        self._store.close()
        return ended
