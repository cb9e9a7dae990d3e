# A text as the published patterns see it: the class of each character, and runs of characters of a kind.
#
# A run of more than NEAR bytes within a piece is looked at in several calls: `Far` keeps how far each such run goes,
# the pattern gives up in the middle, and in the next call, at the same piece, it passes over what is known.

from libc.string cimport memcpy

from workbench.kernels.classes cimport EITHER_PART, NEWLINE
from workbench.kernels.utf8 cimport class_beyond_ascii

cdef extern from *:
    """
    #define PIECE_GAP (1ULL << 63)
    """
    const unsigned long long GAP "PIECE_GAP"  # set in the end of a stretch that is no piece

cdef enum:
    NEAR = 1 << 16  # bytes: a longer run is looked at in slices
    FAR_RUNS = 6  # of a piece that are kept, at most
    # Kinds of runs that are not classes of characters
    INVALID = 0x1000  # bytes that belong to no character
    NEWLINE_OR_SLASH = 0x2000
    PLAIN_SPACE = 0x4000  # U+0020
    NO_SPACE = 0x8000  # all characters but U+0020

# A long run of characters of a kind, as far as it was looked at.
cdef struct Run:
    size_t start
    size_t end
    unsigned int kind  # a set of classes, or one of the above
    size_t last  # where its last character starts
    size_t newline_end  # where its last line end ends, 0 for none
    size_t either_end  # where its last mark or letter without case ends, 0 for none

# The long runs of the piece that is being looked at
cdef struct Far:
    int n
    bint stopped  # the budget ended inside one
    bint gap  # what was looked at is no piece (tables.pxd alone says so)
    long long budget  # characters
    Run[6] runs  # FAR_RUNS

# Return the class of the character at `at` and, eight bits up, its width; 0 at the end of valid text.
cdef inline unsigned int look(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table
) noexcept nogil:
    if at >= end:
        return 0
    if data[at] < 0x80:
        return table[data[at]] | 0x100
    return class_beyond_ascii(data + at, end - at, table)

# Return how far a run that begins at `at` is looked at in one go.
cdef inline size_t near_of(size_t at, size_t end) noexcept nogil:
    return at + NEAR if end - at > NEAR else end

# Return where the run of characters of these classes ends that begins at `at`.
cdef inline size_t run_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, unsigned int classes, Far* far
) noexcept nogil:
    cdef size_t start = at
    cdef size_t near = near_of(at, end)
    cdef unsigned int found
    while at < near:
        if data[at] < 0x80:
            if not table[data[at]] & classes:
                return at
            at += 1
        else:
            found = class_beyond_ascii(data + at, end - at, table)
            if not found & classes:
                return at
            at += found >> 8
    return at if near == end else far_run(data, start, end, table, classes, far).end

# Do as `run_end` for a run of any kind.
cdef inline size_t kind_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, unsigned int kind, Far* far
) noexcept nogil:
    cdef size_t start = at
    cdef size_t near = near_of(at, end)
    cdef unsigned int found
    while at < near:
        found = look(data, at, end, table)
        if not belongs(found, data[at], kind):
            return at
        at += found >> 8 if found else 1
    return at if near == end else far_run(data, start, end, table, kind, far).end

# Return whether a character, as `look` sees it, belongs to a run of some classes or another kind.
cdef inline bint belongs(unsigned int found, unsigned char byte, unsigned int kind) noexcept nogil:
    if kind == INVALID:
        return found == 0
    if kind == NEWLINE_OR_SLASH:
        return byte == 0x0A or byte == 0x0D or byte == 0x2F
    if kind == PLAIN_SPACE:
        return byte == 0x20
    if kind == NO_SPACE:
        return found != 0 and byte != 0x20
    return found & kind != 0

# Return a long run as far as it is known; where the budget ends first, `far` says so.
cdef inline Run* far_run(
    const unsigned char* data, size_t start, size_t end, const unsigned char* table, unsigned int kind, Far* far
) noexcept nogil:
    cdef int i
    cdef unsigned int found
    cdef Run* run = far.runs
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
        found = look(data, run.end, end, table)
        if not belongs(found, data[run.end], kind):
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

# Return the end of a run of letters a to z, eight at a time; with `fold` 0x2020… of A to Z too. It may stop earlier,
# within eight bytes of `end`.
cdef inline size_t ascii_letters_end(
    const unsigned char* data, size_t at, size_t end, unsigned long long fold
) noexcept nogil:
    cdef unsigned long long ones = 0x0101010101010101ULL
    cdef unsigned long long high = 0x8080808080808080ULL
    cdef unsigned long long word = 0
    cdef unsigned long long folded, others
    while at + 8 <= end:
        memcpy(&word, data + at, 8)
        folded = (word | fold) & ~high
        # The highest bit of each byte: set where it is no letter.
        others = (~(folded + ones * 0x1F) | (folded + ones * 0x05) | word) & high
        if others:
            others >>= 7
            return at + ((((others - 1) & ~others & ones) * ones) >> 56)
        at += 8
    return at
