"""Text -> how often each of its pieces occurs: split and counted in one go, in slices, without the GIL.

The distinct pieces are in an arena in order of their first occurrence. A table of slots leads to them by
hash: a slot has half of the hash, so that a piece is looked at only if it is the right one, with few
exceptions. The first sixteen bytes of a piece are next to its count: most need no look into the arena. Of a
long one the first eight and the whole hash are there.

All pieces of a block are hashed before the first is looked up, which requests the memory of their slots.
A piece may be as long as the text: giant ones are hashed, compared and copied in slices.

Compiled only (see `workbench.kernels`); the table is in counting_table.pxd, giant pieces in
counting_giants.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.libc.string import memcpy
from cython.cimports.workbench.kernels.characters import GAP
from cython.cimports.workbench.kernels.counting import FAR_BUDGET, NOTHING, PIECES, TEXT
from cython.cimports.workbench.kernels.counting_giants import (
    FINDING,
    GIANT,
    HASHING,
    SLICE,
    copy_giant,
    find_giant,
    hash_giant,
)
from cython.cimports.workbench.kernels.counting_table import (
    BLOCK,
    Piece,
    Seen,
    Table,
    begin_hash,
    count_piece,
    drop_some,
    first_slot,
    give_table,
    has_slots,
    hash_piece,
    index_pieces,
    make_room,
    start_of,
    take_seen,
    take_table,
)
from cython.cimports.workbench.kernels.machine import monotonic_ns, read_soon
from cython.cimports.workbench.kernels.splitting import split_some


@cython.final
@cython.cclass
class PieceCounter:
    """Counts pieces: of texts that it splits, or given ones, each any number of times.

    Something to count is begun (`begin`, `begin_pieces`, `begin_split`); `step` goes on with it until it
    is done, and then the next may be begun. Any thread may call it, one at a time.

    Attributes:
        n_bytes: bytes of text taken in so far, those of given pieces once.
        lost: bytes of text that are in no piece.

    """

    def __cinit__(self, splitter: object = None) -> None:
        """Take a `splitting.Splitter`, or None if only given pieces are counted."""
        if splitter is not None:
            self._class_table = splitter.table
            self._classes = self._class_table
            self._pattern = splitter.pattern
        if not take_table(cython.address(self._table)):
            raise MemoryError

    def __dealloc__(self) -> None:
        """Free the memory; giving much of it back takes milliseconds."""
        with cython.nogil:
            give_table(cython.address(self._table))

    @property
    def n_distinct(self) -> int:
        """Distinct pieces so far."""
        return self._table.n_distinct

    def count_documents(self) -> None:
        """Count from now on in how many documents each piece occurs; nothing may have been counted."""
        if not take_seen(cython.address(self._table)):
            raise MemoryError

    def begin_document(self) -> None:
        """Begin another document; what is counted next belongs to that one."""
        self._table.document += 1

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

    def step(self, nanoseconds: int) -> bool:
        """Count for some time; return whether there is more to do.

        Raises:
            MemoryError: there is not enough.

        """
        due: cython.longlong = nanoseconds
        with cython.nogil:
            due += monotonic_ns()
            self._work(due)
        if self._table.failed:
            raise MemoryError
        if self._source != NOTHING:
            return True
        self._text = self._given_ends = self._given_counts = None
        return False

    # --- counting ---------------------------------------------------------------------------------------

    def _work(self, due):
        """Go on until it is time or there is nothing to do."""
        table: cython.pointer[Table] = cython.address(self._table)
        n: cython.size_t
        while self._source != NOTHING and not table.failed:
            if table.n_indexed < table.n_distinct:
                index_pieces(table)
            elif self._giant.stage:
                self._take_giant()
            elif has_slots(table):
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
            if self._ends[i] & GAP:
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
            end = self._piece_ends[self._next_piece]
            size = (end & ~GAP) - start
            times = 1 if self._weights == cython.NULL else self._weights[self._next_piece]
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
        table: cython.pointer[Table] = cython.address(self._table)
        i: cython.size_t
        index: cython.size_t
        hashed: cython.ulonglong
        n_bytes: cython.size_t = 0
        for i in range(n):
            n_bytes += self._sizes[i]
        if not make_room(table, n_bytes):
            return
        for i in range(n):
            hashed = hash_piece(
                self._data + self._starts[i],
                self._sizes[i],
                self._end - self._starts[i],
                cython.address(self._keys[i]),
            )
            self._hashes[i] = hashed
            read_soon(table.slots + first_slot(table, hashed))
        for i in range(n):
            # What the slot leads to is most likely the piece.
            index = cython.cast(cython.uint, table.slots[first_slot(table, self._hashes[i])])
            read_soon(table.pieces + index - (index > 0))
            if table.seen != cython.NULL:
                read_soon(table.seen + index - (index > 0))
        for i in range(n):
            count_piece(
                table,
                self._data + self._starts[i],
                self._sizes[i],
                cython.address(self._keys[i]),
                self._hashes[i],
                self._times[i],
            )
        self.n_bytes += n_bytes

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
        table: cython.pointer[Table] = cython.address(self._table)
        if self._giant.stage == HASHING:
            hash_giant(table, cython.address(self._giant), self._data)
        elif self._giant.stage == FINDING:
            find_giant(table, cython.address(self._giant), self._data)
        else:
            copy_giant(table, cython.address(self._giant), self._data)
        if self._giant.stage == 0:
            self.n_bytes += self._giant.size
            if self._at == self._end or (self._source != TEXT and self._next_piece == self._n_pieces):
                self._source = NOTHING

    # --- dropping -----------------------------------------------------------------------------------

    @property
    def n_dropped(self) -> int:
        """Distinct pieces dropped."""
        return self._table.n_dropped

    @property
    def n_times_dropped(self) -> int:
        """How often the pieces dropped had occurred."""
        return self._table.n_times_dropped

    @property
    def n_bytes_dropped(self) -> int:
        """Bytes of text that the pieces dropped stood for."""
        return self._table.n_bytes_dropped

    @property
    def table_bytes(self) -> int:
        """Bytes that the distinct pieces need, with what leads to them."""
        table: cython.pointer[Table] = cython.address(self._table)
        return (
            table.n_distinct * cython.sizeof(Piece)
            + (table.n_distinct * cython.sizeof(Seen) if table.seen != cython.NULL else 0)
            + start_of(table.pieces[table.n_distinct].start)
            + (8 << table.slot_bits)
        )

    def begin_drop(self, least: int) -> None:
        """Begin to drop the pieces that occur less than `least` times; nothing may be being counted."""
        table: cython.pointer[Table] = cython.address(self._table)
        table.least = least
        table.n_seen = table.n_kept = 0
        table.left_off = table.kept_end = 0

    def drop_step(self, n_pieces: int) -> bool:
        """Look through some more pieces; return whether there are more.

        Raises:
            MemoryError: there is not enough to lead to those that stay.

        """
        table: cython.pointer[Table] = cython.address(self._table)
        n: cython.longlong = n_pieces
        with cython.nogil:
            drop_some(table, n)
        if table.failed:
            raise MemoryError
        return table.n_seen >= 0

    # --- what was counted -------------------------------------------------------------------------------

    def write_arrays(self, first: int, ends: cython.ulonglong[::1], counts: cython.longlong[::1]) -> None:
        """Write where the pieces from `first` on end in `blob`, and how often they occur."""
        table: cython.pointer[Table] = cython.address(self._table)
        i: cython.longlong
        start: cython.longlong = first
        n: cython.longlong = min(ends.shape[0], table.n_distinct - start)
        with cython.nogil:
            for i in range(n):
                ends[i] = start_of(table.pieces[start + i + 1].start)
                counts[i] = table.pieces[start + i].count

    def write_documents(self, first: int, documents: cython.longlong[::1]) -> None:
        """Write in how many documents the pieces from `first` on occur (`count_documents`)."""
        table: cython.pointer[Table] = cython.address(self._table)
        i: cython.longlong
        start: cython.longlong = first
        n: cython.longlong = min(documents.shape[0], table.n_distinct - start)
        with cython.nogil:
            for i in range(n):
                documents[i] = table.seen[start + i].documents

    def blob_step(self, n_bytes: int) -> bytes | None:
        """Copy some more of the bytes of all pieces; at the end return them, one piece after the other."""
        table: cython.pointer[Table] = cython.address(self._table)
        n: cython.longlong = table.pieces[table.n_distinct].start
        start: cython.longlong = self._n_copied
        size: cython.longlong = min(n - start, n_bytes)
        to: cython.p_char
        if self._blob is None:
            self._blob = PyBytes_FromStringAndSize(cython.NULL, n)
        to = PyBytes_AS_STRING(self._blob)
        with cython.nogil:
            memcpy(to + start, table.arena + start, size)
        self._n_copied += size
        return self._blob if self._n_copied == n else None
