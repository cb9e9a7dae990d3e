# What training.py is made of: constants, and structures of plain C.

cdef enum:
    EDGE = -1  # stands in the cells between pieces, and in some that have gone inside a token
    NOWHERE = -1  # in place of a row or of a stretch of places
    CHUNK = 4096  # cells, places, rows or bytes that a step goes through
    NEIGHBOURS = 512  # neighbours that a step goes through
    LOOKS = 32  # entries of the heap that a step puts right
    AHEAD = 12  # places that memory is asked for before their turn
    BYTE_PAIRS = 65536
    # The first threshold is pairs per merge divided by RARE; every later one is LOWER times smaller at least.
    RARE = 64
    LOWER = 8

# What the next step does.
cdef enum Stage:
    LAY_OUT  # the pieces become cells, the pairs of bytes are counted
    SKETCH  # pairs are counted by hash: no count is greater than what stands there
    COUNT  # the pairs that may reach the threshold are counted
    ALLOT  # their rows get stretches of the list of places
    WRITE  # and their places
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
