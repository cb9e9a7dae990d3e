# What splitting.py is made of beside its functions, and what other compiled modules may call.

cdef enum:
    NEAR = 1 << 16  # bytes: a longer run is looked at in slices
    FAR_RUNS = 6  # of a piece that are kept, at most
    # Kinds of runs that are not classes of characters
    INVALID = 0x1000  # bytes that belong to no character
    NEWLINE_OR_SLASH = 0x2000
    PLAIN_SPACE = 0x4000  # U+0020
    NO_SPACE = 0x8000  # all characters but U+0020

cdef extern from *:
    """
    #define PIECE_GAP (1ULL << 63)
    #define NO_BUDGET (1LL << 62)
    """
    const unsigned long long GAP "PIECE_GAP"  # set in the end of a stretch that is no piece
    const long long UNLIMITED "NO_BUDGET"

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
    long long budget  # characters
    Run[6] runs  # FAR_RUNS

cdef size_t split_some(
    int pattern, const unsigned char* table, const unsigned char* data, size_t end,
    size_t* position, size_t stop, unsigned long long* ends, size_t capacity, Far* far
) noexcept nogil

cdef size_t split_block(
    int pattern, const unsigned char* table, const unsigned char* data, size_t end,
    size_t* position, size_t stop, unsigned long long* ends, size_t capacity
) noexcept nogil

cdef class Splitting:
    cdef bytes _table
    cdef const unsigned char[::1] _data
    cdef int _pattern
    cdef Far _far
    cdef readonly size_t position
