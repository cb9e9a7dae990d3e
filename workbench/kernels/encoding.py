"""Rank-merged encoding: pieces of bytes to token ids, the same as engine.bpe and engine.piece_merging give.

A piece is looked up whole, then among the pieces met lately, and else merged: a short one by scanning all its
pairs for each merge (tiktoken's _byte_pair_merge, src/lib.rs), a long one with a heap of pairs whose stale
entries are dropped when their turn comes. Work that may be long is cut by a budget, in units of about a
nanosecond, and goes on with the next call. All of it runs without the GIL.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memcmp, memcpy, memset
from cython.cimports.workbench.kernels.splitting import split_block

_NEVER = cython.declare(cython.uint, 0xFFFFFFFF)  # "these two do not merge": above every id

# A token of up to 12 bytes stands in its slot of two words: the first eight bytes; the other four, its length
# (8 bits) and its id (24 bits). A length of 0 is an empty slot.
_SHORT_KEY = cython.declare(cython.size_t, 12)
_KEY_BITS = cython.declare(cython.ulonglong, 0xFFFFFFFFFF)

_LINEAR = cython.declare(cython.size_t, 128)  # bytes up to which a piece is merged by scanning
_CACHE_BITS = cython.declare(cython.int, 15)
_CACHED_BYTES = cython.declare(cython.size_t, 31)
_CACHED_IDS = cython.declare(cython.size_t, 7)
_FAILED = cython.declare(cython.longlong, -0x7FFFFFFFFFFFFFFF)  # a budget that says: no memory
_KEPT = cython.declare(cython.size_t, 65536)  # symbols for which memory is kept
_BLOCK = cython.declare(cython.size_t, 4096)  # pieces split at a time

_REACHABLE = cython.declare(
    cython.size_t, 64
)  # bytes; longer tokens of a model of merges are not looked up whole


Tokens = cython.struct(
    text=cython.p_const_uchar,  # the bytes of all tokens
    starts=cython.pointer[cython.uint],  # by id, place in the text
    lengths=cython.pointer[cython.uint],  # by id, bytes
    longest=cython.size_t,
    short=cython.pointer[cython.ulonglong],  # slots of two words
    short_bits=cython.int,
    long=cython.pointer[cython.ulonglong],  # slots: 40 bits of the hash, id + 1 (24 bits)
    long_bits=cython.int,
    pairs=cython.pointer[cython.ulonglong],  # slots of two words: left and right, id; NULL for ranks
    pairs_bits=cython.int,
    byte_ids=cython.pointer[cython.uint],
    byte_pairs=cython.pointer[cython.uint],  # by the first byte * 256 + the second, what they merge into
    filter=cython.pointer[cython.uchar],  # a bit for each hash of a token: most others stop here
    filter_bits=cython.int,
    masks=cython.pointer[cython.ulonglong],  # by n: the first n of eight bytes
)


@cython.final
@cython.cclass
class TokenTable:
    """The tokens of a vocabulary, found by their bytes, and the pairs of a model of merges.

    Never changes; many encoders share it.
    """

    blob: bytes
    tokens: Tokens

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        memset(cython.address(self.tokens), 0, cython.sizeof(self.tokens))

    def __init__(
        self,
        blob: bytes,
        ids: cython.uint[::1],
        ends: cython.ulonglong[::1],
        byte_ids: cython.uint[::1],
        merges: cython.longlong[:, ::1] | None = None,
    ) -> None:
        """Take tokens one after the other in `blob`, their ids and ends, the ids of bytes, and (left, right).

        Without `merges` neighbours merge where their bytes are a token, else row i makes id 256 + i.
        """
        n_tokens: cython.size_t = ids.shape[0]
        n_merges: cython.size_t = 0 if merges is None else merges.shape[0]
        n_long: cython.size_t = 0
        i: cython.size_t
        n: cython.size_t
        start: cython.size_t = 0
        n_bytes: cython.size_t = len(blob)
        self.tokens.byte_ids = cython.cast(cython.pointer[cython.uint], _slots(0, 128))
        self.tokens.masks = _slots(0, 9)
        for i in range(256):
            self.tokens.byte_ids[i] = byte_ids[i]
        for i in range(1, 9):
            self.tokens.masks[i] = (self.tokens.masks[i - 1] << 8) | 0xFF
        self.blob = blob
        self.tokens.text = blob
        self.tokens.longest = 0
        self.tokens.starts = cython.cast(cython.pointer[cython.uint], _slots(0, (ids[n_tokens - 1] + 2) // 2))
        self.tokens.lengths = cython.cast(
            cython.pointer[cython.uint], _slots(0, (ids[n_tokens - 1] + 2) // 2)
        )
        for i in range(n_tokens):
            n = ends[i] - start
            self.tokens.starts[ids[i]] = start
            self.tokens.lengths[ids[i]] = n
            self.tokens.longest = max(self.tokens.longest, n)
            n_long += n > _SHORT_KEY
            start = ends[i]
        self.tokens.short_bits = _index_bits(n_tokens - n_long)
        self.tokens.short = _slots(self.tokens.short_bits, 2)
        self.tokens.long_bits = _index_bits(n_long)
        self.tokens.long = _slots(self.tokens.long_bits, 1)
        self.tokens.filter_bits = _index_bits(n_tokens) + 3
        self.tokens.filter = cython.cast(cython.p_uchar, _slots(self.tokens.filter_bits - 6, 1))
        self.tokens.byte_pairs = cython.cast(cython.pointer[cython.uint], _slots(15, 1))
        memset(self.tokens.byte_pairs, 0xFF, 4 << 16)
        if merges is not None:
            self.tokens.pairs_bits = _index_bits(n_merges)
            self.tokens.pairs = _slots(self.tokens.pairs_bits, 2)
            for i in range(n_merges):
                _add_pair(cython.address(self.tokens), merges[i, 0], merges[i, 1], i + 256)
                if merges[i, 0] < 256 and merges[i, 1] < 256:
                    self.tokens.byte_pairs[merges[i, 0] << 8 | merges[i, 1]] = i + 256
        encoder: Encoder = Encoder(self, _NEVER)
        with cython.nogil:
            for i in range(n_tokens):
                _add_if_whole(encoder, ids[i], n_bytes)

    def __dealloc__(self) -> None:
        """Free the tables."""
        free(self.tokens.starts)
        free(self.tokens.lengths)
        free(self.tokens.short)
        free(self.tokens.long)
        free(self.tokens.pairs)
        free(self.tokens.byte_ids)
        free(self.tokens.byte_pairs)
        free(self.tokens.filter)
        free(self.tokens.masks)


@cython.cfunc
@cython.exceptval(check=False)
def _index_bits(count: cython.size_t) -> cython.int:
    """Return the bits of an index into slots that are at least twice as many as `count`."""
    bits: cython.int = 8
    while (cython.cast(cython.size_t, 1) << bits) < 2 * count:
        bits += 1
    return bits


@cython.cfunc
def _slots(bits: cython.int, words: cython.size_t) -> cython.pointer[cython.ulonglong]:
    slots: cython.p_void = calloc(cython.cast(cython.size_t, 1) << bits, 8 * words)
    if slots == cython.NULL:
        raise MemoryError
    return cython.cast(cython.pointer[cython.ulonglong], slots)


# --- tables ---------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _word(
    table: cython.pointer[Tokens], at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t
) -> cython.ulonglong:
    """Return the first n <= 8 bytes at `at` as a number; `room` is how many bytes may be read there."""
    word: cython.ulonglong = 0
    if room >= 8:
        memcpy(cython.address(word), at, 8)
        return word & table.masks[n]
    memcpy(cython.address(word), at, n)
    return word


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(first: cython.ulonglong, second: cython.ulonglong) -> cython.ulonglong:
    """Return a hash of two words; its upper bits are the better ones."""
    odd: cython.ulonglong = 0x9E3779B97F4A7C15
    other: cython.ulonglong = 0xD6E8FEB86659FD93
    hashed: cython.ulonglong = (first ^ (second * other)) * odd
    return (hashed ^ (hashed >> 32)) * odd


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hash(
    table: cython.pointer[Tokens], at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t
) -> cython.ulonglong:
    """Return a hash of n bytes."""
    hashed: cython.ulonglong = n
    while n > 8:
        hashed = _mixed(hashed, _word(table, at, 8, room))
        at += 8
        n -= 8
        room -= 8
    return _mixed(hashed, _word(table, at, n, room))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find_short(
    table: cython.pointer[Tokens], first: cython.ulonglong, second: cython.ulonglong, hashed: cython.ulonglong
) -> cython.uint:
    """Return the id of a token of up to 12 bytes, or _NEVER; `hashed` is `_mixed` of the words of its key."""
    mask: cython.size_t = (cython.cast(cython.size_t, 1) << table.short_bits) - 1
    slot: cython.size_t = hashed >> (64 - table.short_bits)
    found: cython.ulonglong
    while True:
        found = table.short[2 * slot + 1]
        if table.short[2 * slot] == first and (found & _KEY_BITS) == second:
            return found >> 40
        if found == 0:
            return _NEVER
        slot = (slot + 1) & mask


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_long(
    table: cython.pointer[Tokens], at: cython.p_const_uchar, n: cython.size_t, hashed: cython.ulonglong
) -> cython.uint:
    """Return the id of a token of more than 12 bytes, or _NEVER."""
    mask: cython.size_t = (cython.cast(cython.size_t, 1) << table.long_bits) - 1
    slot: cython.size_t = hashed >> (64 - table.long_bits)
    found: cython.ulonglong
    token_id: cython.uint
    while True:
        found = table.long[slot]
        if found == 0:
            return _NEVER
        if (found ^ (hashed << 24)) >> 24 == 0:
            token_id = (found & 0xFFFFFF) - 1
            if table.lengths[token_id] == n and memcmp(table.text + table.starts[token_id], at, n) == 0:
                return token_id
        slot = (slot + 1) & mask


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(
    table: cython.pointer[Tokens], at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t
) -> cython.uint:
    """Return the id of the token of these n >= 1 bytes, or _NEVER."""
    first: cython.ulonglong
    second: cython.ulonglong = cython.cast(cython.ulonglong, n) << 32
    hashed: cython.ulonglong
    bit: cython.size_t
    if n <= _SHORT_KEY:
        first = _word(table, at, n if n < 8 else 8, room)
        if n > 8:
            second |= _word(table, at + 8, n - 8, room - 8)
        hashed = _mixed(first, second)
    elif n > table.longest:
        return _NEVER
    else:
        hashed = _hash(table, at, n, room)
    bit = hashed >> (64 - table.filter_bits)
    if not table.filter[bit >> 3] >> (bit & 7) & 1:
        return _NEVER
    if n <= _SHORT_KEY:
        return _find_short(table, first, second, hashed)
    return _find_long(table, at, n, hashed)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_if_whole(encoder: Encoder, token_id: cython.ulonglong, n_bytes: cython.size_t) -> cython.void:
    """Let a token be found by its bytes; of a model of merges, if these merge to it and are not many."""
    table: cython.pointer[Tokens] = encoder.tokens
    n: cython.size_t = table.lengths[token_id]
    at: cython.p_const_uchar = table.text + table.starts[token_id]
    room: cython.size_t = n_bytes + 1 - table.starts[token_id]
    if table.pairs == cython.NULL:
        if n == 2:
            table.byte_pairs[cython.cast(cython.size_t, at[0]) << 8 | at[1]] = token_id
        _add_token(table, at, n, token_id, room)
    elif n <= _REACHABLE and _merge_linear(encoder, at, n, room) == 1 and encoder.ids[0] == token_id:
        _add_token(table, at, n, token_id, room)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_token(
    table: cython.pointer[Tokens],
    at: cython.p_const_uchar,
    n: cython.size_t,
    token_id: cython.ulonglong,
    room: cython.size_t,
) -> cython.void:
    first: cython.ulonglong
    second: cython.ulonglong = n
    slot: cython.size_t
    bit: cython.size_t
    mask: cython.size_t
    hashed: cython.ulonglong
    if n <= _SHORT_KEY:
        mask = (cython.cast(cython.size_t, 1) << table.short_bits) - 1
        first = _word(table, at, n if n < 8 else 8, room)
        second = second << 32
        if n > 8:
            second |= _word(table, at + 8, n - 8, room - 8)
        hashed = _mixed(first, second)
        bit = hashed >> (64 - table.filter_bits)
        table.filter[bit >> 3] |= 1 << (bit & 7)
        slot = hashed >> (64 - table.short_bits)
        while table.short[2 * slot + 1]:
            slot = (slot + 1) & mask
        table.short[2 * slot] = first
        table.short[2 * slot + 1] = token_id << 40 | second
        return
    mask = (cython.cast(cython.size_t, 1) << table.long_bits) - 1
    hashed = _hash(table, at, n, room)
    bit = hashed >> (64 - table.filter_bits)
    table.filter[bit >> 3] |= 1 << (bit & 7)
    slot = hashed >> (64 - table.long_bits)
    while table.long[slot]:
        slot = (slot + 1) & mask
    table.long[slot] = hashed << 24 | (token_id + 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_pair(
    table: cython.pointer[Tokens], left: cython.ulonglong, right: cython.ulonglong, merged: cython.ulonglong
) -> cython.void:
    """Let a pair be found."""
    mask: cython.size_t = (cython.cast(cython.size_t, 1) << table.pairs_bits) - 1
    pair: cython.ulonglong = left << 32 | right
    slot: cython.size_t = _mixed(pair, 0) >> (64 - table.pairs_bits)
    while table.pairs[2 * slot + 1]:
        slot = (slot + 1) & mask
    table.pairs[2 * slot] = pair
    table.pairs[2 * slot + 1] = merged


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find_pair(table: cython.pointer[Tokens], left: cython.ulonglong, right: cython.ulonglong) -> cython.uint:
    """Return the id that a pair merges into, or _NEVER."""
    mask: cython.size_t = (cython.cast(cython.size_t, 1) << table.pairs_bits) - 1
    pair: cython.ulonglong = left << 32 | right
    slot: cython.size_t = _mixed(pair, 0) >> (64 - table.pairs_bits)
    while table.pairs[2 * slot + 1]:
        if table.pairs[2 * slot] == pair:
            return cython.cast(cython.uint, table.pairs[2 * slot + 1])
        slot = (slot + 1) & mask
    return _NEVER


# --- encoders -------------------------------------------------------------------------------------------


@cython.final
@cython.cclass
class Encoder:
    """Encodes by a table, as far as tokens of ids below a limit go; for one thread at a time.

    What is merged stands as symbols, in arrays by their number (`_merge_linear`) or by the byte where they
    start (`_merge_queued`).
    """

    table: TokenTable
    tokens: cython.pointer[Tokens]
    limit: cython.uint
    cache: cython.pointer[cython.ulonglong]  # slots of eight words: four of bytes, ids, how many
    ids: cython.pointer[cython.uint]
    ranks: cython.pointer[cython.uint]  # the id that a symbol and the next one merge into
    starts: cython.pointer[cython.uint]  # linear: where it starts; queued: where the one before it starts
    nexts: cython.pointer[cython.uint]  # queued: where the next symbol starts
    room: cython.size_t  # symbols that the arrays hold
    queue: cython.pointer[cython.ulonglong]  # the heap: rank above place
    queue_room: cython.size_t
    queued: cython.size_t
    phase: cython.int  # of a long piece: 0 none, 1 symbols, 2 merging, 3 ids
    at: cython.size_t  # how far a phase is
    borders: cython.pointer[
        cython.ulonglong
    ]  # of the pieces split and not encoded yet, from the start of the first
    border: cython.size_t
    n_borders: cython.size_t

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.cache = self.queue = self.borders = cython.NULL
        self.ids = self.ranks = self.starts = self.nexts = cython.NULL

    def __init__(self, table: TokenTable, limit: cython.ulonglong) -> None:
        """Take the table, and the id from which on none is in the model."""
        self.table = table
        self.tokens = cython.address(table.tokens)
        self.limit = cython.cast(cython.uint, min(limit, _NEVER))
        self.room = self.queue_room = self.queued = self.at = self.border = self.n_borders = 0
        self.phase = 0
        self.cache = _slots(_CACHE_BITS, 8)
        self.borders = cython.cast(cython.pointer[cython.ulonglong], malloc(8 * (_BLOCK + 1)))
        if self.borders == cython.NULL or not _reserve(self, _LINEAR + 1):
            raise MemoryError

    def __dealloc__(self) -> None:
        """Free the arrays."""
        free(self.cache)
        free(self.queue)
        free(self.borders)
        free(self.ids)
        free(self.ranks)
        free(self.starts)
        free(self.nexts)

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
        text: cython.p_const_uchar = data
        length: cython.size_t = len(data)
        done: cython.size_t = first
        n_pieces: cython.size_t = pieces.shape[0]
        written: cython.size_t = 0
        work: cython.longlong = budget
        if done < n_pieces:
            with cython.nogil:
                done = _encode(
                    self,
                    text,
                    length,
                    cython.address(pieces[0, 0]),
                    cython.address(pieces[0, 1]),
                    2,
                    done,
                    n_pieces,
                    cython.address(out[0]),
                    out.shape[0],
                    cython.address(written),
                    cython.address(work),
                )
        if work == _FAILED:
            raise MemoryError
        return done, written

    def encode_text(
        self, data: bytes, splitter: object, position: int, stop: int, out: cython.uint[::1], budget: int
    ) -> tuple[int, int, int]:
        """Split by a `splitting.Splitter` and encode, from `position` on until `stop` is reached.

        Returns where the next piece starts, how many ids were written, and the room that the next piece may
        need; stops as `encode_pieces`. What was begun has to be gone on with: split pieces are kept.
        """
        pattern: cython.int = splitter.pattern
        table_bytes: bytes = splitter.table
        table: cython.p_const_uchar = table_bytes
        text: cython.p_const_uchar = data
        length: cython.size_t = len(data)
        at: cython.size_t = position
        last: cython.size_t = stop
        written: cython.size_t = 0
        work: cython.longlong = budget
        before: cython.size_t
        if self.border < self.n_borders:
            at = self.borders[self.n_borders]
        with cython.nogil:
            while work > 0:
                if self.border == self.n_borders:
                    if at >= last or at >= length:
                        break
                    self.borders[0] = at
                    before = at
                    self.n_borders = split_block(
                        pattern, table, text, length, cython.address(at), last, self.borders + 1, _BLOCK
                    )
                    self.border = 0
                    work -= 4 * cython.cast(cython.longlong, at - before)
                before = self.border
                self.border = _encode(
                    self,
                    text,
                    length,
                    self.borders,
                    self.borders + 1,
                    1,
                    before,
                    self.n_borders,
                    cython.address(out[0]),
                    out.shape[0],
                    cython.address(written),
                    cython.address(work),
                )
                if self.border < self.n_borders:
                    break
        if work == _FAILED:
            self.border = self.n_borders = 0
            raise MemoryError
        if self.border == self.n_borders:
            return at, written, 0
        before = self.borders[self.border]
        return before, written, self.borders[self.border + 1] - before


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reserve(encoder: Encoder, room: cython.size_t) -> cython.bint:
    """Make the arrays hold so many symbols; False where there is no memory."""
    if room <= encoder.room:
        return True
    encoder.room = 0
    free(encoder.ids)
    free(encoder.ranks)
    free(encoder.starts)
    free(encoder.nexts)
    encoder.ids = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
    encoder.ranks = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
    encoder.starts = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
    encoder.nexts = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
    if (
        encoder.ids == cython.NULL
        or encoder.ranks == cython.NULL
        or encoder.starts == cython.NULL
        or encoder.nexts == cython.NULL
    ):
        return False
    encoder.room = room
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reserve_queue(encoder: Encoder, room: cython.size_t) -> cython.bint:
    """Make the queue hold so many entries; False where there is no memory."""
    if room <= encoder.queue_room:
        return True
    free(encoder.queue)
    encoder.queue = cython.cast(cython.pointer[cython.ulonglong], malloc(8 * room))
    encoder.queue_room = 0 if encoder.queue == cython.NULL else room
    return encoder.queue_room > 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode(
    encoder: Encoder,
    text: cython.p_const_uchar,
    length: cython.size_t,
    starts: cython.pointer[cython.const[cython.ulonglong]],
    ends: cython.pointer[cython.const[cython.ulonglong]],
    stride: cython.size_t,
    first: cython.size_t,
    n_pieces: cython.size_t,
    out: cython.pointer[cython.uint],
    capacity: cython.size_t,
    written: cython.pointer[cython.size_t],
    work: cython.pointer[cython.longlong],
) -> cython.size_t:
    """Encode pieces until they, the room or the work are used up, and return the number of the next one."""
    table: cython.pointer[Tokens] = encoder.tokens
    at: cython.p_const_uchar
    n: cython.size_t
    room: cython.size_t
    found: cython.uint
    n_ids: cython.size_t = written[0]
    words = cython.declare(cython.ulonglong[4])
    hashed: cython.ulonglong
    while first < n_pieces and work[0] > 0:
        at = text + starts[first * stride]
        n = ends[first * stride] - starts[first * stride]
        room = length + 1 - starts[first * stride]
        if n_ids + n > capacity:
            break
        work[0] -= 30
        if n == 0:
            first += 1
            continue
        if n <= _SHORT_KEY:
            words[0] = _word(table, at, n if n < 8 else 8, room)
            words[1] = cython.cast(cython.ulonglong, n) << 32
            if n > 8:
                words[1] |= _word(table, at + 8, n - 8, room - 8)
            words[2] = words[3] = 0
            hashed = _mixed(words[0], words[1])
            found = _find_short(table, words[0], words[1], hashed)
            if found < encoder.limit or n == 1:
                out[n_ids] = found
                n_ids += 1
                first += 1
                continue
        elif (encoder.phase == 0 and n <= table.longest) or n <= _CACHED_BYTES:
            hashed = _hash(table, at, n, room)
            found = _find_long(table, at, n, hashed)
            if found < encoder.limit:
                out[n_ids] = found
                n_ids += 1
                first += 1
                continue
            if n <= _CACHED_BYTES:
                _key_words(table, at, n, room, words)
        if n <= _CACHED_BYTES:
            n_ids += _encode_cached(encoder, at, n, room, words, hashed, out + n_ids, work)
        elif n <= _LINEAR:
            work[0] -= 16 * n
            found = _merge_linear(encoder, at, n, room)
            memcpy(out + n_ids, encoder.ids, 4 * found)
            n_ids += found
        else:
            if not _merge_queued(encoder, at, n, room, work):
                break
            n_ids += _collect(encoder, n, out + n_ids)
        first += 1
    written[0] = n_ids
    return first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _key_words(
    table: cython.pointer[Tokens],
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    words: cython.pointer[cython.ulonglong],
) -> cython.void:
    """Write the 13 to 31 bytes at `at` to four words, with their number on top."""
    i: cython.size_t
    for i in range(4):
        words[i] = 0
        if n > 8 * i:
            words[i] = _word(table, at + 8 * i, n - 8 * i if n - 8 * i < 8 else 8, room - 8 * i)
    words[3] |= cython.cast(cython.ulonglong, n) << 56


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _encode_cached(
    encoder: Encoder,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    words: cython.pointer[cython.ulonglong],
    hashed: cython.ulonglong,
    out: cython.pointer[cython.uint],
    work: cython.pointer[cython.longlong],
) -> cython.size_t:
    """Write the ids of a piece that is no token, and return how many; what was met lately is remembered."""
    slot: cython.pointer[cython.ulonglong] = encoder.cache + 8 * (hashed >> (64 - _CACHE_BITS))
    known: cython.pointer[cython.uint] = cython.cast(cython.pointer[cython.uint], slot + 4)
    count: cython.size_t
    i: cython.size_t
    if slot[0] == words[0] and slot[1] == words[1] and slot[2] == words[2] and slot[3] == words[3]:
        count = known[_CACHED_IDS]
        for i in range(count):
            out[i] = known[i]
        return count
    work[0] -= 16 * n
    count = _merge_linear(encoder, at, n, room)
    memcpy(out, encoder.ids, 4 * count)
    if count <= _CACHED_IDS:
        memcpy(slot, words, 32)
        memcpy(known, encoder.ids, 4 * count)
        known[_CACHED_IDS] = count
    return count


# --- merging --------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _joined(
    encoder: Encoder,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    left: cython.uint,
    right: cython.uint,
) -> cython.uint:
    """Return the id that two neighbours merge into, whose n bytes stand at `at`, or _NEVER."""
    table: cython.pointer[Tokens] = encoder.tokens
    found: cython.uint
    if table.pairs == cython.NULL:
        found = _find(table, at, n, room)
    else:
        found = _find_pair(table, left, right)
    return found if found < encoder.limit else _NEVER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _merge_linear(
    encoder: Encoder, at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t
) -> cython.size_t:
    """Merge up to 128 bytes into `encoder.ids`, and return how many ids there are."""
    table: cython.pointer[Tokens] = encoder.tokens
    ids: cython.pointer[cython.uint] = encoder.ids
    ranks: cython.pointer[cython.uint] = encoder.ranks
    starts: cython.pointer[cython.uint] = encoder.starts
    i: cython.size_t
    best: cython.size_t
    rank: cython.uint
    for i in range(n):
        ids[i] = table.byte_ids[at[i]]
        starts[i] = i
    starts[n] = n
    for i in range(n - 1):
        rank = table.byte_pairs[cython.cast(cython.size_t, at[i]) << 8 | at[i + 1]]
        ranks[i] = rank if rank < encoder.limit else _NEVER
    while n > 1:
        rank = ranks[0]
        best = 0
        for i in range(1, n - 1):
            if ranks[i] < rank:
                rank = ranks[i]
                best = i
        if rank == _NEVER:
            break
        ids[best] = rank
        n -= 1
        for i in range(best + 1, n):
            ids[i] = ids[i + 1]
            starts[i] = starts[i + 1]
            ranks[i - 1] = ranks[i]
        starts[n] = starts[n + 1]
        if best + 1 < n:
            i = starts[best]
            ranks[best] = _joined(encoder, at + i, starts[best + 2] - i, room - i, rank, ids[best + 1])
        if best:
            i = starts[best - 1]
            ranks[best - 1] = _joined(encoder, at + i, starts[best + 1] - i, room - i, ids[best - 1], rank)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _merge_queued(
    encoder: Encoder,
    at: cython.p_const_uchar,
    n: cython.size_t,
    room: cython.size_t,
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Merge a long piece as far as the work goes, and tell whether it is done; `_collect` takes the ids."""
    place: cython.size_t
    stop: cython.size_t
    if encoder.phase == 0:
        if (n + 16) >> 32 or not _reserve(encoder, n + 1) or not _reserve_queue(encoder, 2 * n):
            work[0] = _FAILED
            return False
        encoder.queued = encoder.at = 0
        encoder.phase = 1
    if encoder.phase == 1:
        stop = n
        if work[0] < 16 * cython.cast(cython.longlong, n - encoder.at):
            stop = encoder.at + 1 + (work[0] // 16 if work[0] > 0 else 0)
        work[0] -= 16 * (stop - encoder.at)
        for place in range(encoder.at, stop):
            encoder.ids[place] = encoder.tokens.byte_ids[at[place]]
            encoder.starts[place] = place - 1
            encoder.nexts[place] = place + 1
            encoder.ranks[place] = _NEVER
            if place + 1 < n:
                _queue(encoder, at, place, place + 2, room, encoder.tokens.byte_ids[at[place + 1]])
        encoder.at = stop
        if stop < n:
            return False
        encoder.phase = 2
    while encoder.queued:
        _merge_first(encoder, at, n, room)
        work[0] -= 100
        if work[0] <= 0:
            return False
    encoder.phase = 0
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _merge_first(
    encoder: Encoder, at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t
) -> cython.void:
    """Take the first of the queue, and merge what it stands for, unless that has changed."""
    entry: cython.ulonglong = _pop(encoder)
    place: cython.size_t = cython.cast(cython.uint, entry)
    rank: cython.uint = entry >> 32
    right: cython.size_t
    after: cython.size_t
    before: cython.size_t
    if encoder.ranks[place] != rank:
        return
    right = encoder.nexts[place]
    after = encoder.nexts[right]
    encoder.ids[place] = rank
    encoder.nexts[place] = after
    encoder.ranks[right] = _NEVER
    encoder.ranks[place] = _NEVER
    if after < n:
        encoder.starts[after] = place
        _queue(encoder, at, place, encoder.nexts[after], room, encoder.ids[after])
    if place:
        before = encoder.starts[place]
        encoder.ranks[before] = _NEVER
        _queue(encoder, at, before, after, room, rank)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _queue(
    encoder: Encoder,
    at: cython.p_const_uchar,
    place: cython.size_t,
    end: cython.size_t,
    room: cython.size_t,
    right: cython.uint,
) -> cython.void:
    """Let the symbol at `place` and the next one, which ends at `end`, wait for merging, if they merge."""
    rank: cython.uint = _joined(encoder, at + place, end - place, room - place, encoder.ids[place], right)
    entry: cython.ulonglong
    hole: cython.size_t
    parent: cython.size_t
    if rank == _NEVER:
        return
    encoder.ranks[place] = rank
    entry = cython.cast(cython.ulonglong, rank) << 32 | place
    hole = encoder.queued
    encoder.queued += 1
    while hole:
        parent = (hole - 1) >> 1
        if encoder.queue[parent] <= entry:
            break
        encoder.queue[hole] = encoder.queue[parent]
        hole = parent
    encoder.queue[hole] = entry


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pop(encoder: Encoder) -> cython.ulonglong:
    """Take the least entry out of the queue."""
    queue: cython.pointer[cython.ulonglong] = encoder.queue
    least: cython.ulonglong = queue[0]
    hole: cython.size_t = 0
    child: cython.size_t = 1
    count: cython.size_t = encoder.queued - 1
    last: cython.ulonglong = queue[count]
    encoder.queued = count
    while child < count:
        if child + 1 < count and queue[child + 1] < queue[child]:
            child += 1
        if last <= queue[child]:
            break
        queue[hole] = queue[child]
        hole = child
        child = 2 * hole + 1
    queue[hole] = last
    return least


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _collect(encoder: Encoder, n: cython.size_t, out: cython.pointer[cython.uint]) -> cython.size_t:
    """Write the ids of a merged long piece, and return how many; large arrays are given back."""
    place: cython.size_t = 0
    count: cython.size_t = 0
    while place < n:
        out[count] = encoder.ids[place]
        count += 1
        place = encoder.nexts[place]
    if encoder.room > _KEPT:
        encoder.room = encoder.queue_room = 0
        _reserve(encoder, _KEPT)
        _reserve_queue(encoder, _KEPT)
    return count
