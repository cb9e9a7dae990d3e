# The pieces of a text that is encoded, and a look at some of them in advance: where their ids may be is requested, which
# else is half of the time waited for.

from workbench.kernels.hashing cimport mixed
from workbench.kernels.machine cimport read_soon
from workbench.kernels.recent_pieces cimport RECENT_PIECE, piece_key
from workbench.kernels.tokens cimport Key

cdef extern from *:
    """
    #define UNBOUND (1LL << 40)
    """
    const long long UNBOUND  # work for a text that is not cut

cdef enum:
    PIECES_AHEAD = 32

# Pieces of a text, and where their ids go.
cdef struct Job:
    const unsigned char* text
    size_t length
    const unsigned long long* starts
    const unsigned long long* ends
    size_t stride  # from a piece's start or end to the next one's
    size_t n_pieces
    unsigned int* out
    size_t capacity
    size_t n_ids
    long long work

# Pieces looked at in advance: those of up to RECENT_PIECE bytes have a key, and a cache line where they may be.
cdef struct Ahead:
    Key[PIECES_AHEAD] keys
    void* lines[PIECES_AHEAD]

# Set the keys of pieces, and let the lines where they may be, of 2^bits from `lines` on, be read soon.
cdef inline void look_ahead(
    void* lines, int bits, const Job* job, size_t first, size_t count, Ahead* ahead
) noexcept nogil:
    cdef size_t i, start, n
    for i in range(count):
        start = job.starts[(first + i) * job.stride]
        n = job.ends[(first + i) * job.stride] - start
        if n - 1 < RECENT_PIECE:
            ahead.keys[i] = piece_key(job.text + start, n, job.length + 1 - start)
        else:
            ahead.keys[i].first = 1  # as no slot has it
            ahead.keys[i].second = 0
        ahead.lines[i] = <char*>lines + (mixed(ahead.keys[i].first, ahead.keys[i].second) >> (64 - bits) << 6)
        read_soon(ahead.lines[i])
