"""Patterns of one's own beside tiktoken, which encodes by them, and rustbpe, which trains by them.

`python -m tests.benchmarks.patterns [--bytes N] [--runs N] [--pattern NAME|REGEX]... [--clock]`

The ranks are those of r50k, the merges 32,512; ids and merges are compared. Runs take turns, and the smallest
CPU time of each counts. A word is encoded before, by which the tables of a pattern are made.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import rustbpe
import tiktoken
from tiktoken.load import load_tiktoken_bpe

from tests.benchmarks.rows import DATA, Row, best_of, show, text_of
from tests.engine.splitting.test_pattern_tables import QWEN35
from workbench import api
from workbench.engine.splitting.split_patterns import FURTHER, KNOWN, PUBLISHED

TEXTS = ("en_10MB", "code_10MB", "multi_10MB")
SIZE = 32_768
RANKS = DATA / "r50k_base.tiktoken"
_ALIKE = {known.alike: known.pattern for known in KNOWN.values()}
PATTERNS = {
    "words": _ALIKE["words"],
    "tekken": _ALIKE["tekken"],
    "gpt2 as written": _ALIKE["gpt2"],
    "qwen2": FURTHER["qwen2"],
    "nanochat": _ALIKE["llama3-twos"],
    "minbpe": PUBLISHED["minbpe"].pattern,
    # The ones below are split by tables.
    "qwen3.5": QWEN35,
    "clip, cases apart": PUBLISHED["clip"].pattern.removeprefix("(?i)"),
    r"\w+|\W+": r"\w+|\W+",
    r"\S+\s*|\s+": r"\S+\s*|\s+",
}

Clock = Callable[[], float]


def rows(size: int, runs: int, patterns: Sequence[str], clock: Clock) -> Iterator[Row]:
    """Measure; a row as soon as it is known."""
    for name in patterns:
        for text in TEXTS:
            for measure in (_encoded, _trained):
                yield measure(name, text, size, runs, clock)


def _encoded(name: str, text_name: str, size: int, runs: int, clock: Clock) -> Row:
    pattern, text = PATTERNS.get(name, name), text_of(text_name, size)
    ours = api.open_tokenizer(RANKS, pattern=pattern)
    ranks = load_tiktoken_bpe(str(RANKS))
    theirs = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    encode = partial(ours.encode_to_numpy, text, allowed_special="none", threads=1)
    ours.encode_to_numpy("word", allowed_special="none")
    if encode().tolist() != theirs.encode_ordinary(text):
        raise AssertionError(f"by {name}, {text_name}: other ids than those of tiktoken")
    own, their = best_of(runs, encode, partial(theirs.encode_ordinary, text), clock=clock)
    return Row(f"encode by {name}, {text_name}, x tiktoken", their / own, "x", 1.0)


def _trained(name: str, text_name: str, size: int, runs: int, clock: Clock) -> Row:
    pattern, text = PATTERNS.get(name, name), text_of(text_name, size)
    options = api.Options(vocab_size=SIZE, preset="custom", pattern=pattern)

    def ours() -> list[bytes]:
        run = api.TrainingRun([api.TextSource("", text)], options)
        for _ in run.steps():
            pass
        return [run.learned.token_bytes(256 + rank) for rank in range(len(run.merges))]

    def theirs() -> list[tuple[bytes, int]]:
        judge = rustbpe.Tokenizer()
        judge.train_from_iterator([text], SIZE, pattern=pattern)
        return judge.get_mergeable_ranks()

    if ours() != [bytes(token) for token, rank in theirs() if rank >= 256]:
        raise AssertionError(f"by {name}, {text_name}: other merges than those of rustbpe")
    own, their = best_of(runs, ours, theirs, clock=clock)
    return Row(f"train by {name}, {text_name}, x rustbpe", their / own, "x", 1.0)


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bytes", type=int, default=10_000_000, help="of each text")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--pattern", action="append", help="a name of the table, or a pattern; again")
    parser.add_argument("--clock", action="store_true", help="by the clock, all processors for everybody")
    asked = parser.parse_args()
    if not asked.clock:
        os.environ["RAYON_NUM_THREADS"] = "1"
    clock = time.perf_counter if asked.clock else time.process_time
    show(rows(asked.bytes, asked.runs, asked.pattern or tuple(PATTERNS), clock), as_json=False)


if __name__ == "__main__":
    main()
