# What counting.py is made of: constants, structures, hashes of pieces, and the types of its class.

cimport cython

from workbench.kernels.characters cimport Far
from workbench.kernels.hashing cimport first_bytes, mixed

cdef enum:
    BLOCK = 512  # pieces that are split, hashed and looked up in a go
    LONG = 255  # stands for every length from there on
    LENGTH_SHIFT = 56  # bits of a piece's start
    GIANT = 1 << 14  # bytes: a longer piece is taken in in slices
    SLICE = 1 << 20  # bytes of such a piece, or of a block
    FAR_BUDGET = 1 << 19  # characters of long runs that are looked at in a go
    # Where the pieces come from
    NOTHING = 0
    TEXT = 1
    PIECES = 2
    COUNTER = 3
    # What is done with a giant piece
    HASHING = 1
    FINDING = 2
    COPYING = 3

# A distinct piece. What stands behind the end of a short one in `first` and `second` is zero.
cdef struct Piece:
    unsigned long long first  # its first eight bytes
    unsigned long long second  # the next eight; the hash of a piece of LONG bytes or more
    unsigned long long start  # in the arena; in the upper eight bits the length, at most LONG
    long long count

# A piece that is longer than GIANT, and how far it was taken in
cdef struct Giant:
    int stage  # 0 if there is none
    size_t start  # in what is being counted
    size_t size
    long long weight
    size_t done  # bytes hashed, compared or copied
    unsigned long long hashed
    unsigned long long slot  # the one that is looked at
    Piece key

# Return a piece's start without the length above it.
cdef inline unsigned long long start_of(unsigned long long start) noexcept nogil:
    return (start << 8) >> 8

# Return the hash of a piece's first sixteen bytes, and set `key` but for count and where it starts.
cdef inline unsigned long long begin_hash(const unsigned char* at, size_t size, size_t room, Piece* key) noexcept nogil:
    key.first = first_bytes(at, min(size, <size_t>8), room)
    key.second = first_bytes(at + 8, min(size - 8, <size_t>8), room - 8) if size > 8 else 0
    key.start = <unsigned long long>min(size, <size_t>LONG) << LENGTH_SHIFT
    return mixed(key.first + size, key.second)

# Return the hash of a piece, and set `key` as `begin_hash` does.
cdef inline unsigned long long hash_piece(const unsigned char* at, size_t size, size_t room, Piece* key) noexcept nogil:
    cdef size_t i = 16
    cdef unsigned long long hashed = begin_hash(at, size, room, key)
    while i < size:
        hashed = mixed(hashed, first_bytes(at + i, min(size - i, <size_t>8), room - i))
        i += 8
    if size >= LONG:
        key.second = hashed
    return hashed

@cython.final
cdef class PieceCounter:
    cdef readonly long long n_bytes
    cdef readonly long long n_distinct
    cdef readonly long long lost
    cdef readonly long long n_dropped
    cdef readonly long long n_times_dropped
    cdef readonly long long n_bytes_dropped
    cdef bytes _class_table
    cdef const unsigned char* _classes
    cdef int _pattern
    cdef bytes _blob  # a copy of the arena, when all is counted
    cdef long long _n_copied
    cdef bint _failed
    # What is being counted
    cdef int _source
    cdef const unsigned char* _data
    cdef size_t _at
    cdef size_t _end
    cdef Far _far
    cdef const unsigned long long* _piece_ends
    cdef const long long* _weights
    cdef const Piece* _others
    cdef size_t _next_piece
    cdef size_t _n_pieces
    cdef Giant _giant
    cdef object _held  # whose memory it is
    cdef const unsigned char[::1] _text
    cdef const unsigned long long[::1] _given_ends
    cdef const long long[::1] _given_counts
    # The distinct pieces, one more than there are: the last begins where the arena ends
    cdef Piece* _pieces
    cdef long long _pieces_room
    cdef unsigned char* _arena
    cdef unsigned long long _arena_room
    # By hash: its lower half, then the number of the piece + 1
    cdef unsigned long long* _slots
    cdef int _slot_bits
    cdef long long _n_indexed
    # What is being dropped: pieces that occur less often, how far they were looked through, how many stay
    cdef long long _least
    cdef long long _n_seen
    cdef long long _n_kept
    cdef unsigned long long _left_off  # where the next piece to be looked at starts, and where it would go
    cdef unsigned long long _kept_end
    # The pieces of a block
    cdef unsigned long long[512] _ends
    cdef unsigned long long[512] _hashes
    cdef size_t[512] _starts
    cdef size_t[512] _sizes
    cdef long long[512] _times
    cdef Piece[512] _keys

    cdef bint _reserve(self) noexcept nogil
    cdef void _work(self, long long due) noexcept nogil
    cdef size_t _next_block(self) noexcept nogil
    cdef size_t _split_block(self) noexcept nogil
    cdef size_t _given_block(self) noexcept nogil
    cdef void _count_block(self, size_t n) noexcept nogil
    cdef inline void _count(
        self, const unsigned char* piece, size_t size, const Piece* key, unsigned long long hashed,
        long long times
    ) noexcept nogil
    cdef inline bint _is(
        self, const Piece* found, const Piece* key, const unsigned char* piece, size_t size
    ) noexcept nogil
    cdef inline size_t _size(self, const Piece* piece) noexcept nogil
    cdef void _append(
        self, const Piece* key, unsigned long long slot, unsigned long long hashed, size_t size, long long times
    ) noexcept nogil
    cdef void _begin_giant(self, size_t start, size_t size, long long times) noexcept nogil
    cdef void _take_giant(self) noexcept nogil
    cdef void _hash_giant(self) noexcept nogil
    cdef void _find_giant(self) noexcept nogil
    cdef void _copy_giant(self) noexcept nogil
    cdef bint _has_slots(self) noexcept nogil
    cdef bint _make_room(self, size_t n_bytes) noexcept nogil
    cdef void _index_pieces(self) noexcept nogil
    cdef void _drop_some(self, long long n) noexcept nogil
    cdef void _end_drop(self) noexcept nogil
    cdef inline unsigned long long _first_slot(self, unsigned long long hashed) noexcept nogil
