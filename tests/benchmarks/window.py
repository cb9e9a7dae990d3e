"""How late the window's own timer comes while it works.

`python -m tests.benchmarks.window [--train-10mb] [--open FILE…]`

A timer of 5 ms runs on the GUI thread; a gap is the time between two of its ticks. The aim is no gap over
50 ms. Prints median, 99th percentile and maximum of each job, and how long the job took. Works offscreen
(QT_QPA_PLATFORM=offscreen), needs the data beside the repository.
"""

from __future__ import annotations

import argparse
import gc
import lzma
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, QTimer

from workbench.engine.training.options import Options
from workbench.settings import Settings
from workbench.shell import app as application
from workbench.shell import wiring
from workbench.shell.parts import Parts
from workbench.widgets import garbage

TICK_MS = 5
SHOWN_SECONDS = 2.0  # that what came of a job takes to be shown
DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


@dataclass(frozen=True)
class Gaps:
    """Milliseconds between ticks while a job ran, and the seconds it took.

    Attributes:
        own: of each gap, the milliseconds that the window's own thread worked; the rest it waited.
        worked: of each gap, the milliseconds of processor time that all threads took.

    """

    milliseconds: list[float]
    seconds: float
    own: list[float]
    worked: list[float]

    def hang(self) -> float:
        """Return the longest gap, without what other programs took of it."""
        return max(map(min, self.milliseconds, self.worked))

    def figures(self) -> dict[str, float]:
        """Return the median, the 99th percentile and the longest, and how much of that was its own work."""
        gaps = sorted(self.milliseconds)
        own = self.own[self.milliseconds.index(gaps[-1])]
        p99 = gaps[int(len(gaps) * 0.99)]
        median = statistics.median(gaps)
        return {"median": median, "p99": p99, "longest": gaps[-1], "own": own, "seconds": self.seconds}

    def __str__(self) -> str:
        found = self.figures()
        return (
            f"median {found['median']:5.1f} ms   p99 {found['p99']:5.1f} ms   max {found['longest']:6.1f} ms "
            f"(own work {found['own']:.1f})   ({len(self.own)} ticks, {self.seconds:.1f} s)"
        )


def measure(job: Callable[[], object], ended: Callable[[], object], limit: float = 600.0) -> Gaps:
    """Start a job, turn the event loop until it has ended, and return the gaps, those of the end too."""
    gaps: list[float] = []
    own: list[float] = []
    worked: list[float] = []
    clocks = (time.perf_counter, time.thread_time, time.process_time)
    last = [clock() for clock in clocks]

    def _tick() -> None:
        now = [clock() for clock in clocks]
        for found, before, after in zip((gaps, own, worked), last, now, strict=True):
            found.append((after - before) * 1000)
        last[:] = now

    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=TICK_MS)
    timer.timeout.connect(_tick)
    timer.start()
    last[:] = [clock() for clock in clocks]
    started = last[0]
    job()
    while not ended() and time.perf_counter() - started < limit:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    seconds = time.perf_counter() - started
    while time.perf_counter() - started < seconds + SHOWN_SECONDS:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    timer.stop()
    return Gaps(gaps, seconds, own, worked)


class Trainings(QObject):
    """Keeps what a window's runs gave."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self.parts = parts
        self.trained: list[object] = []
        parts.session.training.trained.connect(self.keep)

    def keep(self, trained: object) -> None:
        """Take note of a finished run."""
        self.trained.append(trained)

    def train(self, file: Path, vocab_size: int) -> Gaps:
        """Train on a file in the Train task, as after a click on Start."""
        self.parts.window.show_task("train")
        before = len(self.trained)
        options = Options(preset="gpt4", vocab_size=vocab_size)
        return measure(
            lambda: self.parts.session.training.start(options, (str(file),)),
            lambda: len(self.trained) > before,
        )


def open_text(parts: Parts, file: Path) -> Gaps:
    """Open a text in the Tokens panel and wait until all of it is colored."""
    parts.window.show_task("inspect")
    size = file.stat().st_size
    return measure(
        lambda: parts.session.opening.open_text(str(file)),
        lambda: len(parts.tokens.view.document) == size and parts.tokens.encoding.encoded,
    )


def open_tokenizer(parts: Parts, file: Path) -> Gaps:
    """Open a tokenizer and wait until it is there."""
    tokenizers = parts.session.tokenizers
    before = len(tokenizers.infos)
    return measure(lambda: tokenizers.open(str(file)), lambda: len(tokenizers.infos) > before)


def settle(seconds: float) -> None:
    """Let the window come to rest."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)


@contextmanager
def opened() -> Iterator[tuple[Parts, Path]]:
    """Open a window with settings of its own; yield its parts and its folder, and close it at the end."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.setswitchinterval(application.SWITCH_INTERVAL)
    app = application.make_application(["workbench"])
    collector = garbage.Collector(app)  # as in the program: Python's own stops a frame halfway
    with tempfile.TemporaryDirectory() as folder:
        window = application.make_window(app, Settings(Path(folder, "settings.ini")))
        window.resize(1280, 800)
        window.show()
        parts = wiring.fill(window)
        settle(2)
        garbage.keep()  # as in the program, which looks at none of its own objects from then on
        yield parts, Path(folder)
        window.close()
    collector.deleteLater()
    gc.enable()


def main() -> None:
    """Run the jobs in one window and print their gaps."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--train-10mb", action="store_true", help="also train English 10 MB to 32,768")
    parser.add_argument("--open", nargs="*", type=Path, default=[], metavar="FILE", help="open tokenizers")
    chosen = parser.parse_args()
    with opened() as (parts, folder):
        trainings = Trainings(parts)
        parts.window.show_task("train")
        settle(2)
        print("train taylorswift.txt to 2,048  ", trainings.train(DATA / "taylorswift.txt", 2048), flush=True)
        text = folder / "en_10MB.txt"
        text.write_bytes(lzma.decompress((DATA / "corpora" / "en_10MB.txt.xz").read_bytes()))
        print("open a text of 10 MB            ", open_text(parts, text), flush=True)
        for file in chosen.open:
            gaps = open_tokenizer(parts, file)
            print(f"open {file.name:<27}{gaps}, without other programs {gaps.hang():.1f} ms", flush=True)
        if chosen.train_10mb:
            print("train English 10 MB to 32,768   ", trainings.train(text, 32_768), flush=True)


if __name__ == "__main__":
    main()
