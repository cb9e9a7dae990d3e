"""Short texts by cl100k_base, beside tiktoken: CPU time, a new process for each sample, taking turns.

`python -m tests.benchmarks.short_texts [--samples N]`

"hello" is one call of `encode`; the loop and the batch encode 100,000 messages of 80 characters; "count" and
"encode" take 10 MB of English on one thread. The ids of the messages are compared. Threads share the
processors with whatever else runs, so the batch is given by the clock too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any

from tests.benchmarks.rows import DATA, text_of

_CALLS = 50_000
_MESSAGES = 100_000
_TASKS = ("hello", "hello, ordinary", "loop", "batch", "encode", "count")


def opened(name: str) -> Any:  # ours or tiktoken's
    import workbench

    ours = workbench.open_tokenizer(DATA / "cl100k_base.tiktoken")
    if name == "workbench":
        return ours
    import tiktoken

    ranks = {ours.model.token_bytes(i): i for i in ours.model.ids.tolist()}
    specials = dict(ours.special_tokens)
    return tiktoken.Encoding(
        "cl100k", pat_str=ours.pre_tokenizer.pattern, mergeable_ranks=ranks, special_tokens=specials
    )


def task(name: str, tokenizer: Any, text: str) -> tuple[Callable[[], object], int]:
    """Return what is measured, and how many calls it is."""
    messages = [text[at : at + 80] for at in range(0, 80 * _MESSAGES, 80)]

    def repeat(call: Callable[[str], object]) -> None:
        for _ in range(_CALLS):
            call("hello")

    def loop() -> list[list[int]]:
        return [tokenizer.encode(message) for message in messages]

    if name.startswith("hello"):
        call = tokenizer.encode if name == "hello" else tokenizer.encode_ordinary
        return partial(repeat, call), _CALLS
    if name == "loop":
        return loop, _MESSAGES
    if name == "batch":
        return partial(tokenizer.encode_batch, messages, num_threads=2), _MESSAGES
    if name == "encode":
        return partial(tokenizer.encode, text), 1
    count = getattr(tokenizer, "count", None)
    return (lambda: len(tokenizer.encode(text))) if count is None else partial(count, text, threads=1), 1


def sample(library: str, name: str) -> dict[str, object]:
    """Return the seconds of one call, and a hash of what it returned."""
    text = text_of("en_10MB", 10_000_000)
    tokenizer = opened(library)
    for at in range(0, 80_000, 80):
        tokenizer.encode(text[at : at + 80])
    run, calls = task(name, tokenizer, text)
    began, clock = time.process_time(), time.perf_counter()
    found = run()
    cpu, wall = time.process_time() - began, time.perf_counter() - clock
    rows = [list(map(int, ids)) for ids in found] if name in ("loop", "batch") else found  # type: ignore[attr-defined]
    return {"cpu": cpu / calls, "wall": wall / calls, "ids": sha256(json.dumps(rows).encode()).hexdigest()}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--samples", type=int, default=5)
    arguments.add_argument("--sample", nargs=2, help=argparse.SUPPRESS)
    asked = arguments.parse_args()
    if asked.sample:
        print(json.dumps(sample(*asked.sample)))
        return 0
    status = 0
    for name in _TASKS:
        best: dict[str, dict[str, Any]] = {}
        for _ in range(asked.samples):
            for library in ("workbench", "tiktoken"):
                command = [sys.executable, "-m", "tests.benchmarks.short_texts", "--sample", library, name]
                found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
                kept = best.setdefault(library, found)
                kept.update({each: min(kept[each], found[each]) for each in ("cpu", "wall")})
        ours, theirs = best["workbench"], best["tiktoken"]
        status |= ours["ids"] != theirs["ids"]
        print(
            f"{name:16} {ours['cpu'] * 1e6:12,.2f} µs, tiktoken {theirs['cpu'] * 1e6:12,.2f} µs: "
            f"{theirs['cpu'] / ours['cpu']:.1f} ×, by the clock {theirs['wall'] / ours['wall']:.1f} ×"
        )
    return status


if __name__ == "__main__":
    sys.exit(main())
