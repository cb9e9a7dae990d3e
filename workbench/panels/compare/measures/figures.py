"""The figures of the table of measures: what is shown of each tokenizer, and which is the best."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from workbench.engine.judging.bootstrap import Interval
from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import Metric

SHOWN = ("figure", "difference", "percent")


@dataclass(frozen=True, slots=True)
class Figures:
    """The measures of tokenizers by their places; some may be missing.

    Attributes:
        rows: place -> measures.
        shown: one of `SHOWN`: the figure, or its difference from the reference's, plain or in percent.

    """

    rows: Mapping[int, Row]
    shown: str = "figure"

    def lead(self, metric: Metric, place: int) -> float | None:
        """Return the relative improvement of a tokenizer over another, None if undefined."""
        own, base = self.figure(metric, place), self.figure(metric, 0 if place else 1)
        if own is None or base is None or not metric.better:
            return None
        more = own - base if metric.better == "more" else base - own
        return more / abs(base) if base else math.copysign(math.inf, more) if more else 0.0

    def figure(self, metric: Metric, place: int) -> float | None:
        """Return the figure of a tokenizer, None if unknown."""
        row = self.rows.get(place)
        return None if row is None else row.figures.get(metric.name)

    def value(self, metric: Metric, place: int) -> float | None:
        """Return the number that is shown of a tokenizer, None if unknown."""
        own, base = self.figure(metric, place), self.figure(metric, 0)
        if self.shown == "figure":
            return own
        if own is None or base is None:
            return None
        if self.shown == "difference":
            return own - base
        return 100 * (own - base) / abs(base) if base else None

    def is_best(self, metric: Metric, place: int) -> bool:
        """Return whether a tokenizer has the single best figure, and the difference is significant."""
        rows = self.rows.items() if metric.parts is None else self._ranked()
        figures = {at: row.figures.get(metric.name) for at, row in rows}
        known = {at: value for at, value in figures.items() if value is not None}
        if not metric.better or len(known) < 2 or place not in known:
            return False
        best = (max if metric.better == "more" else min)(known.values())
        if known[place] != best or sum(value == best for value in known.values()) > 1:
            return False
        return not any(self.is_doubtful(metric, at) for at in (place, *self.rows) if place in (at, 0))

    def _ranked(self) -> list[tuple[int, Row]]:
        return [(at, row) for at, row in self.rows.items() if at not in self.lossy()]

    def lossy(self) -> list[int]:
        """Return the tokenizers that do not give every text back: they are best in no number of tokens."""
        sums = {at: row.sums for at, row in self.rows.items() if row.error is None}
        return [at for at, each in sums.items() if each.get("lossless", 0) < each.get("looked_at", 0)]

    def is_doubtful(self, metric: Metric, place: int) -> bool:
        """Return whether a tokenizer's difference from the first one may be 0."""
        row = self.rows.get(place)
        difference = None if row is None else row.differences.get(metric.name)
        return difference is not None and not difference.shows

    def interval(self, metric: Metric, place: int) -> Interval | None:
        """Return the interval of what is shown of a tokenizer, None if unknown."""
        row = self.rows.get(place)
        if row is None:
            return None
        return (row.intervals if self.shown == "figure" else row.differences).get(metric.name)

    def reach(self, metric: Metric) -> tuple[float, float] | None:
        """Return the lowest and highest end of the intervals of a measure, None without intervals.

        For differences the range includes 0.
        """
        intervals = [each for place in self.rows if (each := self.interval(metric, place)) is not None]
        ends = [end for each in intervals for end in (each.low, each.high)]
        if self.shown != "figure":
            ends.append(0.0)
        return (min(ends), max(ends)) if intervals else None
