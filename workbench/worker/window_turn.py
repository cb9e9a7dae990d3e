"""Turns between a lane and the window: a lane continues when the window is back in its event loop.

Every thread that runs Python shares the interpreter's lock (the GIL) with the window. A paint asks for it
hundreds of times, and waits each time for what the lane is just doing: a paint of 15 ms was seen to take 50
during a lane that made a table of 200,000 tokens, although they switch every 0.1 ms.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

Post = Callable[[Callable[[], object]], object]
PATIENCE_SECONDS = 0.02  # after which a lane works on while the window is still busy


class WindowTurn:
    """The turns of one lane; `post` posts a call to the window's thread."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._round = threading.Event()
        self._round.set()

    def wait(self) -> bool:
        """Wait, on the lane's thread, until the window's event loop turns; return whether it did in time."""
        if self._round.is_set():  # else what was posted last is still waiting
            self._round.clear()
            self._post(self._round.set)
        return self._round.wait(PATIENCE_SECONDS)

    def let_go(self) -> None:
        """Let the lane work on at once: the window is about to wait for the lane."""
        self._round.set()

    def end(self) -> None:
        """Let the lane wait no more: the window does not come back to its event loop."""
        self._post = lambda call: call()
        self._round.set()
