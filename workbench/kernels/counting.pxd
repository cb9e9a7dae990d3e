# What counting.py is made of: constants and the types of its class.

cimport cython

from workbench.kernels.characters cimport Far
from workbench.kernels.counting_giants cimport Giant
from workbench.kernels.counting_table cimport Piece, Table

cdef enum:
    FAR_BUDGET = 1 << 19  # characters of long runs that are looked at in a go
    # Where the pieces come from
    NOTHING = 0
    TEXT = 1
    PIECES = 2

@cython.final
cdef class PieceCounter:
    cdef readonly long long n_bytes
    cdef readonly long long lost
    cdef bytes _class_table
    cdef const unsigned char* _classes
    cdef int _pattern
    cdef bytes _blob  # a copy of the arena, when all is counted
    cdef long long _n_copied
    # What is being counted
    cdef int _source
    cdef const unsigned char* _data
    cdef size_t _at
    cdef size_t _end
    cdef Far _far
    cdef const unsigned long long* _piece_ends
    cdef const long long* _weights
    cdef size_t _next_piece
    cdef size_t _n_pieces
    cdef Giant _giant
    cdef const unsigned char[::1] _text
    cdef const unsigned long long[::1] _given_ends
    cdef const long long[::1] _given_counts
    cdef Table _table
    # The pieces of a block
    cdef unsigned long long[512] _ends
    cdef unsigned long long[512] _hashes
    cdef size_t[512] _starts
    cdef size_t[512] _sizes
    cdef long long[512] _times
    cdef Piece[512] _keys

    cdef void _work(self, long long due) noexcept nogil
    cdef size_t _next_block(self) noexcept nogil
    cdef size_t _split_block(self) noexcept nogil
    cdef size_t _given_block(self) noexcept nogil
    cdef void _count_block(self, size_t n) noexcept nogil
    cdef void _begin_giant(self, size_t start, size_t size, long long times) noexcept nogil
    cdef void _take_giant(self) noexcept nogil
