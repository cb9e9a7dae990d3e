# The types of token_table.py.

from workbench.kernels.tokens cimport Tokens

cdef class TokenTable:
    cdef object blob
    cdef unsigned int[::1] ids
    cdef object merges
    cdef const unsigned int[::1] same
    cdef const unsigned int[::1] end_ids
    cdef bint whole
    cdef unsigned char[::1] reached  # by id, whether the bytes of a token of merges merge to it
    cdef Tokens tokens
    cdef void* pages
    cdef size_t n_pages
    cdef void* pair_pages  # of the tables of pairs
    cdef size_t n_pair_pages
    cdef size_t n_bytes
    cdef size_t n_pairs  # that can be found
    cdef size_t n_tokens
    cdef void lay_out(self, size_t n_ids, size_t n_long, size_t n_merges) except *
    cdef size_t n_characters(self)
    cdef void forget_pairs(self) noexcept
    cdef void add_merged(self, const long long* rows, size_t token_id) noexcept nogil

cdef bint _is_merged(
    const Tokens* tokens, const long long* rows, size_t left, size_t right, size_t token_id
) noexcept nogil

cdef long long _add_if_whole(Tokens* tokens, unsigned int token_id, size_t n_bytes, bint whole) noexcept nogil
cdef void _mark_inside(Tokens* tokens, const unsigned char* at, size_t n) noexcept nogil
cdef void _will_add(const Tokens* tokens, size_t token_id, size_t n_bytes) noexcept nogil
cdef void _add_token(
    Tokens* tokens, const unsigned char* at, size_t n, unsigned long long token_id, size_t room
) noexcept nogil
cdef void _add_pair(
    Tokens* tokens, unsigned long long left, unsigned long long right, unsigned long long merged
) noexcept nogil
