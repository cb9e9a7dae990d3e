"""Where the time of encoding and of training goes, stage by stage.

`python -m tests.benchmarks.stages [--quick]`

What cannot be run alone is told as what is left of the whole: looking pieces up and merging them, in
encoding. Encoding has one thread; in training a second one splits what is counted next. The shortest of
some runs.
"""

from __future__ import annotations

import argparse
import lzma
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.benchmarks.rows import DATA, best_of, text_of
from workbench import api
from workbench.formats.registry import open_file

TEXTS = ("en_10MB", "code_10MB", "multi_10MB")
Stages = list[tuple[str, float]]


def encoding(vocabulary: str, text: str, runs: int) -> Stages:
    """Return the seconds of each stage of encoding a text to an array of ids."""
    tokenizer = open_file(DATA / f"{vocabulary}.tiktoken").tokenizer
    data = text.encode()

    def split() -> None:
        for _ in tokenizer.pre_tokenizer.split_parts(data):
            pass

    encode = partial(tokenizer.encode_to_numpy, text, allowed_special="none", threads=1)
    whole, from_bytes, convert, cut = best_of(
        runs,
        encode,
        partial(tokenizer.encode_to_numpy, data, allowed_special="none", threads=1),
        text.encode,
        split,
    )
    return [
        ("str to UTF-8", convert),
        ("splitting", cut),
        ("look-up and merging", from_bytes - cut),
        ("all of it", whole),
    ]


def training(name: str, size: int, runs: int) -> Stages:
    """Return the seconds of each stage of training on a file to 32,768 tokens."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.txt"
        with lzma.open(DATA / "corpora" / f"{name}.txt.xz") as file:
            path.write_bytes(file.read(size))
        phases = min((_phases(path) for _ in range(runs)), key=lambda found: sum(found.values()))
    counted = phases.pop("reading")
    whole = counted + sum(phases.values())
    return [("reading to counting", counted), *phases.items(), ("all of it", whole)]


def _phases(path: Path) -> dict[str, float]:
    """Return the seconds between the first signs of one phase and of the next."""
    seconds: dict[str, float] = {}
    phase, before = "reading", time.perf_counter()
    for event in api.TrainingRun([path], api.Options(vocab_size=32_768)).steps():
        now = time.perf_counter()
        seconds[phase] = seconds.get(phase, 0.0) + now - before
        before = now
        phase = event.phase if isinstance(event, api.Progress) else phase
    return seconds


def lines(title: str, stages: Stages) -> Iterator[str]:
    """Yield a title and a line for each stage, the last of them being the whole."""
    yield title
    whole = stages[-1][1]
    for name, seconds in stages:
        yield f"    {name:<24} {seconds * 1e3:>9.1f} ms {seconds / whole:>7.0%}"


def main() -> None:
    """Print the stages of every text."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of each text")
    arguments = parser.parse_args()
    size, runs = (1_000_000, 2) if arguments.quick else (10_000_000, 5)
    for vocabulary in ("cl100k_base", "o200k_base"):
        for name in TEXTS:
            stages = encoding(vocabulary, text_of(name, size), runs)
            print("\n".join(lines(f"encode {vocabulary} {name}", stages)), flush=True)
    for name in (*TEXTS, "mixed_100MB"):
        stages = training(name, 10 * size if name.startswith("mixed") else size, min(runs, 3))
        print("\n".join(lines(f"train {name}", stages)), flush=True)


if __name__ == "__main__":
    main()
