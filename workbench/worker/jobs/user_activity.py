"""Whether the user is active: background work pauses while the window follows keys and wheel.

A worker in Python shares the interpreter's lock (the GIL) with the window. While one counted, a key took
40 ms until its tokens were painted, without it 10.
"""

from __future__ import annotations

import time

HOLD_SECONDS = 1.0  # after the last key or turn of the wheel: a user who types or reads continues sooner
OPENING_SECONDS = 0.3  # until a tokenizer that was opened has colored what is seen and been described


class UserActivity:
    """The user's activity, set by the window's thread and read by the lanes."""

    def __init__(self) -> None:
        self._until = 0.0

    def call(self) -> None:
        """Note that the user has just done something that the window must follow."""
        self._until = time.perf_counter() + HOLD_SECONDS

    def call_for_opening(self) -> None:
        """Note that a tokenizer was opened, and that the window is about to show its tokens."""
        self._until = max(self._until, time.perf_counter() + OPENING_SECONDS)

    @property
    def seconds_left(self) -> float:
        """How long background work should still pause; 0 if it need not."""
        return max(self._until - time.perf_counter(), 0.0)
