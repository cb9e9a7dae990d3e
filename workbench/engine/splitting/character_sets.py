"""Which characters a pattern of a single one takes: `regex` itself says it, of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain
from operator import xor

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, point

N_CHARACTERS = 0x110000
_BLOCK = 1 << 14  # code points that are looked at between two points
_SURROGATES = range(0xD800, 0xE000)  # in no text

Ranges = tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def ranges_of(atom: str) -> Ranges:
    """Return the (first, after the last) code points that a pattern of one character takes."""
    import regex  # here: published patterns do without

    runs = regex.compile(f"(?:{atom})++")
    ranges: list[tuple[int, int]] = []
    for start, text in _blocks():
        ranges += ((start + match.start(), start + match.end()) for match in runs.finditer(text))
        point()
    return tuple(ranges)


@cache
def _blocks() -> tuple[tuple[int, str], ...]:
    """Return all characters in parts, and the first code point of each part."""
    starts = [start for start in range(0, N_CHARACTERS, _BLOCK) if start not in _SURROGATES]
    return tuple((start, "".join(map(chr, range(start, start + _BLOCK)))) for start in paced(starts, 1))


def classes_of(sets: Sequence[Ranges]) -> tuple[NDArray[np.int32], dict[int, int]]:
    """Return the class of each character, and the sets that each class is in, as bits, with its first member.

    Characters are in a class if they are in the same sets.
    """
    changes = {0: 0, N_CHARACTERS: 0}
    for bit, ranges in enumerate(sets):
        for border in chain.from_iterable(ranges):
            changes[border] = changes.get(border, 0) ^ 1 << bit
        point()
    places = sorted(changes)
    within = list(accumulate((changes[place] for place in places[:-1]), xor))
    firsts = dict(zip(reversed(within), reversed(places[:-1]), strict=True))
    numbers = {each: number for number, each in enumerate(firsts)}
    return np.repeat(np.array([numbers[each] for each in within], np.int32), np.diff(places)), firsts


@cache
def alike_ignoring_case() -> tuple[str, ...]:
    """Return the letters that have a case, those together that are the same without case."""
    groups: dict[str, set[str]] = {}
    for first, after in ranges_of(r"\p{Cased}"):
        for character in map(chr, range(first, after)):
            group = {character}
            for other in (character.lower(), character.upper(), character.title(), character.casefold()):
                group |= groups.get(other, {other}) if len(other) == 1 else set()
            groups |= dict.fromkeys(group, group)
        point()
    return tuple({id(group): "".join(sorted(group)) for group in groups.values()}.values())
