"""Threads for counting: they split the texts that are counted next.

Splitting takes as long as looking the pieces up, so with a second processor both are done in half the time.
One table is filled, in the order of the text, so that the result is the same as without; one table per thread
was tried and took longer, since they have to be added up.
"""

from __future__ import annotations

import threading
from collections import deque
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

AHEAD = 1 << 21  # bytes of text that each is ahead of what is counted
CHUNK = 1 << 18  # bytes split by one call
WAIT = 0.004  # seconds that the caller waits for it between two points

Part = tuple[bytearray, int, NDArray[np.uint64]]  # a text, where its next pieces start, and their ends
Parts = SimpleQueue["Part | BaseException | None"]  # of one text, None after the last


class SplittingAhead:
    """Threads that split; a context, which ends them.

    Attributes:
        n_bytes: bytes given to them of which not all was taken back.

    """

    def __init__(self, splitter: Any, n_threads: int = 1) -> None:  # noqa: ANN401  # a kernels.splitting.Splitter
        """Take what splits, and the number of threads."""
        self.n_bytes = 0
        self._splitter = splitter
        self._texts: SimpleQueue[tuple[bytearray, Parts] | None] = SimpleQueue()
        self._waiting: deque[Parts] = deque()  # one for each text, in the order given
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name="splitting", daemon=True) for _ in range(n_threads)
        ]

    def __enter__(self) -> SplittingAhead:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        for _ in self._threads:
            self._texts.put(None)
        for thread in self._threads:
            thread.join()

    @property
    def is_full(self) -> bool:
        """Whether enough was given for now."""
        return self.n_bytes > AHEAD * len(self._threads)

    @property
    def is_busy(self) -> bool:
        """Whether not all that was given was taken back, to its end."""
        return bool(self._waiting)

    def give(self, text: bytearray) -> None:
        """Let a text, which is not empty, be split; its pieces come after those of the texts before."""
        self.n_bytes += len(text)
        self._waiting.append(SimpleQueue())
        self._texts.put((text, self._waiting[-1]))

    def take(self) -> Part | None:
        """Return the next pieces, or None if they are not there yet. Raises what a thread has raised."""
        try:
            part = self._waiting[0].get(timeout=WAIT)
        except Empty:
            return None
        if part is None:
            self._waiting.popleft()
            return None
        if isinstance(part, BaseException):
            raise part
        _, start, ends = part
        self.n_bytes -= (int(ends[-1]) & (1 << 63) - 1) - start
        return part

    def _work(self) -> None:
        while (next_text := self._texts.get()) is not None and not self._stopped.is_set():
            text, parts = next_text
            try:
                self._split(text, parts)
            except BaseException as fault:  # noqa: BLE001  # raised where the pieces are taken
                parts.put(fault)

    def _split(self, text: bytearray, parts: Parts) -> None:
        splitting = self._splitter.start(text)
        while (start := splitting.position) < len(text) and not self._stopped.is_set():
            ends = np.empty(min(len(text) - start, CHUNK), np.uint64)
            n = splitting.split_into(start + CHUNK, ends)
            if n:
                parts.put((text, start, ends[:n]))
        parts.put(None)
