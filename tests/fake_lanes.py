"""Stands in the place of the lanes: notes requests, and answers them when a test says so."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from workbench.worker.messages.requests import Failed
from workbench.worker.messages.training import Train
from workbench.worker.replies import Reply, RunReply


class Asked(QObject):
    """Takes requests as `Lanes.ask` does.

    Attributes:
        requests: all of them.
        replies: by the id of the request.
        cancelled: ids of requests that were given up.
        silent: ids of requests whose askers show a failure themselves.
        controls: what was asked of a run: "pause", "stop" or "full", its id, and what goes with it.

    Signals:
        requested(object): a request has been taken, and its reply goes back next.

    """

    requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Any] = []
        self.replies: dict[int, Reply] = {}
        self.cancelled: list[int] = []
        self.silent: set[int] = set()
        self.controls: list[tuple[Any, ...]] = []

    def __call__(self, request: Any, *, shows_failure: bool = False) -> Reply:
        self.requests.append(request)
        if shows_failure:
            self.silent.add(request.request_id)
        reply = Reply(request, self.cancelled.append)
        if isinstance(request, Train):
            ways = (partial(self._control, name) for name in ("pause", "stop", "full"))
            reply = RunReply(request, self.cancelled.append, *ways)
        self.replies[request.request_id] = reply
        self.requested.emit(request)
        return reply

    def _control(self, *asked: Any) -> None:
        self.controls.append(asked)

    def tell(self, message: Any) -> None:
        """Give a message to the reply that it belongs to."""
        self.replies[message.request_id].take(message)

    def fail(self, request: Any, code: str = "internal") -> None:
        """Say that a request cannot be met."""
        self.tell(Failed(request.request_id, getattr(request, "action", ""), code, None, None, "", ""))

    def of(self, kind: type) -> list[Any]:
        """Return the requests of a class."""
        return [request for request in self.requests if isinstance(request, kind)]
