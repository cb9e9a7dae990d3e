"""Estimates the interval of a ratio of sums by resampling documents (the paired bootstrap)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point

DRAWS = 1000
FEWEST = 10  # documents below which no interval is told
_LEVEL = 0.95
_ROUNDING = 1e-12
_ROWS = 4096  # drawn between two points

Floats = NDArray[np.float64]
Ratio = tuple[int, int]  # columns: above, below
Terms = tuple[tuple[Ratio, float], ...]  # ratios with their factors


@dataclass(frozen=True, slots=True)
class Interval:
    """The range of a figure in 95 of 100 cases.

    Attributes:
        low, high: its ends.

    """

    low: float
    high: float

    @property
    def shows(self) -> bool:
        """Whether 0 lies outside: a difference is shown."""
        return self.low > 0 or self.high < 0


class Drawn:
    """The sums of some thousand draws of as many documents as there are, with those that come twice.

    Tokenizers and metrics share the draws, so that differences are those on the same documents.

    An interval is that of the symmetric studentized bootstrap, around the figure with the standard error of
    the jackknife. Where few documents make most of a corpus, the plain quantiles of the draws are too narrow:
    for 10, 30 and 200 log-normal documents they hold the truth in 88, 90 and 93 % instead of 95, these in 96,
    96 and 95.
    """

    def __init__(self, rows: NDArray[np.int64], draws: int = DRAWS, seed: int = 0) -> None:
        """Take the sums of documents, int64[n, columns]."""
        random = np.random.default_rng(seed)
        n, columns = rows.shape
        exact = rows.astype(np.float64)
        self._rows = exact
        self._total = exact.sum(axis=0)
        self._drawn = _Moments(np.empty((draws, columns)), np.empty((draws, columns, columns)))
        for draw in range(draws):
            weights = np.bincount(random.integers(0, n, n), minlength=n).astype(np.float64)[:, None]
            self._drawn.sums[draw] = (weights * exact).sum(axis=0)
            np.matmul(exact.T, weights * exact, out=self._drawn.products[draw])
            if draw % max(1, _ROWS // n) == 0:
                point()

    def ratio(self, ratio: Ratio) -> Interval | None:
        """Return the interval of a ratio of two columns, None if there is none."""
        return self._interval(((ratio, 1.0),))

    def difference(self, ratio: Ratio, other: Ratio) -> Interval | None:
        """Return the interval of the first ratio minus the other."""
        return self._interval(((ratio, 1.0), (other, -1.0)))

    def _interval(self, terms: Terms) -> Interval | None:
        with np.errstate(divide="ignore", invalid="ignore"):
            figure = float(_figures(self._total[None], terms)[0])
            without = _figures(self._total - self._rows, terms)
        drawn, errors = self._drawn.figure(terms)
        if not (np.isfinite(figure) and np.isfinite(without).all() and np.isfinite(drawn).all()):
            return None
        n = len(self._rows)
        error = float(np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum()))
        # A draw of a few like documents has no error of its own, and tells nothing of how far it is off.
        known = errors > 0
        if not known.any():
            return Interval(figure, figure)
        reach = error * float(np.quantile(np.abs(drawn[known] - figure) / errors[known], _LEVEL))
        return Interval(figure - reach, figure + reach)


def _figures(sums: Floats, terms: Terms) -> Floats:
    figure: Floats = sum((f * (sums[:, a] / sums[:, b]) for (a, b), f in terms), np.zeros(len(sums)))
    return figure


@dataclass(frozen=True, slots=True)
class _Moments:
    """Of some draws.

    Attributes:
        sums: float64[draws, columns].
        products: float64[draws, columns, columns], sums of the products of two columns.

    """

    sums: Floats
    products: Floats

    def figure(self, terms: Terms) -> tuple[Floats, Floats]:
        """Return what ratios times their factors add up to, and its standard error, float64[draws] each.

        A ratio is off, to the first order, by the sum of above less ratio times below, over the sum of below.
        """
        figure = np.zeros(len(self.sums))
        slopes = np.zeros_like(self.sums)
        for (above, below), factor in terms:
            under = self.sums[:, below]
            ratio = np.divide(self.sums[:, above], under, out=np.full(len(under), np.nan), where=under > 0)
            figure += factor * ratio
            with np.errstate(divide="ignore", invalid="ignore"):
                slopes[:, above] += factor / under
                slopes[:, below] -= factor * ratio / under
        variance = np.einsum("di,dij,dj->d", slopes, self.products, slopes)
        # What is nothing but rounding is nothing: the terms cancel.
        scale = np.einsum("di,dij,dj->d", np.abs(slopes), self.products, np.abs(slopes))
        variance[~(variance > _ROUNDING * scale)] = 0
        return figure, np.sqrt(variance)
