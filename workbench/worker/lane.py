"""A lane: runs jobs in slices on its own thread, and knows no Qt (`window_calls` says why).

A job works with the Qt-free engine. A lane lets it run for some milliseconds, looks at its queue, where a
cancel, a pause or a newer request may wait, and lets it run again. So canceling and pausing live here, and
the algorithms know nothing of them: they call `pace.point()`.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, ClassVar, cast

from workbench.worker import taking_turns
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED, Job, Rest
from workbench.worker.jobs.open_tokenizers import REST_SECONDS, Store
from workbench.worker.messages.requests import Ended, JobCancelled
from workbench.worker.messages.training import TrainingPaused
from workbench.worker.window_turn import Post, WindowTurn

if TYPE_CHECKING:
    # Not at run time: the first text needs neither a trainer nor what else a lane may be asked for.
    from workbench.worker.jobs.training import TrainingJob
    from workbench.worker.messages.chat import RenderChat
    from workbench.worker.messages.explaining import Explain
    from workbench.worker.messages.pipeline import ShowPipeline
    from workbench.worker.messages.text import Decode, Encode

SLICE_SECONDS = 0.004  # between two turns of the window
LOOK_SECONDS = 0.05  # between two looks at whether the user is still at it
PROGRESS_SECONDS = 1 / 30


class Lane:
    """One queue of jobs on one thread, which calls `run`; other threads reach it by `call`.

    Attributes:
        listeners: called on the lane's thread with each message, whatever it answers; the last one of a
            request is `Ended`.
        busy_listeners: called on the lane's thread with (lane, bool) as it starts or ends its work.

    """

    def __init__(self, store: Store, post: Post = lambda _: None) -> None:
        """Use `post` to post calls to the window's thread."""
        self.listeners: list[Callable[[Any], object]] = []
        self.busy_listeners: list[Callable[[Lane, bool], object]] = []
        self._store = store
        self._turn = WindowTurn(post)
        self._waiting: deque[Any] = deque()
        self._job: Job | None = None
        self._aside: list[Job] = []  # half done, the last one the first to go on
        self._reported: dict[tuple[int, type, str], float] = {}  # when progress of each kind was sent last
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._is_over = False
        self._interval = 0.0  # seconds between two slices
        self._due: float | None = None  # when the next slice is, None while nothing goes on
        self._rest_at: float | None = None  # when the store may rest, None if it does

    def call(self, act: Callable[..., object], *args: Any) -> None:  # noqa: ANN401 - of any method
        """Have a method of this lane called on its thread; from any thread."""
        self._calls.put(partial(act, *args))

    def run(self) -> None:
        """Do what is called and go on with the jobs, until `shut_down`."""
        while not self._is_over:
            try:
                act = self._calls.get(timeout=self._seconds_left())
            except Empty:
                act = self._take_turn
            try:
                act()
            except Exception:  # noqa: BLE001 - a fault of the program, which shall not end the lane
                sys.excepthook(*sys.exc_info())

    def _seconds_left(self) -> float | None:
        dues = [due for due in (self._due, self._rest_at) if due is not None]
        return max(0.0, min(dues) - time.monotonic()) if dues else None

    def _take_turn(self) -> None:
        now = time.monotonic()
        if self._rest_at is not None and self._rest_at <= now:
            self._rest_at = None
            self._store.rest()
        if self._due is not None and self._due <= now:
            self._due = now
            self._advance()
            if self._due == now:
                self._go_on(self._interval)

    def _go_on(self, seconds: float = 0.0) -> None:
        """Have the next slice after so long, and so again."""
        self._interval, self._due = seconds, time.monotonic() + seconds

    def submit(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Queue a request."""
        self._make_room(request)
        ahead = sum(not self._goes_before(request, other) for other in self._waiting)
        self._waiting.insert(ahead, request)
        job = self._job
        if job is not None and self._goes_before(request, job.request) and self._may_wait(job):
            self._aside.append(job)
            self._job = None
        if self._job is None:
            self._start_next()

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        """Return whether a request runs before an earlier one; here they run in order."""
        return False

    def _may_wait(self, job: Job) -> bool:
        """Return whether another job may run while this one is unfinished."""
        return False

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Drop requests that this one replaces; none here."""

    def cancel(self, request_id: int) -> None:
        """Cancel a running or waiting request; unknown and finished ones are ignored."""
        running = self._job
        if self._withdraw(lambda request: request.request_id == request_id) and running is not self._job:
            self._start_next()

    def _withdraw(self, is_meant: Callable[[Any], bool]) -> bool:
        """Cancel running and waiting requests with a message; return whether there were any."""
        gone = [request for request in self._waiting if is_meant(request)]
        self._waiting = deque(request for request in self._waiting if not is_meant(request))
        jobs = [job for job in self._aside if is_meant(job.request)]
        self._aside = [job for job in self._aside if job not in jobs]
        for request in gone:
            self._tell(JobCancelled(request.request_id))
            self._tell(Ended(request.request_id))
        for job in jobs:
            job.close()
        if self._job is not None and is_meant(self._job.request):
            jobs.append(self._job)
            self._drop()
        for job in jobs:
            self._tell(job.cancelled())
            self._tell(Ended(job.request_id))
        return bool(gone or jobs)

    def give_up_all(self) -> None:
        """Cancel everything that need not finish; `busy_changed` reports when the rest is done, if any."""
        self._give_up()
        if self._job is None:
            self._start_next()

    def _give_up(self) -> None:
        begun = self._aside if self._job is None else [*self._aside, self._job]
        for request in [*self._waiting, *(job.request for job in begun)]:
            if not taking_turns.must_end(request):
                self.cancel(request.request_id)

    def wait_no_more(self) -> None:
        """Work on without the window; may be called from any thread."""
        self._turn.end()

    def shut_down(self) -> None:
        """Drop everything silently, as the program ends."""
        self._waiting.clear()
        for job in self._aside:
            job.close()
        self._aside.clear()
        self._drop()
        self._is_over = True

    def _start_next(self) -> None:
        first = self._waiting[0] if self._waiting else None
        if self._aside and (first is None or not self._goes_before(first, self._aside[-1].request)):
            self._job = self._aside.pop()
        elif first is not None:
            self._job = jobs.start(self._store, self._waiting.popleft())
        else:
            self._due = None
            self._rest_at = time.monotonic() + REST_SECONDS
            self._tell_busy(False)
            return
        self._go_on()
        self._tell_busy(True)

    def _tell_busy(self, busy: bool) -> None:
        for listener in self.busy_listeners:
            listener(self, busy)

    def _drop(self) -> None:
        if self._job is not None:
            self._job.close()
            self._job = None
            self._due = None

    def _gives_way(self) -> bool:
        """Return whether the window goes before the running job."""
        return True

    def _advance(self) -> None:
        if self._gives_way():
            self._turn.wait()
        until = time.perf_counter() + SLICE_SECONDS
        while (job := self._job) is not None and not job.stopwatch.paused and not self._rests(job):
            result = job.step(until)
            if result is ENDED:
                self._job = None
                self._tell(Ended(job.request_id))
                self._start_next()
                return
            if isinstance(result, Rest):
                if not self._is_waited_for():
                    self._go_on(result.seconds)
                    return
            elif result is not None:
                self._tell(result)
            if job.stopwatch.paused:
                self._due = None
            if time.perf_counter() >= until:
                return

    def _is_waited_for(self) -> bool:
        """Return whether another request than the running one is waited for."""
        return any(not taking_turns.may_rest(request) for request in self._waiting)

    def _rests(self, job: Job) -> bool:
        """Pause a background job while the user is active; return whether it pauses."""
        rests = taking_turns.may_rest(job.request, job.stopwatch.seconds) and not self._is_waited_for()
        left = self._store.activity.seconds_left if rests else 0.0
        self._interval = min(left, LOOK_SECONDS)
        return left > 0

    def _tell(self, result: Any) -> None:  # noqa: ANN401 - any class of messages
        """Report a result; progress too soon after the last of its kind is dropped.

        The window's thread may be held up: what it has not taken yet must not pile up.
        """
        if getattr(result, "is_progress", False):
            phase = getattr(result, "phase", "") or getattr(result, "what", "")
            kind = result.request_id, type(result), phase
            now = time.perf_counter()
            if now - self._reported.get(kind, 0.0) < PROGRESS_SECONDS:
                return
            self._reported = {
                other: at for other, at in self._reported.items() if now - at < PROGRESS_SECONDS
            }
            self._reported[kind] = now
        for listener in self.listeners:
            listener(result)


class JobsLane(Lane):
    """The lane for opening, saving, reading, scanning and listing, one by one.

    A look at a source goes before all of them, the listing of a vocabulary and the counting of a corpus after
    them: what others go before goes on where it was when these are done (`taking_turns`).
    """

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Drop an older look, and the listing of a tokenizer that is closed."""
        begun = self._aside if self._job is None else [*self._aside, self._job]
        for older in [*self._waiting, *(job.request for job in begun)]:
            if taking_turns.makes_useless(request, older):
                self.cancel(older.request_id)

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        return taking_turns.goes_before_job(request, other)

    def _may_wait(self, job: Job) -> bool:
        return True  # see taking_turns


class LiveLane(Lane):
    """The lane for encoding and searching while typing: the newest request of a view replaces the last.

    A word is explained at once, while a long encoding waits (`taking_turns`).
    """

    def __init__(self, store: Store, post: Post = lambda _: None) -> None:
        super().__init__(store, post)
        self._awaited = 0
        self._window_waits = False
        self._answered = threading.Event()

    def expect(self, request_id: int) -> None:
        """Announce the answer that the user is about to wait for; may be called from any thread."""
        self._answered.clear()
        self._awaited = request_id
        self._window_waits = True
        self._turn.let_go()

    def wait(self, seconds: float) -> bool:
        """Wait in another thread until the first answer is on its way; return whether it is."""
        answered = self._answered.wait(seconds)
        self._window_waits = False
        return answered

    def _gives_way(self) -> bool:
        return not self._window_waits

    def _tell(self, result: Any) -> None:  # noqa: ANN401 - any class of messages
        super()._tell(result)
        if getattr(result, "request_id", 0) == self._awaited:
            self._answered.set()

    def _make_room(self, request: Encode | Explain | Decode | ShowPipeline | RenderChat) -> None:
        """Drop an older request for the same view, and what was asked of the text before it was edited."""
        self._withdraw(lambda other: other.view == request.view or taking_turns.outdates(request, other))

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        return taking_turns.goes_before(request, other)

    def _may_wait(self, job: Job) -> bool:
        return taking_turns.may_wait(job.request)


class LabLane(Lane):
    """The lane of the regex lab: requests for a pattern are dropped as soon as it changes."""

    # What a request of a view makes useless: itself, and what rests on its answer.
    STALE: ClassVar[dict[str, frozenset[str]]] = {
        "text": frozenset({"text", "this", "other", "repair", "speed", "other_speed", "difference"}),
        "this": frozenset({"this", "repair", "speed", "difference"}),
        "other": frozenset({"other", "other_speed", "difference"}),
    }
    ORDER: ClassVar[tuple[str, ...]] = (
        "text", "this", "other", "repair", "difference", "speed", "other_speed"
    )  # fmt: skip

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        stale = self.STALE.get(request.view, frozenset({request.view}))
        self._withdraw(lambda other: other.view in stale)

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        return self.ORDER.index(request.view) < self.ORDER.index(other.view)


class CompareLane(LabLane):
    """The lane for comparing: what the user looks at goes before reading a corpus, which then continues."""

    STALE: ClassVar[dict[str, frozenset[str]]] = {}
    ORDER: ClassVar[tuple[str, ...]] = (
        "save", "kept health", "kept error bars", "kept provenance", "align seen", "align",
        "token uses", "token scripts", "causes", "same", "overlap", "numbers", "drift", "drift ids", "turns",
        "token counts", "draft", "provenance", "error bars", "measure", "languages", "token health",
    )  # fmt: skip

    # Of each tokenizer by itself: the user turns to another one, and comes back to what was found.
    BY_TOKENIZER: ClassVar[frozenset[str]] = frozenset(
        {"kept health", "kept error bars", "kept provenance", "token health", "error bars", "provenance"}
    )

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        if request.view in self.BY_TOKENIZER:
            self._withdraw(lambda other: other.view == request.view and other.handle == request.handle)
        else:
            super()._make_room(request)

    def _may_wait(self, job: Job) -> bool:
        return True


class TrainingLane(Lane):
    """The lane for training runs, which can also be paused and stopped."""

    USELESS: ClassVar[frozenset[str]] = frozenset({"FindWordSize", "EstimateTraining"})

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Drop an estimate or a word's size that a newer one or the run itself replaces."""
        older = {type(request).__name__} & self.USELESS or self.USELESS
        self._withdraw(lambda other: type(other).__name__ in older)

    def _give_up(self) -> None:
        """Drop the rest of a finished run, whose result is being kept, and other requests."""
        self._withdraw(lambda _: True)

    def _run(self, request_id: int) -> TrainingJob | None:
        """Return the job of a run if that is on, and no longer waits."""
        job = self._job
        is_run = job is not None and job.request_id == request_id and type(job.request).__name__ == "Train"
        return cast("TrainingJob", job) if is_run else None

    def answer_full(self, request_id: int, drop: bool) -> None:
        """Answer a run that asks what to do past the limit of its pieces."""
        if (run := self._run(request_id)) is not None:
            run.answer_full(drop)

    def set_paused(self, request_id: int, paused: bool) -> None:
        """Pause a run as soon as it has reported its merges, or continue the run."""
        if (run := self._run(request_id)) is None:
            return
        run.hold(paused)
        if run.stopwatch.paused and not paused:
            run.stopwatch.resume()
            self._go_on()
            self._tell(TrainingPaused(request_id, False))

    def stop(self, request_id: int) -> None:
        """End a run early and keep the tokenizer of the merges so far."""
        if (run := self._run(request_id)) is not None:
            run.stop()
            self.set_paused(request_id, False)
