"""How long it takes to give a run up: `python -m tests.benchmarks.cancelling [--quick] [--json] [FILE]`.

The runs go on in the program's own lane, on 100 MB (--quick: 10 MB) or FILE; a cancel is asked for as the
lane tells of a phase for the first time, or a few words later, and has come through when the lane says so.
Told is the longest time of each phase.
"""

from __future__ import annotations

import argparse
import lzma
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

from tests.benchmarks.rows import DATA, Row, show
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.worker.lanes import Lanes
from workbench.worker.messages.requests import JobCancelled, JobProgress, new_request_id
from workbench.worker.messages.training import (
    EstimateTraining,
    Train,
    Trained,
    TrainingCancelled,
    TrainingEstimated,
    TrainingProgress,
)

PROMISE = 1000  # milliseconds
PATIENCE = 120_000


def rows(corpus: Path, runs: int) -> Iterator[Row]:
    """Measure; a row as soon as it is known."""
    chance = random.Random(1)
    lanes = Lanes()
    try:
        for preset in ("gpt4", "llama2"):
            for phase in ("reading", "building", "merging"):
                waits = [_wait(lanes, corpus, preset, phase, chance.randrange(4)) for _ in range(runs)]
                yield Row(f"{preset}: cancel while {phase}", max(waits), "ms", target=PROMISE, better="lower")
        waits = [_wait(lanes, corpus, "clip", "reading", chance.randrange(4)) for _ in range(runs)]
        yield Row("clip: cancel while reading", max(waits), "ms", target=PROMISE, better="lower")
        waits = [_estimate_wait(lanes, corpus, chance.randrange(4)) for _ in range(runs)]
        yield Row("cancel while estimating", max(waits), "ms", target=PROMISE, better="lower")
    finally:
        lanes.shut_down()


def _wait(lanes: Lanes, corpus: Path, preset: str, phase: str, words: int) -> float:
    """Return the milliseconds of one cancel, so many words into a phase."""
    options = Options(preset=preset, vocab_size=32_768)
    sources = (SourceOptions(str(corpus), held_out=0.01),)
    folder = str(corpus.with_name(f"checkpoint{new_request_id()}"))
    request = Train(new_request_id(), sources, options, "Run", folder)
    return _cancelled(lanes, request, TrainingProgress, lambda told: told.phase == phase, words)


def _estimate_wait(lanes: Lanes, corpus: Path, words: int) -> float:
    request = EstimateTraining(new_request_id(), (str(corpus),), Options(vocab_size=32_768))
    return _cancelled(lanes, request, JobProgress, lambda _: True, words)


def _cancelled(lanes: Lanes, request: Any, kind: type, begun: Callable[[Any], bool], words: int) -> float:
    asked, done, heard = [0.0], [0.0], [0]
    loop = QEventLoop()

    def look(told: Any) -> None:
        if isinstance(told, TrainingCancelled | JobCancelled):
            done[0] = time.monotonic()
        if isinstance(told, TrainingCancelled | JobCancelled | Trained | TrainingEstimated):
            loop.quit()
        heard[0] += isinstance(told, kind) and begun(told)
        if heard[0] > words and not asked[0]:
            asked[0] = time.monotonic()
            lanes.training.call(lanes.training.cancel, request.request_id)

    lanes.training.listeners.append(look)
    QTimer.singleShot(PATIENCE, loop.quit)
    lanes.ask(request)
    loop.exec()
    lanes.training.listeners.remove(look)
    return (done[0] - asked[0]) * 1e3 if asked[0] and done[0] else 0.0


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    _app = QCoreApplication([])
    with tempfile.TemporaryDirectory() as folder:
        corpus = arguments.file
        if corpus is None:
            name = "en_10MB" if arguments.quick else "mixed_100MB"
            corpus = Path(folder, f"{name}.txt")
            corpus.write_bytes(lzma.decompress((DATA / "corpora" / f"{name}.txt.xz").read_bytes()))
        show(rows(corpus, 2 if arguments.quick else 5), arguments.json)


if __name__ == "__main__":
    main()
