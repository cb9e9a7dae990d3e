"""Training beside rustbpe and tokenizers, and its memory.

`python -m tests.benchmarks.training_rows [--quick] [--json]`

All work on one thread, so that times are those of the processor, which others on the computer change
less than those of the clock; the runs take turns, and the best of each counts.
"""

from __future__ import annotations

import argparse
import lzma
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.rows import DATA, Row, show
from tests.benchmarks.training import TRAINERS
from workbench import api

SIZE = 32_768


class Corpus(NamedTuple):
    """A text, how often it is run, and what the ratios to (tokenizers, rustbpe) must be."""

    name: str
    runs: int
    targets: tuple[float, float]


FULL = (
    Corpus("en_10MB", 3, (8, 3)),
    Corpus("multi_10MB", 3, (8, 3)),
    Corpus("code_10MB", 3, (8, 3)),
    Corpus("mixed_100MB", 1, (12, 4.5)),
)
QUICK = (Corpus("en_10MB", 1, (8, 3)),)


def rows(quick: bool = False) -> Iterator[Row]:
    """Measure; a row as soon as it is known."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    os.environ["RAYON_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        for corpus in QUICK if quick else FULL:
            path = Path(folder) / f"{corpus.name}.txt"
            path.write_bytes(lzma.decompress((DATA / "corpora" / f"{corpus.name}.txt.xz").read_bytes()))
            yield from _ratios(corpus, path)
        yield _peak(corpus.name, path)


def _ratios(corpus: Corpus, path: Path) -> Iterator[Row]:
    text = path.read_text(encoding="utf-8")
    seconds = dict.fromkeys(TRAINERS, float("inf"))
    tokens = {}
    for _ in range(corpus.runs):
        for name, trainer in TRAINERS.items():
            start = time.process_time()
            tokens[name] = trainer(path, text, SIZE)
            seconds[name] = min(seconds[name], time.process_time() - start)
    if tokens["workbench"] != tokens["rustbpe"]:
        raise AssertionError(f"{corpus.name}: other merges than those of rustbpe")
    yield Row(f"train {corpus.name} to {SIZE:,}", seconds["workbench"], "s", better="lower")
    for peer, target in zip(("tokenizers", "rustbpe"), corpus.targets, strict=True):
        ratio = seconds[peer] / seconds["workbench"]
        yield Row(f"train {corpus.name} to {SIZE:,}, × {peer}", ratio, "×", target, "higher")


def _peak(name: str, path: Path) -> Row:
    """Measure the memory of a process that trains and does nothing else."""
    command = [sys.executable, "-m", "tests.benchmarks.training_rows", "--peak-of", str(path)]
    peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Row(f"train {name} to {SIZE:,}, peak of the whole process", float(peak), "MB", 400, "lower")


def _run(path: str) -> Iterator[object]:
    return api.TrainingRun([path], api.Options(vocab_size=SIZE)).steps()


def _print_peak(path: str) -> None:
    for _ in _run(path):
        pass
    # Not getrusage, which goes on counting where the process that started this one left off.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    print(int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6)


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one text, once: some seconds")
    parser.add_argument("--json", action="store_true", help="print rows of name, value, unit, target, better")
    parser.add_argument("--peak-of", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peak_of:
        _print_peak(arguments.peak_of)
        return
    show(rows(arguments.quick), arguments.json)


if __name__ == "__main__":
    main()
