"""How fast a run goes on, and how long its phase still takes: one answer for its panel and the status bar."""

from __future__ import annotations

import math
from collections import deque

from workbench.worker.messages.training import TrainingProgress

# Seconds over which the speed is averaged: long enough not to flicker, short enough to be current.
_WINDOW = 3.0


class Speed:
    """The speed of the phase that a run is in."""

    def __init__(self) -> None:
        self._phase = ""
        self._seen: deque[tuple[float, int]] = deque()
        self._total = 0

    def take(self, progress: TrainingProgress) -> None:
        """Take note of progress; that of another phase begins anew."""
        if progress.phase != self._phase:
            self._seen.clear()
        self._phase, self._total = progress.phase, progress.total
        self._seen.append((progress.elapsed, progress.done))
        while len(self._seen) > 2 and self._seen[1][0] < progress.elapsed - _WINDOW:
            self._seen.popleft()

    @property
    def per_second(self) -> float:
        """The work done per second over the last seconds; 0 while unknown."""
        if len(self._seen) < 2:
            return 0.0
        (start, done_then), (end, done_now) = self._seen[0], self._seen[-1]
        return (done_now - done_then) / (end - start) if end > start else 0.0

    @property
    def seconds_left(self) -> float:
        """The seconds that the phase still needs at this speed; infinite while unknown."""
        speed = self.per_second
        return (self._total - self._seen[-1][1]) / speed if speed > 0 else math.inf
