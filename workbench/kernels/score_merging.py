"""Score-merged encoding: text to token ids, the same as engine.models.score_merged gives.

A text is cut into words between characters that are next to each other in no token. A word is looked up among
those met lately, and else merged: a short one by scanning all its pairs for each merge, a long one with a
heap of pairs that may be stale by the time they come up. Work that may be long is cut by a budget, in units
of about a nanosecond, and goes on with the next call. All of it runs without the GIL.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.workbench.kernels.kept_words import (
    KEPT_BITS,
    KEPT_BYTES,
    WORDS_AHEAD,
    WordAhead,
    keep_count,
    keep_ids,
    kept_count,
    kept_ids,
    look_ahead,
)
from cython.cimports.workbench.kernels.least_heap import put_in, take_least
from cython.cimports.workbench.kernels.machine import give_pages, take_pages
from cython.cimports.workbench.kernels.score_table import ScoreTable, is_inside, join_of, symbol_of, unit_at
from cython.cimports.workbench.kernels.score_words import NO_JOIN, SHORT_WORD, merge_word

_PLACE_BITS = cython.declare(cython.int, 40)
_PLACES = cython.declare(cython.ulonglong, 0xFFFFFFFFFF)

_KEPT = cython.declare(cython.size_t, 65536)  # characters for which memory is kept
_FAILED = cython.declare(cython.longlong, -0x7FFFFFFFFFFFFFFF)  # a budget that says: no memory

_SCAN = cython.declare(cython.int, 0)
_FILL = cython.declare(cython.int, 1)
_MERGE = cython.declare(cython.int, 2)
_EMIT = cython.declare(cython.int, 3)


# --- encoders -------------------------------------------------------------------------------------------


@cython.final
@cython.cclass
class ScoreEncoder:
    """Encodes by a table; for one thread at a time.

    A word of more than `SHORT_WORD` characters is in arrays by the number of its characters; `nexts` and
    `befores` are numbers of symbols, and a symbol that was merged into the one before it has `_MERGED`.
    """

    table: ScoreTable
    cache: cython.pointer[cython.ulonglong]  # lines of `kept_words`
    counts: cython.bint  # what comes out is counted only
    n_counted: cython.size_t
    symbols: cython.pointer[cython.uint]
    starts: cython.pointer[cython.uint]  # in bytes of the word
    nexts: cython.pointer[cython.uint]
    befores: cython.pointer[cython.uint]
    gone: cython.pointer[cython.uchar]
    heap: cython.pointer[cython.ulonglong]  # place by score above number
    room: cython.size_t
    queued: cython.size_t
    phase: cython.int
    scanned: cython.size_t  # how far the word is known to go
    n_units: cython.size_t
    longest: cython.size_t  # characters of a word
    last: cython.ulonglong  # the last character scanned
    at: cython.size_t  # how far a phase is
    filled: cython.size_t
    word_end: cython.size_t

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.cache = self.heap = cython.NULL
        self.symbols = self.starts = self.nexts = self.befores = cython.NULL
        self.gone = cython.NULL

    def __init__(self, table: ScoreTable, longest: cython.size_t, counts: bool = False) -> None:
        """Take the table, the longest word in characters (33 bytes of memory each), and whether to count."""
        self.counts = counts
        self.n_counted = 0
        self.table = table
        self.longest = longest
        self.room = self.queued = self.scanned = self.n_units = self.at = self.filled = self.word_end = 0
        self.last = 0
        self.phase = _SCAN
        self.cache = cython.cast(cython.pointer[cython.ulonglong], take_pages(64 << KEPT_BITS))
        if self.cache == cython.NULL:
            raise MemoryError

    def __dealloc__(self) -> None:
        """Free the arrays."""
        give_pages(self.cache, 64 << KEPT_BITS)
        _free_arrays(self)

    def encode(
        self,
        data: bytes,
        position: int,
        out: cython.uint[::1],
        budget: int,
        tokens: cython.const[cython.ulonglong][:, ::1],
        first: int,
    ) -> tuple[int, int, int]:
        """Encode `data` from `position`, where a word begins, into `out` (at least 256 ids).

        `tokens` are start, end and id of what does not merge. Returns where the next word begins, how many
        ids there are (where they are counted, most are not in `out`), and the number of the next token, at
        first `first`; stops when `budget` ends or `out` may be too small, to be gone on with.
        """
        number: cython.size_t = first
        stop: cython.size_t
        ids: cython.pointer[cython.uint] = cython.address(out[0])
        text: cython.p_const_uchar = data
        length: cython.size_t = len(data)
        at: cython.size_t = position
        written: cython.size_t = 0
        work: cython.longlong = budget
        done: cython.pointer[cython.size_t] = cython.address(written)
        left: cython.pointer[cython.longlong] = cython.address(work)
        self.n_counted = 0
        if length >= 0xFFFFFFFF:
            raise MemoryError
        with cython.nogil:
            while True:
                stop = tokens[number, 0] if number < tokens.shape[0] else length
                at = _encode(self, self.table, text, at, stop, ids, out.shape[0], done, left)
                if at < stop or number == tokens.shape[0] or work <= 0 or written == out.shape[0]:
                    break
                ids[written] = cython.cast(cython.uint, tokens[number, 2])
                written += 1
                work -= 10
                at = tokens[number, 1]
                number += 1
        if work == _FAILED:
            self.phase = _SCAN
            self.n_units = 0
            raise MemoryError
        return at, self.n_counted + written, number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _free_arrays(encoder: ScoreEncoder) -> cython.void:
    free(encoder.symbols)
    free(encoder.starts)
    free(encoder.nexts)
    free(encoder.befores)
    free(encoder.gone)
    free(encoder.heap)
    encoder.symbols = encoder.starts = encoder.nexts = encoder.befores = cython.NULL
    encoder.gone = cython.NULL
    encoder.heap = cython.NULL
    encoder.room = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reserve(encoder: ScoreEncoder, room: cython.size_t) -> cython.bint:
    """Make the arrays hold so many characters; False if there is no memory."""
    if room <= encoder.room:
        return True
    _free_arrays(encoder)
    encoder.symbols = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
    encoder.starts = cython.cast(cython.pointer[cython.uint], malloc(4 * room + 4))
    encoder.nexts = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
    encoder.befores = cython.cast(cython.pointer[cython.uint], malloc(4 * room))
    encoder.gone = cython.cast(cython.pointer[cython.uchar], malloc(room))
    # Every character but the last may wait at first, and each of as many merges lets two wait for one.
    encoder.heap = cython.cast(cython.pointer[cython.ulonglong], malloc(16 * room))
    if not (
        encoder.symbols
        and encoder.starts
        and encoder.nexts
        and encoder.befores
        and encoder.gone
        and encoder.heap
    ):
        _free_arrays(encoder)
        return False
    encoder.room = room
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode(
    encoder: ScoreEncoder,
    table: ScoreTable,
    text: cython.p_const_uchar,
    position: cython.size_t,
    end: cython.size_t,
    out: cython.pointer[cython.uint],
    room: cython.size_t,
    written: cython.pointer[cython.size_t],
    work: cython.pointer[cython.longlong],
) -> cython.size_t:
    """Encode words from `position` on until budget or room is used up; return where the next one begins."""
    before: cython.size_t
    while position < end and work[0] > 0:
        if encoder.phase == _SCAN:
            before = position
            position = _encode_ahead(encoder, table, out, room, written, text, position, end, work)
            if position > before:
                continue
            if room - written[0] < 4 * SHORT_WORD or not _scan(encoder, table, text, position, end, work):
                break
            if encoder.n_units > encoder.longest or not _reserve(encoder, encoder.n_units):
                work[0] = _FAILED
                break
            encoder.word_end = encoder.scanned
            encoder.at = position
            encoder.filled = encoder.queued = 0
            encoder.phase = _FILL
        if encoder.phase == _FILL and _fill(encoder, table, text, position, work):
            encoder.phase = _MERGE
        if encoder.phase == _MERGE and _merge(encoder, table, work):
            encoder.at = 0
            encoder.phase = _EMIT
        if encoder.phase == _EMIT:
            if not _emit(encoder, table, text + position, out, room, written, work):
                break
            position = encoder.word_end
    return position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode_ahead(
    encoder: ScoreEncoder,
    table: ScoreTable,
    out: cython.pointer[cython.uint],
    room: cython.size_t,
    written: cython.pointer[cython.size_t],
    text: cython.p_const_uchar,
    position: cython.size_t,
    end: cython.size_t,
    work: cython.pointer[cython.longlong],
) -> cython.size_t:
    """Encode some short words, found before; return where the next one begins, which may be known in part."""
    ahead = cython.declare(WordAhead[WORDS_AHEAD])
    at: cython.size_t = position
    n: cython.size_t = 0
    i: cython.size_t
    while n < WORDS_AHEAD and at < end and at - position + 4 * SHORT_WORD <= room - written[0]:
        if not _scan(encoder, table, text, at, end, work) or encoder.n_units > SHORT_WORD:
            break
        look_ahead(encoder.cache, cython.address(ahead[n]), text + at, encoder.scanned - at, end - at)
        at = encoder.scanned
        encoder.n_units = 0
        n += 1
    for i in range(n):
        written[0] += _encode_short(
            encoder, table, text + position, cython.address(ahead[i]), out + written[0], work
        )
        position += ahead[i].length
    return position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _scan(
    encoder: ScoreEncoder,
    table: ScoreTable,
    text: cython.p_const_uchar,
    position: cython.size_t,
    end: cython.size_t,
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Find the end of the word at `position`; False if the budget ends before."""
    at: cython.size_t = encoder.scanned
    n_units: cython.size_t = encoder.n_units
    left: cython.ulonglong = encoder.last
    right: cython.ulonglong = 0
    after: cython.size_t
    limit: cython.size_t
    if n_units == 0:
        at = unit_at(text, position, end, cython.address(left))
        n_units = 1
    limit = at + cython.cast(cython.size_t, work[0])
    after = at
    while at < end and at < limit:
        if text[at] < 0x80 and (at + 1 == end or text[at + 1] < 0x80):
            right = text[at]
            after = at + 1
        else:
            after = unit_at(text, at, end, cython.address(right))
        if not is_inside(table, left, right):
            break
        left = right
        at = after
        n_units += 1
    work[0] -= 3 * cython.cast(cython.longlong, n_units - encoder.n_units)
    encoder.scanned = at
    encoder.n_units = n_units
    encoder.last = left
    return at >= end or at < limit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode_short(
    encoder: ScoreEncoder,
    table: ScoreTable,
    word: cython.p_const_uchar,
    ahead: cython.pointer[WordAhead],
    out: cython.pointer[cython.uint],
    work: cython.pointer[cython.longlong],
) -> cython.size_t:
    """Encode a word of at most `SHORT_WORD` characters; return the number of ids written."""
    count: cython.size_t
    if ahead.length > KEPT_BYTES:
        work[0] -= 1000
        return merge_word(table, word, ahead.length, out)
    count = kept_count(ahead.line, ahead.key) if encoder.counts else kept_ids(ahead.line, ahead.key, out)
    work[0] -= 15
    if count == 0:
        work[0] -= 20 * cython.cast(cython.longlong, ahead.length)
        count = merge_word(table, word, ahead.length, out)
        if encoder.counts:
            keep_count(ahead.line, ahead.key, count)
        else:
            keep_ids(ahead.line, ahead.key, out, count)
    if not encoder.counts:
        return count
    encoder.n_counted += count
    return 0


# --- long words -----------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    encoder: ScoreEncoder,
    table: ScoreTable,
    text: cython.p_const_uchar,
    position: cython.size_t,
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Set the symbols of the word at `position`, let its pairs wait; False if the budget ends before."""
    at: cython.size_t = encoder.at
    number: cython.size_t = encoder.filled
    unit: cython.ulonglong = 0
    while at < encoder.word_end and work[0] > 0:
        encoder.starts[number] = cython.cast(cython.uint, at - position)
        at = unit_at(text, at, encoder.word_end, cython.address(unit))
        encoder.symbols[number] = symbol_of(table, unit)
        encoder.nexts[number] = cython.cast(cython.uint, number + 1)
        encoder.befores[number] = cython.cast(cython.uint, number - 1)
        encoder.gone[number] = 0
        if number:
            _wait(encoder, table, number - 1, number)
        number += 1
        work[0] -= 25
    encoder.at = at
    encoder.filled = number
    if at < encoder.word_end:
        return False
    encoder.starts[number] = cython.cast(cython.uint, at - position)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wait(encoder: ScoreEncoder, table: ScoreTable, left: cython.size_t, right: cython.size_t) -> cython.void:
    """Put a pair into the heap, if it may merge."""
    joined: cython.ulonglong = join_of(table, encoder.symbols[left], encoder.symbols[right], NO_JOIN)
    if joined == NO_JOIN:
        return
    put_in(encoder.heap, encoder.queued, joined >> 32 << _PLACE_BITS | left)
    encoder.queued += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _merge(encoder: ScoreEncoder, table: ScoreTable, work: cython.pointer[cython.longlong]) -> cython.bint:
    """Merge until nothing waits; False if the budget ends before."""
    entry: cython.ulonglong
    joined: cython.ulonglong
    at: cython.size_t
    right: cython.size_t
    after: cython.size_t
    while encoder.queued:
        if work[0] <= 0:
            return False
        work[0] -= 250
        entry = take_least(encoder.heap, encoder.queued)
        encoder.queued -= 1
        at = entry & _PLACES
        if encoder.gone[at]:
            continue
        right = encoder.nexts[at]
        if right >= encoder.filled:
            continue
        joined = join_of(table, encoder.symbols[at], encoder.symbols[right], NO_JOIN)
        if joined == NO_JOIN or joined >> 32 != entry >> _PLACE_BITS:
            continue
        encoder.symbols[at] = cython.cast(cython.uint, joined)
        encoder.gone[right] = 1
        after = encoder.nexts[right]
        encoder.nexts[at] = cython.cast(cython.uint, after)
        if at:
            _wait(encoder, table, encoder.befores[at], at)
        if after < encoder.filled:
            encoder.befores[after] = cython.cast(cython.uint, at)
            _wait(encoder, table, at, after)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _emit(
    encoder: ScoreEncoder,
    table: ScoreTable,
    word: cython.p_const_uchar,
    out: cython.pointer[cython.uint],
    room: cython.size_t,
    written: cython.pointer[cython.size_t],
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Write the ids of the word, and leave it; False if budget or room end before."""
    at: cython.size_t = encoder.at
    place: cython.size_t
    count: cython.size_t = written[0]
    symbol: cython.uint
    while at < encoder.filled and work[0] > 0 and count + 4 <= room:
        symbol = encoder.symbols[at]
        if symbol < table.n_tokens:
            out[count] = symbol
            count += 1
        else:
            for place in range(encoder.starts[at], encoder.starts[encoder.nexts[at]]):
                out[count] = table.byte_ids[word[place]]
                count += 1
        at = encoder.nexts[at]
        work[0] -= 3
    encoder.at = at
    written[0] = count
    if at < encoder.filled:
        return False
    encoder.n_units = 0
    encoder.phase = _SCAN
    if encoder.room > _KEPT:
        _free_arrays(encoder)
    return True
