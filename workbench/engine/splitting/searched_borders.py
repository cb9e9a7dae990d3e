"""Searches a text for a safe border, first in a few bytes and then in more and more."""

from __future__ import annotations

from collections.abc import Callable, Iterable

_FIRST_LOOK = 64  # bytes looked at, then four times as many, and so on

Borders = Callable[[bytes], Iterable[int]]  # the safe borders inside a part of a text


def first_border(borders: Borders, text: bytes, position: int) -> int:
    """Return the first border from `position` on, or len(text)."""
    size = _FIRST_LOOK
    while True:
        end = min(len(text), position + size)
        border = next(iter(borders(text[position:end])), None)
        if border is not None:
            return position + border
        if end == len(text):
            return end
        size *= 4


def last_border(borders: Borders, text: bytes, position: int) -> int:
    """Return the last border before `position`, or 0."""
    size = _FIRST_LOOK
    while True:
        start = max(0, position - size)
        places = list(borders(text[start:position]))
        if places:
            return start + places[-1]
        if start == 0:
            return 0
        size *= 4
