"""Which stretch of a text the user looks at: the line at a place, or a part of it where it is long."""

from __future__ import annotations

from workbench.engine.base.utf8 import character_start

LONGEST_LINE = 240  # bytes of a stretch; a longer line is shown in parts
_SHOWN = 160  # bytes of such a part, and then on to the end of a word
_WORD = 40  # bytes that are looked through for it
_LOOK = 2048  # bytes before a place in which the beginning of its line is looked for


def stretch(text: bytes, at: int) -> tuple[int, int]:
    """Return (start, end) of the line that holds the byte `at`, or of a part of it where it is long.

    The parts are the same whatever byte of them is requested, and cut no character.
    """
    at = min(max(at, 0), max(len(text) - 1, 0))
    start = text.rfind(b"\n", max(0, at - _LOOK), at) + 1
    if start == 0 and at > _LOOK:
        start = character_start(text, at - at % _LOOK)
    line_feed = text.find(b"\n", at, start + LONGEST_LINE)
    if line_feed >= 0 or len(text) <= start + LONGEST_LINE:
        return start, line_feed + 1 if line_feed >= 0 else len(text)
    while True:
        end = _end_of_part(text, start)
        if at < end:
            return start, end
        start = end


def _end_of_part(text: bytes, start: int) -> int:
    """Return where a part of a long line ends: before a space if there is one soon."""
    line = text.find(b"\n", start, start + LONGEST_LINE)
    if line >= 0:
        return line + 1
    if len(text) <= start + LONGEST_LINE:
        return len(text)
    space = text.find(b" ", start + _SHOWN, start + _SHOWN + _WORD)
    return space if space >= 0 else character_start(text, start + _SHOWN)
