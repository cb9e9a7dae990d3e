"""Generates texts that may be encoded to a token whose own text is not.

They are candidates: the caller encodes them and checks. The incomplete characters at the ends of a fragment
of UTF-8 are completed in various ways; any token is put between others.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import as_text, is_utf8

# Contexts of a token in various kinds of text, the likeliest first.
_BESIDE = ("", "a", "x", "s", " ", ".", "\n", "1", "A", "t", "!", "re", "S", "_", "中", "は", "é", "'s")
_MOST_COMPLETED = 1200  # completions of a character tried at either end
_LONGEST = 4  # most bytes of a character
_LEADS = {
    2: range(0xC2, 0xE0),
    3: range(0xE0, 0xF0),
    4: range(0xF0, 0xF5),
}  # bytes of a character -> the first one
_INNER = range(0x80, 0xC0)


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
    sides = sorted(((a, b) for a in range(len(_BESIDE)) for b in range(len(_BESIDE))), key=sum)
    for before, after in sides[: most // 2]:
        yield _BESIDE[before].encode() + token + _BESIDE[after].encode()
    for _ in range(most - len(sides[: most // 2]) if tokens else 0):
        yield chance.choice(tokens) + token + chance.choice((b"", *_BESIDE_BYTES, chance.choice(tokens)))


_BESIDE_BYTES = tuple(side.encode() for side in _BESIDE)


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
    starts: list[bytes] = []
    for width in range(len(rest) + 1, _LONGEST + 1):
        for lead in _LEADS[width]:
            starts += [bytes((lead, *more)) for more in product(_INNER, repeat=width - len(rest) - 1)]
            point()
    return _characters_first(starts, b"", rest)


@lru_cache(maxsize=512)
def endings(start: bytes) -> tuple[bytes, ...]:
    """Return bytes that form one character when preceded by `start`, letters first."""
    width = next(width for width, leads in _LEADS.items() if start[0] in leads)
    missing = width - len(start)
    inner = _INNER if missing < _LONGEST - 1 else _INNER[::4]  # else a quarter of a million
    ends = [bytes(more) for more in product(inner, repeat=missing)]
    return _characters_first(ends, start, b"")


def _characters_first(ways: Sequence[bytes], before: bytes, behind: bytes) -> tuple[bytes, ...]:
    """Return the bytes that form a character with their context, letters first."""
    letters: list[bytes] = []
    others: list[bytes] = []
    for way in paced(ways):
        character = as_text(before + way + behind)
        if character is not None:
            (letters if unicodedata.category(character)[0] in "LM" else others).append(way)
    return (*letters, *others)
