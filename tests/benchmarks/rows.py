"""What the benchmarks have in common: a row of the table, the texts, and runs that take turns."""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


@dataclass(frozen=True, slots=True)
class Row:
    """One figure; `target` is None where none was set, `note` says what a number cannot."""

    name: str
    value: float | None
    unit: str
    target: float | None = None
    better: str = "higher"
    note: str = ""

    @property
    def reached(self) -> bool:
        """Whether the target, if there is one, has been reached."""
        if self.target is None or self.value is None:
            return self.target is None
        return self.value <= self.target if self.better == "lower" else self.value >= self.target


@cache
def text_of(name: str, size: int) -> str:
    """Return the first `size` bytes of a corpus as text."""
    with lzma.open(DATA / "corpora" / f"{name}.txt.xz") as file:
        return file.read(size).decode("utf-8", "ignore")


def best_of(
    runs: int, *work: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Return the shortest time of each, in seconds, the runs taking turns."""
    times = [float("inf")] * len(work)
    for _ in range(runs):
        for at, run in enumerate(work):
            start = clock()
            run()
            times[at] = min(times[at], clock() - start)
    return times


def show(rows: Iterable[Row], as_json: bool) -> None:
    """Print rows as they come, or all as JSON."""
    found = []
    for row in rows:
        found.append(row)
        if not as_json:
            print(line_of(row), flush=True)
    if as_json:
        print(json.dumps([asdict(row) for row in found], indent=1))


def line_of(row: Row) -> str:
    """Return a row for people."""
    amount = "" if row.value is None else f"{row.value:.2f} {row.unit}" if row.unit else f"{row.value:,.0f}"
    value = amount or row.note
    bound = "at most" if row.better == "lower" else "at least"
    missed = "" if row.reached else "   not reached"
    return f"{row.name:<72} {value:>13}" + (
        f"   {bound} {row.target:g}{missed}" if row.target is not None else ""
    )
