# What counting.py is made of: constants, structures of plain C, and the types of its class.

cimport cython

cdef enum:
    BLOCK = 512  # pieces that are split, hashed and looked up in a go
    LONG = 255  # stands for every length from there on
    LENGTH_SHIFT = 56  # bits of a piece's start

# A distinct piece. What stands behind the end of a short one in `first` and `second` is zero.
cdef struct Piece:
    unsigned long long first  # its first eight bytes
    unsigned long long second  # the next eight
    unsigned long long start  # in the arena; in the upper eight bits the length, at most LONG
    long long count

@cython.final
cdef class PieceCounter:
    cdef readonly long long n_bytes
    cdef readonly long long n_distinct
    cdef bytes _class_table
    cdef const unsigned char* _classes
    cdef int _pattern
    cdef bytes _blob  # a copy of the arena, when all is counted
    cdef long long _n_copied
    cdef bint _failed
    # The distinct pieces, one more than there are: the last begins where the arena ends
    cdef Piece* _pieces
    cdef long long _pieces_room
    cdef unsigned char* _arena
    cdef unsigned long long _arena_room
    # By hash: its lower half, then the number of the piece + 1
    cdef unsigned long long* _slots
    cdef int _slot_bits
    cdef long long _n_indexed
    # The pieces of a block
    cdef unsigned long long[512] _ends
    cdef unsigned long long[512] _hashes
    cdef Piece[512] _keys

    cdef bint _reserve(self) noexcept nogil
    cdef size_t _count_block(self, const unsigned char* text, size_t start, size_t end) noexcept nogil
    cdef void _hash_block(self, const unsigned char* text, size_t start, size_t end, size_t n) noexcept nogil
    cdef inline void _count(
        self, const unsigned char* piece, size_t length, const Piece* key, unsigned long long hashed
    ) noexcept nogil
    cdef inline bint _is(
        self, const Piece* found, const Piece* key, const unsigned char* piece, size_t length
    ) noexcept nogil
    cdef void _append(self, const unsigned char* piece, size_t length, const Piece* key) noexcept nogil
    cdef bint _make_room(self, size_t n_bytes) noexcept nogil
    cdef void _index_pieces(self) noexcept nogil
    cdef inline unsigned long long _first_slot(self, unsigned long long hashed) noexcept nogil
