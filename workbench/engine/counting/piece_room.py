"""How much memory distinct pieces may take, and what happens when they want more: the rarest are dropped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain, count

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.counting.piece_counts import Dropped, PieceTable

LONGEST_TOKEN = 1 << 24  # bytes; no model takes a longer one
MEMORY_SHARE = 0.4  # of this computer's memory that the table may take, unless said otherwise
_KEPT = 0.5  # of the room that is filled after dropping
_LOOKED_AT = 1 << 17  # pieces between two points
_UNKNOWN = 4 << 30  # bytes of memory if the system does not report it


@dataclass(frozen=True, slots=True)
class TableFull:
    """The table has passed its limit, and the caller must decide what to do (`PieceRoom.answer`).

    Attributes:
        n_bytes, limit: what it takes and may take.
        n_distinct: pieces in the table.

    """

    n_bytes: int
    limit: int
    n_distinct: int


class PieceRoom:
    """The room for the distinct pieces of one run.

    Attributes:
        limit: bytes.
        answer: "ask", "drop" or "stop".

    """

    def __init__(self, limit: int = 0, answer: str = "stop") -> None:
        """Take the limit in bytes, 0 for `MEMORY_SHARE` of this computer's memory, and what to do beyond."""
        self.limit = limit or int(MEMORY_SHARE * memory_bytes())
        self.answer = answer

    def make(self, table: PieceTable) -> Iterator[TableFull]:
        """Make room if the table has passed the limit; yield `TableFull` until there is an answer.

        Which pieces go is decided by their counts alone: those that occurred once, then less than three
        times, and so on, until half of the room is free.

        Raises:
            EngineError: "piece_table_full", where the answer is to stop.

        """
        if table.table_bytes <= self.limit:
            return
        while self.answer == "ask":
            yield TableFull(table.table_bytes, self.limit, table.n_distinct)
        if self.answer != "drop":
            raise EngineError(
                "piece_table_full", n_bytes=table.table_bytes, limit=self.limit, n_pieces=table.n_distinct
            )
        for least in chain(range(2, 10), (10 * 2**more for more in count())):
            table.begin_drop(least)
            while table.drop_step(_LOOKED_AT):
                point()
            if table.table_bytes <= _KEPT * self.limit or not table.n_distinct:
                return


def dropped_from(table: PieceTable) -> Dropped:
    """Return what a table had to drop so far."""
    return Dropped(table.n_dropped, table.n_times_dropped, table.n_bytes_dropped)


def whole_text_bytes(n_bytes: int) -> int:
    """Return about the bytes that training takes where a document is one piece.

    Every byte is a cell of the trainer, has a place in the lists of pairs, and is in the text and in the
    table too: 15 bytes each were measured, with 20 MB of mixed text.
    """
    return 20 * n_bytes


def longest_piece(bytes_each: int) -> int:
    """Return the longest piece that is merged in one go, taking `bytes_each` for each of its bytes."""
    return _memory_for_pieces() // bytes_each


@cache
def _memory_for_pieces() -> int:
    return int(MEMORY_SHARE * memory_bytes())


def check_length(length: int, bytes_each: int) -> None:
    """Raise EngineError "piece_too_long" for a piece that is longer than `longest_piece` allows."""
    if length > longest_piece(bytes_each):
        raise piece_too_long(longest_piece(bytes_each))


def piece_too_long(limit: int) -> EngineError:
    """Return the error of a piece that is longer than it may be."""
    return EngineError("piece_too_long", limit=limit, percent=round(100 * MEMORY_SHARE))


@contextmanager
def bounded(bytes_each: int) -> Iterator[None]:
    """Raise EngineError "piece_too_long" where a kernel was given `longest_piece` and needed more."""
    try:
        yield
    except MemoryError as error:
        raise piece_too_long(longest_piece(bytes_each)) from error


class _Bound:
    """The memory that may be counted on: one for each process, 0 for no bound."""

    n_bytes = 0


def bound_memory(n_bytes: int) -> None:
    """Count on no more memory than this from now on; 0 for all that there is."""
    _Bound.n_bytes = n_bytes
    _memory_for_pieces.cache_clear()


def memory_bytes() -> int:
    """Return the memory of this computer, or of the group that this process may use, or the bound."""
    there = _memory_there()
    return min(there, _Bound.n_bytes or there)


def _memory_there() -> int:
    try:
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return _UNKNOWN
    return min(physical, _group_bytes() or physical)


def _group_bytes() -> int:
    """Return the limit of a control group of Linux, 0 for none."""
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path, encoding="ascii") as file:
                return int(file.read())
        except (OSError, ValueError):
            continue
    return 0
