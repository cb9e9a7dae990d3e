# Pieces met lately and their ids, whether tokens or merged: most pieces of a text are found here, in one step. What
# is kept grows with the number of different pieces.

from libc.string cimport memcmp, memcpy

from workbench.kernels.hashing cimport first_bytes, mixed
from workbench.kernels.machine cimport give_pages, take_pages
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
    LONGER_IDS = 7
    LEAST_BITS = 13  # of the number of pairs of slots: 1 MB in all
    MOST_BITS = 19  # 64 MB
    GROWTH = 2  # bits
    BYTES_EACH = 128  # of a pair of slots, and of what there is of the others for it

# Half a cache line. Of a piece with more than RECENT_IDS ids, `n_ids` is 0, and `ids` say how many the ring had before
# they were written to it (two words), and how many they are.
cdef struct Recent:
    Key key  # of no bytes where the slot is empty
    unsigned int[3] ids
    unsigned int n_ids

# A longer piece.
cdef struct Longer:
    unsigned long long[4] words  # up to 31 bytes, and their number on top
    unsigned int[7] ids
    unsigned int n_ids

cdef struct Recents:
    Recent* slots  # two for each hash of a piece
    Longer* longer  # one for each hash of a longer one, half as many as pairs of slots
    unsigned int* ids  # a ring, eight for each pair: of pieces that have many, the latest overwrite the first
    unsigned long long written  # to the ring
    size_t kept  # pieces, since there are so many slots
    int bits

# Return how many bytes there are.
cdef inline size_t recents_bytes(int bits) noexcept nogil:
    return <size_t>BYTES_EACH << bits

# Set all to nothing kept; False if there is no memory.
cdef inline bint make_recents(Recents* recents, int bits) noexcept nogil:
    recents.slots = <Recent*>take_pages(recents_bytes(bits))
    recents.longer = <Longer*>(recents.slots + (<size_t>2 << bits))
    recents.ids = <unsigned int*>(recents.longer + (<size_t>1 << (bits - 1)))
    recents.written = recents.kept = 0
    recents.bits = bits
    return recents.slots != NULL

# Free the memory, if there is any.
cdef inline void free_recents(Recents* recents) noexcept nogil:
    give_pages(recents.slots, recents_bytes(recents.bits))
    recents.slots = NULL

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

# Return the first of the two slots where a piece may be.
cdef inline Recent* slot_of(const Recents* recents, Key key) noexcept nogil:
    return recents.slots + (mixed(key.first, key.second) >> (64 - recents.bits) << 1)

# Return the slot of a piece, the first of its two or else the second; it may be of another piece.
cdef inline Recent* found_in(Recent* slot, Key key) noexcept nogil:
    return slot + (((slot.key.first ^ key.first) | (slot.key.second ^ key.second)) != 0)

# Keep a piece in place of the older of two.
cdef inline void keep_piece(
    Recents* recents, Recent* slot, Key key, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    cdef size_t mask = (<size_t>8 << recents.bits) - 1
    cdef size_t i
    slot[1] = slot[0]
    slot.key = key
    recents.kept += 1
    if n_ids <= RECENT_IDS:
        slot.n_ids = <unsigned int>n_ids
        for i in range(n_ids):
            slot.ids[i] = ids[i]
        return
    if (recents.written & mask) + RECENT_PIECE > mask:
        recents.written = (recents.written | mask) + 1
    slot.n_ids = 0
    memcpy(slot.ids, &recents.written, 8)
    slot.ids[2] = <unsigned int>n_ids
    memcpy(recents.ids + (recents.written & mask), ids, 4 * n_ids)
    recents.written += n_ids

# Write the ids of the piece of a slot, and return how many; 0 if they are no longer kept.
cdef inline size_t kept_ids(const Recents* recents, const Recent* slot, unsigned int* out) noexcept nogil:
    cdef size_t n_ring = <size_t>8 << recents.bits
    cdef unsigned long long first = 0
    if slot.n_ids:
        memcpy(out, slot.ids, 4 * slot.n_ids)
        return slot.n_ids
    memcpy(&first, slot.ids, 8)
    if recents.written - first > n_ring:
        return 0
    memcpy(out, recents.ids + (first & (n_ring - 1)), 4 * slot.ids[2])
    return slot.ids[2]

# Write other numbers in place of ids, if there are any.
cdef inline void renumber(const unsigned int* numbers, unsigned int* ids, size_t count) noexcept nogil:
    cdef size_t i
    if numbers != NULL:
        for i in range(count):
            ids[i] = numbers[ids[i]]

# Set the words of a longer piece, its bytes and their number.
cdef inline void longer_key(
    unsigned long long* words, const unsigned char* at, size_t n, size_t room
) noexcept nogil:
    cdef size_t i
    for i in range(4):
        words[i] = 0
        if n > 8 * i:
            words[i] = first_bytes(at + 8 * i, n - 8 * i if n - 8 * i < 8 else 8, room - 8 * i)
    words[3] |= <unsigned long long>n << 56

# Keep a longer piece, if its ids are few.
cdef inline void keep_longer(
    Longer* met, const unsigned long long* words, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    if n_ids <= LONGER_IDS:
        memcpy(met.words, words, 32)
        memcpy(met.ids, ids, 4 * n_ids)
        met.n_ids = <unsigned int>n_ids

# Return where a longer piece may be, of these bytes and their number.
cdef inline Longer* longer_of(const Recents* recents, const unsigned long long* words) noexcept nogil:
    cdef unsigned long long hashed = mixed(mixed(words[0], words[1]) ^ words[2], words[3])
    return recents.longer + (hashed >> (65 - recents.bits))

# Have more slots, the pieces that are kept in them; False if there is no memory, and all is as it was.
cdef inline bint grow_recents(Recents* recents) noexcept nogil:
    cdef Recents more
    cdef Recent* slot
    cdef size_t i, n
    cdef unsigned int[16] ids
    if not make_recents(&more, recents.bits + GROWTH):
        return False
    for i in range(<size_t>2 << recents.bits):
        slot = recents.slots + (i ^ 1)  # the older of two first
        if slot.key.second:
            n = kept_ids(recents, slot, ids)
            if n:
                keep_piece(&more, slot_of(&more, slot.key), slot.key, ids, n)
    for i in range(<size_t>1 << (recents.bits - 1)):
        if recents.longer[i].n_ids:
            longer_of(&more, recents.longer[i].words)[0] = recents.longer[i]
    free_recents(recents)
    more.kept = 0
    recents[0] = more
    return True
