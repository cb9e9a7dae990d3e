"""Replaces the readable merging of characters by the compiled one: shared tables, one encoder per thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.chunked_arrays import array_of, bytes_of
from workbench.engine.base.pace import point
from workbench.engine.counting.piece_room import bounded, longest_piece
from workbench.engine.models.score_vocabulary import Tables

_BUDGET = 2_000_000  # units of work between two points, of two nanoseconds each, or five
_ROOM = 1 << 16  # ids handed out at a time
_EACH = 36  # bytes of memory for a character of a word
_NOTHING = (1 << 64) - 1  # no two symbols
_NO_TOKENS = np.empty((0, 3), np.uint64)


class CompiledMerging:
    """Encodes by a vocabulary's tables; any number of threads may use it at a time.

    Attributes:
        table: the `kernels.score_table.ScoreTable`, None before the first text or `make_table`.

    """

    def __init__(self, rows: Callable[[ModuleType], tuple[Any, ...]]) -> None:
        """Take what returns the arguments of a `kernels.score_table.ScoreTable`, on first use."""
        self._rows = rows
        self.table: Any | None = None
        self._idle: tuple[list[Any], list[Any]] = [], []  # what encodes, what counts

    def piece(
        self, piece: bytes, position: int, tokens: NDArray[np.uint64] = _NO_TOKENS
    ) -> Iterator[NDArray[np.uint32]]:
        """Yield the ids of a piece from the byte at `position` on as arrays uint32[n].

        `tokens` are uint64[k, 3], rows (start, end, id) in order of what does not merge.
        """
        return (ids[:count].copy() for ids, count in self._encoded(piece, position, tokens, counts=False))

    def count(self, piece: bytes, position: int, tokens: NDArray[np.uint64] = _NO_TOKENS) -> Iterator[int]:
        """Yield how many ids `piece` yields, some at a time."""
        return (count for _, count in self._encoded(piece, position, tokens, counts=True))

    def _encoded(
        self, piece: bytes, position: int, tokens: NDArray[np.uint64], *, counts: bool
    ) -> Iterator[tuple[NDArray[np.uint32], int]]:
        """Yield an array and the number of ids in it, which are not there where they are counted."""
        encoder = self._take(counts)
        ids = np.empty(min(_ROOM, len(piece) + 256), np.uint32)
        number = 0
        while position < len(piece) or number < len(tokens):
            with bounded(_EACH):
                position, count, number = encoder.encode(piece, position, ids, _BUDGET, tokens, number)
            if count:
                yield ids, count
            point()
        self._idle[counts].append(encoder)  # not if it was left in the middle of a word

    def word_end(self, text: bytes, position: int) -> int:
        """Return where the word at `position` ends; needs the `table`."""
        end: int = self.table.word_end(text, position) if self.table is not None else position
        return end

    def _take(self, counts: bool) -> Any:  # noqa: ANN401  # a kernels.score_merging.ScoreEncoder
        try:
            return self._idle[counts].pop()
        except IndexError:
            self.make_table()
        encoders = kernels.kernel("score_merging")
        if encoders is None:
            raise RuntimeError(kernels.why_not())
        return encoders.ScoreEncoder(self.table, longest_piece(_EACH), counts)

    def make_table(self) -> None:
        """Create the `table` unless it exists."""
        if self.table is not None:
            return
        module = kernels.kernel("score_table")
        if module is None:
            raise RuntimeError(kernels.why_not())
        rows = self._rows(module)
        point()
        self.table = module.ScoreTable(*rows)


def compiled_merging(tables: Tables) -> CompiledMerging | None:
    """Return the compiled merging, or None to use the readable engine.

    None without kernels, and for what they do not know: unused tokens, vocabularies without the bytes or a
    space, and those whose texts cannot be cut into words. User-defined tokens are left to the caller.
    """
    if kernels.kernel("score_table") is None or not tables.splits or not tables.fills:
        return None
    return CompiledMerging(partial(_rows, tables))


def _rows(tables: Tables, module: ModuleType) -> tuple[Any, ...]:
    """Return the arguments of a `kernels.score_table.ScoreTable`."""
    units = [(int.from_bytes(unit), symbol) for unit, symbol in tables.unit_symbols.items() if len(unit) <= 4]
    rows = _joins(tables, module)
    point()
    inside = np.sort(rows[:, 2])
    new = np.ones(len(inside), np.bool_)
    new[1:] = inside[1:] != inside[:-1]
    point()
    return (
        np.array(units, np.uint32).reshape(-1, 2),
        inside[new],
        np.ascontiguousarray(rows[rows[:, 0] != _NOTHING, :2]),
        np.array(tables.byte_ids, np.uint32),
        tables.n_tokens,
    )


def _joins(tables: Tables, module: ModuleType) -> NDArray[np.uint64]:
    """Return uint64[n, 3], for each two characters next to each other in a token that a merge may make.

    Left symbol above right one, which may merge there, or `_NOTHING`; place by score above id of the token;
    left character above right one.
    """
    others = {unit: symbol for unit, symbol in tables.unit_symbols.items() if unit not in tables.joinable}
    n_joinable, n_symbols = len(tables.joinable), len(tables.joinable) + len(others)
    blob = bytes_of(chain(tables.joinable, others))
    lengths = array_of(map(len, chain(tables.joinable, others)), n_symbols, np.uint64)
    symbols = array_of(chain(tables.joinable.values(), others.values()), n_symbols, np.uint32)
    ids = symbols[:n_joinable].astype(np.uint64)
    values = array_of(tables.order, tables.n_tokens, np.uint64)[ids] << np.uint64(32) | ids
    slots = np.zeros(1 << max(4, (2 * n_symbols).bit_length()), np.uint32)
    token_joins = module.TokenJoins(blob, lengths.cumsum(dtype=np.uint64), symbols, slots)
    rows = np.empty((len(blob), 3), np.uint64)
    number = n_rows = 0
    while number < n_joinable:
        number, n_rows = token_joins.find(number, values, rows, n_rows, _BUDGET)
        point()
    return rows[:n_rows]
