# What merging a long piece keeps from call to call, and its queue.
#
# Pairs of one rank wait in a run, linked; the first of each run is in a heap, so that most of memory is read in order.
# A run is in order without being sorted: both of two pairs of one rank spell the same, what merged inside of them
# before was the same too, each time on the left first, and so the left one came about first.
#
# An entry of a run is 2 * place for the symbol there. A symbol that gets another neighbor while its entry is in a run
# needs a second one: 2 * byte + 1, of a byte that is inside of a symbol and has no use for `before` and `next`; they
# are the place that waits and the link. Each merge leaves one such byte, and lets one place more wait than it takes.
# An entry has 32 bits, so a piece is shorter than 2 ** 31 bytes.

from workbench.kernels.least_heap cimport put_in, take_least
from workbench.kernels.machine cimport read_soon

cdef extern from *:
    """
    #define NO_MEMORY (-0x7FFFFFFFFFFFFFFFLL)
    """
    const long long NO_MEMORY  # a budget that says that there is none

cdef struct Symbol:
    unsigned int id
    unsigned int rank  # the id that it and the next one merge into
    unsigned int before  # where the symbol before starts
    unsigned int next  # where the next one starts
    unsigned int link  # the next entry of the run + 1, 0 for none

# A long piece, merged by a queue.
cdef struct LongPiece:
    Symbol* symbols  # by the byte where they start
    size_t room  # bytes that there are symbols for
    unsigned long long* heap  # of runs, rank above the first entry
    unsigned int* tails  # by rank, the last entry + 1 of its run, 0 for none
    size_t n_ranks
    size_t n_runs
    int phase  # 0 none, 1 symbols, 2 merging, 3 ids, 4 giving memory back
    size_t at  # how far a phase is
    size_t n_ids

# Return the place that waits as an entry.
cdef inline unsigned int place_of(const Symbol* symbols, unsigned int entry) noexcept nogil:
    return symbols[entry >> 1].before if entry & 1 else entry >> 1

# Return where the link of an entry is.
cdef inline unsigned int* link_of(Symbol* symbols, unsigned int entry) noexcept nogil:
    return &symbols[entry >> 1].next if entry & 1 else &symbols[entry >> 1].link

# Let a place wait as an entry; its pair has a rank.
cdef inline void let_wait(LongPiece* piece, unsigned int rank, unsigned int entry) noexcept nogil:
    cdef unsigned int tail = piece.tails[rank]
    link_of(piece.symbols, entry)[0] = 0
    piece.tails[rank] = entry + 1
    if tail:
        link_of(piece.symbols, tail - 1)[0] = entry + 1
        return
    put_in(piece.heap, piece.n_runs, <unsigned long long>rank << 32 | entry)
    piece.n_runs += 1

# Take the first entry of the run of least rank; there is one.
cdef inline void take_first(LongPiece* piece) noexcept nogil:
    cdef unsigned int rank = piece.heap[0] >> 32
    cdef unsigned int link = link_of(piece.symbols, <unsigned int>piece.heap[0])[0]
    if link:
        read_soon(piece.symbols + place_of(piece.symbols, link - 1))
        piece.heap[0] = <unsigned long long>rank << 32 | (link - 1)
        return
    piece.tails[rank] = 0
    take_least(piece.heap, piece.n_runs)
    piece.n_runs -= 1
