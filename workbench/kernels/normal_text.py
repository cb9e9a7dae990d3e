"""How far a text is in one of Unicode's normal forms: the quick check of UAX 15, over UTF-8.

Compiled only (see `workbench.kernels`); its table is made in engine.normalizers.settled_text.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memcpy
from cython.cimports.workbench.kernels.utf8 import class_beyond_ascii, read_beyond_ascii

_HIGH_BITS = cython.declare(cython.ulonglong, 0x8080808080808080)
_UNSETTLED = cython.declare(cython.uint, 255)


def settled_end(data: bytes, position: int, stop: int, table: bytes, joins: bytes) -> tuple[int, int]:
    """Return how far a text stays as it is, whatever follows, and the character that may not, or -1.

    Args:
        data: in UTF-8; what is not may not stay as it is.
        position: where a character begins that joins no earlier one.
        stop: where to end, at the next character that joins no earlier one.
        table: for each of 0x110000 characters 0, its place in the order of marks, or 255: the
            character may change, or join an earlier one.
        joins: 0, 255 for a character that others join or that has parts, or for one of those others its
            place in the order plus 1: where it follows neither a mark nor one of 255, it stays.

    """
    text: cython.p_const_uchar = data
    classes: cython.p_const_uchar = table
    joins_of: cython.p_const_uchar = joins
    end: cython.size_t = len(data)
    last: cython.size_t = min(stop, len(data))
    at: cython.size_t = position
    settled: cython.size_t = position
    before: cython.size_t = position  # the character before, if there is one
    order: cython.uint = 0  # its place
    looked: cython.uint
    plain: cython.size_t
    if min(len(table), len(joins)) < 0x110000:
        raise ValueError("the table is too short")
    with cython.nogil:
        while at < end:
            plain = behind_plain(
                text, at, end, last, classes, cython.address(settled), cython.address(before)
            )
            if plain > at:
                order = 0
                at = plain
            looked = (
                0x100 if at < end and text[at] < 0x80 else class_beyond_ascii(text + at, end - at, classes)
            )
            if looked & 0xFF == _UNSETTLED and before < at and order == 0:
                looked = joined(text + before, text + at, end - at, looked, joins_of)
            if looked == 0 or looked & 0xFF == _UNSETTLED or (looked & 0xFF and looked & 0xFF < order):
                break
            order = looked & 0xFF
            if order == 0 and at >= last:
                settled = last = end = at
                break
            if text[at] < 0x80:
                settled = at
            before = at
            at += looked >> 8
    if at == end:
        return at, -1
    return settled, at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def behind_plain(
    text: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    last: cython.size_t,
    classes: cython.p_const_uchar,
    settled: cython.pointer[cython.size_t],
    before: cython.pointer[cython.size_t],
) -> cython.size_t:
    """Return where characters of class 0 that begin before `last` end.

    Sets where the last one of them begins, and the last one of ASCII.
    """
    width: cython.uint
    point: cython.uint = 0
    while at < end and at < last:
        if text[at] < 0x80:
            at = behind_ascii(text, at + 1, end, last)
            settled[0] = before[0] = at - 1
            continue
        width = read_beyond_ascii(text + at, end - at, cython.address(point))
        if width == 0 or classes[point]:
            break
        before[0] = at
        at += width
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def behind_ascii(
    text: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, last: cython.size_t
) -> cython.size_t:
    """Return where words of ASCII end, the last of which begins before `last`."""
    words: cython.ulonglong[4] = [0] * 4
    while end - at >= 32 and at < last:
        memcpy(words, text + at, 32)
        if (words[0] | words[1] | words[2] | words[3]) & _HIGH_BITS:
            break
        at += 32
    while end - at >= 8 and at < last:
        memcpy(words, text + at, 8)
        if words[0] & _HIGH_BITS:
            break
        at += 8
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def joined(
    before: cython.p_const_uchar,
    at: cython.p_const_uchar,
    n: cython.size_t,
    looked: cython.uint,
    joins: cython.p_const_uchar,
) -> cython.uint:
    """Return the width of a character with its place in the order, if the one before is not joined."""
    place: cython.uint = class_beyond_ascii(at, n, joins) & 0xFF
    first: cython.uint = joins[before[0]] if before[0] < 0x80 else class_beyond_ascii(before, 4, joins) & 0xFF
    if place == 0 or place == 0xFF or first == 0xFF:
        return looked
    return (looked & ~0xFF) | (place - 1)
