# Finding the pairs that are frequent enough, and where they are: the text is gone through for them.

from libc.stdlib cimport calloc, free

from workbench.kernels.training_cells cimport CHUNK, EDGE, Cell, Neighbor, count_at
from workbench.kernels.training_rows cimport NOWHERE, Row, add_row, find_row, forget_rows, hash_of_pair
from workbench.kernels.training_run cimport (
    ALLOT, BYTE_PAIRS, COUNT, END, FAILED, LARGE_PAGE, LOWER, OFFER, SKETCH, TOUCH, WRITE, Run, begin, make_room,
    may_join,
)

# Write a row for each pair of bytes that reaches the threshold.
cdef inline void enter_byte_pairs(Run* run) noexcept nogil:
    cdef Neighbor* pair
    cdef int i
    if not make_room(run, BYTE_PAIRS):
        return
    for i in range(BYTE_PAIRS):
        pair = run.byte_pairs + i
        if pair.gain >= run.threshold and run.longest >= 2:
            add_row(&run.rows, i >> 8, i & 0xFF, pair.gain)
            run.rows.by_number[run.rows.n - 1].end = pair.size
    begin(run, ALLOT)

# Begin to find the pairs that a lower threshold lets in.
cdef inline void look_again(Run* run) noexcept nogil:
    if run.threshold == run.min_count:
        run.stage = END
        return
    run.threshold = max(run.min_count, run.threshold // LOWER)
    run.heap.n = run.n_places = 0
    if not forget_rows(&run.rows):
        run.stage = FAILED
        return
    search(run)

# Begin to find the pairs that reach the threshold.
cdef inline void search(Run* run) noexcept nogil:
    run.greatest = 0
    free(run.sketch)
    run.sketch = <long long*>calloc(<size_t>1 << run.sketch_bits, 8)
    begin(run, SKETCH)
    if run.sketch == NULL:
        run.stage = FAILED

# Go through some cells, and do with each pair of neighbors what the stage says.
cdef inline long long walk(Run* run) noexcept nogil:
    cdef Cell* cells = run.cells
    cdef long long at = run.at
    cdef long long stop = min(at + CHUNK, run.n_cells)
    cdef long long following
    cdef int left
    cdef int right
    if run.stage == COUNT and not make_room(run, CHUNK):
        return 1
    while at < stop:
        left = cells[at].symbol
        following = at + 1
        if left != EDGE:
            following = at + run.lengths[left]
            right = cells[following].symbol
            if right != EDGE and may_join(run, left, right):
                if run.stage == WRITE:
                    write_place(run, left, right, at)
                else:
                    count_pair(run, left, right, count_at(&run.pieces, cells + at))
        at = following
    run.at = at
    if at >= run.n_cells:
        end_walk(run)
    return 4 * CHUNK

cdef inline void end_walk(Run* run) noexcept nogil:
    if run.stage == SKETCH:
        # No pair occurs more often than the greatest number of the sketch.
        run.threshold = max(run.min_count, min(run.threshold, run.greatest // LOWER))
        begin(run, COUNT)
    elif run.stage == COUNT:
        free(run.sketch)
        run.sketch = NULL
        begin(run, ALLOT)
    else:
        begin(run, OFFER)

# Count a pair in the sketch or, if that says that it may be frequent enough, in its row.
cdef inline void count_pair(Run* run, int left, int right, long long weight) noexcept nogil:
    cdef long long* slot = run.sketch + (
        hash_of_pair(left, right) >> (64 - run.sketch_bits)
    )
    cdef long long row
    if run.stage == SKETCH:
        slot[0] += weight
        if slot[0] > run.greatest:
            run.greatest = slot[0]
    elif slot[0] >= run.threshold:
        row = find_row(&run.rows, left, right)
        if row == NOWHERE:
            row = add_row(&run.rows, left, right, 0)
        run.rows.by_number[row].count += weight
        run.rows.by_number[row].end += 1

cdef inline void write_place(Run* run, int left, int right, long long at) noexcept nogil:
    cdef long long number = find_row(&run.rows, left, right)
    cdef Row* row = run.rows.by_number + number
    if number != NOWHERE and row.start != NOWHERE:
        run.places[row.end] = at
        row.end += 1

# Give some rows, whose `end` is the number of their places, a stretch of the list of places.
cdef inline long long allot(Run* run) noexcept nogil:
    cdef Row* row
    cdef long long stop = min(run.at + CHUNK, run.rows.n)
    cdef long long size
    while run.at < stop:
        row = run.rows.by_number + run.at
        size = row.end
        row.start = row.end = NOWHERE
        if row.count >= run.threshold:
            row.start = row.end = run.n_places
            run.n_places += size
        run.at += 1
    if stop == run.rows.n:
        begin(run, TOUCH)
    return CHUNK

# Touch a page of the list of places, which are written all over it: a large page may take long.
cdef inline long long touch(Run* run) noexcept nogil:
    if run.at < run.n_places:
        run.places[run.at] = 0
        run.at += LARGE_PAGE
    else:
        begin(run, WRITE)
    return 4 * CHUNK
