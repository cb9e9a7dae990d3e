"""Byte-pair training on counted pieces, a slice at a time, without the GIL: as training.trainer does.

Tokens are in cells, pairs have rows with counts and places, as training.trainer and token_cells
explain. Some things are done otherwise here:

- A pair gets a row only if it occurs at least `threshold` times. Counts only fall, so that a rarer pair
  cannot come before those that have rows. When the rows are used up, the text is gone through again for the
  pairs that a lower threshold lets in. Most pairs are rare: rows, heap and lists of places stay small.
- The work is a chain of short steps, each of which leaves word what comes next (`Stage`): between two of
  them it may stop and go on later. Tables grow in steps as well.
- A cell keeps its piece's count next to its symbol, so that a place costs one look into memory.
- Where ties are decided by what tokens are made of, an entry of the heap holds the length and the first units
  of its token; the others are read in the text, at a place where the token arose, when all that is equal.

Compiled only (see `workbench.kernels`). What a run holds is in training_run.pxd; the cells, the table of
pairs and the heap in training_cells.pxd, training_rows.pxd and training_order.pxd; the steps in
training_finding.pxd, training_choice.pxd and training_merging.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.workbench.kernels.machine import give_pages, monotonic_ns, take_pages
from cython.cimports.workbench.kernels.training_cells import (
    CHUNK,
    EDGE,
    Cell,
    Neighbor,
    lay_out,
    lay_out_given,
)
from cython.cimports.workbench.kernels.training_choice import answer, choose, offer
from cython.cimports.workbench.kernels.training_finding import allot, enter_byte_pairs, search, touch, walk
from cython.cimports.workbench.kernels.training_merging import move, replace, spread
from cython.cimports.workbench.kernels.training_order import (
    BY_NUMBERS,
    BY_PLACE,
    BY_SPELLING,
    Entry,
    first_places,
)
from cython.cimports.workbench.kernels.training_rows import Row, give_rows, index_rows, take_rows
from cython.cimports.workbench.kernels.training_run import (
    ALLOT,
    ASK,
    BYTE_PAIRS,
    CHOOSE,
    END,
    FAILED,
    LAY_OUT,
    MOVE,
    OFFER,
    RARE,
    REPLACE,
    SPREAD,
    TOUCH,
    Run,
)

ORDERS = {"numbers": BY_NUMBERS, "first place": BY_PLACE, "spelling": BY_SPELLING}


class Trainer:
    """One run of training; `run` takes it up where it stopped."""

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
        start_tokens: object = None,
        runner_up: bool = False,
        asks: bool = False,
    ) -> None:
        """Take counted pieces of `n_units` different units, and the options.

        `pieces` is bytes, and `numbers` has the number of each byte in ties; or uint32, each a unit by its
        number. `classes`, int32 by unit or None, say which units may be in one token
        (`unit_classes`); `longest` is in units; `order`, of `ORDERS`, says what is merged of the pairs
        that occur as often. `start_tokens`, if the pieces are made of tokens already, is a pair: uint32, the
        symbols of all pieces, and int32, the units of each that is no unit; `n_merges` come after them.
        With `runner_up` it is found for each merge how often the pair occurs that would come next.
        With `asks` no pair is merged, nor taken for a runner-up, before `answer` allows it (`asked`).
        """
        run: cython.pointer[Run] = cython.address(self._run)
        self._kept = (pieces, ends, counts, start_tokens)
        run.pieces.n = ends.shape[0]
        if run.pieces.n:
            run.pieces.ends = cython.address(ends[0])
            run.pieces.counts = cython.address(counts[0])
            run.n_cells = cython.cast(cython.longlong, ends[run.pieces.n - 1])
        run.n_cells += run.pieces.n + 1
        run.n_units = n_units
        run.n_given = len(start_tokens[1]) if start_tokens is not None else 0
        run.n_merges = run.n_given + min(n_merges, run.n_cells)
        run.n_done = run.n_given
        run.min_count = max(1, min_count)
        run.longest = longest
        run.with_runner_up = runner_up
        run.asks = asks
        run.stage = LAY_OUT
        run.layout.previous = EDGE
        run.sketch_bits = 12
        while run.sketch_bits < 20 and (4 << run.sketch_bits) < run.n_cells:
            run.sketch_bits += 1
        self._take_units(pieces, numbers)
        if not self._reserve():
            raise MemoryError
        run.cells[0].symbol = EDGE
        run.spelling.order = order
        run.spelling.n_units = n_units
        run.spelling.text = run.pieces.text
        run.spelling.units = run.pieces.units
        run.spelling.lengths = run.lengths
        run.spelling.homes = run.homes
        run.spelling.rows = cython.address(run.rows.by_number)
        self._take_classes(classes)
        if start_tokens is not None:
            self._take_start_tokens(start_tokens[0], start_tokens[1])

    def _take_units(self, pieces: object, numbers: bytes):
        run: cython.pointer[Run] = cython.address(self._run)
        byte: cython.int
        units: cython.const[cython.uint][::1]
        if isinstance(pieces, bytes):
            run.pieces.text = pieces
            for byte in range(256):
                run.numbers[byte] = numbers[byte]
                run.bytes[numbers[byte]] = byte
        else:
            units = pieces
            if units.shape[0]:
                run.pieces.units = cython.address(units[0])

    def _take_classes(self, classes: object):
        run: cython.pointer[Run] = cython.address(self._run)
        unit: cython.int
        class_of_unit: cython.const[cython.int][::1]
        for unit in range(run.n_units):
            run.lengths[unit] = 1
        if classes is not None:
            class_of_unit = classes
            for unit in range(run.n_units + run.n_given):
                run.classes[unit] = class_of_unit[unit]
            run.with_classes = True

    def _take_start_tokens(self, symbols: object, lengths: object):
        run: cython.pointer[Run] = cython.address(self._run)
        i: cython.int
        tokens: cython.const[cython.uint][::1] = symbols
        sizes: cython.const[cython.int][::1] = lengths
        run.start_tokens.n = tokens.shape[0]
        if run.start_tokens.n:
            run.start_tokens.symbols = cython.address(tokens[0])
        for i in range(run.n_given):
            run.lengths[run.n_units + i] = sizes[i]

    def _reserve(self):
        """Ask for memory; none of it is touched yet, so that this takes no time."""
        run: cython.pointer[Run] = cython.address(self._run)
        n_symbols: cython.size_t = run.n_units + run.n_merges
        run.cells = cython.cast(cython.pointer[Cell], take_pages(run.n_cells * cython.sizeof(Cell)))
        run.places = cython.cast(cython.p_int, take_pages(3 * run.n_cells * cython.sizeof(cython.int)))
        run.lengths = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        run.classes = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        run.homes = cython.cast(cython.p_longlong, calloc(run.n_merges + 1, 8))
        run.byte_pairs = cython.cast(cython.pointer[Neighbor], calloc(BYTE_PAIRS, cython.sizeof(Neighbor)))
        run.heap.entries = cython.cast(cython.pointer[Entry], malloc(cython.sizeof(Entry)))
        run.after.by_symbol = cython.cast(
            cython.pointer[Neighbor], calloc(n_symbols, cython.sizeof(Neighbor))
        )
        run.before.by_symbol = cython.cast(
            cython.pointer[Neighbor], calloc(n_symbols, cython.sizeof(Neighbor))
        )
        run.after.symbols = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        run.before.symbols = cython.cast(cython.p_int, calloc(n_symbols, cython.sizeof(cython.int)))
        return (
            take_rows(cython.address(run.rows))
            and run.cells != cython.NULL
            and run.places != cython.NULL
            and run.lengths != cython.NULL
            and run.classes != cython.NULL
            and run.homes != cython.NULL
            and run.byte_pairs != cython.NULL
            and run.heap.entries != cython.NULL
            and run.after.by_symbol != cython.NULL
            and run.before.by_symbol != cython.NULL
            and run.after.symbols != cython.NULL
            and run.before.symbols != cython.NULL
        )

    def __dealloc__(self) -> None:
        """Free the memory; giving much of it back takes milliseconds."""
        run: cython.pointer[Run] = cython.address(self._run)
        with cython.nogil:
            give_pages(run.cells, run.n_cells * cython.sizeof(Cell))
            give_pages(run.places, 3 * run.n_cells * cython.sizeof(cython.int))
            give_rows(cython.address(run.rows))
            free(run.lengths)
            free(run.classes)
            free(run.homes)
            free(run.byte_pairs)
            free(run.heap.entries)
            free(run.sketch)
            free(run.after.by_symbol)
            free(run.before.by_symbol)
            free(run.after.symbols)
            free(run.before.symbols)

    @property
    def n_tokens(self) -> int:
        """Tokens of the whole corpus now."""
        return self._run.n_tokens

    @property
    def n_pieces_done(self) -> int:
        """Pieces laid out so far."""
        return self._run.n_pieces_done

    @property
    def ended(self) -> bool:
        """Say whether all merges are learned that were requested or can be."""
        return self._run.stage == END

    @property
    def asked(self) -> tuple[int, int, int] | None:
        """(left id, right id, count) of the pair that waits for `answer`, or None."""
        run: cython.pointer[Run] = cython.address(self._run)
        if run.stage != ASK:
            return None
        pair: cython.pointer[Row] = run.rows.by_number + run.heap.entries[run.asked].row
        return self._id(pair.left), self._id(pair.right), pair.count

    def next_pairs(self, most: int) -> list[tuple[int, int]]:
        """Return (left id, right id) of pairs that may be asked about soon, a few hundred at most."""
        run: cython.pointer[Run] = cython.address(self._run)
        room: cython.longlong = most
        places: cython.pointer[cython.longlong] = cython.cast(
            cython.pointer[cython.longlong], malloc((2 * room + 1) * cython.sizeof(cython.longlong))
        )
        if places == cython.NULL:
            raise MemoryError
        n: cython.longlong
        at: cython.longlong
        row: cython.pointer[Row]
        with cython.nogil:
            n = first_places(cython.address(run.heap), cython.address(run.spelling), places, room)
        pairs = []
        for at in range(n):
            row = run.rows.by_number + run.heap.entries[places[at]].row
            pairs.append((self._id(row.left), self._id(row.right)))
        free(places)
        return pairs

    def answer(self, allowed: bool) -> None:
        """Allow the pair that is asked about, or pass it over."""
        run: cython.pointer[Run] = cython.address(self._run)
        if run.stage == ASK:
            answer(run, allowed)

    def run(self, log: cython.longlong[:, ::1], nanoseconds: int, steps: int = 0) -> int:
        """Go on for some time, until `log` is full or a pair is asked about, or to the end.

        Returns the number of merges learned. Each becomes a row of `log`: left id, right id, count, tokens of
        the corpus after it, and with `runner_up` how often the pair occurs that would have come next, 0 for
        none. With `steps` it stops after so many steps, whatever the clock says.

        Raises:
            MemoryError: there is not enough; nothing can be learned any more.

        """
        run: cython.pointer[Run] = cython.address(self._run)
        first: cython.longlong = run.n_done
        room: cython.longlong = log.shape[0]
        n_steps: cython.longlong = steps if steps else 1 << 62
        duration: cython.longlong = nanoseconds
        due: cython.longlong
        work: cython.longlong = 0
        n_merges: cython.longlong = 0
        with cython.nogil:
            due = monotonic_ns() + duration
            while run.stage < END and n_merges < room and n_steps > 0:
                work += self._step()
                n_steps -= 1
                if run.n_done - first > n_merges:
                    self._write_log(cython.address(log[n_merges, 0]))
                    n_merges += 1
                if work >= CHUNK:
                    work = 0
                    if monotonic_ns() >= due:
                        break
        if run.stage == FAILED:
            raise MemoryError
        return n_merges

    def _write_log(self, row):
        run: cython.pointer[Run] = cython.address(self._run)
        pair: cython.pointer[Row] = run.rows.by_number + run.chosen
        row[0] = self._id(pair.left)
        row[1] = self._id(pair.right)
        row[2] = run.chosen_count
        row[3] = run.n_tokens
        if run.with_runner_up:
            row[4] = run.runner_up
        pair.count = 0

    def _id(self, symbol):
        return self._run.bytes[symbol] if self._run.pieces.text != cython.NULL and symbol < 256 else symbol

    def _step(self):
        """Take one step and return about how much work it was."""
        run: cython.pointer[Run] = cython.address(self._run)
        if run.rows.n_indexed < run.rows.n:
            index_rows(cython.address(run.rows), CHUNK)
            return 4 * CHUNK
        if run.stage == CHOOSE:
            return choose(run)
        if run.stage == REPLACE:
            return replace(run)
        if run.stage == MOVE:
            return move(run)
        if run.stage == SPREAD:
            return spread(run)
        if run.stage == OFFER:
            return offer(run)
        if run.stage == LAY_OUT:
            return self._lay_out()
        if run.stage == ALLOT:
            return allot(run)
        if run.stage == TOUCH:
            return touch(run)
        return walk(run)

    # --- laying out -------------------------------------------------------------------------------------

    def _lay_out(self):
        """Turn some units into cells; set the first threshold when all are."""
        run: cython.pointer[Run] = cython.address(self._run)
        if run.n_given:
            lay_out_given(
                cython.address(run.pieces),
                cython.address(run.start_tokens),
                cython.address(run.layout),
                run.cells,
                run.lengths,
                run.n_units,
                run.homes,
            )
        else:
            lay_out(
                cython.address(run.pieces),
                cython.address(run.layout),
                run.cells,
                run.numbers,
                run.byte_pairs,
            )
        run.n_tokens = run.layout.n_tokens
        run.n_pieces_done = run.layout.n_pieces
        if run.n_pieces_done == run.pieces.n:
            run.stage = END
            if run.n_merges > run.n_done:
                run.threshold = max(run.min_count, run.layout.n_pairs // (run.n_merges - run.n_done) // RARE)
                if run.pieces.text != cython.NULL:
                    enter_byte_pairs(run)
                else:
                    search(run)
        return 2 * CHUNK
