"""Replaces the readable merging by score by the compiled one: shared tables, one encoder per thread."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.pace import paced, point
from workbench.engine.counting.piece_room import bounded, longest_piece
from workbench.engine.models.score_vocabulary import UNIT, Tables

_BUDGET = 6_000_000  # units of work between two points, of a nanosecond or two each
_ROOM = 1 << 16  # ids handed out at a time
_EACH = 36  # bytes of memory for a character of a word


class CompiledMerging:
    """Encodes by a vocabulary's tables; any number of threads may use it at a time.

    Attributes:
        table: the `kernels.score_table.ScoreTable`, None before the first text or `make_table`.

    """

    def __init__(self, tables: Tables) -> None:
        """Take the tables; those of the kernels are created on first use."""
        self._tables = tables
        self.table: Any | None = None
        self._idle: list[Any] = []

    def piece(self, piece: bytes, position: int) -> Iterator[NDArray[np.uint32]]:
        """Yield the ids of a piece from the byte at `position` on as arrays uint32[n]."""
        encoder = self._take()
        ids = np.empty(min(_ROOM, len(piece) + 256), np.uint32)
        while position < len(piece):
            with bounded(_EACH):
                position, count = encoder.encode(piece, position, ids, _BUDGET)
            if count:
                yield ids[:count].copy()
            point()
        self._idle.append(encoder)  # not if it was left in the middle of a word

    def word_end(self, text: bytes, position: int) -> int:
        """Return where the word at `position` ends; needs the `table`."""
        end: int = self.table.word_end(text, position) if self.table is not None else position
        return end

    def _take(self) -> Any:  # noqa: ANN401  # a kernels.score_merging.ScoreEncoder
        encoders = kernels.kernel("score_merging")
        if encoders is None:
            raise RuntimeError(kernels.why_not())
        self.make_table()
        try:
            return self._idle.pop()
        except IndexError:
            return encoders.ScoreEncoder(self.table, longest_piece(_EACH))

    def make_table(self) -> None:
        """Create the `table` unless it exists."""
        tables = kernels.kernel("score_table")
        if tables is None:
            raise RuntimeError(kernels.why_not())
        if self.table is None:
            rows = _rows(self._tables)
            point()
            self.table = tables.ScoreTable(*rows)


def compiled_merging(tables: Tables) -> CompiledMerging | None:
    """Return the compiled merging, or None to use the readable engine.

    None without kernels, and for what they do not know: unused tokens, vocabularies without the bytes or a
    space, and those whose texts cannot be cut into words. User-defined tokens are left to the caller.
    """
    if kernels.kernel("score_table") is None or not tables.splits or not tables.fills:
        return None
    return CompiledMerging(tables)


def _rows(tables: Tables) -> tuple[object, ...]:
    """Return the arguments of a `kernels.score_table.ScoreTable`."""
    units = [(int.from_bytes(unit), symbol) for unit, symbol in tables.unit_symbols.items() if len(unit) <= 4]
    inside: list[int] = []
    for both in paced(tables.inside, 2048):
        left, right = UNIT.findall(both)
        inside.append(int.from_bytes(left) << 32 | int.from_bytes(right))
    joins = _joins(tables)
    return (
        np.array(units, np.uint32).reshape(-1, 2),
        np.array(inside, np.uint64),
        np.frombuffer(joins, np.uint64).reshape(-1, 2),
        np.array(tables.byte_ids, np.uint32),
        tables.n_tokens,
    )


def _joins(tables: Tables) -> array[int]:
    """Return two numbers a pair that may merge: left symbol above right one, place by score above id."""
    symbol_of = {**tables.unit_symbols, **tables.joinable}.get
    joins = array("Q")
    for spelling, token_id in paced(tables.joinable.items(), 512):
        value = tables.order[token_id] << 32 | token_id
        for at in _unit_ends(spelling):
            left = symbol_of(spelling[:at])
            right = None if left is None else symbol_of(spelling[at:])
            if left is not None and right is not None:
                joins.append(left << 32 | right)
                joins.append(value)
    return joins


def _unit_ends(spelling: bytes) -> Iterable[int]:
    """Return where characters of a token end; the end of the last one may be left out."""
    if spelling.isascii():
        return range(1, len(spelling))
    return [match.end() for match in UNIT.finditer(spelling)]
