# The types of encoding.py, and what other compiled modules may call.

from workbench.kernels.characters cimport Far
from workbench.kernels.growing_pieces cimport Growing
from workbench.kernels.long_piece cimport LongPiece
from workbench.kernels.other_ids cimport OtherIds
from workbench.kernels.pieces_ahead cimport Job
from workbench.kernels.recent_pieces cimport Recents
from workbench.kernels.token_table cimport TokenTable
from workbench.kernels.tokens cimport Tokens

cdef class Encoder:
    cdef TokenTable table
    cdef Tokens* tokens
    cdef unsigned int limit
    cdef const unsigned int[::1] numbers
    cdef OtherIds other_ids  # by the numbers
    cdef Recents recents
    cdef Growing growing
    cdef LongPiece long_piece
    cdef size_t longest  # bytes of a stretch without a cut
    cdef size_t stretch  # of a long piece that is not done: where in it the stretch begins
    cdef size_t reach  # and how far no cut was found
    cdef unsigned long long* borders  # of pieces split and not encoded yet, the first one's start first
    cdef size_t border
    cdef size_t n_borders
    cdef Far far  # how far the splitter has come in a giant piece
    cdef Job job
    cdef void begin(self, bytes data, unsigned int[::1] out, long long budget)
    cdef void write_to(self, unsigned int* out, size_t capacity) noexcept nogil
    cdef bint add_text(
        self, int pattern, const unsigned char* table, const unsigned char* text, size_t length
    ) noexcept nogil

cdef size_t split_block(
    Encoder encoder, int pattern, const unsigned char* table, size_t at, size_t stop
) noexcept nogil
cdef bint encode_other(Encoder encoder, const unsigned char* at, size_t n, size_t room) noexcept nogil
