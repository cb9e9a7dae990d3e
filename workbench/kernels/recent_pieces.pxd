# Pieces met lately and their ids, whether tokens or merged: most pieces of a text are found here, in one step. What
# is kept grows with the number of different pieces.

from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy

from workbench.kernels.hashing cimport first_bytes, mixed
from workbench.kernels.machine cimport give_pages, take_pages
from workbench.kernels.tokens cimport Key

cdef extern from *:
    """
    #define STRETCH (1ULL << 63)
    #define PIECE_MASK(n) (~0ULL >> (64 - 8 * (n)))
    /* What is kept of 16 bytes for the key of a piece, by its length */
    static const unsigned long long PIECE_MASKS[16][2] = {
        {0, 0}, {PIECE_MASK(1), 0}, {PIECE_MASK(2), 0}, {PIECE_MASK(3), 0}, {PIECE_MASK(4), 0}, {PIECE_MASK(5), 0},
        {PIECE_MASK(6), 0}, {PIECE_MASK(7), 0}, {~0ULL, 0}, {~0ULL, PIECE_MASK(1)}, {~0ULL, PIECE_MASK(2)},
        {~0ULL, PIECE_MASK(3)}, {~0ULL, PIECE_MASK(4)}, {~0ULL, PIECE_MASK(5)}, {~0ULL, PIECE_MASK(6)},
        {~0ULL, PIECE_MASK(7)}};
    """
    const unsigned long long[16][2] PIECE_MASKS
    const unsigned long long STRETCH  # in the key of a stretch of a longer piece, which even as a token is no piece

cdef enum:
    RECENT_PIECE = 15  # bytes of a piece that has a key
    RECENT_IDS = 3
    LONGER_IDS = 7
    LEAST_BITS = 13  # of the number of pairs of slots: 1 MB in all
    MOST_BITS = 19  # 64 MB
    BYTES_EACH = 128  # of a pair of slots, and of what there is of the others for it
    MOST_LEARNED = 1 << 13  # pieces
    COPIED_IDS = 8  # at once, which is quicker than to see how many

# Half a cache line. Of a piece with more than RECENT_IDS ids, `n_ids` is 0, and `ids` say how many the ring had before
# they were written to it (two words), and how many they are.
cdef struct Recent:
    Key key  # of no bytes where the slot is empty
    unsigned int[3] ids
    unsigned short n_ids
    unsigned short moved  # of the first of two: `mark_of` the piece that was moved beside

# A longer piece; likewise with more than LONGER_IDS ids.
cdef struct Longer:
    unsigned long long[4] words  # up to 31 bytes, and their number on top; none where there is no piece
    unsigned int[7] ids
    unsigned int n_ids

cdef struct Recents:
    Recent* slots  # two for each hash of a piece
    Longer* longer  # one for each hash of a longer one, half as many as pairs of slots
    unsigned int* ids  # a ring, eight for each pair: of pieces that have many, the latest overwrite the first
    unsigned long long written  # to the ring
    size_t kept  # pieces, since there are so many slots
    Longer* learned  # pieces of any length that were merged of late; NULL until other encoders want them
    size_t n_learned
    int bits

# Return how many bytes there are.
cdef inline size_t recents_bytes(int bits) noexcept nogil:
    return <size_t>BYTES_EACH << bits

# Set all to nothing kept; False if there is no memory.
cdef inline bint make_recents(Recents* recents, int bits) noexcept nogil:
    recents.slots = <Recent*>take_pages(recents_bytes(bits))
    recents.longer = <Longer*>(recents.slots + (<size_t>2 << bits))
    recents.ids = <unsigned int*>(recents.longer + (<size_t>1 << (bits - 1)))
    recents.written = recents.kept = recents.n_learned = 0
    recents.learned = NULL
    recents.bits = bits
    return recents.slots != NULL

# Free the memory, if there is any.
cdef inline void free_recents(Recents* recents) noexcept nogil:
    give_pages(recents.slots, recents_bytes(recents.bits))
    recents.slots = NULL
    free(recents.learned)
    recents.learned = NULL

# Return the key of 1 to 15 bytes, the length on top; `room` is how many may be read there.
cdef inline Key piece_key(const unsigned char* at, size_t n, size_t room) noexcept nogil:
    cdef Key key
    if room >= 16:
        memcpy(&key.first, at, 8)  # by halves, which stay in registers
        memcpy(&key.second, at + 8, 8)
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

# Write many ids to the ring, and where they are there to `place`.
cdef inline void put_in_ring(
    Recents* recents, unsigned int* place, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    cdef size_t mask = (<size_t>8 << recents.bits) - 1
    if (recents.written & mask) + COPIED_IDS + n_ids > mask:
        recents.written = (recents.written | mask) + 1
    memcpy(place, &recents.written, 8)
    place[2] = <unsigned int>n_ids
    memcpy(recents.ids + (recents.written & mask), ids, 4 * n_ids)
    recents.written += n_ids

# Write the ids of a place in the ring where `room` of them fit, and return how many; 0 if they are no longer kept.
cdef inline size_t taken_from_ring(
    const Recents* recents, const unsigned int* place, unsigned int* out, size_t room
) noexcept nogil:
    cdef size_t n_ring = <size_t>8 << recents.bits
    cdef unsigned long long first = 0
    memcpy(&first, place, 8)
    if recents.written - first > n_ring:
        return 0
    if place[2] <= COPIED_IDS and room >= COPIED_IDS:
        memcpy(out, recents.ids + (first & (n_ring - 1)), 4 * COPIED_IDS)
    else:
        memcpy(out, recents.ids + (first & (n_ring - 1)), 4 * place[2])
    return place[2]

# Return the two slots that take what has no room in these two, and the other way round.
cdef inline Recent* beside(const Recents* recents, const Recent* slot) noexcept nogil:
    return recents.slots + ((slot - recents.slots) ^ 2)

# Return what a piece that was moved is known by, mostly, before the line that it was moved to is read.
cdef inline unsigned short mark_of(Key key) noexcept nogil:
    return <unsigned short>mixed(key.first, key.second)

# Return the slot of a piece, the first of its two, where it is brought from beside; NULL if it is not kept.
cdef inline Recent* kept_in(const Recents* recents, Recent* slot, Key key) noexcept nogil:
    cdef Recent* found = found_in(slot, key)
    cdef Recent piece
    if found.key.first == key.first and found.key.second == key.second:
        return found
    if slot.moved != mark_of(key):
        return NULL
    found = beside(recents, slot) + 1
    if found.key.first != key.first or found.key.second != key.second:
        return NULL
    piece = found[0]
    found[0] = slot[1]
    slot[1] = slot[0]
    slot[0] = piece
    slot.moved = mark_of(found.key)
    return slot

# Keep a piece in place of the older of two, which is moved beside.
cdef inline void keep_piece(
    Recents* recents, Recent* slot, Key key, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    cdef size_t i
    cdef Recent older = slot[1]
    slot[1] = slot[0]
    slot.key = key
    slot.n_ids = 0
    if older.key.second:
        beside(recents, slot)[1] = older
        slot.moved = mark_of(older.key)
    recents.kept += 1
    if n_ids <= RECENT_IDS:
        slot.n_ids = <unsigned short>n_ids
        for i in range(n_ids):
            slot.ids[i] = ids[i]
        return
    put_in_ring(recents, slot.ids, ids, n_ids)

# Write the ids of a slot, or of a longer piece, and return how many; 0 if they are no longer kept.
cdef inline size_t kept_ids(
    const Recents* recents, const unsigned int* ids, size_t n_ids, unsigned int* out, size_t room
) noexcept nogil:
    if n_ids == 0:
        return taken_from_ring(recents, ids, out, room)
    memcpy(out, ids, 4 * n_ids)
    return n_ids

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

# Return where a longer piece may be, of these bytes and their number.
cdef inline Longer* longer_of(const Recents* recents, const unsigned long long* words) noexcept nogil:
    cdef unsigned long long hashed = mixed(mixed(words[0], words[1]) ^ words[2], words[3])
    return recents.longer + (hashed >> (65 - recents.bits))

# Return the place that takes what has no room in another, and the other way round.
cdef inline Longer* longer_beside(const Recents* recents, const Longer* met) noexcept nogil:
    return recents.longer + ((met - recents.longer) ^ 1)

# Return whether a longer piece is kept, and bring it to its place.
cdef inline bint is_kept(const Recents* recents, Longer* met, const unsigned long long* words) noexcept nogil:
    cdef Longer* other = longer_beside(recents, met)
    cdef Longer piece
    if memcmp(met.words, words, 32) == 0:
        return True
    if memcmp(other.words, words, 32) != 0:
        return False
    piece = other[0]
    other[0] = met[0]
    met[0] = piece
    return True

# Set a longer piece and its ids, at most LONGER_IDS.
cdef inline void set_longer(
    Longer* piece, const unsigned long long* words, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    memcpy(piece.words, words, 32)
    memcpy(piece.ids, ids, 4 * n_ids)
    piece.n_ids = <unsigned int>n_ids

# Keep a longer piece.
cdef inline void keep_longer(
    Recents* recents, Longer* met, const unsigned long long* words, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    if met.words[3]:
        longer_beside(recents, met)[0] = met[0]
    if n_ids <= LONGER_IDS:
        set_longer(met, words, ids, n_ids)
        return
    set_longer(met, words, ids, 0)
    put_in_ring(recents, met.ids, ids, n_ids)

# Write down a piece that was merged, by its words, where that is wanted, unless too many are or its ids are too many.
cdef inline void write_down(
    Recents* recents, const unsigned long long* words, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    if recents.learned != NULL and recents.n_learned < MOST_LEARNED and 1 < n_ids <= LONGER_IDS:
        set_longer(recents.learned + recents.n_learned, words, ids, n_ids)
        recents.n_learned += 1

# The same by its key.
cdef inline void write_down_short(
    Recents* recents, Key key, const unsigned int* ids, size_t n_ids
) noexcept nogil:
    cdef unsigned long long[4] words
    words[0] = key.first
    words[1] = key.second
    words[2] = words[3] = 0
    write_down(recents, words, ids, n_ids)

# Keep a piece that another encoder wrote down, unless it is kept.
cdef inline void learn_piece(Recents* recents, const Longer* piece) noexcept nogil:
    cdef Key key
    cdef Recent* slot
    cdef Longer* met
    if piece.words[3]:
        met = longer_of(recents, piece.words)
        if not is_kept(recents, met, piece.words):
            keep_longer(recents, met, piece.words, piece.ids, piece.n_ids)
        return
    key.first = piece.words[0]
    key.second = piece.words[1]
    slot = slot_of(recents, key)
    if kept_in(recents, slot, key) == NULL:
        keep_piece(recents, slot, key, piece.ids, piece.n_ids)

# Return where a written piece may be.
cdef inline void* kept_place(const Recents* recents, const Longer* piece) noexcept nogil:
    cdef Key key
    if piece.words[3]:
        return longer_of(recents, piece.words)
    key.first = piece.words[0]
    key.second = piece.words[1]
    return slot_of(recents, key)
