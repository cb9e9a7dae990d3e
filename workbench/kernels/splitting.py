"""The published split patterns as state machines over UTF-8: bytes in, the ends of the pieces out.

The readable counterpart is engine.published_split, whose regular expressions (engine.split_patterns) are
named here by their alternatives. Runs of bytes that are not UTF-8 join the piece before them; the text on
either side is split on its own, so for the machines a text ends where such a run starts. Stretches that a
pattern leaves out come as pieces too, their ends marked with GAP.

A piece may be as long as the text. So that no call is long, a run of more than NEAR bytes within a piece is
looked at in several calls: `Far` keeps how far each such run goes, the machine gives up in the middle, and in
the next call, at the same piece, it passes over what is known.

Compiled only (see `workbench.kernels`); constants and structures stand in classes.pxd and splitting.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memcpy
from cython.cimports.workbench.kernels.classes import (
    CL100K,
    CLIP,
    EITHER_PART,
    GPT2,
    LETTER,
    LLAMA3,
    LOWER,
    LOWER_PART,
    MARK,
    NEWLINE,
    NUMBER,
    O200K,
    OTHER,
    SPACE,
    SPACES,
    UPPER_PART,
    WHITE,
)
from cython.cimports.workbench.kernels.splitting import (
    FAR_RUNS,
    GAP,
    INVALID,
    NEAR,
    NEWLINE_OR_SLASH,
    NO_SPACE,
    PLAIN_SPACE,
    UNLIMITED,
    Far,
    Run,
)

from workbench.kernels.unicode_classes import class_table, class_table_ignoring_case

PATTERNS = {"gpt2": GPT2, "cl100k": CL100K, "o200k": O200K, "llama3": LLAMA3, "clip": CLIP, "spaces": SPACES}
_BUDGET = 1_000_000  # characters of long runs that a call looks at: some 5 ms


# --- characters -----------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _look(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.uint:
    """Return the class of the character at `at` and, eight bits up, its width; 0 at the end of valid text."""
    if at >= end:
        return 0
    if data[at] < 0x80:
        return table[data[at]] | 0x100
    return _look_further(data, at, end, table)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_further(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.uint:
    """Do as `_look` beyond ASCII (Unicode, table 3-7, well-formed byte sequences)."""
    first: cython.uint = data[at]
    second: cython.uint
    third: cython.uint
    fourth: cython.uint
    point: cython.uint
    if end - at < 2 or first < 0xC2:
        return 0
    second = data[at + 1] ^ 0x80
    if second > 0x3F:
        return 0
    if first < 0xE0:
        return table[(first & 0x1F) << 6 | second] | 0x200
    if end - at < 3:
        return 0
    third = data[at + 2] ^ 0x80
    if third > 0x3F:
        return 0
    if first < 0xF0:
        point = (first & 0x0F) << 12 | second << 6 | third
        return 0 if point < 0x800 or point >> 11 == 0x1B else table[point] | 0x300
    if end - at < 4 or first > 0xF4:
        return 0
    fourth = data[at + 3] ^ 0x80
    if fourth > 0x3F:
        return 0
    point = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    return 0 if point < 0x10000 or point > 0x10FFFF else table[point] | 0x400


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _run_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    classes: cython.uint,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Return where the run of characters of these classes ends that begins at `at`."""
    start: cython.size_t = at
    near: cython.size_t = _near(at, end)
    found: cython.uint
    while at < near:
        if data[at] < 0x80:
            if not table[data[at]] & classes:
                return at
            at += 1
        else:
            found = _look_further(data, at, end, table)
            if not found & classes:
                return at
            at += found >> 8
    return at if near == end else _far_run(data, start, end, table, classes, far).end


# --- long runs ------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _near(at: cython.size_t, end: cython.size_t) -> cython.size_t:
    """Return how far a run that begins at `at` is looked at in one go."""
    return at + NEAR if end - at > NEAR else end


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _belongs(found: cython.uint, byte: cython.uchar, kind: cython.uint) -> cython.bint:
    """Tell whether a character, as `_look` sees it, belongs to a run of some classes or another kind."""
    if kind == INVALID:
        return found == 0
    if kind == NEWLINE_OR_SLASH:
        return byte == 0x0A or byte == 0x0D or byte == 0x2F
    if kind == PLAIN_SPACE:
        return byte == 0x20
    if kind == NO_SPACE:
        return found != 0 and byte != 0x20
    return found & kind != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _far_run(
    data: cython.p_const_uchar,
    start: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    kind: cython.uint,
    far: cython.pointer[Far],
) -> cython.pointer[Run]:
    """Return a long run as far as it is known; where the budget ends first, `far` says so."""
    i: cython.int
    found: cython.uint
    run: cython.pointer[Run] = far.runs
    for i in range(far.n):
        run = far.runs + i
        if run.start == start and run.kind == kind:
            break
    else:
        # Never more than FAR_RUNS in a piece: the parts of an alternative, and bytes that are not UTF-8.
        run = far.runs + min(far.n, FAR_RUNS - 1)
        far.n = min(far.n + 1, FAR_RUNS)
        run.start = run.end = run.last = start
        run.newline_end = run.either_end = 0
        run.kind = kind
    while run.end < end:
        found = _look(data, run.end, end, table)
        if not _belongs(found, data[run.end], kind):
            break
        if far.budget <= 0:
            far.stopped = True
            break
        far.budget -= 1
        run.last = run.end
        run.end += found >> 8 if found else 1
        if found & NEWLINE:
            run.newline_end = run.end
        if found & EITHER_PART:
            run.either_end = run.end
    return run


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _kind_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    kind: cython.uint,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Do as `_run_end` for a run of any kind."""
    start: cython.size_t = at
    near: cython.size_t = _near(at, end)
    found: cython.uint
    while at < near:
        found = _look(data, at, end, table)
        if not _belongs(found, data[at], kind):
            return at
        at += found >> 8 if found else 1
    return at if near == end else _far_run(data, start, end, table, kind, far).end


# --- letters ---------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ascii_letters_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, fold: cython.ulonglong
) -> cython.size_t:
    """Return the end of a run of letters a to z, eight at a time; with `fold` 0x2020… of A to Z too.

    It may stop earlier, within eight bytes of `end`.
    """
    ones: cython.ulonglong = 0x0101010101010101
    high: cython.ulonglong = 0x8080808080808080
    word: cython.ulonglong = 0
    folded: cython.ulonglong
    others: cython.ulonglong
    while at + 8 <= end:
        memcpy(cython.address(word), data + at, 8)
        folded = (word | fold) & ~high
        # The highest bit of each byte: set where it is no letter.
        others = (~(folded + ones * 0x1F) | (folded + ones * 0x05) | word) & high
        if others:
            others >>= 7
            return at + ((((others - 1) & ~others & ones) * ones) >> 56)
        at += 8
    return at


# --- parts of patterns ----------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _contraction_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, fold: cython.uint
) -> cython.size_t:
    """Return the end of 's 't 're 've 'm 'll 'd, or `at` where none is; `fold` is 0x20 for either case."""
    first: cython.uint
    second: cython.uint
    if at + 2 > end or data[at] != 0x27:
        return at
    first = data[at + 1] | fold
    if first == 0x73 or first == 0x74 or first == 0x6D or first == 0x64:
        return at + 2
    if at + 3 > end:
        return at
    second = data[at + 2] | fold
    if (first == 0x6C and second == 0x6C) or ((first == 0x72 or first == 0x76) and second == 0x65):
        return at + 3
    # U+017F, the long s, is an s to those who ignore case.
    if fold and data[at + 1] == 0xC5 and data[at + 2] == 0xBF:
        return at + 3
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _white_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    pattern: cython.int,
    far: cython.pointer[Far],
) -> cython.size_t:
    r"""Return the end of the piece that white space at `at` begins, where it is not before a word.

    gpt2: `\s++$|\s+(?!\S)|\s`; cl100k: `\s++$|\s*[\r\n]|\s+(?!\S)|\s`; o200k and llama3:
    `\s*[\r\n]+|\s+(?!\S)|\s+`.
    """
    start: cython.size_t = at
    last: cython.size_t = at
    newline_end: cython.size_t = 0
    near: cython.size_t = _near(at, end)
    run: cython.pointer[Run]
    found: cython.uint = _look(data, at, end, table)
    while found & WHITE:
        last = at
        at += found >> 8
        if found & NEWLINE:
            newline_end = at
        if at >= near and near < end:
            run = _far_run(data, start, end, table, WHITE, far)
            if far.stopped:
                return run.end
            last = run.last
            at = run.end
            newline_end = run.newline_end
            near = end
        found = _look(data, at, end, table)
    if found == 0 and (pattern == GPT2 or pattern == CL100K or newline_end == 0):
        return at
    if newline_end and pattern != GPT2:
        return newline_end
    return at if last == start else last


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _numbers_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, table: cython.p_const_uchar
) -> cython.size_t:
    r"""Return the end of `\p{N}{1,3}`."""
    found: cython.uint
    for _ in range(3):
        found = _look(data, at, end, table)
        if not found & NUMBER:
            break
        at += found >> 8
    return at


# --- the patterns ---------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _letters_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    r"""Return the end of `\p{L}*`."""
    at = _ascii_letters_end(data, at, _near(at, end), 0x2020202020202020)
    return _run_end(data, at, end, table, LETTER, far)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _gpt2_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Return the end of the piece of gpt2 that starts at `at`, or `at` where no valid character stands."""
    start: cython.size_t = at
    found: cython.uint = _look(data, at, end, table)
    if found & OTHER:
        at = _contraction_end(data, at, end, 0)
        if at > start:
            return at
    elif data[at] == 0x20 and found:
        at += 1
        found = _look(data, at, end, table)
        if found & WHITE or found == 0:
            return _white_end(data, start, end, table, GPT2, far)
    if found & LETTER:
        return _letters_end(data, at, end, table, far)
    if found & NUMBER:
        return _run_end(data, at, end, table, NUMBER, far)
    if found & (OTHER | MARK):
        return _run_end(data, at, end, table, OTHER | MARK, far)
    return _white_end(data, at, end, table, GPT2, far)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cl100k_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    pattern: cython.int,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Return the end of the piece of cl100k or llama3 at `at`, or `at` where no valid character stands."""
    after: cython.size_t
    following: cython.uint
    found: cython.uint = _look(data, at, end, table)
    if found & LETTER:
        return _letters_end(data, at, end, table, far)
    if found & NUMBER:
        return _numbers_end(data, at, end, table)
    if found & (SPACE | OTHER | MARK):
        after = _contraction_end(data, at, end, 0x20)
        if after > at:
            return after
        after = at + (found >> 8)
        following = _look(data, after, end, table)
        if following & LETTER:
            return _letters_end(data, after, end, table, far)
        if found & (OTHER | MARK) or (data[at] == 0x20 and following & (OTHER | MARK)):
            after = _run_end(data, after, end, table, OTHER | MARK, far)
            return _run_end(data, after, end, table, NEWLINE, far)
    return _white_end(data, at, end, table, pattern, far)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _word_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    r"""Return the end of o200k's `U*L+` or else `U+L*` at `at`, or `at` where neither stands.

    U are `\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}` and L `\p{Ll}\p{Lm}\p{Lo}\p{M}`. Where no L follows the U, the
    expression goes back to the last of them that is an L too, and ends there.
    """
    start: cython.size_t = at
    either_end: cython.size_t = at
    near: cython.size_t = _near(at, end)
    run: cython.pointer[Run]
    found: cython.uint = _look(data, at, end, table)
    while found & UPPER_PART:
        at += found >> 8
        if found & EITHER_PART:
            either_end = at
        if at >= near and near < end:
            run = _far_run(data, start, end, table, UPPER_PART, far)
            if far.stopped:
                return run.end
            at = run.end
            either_end = max(run.either_end, start)
            near = end
        found = _look(data, at, end, table)
    if found & LOWER:
        at = _ascii_letters_end(data, at, _near(at, end), 0)
        return _run_end(data, at, end, table, LOWER_PART, far)
    return either_end if either_end > start else at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _others_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    r"""Return the end of o200k's `[^\s\p{L}\p{N}]*[\r\n/]*`."""
    at = _run_end(data, at, end, table, OTHER | MARK, far)
    return _kind_end(data, at, end, table, NEWLINE_OR_SLASH, far)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _o200k_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Return the end of the piece of o200k at `at`, or `at` where no valid character stands."""
    after: cython.size_t
    word_end: cython.size_t
    found: cython.uint = _look(data, at, end, table)
    if found & NUMBER:
        return _numbers_end(data, at, end, table)
    # A mark may stand before a word as well, but then it is a part of it just as well.
    after = at + (found >> 8) if found & (SPACE | OTHER) else at
    word_end = _word_end(data, after, end, table, far)
    if word_end > after:
        return _contraction_end(data, word_end, end, 0x20)
    if found & OTHER or (found and data[at] == 0x20 and _look(data, after, end, table) & OTHER):
        return _others_end(data, after, end, table, far)
    return _white_end(data, at, end, table, O200K, far)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _spelled_end(
    data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t, spelling: cython.p_const_uchar
) -> cython.size_t:
    """Return the end of a spelling at `at`, or `at`; it is given in lower case, a zero at its end."""
    start: cython.size_t = at
    i: cython.size_t = 0
    while spelling[i]:
        if at >= end:
            return start
        if data[at] == spelling[i] or (0x61 <= spelling[i] <= 0x7A and data[at] | 0x20 == spelling[i]):
            at += 1
        elif spelling[i] == 0x73 and at + 2 <= end and data[at] == 0xC5 and data[at + 1] == 0xBF:
            at += 2  # U+017F, the long s
        else:
            return start
        i += 1
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _clip_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Return the end of the piece or gap of clip at `at`, or `at` where no valid character stands."""
    after: cython.size_t = at
    found: cython.uint = _look(data, at, end, table)
    if found & LETTER:
        return _letters_end(data, at, end, table, far)
    if found & NUMBER:
        return at + (found >> 8)
    if found & WHITE:
        return _run_end(data, at, end, table, WHITE, far)
    if found == 0:
        return at
    if data[at] == 0x3C:
        after = _spelled_end(data, at, end, b"<|startoftext|>")
        if after == at:
            after = _spelled_end(data, at, end, b"<|endoftext|>")
    elif data[at] == 0x27:
        after = _contraction_end(data, at, end, 0x20)
    return after if after > at else _run_end(data, at, end, table, OTHER | MARK, far)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _spaces_end(
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Return the end of the spaces at `at` and of what follows up to the next one, as far as it is valid."""
    at = _kind_end(data, at, end, table, PLAIN_SPACE, far)
    return _kind_end(data, at, end, table, NO_SPACE, far)


# --- pieces ---------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _piece_end(
    pattern: cython.int,
    data: cython.p_const_uchar,
    at: cython.size_t,
    end: cython.size_t,
    table: cython.p_const_uchar,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Return the end of the piece or gap at `at`, or `at` where no valid character stands."""
    if pattern == O200K:
        return _o200k_end(data, at, end, table, far)
    if pattern == GPT2:
        return _gpt2_end(data, at, end, table, far)
    if pattern == CL100K or pattern == LLAMA3:
        return _cl100k_end(data, at, end, table, pattern, far)
    if pattern == CLIP:
        return _clip_end(data, at, end, table, far)
    return _spaces_end(data, at, end, table, far)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def split_some(
    pattern: cython.int,
    table: cython.p_const_uchar,
    data: cython.p_const_uchar,
    end: cython.size_t,
    position: cython.pointer[cython.size_t],
    stop: cython.size_t,
    ends: cython.pointer[cython.ulonglong],
    capacity: cython.size_t,
    far: cython.pointer[Far],
) -> cython.size_t:
    """Split from data[position[0]] on, up to `capacity` pieces or `stop` bytes, and return how many.

    `position` must be 0 or a place where a piece starts, and moves to the next one; no piece goes beyond
    `end`. A run of bytes that are not UTF-8 comes with the piece before it, but not with a gap.

    `far.n` must be 0 in the first call. Where the budget ends inside a piece, the next call (with a new
    `far.budget`) goes on there; there may be none in between.
    """
    at: cython.size_t = position[0]
    after: cython.size_t
    gap: cython.ulonglong = 0
    count: cython.size_t = 0
    while at < end and at < stop and count < capacity:
        after = _piece_end(pattern, data, at, end, table, far)
        if pattern == CLIP:
            gap = GAP if _look(data, at, end, table) & WHITE else 0
        if after < end and data[after] >= 0x80 and not gap:
            after = _kind_end(data, after, end, table, INVALID, far)
        if far.n:
            if far.stopped:
                far.stopped = False
                break
            far.n = 0
        ends[count] = after | gap
        count += 1
        at = after
    position[0] = at
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def split_block(
    pattern: cython.int,
    table: cython.p_const_uchar,
    data: cython.p_const_uchar,
    end: cython.size_t,
    position: cython.pointer[cython.size_t],
    stop: cython.size_t,
    ends: cython.pointer[cython.ulonglong],
    capacity: cython.size_t,
) -> cython.size_t:
    """Do as `split_some`, however long a piece is."""
    far = cython.declare(Far)
    far.n = 0
    far.stopped = False
    far.budget = UNLIMITED
    return split_some(pattern, table, data, end, position, stop, ends, capacity, cython.address(far))


# --- safe borders ---------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_border(
    pattern: cython.int,
    before: cython.uint,
    before_byte: cython.uchar,
    after: cython.uint,
    after_byte: cython.uchar,
) -> cython.bint:
    """Tell whether a safe border lies between two characters (`SplitPattern.border`)."""
    if pattern == SPACES:
        return before_byte != 0x20 and after_byte == 0x20
    if before & LETTER:
        if pattern == O200K:
            return not after & (LETTER | MARK) and after_byte != 0x27
        return not after & LETTER and (pattern != CLIP or after_byte != 0x7C)
    if before & NUMBER:
        return not after & NUMBER
    if before & WHITE:
        return False
    if after & WHITE:
        # CLIP's U+0345, the only one of its kind that begins so, is a mark all the same.
        return (not after & NEWLINE or pattern == GPT2 or pattern == CLIP) and after_byte != 0xCD
    if after & LETTER:
        return (pattern == GPT2 or (pattern == CLIP and before_byte != 0x7C)) and before_byte != 0x27
    return after & NUMBER != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _whole(data: cython.p_const_uchar, at: cython.size_t, end: cython.size_t) -> cython.size_t:
    """Return where the first character begins that is not cut at `at`: three bytes on at most."""
    for _ in range(3):
        if at < end and data[at] & 0xC0 == 0x80:
            at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_border(
    pattern: cython.int,
    table: cython.p_const_uchar,
    data: cython.p_const_uchar,
    position: cython.pointer[cython.size_t],
    end: cython.size_t,
) -> cython.bint:
    """Move `position`, where a character starts, to the first safe border behind it, if one is found."""
    at: cython.size_t = position[0]
    last: cython.size_t = at
    before: cython.uint = _look(data, at, end, table)
    after: cython.uint
    at += before >> 8 if before else 1
    while at < end:
        after = _look(data, at, end, table)
        if after and (before == 0 or _is_border(pattern, before, data[last], after, data[at])):
            position[0] = at
            return True
        last = at
        before = after
        at += after >> 8 if after else 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _last_border(
    pattern: cython.int,
    table: cython.p_const_uchar,
    data: cython.p_const_uchar,
    start: cython.size_t,
    position: cython.pointer[cython.size_t],
    end: cython.size_t,
) -> cython.bint:
    """Move `position` to the last safe border before it and behind `start`, if one is found."""
    at: cython.size_t = position[0]
    first: cython.size_t
    before: cython.uint
    after: cython.uint = _look(data, at, end, table)
    while at > start:
        first = at - 1
        while first > start and at - first < 4 and data[first] & 0xC0 == 0x80:
            first -= 1
        before = _look(data, first, at, table)
        if before >> 8 != at - first:
            first = at - 1
            before = 0
        if after and (before == 0 or _is_border(pattern, before, data[first], after, data[at])):
            position[0] = at
            return True
        after = before
        at = first
    return False


# --- for Python -----------------------------------------------------------------------------------------


class Splitter:
    """One of the published patterns; any number of threads may use it at a time.

    Attributes:
        pattern: its number, for compiled modules.
        table: the class of each character.

    """

    def __init__(self, name: str) -> None:
        """Take a name of `PATTERNS`."""
        self.pattern = PATTERNS[name]
        self.table = class_table_ignoring_case() if name == "clip" else class_table()

    def start(self, data: bytes | bytearray) -> Splitting:
        """Return what splits a text, step by step."""
        return Splitting(self, data)

    def first_border(self, data: cython.const[cython.uchar][::1], position: int) -> int | None:
        """Return the first safe border of which both characters lie behind `position`, or None."""
        table_bytes: bytes = self.table
        table: cython.p_const_uchar = table_bytes
        pattern: cython.int = self.pattern
        end: cython.size_t = data.shape[0]
        at: cython.size_t = position
        found: cython.bint = False
        if at < end:
            with cython.nogil:
                at = _whole(cython.address(data[0]), at, end)
                found = at < end and _first_border(
                    pattern, table, cython.address(data[0]), cython.address(at), end
                )
        return at if found else None

    def last_border(self, data: cython.const[cython.uchar][::1], start: int, end: int) -> int | None:
        """Return the last safe border of which both characters lie between `start` and `end`, or None."""
        table_bytes: bytes = self.table
        table: cython.p_const_uchar = table_bytes
        pattern: cython.int = self.pattern
        first: cython.size_t = start
        at: cython.size_t = end
        length: cython.size_t = end
        found: cython.bint = False
        if first < at:
            with cython.nogil:
                first = _whole(cython.address(data[0]), first, length)
                found = _last_border(
                    pattern, table, cython.address(data[0]), first, cython.address(at), length
                )
        return at if found else None


@cython.final
@cython.cclass
class Splitting:
    """A text that is being split.

    Attributes:
        position: where the next piece starts.

    """

    def __init__(self, splitter: Splitter, data: cython.const[cython.uchar][::1]) -> None:
        """Take a text; it starts afresh at its beginning."""
        self._table = splitter.table
        self._pattern = splitter.pattern
        self._data = data
        self.position = 0
        self._far.n = 0
        self._far.stopped = False

    def split_into(self, stop: int, ends: cython.ulonglong[::1], budget: int = _BUDGET) -> int:
        """Write the ends of the next pieces to `ends`; return how many, 0 if the next is not at an end yet.

        It goes on until `ends` is full or `stop` is reached, which the last piece may go beyond. The end of a
        stretch that is no piece has the highest bit set. `budget` is how many characters of long runs are
        looked at.
        """
        table: cython.p_const_uchar = self._table
        end: cython.size_t = self._data.shape[0]
        last: cython.size_t = stop
        capacity: cython.size_t = ends.shape[0]
        count: cython.size_t = 0
        self._far.budget = budget
        if capacity and end:
            with cython.nogil:
                count = split_some(
                    self._pattern,
                    table,
                    cython.address(self._data[0]),
                    end,
                    cython.address(self.position),
                    last,
                    cython.address(ends[0]),
                    capacity,
                    cython.address(self._far),
                )
        return count
