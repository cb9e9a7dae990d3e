# What merging a long piece keeps from call to call.

cdef extern from *:
    """
    #define NO_MEMORY (-0x7FFFFFFFFFFFFFFFLL)
    """
    const long long NO_MEMORY  # a budget that says that there is none

# A long piece, merged by a queue: symbols by the byte where they start.
cdef struct LongPiece:
    unsigned int* ids
    unsigned int* ranks  # the id that a symbol and the next one merge into
    unsigned int* befores  # where the symbol before starts
    unsigned int* nexts  # where the next one starts
    size_t room  # bytes that the arrays hold
    unsigned long long* queue  # the heap: rank above place
    size_t queue_room
    size_t queued
    int phase  # 0 none, 1 symbols, 2 merging, 3 ids, 4 giving memory back
    size_t at  # how far a phase is
    size_t n_ids
