"""The class of every character, as a table of one byte each (source: resources/unicode_classes.txt).

A class is one bit, so that "any of these" is one test.
"""

from __future__ import annotations

import pkgutil  # importlib.resources would import zipfile and tempfile
import re
from functools import cache
from operator import mul, sub

NEWLINE, SPACE, NUMBER, UPPER, LOWER, CASELESS, MARK, OTHER = (1 << bit for bit in range(8))

_LETTERS = {letter: bytes((1 << bit,)) for bit, letter in enumerate("NSDULBMO")}  # in the order of those


@cache
def class_table() -> bytes:
    """Return the class of each of the 0x110000 code points."""
    data = pkgutil.get_data("workbench_resources", "unicode_classes.txt")
    if data is None:
        raise FileNotFoundError("workbench_resources/unicode_classes.txt")
    rows = re.sub("#.*", "", data.decode("ascii")).split()
    starts = [int(start, 16) for start in rows[::2]]
    lengths = map(sub, [*starts[1:], 0x110000], starts)
    return b"".join(map(mul, map(_LETTERS.__getitem__, rows[1::2]), lengths))


@cache
def class_table_ignoring_case() -> bytes:
    """Return the same for CLIP's pattern: where case is ignored, U+0345 is left out as white space is.

    It is the mark whose upper case is a capital iota, so it is no letter and not among what no letter is.
    """
    table = bytearray(class_table())
    table[0x345] = SPACE
    return bytes(table)
