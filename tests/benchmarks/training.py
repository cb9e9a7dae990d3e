"""Training with the GPT-4 split, beside rustbpe, tokenizers, sentencepiece and gigabpe; 1 GB on our own.

`python -m tests.benchmarks.training [--quick] [--json] [--gigabytes N] [--only PART]... [--texts FOLDER]`

Each run is a process of its own, so that memory is its own too; times are those of the clock, from text to
merges, with all processors for everybody; the runs of all take turns and the best counts (on 10 MB of two,
on 100 MB of one), each after training on a line, by which it has imported what it needs. The peers get the
text in memory (sentencepiece as lines in a file, its own split and at most 4,192 bytes a line, so that its
merges are others; gigabpe, where it is installed, as a file, with GPT-2's split); ours is read from a file.
Where the split is the same the merges are compared. An estimate is made first, and held against what came.
1 GB is made by `altered_text`: the lines of the corpora over and over, 5 % of the words altered, so that the
distinct pieces keep growing. At last a window trains on it, and its timer's gaps are told.

Each PART (a corpus, "large", "window") can be run on its own; with --texts the texts made for one are there
for the next. What is being done is told on standard error.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.benchmarks import altered_text
from tests.benchmarks.rows import DATA, Row, show
from workbench import api
from workbench.engine.training.estimate import PROGRAM

FULL = ("en_10MB", "code_10MB", "multi_10MB", "mixed_100MB")
QUICK = ("en_10MB",)
SIZE = 32_768
PEERS = ("rustbpe", "sentencepiece", "tokenizers", *(("gigabpe",) if find_spec("gigabpe") else ()))
PATIENCE = 200  # seconds that a peer is waited for
TWICE = 40_000_000  # bytes up to which everybody runs twice
MOST_MEMORY = 500  # MB for counting 1 GB
LONGEST_GAP = 50  # ms

Tokens = list[bytes]
Trainer = Callable[[Path, str, int], Tokens]


def ours(path: Path, text: str, size: int) -> Tokens:
    run = api.TrainingRun([path], api.Options(vocab_size=size))
    for _ in run.steps():
        pass
    return [run.learned.token_bytes(token_id) for token_id in range(256, 256 + len(run.merges))]


def of_rustbpe(path: Path, text: str, size: int) -> Tokens:
    import rustbpe

    from workbench.engine.splitting.split_patterns import PUBLISHED

    judge = rustbpe.Tokenizer()
    judge.train_from_iterator([text], size, pattern=PUBLISHED["cl100k"].pattern)
    return [bytes(token) for token, rank in judge.get_mergeable_ranks() if rank >= 256]


def of_tokenizers(path: Path, text: str, size: int) -> Tokens:
    import tokenizers
    from tokenizers import pre_tokenizers

    from workbench.display.byte_alphabet import unicode_to_bytes
    from workbench.engine.splitting.split_patterns import PUBLISHED

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


def of_sentencepiece(path: Path, text: str, size: int) -> Tokens:
    import io

    import sentencepiece

    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        input=str(path), model_writer=made, model_type="bpe", vocab_size=size, byte_fallback=True,
        input_sentence_size=0, num_threads=os.cpu_count(), minloglevel=2, hard_vocab_limit=False,
    )  # fmt: skip
    return []


def of_gigabpe(path: Path, text: str, size: int) -> Tokens:
    import gigabpe

    gigabpe.train_bpe([str(path)], vocab_size=size, pretokenizer="bytelevel")
    return []


TRAINERS: dict[str, Trainer] = {"workbench": ours, "rustbpe": of_rustbpe, "tokenizers": of_tokenizers}
OTHERS: dict[str, Trainer] = {"sentencepiece": of_sentencepiece, "gigabpe": of_gigabpe}  # they read the file


# --- one run, in a process of its own ---------------------------------------------------------------------


def run_alone(name: str, path: Path, size: int) -> dict[str, Any]:
    """Train in a new process; return its seconds, the megabytes it took, and what came of it."""
    _say(f"{name} on {path.stem} to {size:,}")
    command = [sys.executable, "-m", "tests.benchmarks.training", "--alone", name, str(path), str(size)]
    patience = PATIENCE if name in PEERS else None
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=patience)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _say(what: str) -> None:
    print(f"  … {what}", file=sys.stderr, flush=True)


def _alone(name: str, path: Path, size: int) -> None:
    text = "" if name in ("workbench", "phases", *OTHERS) else path.read_text(encoding="utf-8")
    if name in TRAINERS:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as line:
            line.write("one two one two\n")
            line.flush()
            TRAINERS[name](Path(line.name), "one two one two\n", 258)
    before = _resident("VmRSS")
    start = time.perf_counter()
    if name == "phases":
        result = _phases(path, size)
    else:
        tokens = {**TRAINERS, **OTHERS}[name](path, text, size)
        result = {"tokens": sha256(b"\0".join(tokens)).hexdigest()}
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "before": before, "peak": _resident("VmHWM"), **result}))


def _phases(path: Path, size: int) -> dict[str, Any]:
    """Train, and tell seconds and peak of counting and of merging apart, and the longest slice."""
    run = api.TrainingRun([path], api.Options(vocab_size=size))
    start = before = time.perf_counter()
    counting = counting_peak = longest = 0.0
    for _ in run.steps():
        now = time.perf_counter()
        longest, before = max(longest, now - before), now
        if not counting and run.counted is not None:
            counting, counting_peak = now - start, _resident("VmHWM")
    return {
        "counting": counting,
        "counting_peak": counting_peak,
        "merging": time.perf_counter() - start - counting,
        "n_pieces": 0 if run.counted is None else len(run.counted),
        "longest_slice": longest,
        "reached": run.vocab_size,
    }


def _resident(what: str) -> float:
    """Return VmRSS or VmHWM of this process in megabytes; not getrusage, which counts a parent's too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition(f"{what}:")[2].split()[0]) * 1024 / 1e6


# --- rows -------------------------------------------------------------------------------------------------


def rows(
    quick: bool = False, gigabytes: float = 1.0, only: Sequence[str] = (), texts: Path | None = None
) -> Iterator[Row]:
    """Measure; a row as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        kept = texts or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        for name in QUICK if quick else FULL:
            if not only or name in only:
                path = _corpus(name, kept)
                yield from _beside_peers(name, path, runs=1 if quick or path.stat().st_size > TWICE else 2)
                yield from _estimated(name, path)
        size = 100_000_000 if quick else int(gigabytes * 1_000_000_000)
        name = f"altered {size // 1_000_000:,} MB"
        if not only or "large" in only:
            yield from _large(name, _altered(size, kept), quick)
        if not only or "window" in only:
            yield from _gaps(name, _altered(size, kept))


def _corpus(name: str, folder: Path) -> Path:
    path = folder / f"{name}.txt"
    if not path.exists():
        path.write_bytes(lzma.decompress((DATA / "corpora" / f"{name}.txt.xz").read_bytes()))
    return path


def _altered(size: int, folder: Path) -> Path:
    path = folder / f"altered-{size}.txt"
    if not path.exists() or path.stat().st_size != size:
        _say(f"making {size // 1_000_000:,} MB")
        altered_text.write(path, size)
    return path


def _beside_peers(name: str, path: Path, runs: int) -> Iterator[Row]:
    best: dict[str, dict[str, Any]] = {}
    for _ in range(runs):
        for who in ("workbench", *PEERS):
            try:
                found = run_alone(who, path, SIZE)
            except subprocess.TimeoutExpired:
                continue
            if who not in best or found["seconds"] < best[who]["seconds"]:
                best[who] = found
    own = best["workbench"]
    if own["tokens"] != best["rustbpe"]["tokens"]:
        raise AssertionError(f"{name}: other merges than those of rustbpe")
    yield Row(f"train {name} to {SIZE:,}", own["seconds"], "s", better="lower")
    yield Row(f"train {name}, memory", own["peak"] - own["before"], "MB", better="lower")
    for peer in PEERS:
        if peer not in best:
            yield Row(f"train {name}, {peer}", None, "s", note=f"not within {PATIENCE} s")
            continue
        yield Row(f"train {name}, {peer}", best[peer]["seconds"], "s", better="lower")
        yield Row(f"train {name}, x {peer}", best[peer]["seconds"] / own["seconds"], "x", 1.0)
        # A peer is given the text, which is in its memory before; what it adds is counted.
        taken = best[peer]["peak"] - best[peer]["before"]
        yield Row(f"train {name}, memory of {peer}", taken, "MB", better="lower")


def _estimated(name: str, path: Path) -> Iterator[Row]:
    options = api.Options(vocab_size=SIZE)
    start = time.perf_counter()
    _say(f"estimating {path.stem}")
    guess = api.estimate(str(path), options)
    taken = time.perf_counter() - start
    truth = run_alone("phases", path, SIZE)
    reach = run_alone("phases", path, 10_000_000)["reached"]
    yield from _phase_rows(name, truth)
    yield Row(f"estimate {name}, time it takes", taken, "s", better="lower")
    for what, guessed, true in (
        ("seconds", guess.seconds, truth["seconds"]),
        ("memory", (guess.memory + PROGRAM) / 1e6, truth["peak"]),
        ("distinct pieces", guess.n_pieces, truth["n_pieces"]),
        ("reachable vocabulary", guess.reachable, reach),
    ):
        yield _held_against(name, what, guessed, true)


def _large(name: str, path: Path, quick: bool) -> Iterator[Row]:
    _say(f"estimating {path.stem}")
    start = time.perf_counter()
    guess = api.estimate(str(path), api.Options(vocab_size=SIZE))
    yield Row(f"estimate {name}, time it takes", time.perf_counter() - start, "s", better="lower")
    found = run_alone("phases", path, SIZE)
    yield from _phase_rows(name, found, None if quick else MOST_MEMORY)
    for what, guessed, true in (
        ("seconds", guess.seconds, found["seconds"]),
        ("memory", (guess.memory + PROGRAM) / 1e6, found["peak"]),
        ("distinct pieces", guess.n_pieces, found["n_pieces"]),
    ):
        yield _held_against(name, what, guessed, true)


def _held_against(name: str, what: str, guessed: float, true: float) -> Row:
    digits = 1 if what == "seconds" else 0
    return Row(f"estimate {name}, {what}: {guessed:,.{digits}f} for {true:,.{digits}f}", guessed / true, "x")


def _phase_rows(name: str, found: dict[str, Any], limit: float | None = None) -> Iterator[Row]:
    yield Row(f"train {name} to {SIZE:,}, counting", found["counting"], "s", better="lower")
    yield Row(f"train {name} to {SIZE:,}, merging", found["merging"], "s", better="lower")
    yield Row(f"train {name}, distinct pieces", found["n_pieces"], "")
    yield Row(f"train {name}, peak of counting", found["counting_peak"], "MB", limit, "lower")
    yield Row(f"train {name}, peak of the whole", found["peak"], "MB", better="lower")
    yield Row(f"train {name}, longest slice", found["longest_slice"] * 1e3, "ms", better="lower")


def _gaps(name: str, path: Path) -> Iterator[Row]:
    """Measure how late the window's own timer comes while it trains, as after a click on Start."""
    _say(f"a window trains on {path.stem}")
    command = [sys.executable, "-m", "tests.benchmarks.training", "--window", str(path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    gaps = json.loads(done.stdout.splitlines()[-1])
    what = f"window training {name}, gaps of a timer of 5 ms"
    yield Row(f"window training {name}, from click to tokenizer", gaps["seconds"], "s", better="lower")
    yield Row(f"{what}, median", gaps["median"], "ms", LONGEST_GAP, "lower")
    yield Row(f"{what}, 99 of 100", gaps["p99"], "ms", LONGEST_GAP, "lower")
    yield Row(f"{what}, longest", gaps["longest"], "ms", LONGEST_GAP, "lower")
    yield Row(f"{what}, longest: its own work", gaps["own"], "ms", better="lower")


def _in_window(path: Path) -> None:
    """Train in a window, and print the gaps of its timer."""
    from tests.benchmarks import window

    with window.opened() as (parts, _):
        trainings = window.Trainings(parts)
        parts.window.show_task("train")
        window.settle(2)
        gaps = trainings.train(path, SIZE)
    print(json.dumps(gaps.figures()))


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="10 MB, once, and 100 MB on our own")
    parser.add_argument("--json", action="store_true", help="print rows of name, value, unit, target, better")
    parser.add_argument("--gigabytes", type=float, default=1.0, help="of the large text")
    parts = (*FULL, "large", "window")
    parser.add_argument("--only", action="append", choices=parts, default=[], help="this part")
    parser.add_argument("--texts", type=Path, help="keep the texts here, for the next part")
    parser.add_argument("--alone", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--window", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.window:
        _in_window(Path(arguments.window))
        return
    if arguments.alone:
        name, path, size = arguments.alone
        _alone(name, Path(path), int(size))
        return
    if not DATA.is_dir():
        sys.exit(f"needs the data in {DATA}")
    found = rows(arguments.quick, arguments.gigabytes, arguments.only, arguments.texts)
    show(found, arguments.json)


if __name__ == "__main__":
    main()
