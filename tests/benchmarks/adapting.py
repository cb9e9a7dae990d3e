"""Changes of cl100k proved on 100 MB: `python -m tests.benchmarks.adapting [MEGABYTES]`.

A removal by rule, a cut and an extension, each written as a tiktoken file. Tiktoken encodes `mixed_100MB`
by the old and by the new file: pieces of the split with neither a removed nor an added token must have the
same tokens in both. Also how long `effect` takes, and what it says. Needs the data beside the repository.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import tiktoken
from numpy.typing import NDArray

from tests.benchmarks.rows import DATA, Row, show, text_of
from workbench import api
from workbench.api.adapting import Adapted, effect_on
from workbench.engine.base.slices import finished
from workbench.engine.splitting.split_patterns import BY_NAME

BASE = DATA / "cl100k_base.tiktoken"
PART = 1 << 22  # characters that tiktoken encodes at once


class Judge:
    """Tiktoken with the ranks of a file."""

    def __init__(self, path: Path) -> None:
        lines = (line.split() for line in path.read_bytes().splitlines())
        ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
        pattern = BY_NAME["cl100k"].pattern
        self.encoding = tiktoken.Encoding(
            path.name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={}
        )
        self.lengths = np.zeros(max(ranks.values()) + 1, np.int64)
        for token, rank in ranks.items():
            self.lengths[rank] = len(token)

    def encode(self, text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return ids and where each begins, in bytes."""
        ids = self.encoding.encode_to_numpy(text, disallowed_special=()).astype(np.int64)
        ends = np.cumsum(self.lengths[ids])
        return ids, ends - self.lengths[ids]


def outside(adapted: Adapted, path: Path, text: str) -> tuple[int, int, int]:
    """Return the number of tokens before, of those in pieces off the list, and of those that differ."""
    draft, old, new = adapted.draft, Judge(BASE), Judge(path)
    gone, come = (set(each.tolist()) for each in (draft.removed, draft.added))
    n_tokens = n_outside = n_wrong = start = 0
    while start < len(text):
        end = text.find("\n", start + PART) + 1 or len(text)
        part, start = text[start:end], end
        pieces = draft.base.pre_tokenizer.split(part.encode())[:, 0].astype(np.int64)
        listed = np.zeros(len(pieces) + 1, np.bool_)
        sides = []
        for judge, marked in ((old, gone), (new, come)):
            ids, begins = judge.encode(part)
            owners = np.searchsorted(pieces, begins, side="right")
            listed[owners[np.isin(ids, list(marked))]] = True
            sides.append((ids, owners))
        n_tokens += len(sides[0][0])
        left, right = (ids[~listed[owners]] for ids, owners in sides)
        n_outside += len(left)
        n_wrong += int((left != right).sum()) if len(left) == len(right) else max(len(left), len(right))
    return n_tokens, n_outside, n_wrong


def rows(text: str) -> Iterator[Row]:
    extension = api.TextSource("extension", text_of("multi_10MB", 5_000_000))
    changes = {
        "remove all tokens in Cyrillic": api.RemoveBy("script", "Cyrillic", with_dependants=True),
        "cut to 50,000 merges": api.Cut(50_000),
        "extend by 2,000 merges": api.Extend((extension,), 2_000),
    }
    size = f"{len(text.encode()) / 1e6:.0f} MB"
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, change) in enumerate(changes.items()):
            adapted = api.adapt(BASE, [change])
            path = Path(folder, f"{number}.tiktoken")
            adapted.save(path)
            started = time.perf_counter()
            _, effect = finished(effect_on(adapted.draft, api.TextSource("text", text)))
            yield Row(f"{name}: effect on {size}", time.perf_counter() - started, "s")
            yield Row(f"{name}: tokens of changed pieces", effect.before - effect.equal, "")
            yield Row(f"{name}: pieces changed against the proof", effect.unexplained, "", 0, "lower")
            n_tokens, n_outside, n_wrong = outside(adapted, path, text)
            yield Row(f"{name}: tokens of tiktoken off the list, of {n_tokens:,}", n_outside, "")
            yield Row(f"{name}: of these, other tokens in the new file", n_wrong, "", 0, "lower")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", nargs="?", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    show(rows(text_of("mixed_100MB", given.megabytes * 1_000_000)), given.json)


if __name__ == "__main__":
    main()
