"""Encoding a data set beside plain encoding of the same documents.

`python -m tests.benchmarks.datasets [MEGABYTES] [--document KILOBYTES] [--form bin] [--json]`

The text is `mixed_100MB`, several times over where more is asked for (1000), cut into files of 100 KB. Plain
encoding reads the files and calls `encode_batch` on as many bytes of them as a data set does, and writes
nothing. Each runs in a process of its own; times are of all processors together, so that what else the
machine does counts little, and take turns. Memory is the most that the process had.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import workbench
from tests.benchmarks.rows import DATA, Row, show, text_of

NAME = "cl100k_base"
_CORPUS = 100_000_000
_TOGETHER = 1 << 21  # bytes
_RUNS = 3


def write_texts(folder: Path, n_bytes: int, document: int) -> int:
    """Write the files and return their number."""
    text = text_of("mixed_100MB", min(n_bytes, _CORPUS)).encode()
    n_files = n_bytes // document
    for number in range(n_files):
        start = number * document % max(len(text) - document, 1)
        data = text[start : start + document].decode("utf-8", "ignore").encode()
        target = folder / f"{number // 1000:03}" / f"{number:06}.txt"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
    return n_files


def plainly(tokenizer: workbench.Tokenizer, folder: Path) -> int:
    """Encode the files, and return how many ids they have."""
    n_ids, n_bytes = 0, 0
    batch: list[bytes] = []
    for path in sorted(folder.rglob("*.txt")):
        batch.append(path.read_bytes())
        n_bytes += len(batch[-1])
        if n_bytes >= _TOGETHER:
            n_ids += sum(map(len, tokenizer.encode_ordinary_batch(batch)))
            batch, n_bytes = [], 0
    return n_ids + sum(map(len, tokenizer.encode_ordinary_batch(batch)))


def run_one(what: str, folder: Path, form: str) -> dict[str, float]:
    """Run one of the two in this process, and return its figures."""
    tokenizer = workbench.open_tokenizer(DATA / f"{NAME}.tiktoken")
    tokenizer.encode_ordinary("the tables")
    start, before = time.process_time(), time.perf_counter()
    if what == "plain":
        n_ids = plainly(tokenizer, folder)
    else:
        with tempfile.TemporaryDirectory() as out:
            found = workbench.encode_dataset(tokenizer, folder, Path(out, "set"), form=form, end="")
            n_ids = found.splits["train"].n_ids
    return {
        "cpu": time.process_time() - start,
        "seconds": time.perf_counter() - before,
        "memory": _peak() / 1024,
        "ids": n_ids,
    }


def _peak() -> int:
    """Return the most memory that this process had, in KB: `ru_maxrss` has that of its parent, too."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])


def rows(n_bytes: int, document: int, form: str) -> Iterator[Row]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as texts:
        n_files = write_texts(Path(texts), n_bytes, document)
        what = f"{n_bytes / 1e6:.0f} MB in {n_files:,} files"
        taken: dict[str, list[dict[str, float]]] = {"plain": [], "set": []}
        for _ in range(_RUNS):
            for name, runs in taken.items():
                command = [
                    sys.executable,
                    "-m",
                    "tests.benchmarks.datasets",
                    "--one",
                    name,
                    texts,
                    "--form",
                    form,
                ]
                runs.append(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))
    if len({run["ids"] for runs in taken.values() for run in runs}) != 1:
        raise SystemExit(f"other numbers of ids: {taken}")
    plain, dataset = (min(runs, key=lambda run: run["cpu"]) for runs in taken.values())
    yield Row(f"{what}: plain encoding", plain["cpu"], "s of CPU", better="lower")
    yield Row(f"{what}: a data set, {form}", dataset["cpu"], "s of CPU", better="lower")
    yield Row(f"{what}: times plain encoding", dataset["cpu"] / plain["cpu"], "×", 1.33, "lower")
    yield Row(f"{what}: plain encoding, elapsed", plain["seconds"], "s", better="lower")
    yield Row(f"{what}: a data set, elapsed", dataset["seconds"], "s", better="lower")
    most = max(run["memory"] for run in taken["set"])
    yield Row(f"{what}: memory of the process", most, "MB", 300, "lower")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", nargs="?", type=float, default=100)
    parser.add_argument("--document", type=float, default=100, metavar="KILOBYTES")
    parser.add_argument("--form", default="bin")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(run_one(arguments.one[0], Path(arguments.one[1]), arguments.form)))
        return
    n_bytes, document = int(arguments.megabytes * 1e6), int(arguments.document * 1e3)
    show(rows(n_bytes, document, arguments.form), arguments.json)


if __name__ == "__main__":
    main()
