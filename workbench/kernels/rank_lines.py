"""The lines of a file of ranks: base64, a space, the rank. The same as `formats.tiktoken.format` reads.

Only what is regular is read: each rank above the one before, no token twice. All else is left to the readable
way, which says what is wrong. It runs without the GIL.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memcmp, memset
from cython.cimports.workbench.kernels.hashing import hash_of, index_bits
from cython.cimports.workbench.kernels.machine import read_soon

_IRREGULAR = cython.declare(cython.int, -1)
_NO_SIX_BITS = cython.declare(cython.int, 64)
_AHEAD = cython.declare(cython.size_t, 16)  # tokens read before one is looked up: its slot is there by then


def n_lines(data: bytes) -> int:
    """Return how often a line ends."""
    text: cython.p_const_uchar = data
    size: cython.size_t = len(data)
    n: cython.size_t = 0
    i: cython.size_t
    with cython.nogil:
        for i in range(size):
            n += text[i] == 0x0A
    return n


@cython.final
@cython.cclass
class RankLines:
    """A file that is being read.

    Attributes:
        n_tokens: read so far.
        n_bytes: of their tokens, in `blob`.

    """

    data: bytes
    blob: cython.uchar[::1]
    ids: cython.uint[::1]
    ends: cython.ulonglong[::1]
    slots: cython.uint[::1]  # 8 bits of the hash, the number of a token from 1 on
    hashes: cython.ulonglong[16]  # of the last tokens
    bits: cython.int
    values: cython.uchar[256]
    at: cython.size_t
    n_new: cython.size_t  # tokens that are remembered, in `slots`
    n_tokens = cython.declare(cython.size_t, visibility="readonly")
    n_bytes = cython.declare(cython.size_t, visibility="readonly")

    def __init__(
        self,
        data: bytes,
        blob: cython.uchar[::1],
        ids: cython.uint[::1],
        ends: cython.ulonglong[::1],
        slots: cython.uint[::1],
    ) -> None:
        """Take a file and where to write.

        `blob` has room for three quarters of the file and three bytes more, `ids` and `ends` for all lines;
        `slots` are zeros, of a power of two at least twice as many.
        """
        alphabet: bytes = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        i: cython.int
        self.data = data
        self.blob = blob
        self.ids = ids
        self.ends = ends
        self.slots = slots
        self.bits = index_bits(slots.shape[0] // 2)
        if slots.shape[0] != 1 << self.bits or slots.shape[0] < 2 * ids.shape[0] or ids.shape[0] >= 1 << 24:
            raise ValueError("the slots are too few, or no power of two")
        memset(self.values, _NO_SIX_BITS, 256)
        for i in range(64):
            self.values[alphabet[i]] = i
        self.at = self.n_new = self.n_tokens = self.n_bytes = 0

    def read(self, n_lines: int) -> int:
        """Read more lines; return how many bytes of the file are left, -1 where it is not regular."""
        last: cython.size_t = self.n_tokens + n_lines
        size: cython.size_t = len(self.data)
        regular: cython.bint = True
        text: cython.p_const_uchar = self.data
        with cython.nogil:
            while regular and self.at < size and self.n_tokens < last:
                regular = self.read_line(text, size)
            while regular and self.at >= size and self.n_new < self.n_tokens:
                regular = self.is_new()
        return size - self.at if regular else _IRREGULAR

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_line(self, text: cython.p_const_uchar, size: cython.size_t) -> cython.bint:
        """Read a line; False if it is not regular."""
        first: cython.size_t = self.n_bytes
        rank: cython.size_t = 0
        n_digits: cython.int = 0
        if self.n_tokens >= cython.cast(cython.size_t, self.ids.shape[0]) or not self.read_token(text, size):
            return False
        if self.at >= size or text[self.at] != 0x20:
            return False
        self.at += 1
        while self.at < size and 0x30 <= text[self.at] <= 0x39 and n_digits < 8:
            rank = 10 * rank + (text[self.at] - 0x30)
            n_digits += 1
            self.at += 1
        if n_digits == 0 or rank >= 1 << 24 or self.at >= size or text[self.at] != 0x0A:
            return False
        self.at += 1
        if self.n_tokens and rank <= self.ids[self.n_tokens - 1]:
            return False
        self.ids[self.n_tokens] = rank
        self.ends[self.n_tokens] = self.n_bytes
        self.hashes[self.n_tokens % _AHEAD] = self.hash_from(first)
        read_soon(cython.address(self.slots[self.hashes[self.n_tokens % _AHEAD] >> (64 - self.bits)]))
        self.n_tokens += 1
        return self.n_tokens - self.n_new < _AHEAD or self.is_new()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_token(self, text: cython.p_const_uchar, size: cython.size_t) -> cython.bint:
        """Read a token in base64 with its padding; False where it is none."""
        first: cython.size_t = self.n_bytes
        word: cython.uint
        i: cython.int
        n: cython.int
        value: cython.int
        while self.at + 4 < size and text[self.at] != 0x20:
            word = 0
            n = 0
            for i in range(4):
                value = self.values[text[self.at + i]]
                if value == _NO_SIX_BITS:
                    break
                word |= cython.cast(cython.uint, value) << (18 - 6 * i)
                n += 1
            if n < 2 or (n < 4 and text[self.at + 3] != 0x3D) or (n == 2 and text[self.at + 2] != 0x3D):
                return False
            for i in range(n - 1):
                self.blob[self.n_bytes + i] = word >> (16 - 8 * i) & 0xFF
            self.n_bytes += n - 1
            self.at += 4
            if n < 4:
                break
        return self.n_bytes > first

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hash_from(self, first: cython.size_t) -> cython.ulonglong:
        """Return the hash of the last token, which begins at `first`."""
        room: cython.size_t = cython.cast(cython.size_t, self.blob.shape[0]) - first
        return hash_of(cython.address(self.blob[first]), self.n_bytes - first, room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_new(self) -> cython.bint:
        """Remember the first token that is not; False if it was there before."""
        number: cython.size_t = self.n_new
        hashed: cython.ulonglong = self.hashes[number % _AHEAD]
        first: cython.size_t = self.ends[number - 1] if number else 0
        n: cython.size_t = self.ends[number] - first
        mask: cython.size_t = (cython.cast(cython.size_t, 1) << self.bits) - 1
        slot: cython.size_t = hashed >> (64 - self.bits)
        tag: cython.uint = cython.cast(cython.uint, hashed) << 24
        other: cython.size_t
        start: cython.size_t
        while self.slots[slot]:
            other = (self.slots[slot] & 0xFFFFFF) - 1
            start = self.ends[other - 1] if other else 0
            if (
                (self.slots[slot] ^ tag) >> 24 == 0
                and self.ends[other] - start == n
                and memcmp(cython.address(self.blob[start]), cython.address(self.blob[first]), n) == 0
            ):
                return False
            slot = (slot + 1) & mask
        self.n_new = number + 1
        self.slots[slot] = tag | self.n_new
        return True
