"""Pieces of units other than plain bytes: what the trainer works on for the styles of CLIP and Llama 2.

To the trainer a unit is a number, in the order in which ties are decided; it gives the number
n_units + rank to the token of each merge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class UnitPieces:
    """The distinct pieces of a corpus in units, in order of their first occurrence.

    Attributes:
        units: uint32[n], those of all pieces, one piece after the other; each below `n_units`.
        ends: uint64[m], where each piece ends in `units`; no piece is empty.
        counts: int64[m], how often each occurs.
        n_units: how many different units there are.
        classes: int32[n_units], which units may stand in one token (`unit_classes`), or None.

    """

    units: NDArray[np.uint32]
    ends: NDArray[np.uint64]
    counts: NDArray[np.int64]
    n_units: int
    classes: NDArray[np.int32] | None = None

    def __len__(self) -> int:
        return len(self.ends)

    def __iter__(self) -> Iterator[tuple[list[int], int]]:
        """Yield (units of a piece, count); for tests and for the readable reference."""
        start = 0
        for end, count in zip(self.ends.tolist(), self.counts.tolist(), strict=True):
            yield self.units[start:end].tolist(), count
            start = end
