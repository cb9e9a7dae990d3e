"""Which of the five ordered fills a token has: by rank, length or frequency."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

N_BINS = 5


@dataclass(frozen=True, eq=False)
class Bins:
    """The fill of every id.

    Attributes:
        table: uint8[n], by id, 0 to 4; ids beyond it have 0.
        bounds: the highest value in each bin, rising; as many as there are bins.
        fills: which of the five fills each bin has.

    """

    table: NDArray[np.uint8]
    bounds: tuple[int, ...]
    fills: tuple[int, ...]

    def of(self, ids: NDArray[np.uint32]) -> NDArray[np.uint8]:
        """Return the fill of each of these ids."""
        if not len(self.table):
            return np.zeros(len(ids), np.uint8)
        inside = ids < len(self.table)
        bins: NDArray[np.uint8] = np.where(inside, self.table[np.where(inside, ids, 0)], 0).astype(np.uint8)
        return bins

    def of_id(self, token_id: int) -> int:
        """Return the fill of one id."""
        return int(self.table[token_id]) if token_id < len(self.table) else 0


def make_bins(ids: NDArray[np.uint32], values: NDArray[np.int64], bounds: tuple[int, ...]) -> Bins:
    """Return the bins of tokens by their values.

    Args:
        ids: uint32[n], rising.
        values: int64[n], of each id.
        bounds: the highest value of each bin, rising, at most five; higher values fall into the last.

    """
    fills = np.linspace(0, N_BINS - 1, max(len(bounds), 2)).round().astype(np.uint8)[: len(bounds)]
    table = np.zeros(int(ids[-1]) + 1 if len(ids) else 0, np.uint8)
    table[ids] = fills[np.minimum(np.searchsorted(bounds, values), len(bounds) - 1)]
    return Bins(table, bounds, tuple(fills.tolist()))


def powers(highest: int) -> tuple[int, ...]:
    """Return bounds that double, the last at or above `highest`."""
    last = 1 << max(highest - 1, 1).bit_length()
    bounds = [last >> step for step in reversed(range(N_BINS))]
    return tuple(bound for bound in bounds if bound >= 2) or (2,)


def quantiles(values: NDArray[np.int64], weights: NDArray[np.int64]) -> tuple[int, ...]:
    """Return bounds that part the weight evenly: values and weights int64[n] in any order.

    Fewer than five where single values weigh more than a fifth.
    """
    used = weights > 0
    if not used.any():
        return (1,)
    order = np.argsort(values[used], kind="stable")
    rising, totals = values[used][order], np.cumsum(weights[used][order])
    wanted = totals[-1] * np.arange(1, N_BINS + 1) / N_BINS
    borders = rising[np.minimum(np.searchsorted(totals, wanted - 1e-9), len(totals) - 1)]
    return tuple(dict.fromkeys(borders.tolist()))
