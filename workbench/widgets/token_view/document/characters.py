"""Counting the characters of UTF-8, also of a stretch whose ends have not been looked at. Free of Qt.

A byte that is not part of UTF-8 counts as one character. A decoder begins again at every byte that
does not continue a character, and after three that do: so an edit changes the count of a few bytes
around it only, and a text of any size need not be counted again.
"""

from __future__ import annotations

CONTINUING = 3  # bytes after the first that a character has at most


def count(data: bytes | bytearray | memoryview) -> int:
    """Return the number of characters."""
    return len(str(data, "utf-8", "surrogateescape"))


def fresh_before(head: bytes) -> int:
    """Return a place in `head`, near its end, at which a decoder begins again whatever follows.

    `head` is what is before a place of a text: its last four bytes, or all where there are fewer.
    """
    for back in range(1, len(head) + 1):
        if head[-back] & 0xC0 != 0x80:
            return len(head) - back
    return len(head) if len(head) > CONTINUING else 0


def fresh_after(tail: bytes) -> int:
    """Return a place in `tail`, near its start, at which a decoder begins again whatever goes before.

    `tail` is what is after a place of a text: its first three bytes, or all where there are fewer.
    """
    for place, byte in enumerate(tail):
        if byte & 0xC0 != 0x80:
            return place
    return len(tail)
