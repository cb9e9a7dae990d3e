"""A corpus of any size out of the shared ones: their lines over and over, some words altered at random.

So the distinct pieces keep growing, as they do in real text of that size: 5 % of the words have a letter,
or a few, replaced by random ones. The same seed gives the same bytes.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tests.benchmarks.rows import DATA

NAMES = ("en_10MB", "code_10MB", "multi_10MB", "mixed_100MB")
SHARE = 0.05  # of the words are altered
_BLOCK = 1 << 22  # bytes altered at a time
_LETTERS = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz", np.uint8)


def write(path: Path, n_bytes: int, seed: int = 1) -> None:
    """Write a text of so many bytes; it ends in the middle of a line."""
    chance = np.random.default_rng(seed)
    written = 0
    with path.open("wb") as file:
        for block in _lines_forever():
            altered = _altered(block, chance)[: n_bytes - written]
            file.write(altered)
            written += len(altered)
            if written >= n_bytes:
                return


def _lines_forever() -> Iterator[bytes]:
    """Yield the corpora in blocks of whole lines, one after the other and from the start again."""
    while True:
        for name in NAMES:
            with lzma.open(DATA / "corpora" / f"{name}.txt.xz") as file:
                rest = b""
                while data := file.read(_BLOCK):
                    data = rest + data
                    end = data.rfind(b"\n") + 1
                    yield data[:end]
                    rest = data[end:]
                yield rest + b"\n"


def _altered(block: bytes, chance: np.random.Generator) -> bytes:
    """Replace up to three ASCII letters of each chosen word by random ones."""
    text = np.frombuffer(block, np.uint8).copy()
    lower = text | 0x20
    letters = (lower >= ord("a")) & (lower <= ord("z")) & (text < 0x80)
    starts = np.flatnonzero(letters & ~np.concatenate(([False], letters[:-1])))
    chosen = starts[chance.random(len(starts)) < SHARE]
    for at in range(3):
        places = chosen + at
        places = places[places < len(text)]
        places = places[letters[places]]
        text[places] = _LETTERS[chance.integers(0, 26, len(places))]
    return text.tobytes()
