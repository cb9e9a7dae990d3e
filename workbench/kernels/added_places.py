"""Where any of some texts occurs in bytes: the leftmost first, of several at one place the longest.

Compiled only (see `workbench.kernels`); the readable counterpart is a regular expression of alternatives.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memset

_NONE = cython.declare(cython.uint, 0xFFFFFFFF)
_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


@cython.final
@cython.cclass
class Places:
    """A tree of texts: from each node a byte leads to another one. Never changes once made."""

    slots: cython.pointer[cython.ulonglong]  # node and byte, plus one, above the next node
    numbers: cython.pointer[cython.uint]  # of the text that ends at a node, or _NONE
    begins: cython.uchar[8192]  # a bit for each first byte * 256 + second, with which a text begins
    bits: cython.int

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.slots = cython.NULL
        self.numbers = cython.NULL

    def __init__(self, texts: list[bytes]) -> None:
        """Take texts that are not empty, none twice."""
        room: cython.size_t = 1 + sum(map(len, texts))
        text: bytes
        number: cython.uint = 0
        n_nodes: cython.uint = 1
        node: cython.uint
        place: cython.size_t
        byte: cython.uchar
        if room >> 23:
            raise ValueError("the texts are too long")
        self.bits = 4
        while (cython.cast(cython.size_t, 1) << self.bits) < 2 * room:
            self.bits += 1
        self.slots = cython.cast(
            cython.pointer[cython.ulonglong], calloc(cython.cast(cython.size_t, 1) << self.bits, 8)
        )
        self.numbers = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
        if self.slots == cython.NULL or self.numbers == cython.NULL:
            raise MemoryError
        memset(self.numbers, 0xFF, 4 * room)
        memset(self.begins, 0, 8192)
        for text in texts:
            node = 0
            for byte in text:
                place = self.slot_of(node, byte)
                if self.slots[place] == 0:
                    self.slots[place] = (cython.cast(cython.ulonglong, node) << 8 | byte) + 1 << 32 | n_nodes
                    n_nodes += 1
                node = cython.cast(cython.uint, self.slots[place])
            self.numbers[node] = number
            number += 1
            if len(text) > 1:
                self.begins[text[0] << 5 | text[1] >> 3] |= 1 << (text[1] & 7)
            else:
                memset(cython.address(self.begins[text[0] << 5]), 0xFF, 32)

    def __dealloc__(self) -> None:
        """Free the tree."""
        free(self.slots)
        free(self.numbers)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slot_of(self, node: cython.uint, byte: cython.uchar) -> cython.size_t:
        """Return where the way from a node by a byte is, or would be."""
        key: cython.ulonglong = (cython.cast(cython.ulonglong, node) << 8 | byte) + 1
        mask: cython.size_t = (cython.cast(cython.size_t, 1) << self.bits) - 1
        place: cython.size_t = key * _FACTOR >> (64 - self.bits)
        while self.slots[place] and self.slots[place] >> 32 != key:
            place = (place + 1) & mask
        return place

    def find(self, data: bytes, position: int, stop: int, rows: cython.ulonglong[:, ::1]) -> tuple[int, int]:
        """Write start, end and number of the texts that begin from `position` to `stop`; they may end later.

        Returns where to go on, and how many there are; stops when `rows` are full.
        """
        text: cython.p_const_uchar = data
        length: cython.size_t = len(data)
        at: cython.size_t = position
        last: cython.size_t = min(stop, len(data))
        room: cython.size_t = rows.shape[0]
        count: cython.size_t = 0
        end: cython.size_t = 0
        number: cython.uint
        with cython.nogil:
            while at < last and count < room:
                # A zero follows all bytes of Python.
                if self.begins[text[at] << 5 | text[at + 1] >> 3] >> (text[at + 1] & 7) & 1:
                    number = self.longest(text, at, length, cython.address(end))
                    if number != _NONE:
                        rows[count, 0] = at
                        rows[count, 1] = end
                        rows[count, 2] = number
                        count += 1
                        at = end
                        continue
                at += 1
        return at, count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def longest(
        self,
        text: cython.p_const_uchar,
        at: cython.size_t,
        length: cython.size_t,
        end: cython.pointer[cython.size_t],
    ) -> cython.uint:
        """Return the number of the longest text at a place, and set its end; _NONE if there is none."""
        node: cython.uint = 0
        best: cython.uint = _NONE
        way: cython.ulonglong
        while at < length:
            way = self.slots[self.slot_of(node, text[at])]
            if way == 0:
                break
            node = cython.cast(cython.uint, way)
            at += 1
            if self.numbers[node] != _NONE:
                best = self.numbers[node]
                end[0] = at
        return best
