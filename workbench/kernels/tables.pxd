# Patterns of one's own by tables (engine.splitting.pattern_tables, which says what is in them): where a piece ends,
# and where safe borders are. The readable counterpart is the pattern itself, matched by `regex`.

from workbench.kernels.characters cimport NEAR, Far, Run, look

cdef enum:
    N_CHARACTERS = 0x110000  # classes, and then what follows
    ROWS = N_CHARACTERS + 24  # of the states
    BY_TABLES = 0x10000  # the kind of run that a piece is

# Return the end of the piece or gap at `at`, or `at` where no valid character is. `far.gap` says which it is.
#
# What a call has no time for, the next one goes on with: of a piece is kept how far it was read, the state there (in
# `either_end`), and where the last match ended, 0 for none.
cdef inline size_t table_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    cdef const int* head = <const int*>(table + N_CHARACTERS)
    cdef const int* rows = <const int*>(table + ROWS)
    cdef size_t place = at
    cdef size_t matched = 0
    cdef size_t near = at + NEAR if end - at > NEAR else end
    cdef size_t row = head[0]
    cdef unsigned int found, symbol
    cdef int following
    cdef Run* run = far.runs
    if far.n and run.start == at and run.kind == BY_TABLES:
        place = run.end
        matched = run.last
        row = run.either_end
        near = place
    while row:
        if place >= near and near < end:
            if far.budget <= 0:
                far.stopped = True
                break
            far.budget -= 1
        found = look(data, place, end, table)
        symbol = found & 0xFF if found else head[1]
        if symbol == head[3] and found and look(data, place + 1, end, table) == 0:
            symbol = head[2]
        following = rows[row + symbol]
        if following & 1:
            matched = place
        row = following >> 1
        place += found >> 8
    if place > near and near < end or far.stopped:
        run.start = at
        run.kind = BY_TABLES
        run.end = place
        run.last = matched
        run.either_end = row
        far.n = max(far.n, 1)
        if far.stopped:
            return place
    far.gap = matched == 0
    return matched if matched else at + (look(data, at, end, table) >> 8)

# Return whether a safe border is between two characters of these classes.
cdef inline bint is_table_border(const unsigned char* table, unsigned int before, unsigned int after) noexcept nogil:
    cdef const int* head = <const int*>(table + N_CHARACTERS)
    cdef const unsigned char* borders = table + ROWS + 4 * <size_t>head[0] * head[4]
    return borders[(before & 0xFF) * head[0] + (after & 0xFF)]
