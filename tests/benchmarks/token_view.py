"""The token view with large texts: first paint, scrolling, typing, memory.

`python -m tests.benchmarks.token_view [--quick] [--json]`

Each text is opened in a window of its own, 1280 x 800, in a process of its own, with o200k's ranks where no
other tokenizer is told. A timer of 5 ms runs on the window's thread all the while: a gap is the time between
two of its ticks. Told are

- the longest gap of each part, and the longest work in a gap: for how much of one at most the program's
  threads, all together, had a processor (`time.process_time`). A gap whose work is short is not the
  program's own doing, unless it waits for a disk: another program, or the host of a virtual machine, had
  the processor;
- from opening to the first paint of the text, and to the first with all that is seen colored;
- a frame: the time in which the view is scrolled and painted anew, after each of a few hundred turns of the
  wheel here and there, and after jumps by the scroll bar over the whole range from end to end;
- from a key to the paint in which what was typed has its tokens: provisional ones where the tokenizer knows
  no border (CLIP), and the whole text is encoded again after a rest;
- the most memory that the process had in use (resident set);
- on a virtual machine, what its host took meanwhile for others.

Works offscreen (QT_QPA_PLATFORM=offscreen), needs the data beside the repository.
"""

from __future__ import annotations

import argparse
import gc
import json
import lzma
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QMimeData, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea

from tests.benchmarks.rows import DATA, Row, show
from workbench.settings import Settings
from workbench.shell import app as application
from workbench.shell import wiring
from workbench.widgets.token_view.layout.script_fonts import ScriptFonts

TICK_MS = 5
LONGEST_GAP, FRAME, MOST_MEMORY = 50, 16, 1500  # ms, ms, MB
TOKENIZERS = {
    "o200k": "o200k_base.tiktoken",
    "llama2": "llama2_tokenizer.bin",
    "clip": "clip_bpe_simple_vocab_16e6.txt.gz",
}
PASTED = 50_000_000  # bytes
PLACES = 40  # where five keys are typed each
PATIENCE = 120.0  # seconds after which something that never happens is given up


@dataclass(frozen=True, slots=True)
class Case:
    """A text to open: the first `size` bytes of a corpus, on one line where `one_line`.

    Where it `pastes`, 50 MB are pasted into it as well.
    """

    name: str
    corpus: str
    size: int
    one_line: bool = False
    tokenizer: str = "o200k"
    pastes: bool = False

    def write(self, path: Path) -> None:
        """Write the text."""
        with lzma.open(DATA / "corpora" / f"{self.corpus}.txt.xz") as source:
            text = source.read(self.size).decode("utf-8", "ignore").encode()
        path.write_bytes(text.replace(b"\n", b" ") if self.one_line else text)


CASES = (
    Case("1 MB", "mixed_100MB", 1_000_000, pastes=True),
    Case("10 MB", "mixed_100MB", 10_000_000),
    Case("100 MB", "mixed_100MB", 100_000_000),
    Case("one line of 10 MB", "multi_10MB", 10_000_000, one_line=True),
    Case("1 MB, Llama 2", "mixed_100MB", 1_000_000, tokenizer="llama2"),
    Case("1 MB, CLIP", "mixed_100MB", 1_000_000, tokenizer="clip"),
    Case("one line of 10 MB, CLIP", "multi_10MB", 10_000_000, one_line=True, tokenizer="clip"),
)
QUICK = (
    Case("1 MB", "en_10MB", 1_000_000),
    Case("5 MB", "multi_10MB", 5_000_000),
    Case("one line of 2 MB", "multi_10MB", 2_000_000, one_line=True),
)


class Gaps(QObject):
    """Milliseconds between the ticks of a timer, and for how many of them this process had a processor."""

    def __init__(self) -> None:
        super().__init__()
        self._found: list[tuple[float, float]] = []
        self._last = time.perf_counter(), time.process_time()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter(), time.process_time()
        gap, work = ((new - old) * 1e3 for new, old in zip(now, self._last, strict=True))
        self._found.append((gap, min(gap, work)))
        self._last = now

    def take(self) -> tuple[float, float]:
        """Return the longest gap and the longest work in a gap since the last call."""
        self._tick()
        gaps, works = zip(*self._found, strict=True)
        self._found = []
        return max(gaps), max(works)


class Paints(QObject):
    """Tells whether the view has been painted since something was so."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__()
        self._wishes: list[Callable[[], object]] = []
        view.viewport().installEventFilter(self)

    def expect(self, *wishes: Callable[[], object]) -> None:
        """Wait for paints that show these things, one after the other or at once; `seen` tells of them."""
        self._wishes = list(wishes)

    def seen(self, left: int = 0) -> bool:
        """Tell whether all was seen but the last `left`."""
        return len(self._wishes) <= left

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at each paint, just before it."""
        if event.type() == QEvent.Type.Paint:
            while self._wishes and self._wishes[0]():
                del self._wishes[0]
        return False


def turn_until(happened: Callable[[], object]) -> float:
    """Turn the event loop until something has happened; returns the seconds that took."""
    start = time.perf_counter()
    while not happened():
        if time.perf_counter() - start > PATIENCE:
            raise TimeoutError
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    return time.perf_counter() - start


def settle(seconds: float) -> None:
    """Let the window come to rest."""
    until = time.perf_counter() + seconds
    turn_until(lambda: time.perf_counter() > until)


def stolen() -> float | None:
    """Return the seconds of all processors that a virtual machine's host gave to others, None if unknown.

    It is the eighth column of the first line of /proc/stat (proc(5)).
    """
    try:
        columns = Path("/proc/stat").read_text().split("\n", 1)[0].split()
        return int(columns[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return None


class Bench:
    """One window with one text."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.app = application.make_application(["workbench"])
        self.window = application.make_window(self.app, Settings(folder / "settings.ini"))
        self.window.resize(1280, 800)
        self.window.show()
        self.parts = wiring.fill(self.window)
        self.fonts = ScriptFonts(self.window)
        gc.freeze()
        self.panel = self.parts.tokens
        self.view = self.panel.view
        self.paints = Paints(self.view)
        self.gaps = Gaps()
        self.chance = random.Random(1)

    # --- rows

    def rows(self, path: Path) -> Iterator[Row]:
        """Measure."""
        taken = stolen()
        yield from self.opening_tokenizer()
        yield from self.opening(path)
        yield from self.scrolling()
        if not self.view.editor.read_only:
            yield from self.typing()
        if self.case.pastes:
            yield from self.pasting()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        yield Row(f"{self.case.name}: most memory", peak, "MB", MOST_MEMORY, "lower")
        if taken is not None:
            lost = (stolen() or 0.0) - taken
            yield Row(f"{self.case.name}: taken by the host of this machine", lost, "s", better="lower")
        self.window.close()

    def opening_tokenizer(self) -> Iterator[Row]:
        """Open the tokenizer over the sample text and wait until its vocabulary is there."""
        listed: list[object] = []
        turn_until(lambda: not self.fonts.running)
        settle(1)
        self.gaps.take()
        self.parts.vocabulary.vocabulary_changed.connect(listed.append)
        self.parts.session.tokenizers.open(str(DATA / TOKENIZERS[self.case.tokenizer]))
        turn_until(lambda: listed)
        settle(1)
        yield from self._longest_gap("opening the tokenizer")

    def opening(self, path: Path) -> Iterator[Row]:
        """From the wish to open a file until all of it is colored."""
        view, size = self.view, path.stat().st_size
        start = time.perf_counter()
        self.paints.expect(lambda: len(view.document) == size, self._colored)
        self.parts.session.opening.open_text(str(path))
        yield self._painted("first paint", start, left=1)
        yield self._painted("all that is seen colored", start)
        turn_until(lambda: self.encoded)
        seconds = time.perf_counter() - start
        yield Row(f"{self.case.name}: opening, all of it colored", seconds * 1e3, "ms", better="lower")
        settle(1)
        yield from self._longest_gap("opening")

    def _painted(self, what: str, start: float, left: int = 0) -> Row:
        turn_until(lambda: self.paints.seen(left))
        taken = (time.perf_counter() - start) * 1e3
        return Row(f"{self.case.name}: opening, {what}", taken, "ms", better="lower")

    def _colored(self) -> bool:
        start, end = self.view.places.visible_range()
        tokens = self.view.spans.overlapping(start, end)
        return int((tokens.ends - tokens.starts).sum()) >= (end - start) // 2

    @property
    def encoded(self) -> bool:
        """Whether all of the text is encoded."""
        return self.panel.encoding.encoded is not None

    def scrolling(self) -> Iterator[Row]:
        """Turns of the wheel here and there, and jumps over the whole range."""
        bar = self.view.verticalScrollBar()
        wheel, jumps = [], []
        for part in range(10):
            bar.setValue(bar.maximum() * part // 10)
            settle(0.05)
            wheel += [self._frame(lambda: self.view.scrolling.by(96)) for _ in range(40)]
        values = [bar.maximum() * step // 200 for step in range(201)]
        values += [self.chance.randrange(bar.maximum() + 1) for _ in range(100)]
        for value in values:
            jumps.append(self._frame(lambda value=value: bar.setValue(value)))
        for what, found in (("the wheel", wheel), ("jumps", jumps)):
            found.sort()
            name = f"{self.case.name}: a frame, {what}"
            yield Row(f"{name}, median", statistics.median(found), "ms", FRAME, "lower")
            yield Row(f"{name}, 99th percentile", found[int(len(found) * 0.99)], "ms", better="lower")
        yield from self._longest_gap("scrolling")

    def _frame(self, scroll: Callable[[], object]) -> float:
        """Return the milliseconds of one frame, and let the loop turn once after it."""
        start = time.perf_counter()
        scroll()
        self.view.viewport().repaint()
        taken = (time.perf_counter() - start) * 1e3
        QCoreApplication.processEvents()
        return taken

    def typing(self) -> Iterator[Row]:
        """Keys at places all over the text, wherever a caret can stand."""
        self.window.activateWindow()
        self.view.setFocus()
        turn_until(self.view.hasFocus)  # without it the caret is out of sight, and nothing is laid out
        found = []
        for _ in range(PLACES):
            place = self.chance.randrange(len(self.view.document))
            self.view.editor.place(self.view.editor.stop(place, 1))
            settle(0.3)
            for letter in "words":
                found.append(self._key(letter))
                settle(0.03)
        target = FRAME if self.case.size <= 1_000_000 and self.case.tokenizer == "o200k" else None
        for what, taken in zip(("", ", at work"), map(sorted, zip(*found, strict=True)), strict=True):
            name = f"{self.case.name}: a key until it is painted with its tokens{what}"
            yield Row(f"{name}, median", statistics.median(taken), "ms", target, "lower")
            yield Row(f"{name}, 99th percentile", taken[int(len(taken) * 0.99)], "ms", target, "lower")
        turn_until(lambda: self.encoded)
        yield from self._longest_gap("typing")

    def _key(self, letter: str) -> tuple[float, float]:
        """Return the milliseconds to the paint, and for how many of them this process had a processor."""
        start, work = time.perf_counter(), time.process_time()
        QTest.keyClick(self.view, letter)
        position = self.view.editor.position
        self.paints.expect(lambda: self.view.spans.token_at(position - 1) is not None)
        turn_until(self.paints.seen)
        return (time.perf_counter() - start) * 1e3, (time.process_time() - work) * 1e3

    def pasting(self) -> Iterator[Row]:
        """A paste of 50 MB, as other programs put it on the clipboard, and taking it back."""
        pasted = QMimeData()
        pasted.setData("text/plain", self.view.content()[:1_000_000] * (PASTED // 1_000_000))
        QGuiApplication.clipboard().setMimeData(pasted)
        settle(1)
        self.gaps.take()
        size = len(self.view.document)
        self.view.clipboard.paste()
        turn_until(lambda: len(self.view.document) > size)
        self.paints.expect(self._colored)
        turn_until(self.paints.seen)
        yield from self._longest_gap("pasting 50 MB")
        self.view.editor.undo()
        settle(0.5)
        yield from self._longest_gap("taking it back")
        QGuiApplication.clipboard().clear()

    def _longest_gap(self, doing: str) -> Iterator[Row]:
        names = "longest gap of the window's timer", "longest work in a gap"
        for name, found in zip(names, self.gaps.take(), strict=True):
            yield Row(f"{self.case.name}: {name}, {doing}", found, "ms", LONGEST_GAP, "lower")


def rows(quick: bool) -> Iterator[Row]:
    """Measure each text in a process of its own."""
    for number in range(len(QUICK if quick else CASES)):
        command = [sys.executable, "-m", "tests.benchmarks.token_view", "--case", str(number)]
        command += ["--quick"] if quick else []
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        for row in json.loads(done.stdout):
            yield Row(**row)


def measure(case: Case) -> None:
    """Print the rows of one text as JSON."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.setswitchinterval(application.SWITCH_INTERVAL)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "text.txt")
        case.write(path)
        found = list(Bench(case, Path(folder)).rows(path))
    print(json.dumps([asdict(row) for row in found]))


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="5 MB at most: ends in a minute")
    parser.add_argument("--json", action="store_true", help="print rows of name, value, unit, target, better")
    parser.add_argument("--case", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"needs the data in {DATA}")
    if arguments.case is None:
        show(rows(arguments.quick), arguments.json)
    else:
        measure((QUICK if arguments.quick else CASES)[arguments.case])


if __name__ == "__main__":
    main()
