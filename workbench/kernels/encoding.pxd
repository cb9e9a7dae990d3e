# The types of encoding.py, and what other compiled modules may call.

from workbench.kernels.characters cimport Far
from workbench.kernels.long_piece cimport LongPiece
from workbench.kernels.recent_pieces cimport IdRing, Recent
from workbench.kernels.token_table cimport TokenTable
from workbench.kernels.tokens cimport Key, Tokens

# A piece met lately that is longer than those of `Recent`.
cdef struct _Met:
    unsigned long long[4] words  # up to 31 bytes, and their number on top
    unsigned int[7] ids
    unsigned int n_ids

# Pieces looked at in advance: those of up to RECENT_PIECE bytes have a key, and two slots where they may be.
cdef struct _Ahead:
    Key[32] keys
    size_t[32] slots

# Pieces of a text, and where their ids go.
cdef struct _Job:
    const unsigned char* text
    size_t length
    const unsigned long long* starts
    const unsigned long long* ends
    size_t stride  # from a piece's start or end to the next one's
    size_t n_pieces
    unsigned int* out
    size_t capacity
    size_t n_ids
    long long work

cdef class Encoder:
    cdef TokenTable table
    cdef Tokens* tokens
    cdef unsigned int limit
    cdef Recent* recent
    cdef IdRing ring
    cdef _Met* met  # by a hash of their bytes
    cdef LongPiece long_piece
    cdef size_t longest  # bytes of a stretch without a seam
    cdef size_t stretch  # of a long piece that is not done: where in it the stretch begins
    cdef size_t reach  # and how far no seam was found
    cdef unsigned long long* borders  # of pieces split and not encoded yet, the first one's start first
    cdef size_t border
    cdef size_t n_borders
    cdef Far far  # how far the splitter has come in a giant piece
    cdef _Job job
    cdef void begin(self, bytes data, unsigned int[::1] out, long long budget)
    cdef void write_to(self, unsigned int* out, size_t capacity) noexcept nogil
    cdef bint add_text(
        self, int pattern, const unsigned char* table, const unsigned char* text, size_t length
    ) noexcept nogil
