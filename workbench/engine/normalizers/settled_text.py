"""Which stretches of a text are in a normal form already, found by the kernel, so that they need no work."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Literal

import numpy as np

from workbench import kernels
from workbench.engine.base.pace import point
from workbench.engine.normalizers.text_edits import LONG
from workbench.kernels.unicode_classes import MARK, class_table

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

_AT_ONCE = 1 << 20  # bytes looked at between two points, a millisecond
_UNSETTLED = _JOINED = 255
_BLOCK = 256  # characters, most blocks of which stay as they are
_SYLLABLES = range(0xAC00, 0xD7A4)  # Hangul
_JAMO = range(0x1160, 0x1200)  # that join the one before
_LEAST = 1 << 9  # bytes that are worked on at a time; twice as many where they change again, up to LONG


@lru_cache(maxsize=8)
def settled_tables(form: Form, others: str = "") -> tuple[bytes, bytes] | None:
    """Return the tables that `kernels.normal_text` tells characters by, or None without kernels.

    `others` are characters that need a closer look too.
    """
    if kernels.kernel("normal_text") is None:
        return None
    table, joins = bytearray(0x110000), bytearray(0x110000)
    joined: list[int] = []
    for mark in np.flatnonzero(np.frombuffer(class_table(), np.uint8) == MARK).tolist():
        table[mark] = unicodedata.combining(chr(mark))
    if not unicodedata.is_normalized(form, chr(_SYLLABLES.start)):
        table[_SYLLABLES.start : _SYLLABLES.stop] = bytes((_UNSETTLED,)) * len(_SYLLABLES)
    for c, parts in characters_with_parts():
        stays = unicodedata.is_normalized(form, c)
        if not stays:
            table[ord(c)] = _UNSETTLED
        joined.append(ord(c))  # a mark may come to stand between its parts
        if len(parts) == 2:
            first, second = parts
            table[second], joins[second] = _UNSETTLED, unicodedata.combining(chr(second)) + 1
            joined += [first] * stays  # else nothing is composed to this character
    for code in chain(_JAMO, map(ord, others)):
        table[code], joins[code] = _UNSETTLED, 0
    for code in joined:
        joins[code] = _JOINED
    return bytes(table), bytes(joins)


def characters_with_parts() -> Iterator[tuple[str, list[int]]]:
    """Yield the characters that have a decomposition, but for Hangul's, and those of a canonical one."""
    for block in _changing_blocks():
        for c in map(chr, range(block, block + _BLOCK)):
            if parts := unicodedata.decomposition(c):
                yield c, [] if parts.startswith("<") else [int(part, 16) for part in parts.split()]


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


def stretches(
    data: bytes, tables: tuple[bytes, bytes], next_cut: Callable[[int], int]
) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, whether it stays as it is) of the stretches of a text in UTF-8.

    What does not stay, or is not in UTF-8, ends at the `next_cut` from a place on.
    """
    kernel = kernels.kernel("normal_text")
    start, stays_from, size = 0, 0, _LEAST
    while kernel is not None and start < len(data):
        end, place = kernel.settled_end(data, start, start + _AT_ONCE, *tables)
        point()
        if start < end:
            size = _LEAST
        if stays_from < end and (place >= 0 or end == len(data)):
            yield stays_from, end, True
        if place >= 0:
            start, end = end, next_cut(max(place + 1, end + size))
            yield start, end, False
            size = min(2 * size, LONG)
            stays_from = end
        start = end
