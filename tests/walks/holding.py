"""What a program holds: memory, threads, handles. Read from /proc; nothing is told where there is none."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

# Of a program's life. At the first look not all is loaded yet, and caches with a limit are not yet full: what
# it holds at the end is compared with what it held at the second.
LOOK_SECONDS = 300, 1800
JUDGED_SECONDS = 3300  # it has to have lived so long
MOST_GROWTH = 1.1  # of memory
MOST_MORE = 5  # threads, handles


class Held(NamedTuple):
    """What a program holds."""

    seconds: float  # since it began
    kilobytes: int
    threads: int
    handles: int

    def __str__(self) -> str:
        return f"{self.seconds:.0f} s {self.kilobytes >> 10} MB {self.threads} threads {self.handles} handles"


class Holding:
    """Looks at what a program holds with nothing open, at LOOK_SECONDS and at the end."""

    def __init__(self, pid: int) -> None:
        self._process, self._born = Path(f"/proc/{pid}"), time.monotonic()
        self._looks: list[Held] = []

    def is_due(self) -> bool:
        """Say whether it is time to look."""
        n_looks = len(self._looks)
        return n_looks < len(LOOK_SECONDS) and time.monotonic() - self._born >= LOOK_SECONDS[n_looks]

    def was_looked_at(self) -> bool:
        """Say whether there is something to compare the end with."""
        return bool(self._looks)

    def look(self) -> None:
        """Note what it holds now."""
        try:
            rows = _status(self._process)
            handles = len(os.listdir(self._process / "fd"))
            seconds = time.monotonic() - self._born
            self._looks.append(Held(seconds, int(rows["VmRSS"].split()[0]), int(rows["Threads"]), handles))
        except (OSError, KeyError):  # it has just ended
            return

    def tell(self) -> str:
        """Print what it held at each look; returns what grew where it lived long enough."""
        held = "; ".join(map(str, self._looks))
        if held:
            print(f"held after {held}", flush=True)
        if len(self._looks) <= len(LOOK_SECONDS):
            return ""
        grew = growth(self._looks[-2], self._looks[-1])
        return f"It grew, {grew}: held after {held}" if grew else ""


def growth(first: Held, last: Held) -> str:
    """Return what of it grew by more than comes and goes, "" for nothing or where it lived too short."""
    if last.seconds < JUDGED_SECONDS:
        return ""
    grown = {
        "memory": last.kilobytes > MOST_GROWTH * first.kilobytes,
        "threads": last.threads > first.threads + MOST_MORE,
        "handles": last.handles > first.handles + MOST_MORE,
    }
    return ", ".join(name for name, is_so in grown.items() if is_so)


def most_memory() -> int:
    """Return the most bytes that were in memory since this program began, 0 where that is not known.

    Not `ru_maxrss`, which begins with what the process was that started this one.
    """
    status = Path("/proc/self")
    return int(_status(status)["VmHWM"].split()[0]) << 10 if status.is_dir() else 0


def _status(process: Path) -> dict[str, str]:
    rows = (process / "status").read_text().splitlines()
    return {name: value for name, _, value in (row.partition(":") for row in rows)}
