"""The table of a vocabulary's tokens, made in slices.

Compiled only (see `workbench.kernels`); types are in token_table.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memset
from cython.cimports.workbench.kernels.hashing import hash_of, index_bits, mixed
from cython.cimports.workbench.kernels.machine import give_pages, read_soon, take_pages
from cython.cimports.workbench.kernels.merging import merge_short
from cython.cimports.workbench.kernels.tokens import (
    ANY_CONTEXT,
    CHARACTER,
    CONTEXT,
    NEVER,
    SHORT_KEY,
    SHORT_PIECE,
    Key,
    Tokens,
    context_bit,
    context_hash,
    context_place,
    find_pair,
    find_token,
    key_of,
    let_be,
)

_REACHABLE = cython.declare(cython.size_t, 64)  # bytes of the longest token that is merged to see to what
_AHEAD = cython.declare(cython.size_t, 12)  # tokens from one added to one whose place is asked for


@cython.final
@cython.cclass
class TokenTable:
    """The tokens of a vocabulary, found by their bytes, and the pairs of a model of merges.

    Once built it never changes; many encoders share one.
    """

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.pages = self.pair_pages = cython.NULL
        self.n_pages = self.n_pair_pages = 0

    def __init__(
        self,
        blob: bytes,
        ids: cython.uint[::1],
        ends: cython.ulonglong[::1],
        byte_ids: cython.uint[::1],
        merges: cython.longlong[:, ::1] | None = None,
        same: cython.const[cython.uint][::1] | None = None,
        end_ids: cython.const[cython.uint][::1] | None = None,
        whole: bool = False,
    ) -> None:
        """Take tokens one after the other in `blob`, their rising ids and ends, the ids of bytes, and pairs.

        Without `merges` neighbors merge where their bytes are a token, else row i (left, right) makes id
        256 + i. Where several rows make a token, `same` has the first of its ids for each id; the rows have
        those. With `end_ids` the last byte of a piece is another unit, which has an id of these; bytes have
        the ids 0 to 511 then, and row i makes id 512 + i. With `whole` a piece that is a token is that token,
        whatever its bytes merge to. `build` does the rest.
        """
        i: cython.size_t
        n: cython.size_t
        start: cython.size_t = 0
        longest: cython.size_t = 0
        n_long: cython.size_t = 0
        self.blob = blob
        self.ids = ids
        self.merges = merges
        self.whole = whole
        self.reached = bytearray(0 if merges is None else ids[ids.shape[0] - 1] + 1)
        self.n_bytes = len(blob)
        self.n_pairs = self.n_tokens = 0
        for i in range(cython.cast(cython.size_t, ids.shape[0])):
            n_long += ends[i] - start > SHORT_KEY
            start = ends[i]
        n = 0 if merges is None else merges.shape[0]
        self.lay_out(cython.cast(cython.size_t, ids[ids.shape[0] - 1]) + 1, n_long, n)
        self.tokens.text = blob
        if same is not None:
            self.same = same
            self.tokens.same = cython.address(self.same[0])
        if end_ids is not None:
            self.end_ids = end_ids
            self.tokens.end_ids = cython.address(self.end_ids[0])
        for i in range(256):
            self.tokens.byte_ids[i] = byte_ids[i]
        start = 0
        for i in range(cython.cast(cython.size_t, ids.shape[0])):
            n = ends[i] - start
            self.tokens.starts[ids[i]] = start
            self.tokens.lengths[ids[i]] = n
            longest = max(longest, n)
            start = ends[i]
        self.tokens.longest = longest

    def __dealloc__(self) -> None:
        """Free the tables."""
        give_pages(self.pages, self.n_pages)
        give_pages(self.pair_pages, self.n_pair_pages)

    def lay_out(self, n_ids, n_long, n_merges):
        """Take the memory of all tables at once: in large pages, if it is much."""
        one: cython.size_t = 1
        tokens: cython.pointer[Tokens] = cython.address(self.tokens)
        place: cython.p_uchar
        memset(tokens, 0, cython.sizeof(self.tokens))
        tokens.n_ranks = max(n_ids, 512 + n_merges)  # a row may make a token that an earlier one makes
        # A quarter is empty, or more.
        tokens.short_bits = index_bits(2 * (self.ids.shape[0] - n_long) // 3 + 1)
        tokens.long_bits = index_bits(n_long)
        tokens.pair_bits = index_bits(n_merges)
        tokens.filter_bits = index_bits(self.ids.shape[0]) + 2
        tokens.pair_filter_bits = tokens.pair_bits + 2
        tokens.context_bits = index_bits(self.n_characters()) + 2
        self.n_pages = (16 << tokens.short_bits) + (one << tokens.filter_bits >> 3) + (8 << tokens.long_bits)
        self.n_pages += 4 * (one << 16) + 4 * 256 + 8 * n_ids + (one << 13) + (2 << 14)
        self.n_pages += one << tokens.context_bits >> 3
        self.pages = take_pages(self.n_pages)
        if self.pages == cython.NULL:
            raise MemoryError
        if self.merges is not None:
            self.n_pair_pages = (16 << tokens.pair_bits) + (one << tokens.pair_filter_bits >> 3)
            self.pair_pages = take_pages(self.n_pair_pages)
            if self.pair_pages == cython.NULL:
                raise MemoryError
            tokens.pair_slots = cython.cast(cython.pointer[Key], self.pair_pages)
            tokens.pair_filter = cython.cast(
                cython.pointer[cython.ulonglong], tokens.pair_slots + (one << tokens.pair_bits)
            )
        place = cython.cast(cython.p_uchar, self.pages)
        tokens.short_slots = cython.cast(cython.pointer[Key], place)
        place += 16 << tokens.short_bits
        tokens.long_slots = cython.cast(cython.pointer[cython.ulonglong], place)
        place += 8 << tokens.long_bits
        tokens.filter = cython.cast(cython.pointer[cython.ulonglong], place)
        place += one << tokens.filter_bits >> 3
        tokens.context_filter = cython.cast(cython.pointer[cython.ulonglong], place)
        place += one << tokens.context_bits >> 3
        tokens.byte_pairs = cython.cast(cython.pointer[cython.uint], place)
        memset(place, 0xFF, 4 << 16)
        tokens.byte_ids = tokens.byte_pairs + (one << 16)
        tokens.starts = tokens.byte_ids + 256
        tokens.lengths = tokens.starts + n_ids
        tokens.contexts = cython.cast(cython.pointer[cython.ushort], tokens.lengths + n_ids)
        tokens.inside = cython.cast(cython.p_uchar, tokens.contexts + (one << 14))

    def n_characters(self):
        """Return how many bytes of all tokens begin a character beyond ASCII."""
        at: cython.p_const_uchar = cython.cast(bytes, self.blob)
        i: cython.size_t
        n: cython.size_t = 0
        for i in range(self.n_bytes):
            n += at[i] >= CHARACTER
        return n

    def build(self, budget: int) -> bool:
        """Let more tokens be found, as far as the budget (in nanoseconds) goes; True once all can be."""
        work: cython.longlong = budget
        merges: cython.longlong[:, ::1]
        token_id: cython.size_t
        last: cython.size_t
        first: cython.size_t = 256 if self.tokens.end_ids == cython.NULL else 512
        if self.merges is not None:
            merges = self.merges
            last = merges.shape[0]
            with cython.nogil:
                while self.n_pairs < last and work > 0:
                    _add_pair(
                        cython.address(self.tokens),
                        merges[self.n_pairs, 0],
                        merges[self.n_pairs, 1],
                        first + self.n_pairs,
                    )
                    self.n_pairs += 1
                    work -= 50
        last = self.ids.shape[0]
        # The pairs by id, where each token from 256 on has one row, at its id; else there are tokens without.
        rows: cython.p_const_longlong = cython.NULL
        if (
            self.merges is not None
            and self.merges.shape[0]
            and not self.whole
            and self.tokens.same == cython.NULL
            and self.tokens.end_ids == cython.NULL
        ):
            rows = cython.address(merges[0, 0])
        with cython.nogil:
            while self.n_tokens < last and work > 0:
                token_id = self.ids[self.n_tokens]
                if self.n_tokens + _AHEAD < last:
                    _will_add(cython.address(self.tokens), self.ids[self.n_tokens + _AHEAD], self.n_bytes)
                self.n_tokens += 1
                if rows != cython.NULL and token_id >= 256:
                    self.add_merged(rows, token_id)
                    work -= 200 + self.tokens.lengths[token_id]
                    continue
                work -= 100 + _add_if_whole(cython.address(self.tokens), token_id, self.n_bytes, self.whole)
        if self.n_tokens == last and rows != cython.NULL:
            self.forget_pairs()
        return self.n_tokens == last

    def forget_pairs(self):
        """Let neighbors merge where their bytes are a token that is found: the same, in half the memory.

        Where two neighbors spell a token, nothing was merged across its ends, and what was merged inside came
        as when its bytes merge by themselves. So they are what these are before their last merge, which is
        of the token's own pair, if they merge to the token. If they do not, its pair never is there.
        """
        give_pages(self.pair_pages, self.n_pair_pages)
        self.pair_pages = cython.NULL
        self.tokens.pair_slots = cython.NULL
        self.tokens.pair_filter = cython.NULL

    def add_merged(self, rows, token_id):
        """Let a token of a model of merges be found by its bytes, where the bytes merge to the token.

        They do if the bytes of both its halves merge to these, and no merge that comes before the token's own
        joins what is on the two sides of its seam meanwhile (github/rust-gems, bpe, `is_valid_token_pair`).
        """
        tokens: cython.pointer[Tokens] = cython.address(self.tokens)
        at: cython.p_const_uchar = tokens.text + tokens.starts[token_id]
        n: cython.size_t = tokens.lengths[token_id]
        left: cython.size_t = rows[2 * (token_id - 256)]
        right: cython.size_t = rows[2 * (token_id - 256) + 1]
        _mark_inside(tokens, at, n)
        if (left >= 256 and not self.reached[left]) or (right >= 256 and not self.reached[right]):
            return
        if not _is_merged(tokens, rows, left, right, token_id):
            return
        self.reached[token_id] = True
        _add_token(tokens, at, n, token_id, self.n_bytes + 1 - tokens.starts[token_id])

    def pairs(self, first: int, rows: cython.longlong[:, ::1], budget: int) -> int:
        """Write into `rows`, by id, what merging the bytes of each token leaves by the earlier tokens.

        Of a vocabulary of ranks, from token number `first` on, as far as the budget goes; returns the number
        of the next. Only pairs are written, and only those of tokens of up to SHORT_PIECE bytes.
        """
        work: cython.longlong = budget
        number: cython.size_t = first
        last: cython.size_t = self.ids.shape[0]
        tokens: cython.pointer[Tokens] = cython.address(self.tokens)
        merged = cython.declare(cython.uint[128])
        token_id: cython.size_t
        n: cython.size_t
        with cython.nogil:
            while number < last and work > 0:
                token_id = self.ids[number]
                n = tokens.lengths[token_id]
                number += 1
                work -= 20 + 16 * n
                if n < 2 or n > SHORT_PIECE:
                    continue
                n = merge_short(
                    tokens,
                    token_id,
                    tokens.text + tokens.starts[token_id],
                    n,
                    self.n_bytes + 1 - tokens.starts[token_id],
                    True,
                    merged,
                )
                if n == 2:
                    rows[token_id, 0] = merged[0]
                    rows[token_id, 1] = merged[1]
        return number

    def count_halves(self, first: int, budget: int) -> tuple[int, int]:
        """Return in how many ways two tokens spell a token, each way of each counted.

        Of a vocabulary of ranks, from token number `first` on, as far as the budget goes; returns the number
        of the next, too.
        """
        work: cython.longlong = budget
        number: cython.size_t = first
        last: cython.size_t = self.ids.shape[0]
        tokens: cython.pointer[Tokens] = cython.address(self.tokens)
        at: cython.p_const_uchar
        n: cython.size_t
        i: cython.size_t
        room: cython.size_t
        count: cython.longlong = 0
        with cython.nogil:
            while number < last and work > 0:
                at = tokens.text + tokens.starts[self.ids[number]]
                n = tokens.lengths[self.ids[number]]
                room = self.n_bytes + 1 - tokens.starts[self.ids[number]]
                number += 1
                work -= n * (20 + n)
                for i in range(1, n):
                    if (
                        find_token(tokens, at, i, room) != NEVER
                        and find_token(tokens, at + i, n - i, room - i) != NEVER
                    ):
                        count += 1
        return number, count

    @property
    def built(self) -> bool:
        """Whether all tokens can be found."""
        return self.n_tokens == cython.cast(cython.size_t, self.ids.shape[0])


def _is_merged(tokens, rows, left, right, token_id):
    """Return whether no merge before that of a token joins anything across the seam of its halves.

    The merges that made them are undone from the latest on: each time, what is next to the seam then might
    have merged before that one, on the left of it also at the same time.
    """
    limit: cython.size_t = token_id
    pair: cython.ulonglong
    while True:
        pair = cython.cast(cython.ulonglong, left) << 32 | right
        if find_pair(tokens, pair, mixed(pair, 0)) < limit:
            return False
        if left < 256 and right < 256:
            return True
        if left > right:
            limit = left
            left = rows[2 * (left - 256) + 1]
        else:
            limit = right + 1
            right = rows[2 * (right - 256)]


def _add_if_whole(tokens, token_id, n_bytes, whole):
    """Let a token be found by its bytes; of a model of merges, if these merge to it and are not many.

    Where pieces are taken `whole`, whatever they merge to.

    Returns the work that merging was.
    """
    n: cython.size_t = tokens.lengths[token_id]
    at: cython.p_const_uchar = tokens.text + tokens.starts[token_id]
    room: cython.size_t = n_bytes + 1 - tokens.starts[token_id]
    merged = cython.declare(cython.uint[64])
    _mark_inside(tokens, at, n)
    if tokens.pair_slots == cython.NULL or whole:
        if n == 2 and tokens.pair_slots == cython.NULL:
            tokens.byte_pairs[cython.cast(cython.size_t, at[0]) << 8 | at[1]] = token_id
        _add_token(tokens, at, n, token_id, room)
        return n
    if n > _REACHABLE:
        return n
    if merge_short(tokens, NEVER, at, n, room, True, merged) != 1:
        return 16 * n
    if merged[0] == token_id:
        _add_token(tokens, at, n, token_id, room)
    return 16 * n


def _mark_inside(tokens, at, n):
    """Note which bytes of a token are neighbors, and the contexts of its characters beyond ASCII."""
    i: cython.size_t
    before: cython.size_t
    behind: cython.size_t
    for i in range(1, n):
        tokens.inside[at[i - 1] << 5 | at[i] >> 3] |= 1 << (at[i] & 7)
        if at[i] >= CHARACTER and n > SHORT_PIECE:
            tokens.contexts[context_place(at + i)] |= ANY_CONTEXT
        elif at[i] >= CHARACTER:
            before = min(CONTEXT, i)
            behind = min(CONTEXT, n - i)
            tokens.contexts[context_place(at + i)] |= context_bit(before, behind)
            let_be(tokens.context_filter, tokens.context_bits, context_hash(at + i, before, behind))


def _will_add(tokens, token_id, n_bytes):
    """Let the places where a token will be added be read soon."""
    key: Key
    hashed: cython.ulonglong
    n: cython.size_t = tokens.lengths[token_id]
    at: cython.p_const_uchar = tokens.text + tokens.starts[token_id]
    room: cython.size_t = n_bytes + 1 - tokens.starts[token_id]
    if n <= SHORT_KEY:
        key = key_of(at, n, room)
        hashed = mixed(key.first, key.second)
        read_soon(tokens.short_slots + (hashed >> (64 - tokens.short_bits)))
    else:
        hashed = hash_of(at, n, room)
        read_soon(tokens.long_slots + (hashed >> (64 - tokens.long_bits)))
    read_soon(tokens.filter + (hashed >> (70 - tokens.filter_bits)))


def _add_token(tokens, at, n, token_id, room):
    key: Key
    hashed: cython.ulonglong
    slot: cython.size_t
    mask: cython.size_t
    one: cython.size_t = 1
    if n <= SHORT_KEY:
        key = key_of(at, n, room)
        hashed = mixed(key.first, key.second)
        mask = (one << tokens.short_bits) - 1
        slot = hashed >> (64 - tokens.short_bits)
        while tokens.short_slots[slot].second:
            slot = (slot + 1) & mask
        key.second |= token_id << 40
        tokens.short_slots[slot] = key
    else:
        hashed = hash_of(at, n, room)
        mask = (one << tokens.long_bits) - 1
        slot = hashed >> (64 - tokens.long_bits)
        while tokens.long_slots[slot]:
            slot = (slot + 1) & mask
        tokens.long_slots[slot] = hashed << 24 | one << 24 | token_id
    let_be(tokens.filter, tokens.filter_bits, hashed)


def _add_pair(tokens, left, right, merged):
    """Let a pair be found."""
    one: cython.size_t = 1
    mask: cython.size_t = (one << tokens.pair_bits) - 1
    pair: cython.ulonglong = left << 32 | right
    hashed: cython.ulonglong = mixed(pair, 0)
    slot: cython.size_t = hashed >> (64 - tokens.pair_bits)
    let_be(tokens.pair_filter, tokens.pair_filter_bits, hashed)
    if left < 256 and right < 256:
        tokens.byte_pairs[left << 8 | right] = merged
    while tokens.pair_slots[slot].second:
        slot = (slot + 1) & mask
    tokens.pair_slots[slot].first = pair
    tokens.pair_slots[slot].second = merged
