# Pieces as long as a text may be: hashed, compared and copied in slices.

from libc.string cimport memcmp, memcpy

from workbench.kernels.counting_table cimport (
    LENGTH_SHIFT, LONG, Piece, Table, append, first_slot, make_room, see, size_of, start_of
)
from workbench.kernels.hashing cimport first_bytes, mixed

cdef enum:
    GIANT = 1 << 14  # bytes: a longer piece is taken in in slices
    SLICE = 1 << 20  # bytes of such a piece, or of a block
    # What is done with a giant piece
    HASHING = 1
    FINDING = 2
    COPYING = 3

# A piece that is longer than GIANT, and how far it was taken in.
cdef struct Giant:
    int stage  # 0 if there is none
    size_t start  # in what is being counted
    size_t size
    long long weight
    size_t done  # bytes hashed, compared or copied
    unsigned long long hashed
    unsigned long long slot  # the one that is looked at
    Piece key

cdef inline void hash_giant(Table* table, Giant* giant, const unsigned char* data) noexcept nogil:
    cdef const unsigned char* piece = data + giant.start
    cdef size_t size = giant.size
    cdef size_t i = giant.done
    cdef size_t stop = min(size, i + SLICE)
    cdef unsigned long long hashed = giant.hashed
    while i < stop:
        hashed = mixed(hashed, first_bytes(piece + i, min(size - i, 8), size - i))
        i += 8
    giant.hashed = hashed
    giant.done = i
    if i >= size:
        giant.key.second = hashed
        giant.slot = first_slot(table, hashed)
        giant.done = 0
        giant.stage = FINDING

# Compare it with what its slot leads to, or go on to the next slot, or let it be copied.
cdef inline void find_giant(Table* table, Giant* giant, const unsigned char* data) noexcept nogil:
    cdef unsigned long long mask = (<unsigned long long>1 << table.slot_bits) - 1
    cdef unsigned long long slot = table.slots[giant.slot]
    cdef Piece* found = table.pieces + <unsigned int>slot - (slot > 0)
    cdef const unsigned char* piece = data + giant.start
    cdef size_t n = min(giant.size - giant.done, SLICE)
    if slot == 0:
        giant.done = 0
        giant.stage = COPYING if make_room(table, giant.size) else giant.stage
    elif (
        found.first == giant.key.first
        and found.second == giant.key.second
        and found.start >> LENGTH_SHIFT == LONG
        and size_of(found) == giant.size
        and memcmp(table.arena + start_of(found.start) + giant.done, piece + giant.done, n) == 0
    ):
        giant.done += n
        if giant.done == giant.size:
            found.count += giant.weight
            if table.seen != NULL:
                see(table, found - table.pieces)
            giant.stage = 0
    else:
        giant.done = 0
        giant.slot = (giant.slot + 1) & mask

cdef inline void copy_giant(Table* table, Giant* giant, const unsigned char* data) noexcept nogil:
    cdef size_t n = min(giant.size - giant.done, SLICE)
    cdef unsigned char* to = table.arena + start_of(table.pieces[table.n_distinct].start)
    memcpy(to + giant.done, data + giant.start + giant.done, n)
    giant.done += n
    if giant.done == giant.size:
        append(table, &giant.key, giant.slot, giant.hashed, giant.size, giant.weight)
        giant.stage = 0
