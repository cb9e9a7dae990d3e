"""Encoding, decoding and opening, beside tiktoken and what pip offers of the others, in the same run.

`python -m tests.benchmarks.engine [--quick] [--json]`

Every row compares the best of some runs, ours and theirs taking turns on the same text, and prints the
ratio: how many times as long theirs takes. `--json` prints rows of name, value, unit, target, better. A peer
that is not installed (`pip install rs-bpe bpe-openai gigatoken quicktok-v1`) has a row that says so. The ids
are compared as well: the status is 1 where they differ. `ROWS` takes more functions.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pyarrow.csv
import sentencepiece
import tiktoken

from tests.benchmarks import fresh, training_rows, waiting
from tests.benchmarks.rows import DATA, Row, best_of, show, text_of
from workbench import kernels
from workbench.engine.corpus.sources import Reading
from workbench.engine.encoding.score_tokenizer import as_in
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.registry import open_file, save_file

TEXTS = ("en_10MB", "code_10MB", "multi_10MB")
HOSTILE = ("a", " ", "\t", "\n", "é", "日", "👍", "\r\n")
# (vocabulary, text) -> how many times tiktoken's speed has to be reached.
MUST = {"cl100k_base": (4.5, 4.5, 3.0), "o200k_base": (3.0, 3.0, 2.0)}


@dataclass(frozen=True, slots=True)
class Setting:
    """How much to measure."""

    quick: bool
    size: int  # bytes of each text
    runs: int
    hostile: int  # characters


class DifferentIds(Exception):
    """Ours are not theirs."""


@cache
def ours(name: str) -> Tokenizer:
    return open_file(DATA / f"{name}.tiktoken").tokenizer


@cache
def theirs(name: str) -> tiktoken.Encoding:
    model = ours(name).model
    ranks = {model.token_bytes(token_id): token_id for token_id in model.ids.tolist()}
    return tiktoken.Encoding(
        name, pat_str=ours(name).pre_tokenizer.pattern, mergeable_ranks=ranks, special_tokens={}
    )


def encoding(setting: Setting) -> Iterator[Row]:
    """Text to an array of ids, beside tiktoken and the Rust encoders."""
    for vocabulary, targets in MUST.items():
        for name, target in zip(TEXTS, targets, strict=True):
            text = text_of(name, setting.size)
            ids = ours(vocabulary).encode_to_numpy(text, allowed_special="none")
            if ids.tolist() != theirs(vocabulary).encode_ordinary(text):
                raise DifferentIds(f"{vocabulary}, {name}")
            peers = {"tiktoken": theirs(vocabulary).encode_ordinary, **others(vocabulary)}
            encode = partial(ours(vocabulary).encode_to_numpy, text, allowed_special="none", threads=1)
            own, *their = best_of(setting.runs, encode, *(partial(peer, text) for peer in peers.values()))
            yield Row(f"encode {vocabulary} {name}", len(text.encode()) / own / 1e6, "MB/s")
            for peer, seconds in zip(peers, their, strict=True):
                goal = target if peer == "tiktoken" else 1.0
                yield Row(f"encode {vocabulary} {name}, x {peer}", seconds / own, "x", goal)
    for peer in ("rs_bpe", "bpe_openai"):
        if importlib.util.find_spec(peer) is None:
            yield Row(f"encode, x {peer}", None, "x", 1.0, note="not installed")


def cold_and_warm(setting: Setting) -> Iterator[Row]:
    """The same beside gigatoken and quicktok, in new processes."""
    yield from fresh.rows(setting.runs, setting.size)
    yield from fresh.rows(setting.runs, setting.size, tuple(MUST), peer="quicktok")


def others(vocabulary: str) -> dict[str, Callable[[str], object]]:
    """Return the Rust encoders that are installed."""
    found: dict[str, Callable[[str], object]] = {}
    if importlib.util.find_spec("rs_bpe"):
        from rs_bpe.bpe import openai

        found["rs_bpe"] = getattr(openai, vocabulary)().encode
    if importlib.util.find_spec("bpe_openai"):
        import bpe_openai

        encode = bpe_openai.get_encoding(vocabulary).encode_ordinary
        found["bpe_openai"] = lambda text: [
            encode(text[at : at + 50_000]) for at in range(0, len(text), 50_000)
        ]
    return found


def threads(setting: Setting) -> Iterator[Row]:
    """A large text and many documents on two threads, beside one."""
    tokenizer = ours("cl100k_base")
    for name in TEXTS:
        text = text_of(name, setting.size)
        documents = [text[start : start + 20_000] for start in range(0, len(text), 20_000)]
        whole = partial(tokenizer.encode_to_numpy, text, allowed_special="none")
        many = partial(tokenizer.encode_batch, documents, allowed_special="none")
        works = [partial(work, threads=count) for work in (whole, many) for count in (1, 2)]
        one, two, many_one, many_two = best_of(setting.runs + 2, *works)
        yield Row(f"encode cl100k_base {name}, two threads x one", one / two, "x", 1.6)
        yield Row(f"encode cl100k_base {name}, many documents, two x one", many_one / many_two, "x", 1.6)


def decoding(setting: Setting) -> Iterator[Row]:
    """Ids to text, from a list as tiktoken takes them and from the array that encoding gives."""
    for vocabulary in MUST:
        for name in TEXTS:
            ids = ours(vocabulary).encode_to_numpy(text_of(name, setting.size), allowed_special="none")
            listed = ids.tolist()
            own, own_array, their = best_of(
                setting.runs,
                partial(ours(vocabulary).decode, listed),
                partial(ours(vocabulary).decode, ids),
                partial(theirs(vocabulary).decode, listed),
            )
            yield Row(f"decode {vocabulary} {name}, a list, x tiktoken", their / own, "x", 2.0)
            yield Row(f"decode {vocabulary} {name}, an array, x tiktoken", their / own_array, "x", 2.0)


def opening(setting: Setting) -> Iterator[Row]:
    """From the file of ranks to the first ids."""
    for vocabulary in MUST:
        path = DATA / f"{vocabulary}.tiktoken"
        pattern = ours(vocabulary).pre_tokenizer.pattern

        def their_opening(path: Path = path, pattern: str = pattern) -> list[int]:
            # As tiktoken/load.py, which would keep a copy of the file.
            lines = path.read_bytes().splitlines()
            ranks = {b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
            made = tiktoken.Encoding("any", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
            return made.encode_ordinary("hello")

        with tempfile.TemporaryDirectory() as folder:
            as_json = Path(folder) / f"{vocabulary}.json"
            save_file(ours(vocabulary), as_json, "hf")
            own, listed, their = best_of(
                setting.runs,
                lambda path=path: open_file(path).tokenizer.encode_ordinary("hello"),
                lambda path=as_json: open_file(path).tokenizer.encode_ordinary("hello"),
                their_opening,
                clock=time.process_time,
            )
        yield Row(f"open {vocabulary}", own, "s", better="lower")
        yield Row(f"open {vocabulary}, part of tiktoken's time", own / their, "x", 1.0, "lower")
        yield Row(f"open {vocabulary} as tokenizer.json, part of it", listed / their, "x", 1.0, "lower")


def hostile(setting: Setting) -> Iterator[Row]:
    """One character over and over, which takes a careless encoder quadratic time."""
    for character in HOSTILE:
        for tail in ("", "x"):
            text = character * setting.hostile + tail
            (own,) = best_of(1, lambda text=text: ours("cl100k_base").encode_to_numpy(text))
            name = f"{setting.hostile:,} x {character!a}{' and x' if tail else ''}"
            yield Row(f"encode cl100k_base {name}", own, "s", 30.0, "lower")


def score_merged(setting: Setting) -> Iterator[Row]:
    """Llama 2's model, beside sentencepiece: a text at a time, and line by line, which is quicker there."""
    tokenizer = as_in(open_file(DATA / "llama2_tokenizer.bin").tokenizer, "sentencepiece")
    judge = sentencepiece.SentencePieceProcessor(model_file=str(DATA / "llama2_tokenizer.model"))
    for name in TEXTS:
        text = text_of(name, setting.size)
        part = text[:1_000_000]
        ids = tokenizer.encode_to_numpy(part, allowed_special="none")
        if ids.tolist() != judge.encode(part):
            raise DifferentIds(f"llama2, {name}")
        encode = partial(tokenizer.encode_to_numpy, text, allowed_special="none")
        own, whole, lines = best_of(
            setting.runs, encode, partial(judge.encode, text), partial(judge.encode, text.split("\n"))
        )
        yield Row(f"encode llama2 {name}", len(text.encode()) / own / 1e6, "MB/s")
        yield Row(f"encode llama2 {name}, x sentencepiece", whole / own, "x", 2.0)
        yield Row(f"encode llama2 {name}, x sentencepiece line by line", lines / own, "x", 2.0)
    for character in HOSTILE:
        text = character * setting.hostile
        (own,) = best_of(1, lambda text=text: tokenizer.encode_to_numpy(text))
        yield Row(f"encode llama2 {setting.hostile:,} x {character!a}", own, "s", 30.0, "lower")


def training(setting: Setting) -> Iterator[Row]:
    """Counted pieces and merges, beside tokenizers and rustbpe, and the memory."""
    yield from training_rows.rows(setting.quick)


def reading(setting: Setting) -> Iterator[Row]:
    """Rows of a table as documents, also behind a quote that nothing closes, beside csv and pyarrow."""
    n_rows = 40_000 if setting.quick else 400_000
    with tempfile.TemporaryDirectory() as folder:
        for name, at_start in (("", ""), (" behind an open quote", '"')):
            path = Path(folder, "table.csv")
            path.write_text(f"text,label\n{at_start}" + "".join(f"row {n},{n}\n" for n in range(n_rows)))

            def own(path: Path = path) -> None:
                for _ in Reading([str(path)]).read():
                    pass

            def of_csv(path: Path = path) -> None:
                with path.open(newline="") as file:
                    for _ in csv.reader(file):
                        pass

            # Behind that quote csv refuses a field of this length, and pyarrow (26.0) gives fewer rows.
            peers = [] if at_start else [("csv", of_csv), ("pyarrow", partial(pyarrow.csv.read_csv, path))]
            taken, *theirs = best_of(setting.runs, own, *(work for _, work in peers), clock=time.process_time)
            yield Row(f"read a CSV of {n_rows:,} rows{name}, of the processor", taken, "s", better="lower")
            for (peer, _), their in zip(peers, theirs, strict=True):
                yield Row(
                    f"read a CSV of {n_rows:,} rows, x {peer}'s time", taken / their, "x", better="lower"
                )


def waits(setting: Setting) -> Iterator[Row]:
    """How late a window's ticks come meanwhile, and how long a cancel takes."""
    yield from waiting.rows(setting.quick)


# What is measured, in this order.
ROWS: tuple[Callable[[Setting], Iterator[Row]], ...] = (
    encoding,
    cold_and_warm,
    score_merged,
    threads,
    decoding,
    opening,
    hostile,
    reading,
    training,
    waits,
)


def main() -> int:
    """Print the rows as they come, or all as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of each text, once: ends in a minute")
    parser.add_argument("--json", action="store_true", help="print rows of name, value, unit, target, better")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"needs the data in {DATA}")
    size, runs = (1_000_000, 2) if arguments.quick else (10_000_000, 3)
    setting = Setting(arguments.quick, size, runs, size)
    if not arguments.json:
        print(f"compiled kernels: {'in use' if kernels.active() else kernels.why_not()}")
    try:
        show((row for measure in ROWS for row in measure(setting)), arguments.json)
    except DifferentIds as difference:
        print(f"different ids: {difference}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
