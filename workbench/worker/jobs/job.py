"""Runs a request in slices.

The steps of a job are a generator of messages and `Rest`s. They run in a greenlet of their own:
what they call, however deep, comes back to the lane by `pace.point()`. Greenlets,
and not threads that hand on a baton: all jobs of a lane stay on its one thread, what is given up runs its
`finally` at once, and there is neither a lock nor a condition to wait for.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from greenlet import getcurrent, greenlet

from workbench.engine.base import pace
from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.requests import Failed, JobCancelled

log = logging.getLogger(__name__)

ENDED: Final = object()

Steps = Iterator[Any]


@dataclass(frozen=True, slots=True)
class Rest:
    """Yielded by a job after the answer that the user waits for: the rest may come a little later.

    Attributes:
        seconds: for which nothing is done, so that the window has the time for itself.

    """

    seconds: float


class Stopwatch:
    """Counts seconds without pauses."""

    def __init__(self) -> None:
        self._counted = 0.0
        self._since: float | None = time.perf_counter()

    @property
    def paused(self) -> bool:
        """Whether it is paused."""
        return self._since is None

    @property
    def seconds(self) -> float:
        """Seconds counted so far."""
        return self._counted + (0.0 if self._since is None else time.perf_counter() - self._since)

    def pause(self) -> None:
        """Stop counting."""
        self._counted, self._since = self.seconds, None

    def resume(self) -> None:
        """Continue counting."""
        if self._since is None:
            self._since = time.perf_counter()


class Job:
    """One running request.

    Attributes:
        request: the message.
        stopwatch: how long it has run.

    """

    def __init__(self, store: Store, request: Any, steps: Callable[[Store, Any], Steps]) -> None:  # noqa: ANN401
        self.request = request
        self.stopwatch = Stopwatch()
        self._steps = self._begin(store, steps)
        self._until = 0.0
        self._work = greenlet(self._go_through)

    @property
    def request_id(self) -> int:
        """The id of the request."""
        return int(self.request.request_id)

    def _begin(self, store: Store, steps: Callable[[Store, Any], Steps]) -> Steps:
        return steps(store, self.request)

    def step(self, until: float = 0.0) -> object:
        """Continue until a time of `perf_counter`, or the next message; errors become a `Failed`.

        Returns a message, a `Rest`, None if the time is over, or ENDED.
        """
        if self._work.dead:
            return ENDED
        self._until = until
        try:
            with pace.hooked(self._point):
                return self._work.switch()
        except EngineError as error:
            return failure(self.request, error)
        except MemoryError:
            return failure(self.request, EngineError("out_of_memory"))
        except Exception as error:
            name = type(self.request).__name__
            log.exception("%s failed", name, extra={"job": name})
            return failure(self.request, EngineError("internal", reason=f"{type(error).__name__}: {error}"))

    def _go_through(self) -> object:
        steps = self._steps
        try:
            for item in steps:
                self._hand_over(item)
        finally:
            close = getattr(steps, "close", None)
            if close is not None:
                close()
        return ENDED

    def _point(self) -> None:
        if time.perf_counter() >= self._until:
            self._hand_over(None)

    def _hand_over(self, item: object) -> None:
        """Pass something to the caller of `step`, and wait for the next call."""
        lane = self._work.parent
        if lane is None or getcurrent() is not self._work:
            raise RuntimeError("a job goes on in its own greenlet alone")
        lane.switch(item)

    def close(self) -> None:
        """Give up, and close what the steps hold open."""
        if self._work:  # has begun, and not ended
            with suppress(pace.Cancelled):
                self._work.throw(pace.Cancelled)
            return
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()

    def cancelled(self) -> object:
        """Return the message for a canceled job."""
        return JobCancelled(self.request_id)


def failure(request: Any, error: EngineError) -> Failed:  # noqa: ANN401 - any request class of messages
    """Return an error as a message that answers a request, or that is part of an answer."""
    prose = ENGLISH[error.code]
    return Failed(
        request_id=request.request_id,
        action=getattr(request, "action", ""),
        code=error.code,
        file=error.file,
        place=None if error.place is None else (error.place.kind, error.place.value),
        cause=prose.cause,
        remedy=prose.remedy,
        facts=dict(error.facts),
        details="".join(traceback.format_exception(error)),
    )
