# Room for more of the pieces met lately: they are moved to a larger table some milliseconds at a time.

from libc.string cimport memset

from workbench.kernels.kept_room cimport take_bytes
from workbench.kernels.recent_pieces cimport (
    Longer, Recent, Recents, free_recents, keep_longer, keep_piece, kept_ids, longer_of, make_recents, recents_bytes,
    slot_of
)

cdef enum:
    GROWTH = 2  # bits
    MOVED = 1 << 13  # pairs of slots of pieces that are moved at a time

# The larger table while it is filled.
cdef struct Growing:
    Recents more  # no slots where there is none
    size_t moved  # pairs of slots whose pieces are in it

# Keep more pieces if there are more than slots, as far as all encoders together may.
#
# A piece that comes while they are moved may be met anew later.
cdef inline void grow(Recents* recents, Growing* growing, int most_bits) noexcept:
    cdef int bits = recents.bits
    cdef size_t n_pairs = <size_t>1 << bits
    cdef size_t last
    if growing.more.slots == NULL:
        if recents.kept >> 1 < n_pairs or bits + GROWTH > most_bits:
            return
        recents.kept = 0  # to be asked again later, if there is no room
        if not take_bytes(recents_bytes(bits), recents_bytes(bits + GROWTH)):
            return
        if not make_recents(&growing.more, bits + GROWTH):
            take_bytes(recents_bytes(bits + GROWTH), recents_bytes(bits))
            return
        growing.moved = 0
    with nogil:
        last = min(n_pairs, growing.moved + MOVED)
        move_pieces(recents, &growing.more, growing.moved, last)
        growing.moved = last
        if last == n_pairs:
            take_more(recents, &growing.more)

# Free both tables, if there are any.
cdef inline void free_pieces(Recents* recents, Growing* growing) noexcept:
    if recents.slots != NULL:
        take_bytes(recents_bytes(recents.bits if growing.more.slots == NULL else growing.more.bits), 0)
        free_recents(recents)
        free_recents(&growing.more)

# Keep in `more` too what is kept from one pair of slots to another, and of the longer pieces as large a part.
cdef inline void move_pieces(const Recents* recents, Recents* more, size_t first, size_t last) noexcept nogil:
    cdef const Recent* slot
    cdef const Longer* met
    cdef size_t i, n
    cdef unsigned int[32] ids
    for i in range(2 * first, 2 * last):
        slot = recents.slots + (i ^ 1)  # the older of two first
        if slot.key.second:
            n = kept_ids(recents, slot.ids, slot.n_ids, ids, 32)
            if n:
                keep_piece(more, slot_of(more, slot.key), slot.key, ids, n)
    for i in range(first >> 1, last >> 1):
        met = recents.longer + i
        n = kept_ids(recents, met.ids, met.n_ids, ids, 32) if met.words[3] else 0
        if n:
            keep_longer(more, longer_of(more, met.words), met.words, ids, n)

# Put `more` in place of what was kept before.
cdef inline void take_more(Recents* recents, Recents* more) noexcept nogil:
    more.learned, more.n_learned = recents.learned, recents.n_learned
    recents.learned = NULL
    free_recents(recents)
    more.kept = 0
    recents[0] = more[0]
    memset(more, 0, sizeof(Recents))
