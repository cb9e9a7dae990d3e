"""The published split patterns as state machines over UTF-8: bytes in, the ends of the pieces out.

The readable counterpart is engine.pre_tokenizers with the regular expressions of engine.split_patterns, whose
alternatives are named here. Runs of bytes that are not UTF-8 join the piece before them; the text on either
side is split on its own, so for the machines a text ends where such a run starts.

Compiled only (see `workbench.kernels`); the constants stand in classes.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memcpy
from cython.cimports.workbench.kernels.classes import (
    CL100K,
    EITHER_PART,
    GPT2,
    LETTER,
    LLAMA3,
    LOWER,
    LOWER_PART,
    MARK,
    NEWLINE,
    NUMBER,
    O200K,
    OTHER,
    SPACE,
    UPPER_PART,
    WHITE,
)

from workbench.kernels.unicode_classes import class_table

PATTERNS = {"gpt2": GPT2, "cl100k": CL100K, "o200k": O200K, "llama3": LLAMA3}


# --- characters -----------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _look(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.uint:
    """Return the class of the character at `at` and, eight bits up, its width; 0 at the end of valid text."""
    if at >= end:
        return 0
    if data[at] < 0x80:
        return table[data[at]] | 0x100
    return _look_further(data, at, end, table)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_further(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.uint:
    """Do as `_look` beyond ASCII (Unicode, table 3-7, well-formed byte sequences)."""
    first: cython.uint = data[at]
    second: cython.uint
    third: cython.uint
    fourth: cython.uint
    point: cython.uint
    if end - at < 2 or first < 0xC2:
        return 0
    second = data[at + 1] ^ 0x80
    if second > 0x3F:
        return 0
    if first < 0xE0:
        return table[(first & 0x1F) << 6 | second] | 0x200
    if end - at < 3:
        return 0
    third = data[at + 2] ^ 0x80
    if third > 0x3F:
        return 0
    if first < 0xF0:
        point = (first & 0x0F) << 12 | second << 6 | third
        return 0 if point < 0x800 or point >> 11 == 0x1B else table[point] | 0x300
    if end - at < 4 or first > 0xF4:
        return 0
    fourth = data[at + 3] ^ 0x80
    if fourth > 0x3F:
        return 0
    point = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    return 0 if point < 0x10000 or point > 0x10FFFF else table[point] | 0x400


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _run_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    classes: cython.uint,
) -> cython.size_t:
    """Return where the run of characters of these classes ends that begins at `at`."""
    found: cython.uint
    while at < end:
        if data[at] < 0x80:
            if not table[data[at]] & classes:
                break
            at += 1
        else:
            found = _look_further(data, at, end, table)
            if not found & classes:
                break
            at += found >> 8
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ascii_letters_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, fold: cython.ulonglong
) -> cython.size_t:
    """Return the end of a run of letters a to z, eight at a time; with `fold` 0x2020… of A to Z too.

    It may stop earlier, within eight bytes of `end`.
    """
    ones: cython.ulonglong = 0x0101010101010101
    high: cython.ulonglong = 0x8080808080808080
    word: cython.ulonglong = 0
    folded: cython.ulonglong
    others: cython.ulonglong
    while at + 8 <= end:
        memcpy(cython.address(word), data + at, 8)
        folded = (word | fold) & ~high
        # The highest bit of each byte: set where it is no letter.
        others = (~(folded + ones * 0x1F) | (folded + ones * 0x05) | word) & high
        if others:
            others >>= 7
            return at + ((((others - 1) & ~others & ones) * ones) >> 56)
        at += 8
    return at


# --- parts of patterns ----------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _contraction_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, fold: cython.uint
) -> cython.size_t:
    """Return the end of 's 't 're 've 'm 'll 'd, or `at` where none is; `fold` is 0x20 for either case."""
    first: cython.uint
    second: cython.uint
    if at + 2 > end or data[at] != 0x27:
        return at
    first = data[at + 1] | fold
    if first == 0x73 or first == 0x74 or first == 0x6D or first == 0x64:
        return at + 2
    if at + 3 > end:
        return at
    second = data[at + 2] | fold
    if (first == 0x6C and second == 0x6C) or ((first == 0x72 or first == 0x76) and second == 0x65):
        return at + 3
    # U+017F, the long s, is an s to those who ignore case.
    if fold and data[at + 1] == 0xC5 and data[at + 2] == 0xBF:
        return at + 3
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _white_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    pattern: cython.int,
) -> cython.size_t:
    r"""Return the end of the piece that white space at `at` begins, where it is not before a word.

    gpt2: `\s++$|\s+(?!\S)|\s`; cl100k: `\s++$|\s*[\r\n]|\s+(?!\S)|\s`; o200k and llama3:
    `\s*[\r\n]+|\s+(?!\S)|\s+`.
    """
    start: cython.size_t = at
    last: cython.size_t = at
    newline_end: cython.size_t = 0
    found: cython.uint = _look(data, at, end, table)
    while found & WHITE:
        last = at
        at += found >> 8
        if found & NEWLINE:
            newline_end = at
        found = _look(data, at, end, table)
    if found == 0 and (pattern == GPT2 or pattern == CL100K or newline_end == 0):
        return at
    if newline_end and pattern != GPT2:
        return newline_end
    return at if last == start else last


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _numbers_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    r"""Return the end of `\p{N}{1,3}`."""
    found: cython.uint
    for _ in range(3):
        found = _look(data, at, end, table)
        if not found & NUMBER:
            break
        at += found >> 8
    return at


# --- the patterns ---------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _letters_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    r"""Return the end of `\p{L}*`."""
    at = _ascii_letters_end(data, at, end, 0x2020202020202020)
    return _run_end(data, at, end, table, LETTER)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _gpt2_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    """Return the end of the piece of gpt2 that starts at `at`, or `at` where no valid character stands."""
    start: cython.size_t = at
    found: cython.uint = _look(data, at, end, table)
    if found & OTHER:
        at = _contraction_end(data, at, end, 0)
        if at > start:
            return at
    elif data[at] == 0x20 and found:
        at += 1
        found = _look(data, at, end, table)
        if found & WHITE or found == 0:
            return _white_end(data, start, end, table, GPT2)
    if found & LETTER:
        return _letters_end(data, at, end, table)
    if found & NUMBER:
        return _run_end(data, at, end, table, NUMBER)
    if found & (OTHER | MARK):
        return _run_end(data, at, end, table, OTHER | MARK)
    return _white_end(data, at, end, table, GPT2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cl100k_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    pattern: cython.int,
) -> cython.size_t:
    """Return the end of the piece of cl100k or llama3 at `at`, or `at` where no valid character stands."""
    after: cython.size_t
    following: cython.uint
    found: cython.uint = _look(data, at, end, table)
    if found & LETTER:
        return _letters_end(data, at, end, table)
    if found & NUMBER:
        return _numbers_end(data, at, end, table)
    if found & (SPACE | OTHER | MARK):
        after = _contraction_end(data, at, end, 0x20)
        if after > at:
            return after
        after = at + (found >> 8)
        following = _look(data, after, end, table)
        if following & LETTER:
            return _letters_end(data, after, end, table)
        if found & (OTHER | MARK) or (data[at] == 0x20 and following & (OTHER | MARK)):
            after = _run_end(data, after, end, table, OTHER | MARK)
            return _run_end(data, after, end, table, NEWLINE)
    return _white_end(data, at, end, table, pattern)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _word_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    r"""Return the end of o200k's `U*L+` or else `U+L*` at `at`, or `at` where neither stands.

    U are `\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}` and L `\p{Ll}\p{Lm}\p{Lo}\p{M}`. Where no L follows the U, the
    expression goes back to the last of them that is an L too, and ends there.
    """
    start: cython.size_t = at
    either_end: cython.size_t = at
    found: cython.uint = _look(data, at, end, table)
    while found & UPPER_PART:
        at += found >> 8
        if found & EITHER_PART:
            either_end = at
        found = _look(data, at, end, table)
    if found & LOWER:
        at = _ascii_letters_end(data, at, end, 0)
        return _run_end(data, at, end, table, LOWER_PART)
    return either_end if either_end > start else at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _others_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    r"""Return the end of o200k's `[^\s\p{L}\p{N}]*[\r\n/]*`."""
    at = _run_end(data, at, end, table, OTHER | MARK)
    while at < end and (data[at] == 0x0A or data[at] == 0x0D or data[at] == 0x2F):
        at += 1
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _o200k_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    """Return the end of the piece of o200k at `at`, or `at` where no valid character stands."""
    after: cython.size_t
    word_end: cython.size_t
    found: cython.uint = _look(data, at, end, table)
    if found & NUMBER:
        return _numbers_end(data, at, end, table)
    # A mark may stand before a word as well, but then it is a part of it just as well.
    after = at + (found >> 8) if found & (SPACE | OTHER) else at
    word_end = _word_end(data, after, end, table)
    if word_end > after:
        return _contraction_end(data, word_end, end, 0x20)
    if found & OTHER or (found and data[at] == 0x20 and _look(data, after, end, table) & OTHER):
        return _others_end(data, after, end, table)
    return _white_end(data, at, end, table, O200K)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _invalid_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    """Return the end of the run of bytes at `at` that are no character."""
    while at < end and _look(data, at, end, table) == 0:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def split_block(
    pattern: cython.int,
    table: cython.p_const_uchar,
    data: cython.p_const_uchar,
    end: cython.size_t,
    position: cython.pointer[cython.size_t],
    stop: cython.size_t,
    ends: cython.pointer[cython.ulonglong],
    capacity: cython.size_t,
) -> cython.size_t:
    """Split from data[position[0]] on, up to `capacity` pieces or `stop` bytes, and return how many.

    `position` must be 0 or a place where a piece starts, and moves to the next one; no piece goes beyond
    `end`. A run of bytes that are not UTF-8 comes with the piece before it.
    """
    at: cython.size_t = position[0]
    after: cython.size_t = at
    count: cython.size_t = 0
    while at < end and at < stop and count < capacity:
        if pattern == O200K:
            after = _o200k_end(data, at, end, table)
        elif pattern == GPT2:
            after = _gpt2_end(data, at, end, table)
        else:
            after = _cl100k_end(data, at, end, table, pattern)
        if after < end and data[after] >= 0x80:
            after = _invalid_end(data, after, end, table)
        ends[count] = after
        count += 1
        at = after
    position[0] = at
    return count


class Splitter:
    """Splits texts by one of the published patterns."""

    def __init__(self, name: str) -> None:
        """Take a name of `PATTERNS`."""
        self.pattern = PATTERNS[name]
        self.table = class_table()

    def split_into(
        self, data: bytes, position: int, stop: int, ends: cython.ulonglong[::1]
    ) -> tuple[int, int]:
        """Write the ends of the next pieces to `ends`; return how many, and where the next one starts.

        Goes on from `position` (0, or what an earlier call returned) until `ends` is full or `stop` is
        reached; the last piece may reach further.
        """
        pattern: cython.int = self.pattern
        classes: bytes = self.table
        table: cython.p_const_uchar = classes
        text: cython.p_const_uchar = data
        end: cython.size_t = len(data)
        at: cython.size_t = position
        last: cython.size_t = stop
        capacity: cython.size_t = ends.shape[0]
        count: cython.size_t = 0
        if capacity and end:
            with cython.nogil:
                count = split_block(
                    pattern, table, text, end, cython.address(at), last, cython.address(ends[0]), capacity
                )
        return count, at
