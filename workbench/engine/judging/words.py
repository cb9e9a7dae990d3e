"""The words of a text, and which of them tokens keep whole, for fertility and related figures.

A word is a run of characters other than white space. In scripts written without spaces each character is a
word.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.pace import paced_slices, point

UNSPACED = ("Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan")
_UNASSIGNED = 0x40000  # from here on no character is a space or of a script
_LETTER, _SPACE, _ALONE = range(3)

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text.

    Attributes:
        starts, ends: int64[n], of each word in bytes of the text.

    """

    starts: Places
    ends: Places


@dataclass(frozen=True, slots=True)
class Kept:
    """How tokens cut words.

    Attributes:
        continued: bool[n], a token ends inside the word.
        whole: bool[n], the word is one token, with or without surrounding white space.
        gap: a token ends after the last word and before the following text.

    """

    continued: NDArray[np.bool_]
    whole: NDArray[np.bool_]
    gap: bool


class _Classes:
    """The class of each character: part of a word, white space, or a word by itself."""

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        """uint8[0x110000]."""
        classes = np.zeros(0x110000, np.uint8)
        alone = regex.compile("[" + "".join(rf"\p{{{script}}}" for script in UNSPACED) + "]+")
        for part in paced_slices(_UNASSIGNED, 1 << 15):
            characters = "".join(map(chr, range(part.start, part.stop)))
            for pattern, number in ((regex.compile(r"[\s\x1c-\x1f]+"), _SPACE), (alone, _ALONE)):
                for run in pattern.finditer(characters):
                    classes[part.start + run.start() : part.start + run.end()] = number
        return classes


_CLASSES = _Classes()


def words_of(text: bytes, starts: Places) -> Words:
    """Return the words of a text in valid UTF-8; none crosses one of `starts`, int64[d] in bytes."""
    if text.isascii():
        codes: NDArray[np.integer] = np.frombuffer(text, np.uint8)
        places = None
        begins = starts
    else:
        codes = np.frombuffer(text.decode().encode("utf-32-le"), np.uint32)
        places = _byte_places(codes)
        begins = np.searchsorted(places, starts)
    point()
    kinds = _CLASSES.table[codes]
    inside = kinds != _SPACE
    fresh = np.empty(len(kinds) + 1, np.bool_)  # whether a word border is before a character
    fresh[0] = fresh[-1] = True
    np.not_equal(kinds[1:], kinds[:-1], out=fresh[1:-1])
    fresh[:-1] |= kinds == _ALONE
    fresh[begins] = True
    point()
    first = np.flatnonzero(inside & fresh[:-1])
    last = np.flatnonzero(inside & fresh[1:]) + 1
    return Words(first, last) if places is None else Words(places[first], places[last])


def _byte_places(codes: NDArray[np.integer]) -> Places:
    """Return int64[n + 1], the byte offset of each character, and the end of the last one."""
    places = np.empty(len(codes) + 1, np.int64)
    places[0] = 0
    widths = 1 + (codes > 0x7F).astype(np.uint8) + (codes > 0x7FF) + (codes > 0xFFFF)
    np.cumsum(widths, out=places[1:])
    return places


def kept_by(
    words: Words,
    token_ends: NDArray[np.integer],
    starts: Places,
    n_bytes: int,
    *,
    gap: bool = True,
    closed: bool = True,
) -> Kept:
    """Return how tokens cut the words of a text, or of a part of one that begins with a word.

    Args:
        words: of the text.
        token_ends: where each token ends, in bytes of the text.
        starts: int64[d], where a document begins, which no token crosses.
        n_bytes: of the text.
        gap: a token ends before the first word and after the previous one.
        closed: no token crosses the end.

    """
    borders = np.zeros(n_bytes + 1, np.uint8)
    borders[token_ends] = borders[starts] = 1
    borders[-1] |= closed
    before = np.cumsum(borders, dtype=np.uint32)  # [p]: borders at p or before it
    at_start, at_end = before[words.starts], before[words.ends - 1]
    # A border in the space between two words, their ends included.
    gaps = np.empty(len(words.starts) + 1, np.bool_)
    gaps[0] = gap
    np.greater(at_start[1:], at_end[:-1], out=gaps[1:-1])
    if len(at_end):
        gaps[-1] = before[-1] > at_end[-1]
    elif before[-1]:
        gaps[-1] = True
    continued = at_end > at_start
    return Kept(continued, gaps[:-1] & gaps[1:] & ~continued, bool(gaps[-1]))
