"""Counted pieces -> a stream of `Progress` and `Merge`: byte-pair training that never reads the text again.

How it works. The distinct pieces are laid out once as tokens (`token_cells`). Every pair has a row in a
table (`pair_table`): its count and its places. A merge visits only the places of its pair, and updates the
counts of the neighboring pairs. All places of a pair appear in the step that makes its newer id: the list is
written once, invalid places are recognized when visited, and counts only fall. So the heap of pairs is
corrected lazily, when an entry reaches the top.

No two ids have the same bytes: no merge has crossed the borders of a token, so its inside went through the
same merges wherever it occurs, which end in one id.

The same merges as `merges.train_reference`. A compiled kernel (`kernels.training`) does the work
if there is one. Updating counts and places is also the method of huggingface/tokenizers (bpe/trainer.rs) and
karpathy/rustbpe (lib.rs).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import KERNEL_TIME, paced, point
from workbench.engine.counting.piece_room import LONGEST_TOKEN
from workbench.engine.training.first_merges import FirstMerges
from workbench.engine.training.merges import byte_numbers
from workbench.engine.training.pair_order import Entries, order_of
from workbench.engine.training.pair_table import PairTable, Side, spread
from workbench.engine.training.token_cells import CHUNK, Counted, TokenCells
from workbench.engine.training.unit_classes import NEVER, joined
from workbench.engine.training.units import UnitPieces
from workbench.engine.training.vetoes import Vetoes

_LOOKS = 64  # heap entries corrected between two points
_ROWS = 256  # rows of the pair table between two points
_PROGRESS_MERGES = 64  # merges between two reports of progress
_MAX_CELLS = 2**31 - 1  # places are int32
_GREATEST = 2**63 - 1
_LOGGED = 1024  # most merges that the kernel learns before they are reported

Replay = Sequence[tuple[int, int]] | NDArray[np.integer]  # (left, right) of the first merges


@dataclass(frozen=True, slots=True)
class TrainerOptions:
    """The options that decide the merges, besides the counted pieces.

    Attributes:
        vocab_size: 256 bytes, or the tokens before the first merge, plus the merges; fewer are learned if no
            pair is left.
        min_count: a pair that occurs less often is not merged.
        max_token_length: most bytes (units) of a token; None or 0 for `LONGEST_TOKEN`, the limit of models.
            (One less than the option of this name in tokenizers, which is exclusive.)
        tie: one of `merges.TIE_RULES`.
        runner_up: also compute `Merge.runner_up`, which takes longer.

    """

    vocab_size: int
    min_count: int = 1
    max_token_length: int | None = None
    tie: str = "smallest"
    runner_up: bool = False

    @property
    def longest(self) -> int:
        """The most bytes (units) of a token."""
        return min(self.max_token_length or LONGEST_TOKEN, LONGEST_TOKEN)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the work: `phase` is "building" (done and total in pieces) or "merging" (in merges)."""

    phase: str
    done: int
    total: int


@dataclass(slots=True)  # not frozen: a third of the time, and there are many
class Merge:
    """One merge learned.

    Attributes:
        rank: its place in the order of merging, from 0.
        left, right: the ids of the pair.
        new_id: rank + 256, or rank + the number of tokens before the first merge.
        count: how often the pair occurred, overlapping occurrences too.
        n_tokens: tokens of the whole corpus after the merge.
        runner_up: the count of the most frequent other pair that might have been merged; 0 if there was none,
            -1 if not requested.

    """

    rank: int
    left: int
    right: int
    new_id: int
    count: int
    n_tokens: int
    runner_up: int = -1


def train(
    counted: Counted | UnitPieces,
    options: TrainerOptions,
    replay: Replay = (),
    vetoes: Vetoes | None = None,
    first: FirstMerges | None = None,
) -> Iterator[Progress | Merge]:
    """Learn the merges of `counted`, one by one, by the compiled kernel if there is one.

    A generator that can be closed at any yield.

    Args:
        counted: the distinct pieces and their counts, in bytes or units.
        options: size, limits and tie rule.
        replay: the pairs of the first merges, learned before from the same pieces with the same options. They
            are learned again, each is compared with what was learned then, and on it goes: the same merges as
            in one run.
        vetoes: asked about each pair whose turn has come; None for none.
        first: merges that come before those that are learned; None for none. They are told first, with how
            often they were merged as `count`.

    Yields:
        `Progress` during long work, and each `Merge` as it is learned, those of `replay` too. Ends early if
        no pair is left that may be merged.

    Raises:
        EngineError: "unknown_tie_rule", "vocab_size_too_small", "corpus_too_large", "replay_differs".

    """
    after = None if first is None else _after(first, counted, options, vetoes)
    steps = after or _learned(counted, options, vetoes)
    return _checked(steps, replay) if len(replay) else steps


def _learned(
    counted: Counted | UnitPieces, options: TrainerOptions, vetoes: Vetoes | None
) -> Iterator[Progress | Merge]:
    kernel = kernels.kernel("training") if options.tie in _ORDERS else None
    if kernel:
        return _train_compiled(kernel, counted, options, vetoes)
    return train_readable(counted, options, vetoes)


def _after(
    first: FirstMerges, counted: Counted | UnitPieces, options: TrainerOptions, vetoes: Vetoes | None
) -> Iterator[Progress | Merge]:
    """Yield the first merges, then those that are learned of what they make of the pieces."""
    n_first, n_units = len(first.pairs), n_symbols_of(counted)
    pieces = first.on(counted, options.tie)
    n_tokens = int((np.diff(pieces.ends.astype(np.int64), prepend=0) * pieces.counts).sum())
    merged = zip(first.pairs.tolist(), first.merge_counts(pieces), strict=True)
    for rank, ((left, right), count) in enumerate(merged):
        n_tokens -= count
        if vetoes is not None:
            vetoes.take(left, right)
        yield Merge(rank, left, right, n_units + rank, count, n_tokens)
    ids = list(range(pieces.n_symbols))
    if not isinstance(counted, UnitPieces):
        numbers = byte_numbers(options.tie)
        ids[:256] = sorted(range(256), key=numbers.__getitem__)
        if vetoes is not None:
            vetoes.renumber(numbers)
    for step in _learned(pieces, options, vetoes):
        if isinstance(step, Merge):
            step.rank += n_first
            step.left = ids[step.left] if step.left < len(ids) else step.left
            step.right = ids[step.right] if step.right < len(ids) else step.right
            yield step
        elif step.phase == "merging":
            yield Progress(step.phase, step.done + n_first, step.total + n_first)
        else:
            yield step


def _checked(steps: Iterator[Progress | Merge], replay: Replay) -> Iterator[Progress | Merge]:
    """Yield from `steps`; raise EngineError if its first merges are not those of `replay`."""
    rank = -1
    for step in steps:
        if isinstance(step, Merge):
            rank = step.rank
            if rank < len(replay) and (step.left, step.right) != tuple(replay[rank]):
                raise _differs(replay, rank, (step.left, step.right))
        yield step
    if rank + 1 < len(replay):
        raise _differs(replay, rank + 1, None)


def _differs(replay: Replay, rank: int, pair: tuple[int, int] | None) -> EngineError:
    left, right = map(int, replay[rank])
    now = "no pair" if pair is None else f"({pair[0]}, {pair[1]})"
    return EngineError("replay_differs", rank=rank, left=left, right=right, now=now)


# Tie rule -> how the kernel chooses among pairs that occur as often (`kernels.training.ORDERS`). A rule that
# is not here is trained by the readable code.
_ORDERS = {
    "smallest": "numbers",
    "huggingface": "numbers",
    "first-seen": "first place",
    "sentencepiece": "spelling",
}


def _train_compiled(
    kernel: ModuleType, counted: Counted | UnitPieces, options: TrainerOptions, vetoes: Vetoes | None
) -> Iterator[Progress | Merge]:
    first = n_symbols_of(counted)
    _check(counted, options)
    n_merges = options.vocab_size - first
    trainer = kernel.Trainer(
        np.ascontiguousarray(counted.units) if isinstance(counted, UnitPieces) else counted.blob,
        ends=np.ascontiguousarray(counted.ends),
        counts=np.ascontiguousarray(counted.counts),
        numbers=bytes(byte_numbers(options.tie)),
        n_units=counted.n_units if isinstance(counted, UnitPieces) else 256,
        classes=counted.classes if isinstance(counted, UnitPieces) else None,
        n_merges=n_merges,
        min_count=min(max(1, options.min_count), _GREATEST),
        longest=options.longest,
        order=kernel.ORDERS[_ORDERS[options.tie]],
        start_tokens=counted.given_arrays() if isinstance(counted, UnitPieces) else None,
        runner_up=options.runner_up,
        asks=vetoes is not None,
    )
    yield Progress("building", 0, len(counted.ends))
    log = np.full((_LOGGED, 5), -1, np.int64)
    rank = 0
    while not trainer.ended:
        n_learned = trainer.run(log, KERNEL_TIME)
        point()
        for left, right, count, n_tokens, runner_up in log[:n_learned].tolist():
            if vetoes is not None:
                vetoes.take(left, right)
            yield Merge(rank, left, right, first + rank, count, n_tokens, runner_up=runner_up)
            rank += 1
        asked = None if vetoes is None else trainer.asked
        if vetoes is not None and asked is not None:
            left, right, count = asked
            trainer.answer(not vetoes.refuses(left, right, count, trainer.next_pairs))
        if trainer.n_pieces_done < len(counted.ends):
            yield Progress("building", trainer.n_pieces_done, len(counted.ends))
        elif asked is None or rank % _PROGRESS_MERGES == 0:
            yield Progress("merging", rank, n_merges)


def train_readable(
    counted: Counted | UnitPieces, options: TrainerOptions, vetoes: Vetoes | None = None
) -> Iterator[Progress | Merge]:
    """Learn the merges as `train` does, by the readable code of this file.

    Args:
        counted: the distinct pieces and their counts.
        options: size, limits and tie rule.
        vetoes: as `train`.

    Yields:
        As `train`.

    Raises:
        EngineError: as `train`.

    """
    _check(counted, options)
    state = _Training(counted, options, vetoes)
    for n_pieces in state.build():
        yield Progress("building", n_pieces, len(counted.ends))
    first = n_symbols_of(counted)
    n_merges = options.vocab_size - first
    for rank in range(n_merges):
        if rank % _PROGRESS_MERGES == 0:
            yield Progress("merging", rank, n_merges)
        state.choose()
        if state.chosen < 0:
            return
        left, right, count = state.chosen_pair()
        runner_up = state.runner_up() if options.runner_up else -1
        state.merge()
        if vetoes is not None:
            vetoes.take(left, right)
        yield Merge(rank, left, right, first + rank, count, state.cells.n_tokens, runner_up=runner_up)


def n_symbols_of(counted: Counted | UnitPieces) -> int:
    """Return the number of tokens before the first merge: 256 bytes, or other units, or more."""
    return counted.n_symbols if isinstance(counted, UnitPieces) else 256


def check(options: TrainerOptions, n_units: int = 256) -> None:
    """Raise EngineError "vocab_size_too_small" or "unknown_tie_rule" for invalid options."""
    if options.vocab_size < n_units:
        raise EngineError("vocab_size_too_small", vocab_size=options.vocab_size, smallest=n_units)
    byte_numbers(options.tie)


def _check(counted: Counted | UnitPieces, options: TrainerOptions) -> None:
    check(options, n_symbols_of(counted))
    n = int(counted.ends[-1]) if len(counted.ends) else 0
    if n + len(counted.ends) >= _MAX_CELLS:
        raise EngineError("corpus_too_large", n_bytes=n, limit=_MAX_CELLS)


class _Training:
    """The state of one run: the text as tokens, the table of pairs, and the heap.

    Attributes:
        cells: the text.
        chosen: row of the pair that `choose` selected, -1 for none.

    """

    def __init__(
        self, counted: Counted | UnitPieces, options: TrainerOptions, vetoes: Vetoes | None = None
    ) -> None:
        numbers = byte_numbers(options.tie)
        self._bytes = sorted(range(256), key=numbers.__getitem__)  # the byte of each number
        self._min_count = max(1, options.min_count)
        self._longest = options.longest
        self._vetoes = vetoes
        self.cells = TokenCells(counted, numbers)
        self._table = PairTable(self.cells.n_symbols)
        self._order = order_of(options.tie, self._table, self.cells)
        self._heap: Entries = []
        self._of_bytes = not isinstance(counted, UnitPieces)
        classes = counted.classes if isinstance(counted, UnitPieces) else None
        self._classes: list[int] = [] if classes is None else classes.tolist()
        self.chosen = -1

    def build(self) -> Iterator[int]:
        """Lay out the pieces, yielding their number so far, count their pairs, and write the places."""
        yield from self.cells.lay_out()
        self._enter_unit_pairs()
        for row in paced(range(len(self._table.count)), _ROWS):
            self._offer(row)

    def _enter_unit_pairs(self) -> None:
        table = self._table
        for start in range(0, len(self.cells), CHUNK):
            keys, _, weights = self.cells.unit_pairs(start)
            table.add_unit_pairs(keys, weights)
            point()
        free = table.allot_places()
        table.grow(int(table.end[-1]) if table.end else 0)
        for start in range(0, len(self.cells), CHUNK):
            keys, places, _ = self.cells.unit_pairs(start)
            spread(table.rows_of(keys), places, free, table.places)
            point()

    # --- the order in which pairs are merged ----------------------------------------------------------

    def _offer(self, row: int) -> None:
        """Push a new row on the heap if its pair may ever be merged."""
        table, lengths = self._table, self.cells.lengths
        if table.count[row] < self._min_count:
            return
        left, right = table.left[row], table.right[row]
        if lengths[left] + lengths[right] > self._longest:
            return
        if not self._classes or joined(self._classes[left], self._classes[right]) != NEVER:
            heapq.heappush(self._heap, self._order.entry(row))

    def choose(self) -> None:
        """Set `chosen` to the row of the next pair, or to -1."""
        heap, count, row_of = self._heap, self._table.count, self._order.row
        looks = 0
        self.chosen = -1
        while heap:
            row = row_of(heap[0])
            entry = None if count[row] < self._min_count else self._order.entry(row)
            if entry is None or (entry == heap[0] and self._is_refused(row)):
                heapq.heappop(heap)
            elif entry == heap[0]:
                self.chosen = row
                return
            else:
                heapq.heapreplace(heap, entry)
            looks += 1
            if looks % _LOOKS == 0:
                point()

    def _is_refused(self, row: int) -> bool:
        return self._vetoes is not None and self._vetoes.refuses(*self._pair(row))

    def chosen_pair(self) -> tuple[int, int, int]:
        """Return (left id, right id, count) of the chosen pair."""
        return self._pair(self.chosen)

    def _pair(self, row: int) -> tuple[int, int, int]:
        table = self._table
        return self._id(table.left[row]), self._id(table.right[row]), table.count[row]

    def runner_up(self) -> int:
        """Return the count of the pair that would be chosen instead of the chosen one, 0 for none."""
        chosen, entry = self.chosen, heapq.heappop(self._heap)
        self.choose()
        count = self._table.count[self.chosen] if self.chosen >= 0 else 0
        self.chosen = chosen
        heapq.heappush(self._heap, entry)
        return count

    def _id(self, symbol: int) -> int:
        return self._bytes[symbol] if self._of_bytes and symbol < 256 else symbol

    # --- merging --------------------------------------------------------------------------------------

    def merge(self) -> None:
        """Replace the chosen pair everywhere, and update counts, places and heap."""
        table, row = self._table, self.chosen
        base = len(table.places)
        if self._classes:
            left, right = table.left[row], table.right[row]
            self._classes.append(joined(self._classes[left], self._classes[right]))
        self._order.begin_merge(row)
        after, before = self.cells.replace(table, row)
        table.begin_block()
        self._move_after(row, after, base)
        table.begin_right_half()
        self._move_before(row, before, base + sum(after.sizes))
        table.count[row] = 0

    def _move_after(self, row: int, after: Side, start: int) -> None:
        """Turn the pairs (right, y) into (new, y).

        Where two new tokens touch, (right, left) between them is lost and (new, new) gained. (new, left) is
        not gained, but the first of the two counted it, so the count of (new, new) is subtracted there.
        """
        table, new = self._table, len(self.cells.lengths) - 1
        left, right = table.left[row], table.right[row]
        doubled = after.gains[-1] if after.symbols and after.symbols[-1] == new else 0
        for y, gain, size in paced(zip(after.symbols, after.gains, after.sizes, strict=True), _ROWS):
            if y != new:
                table.count[table.row(right, y)] -= gain
            gained = gain - doubled if y == left else gain
            if gained:
                self._offer(table.add(new, y, gained, start, start + size))
            start += size

    def _move_before(self, row: int, before: Side, start: int) -> None:
        """Turn the pairs (x, left) into (x, new)."""
        table, new, left = self._table, len(self.cells.lengths) - 1, self._table.left[row]
        for x, gain, size in paced(zip(before.symbols, before.gains, before.sizes, strict=True), _ROWS):
            table.count[table.row(x, left)] -= gain
            self._offer(table.add(x, new, gain, start, start + size))
            start += size
