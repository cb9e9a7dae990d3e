# The order in which pairs are merged: a heap of entries, the pair to merge first on top, and how tokens are
# compared by what they are made of.

from workbench.kernels.training_rows cimport Row

cdef enum Order:
    BY_NUMBERS  # of pairs that occur as often, the one with the smallest numbers
    BY_PLACE  # the one that comes first
    BY_SPELLING  # the one of the fewest units, then the one whose units are smallest

cdef enum:
    LONGEST_TOLD = 0xFFFFFF  # a greater number of units is in no entry
    UNIT_TOLD = 0xFFFFF

cdef struct Entry:
    long long count
    unsigned long long tie
    unsigned int row

cdef struct Heap:
    Entry* entries
    long long n

# What a token is made of can be read at any place where it once arose: nothing changes the text.
cdef struct Spelling:
    int order
    int n_units
    const unsigned char* text  # this, …
    const unsigned int* units  # … or this, by place in all pieces
    int* lengths  # by symbol, units
    long long* homes  # by symbol - n_units, a place where it arose
    Row** rows  # the table's, which may move

cdef inline unsigned int unit_of(const Spelling* spelling, int symbol, long long at) noexcept nogil:
    if symbol < spelling.n_units:
        return symbol
    at += spelling.homes[symbol - spelling.n_units]
    return spelling.text[at] if spelling.units == NULL else spelling.units[at]

# Return a unit of the token that a pair makes.
cdef inline unsigned int unit_of_pair(const Spelling* spelling, const Row* pair, long long at) noexcept nogil:
    cdef int length = spelling.lengths[pair.left]
    if at < length:
        return unit_of(spelling, pair.left, at)
    return unit_of(spelling, pair.right, at - length)

# Return the upper part of what is compared: the length, and as many units as there is room for.
cdef inline unsigned long long spelling_tie(const Spelling* spelling, const Row* pair) noexcept nogil:
    cdef long long length = <long long>spelling.lengths[pair.left] + spelling.lengths[pair.right]
    cdef unsigned long long tie = min(length, <long long>LONGEST_TOLD)
    cdef int at
    if spelling.units != NULL:
        tie = tie << 20 | min(unit_of_pair(spelling, pair, 0), <unsigned int>UNIT_TOLD)
        return tie << 20 | min(unit_of_pair(spelling, pair, 1), <unsigned int>UNIT_TOLD)
    for at in range(5):
        tie = tie << 8 | (unit_of_pair(spelling, pair, at) if at < length else 0)
    return tie

# Say whether the token of `one` comes before that of `other`, which looks alike so far.
cdef inline bint spelled_before(const Spelling* spelling, unsigned int one, unsigned int other) noexcept nogil:
    cdef const Row* pair = spelling.rows[0] + one
    cdef const Row* rival = spelling.rows[0] + other
    cdef long long length = <long long>spelling.lengths[pair.left] + spelling.lengths[pair.right]
    cdef long long least = <long long>spelling.lengths[rival.left] + spelling.lengths[rival.right]
    cdef long long at
    cdef unsigned int unit, against
    if length != least:
        return length < least
    for at in range(length):
        unit = unit_of_pair(spelling, pair, at)
        against = unit_of_pair(spelling, rival, at)
        if unit != against:
            return unit < against
    return False

# Say whether the pair of `one` is merged before that of `other`. There is hardly a jump in it: the processor
# could not guess which way it goes.
cdef inline bint before(const Spelling* spelling, const Entry* one, const Entry* other) noexcept nogil:
    if spelling.order == BY_SPELLING and one.count == other.count and one.tie == other.tie:
        return spelled_before(spelling, one.row, other.row)
    return (one.count > other.count) | ((one.count == other.count) & (one.tie < other.tie))

# Add an entry to the heap; there is room.
cdef inline void rise(Heap* heap, const Spelling* spelling, Entry entry) noexcept nogil:
    cdef Entry* entries = heap.entries
    cdef long long at = heap.n
    cdef long long above
    heap.n += 1
    while at > 0:
        above = (at - 1) >> 1
        if not before(spelling, &entry, entries + above):
            break
        entries[at] = entries[above]
        at = above
    entries[at] = entry

# Write the places of the entries that come first, in their order, and return how many; `places` has room for twice
# `most` and one more: those that may come next follow.
cdef inline long long first_places(
    const Heap* heap, const Spelling* spelling, long long* places, long long most
) noexcept nogil:
    cdef long long n = 0
    cdef long long n_found = 1 if heap.n > 0 else 0
    cdef long long best
    cdef long long at
    cdef long long below
    places[0] = 0
    while n < n_found and n < most:
        best = n
        for at in range(n + 1, n_found):
            if before(spelling, heap.entries + places[at], heap.entries + places[best]):
                best = at
        places[n], places[best] = places[best], places[n]
        below = 2 * places[n] + 1
        n += 1
        for at in range(below, min(below + 2, heap.n)):
            places[n_found] = at
            n_found += 1
    return n

# Put an entry in the place of another, which did not come later.
cdef inline void sink(Heap* heap, const Spelling* spelling, Entry entry, long long at) noexcept nogil:
    cdef Entry* entries = heap.entries
    cdef long long n = heap.n
    cdef long long below = 2 * at + 1
    while below < n:
        if below + 1 < n:
            below += before(spelling, entries + below + 1, entries + below)
        if not before(spelling, entries + below, &entry):
            break
        entries[at] = entries[below]
        at = below
        below = 2 * at + 1
    entries[at] = entry
