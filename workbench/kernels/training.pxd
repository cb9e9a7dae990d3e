# What training.py is made of: constants, structures of plain C, and the types of its class.

cimport cython
from workbench.kernels.training_cells cimport Cell, Given, Layout, Neighbour, Pieces, Side
from workbench.kernels.training_order cimport Entry, Heap, Spelling
from workbench.kernels.training_rows cimport Row, Rows

cdef enum:
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

@cython.final
cdef class Trainer:
    # What was given
    cdef object _kept  # owns the pieces
    cdef Pieces _pieces
    cdef Given _given
    cdef long long _n_units
    cdef long long _n_given
    cdef long long _n_merges
    cdef long long _min_count
    cdef long long _longest
    cdef bint _with_classes
    cdef int[256] _numbers
    cdef int[256] _bytes
    # How far it is
    cdef int _stage
    cdef Layout _layout
    cdef long long _at  # cell, row or place, as the stage has it
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
    cdef int* _classes  # by symbol
    cdef long long* _homes  # by merge, a place in the text where its token arose
    # The pairs
    cdef Neighbour* _byte_pairs
    cdef Rows _rows
    cdef long long* _sketch
    cdef int _sketch_bits
    cdef int* _places
    cdef long long _n_places
    cdef Heap _heap
    cdef long long _heap_room
    cdef Spelling _spelling
    cdef Side _after
    cdef Side _before

    cdef int _take_units(self, pieces, bytes numbers) except -1
    cdef int _take_classes(self, classes) except -1
    cdef int _take_given(self, symbols, lengths) except -1
    cdef bint _reserve(self)
    cdef void _write_log(self, long long* row) noexcept nogil
    cdef int _id(self, int symbol) noexcept nogil
    cdef long long _step(self) noexcept nogil
    cdef long long _lay_out(self) noexcept nogil
    cdef void _enter_byte_pairs(self) noexcept nogil
    cdef void _begin(self, int stage) noexcept nogil
    cdef void _look_again(self) noexcept nogil
    cdef void _search(self) noexcept nogil
    cdef long long _walk(self) noexcept nogil
    cdef void _end_walk(self) noexcept nogil
    cdef inline void _count(self, int left, int right, long long weight) noexcept nogil
    cdef inline void _write_place(self, int left, int right, long long at) noexcept nogil
    cdef long long _allot(self) noexcept nogil
    cdef long long _touch(self) noexcept nogil
    cdef bint _make_room(self, long long n) noexcept nogil
    cdef inline bint _may_join(self, int left, int right) noexcept nogil
    cdef unsigned long long _tie(self, Row* row) noexcept nogil
    cdef long long _offer(self) noexcept nogil
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
