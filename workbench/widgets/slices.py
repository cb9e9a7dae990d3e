"""Work on a large text that shares the GUI thread with typing: a few milliseconds at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

SLICE_SECONDS = 0.006

T = TypeVar("T")
Steps = Generator[None, None, T]  # yields where it may be interrupted, and returns its result


def at_once(steps: Steps[T]) -> T:
    """Return the result of short work, done in one go."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


class Slices(QObject, Generic[T]):
    """Runs one generator at a time, a slice between two events; a newer one takes the place of an older."""

    def __init__(self, parent: QObject | None = None, seconds: float | None = None) -> None:
        """Take `seconds` for a slice, by default SLICE_SECONDS; 0 is one step of the generator."""
        super().__init__(parent)
        self._seconds = seconds
        self._steps: Steps[T] | None = None
        self._done: Callable[[T], object] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._advance)

    @property
    def running(self) -> bool:
        """Whether something is being worked out."""
        return self._steps is not None

    def run(self, steps: Steps[T], done: Callable[[T], object]) -> None:
        """Run `steps`, then call `done` with their result.

        The first slice runs at once, so that what is short is done before this returns.
        """
        self._steps, self._done = steps, done
        self._advance()
        if self._steps is not None:
            self._timer.start()

    def finish(self) -> None:
        """Do the rest at once."""
        while self.running:
            self._advance()

    def stop(self) -> None:
        """Give up what runs; `done` is not called."""
        self._steps = self._done = None
        self._timer.stop()

    def _advance(self) -> None:
        until = time.perf_counter() + (SLICE_SECONDS if self._seconds is None else self._seconds)
        while (steps := self._steps) is not None:
            try:
                next(steps)
            except StopIteration as end:
                done = self._done
                self.stop()
                if done is not None:
                    done(end.value)
                return
            except Exception:
                self.stop()  # else the next event would take it for finished
                raise
            if time.perf_counter() >= until:
                return
