"""The counts and labels of the tokens of a vocabulary, by row."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.engine.judging.health import INSIDE, LABELS, NOT_DECIDED, NOT_ITSELF, PROVED, UNUSED
from workbench.widgets.vocabulary import Rows
from workbench.worker.messages.judging import TokensCounted, TokensGrouped, TokensJudged
from workbench.worker.messages.origins import ErrorBarsFound, OriginsFound

COUNTS = ("count", "documents", "stays")
BARS = ("survival", "margin")


class Known:
    """Counts and labels by row of one vocabulary.

    Attributes:
        counted: the counts, None without.
        judged: the labels that need no text, None without.
        grouped: the scripts, None without.
        bars: the error bars, None without. origins: where the tokens came from, None without.

    """

    def __init__(
        self,
        counted: TokensCounted | None = None,
        judged: TokensJudged | None = None,
        grouped: TokensGrouped | None = None,
        bars: ErrorBarsFound | None = None,
        origins: OriginsFound | None = None,
    ) -> None:
        self.grouped = grouped
        self.bars, self.origins = bars, origins
        self.counted, self.judged = counted, judged if judged is not None and judged.is_known else None
        self._orders: dict[tuple[str, bool], Rows] = {}

    @cached_property
    def labels(self) -> dict[str, NDArray[np.bool_]]:
        """label -> bool[n], in the order of `LABELS`; without those that are unknown or do not apply."""
        labels = dict(self.judged.labels) if self.judged is not None else {}
        labels |= self.counted.labels if self.counted is not None else {}
        return {label: labels[label] for label in LABELS if label in labels}

    @property
    def occurrences(self) -> NDArray[np.int64] | None:
        """int64[n], how often each token is used, None without counts."""
        return None if self.counted is None else self.counted.occurrences

    def same(self, other: Known) -> bool:
        """Return whether the same is known."""
        mine, theirs = (
            (each.counted, each.judged, each.grouped, each.bars, each.origins) for each in (self, other)
        )
        return all(a is b for a, b in zip(mine, theirs, strict=True))

    def of_script(self, script: str) -> NDArray[np.bool_] | None:
        """Return bool[n], the tokens of a script, None where that is not known."""
        if self.grouped is None:
            return None
        names = self.grouped.names
        at = names.index(script) if script in names else len(names)
        has: NDArray[np.bool_] = self.grouped.scripts == at
        return has

    def of_row(self, row: int) -> list[str]:
        """Return the labels of a row."""
        return [label for label, has in self.labels.items() if has[row]]

    def problems_of(self, row: int) -> list[str]:
        """Return the labels of a row, without those implied by its other labels or its count."""
        labels = self.of_row(row)
        said = {UNUSED, NOT_ITSELF} if {INSIDE, PROVED, NOT_DECIDED} & {*labels} else {UNUSED}
        return [label for label in labels if label not in said]

    @cached_property
    def _weights(self) -> NDArray[np.int64]:
        """int64[n], the problems of each row as a number; the first of `LABELS` weigh most."""
        n = len(next(iter(self.labels.values()), ()))
        weights = np.zeros(n, np.int64)
        for label, has in self.labels.items():
            if label == UNUSED:
                continue
            weights |= has.astype(np.int64) << (len(LABELS) - LABELS.index(label))
        return weights

    def stays(self, row: int) -> float | None:
        """Return the share of cases in which a token remains once merging makes it, None if it never does."""
        if self.counted is None or not int(self.counted.times_made[row]):
            return None
        return float(self.counted.occurrences[row] / self.counted.times_made[row])

    def bar(self, row: int, column: str) -> int | None:
        """Return the survivals or the margin of a token, None for one that is not learned, or not known."""
        if self.bars is None:
            return None
        value = int((self.bars.survivals if column == "survival" else self.bars.margins)[row])
        return None if value < 0 else value

    def plain(self, row: int, column: str) -> str:
        """Return the exact value of a column that is counted or judged, "" where it is not known."""
        if column == "health":
            return ", ".join(self.of_row(row))
        if column == "stays":
            stays = self.stays(row)
            return "" if stays is None else f"{stays:.6g}"
        if column in BARS:
            bar = self.bar(row, column)
            return "" if bar is None else str(bar)
        if self.counted is None:
            return ""
        if column == "documents" and not self.counted.n_documents:
            return ""
        return str(int((self.counted.occurrences if column == "count" else self.counted.documents)[row]))

    def has(self, column: str) -> bool:
        """Return whether there is anything to show in a column."""
        if column in BARS:
            return self.bars is not None
        return bool(self.labels.keys() - {UNUSED}) if column == "health" else self.counted is not None

    def order(self, column: str, falling: bool) -> Rows | None:
        """Return all rows in the order of a column, ties by id; None if the column is unknown."""
        if not self.has(column):
            return None
        wanted = (column, falling)
        if wanted not in self._orders:
            keys = self._keys(column)
            self._orders[wanted] = np.argsort(-keys if falling else keys, kind="stable")
        return self._orders[wanted]

    def _keys(self, column: str) -> NDArray[np.int64] | NDArray[np.float64]:
        if column in BARS and self.bars is not None:
            own = self.bars.survivals if column == "survival" else self.bars.margins
            return own.astype(np.int64)
        counted = self.counted
        if column == "health" or counted is None:
            return self._weights
        if column == "stays":
            times_made = np.maximum(counted.times_made, 1)
            return np.where(counted.times_made > 0, counted.occurrences / times_made, -1.0)
        return counted.occurrences if column == "count" else counted.documents
