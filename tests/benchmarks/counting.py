"""Counting pieces in shards and on Ray, next to the bare kernel, and adding the shards up.

`python -m tests.benchmarks.counting [MEGABYTES] [--parts 16] [--pieces 100000] [--json]`

The text is `mixed_100MB` (above 100 MB, `altered_text`) as one plain text, as JSON Lines and as Parquet. The
kernel counts the plain text in memory, without reading, documents and Parquet; a shard is the verb in a
process of its own, on one processor, and then in this process, which runs already: the least of three. Of Ray
(where it is installed) the processor time is that of the tasks of counting, and of adding up; the seconds are
those of the driver with the start of the cluster. Added up are `--parts` files of `--pieces` made-up pieces
each, half of them in all files, in 1 GiB of memory. Memory is the most that the process had.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tests.benchmarks import altered_text
from tests.benchmarks.rows import text_of
from workbench import kernels
from workbench.api.count_parts import count_part
from workbench.distributed import ray_counting
from workbench.engine.base.slices import finished
from workbench.engine.corpus.counts_facts import COLUMNS, Corpus, CountsFacts
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.splitting.pre_tokenizers import named
from workbench.engine.training.options import Options
from workbench.formats.count_tables import CountsWriter

_LIMIT = "1073741824"
_COMMON, _OWN = 11, 15  # bytes of a made-up piece that all parts have, and of one that is in a single part
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


def shard_seconds(path: str, out: str) -> float:
    """Return how long a shard takes in this process."""
    began = time.process_time()
    finished(count_part([SourceOptions(path)], Options(), out))
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


_ON_RAY = """
import os, sys, time
source, out, workers = sys.argv[1:]
os.environ["WORKBENCH_TIMES"] = out + ".times"
os.mkdir(out + ".times")
import ray
from tests.benchmarks import counting
from workbench.api import Options, SourceOptions
from workbench.api.count_parts import count_part
from workbench.distributed import ray_counting
from workbench.engine.base.slices import finished
ray.init(num_cpus=int(workers), include_dashboard=False, log_to_driver=False, object_store_memory=1 << 30)
ray_counting._Shards, ray_counting._sums_of_group = counting.TimedShards, counting.timed_sums
began, own = time.monotonic(), time.process_time()
ray_counting.count_on_ray([SourceOptions(source)], Options(), out)
print(time.monotonic() - began, time.process_time() - own)
ray.shutdown()
"""


def _timed(what: str, steps: Iterator[Any]) -> Iterator[Any]:
    """Yield the steps, and write to a file what processor time they took, with that of child processes."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = lambda: sum(sum(resource.getrusage(kind)[:2]) for kind in kinds)  # noqa: E731
    began = used()
    yield from steps
    Path(os.environ["WORKBENCH_TIMES"], f"{what}-{uuid.uuid4()}").write_text(str(used() - began))


class TimedShards(ray_counting._Shards):
    """Shards that note their time."""

    def count(self, batch: Any) -> Iterator[Any]:
        """Count as usual."""
        yield from _timed("count", super().count(batch))


def timed_sums(table: Any) -> Any:
    """Return the usual sums of a group, and note their time."""
    (sums,) = _timed("sum", (add(table) for add in (_SUMS,)))
    return sums


_SUMS = ray_counting._sums_of_group


def on_ray(source: str, out: str, workers: int) -> dict[str, float]:
    """Count on a cluster of this computer; return the processor seconds of its tasks."""
    words = [sys.executable, "-c", _ON_RAY, source, out, str(workers)]
    said = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    seconds, driver = map(float, said[-2:])
    times = {
        what: [float(path.read_text()) for path in Path(f"{out}.times").glob(f"{what}-*")]
        for what in ("count", "sum")
    }
    figures = {
        "seconds": seconds, "processor": sum(times["count"]), "shards": len(times["count"]),
        "adding up": sum(times["sum"]), "driver": driver,
    }  # fmt: skip
    return {name: round(value, 2) for name, value in figures.items()}


def write_parts(folder: Path, n: int, pieces: int) -> list[str]:
    """Write files of counts, and return their paths: every other piece is in all, the rest in one each."""
    numbers = np.arange(pieces // 2, dtype=np.uint64) * np.uint64(2654435761 % (1 << 20))
    digits = np.frombuffer(b"0123456789abcdef", np.uint8)
    rows = np.full((len(numbers), _COMMON + _OWN), ord(" "), np.uint8)
    for place in range(10):
        rows[:, 1 + place] = rows[:, _COMMON + 1 + place] = digits[numbers >> np.uint64(4 * (9 - place)) & 15]
    ends = np.arange(len(numbers))[:, None] * (_COMMON + _OWN) + np.array([_COMMON, _COMMON + _OWN])
    offsets = pa.py_buffer(np.append(0, ends.ravel()))
    counts = pa.array(np.arange(2 * len(numbers)) % 100 + 1)
    names = pa.DictionaryArray.from_arrays(np.zeros(len(counts), np.int32), ["made up"])
    paths = []
    for part in range(n):
        rows[:, -4:] = np.frombuffer(b".%03x" % part, np.uint8)
        buffers = [None, offsets, pa.py_buffer(rows.tobytes())]
        each = pa.Array.from_buffers(pa.large_binary(), len(counts), buffers)
        paths.append(str(folder / f"{part}.parquet"))
        with CountsWriter(paths[-1]) as writer:
            writer.write(pa.table([each, counts, counts, names.cast(pa.string())], names=list(COLUMNS)))
            corpus = Corpus("made up", n, ((part, part),))
            writer.finish(CountsFacts(("cl100k", ""), "", "", "16.0.0", "", (corpus,)))
    return paths


def text_of_megabytes(n: int) -> str:
    """Return a text of so many megabytes."""
    if n <= 100:
        return text_of("mixed_100MB", n * 1_000_000)
    with tempfile.TemporaryDirectory() as name:
        altered_text.write(path := Path(name, "text"), n * 1_000_000)
        return path.read_bytes().decode("utf-8", "ignore")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", nargs="?", type=int, default=100)
    parser.add_argument("--parts", type=int, default=16)
    parser.add_argument("--pieces", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    text = text_of_megabytes(arguments.megabytes)
    data = text.encode()
    bare = min(kernel_seconds(data) for _ in range(3))
    rows: dict[str, dict[str, float]] = {"bare kernel": {"processor": round(bare, 2)}}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.txt").write_bytes(data)
        lines = [json.dumps({"text": text[start : start + 2000]}) for start in range(0, len(text), 2000)]
        (folder / "a.jsonl").write_text("\n".join(lines))
        pq.write_table(pa.table({"text": [json.loads(line)["text"] for line in lines]}), folder / "a.parquet")
        for kind in ("txt", "jsonl", "parquet"):
            path, out = str(folder / f"a.{kind}"), str(folder / "part.parquet")
            rows[f"a shard, {kind}"] = run("count-pieces", path, "--out", out)
            seconds = min(shard_seconds(path, out) for _ in range(3))
            rows[f"a shard, {kind}, in this process"] = {"processor": round(seconds, 2)}
        for workers in (1, 2) if importlib.util.find_spec("ray") else ():
            title = f"Ray, {workers} worker{'s' * (workers > 1)}"
            rows[title] = on_ray(str(folder / "a.txt"), str(folder / f"ray-{workers}.parquet"), workers)
        parts = write_parts(folder, arguments.parts, arguments.pieces)
        out = str(folder / "sum.parquet")
        title = f"{arguments.parts} parts of {arguments.pieces:,} pieces"
        rows[title] = run("merge-counts", *parts, "--memory-limit", _LIMIT, "--out", out)
    if arguments.json:
        print(json.dumps(rows))
        return
    if not any(title.startswith("Ray") for title in rows):
        print("Ray is not installed: nothing of it was measured")
    for title, figures in rows.items():
        shown = ", ".join(f"{value:g} {unit}" for unit, value in figures.items())
        speed = (
            "" if "pieces" in title else f", {len(data) / 1e6 / figures['processor']:.0f} MB/s of a processor"
        )
        print(f"{title}: {shown}{speed}")


if __name__ == "__main__":
    main()
