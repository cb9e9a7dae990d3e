# The table of pairs: a row for each that is frequent enough, found by its two symbols.
#
# Rows of two symbols below 256 are found by a square table, the others by slots with linear probing. When there
# are to be more slots, they are filled a few rows at a time (`index_rows`); until then no row can be found.

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from workbench.kernels.hashing cimport mixed

cdef enum:
    NOWHERE = -1  # in place of a row or of a stretch of places
    SQUARE = 65536  # pairs of symbols below 256

cdef struct Row:
    long long count
    long long start  # of its places, NOWHERE if they are not kept
    long long end
    int left
    int right

cdef struct Rows:
    Row* by_number
    long long n
    long long n_indexed
    long long n_offered  # to the heap
    long long room
    int* square  # by 256 * left + right
    unsigned long long* slots  # by hash: its lower half, then the row + 1
    int slot_bits

# Return a hash of a pair; its upper bits are the better ones.
cdef inline unsigned long long hash_of_pair(int left, int right) noexcept nogil:
    return mixed(<unsigned long long>left << 32 | <unsigned int>right, 0)

# Ask for memory for a first few rows; False if there is none.
cdef inline bint take_rows(Rows* rows) noexcept nogil:
    rows.room = 1 << 15
    rows.slot_bits = 16
    rows.by_number = <Row*>malloc(rows.room * sizeof(Row))
    rows.square = <int*>malloc(SQUARE * sizeof(int))
    rows.slots = <unsigned long long*>calloc(1 << rows.slot_bits, 8)
    if rows.square != NULL:
        memset(rows.square, 0xFF, SQUARE * sizeof(int))
    return rows.by_number != NULL and rows.square != NULL and rows.slots != NULL

cdef inline void give_rows(Rows* rows) noexcept nogil:
    free(rows.by_number)
    free(rows.square)
    free(rows.slots)

# Forget all rows; False if there is no memory.
cdef inline bint forget_rows(Rows* rows) noexcept nogil:
    rows.n = rows.n_indexed = rows.n_offered = 0
    memset(rows.square, 0xFF, SQUARE * sizeof(int))
    free(rows.slots)
    rows.slots = <unsigned long long*>calloc(<size_t>1 << rows.slot_bits, 8)
    return rows.slots != NULL

# Make room for n more rows; False if there is no memory. Afterwards rows may have to be indexed again.
cdef inline bint make_row_room(Rows* rows, long long n) noexcept nogil:
    cdef Row* grown
    cdef size_t n_slots = <size_t>1 << rows.slot_bits
    if rows.n + n > rows.room:
        rows.room = 2 * rows.room + n
        grown = <Row*>realloc(rows.by_number, rows.room * sizeof(Row))
        if grown == NULL:
            return False
        rows.by_number = grown
    if 2 * <size_t>(rows.n + n) > n_slots:
        free(rows.slots)
        rows.slot_bits += 2
        rows.slots = <unsigned long long*>calloc(4 * n_slots, 8)
        rows.n_indexed = 0
    return rows.slots != NULL

cdef inline void index_row(Rows* rows, long long number) noexcept nogil:
    cdef Row* row = rows.by_number + number
    cdef unsigned long long mask, slot, hashed
    if (row.left | row.right) < 256:
        rows.square[row.left << 8 | row.right] = <int>number
        return
    mask = (<unsigned long long>1 << rows.slot_bits) - 1
    hashed = hash_of_pair(row.left, row.right)
    slot = hashed >> (64 - rows.slot_bits)
    while rows.slots[slot]:
        slot = (slot + 1) & mask
    rows.slots[slot] = hashed << 32 | <unsigned long long>(number + 1)

# Let some more rows be found in slots that are new.
cdef inline void index_rows(Rows* rows, long long n) noexcept nogil:
    cdef long long stop = min(rows.n_indexed + n, rows.n)
    while rows.n_indexed < stop:
        index_row(rows, rows.n_indexed)
        rows.n_indexed += 1

# Return the number of a pair's row, or NOWHERE.
cdef inline long long find_row(Rows* rows, int left, int right) noexcept nogil:
    cdef unsigned long long mask, slot, hashed, found
    cdef Row* row
    if (left | right) < 256:
        return rows.square[left << 8 | right]
    mask = (<unsigned long long>1 << rows.slot_bits) - 1
    hashed = hash_of_pair(left, right)
    slot = hashed >> (64 - rows.slot_bits)
    while True:
        found = rows.slots[slot]
        if found == 0:
            return NOWHERE
        if (found ^ (hashed << 32)) >> 32 == 0:
            row = rows.by_number + <unsigned int>found - 1
            if row.left == left and row.right == right:
                return <long long><unsigned int>found - 1
        slot = (slot + 1) & mask

# Write a row for a pair that has none, and return its number; there is room.
cdef inline long long add_row(Rows* rows, int left, int right, long long count) noexcept nogil:
    cdef Row* row = rows.by_number + rows.n
    row.left = left
    row.right = right
    row.count = count
    row.start = row.end = 0
    index_row(rows, rows.n)
    rows.n += 1
    rows.n_indexed += 1
    return rows.n - 1
