"""Ten tokenizers compared on one text, beside the plain time of encoding it with each.

`python -m tests.benchmarks.compare [MEGABYTES] [--lines | --text] [--json]`

The text is `mixed_100MB` as one document, or with `--lines` each line as one. Both take turns on the same
tokenizers: those of OpenAI, and their prefixes. Times are of all processors together, so that what else the
machine does counts little. Memory is the most that the process had in the comparison. Ticks and cancelling
are those of `tests.benchmarks.waiting`.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator

from tests.benchmarks import aligned_text
from tests.benchmarks.rows import DATA, Row, show, text_of
from tests.benchmarks.waiting import as_in_the_window, waits
from workbench.engine.base.utf8 import first_character
from workbench.engine.corpus.corpus import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.encoding.streamed_encoding import streamed_parts
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.measuring import Begun, measuring
from workbench.engine.judging.measuring import Row as Measured
from workbench.formats.registry import open_file

NAMES = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")
PREFIXES = (("cl100k_base", (16_000, 32_000, 64_000)), ("o200k_base", (32_000, 64_000, 128_000)))
_PORTION = 1 << 16
_TOGETHER = 1 << 11  # lines encoded together


def tokenizers() -> list[Tokenizer]:
    whole = {name: open_file(DATA / f"{name}.tiktoken").tokenizer for name in NAMES}
    cut = [whole[name].at_vocab_size(size) for name, sizes in PREFIXES for size in sizes]
    return [*whole.values(), *cut]


def plainly(tokenizer: Tokenizer, documents: list[bytes]) -> int:
    if len(documents) == 1:
        return sum(len(part.ids) for part in streamed_parts(tokenizer, documents))
    batches = (documents[at : at + _TOGETHER] for at in range(0, len(documents), _TOGETHER))
    return sum(len(ids) for batch in batches for ids in tokenizer.encode_batch(batch, allowed_special="none"))


def stream(documents: list[bytes]) -> Iterator[bytes | EndOfDocument | Begun]:
    yield Begun("text")
    for document in documents:
        start = 0
        while start < len(document):  # in whole characters, as a corpus is read
            end = first_character(document, min(start + _PORTION, len(document)))
            yield document[start:end]
            start = end
        yield END_OF_DOCUMENT


def compared(engines: list[Tokenizer], documents: list[bytes]) -> list[int]:
    rows = [step for step in measuring(engines, stream(documents)) if isinstance(step, Measured)]
    return [row.sums["tokens"] for row in rows]


def rows(megabytes: float, by_line: bool) -> Iterator[Row]:
    text = text_of("mixed_100MB", int(megabytes * 1e6)).encode()
    documents = text.splitlines(keepends=True) if by_line else [text]
    engines = tokenizers()
    for engine in engines:
        plainly(engine, [text[:100_000]])  # tables are made
    start = time.process_time()
    expected = [plainly(engine, documents) for engine in engines]
    plain = time.process_time() - start
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    found = compared(engines, documents)
    taken = time.process_time() - start
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if found != expected:
        raise SystemExit(f"other counts: {found} and {expected}")
    what = f"{len(engines)} tokenizers × {len(text) / 1e6:.0f} MB in {len(documents):,} documents"
    yield Row(f"{what}: plain encoding", plain, "s of CPU", better="lower")
    yield Row(f"{what}: compared", taken, "s of CPU", better="lower")
    yield Row(f"{what}: times plain encoding", taken / plain, "×", 1.3, "lower")
    yield Row(f"{what}: memory of the process", after / 1024, "MB", 1000, "lower")
    yield Row(f"{what}: more than plain encoding had", (after - before) / 1024, "MB", better="lower")
    with as_in_the_window():
        yield from waits(f"comparing {what}", lambda: measuring(engines, stream(documents)), runs=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", nargs="?", type=float, default=100)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--text", action="store_true", help="the pages Text and Drift in the window instead")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = (
        aligned_text.rows(given.megabytes, tokenizers()) if given.text else rows(given.megabytes, given.lines)
    )
    show(found, given.json)


if __name__ == "__main__":
    main()
