"""How soon the command line answers: whole processes, by the clock and by CPU time, smallest and median.

`python -m tests.benchmarks.commands [RUNS]`

"count" counts a line in a file; the vocabularies are on the disk, and nothing is kept of the run before.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.rows import DATA, Row, show
from workbench.formats.registry import open_file, save_file

_WORKBENCH = str(Path(sys.executable).with_name("workbench"))


def rows(runs: int) -> Iterator[Row]:
    """Measure; a row as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        line, as_json = Path(folder, "line.md"), Path(folder, "cl100k.json")
        line.write_text("How many tokens has this line?\n", encoding="utf-8")
        ranks = DATA / "cl100k_base.tiktoken"
        save_file(open_file(ranks).tokenizer, as_json, "hf")
        yield from _process("import workbench", [sys.executable, "-c", "import workbench"], 60, runs)
        yield from _process("workbench --version", [_WORKBENCH, "--version"], 60, runs)
        for name, path in (
            ("cl100k's ranks", ranks),
            ("cl100k's tokenizer.json", as_json),
            ("Llama 2's model", DATA / "llama2_tokenizer.model"),
        ):
            command = [_WORKBENCH, "count", "--tokenizer", str(path), str(line)]
            yield from _process(f"workbench count, {name}", command, 250, runs)


def _process(name: str, command: list[str], most: float, runs: int) -> Iterator[Row]:
    clock, processor = [], []
    for _ in range(runs + 1):
        began = time.perf_counter()
        _, status, usage = os.wait4(os.posix_spawn(command[0], command, os.environ, file_actions=_QUIET), 0)
        clock.append(time.perf_counter() - began)
        processor.append(usage.ru_utime + usage.ru_stime)
        if status:
            raise RuntimeError(f"{name}: {status}")
    del clock[0], processor[0]  # the first one reads from the disk
    yield Row(f"{name}, by the clock", min(clock) * 1e3, "ms", most, "lower")
    yield Row(f"{name}, by the clock, median", median(clock) * 1e3, "ms", most, "lower")
    yield Row(f"{name}, CPU", min(processor) * 1e3, "ms", better="lower")


_QUIET = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]

if __name__ == "__main__":
    show(rows(int(sys.argv[1]) if sys.argv[1:] else 12), as_json=False)
