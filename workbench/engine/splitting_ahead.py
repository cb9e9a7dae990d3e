"""A second thread for counting: it splits the texts that are counted next, in order.

Splitting takes as long as looking the pieces up, so two processors do both in half the time; and as one
table is filled, in the order of the text, the result is the same as without.
"""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

AHEAD = 1 << 21  # bytes of text that it is ahead of what is counted
CHUNK = 1 << 18  # bytes split by one call
WAIT = 0.004  # seconds that the caller waits for it before it yields

Part = tuple[bytearray, int, NDArray[np.uint64]]  # a text, where its next pieces start, and their ends


class SplittingAhead:
    """A thread that splits; a context, which ends it.

    Attributes:
        n_bytes: bytes given to it of which not all was taken back.

    """

    def __init__(self, splitter: Any) -> None:  # noqa: ANN401  # a kernels.splitting.Splitter
        """Take what splits."""
        self.n_bytes = 0
        self._splitter = splitter
        self._texts: SimpleQueue[bytearray | None] = SimpleQueue()
        self._parts: SimpleQueue[Part | BaseException] = SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="splitting", daemon=True)

    def __enter__(self) -> SplittingAhead:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._texts.put(None)
        self._thread.join()

    def give(self, text: bytearray) -> None:
        """Let a text, which is not empty, be split after those given before."""
        self.n_bytes += len(text)
        self._texts.put(text)

    def take(self) -> Part | None:
        """Return the next pieces, or None if they are not there yet. Raises what the thread has raised."""
        try:
            part = self._parts.get(timeout=WAIT)
        except Empty:
            return None
        if isinstance(part, BaseException):
            raise part
        _, start, ends = part
        self.n_bytes -= (int(ends[-1]) & (1 << 63) - 1) - start
        return part

    def _work(self) -> None:
        try:
            while (text := self._texts.get()) is not None and not self._stopped.is_set():
                self._split(text)
        except BaseException as fault:  # noqa: BLE001  # raised where the pieces are taken
            self._parts.put(fault)

    def _split(self, text: bytearray) -> None:
        splitting = self._splitter.start(text)
        while (start := splitting.position) < len(text) and not self._stopped.is_set():
            ends = np.empty(min(len(text) - start, CHUNK), np.uint64)
            n = splitting.split_into(start + CHUNK, ends)
            if n:
                self._parts.put((text, start, ends[:n]))
