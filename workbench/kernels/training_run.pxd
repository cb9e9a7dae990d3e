# One run of training, as far as it is: what the trainer gave, its tables, and the next step.

from libc.stdlib cimport realloc

from workbench.kernels.training_cells cimport Cell, Given, Layout, Neighbor, Pieces, Side
from workbench.kernels.training_classes cimport NEVER, joined
from workbench.kernels.training_order cimport Entry, Heap, Spelling
from workbench.kernels.training_rows cimport Rows, make_row_room

cdef enum:
    NEIGHBORS = 512  # neighbors that a step goes through
    LOOKS = 32  # entries of the heap that a step puts right
    AHEAD = 12  # places that memory is asked for before their turn
    BYTE_PAIRS = 65536
    LARGE_PAGE = 524288  # places: 2 MB
    # The first threshold is pairs per merge divided by RARE; every later one is LOWER times smaller at least.
    RARE = 64
    LOWER = 8

# What the next step does.
cdef enum Stage:
    LAY_OUT  # the pieces become cells, the pairs of bytes are counted
    SKETCH  # pairs are counted by hash: no count is greater than what is there
    COUNT  # the pairs that may reach the threshold are counted
    ALLOT  # their rows get stretches of the list of places
    TOUCH  # which gets its memory, a page at a time
    WRITE  # the places are written
    OFFER  # new rows go into the heap
    CHOOSE  # the heap's top is put right
    REPLACE  # the chosen pair becomes a new symbol at its places, its neighbors are counted
    MOVE  # their counts move to pairs with the new symbol
    SPREAD  # which get their places
    END
    FAILED  # there is no memory
    ASK  # a pair waits for an answer

cdef struct Run:
    # What the trainer gave
    Pieces pieces
    Given start_tokens
    long long n_units
    long long n_given
    long long n_merges
    long long min_count
    long long longest
    bint with_classes
    bint with_runner_up
    bint asks  # before each merge
    bint allowed  # the pair on top
    bint next_allowed  # the runner-up
    long long asked  # about the entry of the heap at this place
    int[256] numbers  # of each byte, in ties
    int[256] bytes  # by number
    # How far it is
    int stage
    Layout layout
    long long at  # cell, row or place, as the stage has it
    long long threshold
    long long greatest
    long long chosen
    long long chosen_count
    long long runner_up  # how often the pair occurs that would be chosen next
    long long kept_places
    long long n_done
    long long n_tokens
    long long n_pieces_done
    # The tokens
    Cell* cells
    long long n_cells
    int* lengths  # by symbol, cells
    int* classes  # by symbol
    long long* homes  # by merge, a place in the text where its token arose
    # The pairs
    Neighbor* byte_pairs
    Rows rows
    long long* sketch
    int sketch_bits
    int* places
    long long n_places
    Heap heap
    long long heap_room
    Spelling spelling
    Side after
    Side before

cdef inline void begin(Run* run, int stage) noexcept nogil:
    run.stage = stage
    run.at = 1 if stage == SKETCH or stage == COUNT or stage == WRITE else 0

# Make room for n more rows; False if the step has to be taken again when they have been indexed.
cdef inline bint make_room(Run* run, long long n) noexcept nogil:
    cdef Entry* heap = run.heap.entries
    cdef long long room = run.rows.room
    cdef bint able = make_row_room(&run.rows, n)
    if able and (run.heap_room == 0 or run.rows.room != room):
        run.heap_room = run.rows.room
        heap = <Entry*>realloc(heap, run.heap_room * sizeof(Entry))
        if heap != NULL:
            run.heap.entries = heap
    if not able or heap == NULL:
        run.stage = FAILED
        return False
    return run.rows.n_indexed == run.rows.n

# Say whether two neighbors may become a token.
cdef inline bint may_join(Run* run, int left, int right) noexcept nogil:
    if run.lengths[left] + run.lengths[right] > run.longest:
        return False
    return not run.with_classes or joined(run.classes[left], run.classes[right]) != NEVER
