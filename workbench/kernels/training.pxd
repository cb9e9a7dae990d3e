# What training.py is made of: constants, structures of plain C, and the types of its class.

cimport cython

cdef enum:
    EDGE = -1  # stands in the cells between pieces, and in some that have gone inside a token
    NOWHERE = -1  # in place of a row or of a stretch of places
    CHUNK = 4096  # cells, places, rows or bytes that a step goes through
    NEIGHBOURS = 512  # neighbours that a step goes through
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
    SKETCH  # pairs are counted by hash: no count is greater than what stands there
    COUNT  # the pairs that may reach the threshold are counted
    ALLOT  # their rows get stretches of the list of places
    TOUCH  # which gets its memory, a page at a time
    WRITE  # the places are written
    OFFER  # new rows go into the heap
    CHOOSE  # the heap's top is put right
    REPLACE  # the chosen pair becomes a new symbol at its places, its neighbours are counted
    MOVE  # their counts move to pairs with the new symbol
    SPREAD  # which get their places
    END
    FAILED  # there is no memory

cdef struct Cell:
    int symbol
    int weight  # how often the piece occurs; ~ its number where that is too great

cdef struct Row:
    long long count
    long long start  # of its places, NOWHERE if they are not kept
    long long end
    int left
    int right

cdef struct Entry:
    long long count
    unsigned long long tie
    unsigned int row

# A symbol beside a pair: how often and at how many places, and where the next of them is written.
cdef struct Neighbour:
    long long gain
    long long size
    long long free

cdef struct Side:
    Neighbour* by_symbol
    int* symbols  # those that occur
    long long n_symbols
    long long n_moved

@cython.final
cdef class Trainer:
    # What was given
    cdef object _kept  # owns text, ends and counts
    cdef const unsigned char* _text
    cdef const unsigned long long* _ends
    cdef const long long* _counts
    cdef long long _n_pieces
    cdef long long _n_merges
    cdef long long _min_count
    cdef long long _longest
    cdef bint _first_seen
    cdef int[256] _numbers
    cdef int[256] _bytes
    # How far it is
    cdef int _stage
    cdef long long _at  # place in the text, cell, row or place, as the stage has it
    cdef int _previous
    cdef long long _threshold
    cdef long long _greatest
    cdef long long _chosen
    cdef long long _chosen_count
    cdef long long _kept_places
    cdef long long _n_done
    cdef readonly long long n_tokens
    cdef readonly long long n_pieces_done
    # The tokens
    cdef Cell* _cells
    cdef long long _n_cells
    cdef int* _lengths  # by symbol, cells
    # The pairs
    cdef Neighbour* _byte_pairs
    cdef int* _byte_rows  # by 256 * left + right
    cdef Row* _rows
    cdef long long _n_rows
    cdef long long _n_rows_indexed
    cdef long long _n_rows_offered
    cdef long long _room  # for rows, and for entries of the heap
    cdef unsigned long long* _slots  # by hash: its lower half, then the row + 1
    cdef int _slot_bits
    cdef long long* _sketch
    cdef int _sketch_bits
    cdef int* _places
    cdef long long _n_places
    cdef Entry* _heap
    cdef long long _n_entries
    cdef Side _after
    cdef Side _before

    cdef bint _reserve(self)
    cdef void _write_log(self, long long* row) noexcept nogil
    cdef long long _step(self) noexcept nogil
    cdef long long _lay_out(self) noexcept nogil
    cdef void _enter_byte_pairs(self) noexcept nogil
    cdef void _begin(self, int stage) noexcept nogil
    cdef void _look_again(self) noexcept nogil
    cdef long long _walk(self) noexcept nogil
    cdef void _end_walk(self) noexcept nogil
    cdef inline long long _weight(self, long long at) noexcept nogil
    cdef inline void _count(self, int left, int right, long long weight) noexcept nogil
    cdef inline void _write_place(self, int left, int right, long long at) noexcept nogil
    cdef long long _allot(self) noexcept nogil
    cdef long long _touch(self) noexcept nogil
    cdef bint _make_room(self, long long n) noexcept nogil
    cdef long long _index_rows(self) noexcept nogil
    cdef inline void _index_row(self, long long row) noexcept nogil
    cdef inline long long _find(self, int left, int right) noexcept nogil
    cdef inline long long _add_row(self, int left, int right, long long count) noexcept nogil
    cdef unsigned long long _tie(self, Row* row) noexcept nogil
    cdef long long _offer(self) noexcept nogil
    cdef void _rise(self, Entry entry) noexcept nogil
    cdef void _sink(self, Entry entry) noexcept nogil
    cdef long long _choose(self) noexcept nogil
    cdef void _begin_merge(self, long long chosen) noexcept nogil
    cdef long long _replace(self) noexcept nogil
    cdef void _begin_moving(self, Neighbour* left, Neighbour* new) noexcept nogil
    cdef long long _move(self) noexcept nogil
    cdef inline void _move_after(self, int right, int new, int y) noexcept nogil
    cdef inline void _move_before(self, int left, int new, int x) noexcept nogil
    cdef inline void _enter(self, int left, int right, Neighbour* neighbour) noexcept nogil
    cdef long long _spread(self) noexcept nogil
    cdef inline void _end_merge(self) noexcept nogil
