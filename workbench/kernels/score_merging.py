"""Score-merged encoding: text to token ids, the same as engine.models.score_merged gives.

A text is cut into words between characters that are next to each other in no token. A word is looked up among
those met lately, and else merged: a short one by scanning all its pairs for each merge, a long one with a
queue of pairs that may be stale by the time they come up. Work that may be long is cut by a budget, in units
of about a nanosecond, and goes on with the next call. All of it runs without the GIL.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memset
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
from cython.cimports.workbench.kernels.long_piece import (
    LONGEST_WORK,
    LOOK,
    NO_MEMORY,
    LongPiece,
    Symbol,
    free_long,
    let_wait,
    merge_next,
    place_of,
    reserve_long,
    take_first,
    tidy_long,
)
from cython.cimports.workbench.kernels.machine import give_pages, monotonic_ns, take_pages
from cython.cimports.workbench.kernels.score_table import ScoreTable, is_inside, join_of, symbol_of, unit_at
from cython.cimports.workbench.kernels.score_words import NO_JOIN, SHORT_WORD, merge_word
from cython.cimports.workbench.kernels.tokens import NEVER

_SCANNED = cython.declare(cython.longlong, 6)  # work of a character that is scanned

_SCAN = cython.declare(cython.int, 0)
_FILL = cython.declare(cython.int, 1)
_MERGE = cython.declare(cython.int, 2)
_EMIT = cython.declare(cython.int, 3)
_TIDY = cython.declare(cython.int, 4)


# --- encoders -------------------------------------------------------------------------------------------


@cython.final
@cython.cclass
class ScoreEncoder:
    """Encodes by a table; for one thread at a time.

    A word of more than `SHORT_WORD` characters is a long piece, whose places are numbers of characters.
    """

    table: ScoreTable
    cache: cython.pointer[cython.ulonglong]  # lines of `kept_words`
    counts: cython.bint  # what comes out is counted only
    n_counted: cython.size_t
    word: LongPiece
    phase: cython.int
    scanned: cython.size_t  # how far the word is known to go
    n_units: cython.size_t
    longest: cython.size_t  # characters of a word
    last: cython.ulonglong  # the last character scanned
    at: cython.size_t  # how far a phase is, in bytes of the text
    word_end: cython.size_t

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.cache = cython.NULL
        memset(cython.address(self.word), 0, cython.sizeof(self.word))

    def __init__(self, table: ScoreTable, longest: cython.size_t, counts: bool = False) -> None:
        """Take the table, the longest word in characters (36 bytes of memory each), and whether to count."""
        self.counts = counts
        self.n_counted = 0
        self.table = table
        self.longest = longest
        self.scanned = self.n_units = self.at = self.word_end = 0
        self.last = 0
        self.phase = _SCAN
        self.cache = cython.cast(cython.pointer[cython.ulonglong], take_pages(64 << KEPT_BITS))
        if self.cache == cython.NULL:
            raise MemoryError

    def __dealloc__(self) -> None:
        """Free the arrays."""
        give_pages(self.cache, 64 << KEPT_BITS)
        free_long(cython.address(self.word))

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
        if work == NO_MEMORY:
            self.phase = _SCAN
            self.n_units = 0
            raise MemoryError
        return at, self.n_counted + written, number


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
            if not _begin(encoder, table, position):
                work[0] = NO_MEMORY
                break
        if not _encode_long(encoder, table, text, position, out, room, written, work):
            break
        position = encoder.word_end
        encoder.n_units = 0
        encoder.phase = _SCAN
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
    limit = at + cython.cast(cython.size_t, work[0] / _SCANNED + 1)
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
    work[0] -= _SCANNED * cython.cast(cython.longlong, n_units - encoder.n_units)
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
def _encode_long(
    encoder: ScoreEncoder,
    table: ScoreTable,
    text: cython.p_const_uchar,
    position: cython.size_t,
    out: cython.pointer[cython.uint],
    room: cython.size_t,
    written: cython.pointer[cython.size_t],
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Go on with the long word at `position`; False if budget or room end before it is done."""
    if encoder.phase == _FILL and _fill(encoder, table, text, work):
        encoder.phase = _MERGE
    if encoder.phase == _MERGE and _merge(encoder, table, work):
        encoder.at = position
        encoder.word.at = 0
        encoder.phase = _EMIT
    if encoder.phase == _EMIT and _emit(encoder, table, text, out, room, written, work):
        encoder.word.at = 0
        encoder.phase = _TIDY
    return encoder.phase == _TIDY and tidy_long(cython.address(encoder.word), work)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(encoder: ScoreEncoder, table: ScoreTable, position: cython.size_t) -> cython.bint:
    """Begin with the word that was scanned; False if there is no memory."""
    if encoder.n_units > encoder.longest or encoder.n_units >> 31:
        return False
    if not reserve_long(cython.address(encoder.word), encoder.n_units, table.n_orders):
        return False
    encoder.word_end = encoder.scanned
    encoder.at = position
    encoder.word.at = encoder.word.n_runs = 0
    encoder.phase = _FILL
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    encoder: ScoreEncoder,
    table: ScoreTable,
    text: cython.p_const_uchar,
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Set the symbols of the word, let its pairs wait; False if the budget ends before."""
    symbols: cython.pointer[Symbol] = encoder.word.symbols
    number: cython.size_t = encoder.word.at
    unit: cython.ulonglong = 0
    stop: cython.longlong = monotonic_ns() + LONGEST_WORK
    while encoder.at < encoder.word_end and work[0] > 0:
        if number & LOOK == 0 and monotonic_ns() > stop:
            work[0] = 1
        encoder.at = unit_at(text, encoder.at, encoder.word_end, cython.address(unit))
        symbols[number].id = symbol_of(table, unit)
        symbols[number].rank = NEVER
        symbols[number].before = cython.cast(cython.uint, number - 1)
        symbols[number].next = cython.cast(cython.uint, number + 1)
        if number:
            _queue(encoder, table, number - 1, number, 2 * (number - 1))
        number += 1
        work[0] -= 25
    encoder.word.at = number
    return encoder.at == encoder.word_end


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _queue(
    encoder: ScoreEncoder, table: ScoreTable, left: cython.uint, right: cython.uint, entry: cython.uint
) -> cython.void:
    """Let a symbol and the next one wait for merging, if they merge."""
    symbols: cython.pointer[Symbol] = encoder.word.symbols
    joined: cython.ulonglong = join_of(table, symbols[left].id, symbols[right].id, NO_JOIN)
    if joined == NO_JOIN:
        return
    symbols[left].rank = joined >> 32
    let_wait(cython.address(encoder.word), symbols[left].rank, entry)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _merge(encoder: ScoreEncoder, table: ScoreTable, work: cython.pointer[cython.longlong]) -> cython.bint:
    """Merge until nothing waits; False if the budget ends before."""
    count: cython.size_t = 0
    stop: cython.longlong = monotonic_ns() + LONGEST_WORK
    while encoder.word.n_runs and work[0] > 0:
        if count & LOOK == 0 and monotonic_ns() > stop:
            work[0] = 1
        count += 1
        _merge_first(encoder, table)
        work[0] -= 100
    return encoder.word.n_runs == 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _merge_first(encoder: ScoreEncoder, table: ScoreTable) -> cython.void:
    """Take the first of the queue, and merge what it stands for, unless that has changed."""
    symbols: cython.pointer[Symbol] = encoder.word.symbols
    rank: cython.uint = encoder.word.heap[0] >> 32
    entry: cython.uint = take_first(cython.address(encoder.word))
    place: cython.uint = place_of(symbols, entry)
    joined: cython.ulonglong
    right: cython.uint
    if symbols[place].rank != rank:
        return
    joined = join_of(table, symbols[place].id, symbols[symbols[place].next].id, NO_JOIN)
    right = merge_next(symbols, encoder.n_units, place, cython.cast(cython.uint, joined))
    if place:
        _queue(encoder, table, symbols[place].before, place, 2 * right + 1)
    if symbols[place].next < encoder.n_units:
        _queue(encoder, table, place, symbols[place].next, entry)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _emit(
    encoder: ScoreEncoder,
    table: ScoreTable,
    text: cython.p_const_uchar,
    out: cython.pointer[cython.uint],
    room: cython.size_t,
    written: cython.pointer[cython.size_t],
    work: cython.pointer[cython.longlong],
) -> cython.bint:
    """Write the ids of the word; False if budget or room end before."""
    symbols: cython.pointer[Symbol] = encoder.word.symbols
    at: cython.size_t = encoder.word.at
    after: cython.size_t
    end: cython.size_t
    unit: cython.ulonglong = 0
    count: cython.size_t = written[0]
    while at < encoder.n_units and work[0] > 0 and count + 4 <= room:
        after = symbols[at].next
        end = unit_at(text, encoder.at, encoder.word_end, cython.address(unit))
        if symbols[at].id < table.n_tokens:
            out[count] = symbols[at].id
            count += 1
        else:  # one character
            while encoder.at < end:
                out[count] = table.byte_ids[text[encoder.at]]
                encoder.at += 1
                count += 1
        work[0] -= 3 * cython.cast(cython.longlong, after - at)
        at += 1
        while at < after:
            end = unit_at(text, end, encoder.word_end, cython.address(unit))
            at += 1
        encoder.at = end
    encoder.word.at = at
    written[0] = count
    return at == encoder.n_units
