"""Rank-merged encoding: pieces of bytes to token ids, the same as engine.models gives.

A piece is looked up among those met lately, then whole, and else merged (merging.py). Long work is cut by
a budget, in units of some nanoseconds, and goes on with the next call. All of it runs without the GIL.

Compiled only (see `workbench.kernels`); types are in encoding.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.workbench.kernels.characters import Far
from cython.cimports.workbench.kernels.growing_pieces import free_pieces, grow
from cython.cimports.workbench.kernels.kept_room import take_bytes
from cython.cimports.workbench.kernels.long_piece import NO_MEMORY, free_long
from cython.cimports.workbench.kernels.machine import give_pages, take_pages
from cython.cimports.workbench.kernels.merging import merge_long, merge_short
from cython.cimports.workbench.kernels.other_ids import renumber, set_others
from cython.cimports.workbench.kernels.pieces_ahead import PIECES_AHEAD, UNBOUND, Ahead, Job, look_ahead
from cython.cimports.workbench.kernels.recent_pieces import (
    LEAST_BITS,
    MOST_BITS,
    RECENT_PIECE,
    STRETCH,
    Longer,
    Recent,
    Recents,
    found_in,
    is_kept,
    keep_longer,
    keep_piece,
    kept_ids,
    kept_in,
    longer_key,
    longer_of,
    make_recents,
    piece_key,
    recents_bytes,
    slot_of,
    write_down,
    write_down_short,
)
from cython.cimports.workbench.kernels.splitting import split_some
from cython.cimports.workbench.kernels.token_table import TokenTable
from cython.cimports.workbench.kernels.tokens import (
    CHARACTER,
    NEVER,
    SHORT_PIECE,
    Key,
    find_token,
    is_cut,
)

_CACHED_BYTES = cython.declare(cython.size_t, 31)
_CHARACTER = cython.declare(cython.longlong, 4)  # work of splitting one
_BLOCK = cython.declare(cython.size_t, 2048)  # pieces split at a time
_MOST_IDS = cython.declare(cython.size_t, 1 << 16)  # that a long piece writes before room is looked for again


@cython.final
@cython.cclass
class Encoder:
    """Encodes by a table, as far as tokens of ids below a limit go; for one thread at a time."""

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        memset(cython.address(self.recents), 0, cython.sizeof(self.recents))
        memset(cython.address(self.growing), 0, cython.sizeof(self.growing))
        self.borders = cython.NULL
        memset(cython.address(self.long_piece), 0, cython.sizeof(self.long_piece))

    def __init__(self, table: TokenTable, limit: int, longest: int, numbers: object = None) -> None:
        """Take a table that is built, the id from which on none is in the model, and the longest stretch.

        Of the stretch each byte takes 24 bytes of memory; there is none for a longer one.
        `numbers`, uint32[n], are written in place of ids.
        """
        if not table.built:
            raise ValueError("the table is not built yet")
        self.table = table
        self.tokens = cython.address(table.tokens)
        self.limit = cython.cast(cython.uint, min(limit, NEVER))
        self.longest = longest
        self.numbers = numbers
        set_others(
            cython.address(self.other_ids),
            cython.NULL if numbers is None else cython.address(self.numbers[0]),
            0 if numbers is None else len(self.numbers),
        )
        self.border = self.n_borders = self.stretch = self.reach = 0
        self.far.n = 0
        self.far.stopped = False
        self.borders = cython.cast(cython.pointer[cython.ulonglong], take_pages(8 * (_BLOCK + 1)))
        if self.borders == cython.NULL or not make_recents(cython.address(self.recents), LEAST_BITS):
            raise MemoryError
        take_bytes(0, recents_bytes(LEAST_BITS))

    def __dealloc__(self) -> None:
        """Free the memory."""
        free_pieces(cython.address(self.recents), cython.address(self.growing))
        give_pages(self.borders, 8 * (_BLOCK + 1))
        free_long(cython.address(self.long_piece))

    def encode_pieces(
        self,
        data: bytes,
        pieces: cython.const[cython.ulonglong][:, ::1],
        first: int,
        out: cython.uint[::1],
        budget: int,
    ) -> tuple[int, int]:
        """Encode pieces (start, end) of `data` from number `first` on into `out`.

        Returns how many pieces are done, and how many ids were written; stops when `budget` is used up or
        the next piece may not fit in. A piece that was begun goes on with the next call.
        """
        done: cython.size_t = first
        self.begin(data, out, budget)
        if done < cython.cast(cython.size_t, pieces.shape[0]):
            self.job.starts = cython.address(pieces[0, 0])
            self.job.ends = cython.address(pieces[0, 1])
            self.job.stride = 2
            self.job.n_pieces = pieces.shape[0]
            with cython.nogil:
                done = _encode(self, done)
        if self.job.work == NO_MEMORY:
            raise MemoryError
        return done, self.job.n_ids

    def encode_text(
        self, data: bytes, splitter: object, position: int, stop: int, out: cython.uint[::1], budget: int
    ) -> tuple[int, int, int]:
        """Split by a `splitting.Splitter` and encode, from `position` on until `stop` is reached.

        Returns where the next piece starts, how many ids were written, and the room that the next piece may
        need; stops as `encode_pieces`. What was begun has to be gone on with: split pieces are kept.
        """
        classes: bytes = splitter.table
        pattern: cython.int = splitter.pattern
        table: cython.p_const_uchar = classes
        at: cython.size_t = position
        last: cython.size_t = stop
        before: cython.size_t
        self.begin(data, out, budget)
        if self.border < self.n_borders:
            at = self.borders[self.n_borders]
        with cython.nogil:
            while self.job.work > 0:
                if self.border == self.n_borders:
                    if at >= last or at >= self.job.length:
                        break
                    at = split_block(self, pattern, table, at, last)
                self.job.n_pieces = self.n_borders
                before = self.border
                self.border = _encode(self, before)
                if self.border < self.n_borders:
                    break
        if self.job.work == NO_MEMORY:
            self.border = self.n_borders = 0
            raise MemoryError
        if self.border == self.n_borders:
            return at, self.job.n_ids, 0
        before = self.borders[self.border]
        return before, self.job.n_ids, min(_MOST_IDS, self.borders[self.border + 1] - before)

    def begin(self, data, out, budget):
        """Set what a call works on: the pieces between borders, if no others are given."""
        self.job.text = data
        self.job.length = len(data)
        self.job.work = budget
        self.write_to(cython.address(out[0]), out.shape[0])
        grow(cython.address(self.recents), cython.address(self.growing), MOST_BITS)

    def write_to(self, out, capacity):
        """Set where ids go, and that pieces are those between borders."""
        self.job.starts = self.borders
        self.job.ends = self.borders + 1
        self.job.stride = 1
        self.job.out = out
        self.job.capacity = capacity
        self.job.n_ids = 0

    def add_text(self, pattern, table, text, length):
        """Encode a whole short text, as if nothing stood around it; return whether it took long.

        There has to be room for its bytes and `SHORT_PIECE` more. The work is NO_MEMORY where that ended.
        """
        at: cython.size_t = 0
        long: cython.bint = False
        self.job.text = text
        self.job.length = length
        self.job.work = UNBOUND
        while at < length and self.job.work != NO_MEMORY:
            at = split_block(self, pattern, table, at, length)
            self.job.n_pieces = self.n_borders
            self.border = 0
            while self.border < self.n_borders and self.job.work != NO_MEMORY:
                if self.job.work <= 0:  # a long piece looks at the clock too
                    self.job.work = UNBOUND
                    long = True
                self.border = _encode(self, self.border)
        self.border = self.n_borders = 0
        return long


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def split_block(
    encoder: Encoder,
    pattern: cython.int,
    table: cython.p_const_uchar,
    at: cython.size_t,
    stop: cython.size_t,
) -> cython.size_t:
    """Split a block from `at` on; return where the next one starts. A giant piece may take several calls."""
    job: cython.pointer[Job] = cython.address(encoder.job)
    far: cython.pointer[Far] = cython.address(encoder.far)
    encoder.border = 0
    encoder.borders[0] = at
    far.budget = job.work // _CHARACTER + 1
    encoder.n_borders = split_some(
        pattern, table, job.text, job.length, cython.address(at), stop, encoder.borders + 1, _BLOCK, far
    )
    job.work -= 4 * cython.cast(cython.longlong, at - encoder.borders[0])
    if far.n:
        job.work = 0
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode(encoder: Encoder, first: cython.size_t) -> cython.size_t:
    """Encode pieces until they, the room or the work are used up, and return the number of the next one."""
    job: cython.pointer[Job] = cython.address(encoder.job)
    ahead = cython.declare(Ahead)
    count: cython.size_t
    done: cython.size_t
    while first < job.n_pieces and job.work > 0:
        count = min(PIECES_AHEAD, job.n_pieces - first)
        look_ahead(encoder.recents.slots, encoder.recents.bits, job, first, count, cython.address(ahead))
        done = _write_ids(encoder, first, count, cython.address(ahead))
        first += done
        job.work -= 30 * done
        if done < count:
            break
    return first


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write_ids(
    encoder: Encoder, first: cython.size_t, count: cython.size_t, ahead: cython.pointer[Ahead]
) -> cython.size_t:
    """Write the ids of pieces that were looked at, and return of how many."""
    job: cython.pointer[Job] = cython.address(encoder.job)
    pair: cython.pointer[Recent]
    slot: cython.pointer[Recent]
    n_ids: cython.size_t = job.n_ids  # not seen to be written through `out`
    most: cython.size_t = max(RECENT_PIECE, job.capacity) - RECENT_PIECE
    out: cython.pointer[cython.uint] = job.out
    i: cython.size_t
    done: cython.bint
    for i in range(count):
        pair = cython.cast(cython.pointer[Recent], ahead.lines[i])
        slot = found_in(pair, ahead.keys[i])
        if (
            slot.key.first == ahead.keys[i].first
            and slot.key.second == ahead.keys[i].second
            and slot.n_ids
            and n_ids < most
        ):
            memcpy(out + n_ids, slot.ids, 16)  # one more than there can be, which is quicker
            n_ids += slot.n_ids
            continue
        job.n_ids = n_ids
        done = _encode_missed(encoder, first + i, ahead.keys[i], pair)
        n_ids = job.n_ids
        if not done:
            return i
        if job.work <= 0:
            return i + 1
    job.n_ids = n_ids
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode_missed(
    encoder: Encoder, number: cython.size_t, key: Key, slot: cython.pointer[Recent]
) -> cython.bint:
    """Encode a piece whose ids are not found in one step; False if room or work did not suffice."""
    kept: cython.pointer[Recent]
    job: cython.pointer[Job] = cython.address(encoder.job)
    recents: cython.pointer[Recents] = cython.address(encoder.recents)
    start: cython.size_t = job.starts[number * job.stride]
    n: cython.size_t = job.ends[number * job.stride] - start
    at: cython.p_const_uchar = job.text + start
    out: cython.pointer[cython.uint] = job.out + job.n_ids
    count: cython.size_t
    done: cython.bint
    if job.n_ids + min(n, _MOST_IDS) > job.capacity:
        return False
    if n - 1 >= RECENT_PIECE:
        count = job.n_ids
        done = n == 0 or encode_other(encoder, at, n, job.length + 1 - start)
        renumber(cython.address(encoder.other_ids), out, job.n_ids - count)
        return done
    kept = kept_in(recents, slot, key)
    if kept != cython.NULL:
        count = kept_ids(recents, kept.ids, kept.n_ids, out, job.capacity - job.n_ids)
        job.n_ids += count
        if count:
            return True
    count = 1
    out[0] = find_token(encoder.tokens, at, n, job.length + 1 - start)
    if out[0] >= encoder.limit and n > 1:
        job.work -= 16 * n
        count = merge_short(encoder.tokens, encoder.limit, at, n, job.length + 1 - start, True, out)
    renumber(cython.address(encoder.other_ids), out, count)
    keep_piece(recents, slot, key, out, count)
    write_down_short(recents, key, out, count)
    job.n_ids += count
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def encode_other(
    encoder: Encoder, at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t
) -> cython.bint:
    """Encode a piece that is longer than short tokens; False if work or room did not suffice."""
    words = cython.declare(cython.ulonglong[4])
    job: cython.pointer[Job] = cython.address(encoder.job)
    token_id: cython.uint
    if n <= _CACHED_BYTES:
        longer_key(words, at, n, room)
        job.n_ids += _encode_cached(encoder, words, at, n, room, True)
        return True
    if encoder.reach == 0:  # it is not begun
        token_id = find_token(encoder.tokens, at, n, room)
        if token_id < encoder.limit:
            job.out[job.n_ids] = token_id
            job.n_ids += 1
            return True
    return _encode_long(encoder, at, n, room)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode_long(
    encoder: Encoder, at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t
) -> cython.bint:
    """Encode a long piece from cut to cut, or one queue would have all; False if work or room ended.

    A line of a script without spaces does not come again, but its stretches do.
    """
    job: cython.pointer[Job] = cython.address(encoder.job)
    done: cython.bint
    first: cython.size_t
    length: cython.size_t
    while encoder.stretch < n:
        first = encoder.stretch
        encoder.reach = max(encoder.reach, first + 1)
        while encoder.reach < n and not is_cut(encoder.tokens, at, n, encoder.reach):
            job.work -= 60 if at[encoder.reach] >= CHARACTER else 2
            encoder.reach += 1
            if job.work <= 0:
                return False
        length = encoder.reach - first
        if job.work <= 0 or job.capacity - job.n_ids < min(SHORT_PIECE, length):
            return False
        if length <= SHORT_PIECE:
            job.n_ids += _encode_stretch(encoder, at + first, length, room - first, encoder.reach == n)
        else:
            if length > encoder.longest:
                job.work = NO_MEMORY
                return False
            done = merge_long(
                cython.address(encoder.long_piece),
                encoder.tokens,
                encoder.limit,
                at + first,
                length,
                room - first,
                encoder.reach == n,
                job.out + job.n_ids,
                job.capacity - job.n_ids,
                cython.address(job.work),
            )
            job.n_ids += encoder.long_piece.n_ids
            if not done:
                return False
        encoder.stretch = encoder.reach
    encoder.stretch = encoder.reach = 0
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode_stretch(
    encoder: Encoder,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    is_end: cython.bint,
) -> cython.size_t:
    """Write the ids of a stretch of a longer piece, and return how many: what it merges to."""
    job: cython.pointer[Job] = cython.address(encoder.job)
    recents: cython.pointer[Recents] = cython.address(encoder.recents)
    out: cython.pointer[cython.uint] = job.out + job.n_ids
    words = cython.declare(cython.ulonglong[4])
    key: Key
    slot: cython.pointer[Recent]
    kept: cython.pointer[Recent]
    count: cython.size_t
    if n > _CACHED_BYTES or (is_end and encoder.tokens.end_ids != cython.NULL):
        job.work -= 16 * n
        return merge_short(encoder.tokens, encoder.limit, at, n, room, is_end, out)
    if n > RECENT_PIECE:
        longer_key(words, at, n, room)
        words[3] |= STRETCH
        return _encode_cached(encoder, words, at, n, room, is_end)
    key = piece_key(at, n, room)
    key.second |= STRETCH
    slot = slot_of(recents, key)
    kept = kept_in(recents, slot, key)
    if kept != cython.NULL:
        count = kept_ids(recents, kept.ids, kept.n_ids, out, job.capacity - job.n_ids)
        if count:
            return count
    job.work -= 16 * n
    count = merge_short(encoder.tokens, encoder.limit, at, n, room, is_end, out)
    keep_piece(recents, slot, key, out, count)
    write_down_short(recents, key, out, count)
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _encode_cached(
    encoder: Encoder,
    words: cython.pointer[cython.ulonglong],
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    is_end: cython.bint,
) -> cython.size_t:
    """Write the ids of a longer piece or stretch, and return how many; what was met lately is remembered.

    `words` are its bytes and their number. A stretch is what it merges to, even where it is a token.
    """
    job: cython.pointer[Job] = cython.address(encoder.job)
    recents: cython.pointer[Recents] = cython.address(encoder.recents)
    met: cython.pointer[Longer] = longer_of(recents, words)
    out: cython.pointer[cython.uint] = job.out + job.n_ids
    count: cython.size_t
    if is_kept(recents, met, words):
        count = kept_ids(recents, met.ids, met.n_ids, out, job.capacity - job.n_ids)
        if count:
            return count
    count = 1
    out[0] = NEVER if words[3] & STRETCH else find_token(encoder.tokens, at, n, room)
    if out[0] >= encoder.limit:
        job.work -= 16 * n
        count = merge_short(encoder.tokens, encoder.limit, at, n, room, is_end, out)
    keep_longer(recents, met, words, out, count)
    write_down(recents, words, out, count)
    return count
