"""Stands in the place of the lanes: notes requests, and answers them when a test says so."""

from __future__ import annotations

from typing import Any

from workbench.worker.replies import Reply


class Asked:
    """Takes requests as `Lanes.ask` does.

    Attributes:
        requests: all of them.
        replies: by the id of the request.
        cancelled: ids of requests that were given up.

    """

    def __init__(self) -> None:
        self.requests: list[Any] = []
        self.replies: dict[int, Reply] = {}
        self.cancelled: list[int] = []

    def __call__(self, request: Any, *, shows_failure: bool = False) -> Reply:
        self.requests.append(request)
        reply = self.replies[request.request_id] = Reply(request, self.cancelled.append)
        return reply

    def tell(self, message: Any) -> None:
        """Give a message to the reply that it belongs to."""
        self.replies[message.request_id].take(message)

    def of(self, kind: type) -> list[Any]:
        """Return the requests of a class."""
        return [request for request in self.requests if isinstance(request, kind)]
