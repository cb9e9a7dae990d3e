"""CLIP's cleaning of lines of which a table says all: what becomes of each character, whatever comes next.

Runs of white space become one space, capitals small letters, wide forms what they stand for. At a line for
which that may not be all, it stops. The table is made in engine.normalizers.clip_lines.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memcpy
from cython.cimports.workbench.kernels.clip_text import (
    JOINED,
    JOINER,
    N_BYTES,
    ORDER,
    OTHER,
    PLACE,
    POINTS,
    STOPS,
    WHITE,
)
from cython.cimports.workbench.kernels.utf8 import read_beyond_ascii

_LINE_FEED = cython.declare(cython.uint, 0x0A)
_START = cython.declare(cython.uint, 1)  # the state where a line begins


@cython.final
@cython.cclass
class Lines:
    """Some lines of a text while they are cleaned.

    Attributes:
        at: how far that is; where it stopped, the start of the line.
        n_out: bytes written.

    """

    data: bytes
    table: cython.const[cython.uint][::1]
    others: bytes
    classes: cython.const[cython.uint][::1]
    states: cython.const[cython.ushort][::1]
    bytes_at: cython.p_const_uchar
    others_at: cython.p_const_uchar
    at = cython.declare(cython.size_t, visibility="readonly")
    n_out = cython.declare(cython.size_t, visibility="readonly")
    end: cython.size_t
    out: cython.uchar[::1]
    line: cython.size_t  # where it starts, and how much was written before
    line_out: cython.size_t
    before: cython.uint  # what the table says of the character before, and the place of a mark
    order: cython.uint
    parted: cython.bint  # white space comes before
    state: cython.uint  # of the line, 0 where it is bad

    def __init__(
        self,
        data: bytes,
        start: int,
        end: int,
        table: cython.const[cython.uint][::1],
        others: bytes,
        classes: cython.const[cython.uint][::1],
        states: cython.const[cython.ushort][::1],
        out: cython.uchar[::1],
    ) -> None:
        """Take lines data[start:end] in UTF-8, a table uint32[0x20000], and the bytes that it tells of.

        `classes`, uint32[0x20000], and `states` tell what ftfy takes for badly decoded. `out` has room for
        three times as many bytes, as no character becomes longer than that.
        """
        if (
            table.shape[0] < POINTS
            or classes.shape[0] < POINTS
            or not states.shape[0]
            or out.shape[0] < 3 * (end - start)
            or not 0 <= start <= end <= len(data)
        ):
            raise ValueError("the table, the lines or the room")
        self.data, self.table, self.others, self.out = data, table, others, out
        self.bytes_at, self.others_at = data, others
        self.at = self.line = start
        self.end = end
        self.n_out = self.line_out = 0
        self.before = self.order = 0
        self.parted = False
        self.classes, self.states = classes, states
        self.state = _START

    def clean(self, most: int) -> bool:
        """Clean up to `most` more bytes; return whether that is done, as far as it goes.

        White space at either end is left out.
        """
        stop: cython.size_t = min(self.end, self.at + cython.cast(cython.size_t, most))
        stops: cython.bint
        with cython.nogil:
            stops = _clean(self, stop)
        if stops:
            self.at, self.n_out = self.line, self.line_out
        return stops or self.at == self.end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _clean(lines: Lines, stop: cython.size_t) -> cython.bint:
    """Clean until `stop` is reached, and return whether a line stops before."""
    data: cython.p_const_uchar = lines.bytes_at
    others: cython.p_const_uchar = lines.others_at
    out: cython.p_uchar = cython.address(lines.out[0])
    at: cython.size_t = lines.at
    n_out: cython.size_t = lines.n_out
    before: cython.uint = lines.before
    order: cython.uint = lines.order
    parted: cython.bint = lines.parted
    state: cython.uint = lines.state
    point: cython.uint
    width: cython.uint
    size: cython.uint
    kind: cython.uint
    while at < stop:
        point = data[at]
        width = 1
        if point >= 0x80:
            width = read_beyond_ascii(data + at, lines.end - at, cython.address(point))
        if width == 0 or point >= POINTS:
            return True
        kind = lines.table[point]
        state = lines.states[lines.classes[point] + state]
        if state == 0 or (kind & ~JOINED and (kind & STOPS or not _fits(before, order, kind))):
            return True
        at += width
        size = kind >> N_BYTES & 15 if kind & OTHER else width
        if size == 0:  # what is on either side comes together
            before |= kind & ~ORDER
            continue
        before = kind
        order = kind & ORDER
        if kind & WHITE:
            parted = True
            if point == _LINE_FEED:
                state = _START
                lines.line, lines.line_out = at, n_out
            continue
        if parted and n_out:
            out[n_out] = 0x20
            n_out += 1
        parted = False
        if size == 1:
            out[n_out] = others[kind >> PLACE] if kind & OTHER else data[at - 1]
        else:
            memcpy(out + n_out, others + (kind >> PLACE) if kind & OTHER else data + at - width, size)
        n_out += size
    lines.at, lines.n_out = at, n_out
    lines.before, lines.order, lines.parted, lines.state = before, order, parted, state
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _fits(before: cython.uint, order: cython.uint, kind: cython.uint) -> cython.bint:
    """Return whether a character and the one before, with its order, stay in the normal form."""
    if kind & JOINER and (order or before & JOINED):
        return False
    return not kind & ORDER or kind & ORDER >= order
