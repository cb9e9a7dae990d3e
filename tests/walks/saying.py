"""What a program said while it ran: whether a fault is in it, and a short form to read."""

from __future__ import annotations

import re

# What the offscreen platform and fonts say, as in pyproject.toml. And a QPlainTextEdit alone (Qt 6.11): one
# move that takes what is selected far out of it begins two drags, of which Qt drops the second, and says so.
QUIET = re.compile(
    r"This plugin does not support|OpenType support missing for|^QFont::|^libpng warning"
    r"|^QDragManager::drag in possibly invalid state"
)
FAULT = re.compile(
    r"Traceback \(most recent call last\)|Exception ignored in|^Fatal Python error|Warning: "
    r"|^Q[A-Za-z]+(<.*>)?(::|:|\()|^qt\.|^libshiboken|^Error calling Python override|Failed to disconnect"
)
REPEATED = re.compile(r"^((?:.*\n){1,40}?)\1+", re.MULTILINE)
MOST_SHOWN = 4000  # characters of the head, and as many of the tail


def has_fault(said: str) -> bool:
    """Tell whether a traceback, a warning of Qt's or of Python's, or a dump of the stacks is in it."""
    return any(FAULT.search(line) and not QUIET.search(line) for line in said.splitlines())


def shortened(said: str) -> str:
    """Return head and tail, with what is said again and again said once."""

    def once(found: re.Match[str]) -> str:
        block = found[1]
        return f"{block}… ×{len(found[0]) // len(block)}\n"

    text = REPEATED.sub(once, said)
    left_out = len(text) - 2 * MOST_SHOWN
    if left_out <= 0:
        return text
    return f"{text[:MOST_SHOWN]}\n… {left_out} characters …\n{text[-MOST_SHOWN:]}"
