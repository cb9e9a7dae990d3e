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
#
# Where merging goes by scores, a symbol begins as a character in place of a byte, and tokens may have equal scores:
# two pairs of one rank may spell different texts then. There are no runs: each place that waits is in the heap.

from workbench.kernels.least_heap cimport put_in, take_least
from workbench.kernels.machine cimport empty_pages, give_pages, read_soon, take_pages
from workbench.kernels.tokens cimport NEVER

cdef extern from *:
    """
    #define NO_MEMORY (-0x7FFFFFFFFFFFFFFFLL)
    #define EMPTYING 8000000LL
    #define LONGEST_WORK 8000000LL
    """
    const long long NO_MEMORY  # a budget that says that there is none
    const long long EMPTYING  # what giving back memory of EMPTIED bytes of a piece is worth of work
    const long long LONGEST_WORK  # ns: where memory is slow, as a large queue is, time is looked at too

cdef enum:
    EMPTIED = 1 << 20  # bytes of a piece, 20 MB of memory, emptied at a time
    KEPT_ROOM = 1 << 20  # bytes of a piece for which memory is kept
    LOOK = 0xFF  # merges between two looks at the time

cdef struct Symbol:
    unsigned int id
    unsigned int rank  # of the pair of it and the next one, if that waits, or NEVER
    unsigned int before  # where the symbol before starts
    unsigned int next  # where the next one starts
    unsigned int link  # the next entry of the run + 1, 0 for none

# A long piece, merged by a queue.
cdef struct LongPiece:
    Symbol* symbols  # by the byte where they start
    size_t room  # bytes that there are symbols for
    unsigned long long* heap  # of runs, rank above the first entry
    unsigned int* tails  # by rank, the last entry + 1 of its run, 0 for none; NULL where there are no runs
    size_t n_ranks  # entries that the heap has room for
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
    cdef unsigned int tail
    if piece.tails == NULL:
        entry = 2 * place_of(piece.symbols, entry)  # the leftmost of one rank comes first
        put_in(piece.heap, piece.n_runs, <unsigned long long>rank << 32 | entry)
        piece.n_runs += 1
        return
    tail = piece.tails[rank]
    link_of(piece.symbols, entry)[0] = 0
    piece.tails[rank] = entry + 1
    if tail:
        link_of(piece.symbols, tail - 1)[0] = entry + 1
        return
    put_in(piece.heap, piece.n_runs, <unsigned long long>rank << 32 | entry)
    piece.n_runs += 1

# Take the first entry of the run of least rank; there is one.
cdef inline unsigned int take_first(LongPiece* piece) noexcept nogil:
    cdef unsigned int rank = piece.heap[0] >> 32
    cdef unsigned int entry = <unsigned int>piece.heap[0]
    cdef unsigned int link
    if piece.tails != NULL:
        link = link_of(piece.symbols, entry)[0]
        if link:
            read_soon(piece.symbols + place_of(piece.symbols, link - 1))
            piece.heap[0] = <unsigned long long>rank << 32 | (link - 1)
            return entry
        piece.tails[rank] = 0
    take_least(piece.heap, piece.n_runs)
    piece.n_runs -= 1
    return entry

# Make a symbol and the next one one, of a piece that ends at `end`; return where the next one was. The pairs of both, and
# of the symbol before, wait no longer.
cdef inline unsigned int merge_next(Symbol* symbols, size_t end, size_t place, unsigned int id) noexcept nogil:
    cdef unsigned int right = symbols[place].next
    cdef unsigned int after = symbols[right].next
    symbols[place].id = id
    symbols[place].next = after
    symbols[place].rank = NEVER
    symbols[right].rank = NEVER
    if place:
        symbols[symbols[place].before].rank = NEVER
        symbols[right].before = symbols[place].before
    if after < end:
        symbols[after].before = place
    return right

# Give the memory back.
cdef inline void free_long(LongPiece* piece) noexcept nogil:
    give_pages(piece.symbols, sizeof(Symbol) * piece.room)
    give_pages(piece.heap, 8 * piece.n_ranks)
    give_pages(piece.tails, 4 * piece.n_ranks)
    piece.symbols = NULL
    piece.heap = NULL
    piece.tails = NULL
    piece.room = piece.n_ranks = 0

# Make the symbols hold so many bytes of a piece, and the heap so many ranks; False if there is no memory.
# Without ranks there are no runs: each byte lets a place wait at first, and each of as many merges two for one.
cdef inline bint reserve_long(LongPiece* piece, size_t room, size_t n_ranks) noexcept nogil:
    if room <= piece.room:
        return True
    if n_ranks == 0:
        free_long(piece)
    give_pages(piece.symbols, sizeof(Symbol) * piece.room)
    piece.room = room
    piece.symbols = <Symbol*>take_pages(sizeof(Symbol) * room)
    if piece.heap == NULL:  # of one vocabulary, and empty after each piece
        piece.n_ranks = n_ranks if n_ranks else 2 * room
        piece.heap = <unsigned long long*>take_pages(8 * piece.n_ranks)
        if n_ranks:
            piece.tails = <unsigned int*>take_pages(4 * n_ranks)
    if piece.symbols == NULL or piece.heap == NULL or (n_ranks and piece.tails == NULL):
        free_long(piece)
        return False
    return True

# Give the memory of a large piece back as far as the work goes, from `at` on; tell whether that is done. All at once
# would take too long.
cdef inline bint tidy_long(LongPiece* piece, long long* work) noexcept nogil:
    if piece.room <= KEPT_ROOM:
        return True
    while piece.at < piece.room and work[0] > 0:
        empty_pages(
            piece.symbols, sizeof(Symbol) * piece.room, sizeof(Symbol) * piece.at, sizeof(Symbol) * (piece.at + EMPTIED)
        )
        piece.at += EMPTIED
        work[0] -= EMPTYING
    if piece.at < piece.room:
        return False
    free_long(piece)
    return True
