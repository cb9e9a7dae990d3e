"""Finds invalid UTF-8 (Unicode, table 3-7, well-formed sequences).

A valid character does not depend on its neighbors, since its first byte ends any earlier sequence. So any
part of a text that does not begin inside a character can be searched by itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from workbench import kernels

_LARGE = 1 << 12  # bytes that are worth a call of the compiled kernel
_BEYOND_ASCII = (
    rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]"
    rb"|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}"
)
# Atomic, as Python before 3.11.5 ends a possessive group inside of a repetition that failed.
_VALID_RUN = re.compile(rb"(?:[\x00-\x7f]++|(?>" + _BEYOND_ASCII + rb"))*+")
_CONTINUING = re.compile(rb"[\x80-\xbf]*+")
# llama.cpp's characters: the first byte gives the length, whatever follows (`unicode_len_utf8`).
LED_UNIT = re.compile(rb"[^\xc0-\xff]|[\xc0-\xdf].?|[\xe0-\xef].{0,2}|[\xf0-\xff].{0,3}", re.DOTALL)
_VALID_CHARACTER = re.compile(rb"[\x00-\x7f]|" + _BEYOND_ASCII)
# The beginning of a character whose last bytes may follow.
_INCOMPLETE = re.compile(
    rb"(?:[\xc2-\xf4]|\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf]"
    rb"|\xf0[\x90-\xbf][\x80-\xbf]?|[\xf1-\xf3][\x80-\xbf]{1,2}|\xf4[\x80-\x8f][\x80-\xbf]?)\Z"
)


def invalid_runs(data: bytes | bytearray) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each longest run of bytes that is not valid UTF-8."""
    position = 0
    while (start := end_of_valid(data, position)) < len(data):
        match = _VALID_CHARACTER.search(data, start)
        position = len(data) if match is None else match.start()
        yield start, position


def is_utf8(data: bytes) -> bool:
    """Return whether bytes are complete UTF-8 characters."""
    if data.isascii():
        return True
    compiled = kernels.kernel("well_formed") if len(data) >= _LARGE else None
    if compiled is not None:
        return bool(compiled.is_well_formed(data))
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def end_of_valid(data: bytes | bytearray, position: int) -> int:
    """Return where the UTF-8 characters that begin at `position` end."""
    match = _VALID_RUN.match(data, position)
    return position if match is None else match.end()


def incomplete_tail(data: bytes | bytearray) -> int:
    """Return how many bytes (0 to 3) at the end begin an incomplete character."""
    tail = data[-3:]
    for length in range(1, len(tail) + 1):
        if _INCOMPLETE.fullmatch(tail, len(tail) - length):
            return length
    return 0


def as_text(data: bytes) -> str | None:
    """Return bytes as text, None if they are not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def keeps_characters(data: bytes) -> bool:
    """Return whether bytes are whole characters, or bytes inside one: no part of one beside others."""
    inside = len(data) < 4 and all(0x80 <= byte < 0xC0 for byte in data)
    return inside or is_utf8(data) or incomplete_tail(data) == len(data)


def first_character(data: bytes | bytearray, position: int, end: int = sys.maxsize) -> int:
    """Return the smallest offset from `position` on where no character is cut, within `end` and data."""
    match = _CONTINUING.match(data, position, end)
    return position if match is None else match.end()


def character_start(data: bytes | bytearray, position: int) -> int:
    """Return the largest offset up to `position`, at most three bytes back, where no character is cut."""
    for start in range(position, max(position - 4, 0), -1):
        if start >= len(data) or data[start] & 0xC0 != 0x80:
            return start
    return position if position >= 4 else 0


def broken_units(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of invalid characters, whose length is that of their first byte (`LED_UNIT`).

    They may contain bytes that would be characters by themselves.
    """
    position = 0
    while (start := end_of_valid(data, position)) < len(data):
        match = LED_UNIT.match(data, start)
        position = len(data) if match is None else match.end()
        yield start, position


def begins_led_unit(data: bytes, position: int) -> bool:
    """Return whether a character of `LED_UNIT` begins at `position`: none before it goes on there."""
    before = data[max(0, position - 3) : position][::-1]
    return all(_led_length(byte) <= distance for distance, byte in enumerate(before, 1))


def _led_length(byte: int) -> int:
    return 1 + (byte >= 0xC0) + (byte >= 0xE0) + (byte >= 0xF0)
