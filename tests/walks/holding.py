"""What a program holds: memory, threads, handles. Read from /proc; nothing is told where there is none."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median_low
from typing import NamedTuple

SETTLED_SECONDS = 300  # of a program's life; what it holds is compared with what it held then
JUDGED_SECONDS = 3300  # it has to have lived so long
SPAN_SECONDS = 60  # what is open just then comes and goes
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
    """Looks at what a program holds once it has settled, and later."""

    def __init__(self, pid: int) -> None:
        self._process, self._born = Path(f"/proc/{pid}"), time.monotonic()
        self._looks: list[Held] = []

    def look(self) -> None:
        """Note what it holds now."""
        seconds = time.monotonic() - self._born
        if seconds < SETTLED_SECONDS:
            return
        try:
            rows = _status(self._process)
            handles = len(os.listdir(self._process / "fd"))
            self._looks.append(Held(seconds, int(rows["VmRSS"].split()[0]), int(rows["Threads"]), handles))
        except (OSError, KeyError):  # it has just ended
            return

    def tell(self) -> str:
        """Print what it held at first and at last, where it lived so long; returns what grew."""
        if not self._looks:
            return ""
        first, last = ends(self._looks)
        print(f"held after {first}; at the end {last}", flush=True)
        grew = growth(first, last)
        return f"It grew, {grew}: held after {first}; at the end {last}" if grew else ""


def ends(looks: Sequence[Held]) -> tuple[Held, Held]:
    """Return what was held in the middle of the looks of the first minute, and of the last one."""
    first = [each for each in looks if each.seconds <= looks[0].seconds + SPAN_SECONDS]
    last = [each for each in looks if each.seconds >= looks[-1].seconds - SPAN_SECONDS]
    middles = (Held(*map(median_low, zip(*some, strict=True))) for some in (first, last))
    return next(middles), next(middles)


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
