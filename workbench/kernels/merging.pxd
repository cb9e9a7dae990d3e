# Merging the symbols of one piece, for other compiled modules; see merging.py.

from workbench.kernels.long_piece cimport LongPiece
from workbench.kernels.tokens cimport Tokens

cdef size_t merge_short(
    const Tokens* tokens, unsigned int limit, const unsigned char* at, size_t n, size_t room, bint is_end,
    unsigned int* out
) noexcept nogil
cdef bint merge_long(
    LongPiece* piece, const Tokens* tokens, unsigned int limit, const unsigned char* at, size_t n, size_t room,
    bint is_end, unsigned int* out, size_t capacity, long long* work
) noexcept nogil
