"""What a program holds: memory, threads, handles. Read from /proc; nothing is told where there is none."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

SETTLED_SECONDS = 300  # of a program's life; what it holds is compared with what it held then


class _Held(NamedTuple):
    seconds: float  # since it began
    kilobytes: int
    threads: int
    handles: int

    def __str__(self) -> str:
        return f"{self.seconds:.0f} s {self.kilobytes >> 10} MB {self.threads} threads {self.handles} handles"


class Holding:
    """Looks at what a program holds once it has settled, and later."""

    def __init__(self, pid: int) -> None:
        self._process, self._born = Path(f"/proc/{pid}"), time.monotonic()
        self._settled: _Held | None = None
        self._last: _Held | None = None

    def look(self) -> None:
        """Note what it holds now."""
        seconds = time.monotonic() - self._born
        if seconds < SETTLED_SECONDS:
            return
        try:
            rows = _status(self._process)
            handles = len(os.listdir(self._process / "fd"))
            self._last = _Held(seconds, int(rows["VmRSS"].split()[0]), int(rows["Threads"]), handles)
        except (OSError, KeyError):  # it has just ended
            return
        self._settled = self._settled or self._last

    def tell(self) -> None:
        """Print both, nothing where it did not live so long."""
        if self._last:
            print(f"held after {self._settled}; at the end {self._last}", flush=True)


def most_memory() -> int:
    """Return the most bytes that were in memory since this program began, 0 where that is not known.

    Not `ru_maxrss`, which begins with what the process was that started this one.
    """
    status = Path("/proc/self")
    return int(_status(status)["VmHWM"].split()[0]) << 10 if status.is_dir() else 0


def _status(process: Path) -> dict[str, str]:
    rows = (process / "status").read_text().splitlines()
    return {name: value for name, _, value in (row.partition(":") for row in rows)}
