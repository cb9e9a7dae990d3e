# Merging the chosen pair: its places get the new symbol, its neighbors' counts move to the new pairs.

from workbench.kernels.machine cimport read_soon
from workbench.kernels.training_cells cimport CHUNK, EDGE, Cell, Neighbor, Side, add_neighbor, count_at, place_in_text
from workbench.kernels.training_classes cimport joined
from workbench.kernels.training_order cimport BY_SPELLING
from workbench.kernels.training_rows cimport NOWHERE, Row, add_row, find_row
from workbench.kernels.training_run cimport (
    AHEAD, END, MOVE, NEIGHBORS, OFFER, REPLACE, SPREAD, Run, make_room, may_join
)

cdef inline void begin_merge(Run* run, long long chosen) noexcept nogil:
    cdef Row* row = run.rows.by_number + chosen
    cdef long long new = run.n_units + run.n_done
    run.chosen = chosen
    run.chosen_count = row.count
    run.lengths[new] = run.lengths[row.left] + run.lengths[row.right]
    if run.with_classes:
        run.classes[new] = joined(run.classes[row.left], run.classes[row.right])
    if run.spelling.order == BY_SPELLING:
        run.homes[run.n_done] = place_in_text(&run.pieces, run.places[row.start])
    run.at = run.kept_places = row.start
    run.stage = REPLACE

# Write the new symbol at some places of the chosen pair, keep those that held it, count neighbors.
#
# Where two new tokens touch, the first of them has counted `left` as its neighbor, and the second then
# counts (new, new) instead.
#
cdef inline long long replace(Run* run) noexcept nogil:
    cdef Row* row = run.rows.by_number + run.chosen
    cdef Cell* cells = run.cells
    cdef int* places = run.places
    cdef Side* after = &run.after
    cdef Side* before = &run.before
    cdef int left = row.left
    cdef int right = row.right
    cdef int new = run.n_units + run.n_done
    cdef long long middle = run.lengths[left]
    cdef long long length = run.lengths[new]
    cdef long long end = row.end
    cdef long long i = run.at
    cdef long long stop = min(i + CHUNK, end)
    cdef long long work = 4 * (stop - i) + 16
    cdef long long kept = run.kept_places
    cdef long long n_tokens = run.n_tokens
    cdef long long weight
    cdef Cell* cell
    cdef int x
    cdef int y
    while i < stop:
        if i + AHEAD < end:
            read_soon(cells + places[i + AHEAD])
        cell = cells + places[i]
        if cell.symbol == left and cell[middle].symbol == right:
            weight = count_at(&run.pieces, cell)
            x = (cell - 1).symbol
            y = cell[length].symbol
            cell[middle].symbol = EDGE
            cell.symbol = cell[length - 1].symbol = new
            n_tokens -= weight
            places[kept] = places[i]
            kept += 1
            if x == new:
                add_neighbor(after, new, weight)
            elif x != EDGE:
                add_neighbor(before, x, weight)
            if y != EDGE:
                add_neighbor(after, y, weight)
        i += 1
    run.at = i
    run.kept_places = kept
    run.n_tokens = n_tokens
    if i == end:
        begin_moving(run, after.by_symbol + left, after.by_symbol + new)
    return work

# Where two new tokens touch, (right, left) goes and (new, left) does not come.
cdef inline void begin_moving(Run* run, Neighbor* left, Neighbor* new) noexcept nogil:
    cdef long long row
    if new.size:
        row = find_row(
            &run.rows,
            run.rows.by_number[run.chosen].right,
            run.rows.by_number[run.chosen].left,
        )
        if row != NOWHERE:
            run.rows.by_number[row].count -= new.gain
        left.gain -= new.gain
        left.size -= new.size
    run.stage = MOVE

# Move the counts of some neighbors: (right, y) becomes (new, y), and (x, left) becomes (x, new).
cdef inline long long move(Run* run) noexcept nogil:
    cdef int new = run.n_units + run.n_done
    cdef int old
    cdef long long left = NEIGHBORS
    cdef long long work
    if not make_room(run, NEIGHBORS):
        return 1
    old = run.rows.by_number[run.chosen].right
    while left > 0 and run.after.n_moved < run.after.n_symbols:
        move_after(run, old, new, run.after.symbols[run.after.n_moved])
        run.after.n_moved += 1
        left -= 1
    old = run.rows.by_number[run.chosen].left
    while left > 0 and run.before.n_moved < run.before.n_symbols:
        move_before(run, old, new, run.before.symbols[run.before.n_moved])
        run.before.n_moved += 1
        left -= 1
    work = 8 * (NEIGHBORS - left) + 1
    if left > 0:
        run.after.n_symbols = run.after.n_moved = 0
        run.before.n_symbols = run.before.n_moved = 0
        run.at = run.rows.by_number[run.chosen].start
        run.stage = SPREAD
        if run.rows.n_offered == run.rows.n:
            end_merge(run)
    return work

cdef inline void move_after(Run* run, int right, int new, int y) noexcept nogil:
    cdef Neighbor* neighbor = run.after.by_symbol + y
    cdef long long row
    if y != new:
        row = find_row(&run.rows, right, y)
        if row != NOWHERE:
            run.rows.by_number[row].count -= neighbor.gain
    enter(run, new, y, neighbor)

cdef inline void move_before(Run* run, int left, int new, int x) noexcept nogil:
    cdef Neighbor* neighbor = run.before.by_symbol + x
    cdef long long row = find_row(&run.rows, x, left)
    if row != NOWHERE:
        run.rows.by_number[row].count -= neighbor.gain
    enter(run, x, new, neighbor)

# Write a row for a pair with the new symbol, if it is frequent enough, and forget the neighbor.
cdef inline void enter(Run* run, int left, int right, Neighbor* neighbor) noexcept nogil:
    cdef Row* row
    neighbor.free = NOWHERE
    if neighbor.gain >= run.threshold and may_join(run, left, right):
        row = run.rows.by_number + add_row(&run.rows, left, right, neighbor.gain)
        row.start = neighbor.free = run.n_places
        run.n_places += neighbor.size
        row.end = run.n_places
    neighbor.gain = neighbor.size = 0

# Write some places of the pairs with the new symbol.
cdef inline long long spread(Run* run) noexcept nogil:
    cdef int* places = run.places
    cdef Cell* cell
    cdef int new = run.n_units + run.n_done
    cdef long long length = run.lengths[new]
    cdef long long i = run.at
    cdef long long stop = min(i + CHUNK, run.kept_places)
    cdef long long work = 4 * (stop - i) + 1
    cdef Neighbor* neighbor
    cdef int x
    cdef int y
    while i < stop:
        if i + AHEAD < stop:
            read_soon(run.cells + places[i + AHEAD])
        cell = run.cells + places[i]
        x = (cell - 1).symbol
        y = cell[length].symbol
        if x != EDGE and x != new:
            neighbor = run.before.by_symbol + x
            if neighbor.free != NOWHERE:
                places[neighbor.free] = places[i] - run.lengths[x]
                neighbor.free += 1
        if y != EDGE:
            neighbor = run.after.by_symbol + y
            if neighbor.free != NOWHERE:
                places[neighbor.free] = places[i]
                neighbor.free += 1
        i += 1
    run.at = i
    if i == run.kept_places:
        end_merge(run)
    return work

cdef inline void end_merge(Run* run) noexcept nogil:
    run.n_done += 1
    run.stage = END if run.n_done == run.n_merges else OFFER
