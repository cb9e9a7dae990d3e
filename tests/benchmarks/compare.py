"""Ten tokenizers compared on one text, beside the plain time of encoding it with each.

`python -m tests.benchmarks.compare [MEGABYTES] [--lines | --text] [--tokenizers FILE…] [--json]`

The text is `mixed_100MB` as one document, or with `--lines` each line as one; more than 100 MB are made of
all corpora (`altered_text`). It is read from a file as it is encoded. The tokenizers are those of OpenAI and
their prefixes, or the files. Both runs have a process of their own. Times are of all processors together, so
that what else the machine does counts little. Memory is the most that the process had. Ticks and cancelling,
up to 100 MB, are those of `tests.benchmarks.waiting`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from tests.benchmarks import altered_text
from tests.benchmarks.rows import DATA, Row, show, text_of
from workbench.engine.base.utf8 import incomplete_tail
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.encoding.streamed_encoding import streamed_parts
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.measuring import Begun, measuring
from workbench.engine.judging.measuring import Row as Measured
from workbench.formats.registry import open_file

NAMES = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")
PREFIXES = (("cl100k_base", (16_000, 32_000, 64_000)), ("o200k_base", (32_000, 64_000, 128_000)))
_CORPUS = 100_000_000  # bytes of `mixed_100MB`
_PORTION = 1 << 16
_TOGETHER = 1 << 11  # lines encoded together


def tokenizers(files: Sequence[str] = ()) -> list[Tokenizer]:
    """Open the files, or those of OpenAI with some of their prefixes."""
    if files:
        return [open_file(Path(file)).tokenizer for file in files]
    whole = {name: open_file(DATA / f"{name}.tiktoken").tokenizer for name in NAMES}
    cut = [whole[name].at_vocab_size(size) for name, sizes in PREFIXES for size in sizes]
    return [*whole.values(), *cut]


def portions(path: Path) -> Iterator[bytes]:
    """Yield a text in whole characters, as a corpus is read."""
    rest = b""
    with path.open("rb") as file:
        while data := file.read(_PORTION):
            data = rest + data
            end = len(data) - incomplete_tail(data)
            yield data[:end]
            rest = data[end:]
    yield rest


def plainly(tokenizer: Tokenizer, path: Path, by_line: bool) -> int:
    """Return the number of tokens."""
    if not by_line:
        return sum(len(part.ids) for part in streamed_parts(tokenizer, portions(path)))
    n_tokens = 0
    with path.open("rb") as file:
        while batch := list(islice(file, _TOGETHER)):
            n_tokens += sum(map(len, tokenizer.encode_batch(batch, allowed_special="none")))
    return n_tokens


def stream(path: Path, by_line: bool) -> Iterator[bytes | EndOfDocument | Begun]:
    """Yield the text as `measuring` takes it."""
    yield Begun("text")
    if by_line:
        with path.open("rb") as file:
            for line in file:
                yield line
                yield END_OF_DOCUMENT
    else:
        yield from portions(path)
        yield END_OF_DOCUMENT


def run_one(what: str, path: Path, by_line: bool, files: Sequence[str]) -> dict[str, object]:
    """Run one of the two in this process, and return its figures."""
    engines = tokenizers(files)
    before = _memory("VmRSS")
    start = time.process_time()
    if what == "plain":
        found = [plainly(engine, path, by_line) for engine in engines]
    else:
        steps = measuring(engines, stream(path, by_line))
        found = [step.sums["tokens"] for step in steps if isinstance(step, Measured) and step.error is None]
    return {
        "seconds": time.process_time() - start, "before": before, "memory": _memory("VmHWM"), "tokens": found,
    }  # fmt: skip


def _memory(name: str) -> float:
    """Return VmRSS or VmHWM of this process in megabytes; `getrusage` has that of its parent too."""
    return int(Path("/proc/self/status").read_text().partition(f"{name}:")[2].split()[0]) * 1024 / 1e6


def rows(megabytes: float, by_line: bool, files: Sequence[str]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.txt"
        if megabytes * 1e6 > _CORPUS:
            altered_text.write(path, int(megabytes * 1e6))
        else:
            path.write_text(text_of("mixed_100MB", int(megabytes * 1e6)), "utf-8", newline="")
        common = [sys.executable, "-m", "tests.benchmarks.compare", *(["--lines"] if by_line else [])]
        runs = {}
        for what in ("plain", "compared"):
            command = [*common, "--one", what, str(path), "--tokenizers", *files]
            runs[what] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        yield from _figures(runs, f"{len(runs['plain']['tokens'])} tokenizers × {megabytes:g} MB")
        if megabytes * 1e6 <= _CORPUS:
            from tests.benchmarks.waiting import as_in_the_window, waits  # here: the runs go without a window

            engines = tokenizers(files)
            with as_in_the_window():
                yield from waits("comparing them", lambda: measuring(engines, stream(path, by_line)), runs=1)


def _figures(runs: dict[str, dict[str, object]], what: str) -> Iterator[Row]:
    plain, compared = runs["plain"], runs["compared"]
    if plain["tokens"] != compared["tokens"]:
        raise SystemExit(f"other counts: {plain['tokens']} and {compared['tokens']}")
    taken, alone = float(str(compared["seconds"])), float(str(plain["seconds"]))
    yield Row(f"{what}: plain encoding", alone, "s of CPU", better="lower")
    yield Row(f"{what}: compared", taken, "s of CPU", better="lower")
    yield Row(f"{what}: times plain encoding", taken / alone, "×", 1.3, "lower")
    yield Row(f"{what}: memory when they are open", float(str(compared["before"])), "MB", better="lower")
    yield Row(f"{what}: most memory", float(str(compared["memory"])), "MB", 1000, "lower")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", nargs="?", type=float, default=100)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--text", action="store_true", help="the pages Text and Drift in the window instead")
    parser.add_argument("--tokenizers", nargs="*", default=[], metavar="FILE")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(run_one(given.one[0], Path(given.one[1]), given.lines, given.tokenizers)))
        return
    found = rows(given.megabytes, given.lines, given.tokenizers)
    if given.text:
        from tests.benchmarks import aligned_text  # here: as above

        found = aligned_text.rows(given.megabytes, tokenizers(given.tokenizers))
    show(found, given.json)


if __name__ == "__main__":
    main()
