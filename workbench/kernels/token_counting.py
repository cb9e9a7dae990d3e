"""How many tokens a text has: what encoding.py gives, where no ids are kept.

Of the pieces met lately, only the number of ids is looked up. What was not met is encoded, into memory that
the next one overwrites, and cut by a budget as in encoding.py. All of it runs without the GIL.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memset
from cython.cimports.workbench.kernels.encoding import Encoder, encode_other, split_block
from cython.cimports.workbench.kernels.hashing import hash_of
from cython.cimports.workbench.kernels.kept_counts import (
    GROWTH,
    LEAST_BITS,
    MOST_BITS,
    Counts,
    Line,
    LongerCount,
    counts_bytes,
    free_counts,
    grow_counts,
    is_count_of,
    keep_count,
    keep_longer_count,
    kept_count,
    longer_count,
    make_counts,
)
from cython.cimports.workbench.kernels.kept_room import take_bytes
from cython.cimports.workbench.kernels.long_piece import NO_MEMORY
from cython.cimports.workbench.kernels.machine import give_pages, take_pages
from cython.cimports.workbench.kernels.merging import merge_short
from cython.cimports.workbench.kernels.pieces_ahead import PIECES_AHEAD, Ahead, Job, look_ahead
from cython.cimports.workbench.kernels.recent_pieces import RECENT_PIECE
from cython.cimports.workbench.kernels.tokens import Key, find_token

_KEPT_PIECE = cython.declare(cython.size_t, 31)  # bytes; longer ones are encoded stretch by stretch
_ROOM = cython.declare(cython.size_t, (1 << 16) + 1)  # ids of what is encoded


@cython.final
@cython.cclass
class TokenCounter:
    """Counts what an encoder encodes, which nothing else uses; for one thread at a time."""

    encoder: Encoder
    counts: Counts
    out: cython.pointer[cython.uint]
    n_counted: cython.size_t

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        memset(cython.address(self.counts), 0, cython.sizeof(self.counts))
        self.out = cython.NULL

    def __init__(self, encoder: Encoder) -> None:
        """Take the encoder."""
        self.encoder = encoder
        self.out = cython.cast(cython.pointer[cython.uint], take_pages(4 * _ROOM))
        if self.out == cython.NULL or not make_counts(cython.address(self.counts), LEAST_BITS):
            raise MemoryError
        take_bytes(0, counts_bytes(LEAST_BITS))

    def __dealloc__(self) -> None:
        """Free the memory."""
        if self.counts.lines != cython.NULL:
            take_bytes(counts_bytes(self.counts.bits), 0)
            free_counts(cython.address(self.counts))
        give_pages(self.out, 4 * _ROOM)

    def count_text(
        self, data: bytes, splitter: object, position: int, stop: int, budget: int
    ) -> tuple[int, int]:
        """Split by a `splitting.Splitter` and count, from `position` on until `stop` is reached.

        Returns where the next piece starts, and how many ids there are; stops when `budget` is used up. What
        was begun has to be gone on with: split pieces are kept.
        """
        classes: bytes = splitter.table
        pattern: cython.int = splitter.pattern
        table: cython.p_const_uchar = classes
        at: cython.size_t = position
        last: cython.size_t = stop
        encoder: Encoder = self.encoder
        encoder.job.text = data
        encoder.job.length = len(data)
        encoder.job.work = budget
        encoder.write_to(self.out, _ROOM)
        self.n_counted = 0
        self.make_room()
        if encoder.border < encoder.n_borders:
            at = encoder.borders[encoder.n_borders]
        with cython.nogil:
            while encoder.job.work > 0:
                if encoder.border == encoder.n_borders:
                    if at >= last or at >= encoder.job.length:
                        break
                    at = split_block(encoder, pattern, table, at, last)
                encoder.job.n_pieces = encoder.n_borders
                encoder.border = _count(self, encoder, encoder.border)
        if encoder.job.work == NO_MEMORY:
            encoder.border = encoder.n_borders = 0
            raise MemoryError
        if encoder.border < encoder.n_borders:
            at = encoder.borders[encoder.border]
        return at, self.n_counted

    @cython.cfunc
    def make_room(self) -> cython.void:
        """Keep more pieces if there are as many as places, as far as all encoders together may."""
        bits: cython.int = self.counts.bits
        more: cython.size_t = counts_bytes(bits + GROWTH)
        if self.counts.kept >> 1 < cython.cast(cython.size_t, 1) << bits or bits + GROWTH > MOST_BITS:
            return
        self.counts.kept = 0  # to be asked again later, if there is no room
        if not take_bytes(counts_bytes(bits), more):
            return
        with cython.nogil:
            if grow_counts(cython.address(self.counts)):
                return
        take_bytes(more, counts_bytes(bits))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(counter: TokenCounter, encoder: Encoder, first: cython.size_t) -> cython.size_t:
    """Count pieces until they or the work are used up, and return the number of the next one."""
    job: cython.pointer[Job] = cython.address(encoder.job)
    ahead = cython.declare(Ahead)
    line: cython.pointer[Line]
    count: cython.size_t
    n_ids: cython.size_t
    i: cython.size_t
    while first < job.n_pieces and job.work > 0:
        count = min(PIECES_AHEAD, job.n_pieces - first)
        look_ahead(counter.counts.lines, counter.counts.bits, job, first, count, cython.address(ahead))
        for i in range(count):
            line = cython.cast(cython.pointer[Line], ahead.lines[i])
            n_ids = kept_count(line, ahead.keys[i])
            counter.n_counted += n_ids
            if n_ids == 0 and not _count_missed(counter, encoder, first + i, ahead.keys[i], line):
                return first + i
        first += count
        job.work -= 30 * count
    return first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_missed(
    counter: TokenCounter, encoder: Encoder, number: cython.size_t, key: Key, line: cython.pointer[Line]
) -> cython.bint:
    """Count the ids of a piece that is in no line; False if the work did not suffice."""
    job: cython.pointer[Job] = cython.address(encoder.job)
    kept: cython.pointer[LongerCount]
    start: cython.size_t = job.starts[number]
    n: cython.size_t = job.ends[number] - start
    room: cython.size_t = job.length + 1 - start
    at: cython.p_const_uchar = job.text + start
    hashed: cython.ulonglong
    count: cython.size_t
    done: cython.bint
    if n - 1 < RECENT_PIECE:
        count = _encode(counter, encoder, at, n, room)
        keep_count(cython.address(counter.counts), line, key, count)
    elif n > _KEPT_PIECE:
        done = encode_other(encoder, at, n, room)
        counter.n_counted += job.n_ids
        job.n_ids = 0
        return done
    elif n == 0:
        return True
    else:
        hashed = hash_of(at, n, room)
        kept = longer_count(cython.address(counter.counts), hashed)
        count = kept.n_ids
        if not is_count_of(cython.address(counter.counts), kept, at, n, hashed):
            count = _encode(counter, encoder, at, n, room)
            keep_longer_count(cython.address(counter.counts), kept, at, n, hashed, count)
    counter.n_counted += count
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode(
    counter: TokenCounter,
    encoder: Encoder,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
) -> cython.size_t:
    """Return how many ids a piece of at most SHORT_PIECE bytes has."""
    if find_token(encoder.tokens, at, n, room) < encoder.limit or n == 1:
        return 1
    encoder.job.work -= 16 * n
    return merge_short(encoder.tokens, encoder.limit, at, n, room, True, counter.out)
