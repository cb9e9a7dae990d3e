"""Merging the bytes of one piece into tokens, always the pair that makes the lowest id, leftmost first.

A short piece is scanned for each merge (tiktoken's _byte_pair_merge, src/lib.rs), except for one least number
over all places, which says both rank and place, so that processors take several places at a time. A long one
has a queue of pairs whose stale entries are dropped when their turn comes, and works in slices.

Compiled only (see `workbench.kernels`); what others may call is in merging.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.workbench.kernels.long_piece import (
    LONGEST_WORK,
    LOOK,
    NO_MEMORY,
    LongPiece,
    Symbol,
    let_wait,
    merge_next,
    place_of,
    reserve_long,
    take_first,
    tidy_long,
)
from cython.cimports.workbench.kernels.machine import monotonic_ns
from cython.cimports.workbench.kernels.tokens import NEVER, Tokens, both_joined, first_of, joined, unit_of

_LAST = cython.declare(cython.int, 0x7FFFFFFF)  # a key after all others: nothing merges here
_LANES = cython.declare(cython.size_t, 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def merge_short(
    tokens: cython.pointer[cython.const[Tokens]],
    limit: cython.uint,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    is_end: cython.bint,
    out: cython.pointer[cython.uint],
) -> cython.size_t:
    """Merge 1 to SHORT_PIECE bytes, write the ids to `out`, and return how many there are.

    `is_end`: they are the end of a piece. A place is the byte where a symbol starts; its key is the rank of
    merging it with the next one, above the place itself (7 bits).
    """
    keys = cython.declare(cython.int[128])
    ids = cython.declare(cython.uint[128])
    nexts = cython.declare(cython.uchar[128])
    befores = cython.declare(cython.uchar[129])
    n_keys: cython.size_t = (n + _LANES - 1) & ~(_LANES - 1)
    place: cython.size_t
    after: cython.size_t
    key: cython.int
    rank: cython.uint
    count: cython.size_t = 0
    befores[0] = 0
    for place in range(n):
        ids[place] = tokens.byte_ids[at[place]]
        nexts[place] = place + 1
        befores[place + 1] = place
    for place in range(n - 1):
        rank = tokens.byte_pairs[cython.cast(cython.size_t, at[place]) << 8 | at[place + 1]]
        keys[place] = _key(rank if rank < limit else NEVER, place)
    for place in range(n - 1, n_keys):
        keys[place] = _LAST
    if is_end and tokens.end_ids != cython.NULL:
        ids[n - 1] = tokens.end_ids[at[n - 1]]
        if n > 1:
            rank = joined(tokens, limit, at + n - 2, 2, room + 2 - n, ids[n - 2], ids[n - 1])
            keys[n - 2] = _key(rank, n - 2)
    while True:
        key = _least(keys, n_keys)
        if key == _LAST:
            break
        place = key & 0x7F
        rank = key >> 7
        after = nexts[nexts[place]]
        keys[nexts[place]] = _LAST
        keys[place] = _LAST
        ids[place] = first_of(tokens, rank)
        nexts[place] = after
        if after < n:
            befores[after] = place
        _join(tokens, limit, at, n, room, keys, ids, nexts, befores, place)
    place = 0
    while place < n:
        out[count] = ids[place]
        count += 1
        place = nexts[place]
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _join(
    tokens: cython.pointer[cython.const[Tokens]],
    limit: cython.uint,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    keys: cython.pointer[cython.int],
    ids: cython.pointer[cython.uint],
    nexts: cython.pointer[cython.uchar],
    befores: cython.pointer[cython.uchar],
    place: cython.size_t,
) -> cython.void:
    """Set the keys of merging a new symbol with the next one, and of the one before with the new."""
    after: cython.size_t = nexts[place]
    before: cython.size_t = befores[place]
    left: cython.uint = 0
    right: cython.uint = 0
    ends = cython.declare(cython.size_t[3])
    if after < n and place and tokens.pair_slots == cython.NULL:
        ends[0] = place - before
        ends[1] = after - before
        ends[2] = nexts[after] - before
        both_joined(
            tokens, limit, at + before, room - before, ends, cython.address(left), cython.address(right)
        )
        keys[place] = _key(right, place)
        keys[before] = _key(left, before)
        return
    if after < n:
        right = joined(tokens, limit, at + place, nexts[after] - place, room - place, ids[place], ids[after])
        keys[place] = _key(right, place)
    if place:
        left = joined(tokens, limit, at + before, after - before, room - before, ids[before], ids[place])
        keys[before] = _key(left, before)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _key(rank: cython.uint, place: cython.size_t) -> cython.int:
    return _LAST if rank == NEVER else cython.cast(cython.int, rank << 7 | place)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _least(keys: cython.pointer[cython.int], n_keys: cython.size_t) -> cython.int:
    """Return the least of some keys, their number being one of whole lanes."""
    lanes = cython.declare(cython.int[8])
    lane: cython.size_t
    first: cython.size_t = _LANES
    for lane in range(8):
        lanes[lane] = keys[lane]
    while first < n_keys:
        for lane in range(8):
            lanes[lane] = keys[first + lane] if keys[first + lane] < lanes[lane] else lanes[lane]
        first += _LANES
    for lane in range(4):
        lanes[lane] = lanes[lane + 4] if lanes[lane + 4] < lanes[lane] else lanes[lane]
    for lane in range(2):
        lanes[lane] = lanes[lane + 2] if lanes[lane + 2] < lanes[lane] else lanes[lane]
    return lanes[1] if lanes[1] < lanes[0] else lanes[0]


# --- long pieces ----------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def merge_long(
    piece: cython.pointer[LongPiece],
    tokens: cython.pointer[cython.const[Tokens]],
    limit: cython.uint,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    is_end: cython.bint,
    out: cython.pointer[cython.uint],
    capacity: cython.size_t,
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Merge a stretch as far as the work and the room for ids go, and tell whether it is done.

    `is_end`: the stretch is the end of a piece. The next `piece.n_ids` of its ids are at `out` then, the last
    of them once all is done. Where there is no memory, the work becomes NO_MEMORY.
    """
    piece.n_ids = 0
    if piece.phase == 0:
        if n >> 31 or not reserve_long(piece, n + 1, tokens.n_ranks):
            work[0] = NO_MEMORY
            return False
        piece.n_runs = piece.at = 0
        piece.phase = 1
    if piece.phase == 1:
        _begin(piece, tokens, limit, at, n, room, is_end, work)
    if piece.phase == 2:
        _merge_waiting(piece, tokens, limit, at, n, room, work)
    if piece.phase == 3:
        _write_ids(piece, n, out, capacity, work)
    if piece.phase != 4 or not tidy_long(piece, work):
        return False
    piece.phase = 0
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_ids(
    piece: cython.pointer[LongPiece],
    n: cython.size_t,
    out: cython.pointer[cython.uint],
    capacity: cython.size_t,
    work: cython.pointer[cython.longlong],
) -> cython.void:
    """Write the ids that are left, as far as the work and the room go."""
    while piece.at < n and piece.n_ids < capacity and work[0] > 0:
        out[piece.n_ids] = piece.symbols[piece.at].id
        piece.n_ids += 1
        piece.at = piece.symbols[piece.at].next
        work[0] -= 20
    if piece.at >= n:
        piece.phase = 4
        piece.at = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(
    piece: cython.pointer[LongPiece],
    tokens: cython.pointer[cython.const[Tokens]],
    limit: cython.uint,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    is_end: cython.bint,
    work: cython.pointer[cython.longlong],
) -> cython.void:
    """Make symbols of the bytes and queue their pairs, as far as the work goes."""
    symbol: cython.pointer[Symbol]
    place: cython.size_t
    right: cython.uint
    stop: cython.longlong = monotonic_ns() + LONGEST_WORK
    while piece.at < n and work[0] > 0:
        if piece.at & LOOK == 0 and monotonic_ns() > stop:
            work[0] = 1
        place = piece.at
        symbol = piece.symbols + place
        symbol.id = unit_of(tokens, at[place], is_end and place + 1 == n)
        symbol.before = cython.cast(cython.uint, place - 1)
        symbol.next = cython.cast(cython.uint, place + 1)
        symbol.rank = NEVER
        if place + 1 < n:
            right = unit_of(tokens, at[place + 1], is_end and place + 2 == n)
            _queue(piece, tokens, limit, at, place, place + 2, room, right, 2 * place)
        piece.at += 1
        work[0] -= 30
    if piece.at == n:
        piece.phase = 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _merge_waiting(
    piece: cython.pointer[LongPiece],
    tokens: cython.pointer[cython.const[Tokens]],
    limit: cython.uint,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    work: cython.pointer[cython.longlong],
) -> cython.void:
    """Merge what waits, as far as the work goes."""
    count: cython.size_t = 0
    stop: cython.longlong = monotonic_ns() + LONGEST_WORK
    while piece.n_runs and work[0] > 0:
        if count & LOOK == 0 and monotonic_ns() > stop:
            work[0] = 1
        count += 1
        _merge_first(piece, tokens, limit, at, n, room)
        work[0] -= 100
    if piece.n_runs == 0:
        piece.phase = 3
        piece.at = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _merge_first(
    piece: cython.pointer[LongPiece],
    tokens: cython.pointer[cython.const[Tokens]],
    limit: cython.uint,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
) -> cython.void:
    """Take the first of the queue, and merge what it stands for, unless that has changed."""
    symbols: cython.pointer[Symbol] = piece.symbols
    rank: cython.uint = piece.heap[0] >> 32
    entry: cython.uint = take_first(piece)
    place: cython.uint = place_of(symbols, entry)
    before: cython.uint
    after: cython.uint
    right: cython.uint
    if symbols[place].rank != rank:
        return
    right = merge_next(symbols, n, place, first_of(tokens, rank))
    after = symbols[place].next
    if place:
        before = symbols[place].before
        _queue(piece, tokens, limit, at, before, after, room, symbols[place].id, 2 * right + 1)
    if after < n:
        _queue(piece, tokens, limit, at, place, symbols[after].next, room, symbols[after].id, entry)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _queue(
    piece: cython.pointer[LongPiece],
    tokens: cython.pointer[cython.const[Tokens]],
    limit: cython.uint,
    at: cython.p_const_uchar,
    place: cython.size_t,
    end: cython.size_t,
    room: cython.size_t,
    right: cython.uint,
    entry: cython.uint,
) -> cython.void:
    """Let the symbol at `place` and the next one, which ends at `end`, wait for merging, if they merge."""
    left: cython.uint = piece.symbols[place].id
    rank: cython.uint = joined(tokens, limit, at + place, end - place, room - place, left, right)
    if rank == NEVER:
        return
    piece.symbols[place].rank = rank
    let_wait(piece, rank, entry)
