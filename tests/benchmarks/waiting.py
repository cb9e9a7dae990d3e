"""How long a window would have to wait while a thread counts, trains, encodes or opens.

`python -m tests.benchmarks.waiting [--quick] [--json]`

A tick is due every 5 ms on one thread while another works, both under the interval at which the program
lets its threads take turns, and with what is loaded kept out of the garbage collector's way, as the window
does. Told is by how much the latest one came late. A cancel is asked for at a random
moment and has come through when the work and all that it held are gone; told is the longest of these and of
the times between two places at which the work could have been stopped.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import lzma
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.rows import DATA, Row, show
from workbench.api.training import TrainingRun
from workbench.engine.base import pace
from workbench.engine.training.options import Options
from workbench.formats.registry import open_file
from workbench.shell.app import SWITCH_INTERVAL

TICK = 0.005  # seconds
LATEST, LONGEST = 16, 50  # milliseconds

Steps = Callable[[], Iterator[object]]


def rows(quick: bool = False) -> Iterator[Row]:
    """Measure; a row as soon as it is known."""
    name, runs = ("en_10MB", 2) if quick else ("mixed_100MB", 10)
    with as_in_the_window():
        yield Row("tick of 5 ms while nothing is done, for comparison", _idle() * 1e3, "ms", better="lower")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.txt"
            path.write_bytes(lzma.decompress((DATA / "corpora" / f"{name}.txt.xz").read_bytes()))
            for doing, steps in _work(name, path).items():
                yield from waits(doing, steps, runs)


@contextlib.contextmanager
def as_in_the_window() -> Iterator[None]:
    """Let threads take turns, and collect garbage, as in the program with its window."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        sys.setswitchinterval(before)


def _work(name: str, path: Path) -> dict[str, Steps]:
    text = path.read_bytes()
    tokenizer = open_file(DATA / "cl100k_base.tiktoken").tokenizer
    giant = b"a" * (len(text) // 10)
    return {
        f"counting and training {name}": lambda: _training(path),
        f"encoding {name}": lambda: tokenizer.encode_parts(text),
        f"encoding {len(giant):,} x 'a'": lambda: tokenizer.encode_parts(giant),
        "opening o200k_base and the first ids": _opening,
    }


def _training(path: Path) -> Iterator[object]:
    return TrainingRun([str(path)], Options(vocab_size=32_768)).steps()


def _opening() -> Iterator[object]:
    tokenizer = open_file(DATA / "o200k_base.tiktoken").tokenizer
    yield from tokenizer.encode_parts(b"hello")


def waits(doing: str, steps: Steps, runs: int) -> Iterator[Row]:
    """Measure how late ticks come while some work is done, and how long cancelling it takes."""
    chance = random.Random(1)
    late, waits = [], []
    for _ in range(runs):
        worker = _Worker(steps)
        late.append(_latest_beside(worker))
        waits += [worker.longest, _cancel(steps, chance.random() * worker.seconds)]
    tick = f"tick of 5 ms while {doing}, latest of {runs} runs"
    yield Row(tick, max(late) * 1e3, "ms", LATEST, "lower")
    yield Row(f"cancel while {doing}, longest of {runs} runs", max(waits) * 1e3, "ms", LONGEST, "lower")


def _latest_beside(worker: threading.Thread) -> float:
    """Return how late the latest tick came while a worker went to its end, in seconds."""
    latest = 0.0
    worker.start()
    due = time.perf_counter() + TICK
    while worker.is_alive():
        time.sleep(max(0.0, due - time.perf_counter()))
        now = time.perf_counter()
        latest, due = max(latest, now - due), now + TICK
    return latest


def _cancel(steps: Steps, after: float) -> float:
    """Return how long it takes to stop work that has gone on for some seconds, in seconds."""
    worker = _Worker(steps)
    worker.start()
    worker.join(after)
    asked = time.perf_counter()
    worker.cancelled = True
    worker.join()
    return time.perf_counter() - asked


def _idle() -> float:
    """Return how late ticks come on this computer as it is."""
    return _latest_beside(threading.Timer(5.0, lambda: None))


class _Worker(threading.Thread):
    """Works, and notes the longest time between two places at which it could have been stopped."""

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self._steps = steps
        self.longest = self.seconds = self._before = 0.0
        self.cancelled = False

    def run(self) -> None:
        """Work to the end, or until cancelled."""
        gc.collect()
        start = self._before = time.perf_counter()
        with contextlib.suppress(pace.Cancelled), pace.hooked(self._point):
            for _ in self._steps():
                self._point()
        self.seconds = time.perf_counter() - start

    def _point(self) -> None:
        now = time.perf_counter()
        self.longest, self._before = max(self.longest, now - self._before), now
        if self.cancelled:
            raise pace.Cancelled


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="10 MB, two runs: some seconds")
    parser.add_argument("--json", action="store_true", help="print rows of name, value, unit, target, better")
    arguments = parser.parse_args()
    show(rows(arguments.quick), arguments.json)


if __name__ == "__main__":
    main()
