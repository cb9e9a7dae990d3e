"""Generates texts that may be encoded to a token whose own text is not.

They are candidates: the caller encodes them and checks. The incomplete characters at the ends of a fragment
of UTF-8 are completed in various ways; any token is put between others.
"""

from __future__ import annotations

import random
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import is_utf8

# Contexts of a token in various kinds of text, the likeliest first.
_NEIGHBORS = ("", "a", "x", "s", " ", ".", "\n", "1", "A", "t", "!", "re", "S", "_", "中", "は", "é", "'s")
_MOST_COMPLETED = 1200  # completions of a character tried at either end
_LONGEST = 4  # most bytes of a character
_LEADS = {
    2: range(0xC2, 0xE0),
    3: range(0xE0, 0xF0),
    4: range(0xF0, 0xF5),
}  # bytes of a character -> the first one
_CODES = {
    2: (0x80, 0x7FF),
    3: (0x800, 0xFFFF),
    4: (0x10000, sys.maxunicode),
}  # bytes of a character -> the lowest and highest code point
_NO_CODES = np.empty(0, np.int64)


def candidates(token: bytes, tokens: Sequence[bytes], seed: int, most: int) -> Iterator[bytes]:
    """Yield at most `most` texts in UTF-8 that contain a token, the same for the same seed.

    Args:
        token: its bytes; if no text can contain them, nothing is yielded.
        tokens: others in UTF-8, used as its context.
        seed: of random choices.
        most: most texts.

    """
    chance = random.Random(f"{seed} {token.hex()}")  # noqa: S311 - nothing secret
    left, right = open_ends(token)
    if not is_utf8(token[left : len(token) - right]):
        return
    if left or right:
        yield from _completed(token, left, right, chance, most)
        return
    sides = sorted(((a, b) for a in range(len(_NEIGHBORS)) for b in range(len(_NEIGHBORS))), key=sum)
    for before, after in sides[: most // 2]:
        yield _NEIGHBORS[before].encode() + token + _NEIGHBORS[after].encode()
    for _ in range(most - len(sides[: most // 2]) if tokens else 0):
        yield chance.choice(tokens) + token + chance.choice((b"", *_NEIGHBOR_BYTES, chance.choice(tokens)))


_NEIGHBOR_BYTES = tuple(side.encode() for side in _NEIGHBORS)


def _completed(token: bytes, left: int, right: int, chance: random.Random, most: int) -> Iterator[bytes]:
    """Yield a fragment with its first and last character completed."""
    before = _ways(beginnings(token[:left]), chance) if left else [b""]
    after = _ways(endings(token[len(token) - right :]), chance) if right else [b""]
    if not before or not after:
        return
    if len(before) == 1 or len(after) == 1:
        pairs = [(a, b) for a in before for b in after][:most]
    else:
        pairs = [(before[n % len(before)], after[n % len(after)]) for n in range(most // 2)]
        pairs += [(chance.choice(before), chance.choice(after)) for _ in range(most - len(pairs))]
    for first, last in pairs:
        yield first + token + last


def _ways(ways: Sequence[bytes], chance: random.Random) -> list[bytes]:
    return list(ways) if len(ways) <= _MOST_COMPLETED else chance.sample(ways, _MOST_COMPLETED)


def open_ends(token: bytes) -> tuple[int, int]:
    """Return the number of bytes of an incomplete character at the start, and of one at the end."""
    left = next((at for at, byte in enumerate(token[:_LONGEST]) if byte & 0xC0 != 0x80), len(token))
    for right in range(1, min(_LONGEST, len(token) - left) + 1):
        byte = token[-right]
        if byte & 0xC0 != 0x80:
            width = next((width for width, leads in _LEADS.items() if byte in leads), 1)
            return left, right if width > right else 0
    return left, 0


def characters_at_ends(token: bytes) -> tuple[list[str], list[str]]:
    """Return all characters that the bytes at the start can end, and all that those at the end can begin.

    None where a character is whole there, or where one byte begins a character of four: they are too many.
    """
    left, right = open_ends(token)
    start, end = token[:left], token[len(token) - right :] if right else b""
    before = beginnings(start) if start else ()
    after = endings(end) if end and (len(end) > 1 or end[0] < _LEADS[_LONGEST][0]) else ()
    return [(each + start).decode() for each in before], [(end + each).decode() for each in after]


@lru_cache(maxsize=512)
def beginnings(rest: bytes) -> tuple[bytes, ...]:
    """Return bytes that form one character when followed by `rest`, letters first."""
    shift, ways = 6 * len(rest), []
    for width, (low, high) in _CODES.items():
        if width > len(rest):
            codes = np.arange(low >> shift, (high >> shift) + 1) << shift | _bits(rest)
            ways.append(codes[(codes >= low) & (codes <= high)])
    return tuple(way[: -len(rest)] for way in _characters(np.concatenate(ways or [_NO_CODES])))


@lru_cache(maxsize=512)
def endings(start: bytes) -> tuple[bytes, ...]:
    """Return bytes that form one character when preceded by `start`, letters first."""
    width = next(width for width, leads in _LEADS.items() if start[0] in leads)
    missing = width - len(start)
    inner = np.arange(0, 64, 1 if missing < _LONGEST - 1 else 4)  # else a quarter of a million
    codes = np.array([(start[0] & 0x7F >> width) << 6 * (len(start) - 1) | _bits(start[1:])])
    for _ in range(missing):
        codes = np.add.outer(codes << 6, inner).ravel()
    low, high = _CODES[width]
    return tuple(way[len(start) :] for way in _characters(codes[(codes >= low) & (codes <= high)]))


def _bits(inner: bytes) -> int:
    """Return the bits of a code point in bytes of a character after its first."""
    bits = 0
    for byte in inner:
        bits = bits << 6 | byte & 0x3F
    return bits


def _characters(codes: NDArray[np.int64]) -> Iterator[bytes]:
    """Yield the characters of code points in UTF-8, letters first; surrogates are none."""
    codes = codes[(codes < 0xD800) | (codes > 0xDFFF)]
    is_letter = _letters()[codes]
    codes = np.concatenate((codes[is_letter], codes[~is_letter]))
    return map(str.encode, paced(codes.astype("<u4").tobytes().decode("utf-32-le")))


@cache
def _letters() -> NDArray[np.bool_]:
    """Return bool[0x110000], whether a code point is a letter, or a mark on one."""
    first = (unicodedata.category(chr(code))[0] for code in paced(range(sys.maxunicode + 1)))
    return np.fromiter((each in "LM" for each in first), np.bool_, sys.maxunicode + 1)
