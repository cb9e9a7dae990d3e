"""Compares a pattern with the one it started from, alternative by alternative."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from workbench.display import alternatives


@dataclass(frozen=True, slots=True)
class Changed:
    """A changed alternative.

    Attributes:
        line: its number.
        start, end: what is other, in characters of the line; the whole where only something was taken out.
        was: the alternative as it was, "" for a new one.

    """

    line: int
    start: int
    end: int
    was: str


def changed_lines(before: str, now: str) -> list[Changed]:
    """Return the alternatives of `now` that are other than those of `before`."""
    old, new = ([line.removeprefix("|") for line in alternatives.lines(each)] for each in (before, now))
    changed: list[Changed] = []
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for place in range(start, end):
            was = old[first + place - start] if first + place - start < last else ""
            changed.append(_changed(place, was, new[place]))
    return changed


def _changed(line: int, was: str, now: str) -> Changed:
    shift = int(line > 0)  # of the "|"
    front = 0
    while front < min(len(was), len(now)) and was[front] == now[front]:
        front += 1
    back = 0
    while back < min(len(was), len(now)) - front and was[-1 - back] == now[-1 - back]:
        back += 1
    start, end = (front, len(now) - back) if was and front + back < len(now) else (0, len(now))
    return Changed(line, start + shift, end + shift, was)
