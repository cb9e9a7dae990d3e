"""Which stretches of a text are in a normal form already, found by the kernel, so that they need no work."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Literal

import numpy as np

from workbench import kernels
from workbench.engine.base.pace import point
from workbench.kernels.unicode_classes import MARK, class_table

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

_AT_ONCE = 1 << 20  # bytes looked at between two points, a millisecond
_UNSETTLED = 255
_BLOCK = 256  # characters, most blocks of which stay as they are
_SYLLABLES = range(0xAC00, 0xD7A4)  # Hangul
_JAMO = range(0x1160, 0x1200)  # that join the one before
_LEAST = 1 << 9  # bytes that are worked on at a time, where there is something to do
_MOST = 1 << 16  # where that is so again and again
_ASCII = re.compile(rb"[\x00-\x7f]")


@lru_cache(maxsize=8)
def settled_table(form: Form, others: str = "") -> bytes | None:
    """Return what `kernels.normal_text` tells characters by, or None without kernels.

    `others` are characters that need a closer look too.
    """
    if kernels.kernel("normal_text") is None:
        return None
    table = bytearray(0x110000)
    for mark in np.flatnonzero(np.frombuffer(class_table(), np.uint8) == MARK).tolist():
        table[mark] = unicodedata.combining(chr(mark))
    for block in _changing_blocks():
        for c in map(chr, range(block, block + _BLOCK)):
            if not unicodedata.is_normalized(form, c):
                table[ord(c)] = _UNSETTLED
            for second in () if block in _SYLLABLES else _second_parts(c):
                table[second] = _UNSETTLED
    for code in chain(_JAMO, map(ord, others)):
        table[code] = _UNSETTLED
    return bytes(table)


def _changing_blocks() -> Iterator[int]:
    """Yield the first character of each block in which one has a decomposition."""
    for large in range(0, 0x110000, _BLOCK << 4):
        point()
        if _changes(large, _BLOCK << 4):
            yield from (
                block for block in range(large, large + (_BLOCK << 4), _BLOCK) if _changes(block, _BLOCK)
            )


def _changes(first: int, n: int) -> bool:
    characters = np.arange(first, first + n, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return not unicodedata.is_normalized("NFKD", characters)


def _second_parts(character: str) -> Iterator[int]:
    """Yield what joins another character to become this one."""
    parts = unicodedata.decomposition(character).split()
    if len(parts) == 2 and not parts[0].startswith("<"):
        yield int(parts[1], 16)


def stretches(data: bytes, table: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, whether it stays as it is) of the stretches of a text in UTF-8.

    What does not stay, or is not in UTF-8, is cut before ASCII characters.
    """
    kernel = kernels.kernel("normal_text")
    start, size = 0, _LEAST
    while kernel is not None and start < len(data):
        end, place = kernel.settled_end(data, start, start + _AT_ONCE, table)
        point()
        if start < end:
            yield start, end, True
            size = _LEAST
        if place >= 0:
            match = _ASCII.search(data, max(place + 1, end + size))
            start, end = end, len(data) if match is None else match.start()
            yield start, end, False
            size = min(2 * size, _MOST)
        start = end
