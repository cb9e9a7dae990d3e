"""Text -> how often each of its pieces occurs: split and counted in one go, in slices, without the GIL.

The distinct pieces lie in an arena in order of their first occurrence. A table of slots leads to them by
hash: a slot has half of the hash, so that a piece is looked at only if it is the right one, with few
exceptions. The first sixteen bytes of a piece stand beside its count: most need no look into the arena. Of a
long one the first eight and the whole hash stand there.

All pieces of a block are hashed before the first is looked up, and memory is asked for their slots meanwhile.
A piece may be as long as the text: giant ones are hashed, compared and copied in slices.

Compiled only (see `workbench.kernels`); constants, structures, hashes and types stand in counting.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memcmp, memcpy, memmove
from cython.cimports.workbench.kernels.classes import CLIP
from cython.cimports.workbench.kernels.counting import (
    BLOCK,
    COPYING,
    COUNTER,
    FAR_BUDGET,
    FINDING,
    GIANT,
    HASHING,
    LENGTH_SHIFT,
    LONG,
    NOTHING,
    PIECES,
    SLICE,
    TEXT,
    Giant,
    Piece,
    begin_hash,
    hash_piece,
    start_of,
)
from cython.cimports.workbench.kernels.hashing import first_bytes, mixed
from cython.cimports.workbench.kernels.machine import monotonic_ns, read_soon
from cython.cimports.workbench.kernels.splitting import GAP, split_some


@cython.final
@cython.cclass
class PieceCounter:
    """Counts pieces: of texts that it splits, or given ones, each any number of times.

    Something to count is begun (`begin`, `begin_pieces`, `begin_pieces_of`); `step` goes on with it until it
    is done, and then the next may be begun. Any thread may call it, one at a time.

    Attributes:
        n_bytes: bytes of text taken in so far, those of given pieces once.
        n_distinct: distinct pieces so far.
        lost: bytes of text that lie in no piece.
        n_dropped, n_times_dropped, n_bytes_dropped: distinct pieces dropped, how often they had occurred, and
            the bytes of text that they stood for.

    """

    def __cinit__(self, splitter: object = None) -> None:
        """Take a `splitting.Splitter`, or None where only given pieces are counted."""
        if splitter is not None:
            self._class_table = splitter.table
            self._classes = self._class_table
            self._pattern = splitter.pattern
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

    # --- what to count ----------------------------------------------------------------------------------

    def begin(self, text: cython.const[cython.uchar][::1]) -> None:
        """Begin to split a text, which ends where a document ends or at a safe border."""
        self._text = text
        self._end = text.shape[0]
        self._at = 0
        self._far.n = 0
        self._far.stopped = False
        if self._end:
            self._data = cython.address(text[0])
            self._source = TEXT

    def begin_pieces(
        self,
        blob: cython.const[cython.uchar][::1],
        ends: cython.const[cython.ulonglong][::1],
        counts: cython.const[cython.longlong][::1],
    ) -> None:
        """Begin to count given pieces: one after the other in `blob`, none empty, each so many times."""
        self._text = blob
        self._given_ends = ends
        self._given_counts = counts
        self._end = blob.shape[0]
        self._at = 0
        self._next_piece = 0
        self._n_pieces = ends.shape[0]
        if self._n_pieces:
            self._data = cython.address(blob[0])
            self._piece_ends = cython.address(ends[0])
            self._weights = cython.address(counts[0])
            self._source = PIECES

    def begin_split(
        self,
        text: cython.const[cython.uchar][::1],
        start: int,
        ends: cython.const[cython.ulonglong][::1],
    ) -> None:
        """Begin to count the pieces of a text that was split: from `start` on, their ends in the text.

        Ends marked as `splitting.Splitting.split_into` does are those of stretches that are no pieces.
        """
        self._text = text
        self._given_ends = ends
        self._end = text.shape[0]
        self._at = start
        self._next_piece = 0
        self._n_pieces = ends.shape[0]
        if self._n_pieces:
            self._data = cython.address(text[0])
            self._piece_ends = cython.address(ends[0])
            self._weights = cython.NULL
            self._source = PIECES

    def begin_pieces_of(self, other: PieceCounter, first: int, stop: int) -> None:
        """Begin to count some pieces of another counter, which must not go on meanwhile, with its counts."""
        self._held = other
        self._others = other._pieces
        self._data = other._arena
        self._next_piece = first
        self._n_pieces = stop
        self._at = start_of(self._others[self._next_piece].start)
        self._end = start_of(self._others[other.n_distinct].start)
        if self._next_piece < self._n_pieces:
            self._source = COUNTER

    def step(self, nanoseconds: int) -> bool:
        """Count for some time; tell whether there is more to do.

        Raises:
            MemoryError: there is not enough.

        """
        due: cython.longlong = nanoseconds
        with cython.nogil:
            due += monotonic_ns()
            self._work(due)
        if self._failed:
            raise MemoryError
        if self._source != NOTHING:
            return True
        self._text = self._given_ends = self._given_counts = self._held = None
        return False

    # --- counting ---------------------------------------------------------------------------------------

    def _work(self, due):
        """Go on until it is time or there is nothing to do."""
        n: cython.size_t
        while self._source != NOTHING and not self._failed:
            if self._n_indexed < self.n_distinct:
                self._index_pieces()
            elif self._giant.stage:
                self._take_giant()
            elif self._has_slots():
                n = self._next_block()
                if n:
                    self._count_block(n)
            if monotonic_ns() >= due:
                break

    def _next_block(self):
        """Find out where the next pieces start, and return how many; more may follow, giant ones first."""
        more: cython.bint
        n: cython.size_t
        if self._source == TEXT:
            n = self._split_block()
            more = self._at < self._end
        else:
            n = self._given_block()
            more = self._next_piece < self._n_pieces
        if not more and not self._giant.stage:
            self._source = NOTHING
        return n

    def _split_block(self):
        i: cython.size_t
        start: cython.size_t = self._at
        size: cython.size_t
        n: cython.size_t = 0
        n_split: cython.size_t
        self._far.budget = FAR_BUDGET
        n_split = split_some(
            self._pattern,
            self._classes,
            self._data,
            self._end,
            cython.address(self._at),
            start + SLICE,
            cython.address(self._ends[0]),
            BLOCK,
            cython.address(self._far),
        )
        for i in range(n_split):
            size = (self._ends[i] & ~GAP) - start
            if self._pattern == CLIP and self._ends[i] & GAP:
                self.lost += size
                self.n_bytes += size
            elif size > GIANT:
                self._begin_giant(start, size, 1)
                self._at = start + size
                break
            else:
                self._starts[n] = start
                self._sizes[n] = size
                self._times[n] = 1
                n += 1
            start += size
        return n

    def _given_block(self):
        start: cython.size_t = self._at
        stop: cython.size_t = self._at + SLICE
        end: cython.ulonglong = 0
        size: cython.size_t
        times: cython.longlong
        n: cython.size_t = 0
        while n < BLOCK and start < stop and self._next_piece < self._n_pieces and not self._giant.stage:
            if self._source == PIECES:
                end = self._piece_ends[self._next_piece]
                size = (end & ~GAP) - start
                times = 1 if self._weights == cython.NULL else self._weights[self._next_piece]
            else:
                size = start_of(self._others[self._next_piece + 1].start) - start
                times = self._others[self._next_piece].count
            if end & GAP:
                self.lost += size
                self.n_bytes += size
            elif size > GIANT:
                self._begin_giant(start, size, times)
            else:
                self._starts[n] = start
                self._sizes[n] = size
                self._times[n] = times
                n += 1
            start += size
            self._next_piece += 1
        self._at = start
        return n

    def _count_block(self, n):
        """Count the pieces of a block."""
        i: cython.size_t
        found: cython.size_t
        hashed: cython.ulonglong
        n_bytes: cython.size_t = 0
        for i in range(n):
            n_bytes += self._sizes[i]
        if not self._make_room(n_bytes):
            return
        for i in range(n):
            hashed = hash_piece(
                self._data + self._starts[i],
                self._sizes[i],
                self._end - self._starts[i],
                cython.address(self._keys[i]),
            )
            self._hashes[i] = hashed
            read_soon(self._slots + self._first_slot(hashed))
        for i in range(n):
            # What the slot leads to is most likely the piece.
            found = cython.cast(cython.uint, self._slots[self._first_slot(self._hashes[i])])
            read_soon(self._pieces + found - (found > 0))
        for i in range(n):
            self._count(
                self._data + self._starts[i],
                self._sizes[i],
                cython.address(self._keys[i]),
                self._hashes[i],
                self._times[i],
            )
        self.n_bytes += n_bytes

    def _count(self, piece, size, key, hashed, times):
        """Count a piece some times more; there is room for a new one."""
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
                if self._is(self._pieces + number, key, piece, size):
                    self._pieces[number].count += times
                    return
            slot = (slot + 1) & mask
        memcpy(self._arena + start_of(self._pieces[self.n_distinct].start), piece, size)
        self._append(key, slot, hashed, size, times)

    def _is(self, found, key, piece, size):
        if (
            found.first != key.first
            or found.second != key.second
            or (found.start ^ key.start) >> LENGTH_SHIFT != 0
        ):
            return False
        if size <= 16:
            return True
        return self._size(found) == size and memcmp(self._arena + start_of(found.start), piece, size) == 0

    def _size(self, piece):
        return start_of((piece + 1).start) - start_of(piece.start)

    def _append(self, key, slot, hashed, size, times):
        """Add a distinct piece, whose bytes stand behind those of all others."""
        new: cython.pointer[Piece] = self._pieces + self.n_distinct
        start: cython.ulonglong = new.start
        new.first = key.first
        new.second = key.second
        new.start = start | key.start
        new.count = times
        (new + 1).start = start + size
        self.n_distinct += 1
        self._n_indexed += 1
        self._slots[slot] = hashed << 32 | cython.cast(cython.ulonglong, self.n_distinct)

    # --- giant pieces -----------------------------------------------------------------------------------

    def _begin_giant(self, start, size, times):
        self._giant.stage = HASHING
        self._giant.start = start
        self._giant.size = size
        self._giant.weight = times
        self._giant.hashed = begin_hash(
            self._data + start, size, self._end - start, cython.address(self._giant.key)
        )
        self._giant.done = 16

    def _take_giant(self):
        """Do some of the work on a giant piece."""
        if self._giant.stage == HASHING:
            self._hash_giant()
        elif self._giant.stage == FINDING:
            self._find_giant()
        else:
            self._copy_giant()
        if self._giant.stage == 0:
            self.n_bytes += self._giant.size
            if self._at == self._end or (self._source != TEXT and self._next_piece == self._n_pieces):
                self._source = NOTHING

    def _hash_giant(self):
        piece: cython.p_const_uchar = self._data + self._giant.start
        size: cython.size_t = self._giant.size
        i: cython.size_t = self._giant.done
        stop: cython.size_t = min(size, i + SLICE)
        hashed: cython.ulonglong = self._giant.hashed
        while i < stop:
            hashed = mixed(hashed, first_bytes(piece + i, min(size - i, 8), size - i))
            i += 8
        self._giant.hashed = hashed
        self._giant.done = i
        if i >= size:
            self._giant.key.second = hashed
            self._giant.slot = self._first_slot(hashed)
            self._giant.done = 0
            self._giant.stage = FINDING

    def _find_giant(self):
        """Compare it with what its slot leads to, or go on to the next slot, or let it be copied."""
        giant: cython.pointer[Giant] = cython.address(self._giant)
        mask: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << self._slot_bits) - 1
        slot: cython.ulonglong = self._slots[giant.slot]
        found: cython.pointer[Piece] = self._pieces + cython.cast(cython.uint, slot) - (slot > 0)
        piece: cython.p_const_uchar = self._data + giant.start
        n: cython.size_t = min(giant.size - giant.done, SLICE)
        if slot == 0:
            giant.done = 0
            giant.stage = COPYING if self._make_room(giant.size) else giant.stage
        elif (
            found.first == giant.key.first
            and found.second == giant.key.second
            and found.start >> LENGTH_SHIFT == LONG
            and self._size(found) == giant.size
            and memcmp(self._arena + start_of(found.start) + giant.done, piece + giant.done, n) == 0
        ):
            giant.done += n
            if giant.done == giant.size:
                found.count += giant.weight
                giant.stage = 0
        else:
            giant.done = 0
            giant.slot = (giant.slot + 1) & mask

    def _copy_giant(self):
        giant: cython.pointer[Giant] = cython.address(self._giant)
        n: cython.size_t = min(giant.size - giant.done, SLICE)
        to: cython.p_uchar = self._arena + start_of(self._pieces[self.n_distinct].start)
        memcpy(to + giant.done, self._data + giant.start + giant.done, n)
        giant.done += n
        if giant.done == giant.size:
            self._append(cython.address(giant.key), giant.slot, giant.hashed, giant.size, giant.weight)
            giant.stage = 0

    # --- growing ----------------------------------------------------------------------------------------

    def _has_slots(self):
        """Tell whether a block more may be counted; else there are more slots, which are to be filled."""
        n_slots: cython.size_t = cython.cast(cython.size_t, 1) << self._slot_bits
        if cython.cast(cython.size_t, self.n_distinct + BLOCK + 1) <= n_slots // 4 * 3:
            return True
        free(self._slots)
        self._slot_bits += 1
        self._slots = cython.cast(cython.pointer[cython.ulonglong], calloc(2 * n_slots, 8))
        self._n_indexed = 0
        self._failed = self._slots == cython.NULL
        return False

    def _make_room(self, n_bytes):
        """Make room for a block of pieces and a giant one; tell whether there is enough."""
        pieces: cython.pointer[Piece] = self._pieces
        arena: cython.p_uchar = self._arena
        used: cython.ulonglong = self._pieces[self.n_distinct].start
        if self.n_distinct + BLOCK + 2 > self._pieces_room:
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
        self._failed = pieces == cython.NULL or arena == cython.NULL
        return not self._failed

    def _index_pieces(self):
        """Let a block of pieces be found in slots that are new."""
        mask: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << self._slot_bits) - 1
        n: cython.longlong = min(BLOCK, self.n_distinct - self._n_indexed)
        number: cython.longlong = self._n_indexed
        piece: cython.pointer[Piece] = self._pieces + number
        size: cython.ulonglong
        slot: cython.ulonglong
        i: cython.longlong
        for i in range(n):
            size = self._size(piece)
            if size >= LONG:
                self._hashes[i] = piece.second
            else:
                self._hashes[i] = hash_piece(
                    self._arena + start_of(piece.start), size, size, cython.address(self._keys[0])
                )
            read_soon(self._slots + self._first_slot(self._hashes[i]))
            piece += 1
        for i in range(n):
            slot = self._first_slot(self._hashes[i])
            while self._slots[slot]:
                slot = (slot + 1) & mask
            number += 1
            self._slots[slot] = self._hashes[i] << 32 | cython.cast(cython.ulonglong, number)
        self._n_indexed = number

    def _first_slot(self, hashed):
        return hashed >> (64 - self._slot_bits)

    # --- dropping -----------------------------------------------------------------------------------

    @property
    def table_bytes(self) -> int:
        """Bytes that the distinct pieces need, with what leads to them."""
        return (
            self.n_distinct * cython.sizeof(Piece)
            + start_of(self._pieces[self.n_distinct].start)
            + (8 << self._slot_bits)
        )

    def begin_drop(self, least: int) -> None:
        """Begin to drop the pieces that occur less than `least` times; nothing may be being counted."""
        self._least = least
        self._n_seen = self._n_kept = 0
        self._left_off = self._kept_end = 0

    def drop_step(self, n_pieces: int) -> bool:
        """Look through some more pieces; tell whether there are more.

        Raises:
            MemoryError: there is not enough to lead to those that stay.

        """
        n: cython.longlong = n_pieces
        with cython.nogil:
            self._drop_some(n)
        if self._failed:
            raise MemoryError
        return self._n_seen >= 0

    def _drop_some(self, n):
        """Move the pieces that stay to the front, their bytes too; their order stays."""
        i: cython.longlong = self._n_seen
        stop: cython.longlong = min(self.n_distinct, i + n)
        to: cython.pointer[Piece] = self._pieces + self._n_kept
        start: cython.ulonglong = self._kept_end
        found: cython.ulonglong = self._left_off
        size: cython.ulonglong
        end: cython.ulonglong
        length: cython.ulonglong
        while i < stop:
            end = start_of(self._pieces[i + 1].start)
            size = end - found
            if self._pieces[i].count < self._least:
                self.n_dropped += 1
                self.n_times_dropped += self._pieces[i].count
                self.n_bytes_dropped += self._pieces[i].count * size
            else:
                memmove(self._arena + start, self._arena + found, size)
                length = (self._pieces[i].start >> LENGTH_SHIFT) << LENGTH_SHIFT
                to.first = self._pieces[i].first
                to.second = self._pieces[i].second
                to.count = self._pieces[i].count
                to.start = start | length
                start += size
                to += 1
                self._n_kept += 1
            found = end
            i += 1
        self._n_seen = i
        self._left_off = found
        self._kept_end = start
        if i == self.n_distinct:
            self._end_drop()

    def _end_drop(self):
        """Let the pieces that stay be found anew, in as few slots as they need."""
        self._pieces[self._n_kept].start = self._kept_end
        self.n_distinct = self._n_kept
        free(self._slots)
        self._slot_bits = 16
        while self.n_distinct + 2 * BLOCK + 1 > (cython.cast(cython.longlong, 1) << self._slot_bits) // 4 * 3:
            self._slot_bits += 1
        self._slots = cython.cast(cython.pointer[cython.ulonglong], calloc(1 << self._slot_bits, 8))
        self._n_indexed = 0
        self._n_seen = -1
        self._failed = self._slots == cython.NULL

    # --- what was counted -------------------------------------------------------------------------------

    def write_arrays(self, first: int, ends: cython.ulonglong[::1], counts: cython.longlong[::1]) -> None:
        """Write where the pieces from `first` on end in `blob`, and how often they occur."""
        i: cython.longlong
        start: cython.longlong = first
        n: cython.longlong = min(ends.shape[0], self.n_distinct - start)
        with cython.nogil:
            for i in range(n):
                ends[i] = start_of(self._pieces[start + i + 1].start)
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
