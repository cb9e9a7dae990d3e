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
    RING_IDS = 1 << 19  # 2 MB

# The ids of pieces that have more than RECENT_IDS of them; the latest overwrite the first.
cdef struct IdRing:
    unsigned int* ids
    unsigned long long written

# Half a cache line. Of a piece with more than RECENT_IDS ids, `n_ids` is 0, and `ids` say how many the ring had before
# they were written to it (two words), and how many they are.
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
cdef inline void keep_piece(
    Recent* slot, Key key, const unsigned int* ids, size_t n_ids, IdRing* ring
) noexcept nogil:
    cdef size_t i
    slot[1] = slot[0]
    slot.key = key
    if n_ids <= RECENT_IDS:
        slot.n_ids = <unsigned int>n_ids
        for i in range(n_ids):
            slot.ids[i] = ids[i]
        return
    if (ring.written & (RING_IDS - 1)) + RECENT_PIECE > RING_IDS:
        ring.written = (ring.written | (RING_IDS - 1)) + 1
    slot.n_ids = 0
    memcpy(slot.ids, &ring.written, 8)
    slot.ids[2] = <unsigned int>n_ids
    memcpy(ring.ids + (ring.written & (RING_IDS - 1)), ids, 4 * n_ids)
    ring.written += n_ids

# Write the ids of the piece of a slot, and return how many; 0 if they are no longer kept.
cdef inline size_t kept_ids(const Recent* slot, const IdRing* ring, unsigned int* out) noexcept nogil:
    cdef unsigned long long first = 0
    if slot.n_ids:
        memcpy(out, slot.ids, 4 * slot.n_ids)
        return slot.n_ids
    memcpy(&first, slot.ids, 8)
    if ring.written - first > RING_IDS:
        return 0
    memcpy(out, ring.ids + (first & (RING_IDS - 1)), 4 * slot.ids[2])
    return slot.ids[2]
