# The table of a vocabulary's tokens, for other compiled modules; see token_table.py.

from workbench.kernels.tokens cimport Tokens

cdef class TokenTable:
    cdef object blob
    cdef unsigned int[::1] ids
    cdef object merges
    cdef Tokens tokens
    cdef void* pages
    cdef size_t n_pages
    cdef size_t n_bytes
    cdef size_t n_pairs  # that can be found
    cdef size_t n_tokens
    cdef void lay_out(self, size_t n_ids, size_t n_long, size_t n_merges) except *
