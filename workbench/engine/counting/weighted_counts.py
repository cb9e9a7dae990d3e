"""The counts of several parts of a corpus, each times its weight, as one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced_slices, point
from workbench.engine.counting.piece_counts import CountedPieces

_LARGEST = (1 << 63) - 1


def weighted(counts: NDArray[np.int64], weight: Fraction) -> NDArray[np.int64]:
    """Return counts int64[n] times a weight, rounded half up; none grows beyond what int64 holds."""
    if weight == 1:
        return counts
    limit = _LARGEST // (2 * max(weight.numerator, weight.denominator)) - 1
    if counts.size and int(counts.max()) > limit:
        exact = [min(_LARGEST, _times(count, weight)) for count in counts.tolist()]
        return np.array(exact, np.int64)
    return (2 * counts * weight.numerator + weight.denominator) // (2 * weight.denominator)


def _times(count: int, weight: Fraction) -> int:
    return (2 * count * weight.numerator + weight.denominator) // (2 * weight.denominator)


def join_parts(
    parts: Sequence[tuple[CountedPieces, Fraction]],
) -> CountedPieces:
    """Return the parts as one, in order of first occurrence.

    A piece whose weighted count is rounded to nothing is left out, unless another part counts that piece.
    """
    if len(parts) == 1 and parts[0][1] == 1:
        return parts[0][0]
    counts: dict[bytes, int] = {}
    for counted, weight in parts:
        numbers = weighted(counted.counts, weight)
        borders = np.concatenate(([0], counted.ends.astype(np.int64)))
        for part in paced_slices(len(counted), 8192):
            places = pairwise(borders[part.start : part.stop + 1].tolist())
            for (start, end), count in zip(places, numbers[part].tolist(), strict=True):
                if count:
                    piece = counted.blob[start:end]
                    counts[piece] = min(_LARGEST, counts.get(piece, 0) + count)
    lengths = np.fromiter(map(len, counts), np.uint64, len(counts))
    point()
    return CountedPieces(
        b"".join(counts),
        np.cumsum(lengths, dtype=np.uint64),
        np.fromiter(counts.values(), np.int64, len(counts)),
        sum(counted.lost for counted, _ in parts),
    )
