"""Texts to the ends of their pieces, by the published patterns.

The patterns are in machines.pxd, the characters and long runs that they see in characters.pxd, safe
borders in borders.pxd; windows.pxd and table_windows.pxd split many characters at once. Runs of bytes that
are not UTF-8 join the piece before them; the text on either side is split on its own. Stretches that a
pattern leaves out come as pieces too, their ends marked with GAP.

A piece may be as long as the text. So that no call is long, long runs within a piece are looked at in several
calls: the machine gives up in the middle, and in the next call, at the same piece, passes over what is known.

Compiled only (see `workbench.kernels`); types are in splitting.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.workbench.kernels.borders import find_first_border, find_last_border, whole_from
from cython.cimports.workbench.kernels.characters import GAP, INVALID, kind_end
from cython.cimports.workbench.kernels.classes import (
    CL100K,
    CLIP,
    GPT2,
    LEFT,
    LLAMA3,
    O200K,
    RIGHT,
    SINGLE,
    SPACES,
    TABLES,
    TEKKEN,
    TWOS,
    WHOLE,
    WORDS,
)
from cython.cimports.workbench.kernels.machines import is_left_out, piece_end
from cython.cimports.workbench.kernels.table_windows import Steps, ends_by_steps, find_steps
from cython.cimports.workbench.kernels.windows import WINDOW, ends_by_masks, has_windows

from workbench.kernels.unicode_classes import class_table, class_table_ignoring_case

PATTERNS = {
    "gpt2": GPT2,
    "cl100k": CL100K,
    "o200k": O200K,
    "llama3": LLAMA3,
    "clip": CLIP,
    "spaces": SPACES,
    "words": WORDS,
}
# Numbers cut otherwise (engine.splitting.numbers), after the name of the pattern: "gpt2-right"
NUMBERS = {"single": SINGLE, "left": LEFT, "right": RIGHT, "whole": WHOLE}
PATTERNS |= {
    f"{name}-{numbers}": PATTERNS[name] | NUMBERS[numbers]
    for name in ("gpt2", "cl100k", "o200k", "llama3", "clip")
    for numbers in NUMBERS
}
PATTERNS["llama3-twos"] = LLAMA3 | TWOS
PATTERNS["tekken"] = TEKKEN | SINGLE
_BUDGET = 1_000_000  # characters of long runs that a call looks at: some 5 ms


def split_some(pattern, table, data, end, position, stop, ends, capacity, far):
    """Split from data[position[0]] on, up to `capacity` pieces or `stop` bytes, and return how many.

    `position` must be 0 or a place where a piece starts, and moves to the next one; no piece goes beyond
    `end`. A run of bytes that are not UTF-8 comes with the piece before it, but not with a gap.

    `far.n` must be 0 in the first call. Where the budget ends inside a piece, the next call (with a new
    `far.budget`) goes on there; there may be none in between.
    """
    at: cython.size_t = position[0]
    after: cython.size_t
    gap: cython.ulonglong
    count: cython.size_t = 0
    n: cython.size_t
    by_masks: cython.bint = has_windows(pattern)
    steps = cython.declare(Steps)
    by_steps: cython.bint = pattern == TABLES and find_steps(table, cython.address(steps))
    unsaid: cython.size_t = 0  # where windows may say something again
    while at < end and at < stop and count < capacity:
        n = 0
        if far.n == 0 and by_masks:
            n = ends_by_masks(pattern, data, at, end, stop, ends + count, capacity - count)
        elif far.n == 0 and by_steps and at >= unsaid:
            n = ends_by_steps(
                cython.address(steps), data, at, end, stop, table, ends + count, capacity - count
            )
            unsaid = at + WINDOW
        if n:
            count += n
            at = ends[count - 1] & ~GAP
            continue
        after = piece_end(pattern, data, at, end, table, far)
        gap = GAP if is_left_out(pattern, data, at, after, end, table, far) else 0
        if after < end and data[after] >= 0x80 and not gap:
            after = kind_end(data, after, end, table, INVALID, far)
        if far.n:
            if far.stopped:
                far.stopped = False
                break
            far.n = 0
        ends[count] = after | gap
        count += 1
        at = after
    position[0] = at
    return count


# --- for Python -----------------------------------------------------------------------------------------


class Splitter:
    """One of the published patterns, or tables of another; any number of threads may use it at a time.

    Attributes:
        pattern: its number, for compiled modules.
        table: the class of each character, and what else there is to a pattern.

    """

    def __init__(self, name: str, table: bytes = b"") -> None:
        """Take a name of `PATTERNS`, or tables (`engine.splitting.pattern_tables`)."""
        if table:
            self.pattern, self.table = TABLES, table
            return
        self.pattern = PATTERNS[name]
        self.table = class_table_ignoring_case() if name.startswith("clip") else class_table()

    def start(self, data: bytes | bytearray) -> Splitting:
        """Return what splits a text, step by step."""
        return Splitting(self, data)

    def first_border(self, data: cython.const[cython.uchar][::1], position: int) -> int | None:
        """Return the first safe border of which both characters are after `position`, or None."""
        table_bytes: bytes = self.table
        table: cython.p_const_uchar = table_bytes
        pattern: cython.int = self.pattern
        end: cython.size_t = data.shape[0]
        at: cython.size_t = position
        has_border: cython.bint = False
        if at < end:
            with cython.nogil:
                at = whole_from(cython.address(data[0]), at, end)
                has_border = at < end and find_first_border(
                    pattern, table, cython.address(data[0]), cython.address(at), end
                )
        return at if has_border else None

    def last_border(self, data: cython.const[cython.uchar][::1], start: int, end: int) -> int | None:
        """Return the last safe border of which both characters are between `start` and `end`, or None."""
        table_bytes: bytes = self.table
        table: cython.p_const_uchar = table_bytes
        pattern: cython.int = self.pattern
        first: cython.size_t = start
        at: cython.size_t = end
        length: cython.size_t = end
        has_border: cython.bint = False
        if first < at:
            with cython.nogil:
                first = whole_from(cython.address(data[0]), first, length)
                has_border = find_last_border(
                    pattern, table, cython.address(data[0]), first, cython.address(at), length
                )
        return at if has_border else None


@cython.final
@cython.cclass
class Splitting:
    """A text that is being split.

    Attributes:
        position: where the next piece starts.

    """

    def __init__(self, splitter: Splitter, data: cython.const[cython.uchar][::1]) -> None:
        """Take a text; it starts over at its beginning."""
        self._table = splitter.table
        self._pattern = splitter.pattern
        self._data = data
        self.position = 0
        self._far.n = 0
        self._far.stopped = False

    def split_into(self, stop: int, ends: cython.ulonglong[::1], budget: int = _BUDGET) -> int:
        """Write the ends of the next pieces to `ends`; return how many, 0 if the next is not at an end yet.

        It goes on until `ends` is full or `stop` is reached, which the last piece may go beyond. The end of a
        stretch that is no piece has the highest bit set. `budget` is how many characters of long runs are
        looked at.
        """
        table: cython.p_const_uchar = self._table
        end: cython.size_t = self._data.shape[0]
        last: cython.size_t = stop
        capacity: cython.size_t = ends.shape[0]
        count: cython.size_t = 0
        self._far.budget = budget
        if capacity and end:
            with cython.nogil:
                count = split_some(
                    self._pattern,
                    table,
                    cython.address(self._data[0]),
                    end,
                    cython.address(self.position),
                    last,
                    cython.address(ends[0]),
                    capacity,
                    cython.address(self._far),
                )
        return count
