"""The class of every character, as a table of one byte each (source: resources/unicode_classes.txt).

A class is one bit, so that "any of these" is one test.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

NEWLINE, SPACE, NUMBER, UPPER, LOWER, CASELESS, MARK, OTHER = (1 << bit for bit in range(8))

_LETTERS = dict(zip("NSDULBMO", (NEWLINE, SPACE, NUMBER, UPPER, LOWER, CASELESS, MARK, OTHER), strict=True))


@cache
def class_table() -> bytes:
    """Return the class of each of the 0x110000 code points."""
    text = resources.files("workbench_resources").joinpath("unicode_classes.txt").read_text("ascii")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    starts = [int(start, 16) for start, _ in rows]
    lengths = [end - start for start, end in zip(starts, [*starts[1:], 0x110000], strict=True)]
    table = b"".join(
        bytes((_LETTERS[letter],)) * length for (_, letter), length in zip(rows, lengths, strict=True)
    )
    return table


@cache
def class_table_ignoring_case() -> bytes:
    """Return the same for CLIP's pattern: where case is ignored, U+0345 is left out as white space is.

    It is the mark whose upper case is a capital iota, so it is no letter and not among what no letter is.
    """
    table = bytearray(class_table())
    table[0x345] = SPACE
    return bytes(table)
