"""The characters of a vocabulary with scores, which may be next to each other, and which symbols merge.

A character is known by its bytes as one number, the first the highest; a symbol below `n_tokens` is an id.

Compiled only (see `workbench.kernels`); types are in score_table.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcmp
from cython.cimports.workbench.kernels.hashing import hash_of
from cython.cimports.workbench.kernels.score_table import OTHER, first_slot, is_inside, mask_of, unit_at

_ID_BITS = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_NOTHING = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class ScoreTable:
    """Never changes; many encoders share one."""

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.ascii_inside = cython.NULL
        self.units = self.inside = self.pairs = cython.NULL

    def __init__(
        self,
        units: cython.uint[:, ::1],
        inside: cython.ulonglong[::1],
        joins: cython.ulonglong[:, ::1],
        byte_ids: cython.uint[::1],
        n_tokens: int,
    ) -> None:
        """Fill the tables.

        Args:
            units: (character, symbol).
            inside: left character above right one, of characters side by side in a token.
            joins: (left symbol above right one, place by score above id of the merged token).
            byte_ids: of the 256 bytes.
            n_tokens: the number of ids; symbols from there on have none.

        """
        row: cython.size_t
        self.n_tokens = n_tokens
        self.unit_bits = _bits(units.shape[0])
        self.inside_bits = _bits(inside.shape[0])
        self.pair_bits = _bits(joins.shape[0])
        self.units = _slots(self.unit_bits, 1)
        self.inside = _slots(self.inside_bits, 1)
        self.pairs = _slots(self.pair_bits, 2)
        self.ascii_inside = cython.cast(cython.pointer[cython.uchar], calloc(128 * 128, 1))
        if self.ascii_inside == cython.NULL:
            raise MemoryError
        for row in range(256):
            self.byte_ids[row] = byte_ids[row]
        self.put_units(units)
        self.put_inside(inside)
        self.put_pairs(joins)
        self.n_orders = _orders_of(joins, self.n_tokens)

    def put_units(self, rows):
        """Put characters and their symbols in."""
        row: cython.size_t
        slot: cython.size_t
        unit: cython.ulonglong
        for row in range(128):
            self.ascii[row] = OTHER
        for row in range(cython.cast(cython.size_t, rows.shape[0])):
            if rows[row, 0] < 128:
                self.ascii[rows[row, 0]] = rows[row, 1]
                continue
            unit = rows[row, 0]
            slot = first_slot(unit, self.unit_bits)
            while self.units[slot]:
                slot = (slot + 1) & mask_of(self.unit_bits)
            self.units[slot] = (unit << 32 | rows[row, 1]) + 1

    def put_inside(self, rows):
        """Put characters that are next to each other in."""
        row: cython.size_t
        slot: cython.size_t
        left: cython.ulonglong
        right: cython.ulonglong
        for row in range(cython.cast(cython.size_t, rows.shape[0])):
            left = rows[row] >> 32
            right = rows[row] & _ID_BITS
            if left < 128 and right < 128:
                self.ascii_inside[left << 7 | right] = 1
                continue
            slot = first_slot(rows[row], self.inside_bits)
            while self.inside[slot]:
                slot = (slot + 1) & mask_of(self.inside_bits)
            self.inside[slot] = rows[row]

    def put_pairs(self, rows):
        """Put the symbols that merge in."""
        row: cython.size_t
        slot: cython.size_t
        for row in range(cython.cast(cython.size_t, rows.shape[0])):
            slot = first_slot(rows[row, 0], self.pair_bits)
            while self.pairs[2 * slot + 1]:
                slot = (slot + 1) & mask_of(self.pair_bits)
            self.pairs[2 * slot] = rows[row, 0]
            self.pairs[2 * slot + 1] = rows[row, 1] + 1

    def word_end(self, data: bytes, position: int) -> int:
        """Return where the word of `data` that begins at `position` ends."""
        text: cython.p_const_uchar = data
        end: cython.size_t = len(data)
        at: cython.size_t = position
        after: cython.size_t
        left: cython.ulonglong = 0
        right: cython.ulonglong = 0
        if at >= end:
            return end
        with cython.nogil:
            at = unit_at(text, at, end, cython.address(left))
            while at < end:
                after = unit_at(text, at, end, cython.address(right))
                if not is_inside(self, left, right):
                    break
                left = right
                at = after
        return at

    def __dealloc__(self) -> None:
        """Free the tables."""
        free(self.ascii_inside)
        free(self.units)
        free(self.inside)
        free(self.pairs)


@cython.cfunc
@cython.exceptval(check=False)
def _orders_of(joins: cython.ulonglong[:, ::1], n_tokens: cython.uint) -> cython.size_t:
    """Return what is above the place by score of every token, or 0 if two tokens are at one place.

    Also 0 if there are more places than there can be tokens and merges, or no memory to tell.
    """
    row: cython.size_t
    order: cython.ulonglong
    n_orders: cython.size_t = 0
    n_rows: cython.size_t = joins.shape[0]
    token_at: cython.pointer[cython.uint]  # by place, an id + 1
    for row in range(n_rows):
        n_orders = max(n_orders, cython.cast(cython.size_t, (joins[row, 1] >> 32) + 1))
    if n_orders > n_rows + n_tokens:
        return 0
    token_at = cython.cast(cython.pointer[cython.uint], calloc(n_orders + 1, 4))
    if token_at == cython.NULL:
        return 0
    for row in range(n_rows):
        order = joins[row, 1] >> 32
        if token_at[order] and token_at[order] != cython.cast(cython.uint, joins[row, 1] + 1):
            n_orders = 0
            break
        token_at[order] = cython.cast(cython.uint, joins[row, 1] + 1)
    free(token_at)
    return n_orders


@cython.final
@cython.cclass
class TokenJoins:
    """What merges into tokens, and which characters are next to each other in one."""

    tokens: bytes
    ends: cython.ulonglong[::1]
    symbols: cython.uint[::1]
    slots: cython.uint[::1]
    bits: cython.int
    room: cython.size_t

    def __init__(
        self,
        tokens: bytes,
        ends: cython.ulonglong[::1],
        symbols: cython.uint[::1],
        slots: cython.uint[::1],
    ) -> None:
        """Take symbols by their bytes, one after the other, none twice, and where they end.

        `slots` are zeros, of a power of two at least twice as many as the symbols.
        """
        number: cython.size_t
        slot: cython.size_t
        start: cython.size_t = 0
        n: cython.size_t = symbols.shape[0]
        size: cython.size_t = len(tokens)
        text: cython.p_const_uchar = tokens
        self.tokens = tokens
        self.ends = ends
        self.symbols = symbols
        self.slots = slots
        self.room = size + 1
        self.bits = _bits(slots.shape[0] // 2)
        if slots.shape[0] != 1 << self.bits or slots.shape[0] < 2 * symbols.shape[0]:
            raise ValueError("the slots are too few, or no power of two")
        if ends.shape[0] != symbols.shape[0] or (n and ends[n - 1] != size):
            raise ValueError("the ends are not those of the tokens")
        with cython.nogil:
            for number in range(n):
                slot = hash_of(text + start, ends[number] - start, size + 1 - start) >> (64 - self.bits)
                while slots[slot]:
                    slot = (slot + 1) & mask_of(self.bits)
                slots[slot] = number + 1
                start = ends[number]

    def find(
        self,
        first: int,
        values: cython.ulonglong[::1],
        rows: cython.ulonglong[:, ::1],
        n_rows: int,
        budget: int,
    ) -> tuple[int, int]:
        """Add a row for each two neighboring characters of the symbols with a value, from number `first` on.

        It says what is merged there, left symbol above right one, or all bits where one of the two is no
        symbol; the value; and left character above right one. There is room for a row at each byte of these
        symbols. Returns the number of the next and how many rows there are; stops when the budget, in bytes
        looked at, is used up.
        """
        number: cython.size_t = first
        count: cython.size_t = n_rows
        work: cython.longlong = budget
        start: cython.size_t = self.ends[number - 1] if number else 0
        end: cython.size_t
        at: cython.size_t
        after: cython.size_t
        before_unit: cython.ulonglong = 0
        unit: cython.ulonglong = 0
        left: cython.ulonglong
        right: cython.ulonglong
        text: cython.p_const_uchar = self.tokens
        with cython.nogil:
            while number < cython.cast(cython.size_t, values.shape[0]) and work > 0:
                end = self.ends[number]
                at = unit_at(text, start, end, cython.address(before_unit)) if start < end else end
                while at < end:
                    work -= 16 + end - start
                    left = self.symbol_of(text, start, at)
                    right = self.symbol_of(text, at, end) if left != OTHER else OTHER
                    after = unit_at(text, at, end, cython.address(unit))
                    rows[count, 0] = left << 32 | right if right != OTHER else _NOTHING
                    rows[count, 1] = values[number]
                    rows[count, 2] = before_unit << 32 | unit
                    count += 1
                    before_unit = unit
                    at = after
                start = end
                number += 1
        return number, count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def symbol_of(self, text: cython.p_const_uchar, start: cython.size_t, end: cython.size_t) -> cython.uint:
        """Return the symbol of some bytes, OTHER for none."""
        n: cython.size_t = end - start
        slot: cython.size_t = hash_of(text + start, n, self.room - start) >> (64 - self.bits)
        number: cython.size_t
        first: cython.size_t
        while self.slots[slot]:
            number = self.slots[slot] - 1
            first = self.ends[number - 1] if number else 0
            if self.ends[number] - first == n and memcmp(text + first, text + start, n) == 0:
                return self.symbols[number]
            slot = (slot + 1) & mask_of(self.bits)
        return OTHER


def _bits(count):
    """Return the bits of a table that is at most half full."""
    bits: cython.int = 4
    while (cython.cast(cython.size_t, 1) << bits) < 2 * count:
        bits += 1
    return bits


def _slots(bits, words):
    slots: cython.pointer[cython.ulonglong] = cython.cast(
        cython.pointer[cython.ulonglong], calloc(words << bits, 8)
    )
    if slots == cython.NULL:
        raise MemoryError
    return slots
