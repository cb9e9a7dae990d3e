"""Byte-pair training on counted pieces, a slice at a time, without the GIL: the merges of engine.trainer.

Tokens lie in cells, pairs have rows with counts and places, as engine.trainer and engine.token_cells
explain. Some things are done otherwise here:

- A pair gets a row only if it occurs at least `threshold` times. Counts only fall, so that a rarer pair
  cannot come before those that have rows. When the rows are used up, the text is gone through again for the
  pairs that a lower threshold lets in. Most pairs are rare: rows, heap and lists of places stay small.
- The work is a chain of short steps, each of which leaves word what comes next (`Stage`): between two of
  them it may stop and go on later. Tables grow in steps as well.
- A cell keeps its piece's count beside its symbol, so that a place costs one look into memory.
- Where ties are decided by what tokens are made of, an entry of the heap holds the length and the first units
  of its token; the others are read in the text, at a place where the token arose, when all that is equal.

Compiled only (see `workbench.kernels`). Constants, structures and types stand in training.pxd; the cells, the
table of pairs and the heap in training_cells.pxd, training_rows.pxd and training_order.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.workbench.kernels.machine import give_pages, monotonic_ns, read_soon, take_pages
from cython.cimports.workbench.kernels.training import (
    AHEAD,
    ALLOT,
    BYTE_PAIRS,
    CHOOSE,
    COUNT,
    END,
    FAILED,
    LARGE_PAGE,
    LAY_OUT,
    LOOKS,
    LOWER,
    MOVE,
    NEIGHBOURS,
    OFFER,
    RARE,
    REPLACE,
    SKETCH,
    SPREAD,
    TOUCH,
    WRITE,
)
from cython.cimports.workbench.kernels.training_cells import (
    CHUNK,
    EDGE,
    Cell,
    Neighbour,
    Side,
    add_neighbour,
    count_at,
    lay_out,
    lay_out_given,
    place_in_text,
)
from cython.cimports.workbench.kernels.training_classes import NEVER, joined
from cython.cimports.workbench.kernels.training_order import (
    BY_NUMBERS,
    BY_PLACE,
    BY_SPELLING,
    Entry,
    rise,
    sink,
    spelling_tie,
)
from cython.cimports.workbench.kernels.training_rows import (
    NOWHERE,
    Row,
    add_row,
    find_row,
    forget_rows,
    give_rows,
    hash_of_pair,
    index_rows,
    make_row_room,
    take_rows,
)

ORDERS = {"numbers": BY_NUMBERS, "first place": BY_PLACE, "spelling": BY_SPELLING}


class Trainer:
    """One run of training; `run` takes it up where it stopped.

    Attributes:
        n_tokens: tokens of the whole corpus now.
        n_pieces_done: pieces laid out so far.
        ended: no merge is left to learn.

    """

    def __cinit__(
        self,
        pieces: object,
        ends: cython.const[cython.ulonglong][::1],
        counts: cython.const[cython.longlong][::1],
        numbers: bytes,
        n_units: int,
        classes: object,
        n_merges: int,
        min_count: int,
        longest: int,
        order: int,
        given: object = None,
    ) -> None:
        """Take counted pieces of `n_units` different units, and the options.

        `pieces` is bytes, and `numbers` has the number of each byte in ties; or uint32, each a unit by its
        number. `classes`, int32 by unit or None, say which units may stand in one token
        (`engine.unit_classes`); `longest` is in units; `order`, of `ORDERS`, says what is merged of the pairs
        that occur as often. `given`, if the pieces are made of tokens already, is a pair: uint32, the symbols
        of all pieces, and int32, the units of each symbol that is no unit. `n_merges` come after those.
        """
        self._kept = (pieces, ends, counts, given)
        self._pieces.n = ends.shape[0]
        if self._pieces.n:
            self._pieces.ends = cython.address(ends[0])
            self._pieces.counts = cython.address(counts[0])
            self._n_cells = cython.cast(cython.longlong, ends[self._pieces.n - 1])
        self._n_cells += self._pieces.n + 1
        self._n_units = n_units
        self._n_given = len(given[1]) if given is not None else 0
        self._n_merges = self._n_given + min(n_merges, self._n_cells)
        self._n_done = self._n_given
        self._min_count = max(1, min_count)
        self._longest = longest
        self._stage = LAY_OUT
        self._layout.previous = EDGE
        self._sketch_bits = 12
        while self._sketch_bits < 20 and (4 << self._sketch_bits) < self._n_cells:
            self._sketch_bits += 1
        self._take_units(pieces, numbers)
        if not self._reserve():
            raise MemoryError
        self._cells[0].symbol = EDGE
        self._spelling.order = order
        self._spelling.n_units = n_units
        self._spelling.text = self._pieces.text
        self._spelling.units = self._pieces.units
        self._spelling.lengths = self._lengths
        self._spelling.homes = self._homes
        self._spelling.rows = cython.address(self._rows.by_number)
        self._take_classes(classes)
        if given is not None:
            self._take_given(given[0], given[1])

    def _take_units(self, pieces: object, numbers: bytes):
        byte: cython.int
        units: cython.const[cython.uint][::1]
        if isinstance(pieces, bytes):
            self._pieces.text = pieces
            for byte in range(256):
                self._numbers[byte] = numbers[byte]
                self._bytes[numbers[byte]] = byte
        else:
            units = pieces
            if units.shape[0]:
                self._pieces.units = cython.address(units[0])

    def _take_classes(self, classes: object):
        unit: cython.int
        given: cython.const[cython.int][::1]
        for unit in range(self._n_units):
            self._lengths[unit] = 1
        if classes is not None:
            given = classes
            for unit in range(self._n_units + self._n_given):
                self._classes[unit] = given[unit]
            self._with_classes = True

    def _take_given(self, symbols: object, lengths: object):
        i: cython.int
        tokens: cython.const[cython.uint][::1] = symbols
        sizes: cython.const[cython.int][::1] = lengths
        self._given.n = tokens.shape[0]
        if self._given.n:
            self._given.symbols = cython.address(tokens[0])
        for i in range(self._n_given):
            self._lengths[self._n_units + i] = sizes[i]

    def _reserve(self):
        """Ask for memory; none of it is touched yet, so that this takes no time."""
        n_symbols: cython.size_t = self._n_units + self._n_merges
        self._cells = cython.cast(cython.pointer[Cell], take_pages(self._n_cells * cython.sizeof(Cell)))
        self._places = cython.cast(cython.p_int, take_pages(3 * self._n_cells * cython.sizeof(cython.int)))
        self._lengths = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        self._classes = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        self._homes = cython.cast(cython.p_longlong, calloc(self._n_merges + 1, 8))
        self._byte_pairs = cython.cast(
            cython.pointer[Neighbour], calloc(BYTE_PAIRS, cython.sizeof(Neighbour))
        )
        self._heap.entries = cython.cast(cython.pointer[Entry], malloc(cython.sizeof(Entry)))
        self._after.by_symbol = cython.cast(
            cython.pointer[Neighbour], calloc(n_symbols, cython.sizeof(Neighbour))
        )
        self._before.by_symbol = cython.cast(
            cython.pointer[Neighbour], calloc(n_symbols, cython.sizeof(Neighbour))
        )
        self._after.symbols = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        self._before.symbols = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        return (
            take_rows(cython.address(self._rows))
            and self._cells != cython.NULL
            and self._places != cython.NULL
            and self._lengths != cython.NULL
            and self._classes != cython.NULL
            and self._homes != cython.NULL
            and self._byte_pairs != cython.NULL
            and self._heap.entries != cython.NULL
            and self._after.by_symbol != cython.NULL
            and self._before.by_symbol != cython.NULL
            and self._after.symbols != cython.NULL
            and self._before.symbols != cython.NULL
        )

    def __dealloc__(self) -> None:
        """Free the memory; giving much of it back takes milliseconds."""
        with cython.nogil:
            give_pages(self._cells, self._n_cells * cython.sizeof(Cell))
            give_pages(self._places, 3 * self._n_cells * cython.sizeof(cython.int))
            give_rows(cython.address(self._rows))
            free(self._lengths)
            free(self._classes)
            free(self._homes)
            free(self._byte_pairs)
            free(self._heap.entries)
            free(self._sketch)
            free(self._after.by_symbol)
            free(self._before.by_symbol)
            free(self._after.symbols)
            free(self._before.symbols)

    @property
    def ended(self) -> bool:
        """Say whether all merges are learned that were asked for or can be."""
        return self._stage == END

    def run(self, log: cython.longlong[:, ::1], nanoseconds: int, steps: int = 0) -> int:
        """Go on for some time, until `log` is full, or to the end; return the number of merges learned.

        Each becomes a row of `log`: left id, right id, count, tokens of the corpus after it. With `steps` it
        stops after so many steps, whatever the clock says.

        Raises:
            MemoryError: there is not enough; nothing can be learned any more.

        """
        first: cython.longlong = self._n_done
        room: cython.longlong = log.shape[0]
        n_steps: cython.longlong = steps if steps else 1 << 62
        duration: cython.longlong = nanoseconds
        due: cython.longlong
        work: cython.longlong = 0
        found: cython.longlong = 0
        with cython.nogil:
            due = monotonic_ns() + duration
            while self._stage < END and found < room and n_steps > 0:
                work += self._step()
                n_steps -= 1
                if self._n_done - first > found:
                    self._write_log(cython.address(log[found, 0]))
                    found += 1
                if work >= CHUNK:
                    work = 0
                    if monotonic_ns() >= due:
                        break
        if self._stage == FAILED:
            raise MemoryError
        return found

    def _write_log(self, row):
        pair: cython.pointer[Row] = self._rows.by_number + self._chosen
        row[0] = self._id(pair.left)
        row[1] = self._id(pair.right)
        row[2] = self._chosen_count
        row[3] = self.n_tokens
        pair.count = 0

    def _id(self, symbol):
        return self._bytes[symbol] if self._pieces.text != cython.NULL and symbol < 256 else symbol

    def _step(self):
        """Take one step and return about how much work it was."""
        if self._rows.n_indexed < self._rows.n:
            index_rows(cython.address(self._rows), CHUNK)
            return 4 * CHUNK
        if self._stage == CHOOSE:
            return self._choose()
        if self._stage == REPLACE:
            return self._replace()
        if self._stage == MOVE:
            return self._move()
        if self._stage == SPREAD:
            return self._spread()
        if self._stage == OFFER:
            return self._offer()
        if self._stage == LAY_OUT:
            return self._lay_out()
        if self._stage == ALLOT:
            return self._allot()
        if self._stage == TOUCH:
            return self._touch()
        return self._walk()

    # --- laying out -------------------------------------------------------------------------------------

    def _lay_out(self):
        """Turn some units into cells; set the first threshold when all are."""
        if self._n_given:
            lay_out_given(
                cython.address(self._pieces),
                cython.address(self._given),
                cython.address(self._layout),
                self._cells,
                self._lengths,
                self._n_units,
                self._homes,
            )
        else:
            lay_out(
                cython.address(self._pieces),
                cython.address(self._layout),
                self._cells,
                self._numbers,
                self._byte_pairs,
            )
        self.n_tokens = self._layout.n_tokens
        self.n_pieces_done = self._layout.n_pieces
        if self.n_pieces_done == self._pieces.n:
            self._stage = END
            if self._n_merges > self._n_done:
                self._threshold = max(
                    self._min_count, self._layout.n_pairs // (self._n_merges - self._n_done) // RARE
                )
                if self._pieces.text != cython.NULL:
                    self._enter_byte_pairs()
                else:
                    self._search()
        return 2 * CHUNK

    def _enter_byte_pairs(self):
        """Write a row for each pair of bytes that reaches the threshold."""
        pair: cython.pointer[Neighbour]
        i: cython.int
        if not self._make_room(BYTE_PAIRS):
            return
        for i in range(BYTE_PAIRS):
            pair = self._byte_pairs + i
            if pair.gain >= self._threshold and self._longest >= 2:
                add_row(cython.address(self._rows), i >> 8, i & 0xFF, pair.gain)
                self._rows.by_number[self._rows.n - 1].end = pair.size
        self._begin(ALLOT)

    def _begin(self, stage):
        self._stage = stage
        self._at = 1 if stage == SKETCH or stage == COUNT or stage == WRITE else 0

    # --- going through the text -------------------------------------------------------------------------

    def _look_again(self):
        """Begin to find the pairs that a lower threshold lets in."""
        if self._threshold == self._min_count:
            self._stage = END
            return
        self._threshold = max(self._min_count, self._threshold // LOWER)
        self._heap.n = self._n_places = 0
        if not forget_rows(cython.address(self._rows)):
            self._stage = FAILED
            return
        self._search()

    def _search(self):
        """Begin to find the pairs that reach the threshold."""
        self._greatest = 0
        free(self._sketch)
        self._sketch = cython.cast(
            cython.pointer[cython.longlong], calloc(cython.cast(cython.size_t, 1) << self._sketch_bits, 8)
        )
        self._begin(SKETCH)
        if self._sketch == cython.NULL:
            self._stage = FAILED

    def _walk(self):
        """Go through some cells, and do with each pair of neighbours what the stage says."""
        cells: cython.pointer[Cell] = self._cells
        at: cython.longlong = self._at
        stop: cython.longlong = min(at + CHUNK, self._n_cells)
        following: cython.longlong
        left: cython.int
        right: cython.int
        if self._stage == COUNT and not self._make_room(CHUNK):
            return 1
        while at < stop:
            left = cells[at].symbol
            following = at + 1
            if left != EDGE:
                following = at + self._lengths[left]
                right = cells[following].symbol
                if right != EDGE and self._may_join(left, right):
                    if self._stage == WRITE:
                        self._write_place(left, right, at)
                    else:
                        self._count(left, right, count_at(cython.address(self._pieces), cells + at))
            at = following
        self._at = at
        if at >= self._n_cells:
            self._end_walk()
        return 4 * CHUNK

    def _end_walk(self):
        if self._stage == SKETCH:
            # No pair occurs more often than the greatest number of the sketch.
            self._threshold = max(self._min_count, min(self._threshold, self._greatest // LOWER))
            self._begin(COUNT)
        elif self._stage == COUNT:
            free(self._sketch)
            self._sketch = cython.NULL
            self._begin(ALLOT)
        else:
            self._begin(OFFER)

    def _count(self, left, right, weight):
        """Count a pair in the sketch or, if that says that it may be frequent enough, in its row."""
        slot: cython.pointer[cython.longlong] = self._sketch + (
            hash_of_pair(left, right) >> (64 - self._sketch_bits)
        )
        row: cython.longlong
        if self._stage == SKETCH:
            slot[0] += weight
            if slot[0] > self._greatest:
                self._greatest = slot[0]
        elif slot[0] >= self._threshold:
            row = find_row(cython.address(self._rows), left, right)
            if row == NOWHERE:
                row = add_row(cython.address(self._rows), left, right, 0)
            self._rows.by_number[row].count += weight
            self._rows.by_number[row].end += 1

    def _write_place(self, left, right, at):
        number: cython.longlong = find_row(cython.address(self._rows), left, right)
        row: cython.pointer[Row] = self._rows.by_number + number
        if number != NOWHERE and row.start != NOWHERE:
            self._places[row.end] = at
            row.end += 1

    def _allot(self):
        """Give some rows, whose `end` is the number of their places, a stretch of the list of places."""
        row: cython.pointer[Row]
        stop: cython.longlong = min(self._at + CHUNK, self._rows.n)
        size: cython.longlong
        while self._at < stop:
            row = self._rows.by_number + self._at
            size = row.end
            row.start = row.end = NOWHERE
            if row.count >= self._threshold:
                row.start = row.end = self._n_places
                self._n_places += size
            self._at += 1
        if stop == self._rows.n:
            self._begin(TOUCH)
        return CHUNK

    def _touch(self):
        """Touch a page of the list of places, which are written all over it: a large page may take long."""
        if self._at < self._n_places:
            self._places[self._at] = 0
            self._at += LARGE_PAGE
        else:
            self._begin(WRITE)
        return 4 * CHUNK

    # --- rows -------------------------------------------------------------------------------------------

    def _make_room(self, n):
        """Make room for n more rows; False if the step has to be taken again when they have been indexed."""
        heap: cython.pointer[Entry] = self._heap.entries
        room: cython.longlong = self._rows.room
        able: cython.bint = make_row_room(cython.address(self._rows), n)
        if able and (self._heap_room == 0 or self._rows.room != room):
            self._heap_room = self._rows.room
            heap = cython.cast(cython.pointer[Entry], realloc(heap, self._heap_room * cython.sizeof(Entry)))
            if heap != cython.NULL:
                self._heap.entries = heap
        if not able or heap == cython.NULL:
            self._stage = FAILED
            return False
        return self._rows.n_indexed == self._rows.n

    def _may_join(self, left, right):
        """Say whether two neighbours may become a token."""
        if self._lengths[left] + self._lengths[right] > self._longest:
            return False
        return not self._with_classes or joined(self._classes[left], self._classes[right]) != NEVER

    # --- the order in which pairs are merged ------------------------------------------------------------

    def _tie(self, row):
        """Return what is least for the pair to merge of those that occur as often."""
        last: cython.longlong
        at: cython.longlong
        if self._spelling.order == BY_NUMBERS:
            return cython.cast(cython.ulonglong, row.left) << 32 | row.right
        if self._spelling.order == BY_SPELLING:
            return spelling_tie(cython.address(self._spelling), row)
        # The first place that the pair still has, or a place before it where that is far.
        last = min(row.start + CHUNK, row.end - 1)
        while row.start < last:
            at = self._places[row.start]
            if (
                self._cells[at].symbol == row.left
                and self._cells[at + self._lengths[row.left]].symbol == row.right
            ):
                break
            row.start += 1
        return self._places[row.start]

    def _offer(self):
        """Put some of the new rows into the heap."""
        stop: cython.longlong = min(self._rows.n_offered + NEIGHBOURS, self._rows.n)
        work: cython.longlong = 8 * (stop - self._rows.n_offered) + 1
        row: cython.pointer[Row]
        entry = cython.declare(Entry)
        while self._rows.n_offered < stop:
            row = self._rows.by_number + self._rows.n_offered
            if row.count >= self._threshold:
                entry.count = row.count
                entry.tie = self._tie(row)
                entry.row = self._rows.n_offered
                rise(cython.address(self._heap), cython.address(self._spelling), entry)
            self._rows.n_offered += 1
        if stop == self._rows.n:
            self._stage = CHOOSE
        return work

    def _choose(self):
        """Put some entries right that come to the heap's top, until one of them is right already."""
        row: cython.pointer[Row]
        entry: Entry
        tie: cython.ulonglong
        looks: cython.longlong = 0
        while self._heap.n > 0 and looks < LOOKS:
            looks += 1
            entry = self._heap.entries[0]
            row = self._rows.by_number + entry.row
            if row.count < self._threshold:
                self._heap.n -= 1
                if self._heap.n > 0:
                    entry = self._heap.entries[self._heap.n]
                    sink(cython.address(self._heap), cython.address(self._spelling), entry)
                continue
            tie = self._tie(row)
            if row.count == entry.count and tie == entry.tie:
                self._begin_merge(entry.row)
                return looks * 32
            entry.count = row.count
            entry.tie = tie
            sink(cython.address(self._heap), cython.address(self._spelling), entry)
        if self._heap.n == 0:
            self._look_again()
        return looks * (CHUNK if self._spelling.order == BY_PLACE else 32) + 1

    # --- merging ----------------------------------------------------------------------------------------

    def _begin_merge(self, chosen):
        row: cython.pointer[Row] = self._rows.by_number + chosen
        new: cython.longlong = self._n_units + self._n_done
        self._chosen = chosen
        self._chosen_count = row.count
        self._lengths[new] = self._lengths[row.left] + self._lengths[row.right]
        if self._with_classes:
            self._classes[new] = joined(self._classes[row.left], self._classes[row.right])
        if self._spelling.order == BY_SPELLING:
            self._homes[self._n_done] = place_in_text(cython.address(self._pieces), self._places[row.start])
        self._at = self._kept_places = row.start
        self._stage = REPLACE

    def _replace(self):
        """Write the new symbol at some places of the chosen pair, keep those that held it, count neighbours.

        Where two new tokens touch, the first of them has counted `left` as its neighbour, and the second then
        counts (new, new) for it.
        """
        row: cython.pointer[Row] = self._rows.by_number + self._chosen
        cells: cython.pointer[Cell] = self._cells
        places: cython.p_int = self._places
        after: cython.pointer[Side] = cython.address(self._after)
        before: cython.pointer[Side] = cython.address(self._before)
        left: cython.int = row.left
        right: cython.int = row.right
        new: cython.int = self._n_units + self._n_done
        middle: cython.longlong = self._lengths[left]
        length: cython.longlong = self._lengths[new]
        end: cython.longlong = row.end
        i: cython.longlong = self._at
        stop: cython.longlong = min(i + CHUNK, end)
        work: cython.longlong = 4 * (stop - i) + 16
        kept: cython.longlong = self._kept_places
        n_tokens: cython.longlong = self.n_tokens
        weight: cython.longlong
        cell: cython.pointer[Cell]
        x: cython.int
        y: cython.int
        while i < stop:
            if i + AHEAD < end:
                read_soon(cells + places[i + AHEAD])
            cell = cells + places[i]
            if cell.symbol == left and cell[middle].symbol == right:
                weight = count_at(cython.address(self._pieces), cell)
                x = (cell - 1).symbol
                y = cell[length].symbol
                cell[middle].symbol = EDGE
                cell.symbol = cell[length - 1].symbol = new
                n_tokens -= weight
                places[kept] = places[i]
                kept += 1
                if x == new:
                    add_neighbour(after, new, weight)
                elif x != EDGE:
                    add_neighbour(before, x, weight)
                if y != EDGE:
                    add_neighbour(after, y, weight)
            i += 1
        self._at = i
        self._kept_places = kept
        self.n_tokens = n_tokens
        if i == end:
            self._begin_moving(after.by_symbol + left, after.by_symbol + new)
        return work

    def _begin_moving(self, left, new):
        """Where two new tokens touch, (right, left) goes and (new, left) does not come."""
        row: cython.longlong
        if new.size:
            row = find_row(
                cython.address(self._rows),
                self._rows.by_number[self._chosen].right,
                self._rows.by_number[self._chosen].left,
            )
            if row != NOWHERE:
                self._rows.by_number[row].count -= new.gain
            left.gain -= new.gain
            left.size -= new.size
        self._stage = MOVE

    def _move(self):
        """Move the counts of some neighbours: (right, y) becomes (new, y), and (x, left) becomes (x, new)."""
        new: cython.int = self._n_units + self._n_done
        old: cython.int
        left: cython.longlong = NEIGHBOURS
        work: cython.longlong
        if not self._make_room(NEIGHBOURS):
            return 1
        old = self._rows.by_number[self._chosen].right
        while left > 0 and self._after.n_moved < self._after.n_symbols:
            self._move_after(old, new, self._after.symbols[self._after.n_moved])
            self._after.n_moved += 1
            left -= 1
        old = self._rows.by_number[self._chosen].left
        while left > 0 and self._before.n_moved < self._before.n_symbols:
            self._move_before(old, new, self._before.symbols[self._before.n_moved])
            self._before.n_moved += 1
            left -= 1
        work = 8 * (NEIGHBOURS - left) + 1
        if left > 0:
            self._after.n_symbols = self._after.n_moved = 0
            self._before.n_symbols = self._before.n_moved = 0
            self._at = self._rows.by_number[self._chosen].start
            self._stage = SPREAD
            if self._rows.n_offered == self._rows.n:
                self._end_merge()
        return work

    def _move_after(self, right, new, y):
        neighbour: cython.pointer[Neighbour] = self._after.by_symbol + y
        row: cython.longlong
        if y != new:
            row = find_row(cython.address(self._rows), right, y)
            if row != NOWHERE:
                self._rows.by_number[row].count -= neighbour.gain
        self._enter(new, y, neighbour)

    def _move_before(self, left, new, x):
        neighbour: cython.pointer[Neighbour] = self._before.by_symbol + x
        row: cython.longlong = find_row(cython.address(self._rows), x, left)
        if row != NOWHERE:
            self._rows.by_number[row].count -= neighbour.gain
        self._enter(x, new, neighbour)

    def _enter(self, left, right, neighbour):
        """Write a row for a pair with the new symbol, if it is frequent enough, and forget the neighbour."""
        row: cython.pointer[Row]
        neighbour.free = NOWHERE
        if neighbour.gain >= self._threshold and self._may_join(left, right):
            row = self._rows.by_number + add_row(cython.address(self._rows), left, right, neighbour.gain)
            row.start = neighbour.free = self._n_places
            self._n_places += neighbour.size
            row.end = self._n_places
        neighbour.gain = neighbour.size = 0

    def _spread(self):
        """Write some places of the pairs with the new symbol."""
        places: cython.p_int = self._places
        cell: cython.pointer[Cell]
        new: cython.int = self._n_units + self._n_done
        length: cython.longlong = self._lengths[new]
        i: cython.longlong = self._at
        stop: cython.longlong = min(i + CHUNK, self._kept_places)
        work: cython.longlong = 4 * (stop - i) + 1
        neighbour: cython.pointer[Neighbour]
        x: cython.int
        y: cython.int
        while i < stop:
            if i + AHEAD < stop:
                read_soon(self._cells + places[i + AHEAD])
            cell = self._cells + places[i]
            x = (cell - 1).symbol
            y = cell[length].symbol
            if x != EDGE and x != new:
                neighbour = self._before.by_symbol + x
                if neighbour.free != NOWHERE:
                    places[neighbour.free] = places[i] - self._lengths[x]
                    neighbour.free += 1
            if y != EDGE:
                neighbour = self._after.by_symbol + y
                if neighbour.free != NOWHERE:
                    places[neighbour.free] = places[i]
                    neighbour.free += 1
            i += 1
        self._at = i
        if i == self._kept_places:
            self._end_merge()
        return work

    def _end_merge(self):
        self._n_done += 1
        self._stage = END if self._n_done == self._n_merges else OFFER
