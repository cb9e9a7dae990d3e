"""The arithmetic of a plot, without Qt: scales, ticks that do not collide, data reduced to pixel columns."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Tick = tuple[float, str]


@dataclass(frozen=True)
class Scale:
    """How values become positions along an axis.

    Attributes:
        base: of the logarithm, 0 for a linear scale.

    """

    base: int = 0

    def position(self, value: float) -> float:
        """Return where a value is; on a logarithmic scale it must be positive."""
        return math.log(value, self.base) if self.base else value

    def positions(self, values: NDArray[Any]) -> Floats:
        """Return where many values stand."""
        if not self.base:
            return np.asarray(values, dtype=np.float64)
        return np.asarray(np.log2(values) if self.base == 2 else np.log10(values), dtype=np.float64)

    def value(self, position: float) -> float:
        """Return the value at a position."""
        return float(self.base**position) if self.base else position


LINEAR, LOG2, LOG10 = Scale(0), Scale(2), Scale(10)


def reduce_to_columns(x: Floats, y: Floats, scale: Scale, n_columns: int) -> tuple[Floats, Floats]:
    """Return at most two points for each of `n_columns` equal columns of the axis: the lowest and highest.

    x (n,) ascends. Drawn at that many pixels, the line looks the same as through all n points.
    The first and last point are kept exactly.
    """
    n = len(x)
    if n <= 2 * n_columns:
        return x, y
    low, high = scale.position(float(x[0])), scale.position(float(x[-1]))
    edges = np.linspace(low, high, n_columns + 1)[1:-1]
    bounds = np.searchsorted(x, scale.base**edges if scale.base else edges)
    starts = np.concatenate((np.zeros(1, dtype=bounds.dtype), bounds[bounds < n]))
    # They ascend. Not np.unique: its first call imports numpy.ma, some 80 ms on the window's thread.
    starts = starts[np.append(True, np.diff(starts) > 0)]
    lows, highs = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    # A column that runs straight from its first point to the next column's is its first point; else
    # its extremes, the way that it runs.
    first, following = y[starts], np.append(y[starts[1:]], y[-1])
    falling = first > following
    straight = (np.minimum(first, following) <= lows) & (np.maximum(first, following) >= highs)
    starting = np.where(straight, first, np.where(falling, highs, lows))
    values = np.stack((starting, np.where(falling, lows, highs)), axis=1).ravel()
    keep = np.ones(len(values), dtype=bool)
    keep[1::2] = ~straight
    return np.append(np.repeat(x[starts], 2)[keep], x[-1]), np.append(values[keep], y[-1])


def ticks(scale: Scale, low: float, high: float, most: int, label: Callable[[float], str]) -> list[Tick]:
    """Return at most about `most` (position, label) between two values, at round values."""
    values = _linear_ticks(low, high, most) if scale.base == 0 else _log_ticks(scale, low, high, most)
    return [(scale.position(value), label(value)) for value in values]


def _linear_ticks(low: float, high: float, most: int) -> list[float]:
    step = nice_step((high - low) / max(1, most))
    first = math.ceil(low / step - 1e-9)
    return [step * i for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _log_ticks(scale: Scale, low: float, high: float, most: int) -> list[float]:
    first = math.ceil(scale.position(low) - 1e-9)
    last = math.floor(scale.position(high) + 1e-9)
    if last <= first:
        return [low, high] if high > low * 1.5 else [low]
    every = max(1, math.ceil((last - first + 1) / max(2, most)))
    return [float(scale.base**power) for power in range(first, last + 1, every)]


def nice_step(step: float) -> float:
    """Return the smallest of 1, 2, 5 times a power of ten that is not below `step`."""
    if step <= 0:
        return 1.0
    magnitude = 10.0 ** math.floor(math.log10(step))
    return next(magnitude * factor for factor in (1, 2, 5, 10) if magnitude * factor >= step * (1 - 1e-9))


def nice_ceiling(value: float, low: float = 0.0) -> float:
    """Return a round value at or above `value`, so that an axis from `low` does not change at every step."""
    step = nice_step((value - low) / 4)
    return low + step * max(1, math.ceil((value - low) / step - 1e-9))
