"""Finds where each merge of a training applied: in which distinct pieces, and how often in each.

Pieces are merged independently, always by the pair that was learned first: a pair with a new token is learned
after that token. So many pieces are merged at once, each by its next merge, until none has one. As in
training, overlapping occurrences of a pair are counted.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.units import UnitPieces

LONGEST = 1 << 18  # most units of a piece; each merge reads all of it
_MERGED_AT_ONCE = 1 << 16  # units: several arrays of so many numbers take memory
_NONE = np.int64(1 << 62)


@dataclass(frozen=True, slots=True)
class MergePlaces:
    """The places of merges: an entry for each merge in each piece, in the order of the pieces.

    Attributes:
        starts: int64[m + 1], the first entry of each piece, and the number of entries.
        ranks: int32[k], the rank of the merge.
        times: int32[k], how often its pair occurs in the piece, overlapping occurrences too.

    """

    starts: NDArray[np.int64]
    ranks: NDArray[np.int32]
    times: NDArray[np.int32]

    def entries_of(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return int64[k], entries of some pieces, and int64[k], the index in `rows` of the piece of each."""
        firsts, lengths = self.starts[rows], self.starts[rows + 1] - self.starts[rows]
        owners = np.repeat(np.arange(len(rows)), lengths)
        offsets = np.cumsum(lengths) - lengths
        return np.arange(len(owners)) + (firsts - offsets)[owners], owners

    def sums(self, counts: NDArray[np.int64], n_merges: int) -> NDArray[np.int64]:
        """Return int64[n_merges], how often each pair occurs if the pieces occur `counts` times."""
        sums = np.zeros(n_merges, np.int64)
        for part in paced_slices(len(counts), 1 << 16):
            borders = self.starts[part.start : part.stop + 1]
            start, end = borders[0], borders[-1]
            weights = np.repeat(counts[part], np.diff(borders))
            np.add.at(sums, self.ranks[start:end], self.times[start:end] * weights)
        return sums


def merge_places(
    pieces: Counted | UnitPieces, pairs: NDArray[np.int64], n_rows: int
) -> Generator[int, None, MergePlaces]:
    """Yield the number of pieces done, return the places of the merges.

    Args:
        pieces: the training input.
        pairs: int64[n, 2], the symbols of each merge in the order of learning.
        n_rows: number of counted pieces.

    Raises:
        EngineError: "piece_too_long_to_trace".

    """
    symbols, ends, first = _symbols_of(pieces)
    table = _Pairs(pairs, first)
    lengths = np.diff(ends, prepend=0)
    if len(lengths) and int(lengths.max()) > LONGEST:
        raise EngineError("piece_too_long_to_trace", length=int(lengths.max()), longest=LONGEST)
    parts: list[NDArray[np.int64]] = []
    piece = 0
    while piece < len(ends):
        start = int(ends[piece - 1]) if piece else 0
        stop = max(piece + 1, int(np.searchsorted(ends, start + _MERGED_AT_ONCE, side="right")))
        owners = np.repeat(np.arange(piece, stop), lengths[piece:stop])
        parts += table.merged(symbols[start : int(ends[stop - 1])].astype(np.int64), owners)
        piece = stop
        yield piece
    owners_of = pieces.owners if isinstance(pieces, UnitPieces) else None
    return _sorted(parts, n_rows, owners_of)


def _symbols_of(pieces: Counted | UnitPieces) -> tuple[NDArray[np.integer], NDArray[np.int64], int]:
    """Return the symbols of all pieces, the end of each piece in them, and the symbol of the first merge."""
    ends = pieces.ends.astype(np.int64)
    if not isinstance(pieces, UnitPieces):
        return np.frombuffer(pieces.blob, np.uint8), ends, 256
    if pieces.tokens is None:
        return pieces.units, ends, pieces.n_units
    lengths = np.concatenate((np.ones(pieces.n_units, np.int64), pieces.tokens.lengths))
    places = np.cumsum(lengths[pieces.tokens.symbols])
    return pieces.tokens.symbols, np.searchsorted(places, ends, side="left") + 1, pieces.n_symbols


def _sorted(parts: Sequence[NDArray[np.int64]], n_rows: int, owners: NDArray[np.int64] | None) -> MergePlaces:
    """Return entries (piece, rank, times) sorted by piece, then by merge."""
    entries = np.concatenate(parts, axis=1) if parts else np.zeros((3, 0), np.int64)
    rows = entries[0] if owners is None else owners[entries[0]]
    order = np.argsort(rows, kind="stable")
    point()
    starts = np.searchsorted(rows[order], np.arange(n_rows + 1))
    return MergePlaces(starts, entries[1][order].astype(np.int32), entries[2][order].astype(np.int32))


class _Pairs:
    """Looks merges up by their pairs."""

    def __init__(self, pairs: NDArray[np.int64], first: int) -> None:
        self._first = first
        self._width = first + len(pairs) + 1
        keys = pairs[:, 0] * self._width + pairs[:, 1]
        self._ranks = np.append(np.argsort(keys, kind="stable"), _NONE)
        self._keys = np.append(np.sort(keys), _NONE)

    def merged(self, symbols: NDArray[np.int64], owners: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Merge pieces until no merge is left; return int64[3, k] of pieces, ranks and times."""
        rounds: list[NDArray[np.int64]] = []
        while len(symbols) > 1:
            begins = np.flatnonzero(np.diff(owners, prepend=-1))
            ranks = self._ranks_in(symbols, owners)
            best = np.minimum.reduceat(ranks, begins)
            lengths = np.diff(begins, append=len(symbols))
            merges = (ranks == np.repeat(best, lengths)) & (ranks != _NONE)
            goes_on = best != _NONE
            times = np.add.reduceat(merges.astype(np.int64), begins)
            rounds.append(np.stack((owners[begins], best, times))[:, goes_on])
            places = _apart(np.flatnonzero(merges))
            symbols[places] = self._first + ranks[places]
            kept = np.repeat(goes_on, lengths)
            kept[places + 1] = False
            symbols, owners = symbols[kept], owners[kept]
            point()
        return rounds

    def _ranks_in(self, symbols: NDArray[np.int64], owners: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rank of the pair that begins at each symbol, `_NONE` for none."""
        keys = np.full(len(symbols), _NONE - 1)
        inside = owners[1:] == owners[:-1]
        keys[:-1][inside] = (symbols[:-1] * self._width + symbols[1:])[inside]
        at = np.searchsorted(self._keys, keys)
        ranks: NDArray[np.int64] = np.where(self._keys[at] == keys, self._ranks[at], _NONE)
        return ranks


def _apart(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places to merge, from the left and without overlap."""
    is_first = np.diff(places, prepend=-2) != 1
    numbers = np.arange(len(places))
    firsts = np.maximum.accumulate(np.where(is_first, numbers, 0))
    kept: NDArray[np.int64] = places[(numbers - firsts) % 2 == 0]
    return kept
