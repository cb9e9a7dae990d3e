"""Byte-pair training on counted pieces, a slice at a time, without the GIL: the merges of engine.trainer.

Tokens lie in cells, pairs have rows with counts and places, as engine.trainer and engine.token_cells
explain. Some things are done otherwise here:

- A pair gets a row only if it occurs at least `threshold` times. Counts only fall, so that a rarer pair
  cannot come before those that have rows. When the rows are used up, the text is gone through again for the
  pairs that a lower threshold lets in. Most pairs are rare: rows, heap and lists of places stay small.
- The work is a chain of short steps, each of which leaves word what comes next (`Stage`): between two of
  them it may stop and go on later. Tables grow in steps as well.
- A cell keeps its piece's count beside its symbol, so that a place costs one look into memory.

Compiled only (see `workbench.kernels`); constants, structures and types stand in training.pxd.
"""

# ruff: noqa: ANN001, ANN202  # the types of methods in plain C stand in training.pxd

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memset
from cython.cimports.workbench.kernels.machine import give_pages, monotonic_ns, read_soon, take_pages
from cython.cimports.workbench.kernels.training import (
    AHEAD,
    ALLOT,
    BYTE_PAIRS,
    CHOOSE,
    CHUNK,
    COUNT,
    EDGE,
    END,
    FAILED,
    LARGE_PAGE,
    LAY_OUT,
    LOOKS,
    LOWER,
    MOVE,
    NEIGHBOURS,
    NOWHERE,
    OFFER,
    RARE,
    REPLACE,
    SKETCH,
    SPREAD,
    TOUCH,
    WRITE,
    Cell,
    Entry,
    Neighbour,
    Row,
    Side,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(left: cython.int, right: cython.int) -> cython.ulonglong:
    """Return a hash of a pair; its upper bits are the better ones."""
    odd: cython.ulonglong = 0x9E3779B97F4A7C15
    mixed: cython.ulonglong = (cython.cast(cython.ulonglong, left) << 32 | right) * odd
    return (mixed ^ (mixed >> 32)) * odd


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add(side: cython.pointer[Side], symbol: cython.int, weight: cython.longlong) -> cython.void:
    """Count a neighbour."""
    neighbour: cython.pointer[Neighbour] = side.by_symbol + symbol
    if neighbour.size == 0:
        side.symbols[side.n_symbols] = symbol
        side.n_symbols += 1
    neighbour.gain += weight
    neighbour.size += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _before(one: cython.pointer[Entry], other: cython.pointer[Entry]) -> cython.bint:
    """Say whether the pair of `one` is merged before that of `other`.

    There is no jump in it: the processor could not guess which way it goes.
    """
    return (one.count > other.count) | ((one.count == other.count) & (one.tie < other.tie))


class Trainer:
    """One run of training; `run` takes it up where it stopped.

    Attributes:
        n_tokens: tokens of the whole corpus now.
        n_pieces_done: pieces laid out so far.
        ended: no merge is left to learn.

    """

    def __cinit__(
        self,
        blob: bytes,
        ends: cython.const[cython.ulonglong][::1],
        counts: cython.const[cython.longlong][::1],
        numbers: bytes,
        n_merges: int,
        min_count: int,
        longest: int,
        first_seen: bool,
    ) -> None:
        """Take counted pieces, the number of each byte in ties, and the options.

        `numbers` has the number by byte; `longest` is in bytes. With `first_seen` the pair that comes first
        is merged of those that occur as often, else the one with the smallest numbers.
        """
        byte: cython.int
        self._kept = (blob, ends, counts)
        self._text = blob
        self._n_pieces = ends.shape[0]
        if self._n_pieces:
            self._ends = cython.address(ends[0])
            self._counts = cython.address(counts[0])
        self._n_cells = len(blob) + self._n_pieces + 1
        self._n_merges = min(n_merges, self._n_cells)
        self._min_count = max(1, min_count)
        self._longest = longest
        self._first_seen = first_seen
        for byte in range(256):
            self._numbers[byte] = numbers[byte]
            self._bytes[numbers[byte]] = byte
        self._stage = LAY_OUT
        self._previous = EDGE
        self._room = 1 << 15
        self._slot_bits = 16
        self._sketch_bits = 12
        while self._sketch_bits < 20 and (4 << self._sketch_bits) < self._n_cells:
            self._sketch_bits += 1
        if not self._reserve():
            raise MemoryError
        self._cells[0].symbol = EDGE
        for byte in range(256):
            self._lengths[byte] = 1
        memset(self._byte_rows, 0xFF, BYTE_PAIRS * cython.sizeof(cython.int))

    def _reserve(self):
        """Ask for memory; none of it is touched yet, so that this takes no time."""
        n_symbols: cython.size_t = 256 + self._n_merges
        self._cells = cython.cast(cython.pointer[Cell], take_pages(self._n_cells * cython.sizeof(Cell)))
        # A step of training ends a token at each place, and writes two places at most.
        self._places = cython.cast(cython.p_int, take_pages(3 * self._n_cells * cython.sizeof(cython.int)))
        self._lengths = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        self._byte_pairs = cython.cast(
            cython.pointer[Neighbour], calloc(BYTE_PAIRS, cython.sizeof(Neighbour))
        )
        self._byte_rows = cython.cast(cython.p_int, malloc(BYTE_PAIRS * cython.sizeof(cython.int)))
        self._rows = cython.cast(cython.pointer[Row], malloc(self._room * cython.sizeof(Row)))
        self._heap = cython.cast(cython.pointer[Entry], malloc((self._room + 1) * cython.sizeof(Entry)))
        self._slots = cython.cast(cython.pointer[cython.ulonglong], calloc(1 << self._slot_bits, 8))
        self._after.by_symbol = cython.cast(
            cython.pointer[Neighbour], calloc(n_symbols, cython.sizeof(Neighbour))
        )
        self._before.by_symbol = cython.cast(
            cython.pointer[Neighbour], calloc(n_symbols, cython.sizeof(Neighbour))
        )
        self._after.symbols = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        self._before.symbols = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        return (
            self._cells != cython.NULL
            and self._places != cython.NULL
            and self._lengths != cython.NULL
            and self._byte_pairs != cython.NULL
            and self._byte_rows != cython.NULL
            and self._rows != cython.NULL
            and self._heap != cython.NULL
            and self._slots != cython.NULL
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
            free(self._lengths)
            free(self._byte_pairs)
            free(self._byte_rows)
            free(self._rows)
            free(self._heap)
            free(self._slots)
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
        pair: cython.pointer[Row] = self._rows + self._chosen
        row[0] = pair.left if pair.left >= 256 else self._bytes[pair.left]
        row[1] = pair.right if pair.right >= 256 else self._bytes[pair.right]
        row[2] = self._chosen_count
        row[3] = self.n_tokens
        pair.count = 0

    def _step(self):
        """Take one step and return about how much work it was."""
        if self._n_rows_indexed < self._n_rows:
            return self._index_rows()
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
        """Turn some bytes into cells: each piece, and an edge behind it; count the pairs of bytes."""
        piece: cython.longlong = self.n_pieces_done
        at: cython.longlong = self._at
        cell: cython.pointer[Cell] = self._cells + at + piece + 1
        previous: cython.int = self._previous
        symbol: cython.int
        count: cython.longlong
        weight: cython.int
        stop: cython.longlong
        pair: cython.pointer[Neighbour]
        left: cython.longlong = CHUNK
        while left > 0 and piece < self._n_pieces:
            count = self._counts[piece]
            weight = count if count <= 0x7FFFFFFF else ~piece
            stop = cython.cast(cython.longlong, self._ends[piece])
            stop = min(stop, at + left)
            left -= stop - at + 1
            self.n_tokens += (stop - at) * count
            while at < stop:
                symbol = self._numbers[self._text[at]]
                cell.symbol = symbol
                cell.weight = weight
                if previous != EDGE:
                    pair = self._byte_pairs + (previous << 8 | symbol)
                    pair.gain += count
                    pair.size += 1
                previous = symbol
                cell += 1
                at += 1
            if at == cython.cast(cython.longlong, self._ends[piece]):
                cell.symbol = EDGE
                cell += 1
                previous = EDGE
                piece += 1
        self.n_pieces_done = piece
        self._at = at
        self._previous = previous
        if piece == self._n_pieces:
            self._enter_byte_pairs()
        return 2 * CHUNK

    def _enter_byte_pairs(self):
        """Set the first threshold, and write a row for each pair of bytes that reaches it."""
        pair: cython.pointer[Neighbour]
        i: cython.int
        n_pairs: cython.longlong = 0
        for i in range(BYTE_PAIRS):
            n_pairs += self._byte_pairs[i].gain
        self._stage = END
        if self._n_merges == 0 or not self._make_room(BYTE_PAIRS):
            return
        self._threshold = max(self._min_count, n_pairs // self._n_merges // RARE)
        for i in range(BYTE_PAIRS):
            pair = self._byte_pairs + i
            if pair.gain >= self._threshold and self._longest >= 2:
                self._add_row(i >> 8, i & 0xFF, pair.gain)
                self._rows[self._n_rows - 1].end = pair.size
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
        self._n_rows = self._n_rows_indexed = self._n_rows_offered = 0
        self._n_entries = self._n_places = self._greatest = 0
        memset(self._byte_rows, 0xFF, BYTE_PAIRS * cython.sizeof(cython.int))
        free(self._slots)
        free(self._sketch)
        self._slots = cython.cast(
            cython.pointer[cython.ulonglong], calloc(cython.cast(cython.size_t, 1) << self._slot_bits, 8)
        )
        self._sketch = cython.cast(
            cython.pointer[cython.longlong], calloc(cython.cast(cython.size_t, 1) << self._sketch_bits, 8)
        )
        self._begin(SKETCH)
        if self._slots == cython.NULL or self._sketch == cython.NULL:
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
                if right != EDGE and self._lengths[left] + self._lengths[right] <= self._longest:
                    if self._stage == WRITE:
                        self._write_place(left, right, at)
                    else:
                        self._count(left, right, self._weight(at))
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

    def _weight(self, at):
        weight: cython.int = self._cells[at].weight
        return weight if weight >= 0 else self._counts[~weight]

    def _count(self, left, right, weight):
        """Count a pair in the sketch or, if that says that it may be frequent enough, in its row."""
        slot: cython.pointer[cython.longlong] = self._sketch + (
            _mixed(left, right) >> (64 - self._sketch_bits)
        )
        row: cython.longlong
        if self._stage == SKETCH:
            slot[0] += weight
            if slot[0] > self._greatest:
                self._greatest = slot[0]
        elif slot[0] >= self._threshold:
            row = self._find(left, right)
            if row == NOWHERE:
                row = self._add_row(left, right, 0)
            self._rows[row].count += weight
            self._rows[row].end += 1

    def _write_place(self, left, right, at):
        row: cython.longlong = self._find(left, right)
        if row != NOWHERE and self._rows[row].start != NOWHERE:
            self._places[self._rows[row].end] = at
            self._rows[row].end += 1

    def _allot(self):
        """Give some rows, whose `end` is the number of their places, a stretch of the list of places."""
        row: cython.pointer[Row]
        stop: cython.longlong = min(self._at + CHUNK, self._n_rows)
        size: cython.longlong
        while self._at < stop:
            row = self._rows + self._at
            size = row.end
            row.start = row.end = NOWHERE
            if row.count >= self._threshold:
                row.start = row.end = self._n_places
                self._n_places += size
            self._at += 1
        if stop == self._n_rows:
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
        rows: cython.pointer[Row] = self._rows
        heap: cython.pointer[Entry] = self._heap
        n_slots: cython.size_t
        if self._n_rows + n > self._room:
            self._room = 2 * self._room + n
            rows = cython.cast(cython.pointer[Row], realloc(self._rows, self._room * cython.sizeof(Row)))
            if rows != cython.NULL:
                self._rows = rows
            heap = cython.cast(
                cython.pointer[Entry], realloc(self._heap, (self._room + 1) * cython.sizeof(Entry))
            )
            if heap != cython.NULL:
                self._heap = heap
        n_slots = cython.cast(cython.size_t, 1) << self._slot_bits
        if 2 * cython.cast(cython.size_t, self._n_rows + n) > n_slots:
            free(self._slots)
            self._slot_bits += 2
            self._slots = cython.cast(cython.pointer[cython.ulonglong], calloc(4 * n_slots, 8))
            self._n_rows_indexed = 0
        if rows == cython.NULL or heap == cython.NULL or self._slots == cython.NULL:
            self._stage = FAILED
            return False
        return self._n_rows_indexed == self._n_rows

    def _index_rows(self):
        """Let some more rows be found in slots that are new."""
        stop: cython.longlong = min(self._n_rows_indexed + CHUNK, self._n_rows)
        while self._n_rows_indexed < stop:
            self._index_row(self._n_rows_indexed)
            self._n_rows_indexed += 1
        return 4 * CHUNK

    def _index_row(self, row):
        pair: cython.pointer[Row] = self._rows + row
        mask: cython.ulonglong
        slot: cython.ulonglong
        hashed: cython.ulonglong
        if (pair.left | pair.right) < 256:
            self._byte_rows[pair.left << 8 | pair.right] = row
            return
        mask = (cython.cast(cython.ulonglong, 1) << self._slot_bits) - 1
        hashed = _mixed(pair.left, pair.right)
        slot = hashed >> (64 - self._slot_bits)
        while self._slots[slot]:
            slot = (slot + 1) & mask
        self._slots[slot] = hashed << 32 | (row + 1)

    def _find(self, left, right):
        """Return the row of a pair, or NOWHERE."""
        mask: cython.ulonglong
        slot: cython.ulonglong
        hashed: cython.ulonglong
        found: cython.ulonglong
        row: cython.longlong
        if (left | right) < 256:
            return self._byte_rows[left << 8 | right]
        mask = (cython.cast(cython.ulonglong, 1) << self._slot_bits) - 1
        hashed = _mixed(left, right)
        slot = hashed >> (64 - self._slot_bits)
        while True:
            found = self._slots[slot]
            if found == 0:
                return NOWHERE
            if (found ^ (hashed << 32)) >> 32 == 0:
                row = cython.cast(cython.longlong, cython.cast(cython.uint, found)) - 1
                if self._rows[row].left == left and self._rows[row].right == right:
                    return row
            slot = (slot + 1) & mask

    def _add_row(self, left, right, count):
        """Write a row for a pair that has none; there is room."""
        row: cython.pointer[Row] = self._rows + self._n_rows
        row.left = left
        row.right = right
        row.count = count
        row.start = row.end = 0
        self._index_row(self._n_rows)
        self._n_rows += 1
        self._n_rows_indexed += 1
        return self._n_rows - 1

    # --- the order in which pairs are merged ------------------------------------------------------------

    def _tie(self, row):
        """Return what is least for the pair to merge of those that occur as often."""
        last: cython.longlong
        at: cython.longlong
        if not self._first_seen:
            return cython.cast(cython.ulonglong, row.left) << 32 | row.right
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
        stop: cython.longlong = min(self._n_rows_offered + NEIGHBOURS, self._n_rows)
        work: cython.longlong = 8 * (stop - self._n_rows_offered) + 1
        row: cython.pointer[Row]
        entry = cython.declare(Entry)
        while self._n_rows_offered < stop:
            row = self._rows + self._n_rows_offered
            if row.count >= self._threshold:
                entry.count = row.count
                entry.tie = self._tie(row)
                entry.row = self._n_rows_offered
                self._rise(entry)
            self._n_rows_offered += 1
        if stop == self._n_rows:
            self._stage = CHOOSE
        return work

    def _rise(self, entry):
        """Add an entry to the heap."""
        heap: cython.pointer[Entry] = self._heap
        at: cython.longlong = self._n_entries
        above: cython.longlong
        self._n_entries += 1
        while at > 0:
            above = (at - 1) >> 1
            if not _before(cython.address(entry), heap + above):
                break
            heap[at] = heap[above]
            at = above
        heap[at] = entry

    def _sink(self, entry):
        """Put an entry in the place of the heap's top."""
        heap: cython.pointer[Entry] = self._heap
        n: cython.longlong = self._n_entries
        at: cython.longlong = 0
        below: cython.longlong = 1
        while below < n:
            # Behind the last entry there is room for one more, so that it may be looked at.
            below += (below + 1 < n) & _before(heap + below + 1, heap + below)
            if not _before(heap + below, cython.address(entry)):
                break
            heap[at] = heap[below]
            at = below
            below = 2 * at + 1
        heap[at] = entry

    def _choose(self):
        """Put some entries right that come to the heap's top, until one of them is right already."""
        row: cython.pointer[Row]
        entry: Entry
        tie: cython.ulonglong
        looks: cython.longlong = 0
        while self._n_entries > 0 and looks < LOOKS:
            looks += 1
            entry = self._heap[0]
            row = self._rows + entry.row
            if row.count < self._threshold:
                self._n_entries -= 1
                if self._n_entries > 0:
                    self._sink(self._heap[self._n_entries])
                continue
            tie = self._tie(row)
            if row.count == entry.count and tie == entry.tie:
                self._begin_merge(entry.row)
                return looks * 32
            entry.count = row.count
            entry.tie = tie
            self._sink(entry)
        if self._n_entries == 0:
            self._look_again()
        return looks * (CHUNK if self._first_seen else 32) + 1

    # --- merging ----------------------------------------------------------------------------------------

    def _begin_merge(self, chosen):
        row: cython.pointer[Row] = self._rows + chosen
        new: cython.longlong = 256 + self._n_done
        self._chosen = chosen
        self._chosen_count = row.count
        self._lengths[new] = self._lengths[row.left] + self._lengths[row.right]
        self._at = self._kept_places = row.start
        self._stage = REPLACE

    def _replace(self):
        """Write the new symbol at some places of the chosen pair, keep those that held it, count neighbours.

        Where two new tokens touch, the first of them has counted `left` as its neighbour, and the second then
        counts (new, new) for it.
        """
        row: cython.pointer[Row] = self._rows + self._chosen
        cells: cython.pointer[Cell] = self._cells
        places: cython.p_int = self._places
        after: cython.pointer[Side] = cython.address(self._after)
        before: cython.pointer[Side] = cython.address(self._before)
        left: cython.int = row.left
        right: cython.int = row.right
        new: cython.int = 256 + self._n_done
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
                weight = cell.weight if cell.weight >= 0 else self._counts[~cell.weight]
                x = (cell - 1).symbol
                y = cell[length].symbol
                cell[middle].symbol = EDGE
                cell.symbol = cell[length - 1].symbol = new
                n_tokens -= weight
                places[kept] = places[i]
                kept += 1
                if x == new:
                    _add(after, new, weight)
                elif x != EDGE:
                    _add(before, x, weight)
                if y != EDGE:
                    _add(after, y, weight)
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
            row = self._find(self._rows[self._chosen].right, self._rows[self._chosen].left)
            if row != NOWHERE:
                self._rows[row].count -= new.gain
            left.gain -= new.gain
            left.size -= new.size
        self._stage = MOVE

    def _move(self):
        """Move the counts of some neighbours: (right, y) becomes (new, y), and (x, left) becomes (x, new)."""
        new: cython.int = 256 + self._n_done
        old: cython.int
        left: cython.longlong = NEIGHBOURS
        work: cython.longlong
        if not self._make_room(NEIGHBOURS):
            return 1
        old = self._rows[self._chosen].right
        while left > 0 and self._after.n_moved < self._after.n_symbols:
            self._move_after(old, new, self._after.symbols[self._after.n_moved])
            self._after.n_moved += 1
            left -= 1
        old = self._rows[self._chosen].left
        while left > 0 and self._before.n_moved < self._before.n_symbols:
            self._move_before(old, new, self._before.symbols[self._before.n_moved])
            self._before.n_moved += 1
            left -= 1
        work = 8 * (NEIGHBOURS - left) + 1
        if left > 0:
            self._after.n_symbols = self._after.n_moved = 0
            self._before.n_symbols = self._before.n_moved = 0
            self._at = self._rows[self._chosen].start
            self._stage = SPREAD
            if self._n_rows_offered == self._n_rows:
                self._end_merge()
        return work

    def _move_after(self, right, new, y):
        neighbour: cython.pointer[Neighbour] = self._after.by_symbol + y
        row: cython.longlong
        if y != new:
            row = self._find(right, y)
            if row != NOWHERE:
                self._rows[row].count -= neighbour.gain
        self._enter(new, y, neighbour)

    def _move_before(self, left, new, x):
        neighbour: cython.pointer[Neighbour] = self._before.by_symbol + x
        row: cython.longlong = self._find(x, left)
        if row != NOWHERE:
            self._rows[row].count -= neighbour.gain
        self._enter(x, new, neighbour)

    def _enter(self, left, right, neighbour):
        """Write a row for a pair with the new symbol, if it is frequent enough, and forget the neighbour."""
        row: cython.pointer[Row]
        neighbour.free = NOWHERE
        if neighbour.gain >= self._threshold and self._lengths[left] + self._lengths[right] <= self._longest:
            row = self._rows + self._add_row(left, right, neighbour.gain)
            row.start = neighbour.free = self._n_places
            self._n_places += neighbour.size
            row.end = self._n_places
        neighbour.gain = neighbour.size = 0

    def _spread(self):
        """Write some places of the pairs with the new symbol."""
        places: cython.p_int = self._places
        cell: cython.pointer[Cell]
        new: cython.int = 256 + self._n_done
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
