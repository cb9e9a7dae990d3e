"""The reply to a request, with signals for its answer, as QNetworkReply has them.

A reply lives in the window's thread, and so do its slots. It has no parent: Python alone owns it, the lanes
until the request has ended and the asker as long as it likes, so that nothing is ever deleted twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal, Slot
from shiboken6 import isValid

from workbench.worker.messages.requests import Failed, JobCancelled
from workbench.worker.messages.training import Train, TrainingCancelled


class Reply(QObject):
    """What becomes of one request; made by `Lanes.ask`, or without a request, and then over.

    Attributes:
        request: the request.

    Signals:
        progressed(object): a message that others follow: progress, a part of the answer.
        answered(object), failed(object), cancelled(object): the end, at most one of them, once. A request
            that has no answer ends without.

    """

    progressed = Signal(object)
    answered = Signal(object)
    failed = Signal(object)
    cancelled = Signal(object)

    def __init__(self, request: Any = None, give_up: Callable[[int], None] | None = None) -> None:  # noqa: ANN401
        """Take a request of any class, and what gives it up by its id."""
        super().__init__()
        self.request = request
        self._give_up = give_up
        self._waits, self._cancelled = request is not None, False

    def tell(self, owner: QObject, **slots: Callable[[Any], object]) -> None:
        """Call functions at signals, by their names, as long as `owner` lives.

        Qt disconnects the methods of an object that is gone. A lambda, a partial or a function within another
        has none, and would be called after what it works for is deleted.
        """
        for name, slot in slots.items():
            getattr(self, name).connect(partial(_call_for, owner, slot))

    @property
    def is_waiting(self) -> bool:
        """Whether its end is still to come."""
        return self._waits

    @Slot()
    def cancel(self) -> None:
        """Ask for the request to be given up.

        Only its end comes after that: `cancelled`, or the answer where that was there before.
        """
        if self._waits and not self._cancelled and self._give_up is not None:
            self._cancelled = True
            self._give_up(self.request.request_id)

    @Slot()
    def abandon(self) -> None:
        """Cancel the request, and emit nothing more."""
        if self._waits:
            self.cancel()
            self.end()

    def take(self, result: object) -> None:
        """Emit a message of the lane, unless the request has ended."""
        if not self._waits:
            return
        if getattr(result, "is_part", False):
            if not self._cancelled:
                self.progressed.emit(result)
            return
        self._waits = False
        if isinstance(result, Failed):
            self.failed.emit(result)
        elif isinstance(result, JobCancelled | TrainingCancelled):
            self.cancelled.emit(result)
        else:
            self.answered.emit(result)
        self.end()

    def end(self) -> None:
        """Emit nothing more, and release the slots: what these hold on to Python's collector cannot see."""
        self._waits = False
        meta = self.metaObject()
        for name in ("progressed", "answered", "failed", "cancelled"):
            # By its number: `QMetaMethod.fromSignal` never lets go of the reply.
            if self.isSignalConnected(meta.method(meta.indexOfSignal(f"{name}(PyObject)"))):
                getattr(self, name).disconnect()


def _call_for(owner: QObject, slot: Callable[[Any], object], message: object) -> None:
    if isValid(owner):
        slot(message)


class RunReply(Reply):
    """The reply to a `Train`, through which the run is paused, stopped and answered."""

    def __init__(
        self,
        request: Train,
        give_up: Callable[[int], None],
        pause: Callable[[int, bool], None],
        stop: Callable[[int], None],
        answer_full: Callable[[int, bool], None],
    ) -> None:
        super().__init__(request, give_up)
        self._pause, self._stop, self._answer_full = pause, stop, answer_full

    def set_paused(self, paused: bool) -> None:
        """Hold the run, or let it go on."""
        self._pause(self.request.request_id, paused)

    @Slot()
    def stop(self) -> None:
        """End the run early, and keep the tokenizer of the merges so far."""
        self._stop(self.request.request_id)

    def answer_full(self, drop: bool) -> None:
        """Tell a run that asks what to do past the limit of its pieces: drop the rarest, or stop."""
        self._answer_full(self.request.request_id, drop)


class Ask(Protocol):
    """`Lanes.ask`, as those take it that ask."""

    def __call__(self, request: Any, *, shows_failure: bool = False) -> Reply:  # noqa: ANN401
        """Ask; see `Lanes.ask`."""
