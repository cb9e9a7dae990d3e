"""Text -> how often each of its pieces occurs: split and counted in one go, in slices, without the GIL.

The distinct pieces lie in an arena in order of their first occurrence. A table of slots leads to them by
hash: a slot has half of the hash, so that a piece is looked at only if it is the right one, with few
exceptions. The first sixteen bytes of a piece stand beside its count: most need no look into the arena.

All pieces of a block are hashed before the first is looked up, and memory is asked for their slots meanwhile.

Compiled only (see `workbench.kernels`); constants, structures and types stand in counting.pxd.
"""

# ruff: noqa: ANN001, ANN202  # the types of methods in plain C stand in counting.pxd

from __future__ import annotations

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memcmp, memcpy
from cython.cimports.workbench.kernels.counting import BLOCK, LENGTH_SHIFT, LONG, Piece
from cython.cimports.workbench.kernels.machine import monotonic_ns, read_soon
from cython.cimports.workbench.kernels.splitting import split_block

from workbench.kernels.splitting import PATTERNS
from workbench.kernels.unicode_classes import class_table


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(first: cython.ulonglong, second: cython.ulonglong) -> cython.ulonglong:
    """Return a hash of two words; its upper bits are the better ones."""
    odd: cython.ulonglong = 0x9E3779B97F4A7C15
    other: cython.ulonglong = 0xD6E8FEB86659FD93
    mixed: cython.ulonglong = (first ^ (second * other)) * odd
    return (mixed ^ (mixed >> 32)) * odd


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _start(start: cython.ulonglong) -> cython.ulonglong:
    """Return a piece's start without the length above it."""
    return (start << 8) >> 8


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _word(at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t) -> cython.ulonglong:
    """Return the first n bytes, eight at most, as a number; `room` is how many bytes may be read."""
    word: cython.ulonglong = 0
    if n == 0:
        return 0
    if room >= 8:
        memcpy(cython.address(word), at, 8)
        return word if n >= 8 else word & ((cython.cast(cython.ulonglong, 1) << (8 * n)) - 1)
    memcpy(cython.address(word), at, n)
    return word


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(
    at: cython.p_const_uchar, length: cython.size_t, room: cython.size_t, key: cython.pointer[Piece]
) -> cython.ulonglong:
    """Return the hash of a piece, and set all of `key` but start and count."""
    hashed: cython.ulonglong
    i: cython.size_t = 16
    key.first = _word(at, length, room)
    key.second = _word(at + 8, length - 8, room - 8) if length > 8 else 0
    key.start = cython.cast(cython.ulonglong, length if length < LONG else LONG) << LENGTH_SHIFT
    hashed = _mixed(key.first + length, key.second)
    while i < length:
        hashed = _mixed(hashed, _word(at + i, length - i, room - i))
        i += 8
    return hashed


class PieceCounter:
    """Counts the pieces of texts, split by one of the published patterns.

    Attributes:
        n_bytes: bytes of text counted so far.
        n_distinct: distinct pieces so far.

    """

    def __cinit__(self, name: str) -> None:
        """Take a name of `splitting.PATTERNS`."""
        self._class_table = class_table()
        self._classes = self._class_table
        self._pattern = PATTERNS[name]
        self._pieces_room = 1 << 15
        self._arena_room = 1 << 18
        self._slot_bits = 16
        if not self._reserve():
            raise MemoryError
        self._pieces[0].start = 0

    def _reserve(self):
        self._pieces = cython.cast(cython.pointer[Piece], malloc(self._pieces_room * cython.sizeof(Piece)))
        self._arena = cython.cast(cython.p_uchar, malloc(self._arena_room))
        self._slots = cython.cast(cython.pointer[cython.ulonglong], calloc(1 << self._slot_bits, 8))
        return self._pieces != cython.NULL and self._arena != cython.NULL and self._slots != cython.NULL

    def __dealloc__(self) -> None:
        """Free the memory; giving much of it back takes milliseconds."""
        with cython.nogil:
            free(self._pieces)
            free(self._arena)
            free(self._slots)

    # --- counting ---------------------------------------------------------------------------------------

    def add(self, text: bytes, position: int, nanoseconds: int) -> int:
        """Count the pieces of `text` from `position` on for some time; return where the next piece starts.

        Goes on from 0, or from what an earlier call returned. `text` ends where a document ends or at a safe
        border.

        Raises:
            MemoryError: there is not enough.

        """
        data: cython.p_const_uchar = text
        at: cython.size_t = position
        before: cython.size_t = position
        end: cython.size_t = len(text)
        due: cython.longlong = nanoseconds
        n_blocks: cython.longlong = 0
        with cython.nogil:
            due += monotonic_ns()
            while at < end and not self._failed:
                if self._n_indexed < self.n_distinct:
                    self._index_pieces()
                    n_blocks += 8
                else:
                    at = self._count_block(data, at, end)
                    n_blocks += 1
                if n_blocks >= 8:
                    n_blocks = 0
                    if monotonic_ns() >= due:
                        break
        if self._failed:
            raise MemoryError
        self.n_bytes += at - before
        return at

    def _count_block(self, text, start, end):
        """Count up to BLOCK pieces; return where the next one starts."""
        at: cython.size_t = start
        i: cython.size_t
        n: cython.size_t
        found: cython.size_t
        n = split_block(
            self._pattern,
            self._classes,
            text,
            end,
            cython.address(at),
            end,
            cython.address(self._ends[0]),
            BLOCK,
        )
        if not self._make_room(at - start):
            return start
        self._hash_block(text, start, end, n)
        for i in range(n):
            # What the slot leads to is most likely the piece.
            found = cython.cast(cython.uint, self._slots[self._first_slot(self._hashes[i])])
            read_soon(self._pieces + found - (found > 0))
        for i in range(n):
            self._count(text + start, self._ends[i] - start, cython.address(self._keys[i]), self._hashes[i])
            start = self._ends[i]
        return at

    def _hash_block(self, text, start, end, n):
        i: cython.size_t
        hashed: cython.ulonglong
        for i in range(n):
            hashed = _hash(text + start, self._ends[i] - start, end - start, cython.address(self._keys[i]))
            self._hashes[i] = hashed
            read_soon(self._slots + self._first_slot(hashed))
            start = self._ends[i]

    def _count(self, piece, length, key, hashed):
        """Count a piece once."""
        mask: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << self._slot_bits) - 1
        slot: cython.ulonglong = self._first_slot(hashed)
        found: cython.ulonglong
        number: cython.longlong
        while True:
            found = self._slots[slot]
            if found == 0:
                break
            if (found ^ (hashed << 32)) >> 32 == 0:
                number = cython.cast(cython.longlong, cython.cast(cython.uint, found)) - 1
                if self._is(self._pieces + number, key, piece, length):
                    self._pieces[number].count += 1
                    return
            slot = (slot + 1) & mask
        self._append(piece, length, key)
        self._slots[slot] = hashed << 32 | cython.cast(cython.ulonglong, self.n_distinct)

    def _is(self, found, key, piece, length):
        if (
            found.first != key.first
            or found.second != key.second
            or (found.start ^ key.start) >> LENGTH_SHIFT != 0
        ):
            return False
        if length <= 16:
            return True
        start: cython.ulonglong = _start(found.start)
        return _start((found + 1).start) - start == length and memcmp(self._arena + start, piece, length) == 0

    def _append(self, piece, length, key):
        """Add a distinct piece; there is room."""
        new: cython.pointer[Piece] = self._pieces + self.n_distinct
        start: cython.ulonglong = new.start
        new.first = key.first
        new.second = key.second
        new.start = start | key.start
        new.count = 1
        memcpy(self._arena + start, piece, length)
        (new + 1).start = start + length
        self.n_distinct += 1
        self._n_indexed += 1

    # --- growing ----------------------------------------------------------------------------------------

    def _make_room(self, n_bytes):
        """Make room for a block of pieces; False if there is none or they have to find new slots first."""
        pieces: cython.pointer[Piece] = self._pieces
        arena: cython.p_uchar = self._arena
        n_slots: cython.size_t = cython.cast(cython.size_t, 1) << self._slot_bits
        used: cython.ulonglong = self._pieces[self.n_distinct].start
        if self.n_distinct + BLOCK + 1 > self._pieces_room:
            self._pieces_room *= 2
            pieces = cython.cast(
                cython.pointer[Piece], realloc(self._pieces, self._pieces_room * cython.sizeof(Piece))
            )
            if pieces != cython.NULL:
                self._pieces = pieces
        if used + n_bytes > self._arena_room:
            self._arena_room = 2 * self._arena_room + n_bytes
            arena = cython.cast(cython.p_uchar, realloc(self._arena, self._arena_room))
            if arena != cython.NULL:
                self._arena = arena
        if cython.cast(cython.size_t, self.n_distinct + BLOCK) > n_slots // 4 * 3:
            free(self._slots)
            self._slot_bits += 1
            self._slots = cython.cast(cython.pointer[cython.ulonglong], calloc(2 * n_slots, 8))
            self._n_indexed = 0
        self._failed = pieces == cython.NULL or arena == cython.NULL or self._slots == cython.NULL
        return not self._failed and self._n_indexed == self.n_distinct

    def _index_pieces(self):
        """Let a block of pieces be found in slots that are new."""
        mask: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << self._slot_bits) - 1
        n: cython.longlong = min(BLOCK, self.n_distinct - self._n_indexed)
        number: cython.longlong = self._n_indexed
        start: cython.ulonglong
        length: cython.ulonglong
        slot: cython.ulonglong
        i: cython.longlong
        for i in range(n):
            start = _start(self._pieces[number + i].start)
            length = _start(self._pieces[number + i + 1].start) - start
            self._hashes[i] = _hash(self._arena + start, length, length, cython.address(self._keys[0]))
            read_soon(self._slots + self._first_slot(self._hashes[i]))
        for i in range(n):
            slot = self._first_slot(self._hashes[i])
            while self._slots[slot]:
                slot = (slot + 1) & mask
            number += 1
            self._slots[slot] = self._hashes[i] << 32 | cython.cast(cython.ulonglong, number)
        self._n_indexed = number

    def _first_slot(self, hashed):
        return hashed >> (64 - self._slot_bits)

    # --- what was counted -------------------------------------------------------------------------------

    def write_arrays(self, first: int, ends: cython.ulonglong[::1], counts: cython.longlong[::1]) -> None:
        """Write where the pieces from `first` on end in `blob`, and how often they occur."""
        i: cython.longlong
        start: cython.longlong = first
        n: cython.longlong = min(ends.shape[0], self.n_distinct - start)
        with cython.nogil:
            for i in range(n):
                ends[i] = _start(self._pieces[start + i + 1].start)
                counts[i] = self._pieces[start + i].count

    def blob_step(self, n_bytes: int) -> bytes | None:
        """Copy some more of the bytes of all pieces; at the end return them, one piece after the other."""
        n: cython.longlong = self._pieces[self.n_distinct].start
        start: cython.longlong = self._n_copied
        size: cython.longlong = min(n - start, n_bytes)
        to: cython.p_char
        if self._blob is None:
            self._blob = PyBytes_FromStringAndSize(cython.NULL, n)
        to = PyBytes_AS_STRING(self._blob)
        with cython.nogil:
            memcpy(to + start, self._arena + start, size)
        self._n_copied += size
        return self._blob if self._n_copied == n else None
