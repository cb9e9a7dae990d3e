"""Counting pieces in shards, next to the bare kernel, and adding the shards up.

`python -m tests.benchmarks.counting [MEGABYTES] [--parts 16] [--pieces 100000] [--json]`

The text is `mixed_100MB` as one plain text and as JSON Lines. The kernel counts the plain text in memory,
without reading, documents and Parquet; a shard is the verb in a process of its own, on one processor. Added
up are `--parts` files of `--pieces` made-up pieces each, half of them in all files, in 1 GiB of memory.
Memory is the most that the process had.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

from tests.benchmarks.rows import text_of
from workbench import kernels
from workbench.engine.corpus.counts_facts import Corpus, CountsFacts
from workbench.engine.splitting.pre_tokenizers import named
from workbench.formats.count_tables import CountsWriter

_LIMIT = "1073741824"
# Not `ru_maxrss`, which has that of the parent, too.
_VERB = """
import atexit, runpy, sys
peak = lambda: open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]
atexit.register(lambda: print(peak(), file=sys.stderr))
runpy.run_module("workbench", run_name="__main__")
"""


def kernel_seconds(text: bytes) -> float:
    """Return how long the bare kernel takes."""
    counter = kernels.kernel("counting").PieceCounter(kernels.kernel("splitting").Splitter("cl100k"))
    data, border = bytearray(text), named("cl100k").previous_border
    began = time.process_time()
    start, portion = 0, 1 << 22
    while start < len(data):
        end = start + (
            border(bytes(data[start : start + portion]), portion) if start + portion < len(data) else portion
        )
        counter.begin(data[start:end])
        while counter.step(1 << 30):
            pass
        start = end
    return time.process_time() - began


def run(*words: str) -> dict[str, float]:
    """Run a verb, and return its seconds, its processor seconds, and the most memory that it had."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(
            [sys.executable, "-c", _VERB, *words],
            stdout=subprocess.DEVNULL,
            stderr=said,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        _, status, usage = os.wait4(process.pid, 0)
        said.seek(0)
        lines = said.read().splitlines()
    if status:
        raise RuntimeError(f"{words[0]} failed: {lines}")
    return {
        "seconds": round(time.monotonic() - began, 2),
        "processor": round(usage.ru_utime + usage.ru_stime, 2),
        "MB": round(int(lines[-1]) / 1024),
    }


def write_parts(folder: Path, n: int, pieces: int) -> list[str]:
    """Write files of counts, and return their paths."""
    common = [b" %x" % (number * 2654435761 % 2**32) for number in range(pieces // 2)]
    paths = []
    for part in range(n):
        own = [b" %x.%d" % (number, part) for number in range(pieces - len(common))]
        rows = pa.table({"piece": sorted([*common, *own])})
        numbers = pa.array(np.arange(rows.num_rows) % 100 + 1)
        names = pa.array(["made up"] * rows.num_rows)
        table = rows.append_column("count", numbers).append_column("documents", numbers)
        paths.append(str(folder / f"{part}.parquet"))
        writer = CountsWriter(paths[-1])
        writer.write(table.append_column("source", names))
        facts = CountsFacts(("cl100k", ""), "", "", "16.0.0", "", (Corpus("made up", n, ((part, part),)),))
        writer.finish(facts)
    return paths


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", nargs="?", type=int, default=100)
    parser.add_argument("--parts", type=int, default=16)
    parser.add_argument("--pieces", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    text = text_of("mixed_100MB", arguments.megabytes * 1_000_000)
    data = text.encode()
    rows: dict[str, dict[str, float]] = {"bare kernel": {"processor": round(kernel_seconds(data), 2)}}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.txt").write_bytes(data)
        lines = [json.dumps({"text": text[start : start + 2000]}) for start in range(0, len(text), 2000)]
        (folder / "a.jsonl").write_text("\n".join(lines))
        for kind in ("txt", "jsonl"):
            out = str(folder / "part.parquet")
            rows[f"a shard, {kind}"] = run("count-pieces", str(folder / f"a.{kind}"), "--out", out)
        parts = write_parts(folder, arguments.parts, arguments.pieces)
        out = str(folder / "sum.parquet")
        title = f"{arguments.parts} parts of {arguments.pieces:,} pieces"
        rows[title] = run("merge-counts", *parts, "--memory-limit", _LIMIT, "--out", out)
    if arguments.json:
        print(json.dumps(rows))
        return
    for title, figures in rows.items():
        shown = ", ".join(f"{value:g} {unit}" for unit, value in figures.items())
        speed = (
            "" if "pieces" in title else f", {len(data) / 1e6 / figures['processor']:.0f} MB/s of a processor"
        )
        print(f"{title}: {shown}{speed}")


if __name__ == "__main__":
    main()
