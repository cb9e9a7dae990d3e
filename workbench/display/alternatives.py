"""Finds the top-level alternatives of a split pattern, to show each on its own line."""

from __future__ import annotations

import re
from itertools import pairwise

MOST_LINES = 60  # most alternatives that are shown line by line; longer lists stay on one line

# Escapes, comments and sets are passed over whole; a set that is still being typed goes on to the end.
_ITEM = re.compile(
    r"""
      \\[pPN]\{[^}]*\} | \\. | \(\?\#[^)]*\)? | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*(?:\]|\Z)
    | (?P<open>\() | (?P<close>\)) | (?P<or>\|) | [^\\\[()|]+ | .
    """,
    re.VERBOSE | re.DOTALL,
)
# Free spacing, nested sets, and several patterns one after the other are shown as they are.
_WHOLE = re.compile(r"\(\?(?:[a-zA-UW-Z]*x|[a-zA-Z]*V1|#then\))")

_CAPTURES = re.compile(r"\((?![?*])|\(\?P?<(?![=!])")


def starts(pattern: str) -> tuple[int, ...]:
    """Return where each alternative begins, in characters: 0, and the place of every top-level "|"."""
    begins, depth = [0], 0
    if _WHOLE.search(pattern):
        return (0,)
    for item in _ITEM.finditer(pattern):
        if item.lastgroup == "open":
            depth += 1
        elif item.lastgroup == "close":
            depth = max(depth - 1, 0)
        elif item.lastgroup == "or" and depth == 0:
            begins.append(item.start())
    return tuple(begins) if len(begins) <= MOST_LINES else (0,)


def lines(pattern: str) -> list[str]:
    """Return the alternatives, all but the first with their "|"; joined they are the pattern."""
    places = (*starts(pattern), len(pattern))
    return [pattern[start:end] for start, end in pairwise(places)]


def has_groups(pattern: str) -> bool:
    """Return whether a pattern has capture groups, which mean nothing to a tokenizer."""
    return any(
        item.lastgroup == "open" and _CAPTURES.match(pattern, item.start())
        for item in _ITEM.finditer(pattern)
    )
