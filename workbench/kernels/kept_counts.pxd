# Pieces met lately and how many ids each has: where tokens are counted and not kept, most pieces are found here. Twice
# as many are in a cache line as of `recent_pieces`, and those of up to 31 bytes are kept, however many ids.

from libc.string cimport memcmp, memcpy

from workbench.kernels.hashing cimport hash_of, mixed
from workbench.kernels.machine cimport give_pages, take_pages
from workbench.kernels.tokens cimport Key

cdef enum:
    PIECES_A_LINE = 4
    LEAST_BITS = 13  # of the number of lines: 1 MB in all
    MOST_BITS = 17  # 16 MB
    GROWTH = 2  # bits
    BYTES_A_LINE = 128  # and of what there is of the others for it

# A cache line: keys of pieces (`recent_pieces.piece_key`), the latest first, with the number of ids above the length.
cdef struct Line:
    Key[PIECES_A_LINE] keys

# A longer piece.
cdef struct LongerCount:
    unsigned long long place  # how many bytes the ring had before those of the piece were written to it
    unsigned int hashed
    unsigned char n
    unsigned char n_ids

cdef struct Counts:
    Line* lines  # one for each hash of a piece
    LongerCount* longer  # two for each line, one for each hash of a longer piece
    unsigned char* ring  # 32 bytes for each line: the text of longer pieces, the latest overwrites the first
    unsigned long long written  # to the ring
    size_t kept  # pieces, since there are so many lines
    int bits

# Return how many bytes there are.
cdef inline size_t counts_bytes(int bits) noexcept nogil:
    return <size_t>BYTES_A_LINE << bits

# Set all to nothing kept; False if there is no memory.
cdef inline bint make_counts(Counts* counts, int bits) noexcept nogil:
    counts.lines = <Line*>take_pages(counts_bytes(bits))
    counts.longer = <LongerCount*>(counts.lines + (<size_t>1 << bits))
    counts.ring = <unsigned char*>(counts.longer + (<size_t>2 << bits))
    counts.written = counts.kept = 0
    counts.bits = bits
    return counts.lines != NULL

# Free the memory, if there is any.
cdef inline void free_counts(Counts* counts) noexcept nogil:
    give_pages(counts.lines, counts_bytes(counts.bits))
    counts.lines = NULL

# Return the line where a piece may be.
cdef inline Line* line_of(const Counts* counts, Key key) noexcept nogil:
    return counts.lines + (mixed(key.first, key.second) >> (64 - counts.bits))

# Return the number of ids of a piece, 0 if it is not in its line.
cdef inline size_t kept_count(const Line* line, Key key) noexcept nogil:
    cdef size_t count = 0
    cdef int i
    for i in range(PIECES_A_LINE):
        if ((line.keys[i].first ^ key.first) | ((line.keys[i].second ^ key.second) << 4)) == 0:
            count = line.keys[i].second >> 60
    return count

# Keep the number of ids of a piece, of at most 15, in place of the oldest of its line.
cdef inline void keep_count(Counts* counts, Line* line, Key key, size_t n_ids) noexcept nogil:
    cdef int i
    for i in range(PIECES_A_LINE - 1, 0, -1):
        line.keys[i] = line.keys[i - 1]
    line.keys[0] = key
    line.keys[0].second |= <unsigned long long>n_ids << 60
    counts.kept += 1

# Return where a longer piece of this hash may be.
cdef inline LongerCount* longer_count(const Counts* counts, unsigned long long hashed) noexcept nogil:
    return counts.longer + (hashed >> (63 - counts.bits))

# Return whether it is a piece's, and its text is still there.
cdef inline bint is_count_of(
    const Counts* counts, const LongerCount* kept, const unsigned char* at, size_t n, unsigned long long hashed
) noexcept nogil:
    cdef size_t size = <size_t>32 << counts.bits
    return (
        kept.n == n and kept.hashed == <unsigned int>hashed and counts.written - kept.place <= size
        and memcmp(counts.ring + (kept.place & (size - 1)), at, n) == 0
    )

# Keep the number of ids of a longer piece.
cdef inline void keep_longer_count(
    Counts* counts, LongerCount* kept, const unsigned char* at, size_t n, unsigned long long hashed, size_t n_ids
) noexcept nogil:
    cdef size_t mask = (<size_t>32 << counts.bits) - 1
    if (counts.written & mask) + n > mask:
        counts.written = (counts.written | mask) + 1
    kept.place = counts.written
    kept.hashed = <unsigned int>hashed
    kept.n = <unsigned char>n
    kept.n_ids = <unsigned char>n_ids
    memcpy(counts.ring + (counts.written & mask), at, n)
    counts.written += n
    counts.kept += 1

# Have more lines, the pieces that are kept in them; False if there is no memory, and all is as it was.
cdef inline bint grow_counts(Counts* counts) noexcept nogil:
    cdef Counts more
    cdef LongerCount* kept
    cdef const unsigned char* at
    cdef unsigned long long hashed
    cdef Key key
    cdef size_t i
    cdef size_t n_longer = <size_t>2 << counts.bits
    cdef size_t mask = (<size_t>32 << counts.bits) - 1
    cdef int of_line
    if not make_counts(&more, counts.bits + GROWTH):
        return False
    for i in range(<size_t>1 << counts.bits):
        for of_line in range(PIECES_A_LINE - 1, -1, -1):  # the oldest first
            key = counts.lines[i].keys[of_line]
            if key.second:
                key.second &= <unsigned long long>-1 >> 4
                keep_count(&more, line_of(&more, key), key, counts.lines[i].keys[of_line].second >> 60)
    for i in range(n_longer):
        kept = counts.longer + i
        if kept.n and counts.written - kept.place <= mask + 1:
            at = counts.ring + (kept.place & mask)
            hashed = hash_of(at, kept.n, kept.n)
            keep_longer_count(&more, longer_count(&more, hashed), at, kept.n, hashed, kept.n_ids)
    free_counts(counts)
    more.kept = 0
    counts[0] = more
    return True
