# Choosing the pair to merge: new rows are offered to the heap, its top is put right.

from workbench.kernels.training_cells cimport CHUNK
from workbench.kernels.training_finding cimport look_again
from workbench.kernels.training_merging cimport begin_merge
from workbench.kernels.training_order cimport BY_NUMBERS, BY_PLACE, BY_SPELLING, Entry, before, rise, sink, spelling_tie
from workbench.kernels.training_rows cimport Row
from workbench.kernels.training_run cimport ASK, CHOOSE, LOOKS, NEIGHBORS, Run

# Return what is least for the pair to merge of those that occur as often.
cdef inline unsigned long long tie_of(Run* run, Row* row) noexcept nogil:
    cdef long long last
    cdef long long at
    if run.spelling.order == BY_NUMBERS:
        return <unsigned long long>row.left << 32 | row.right
    if run.spelling.order == BY_SPELLING:
        return spelling_tie(&run.spelling, row)
    # The first place that the pair still has, or a place before it where that is far.
    last = min(row.start + CHUNK, row.end - 1)
    while row.start < last:
        at = run.places[row.start]
        if (
            run.cells[at].symbol == row.left
            and run.cells[at + run.lengths[row.left]].symbol == row.right
        ):
            break
        row.start += 1
    return run.places[row.start]

# Put some of the new rows into the heap.
cdef inline long long offer(Run* run) noexcept nogil:
    cdef long long stop = min(run.rows.n_offered + NEIGHBORS, run.rows.n)
    cdef long long work = 8 * (stop - run.rows.n_offered) + 1
    cdef Row* row
    cdef Entry entry
    while run.rows.n_offered < stop:
        row = run.rows.by_number + run.rows.n_offered
        if row.count >= run.threshold:
            entry.count = row.count
            entry.tie = tie_of(run, row)
            entry.row = run.rows.n_offered
            rise(&run.heap, &run.spelling, entry)
        run.rows.n_offered += 1
    if stop == run.rows.n:
        run.stage = CHOOSE
    return work

# Put some entries right below the heap's top, until the next one is right; say whether it is, or there is none.
# Those that have no rows occur less often than the threshold: the text is gone through for them.
cdef inline bint find_runner_up(Run* run) noexcept nogil:
    cdef Row* row
    cdef Entry entry
    cdef long long at
    cdef long long looks = 0
    while run.heap.n > 1:
        if looks == LOOKS:
            return False
        looks += 1
        at = 1
        if run.heap.n > 2:
            at += before(&run.spelling, run.heap.entries + 2, run.heap.entries + 1)
        entry = run.heap.entries[at]
        row = run.rows.by_number + entry.row
        if row.count == entry.count:
            if run.asks and not run.next_allowed:
                run.asked = at
                run.stage = ASK
                return False
            run.runner_up = row.count
            return True
        if row.count < run.threshold:
            run.heap.n -= 1
            if at == run.heap.n:
                continue
            entry = run.heap.entries[run.heap.n]
        else:
            entry.count = row.count
            entry.tie = tie_of(run, row)
        sink(&run.heap, &run.spelling, entry, at)
    run.runner_up = 0
    if run.threshold == run.min_count:
        return True
    look_again(run)
    return False

# Take an entry off the heap, its top or one of the two below.
cdef inline void drop(Run* run, long long at) noexcept nogil:
    run.heap.n -= 1
    if run.heap.n > at:
        sink(&run.heap, &run.spelling, run.heap.entries[run.heap.n], at)

# Go on with the pair that was asked about, or with the next.
cdef inline void answer(Run* run, bint allowed) noexcept nogil:
    if not allowed:
        drop(run, run.asked)
    elif run.asked:
        run.next_allowed = True
    else:
        run.allowed = True
    run.stage = CHOOSE

# Put some entries right that come to the heap's top, until one of them is right already.
cdef inline long long choose(Run* run) noexcept nogil:
    cdef Row* row
    cdef Entry entry
    cdef unsigned long long tie
    cdef long long looks = 0
    while run.heap.n > 0 and looks < LOOKS:
        looks += 1
        entry = run.heap.entries[0]
        row = run.rows.by_number + entry.row
        if row.count < run.threshold:
            drop(run, 0)
            continue
        tie = tie_of(run, row)
        if row.count == entry.count and tie == entry.tie:
            if run.asks and not run.allowed:
                run.asked = 0
                run.stage = ASK
            elif not run.with_runner_up or find_runner_up(run):
                run.allowed = run.next_allowed = False
                begin_merge(run, entry.row)
            return looks * 32
        entry.count = row.count
        entry.tie = tie
        sink(&run.heap, &run.spelling, entry, 0)
    if run.heap.n == 0:
        look_again(run)
    return looks * (CHUNK if run.spelling.order == BY_PLACE else 32) + 1
