"""Training with the GPT-4 split, beside rustbpe and tokenizers.

`python -m tests.benchmarks.training [--quick]`

Each time is that of the whole: text to merges. The peers get the text in memory; ours is read from a
file. The runs of the three take turns, and the ratios are of the medians. The merges are compared too.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.rows import DATA
from workbench import api

FULL = ("en_10MB", "multi_10MB", "code_10MB")
QUICK = ("taylorswift",)

Tokens = list[bytes]
Trainer = Callable[[Path, str, int], Tokens]


def ours(path: Path, text: str, size: int) -> Tokens:
    run = api.TrainingRun([path], api.Options(vocab_size=size))
    for _ in run.steps():
        pass
    return [run.token_bytes(token_id) for token_id in range(256, 256 + len(run.merges))]


def of_rustbpe(path: Path, text: str, size: int) -> Tokens:
    import rustbpe

    from workbench.engine.split_patterns import PUBLISHED

    judge = rustbpe.Tokenizer()
    judge.train_from_iterator([text], size, pattern=PUBLISHED["cl100k"].pattern)
    return [bytes(token) for token, rank in judge.get_mergeable_ranks() if rank >= 256]


def of_tokenizers(path: Path, text: str, size: int) -> Tokens:
    import tokenizers
    from tokenizers import pre_tokenizers

    from workbench.display.byte_alphabet import unicode_to_bytes
    from workbench.engine.split_patterns import PUBLISHED

    judge = tokenizers.Tokenizer(tokenizers.models.BPE())
    # To Oniguruma, {1,3}+ is not possessive: it takes one group of digits after the other.
    pattern = PUBLISHED["cl100k"].pattern.replace("{1,3}+", "{1,3}")
    split = pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    as_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    judge.pre_tokenizer = pre_tokenizers.Sequence([split, as_bytes])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    learner = tokenizers.trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, show_progress=False)
    judge.train_from_iterator([text], learner)
    merges = json.loads(judge.to_str())["model"]["merges"]
    return [bytes(unicode_to_bytes()[character] for character in left + right) for left, right in merges]


TRAINERS: dict[str, Trainer] = {"workbench": ours, "rustbpe": of_rustbpe, "tokenizers": of_tokenizers}


def main() -> int:
    """Run the benchmark and print a table; status 1 where our merges are not rustbpe's."""
    arguments = _arguments()
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ["RAYON_NUM_THREADS"] = str(arguments.threads)
    equal = True
    print(f"threads of the peers: {arguments.threads}; ours: 1; median of {arguments.runs}\n")
    print(
        f"{'text':<12} {'MB':>5} {'vocab':>6}  "
        + "  ".join(f"{name:>10}" for name in TRAINERS)
        + "   ours / theirs"
    )
    for name, path, size in _corpora(arguments):
        text = path.read_text(encoding="utf-8")
        seconds, tokens = _measure(path, text, size, arguments.runs)
        ratios = " ".join(
            f"{seconds['workbench'] / seconds[peer]:6.1f}" for peer in ("rustbpe", "tokenizers")
        )
        times = "  ".join(f"{value:>8.2f} s" for value in seconds.values())
        same = tokens["workbench"] == tokens["rustbpe"]
        equal = equal and same
        megabytes = path.stat().st_size / 1e6
        verdict = "same merges" if same else "DIFFERENT"
        print(f"{name:<12} {megabytes:>5.1f} {size:>6}  {times}   {ratios}   {verdict}")
    return 0 if equal else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a small text and vocabulary, once: some seconds"
    )
    parser.add_argument("--runs", type=int, default=0, help="3, or 1 with --quick")
    parser.add_argument("--threads", type=int, default=1, help="threads of the peers")
    parser.add_argument("--vocab-size", type=int, default=0, help="32,768, or 2,048 with --quick")
    arguments = parser.parse_args()
    arguments.runs = arguments.runs or (1 if arguments.quick else 3)
    arguments.vocab_size = arguments.vocab_size or (2048 if arguments.quick else 32_768)
    return arguments


def _corpora(arguments: argparse.Namespace) -> Iterator[tuple[str, Path, int]]:
    """Yield (name, path, vocabulary size) of the texts; unpacked ones last as long as they are used."""
    if not DATA.is_dir():
        sys.exit(f"needs the data in {DATA}")
    for name in QUICK if arguments.quick else FULL:
        plain = DATA / f"{name}.txt"
        if plain.is_file():
            yield name, plain, arguments.vocab_size
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.txt"
            data = lzma.decompress((DATA / "corpora" / f"{name}.txt.xz").read_bytes())
            path.write_text(data.decode("utf-8", "replace"), encoding="utf-8", newline="")
            yield name, path, arguments.vocab_size


def _measure(path: Path, text: str, size: int, runs: int) -> tuple[dict[str, float], dict[str, Tokens]]:
    times: dict[str, list[float]] = {name: [] for name in TRAINERS}
    tokens: dict[str, Tokens] = {}
    for _ in range(runs):
        for name, trainer in TRAINERS.items():
            start = time.perf_counter()
            tokens[name] = trainer(path, text, size)
            times[name].append(time.perf_counter() - start)
    return {name: median(taken) for name, taken in times.items()}, tokens


if __name__ == "__main__":
    sys.exit(main())
