# Short pieces met lately and their ids, whether tokens or merged: most pieces of a text are found here, in one step.

from libc.string cimport memcpy

from workbench.kernels.hashing cimport mixed
from workbench.kernels.tokens cimport Key

cdef extern from *:
    """
    #define PIECE_MASK(n) (~0ULL >> (64 - 8 * (n)))
    /* What is kept of 16 bytes for the key of a piece, by its length */
    static const unsigned long long PIECE_MASKS[16][2] = {
        {0, 0}, {PIECE_MASK(1), 0}, {PIECE_MASK(2), 0}, {PIECE_MASK(3), 0}, {PIECE_MASK(4), 0}, {PIECE_MASK(5), 0},
        {PIECE_MASK(6), 0}, {PIECE_MASK(7), 0}, {~0ULL, 0}, {~0ULL, PIECE_MASK(1)}, {~0ULL, PIECE_MASK(2)},
        {~0ULL, PIECE_MASK(3)}, {~0ULL, PIECE_MASK(4)}, {~0ULL, PIECE_MASK(5)}, {~0ULL, PIECE_MASK(6)},
        {~0ULL, PIECE_MASK(7)}};
    """
    const unsigned long long[16][2] PIECE_MASKS

cdef enum:
    RECENT_PIECE = 15  # bytes of a piece that has a key
    RECENT_IDS = 3
    RECENT_BITS = 16  # of the number of pairs of slots: 4 MB

# Half a cache line. No ids are for a piece that has more than RECENT_IDS of them.
cdef struct Recent:
    Key key  # of no bytes where the slot is empty
    unsigned int[3] ids
    unsigned int n_ids

# Return the key of 1 to 15 bytes, the length on top; `room` is how many may be read there.
cdef inline Key piece_key(const unsigned char* at, size_t n, size_t room) noexcept nogil:
    cdef Key key
    if room >= 16:
        memcpy(&key, at, 16)
    else:
        key.first = key.second = 0
        memcpy(&key, at, n)
    key.first &= PIECE_MASKS[n][0]
    key.second = (key.second & PIECE_MASKS[n][1]) | <unsigned long long>n << 56
    return key

# Return the number of the first of the two slots where a piece may be.
cdef inline size_t slot_of(Key key) noexcept nogil:
    return mixed(key.first, key.second) >> (64 - RECENT_BITS) << 1

# Return the slot of a piece, the first of its two or else the second; it may be of another piece.
cdef inline Recent* found_in(Recent* slot, Key key) noexcept nogil:
    return slot + (((slot.key.first ^ key.first) | (slot.key.second ^ key.second)) != 0)

# Keep a piece in place of the older of two.
cdef inline void keep_piece(Recent* slot, Key key, const unsigned int* ids, size_t n_ids) noexcept nogil:
    cdef size_t i
    slot[1] = slot[0]
    slot.key = key
    slot.n_ids = <unsigned int>n_ids if n_ids <= RECENT_IDS else 0
    for i in range(slot.n_ids):
        slot.ids[i] = ids[i]
