"""The stability of a vocabulary: which tokens remain when a part of the text is left out (a jackknife).

- A token's *survivals*: how many of the trainings, each without one part, have the token.
- A merge's *margin*: how much more often its pair occurred than the second best. At 0 the tie rule decided.
- *Twice the text*: the vocabulary of half of the text differs from that of the whole in some tokens; doubling
  the text again changes about as many, or fewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PARTS = 20


@dataclass(frozen=True, slots=True)
class ErrorBars:
    """The error bars of a trained vocabulary, by merge.

    Attributes:
        ids: int64[m], of the tokens.
        survivals: int32[m], how many of `n_parts` trainings have the token.
        counts: int64[m], how often the pair occurred.
        margins: int64[m], how much more often than the second best pair.
        from_halves: the number of tokens missing in the training on each half of the text.
        n_parts: number of parts, each left out once.
        unit: what was dealt to the parts in turn, "document", "stretch", or "part", a file of counts.
        n_units: number of these units.

    """

    ids: NDArray[np.int64]
    survivals: NDArray[np.int32]
    counts: NDArray[np.int64]
    margins: NDArray[np.int64]
    from_halves: tuple[int, int]
    n_parts: int
    unit: str
    n_units: int

    @property
    def n_sure(self) -> int:
        """Return the number of tokens that all trainings have."""
        return int((self.survivals == self.n_parts).sum())

    @property
    def n_tied(self) -> int:
        """Return how many merges a tie rule decided."""
        return int((self.margins == 0).sum())

    def plain(self) -> dict[str, object]:
        """Return plain values for a card; of the tokens only those missing in some training."""
        unsure = np.flatnonzero(self.survivals < self.n_parts)
        return {
            "parts": self.n_parts,
            "unit": self.unit,
            "units": self.n_units,
            "tokens": len(self.ids),
            "in_all": self.n_sure,
            "tied": self.n_tied,
            "other_from_half": list(self.from_halves),
            "survivals": [[int(self.ids[at]), int(self.survivals[at])] for at in unsure],
        }

    def lines(self) -> list[str]:
        """Return a summary in English."""
        total = len(self.ids)
        share = 50 * sum(self.from_halves) / max(1, total)
        return [
            f"error bars: {self.n_parts} trainings, each without a {_ORDINALS.get(self.n_parts, 'part')} of "
            f"{self.n_units:,} {SEVERAL[self.unit]}",
            f"  in all of them: {self.n_sure:,} of {total:,} tokens; in less than half: "
            f"{int((2 * self.survivals < self.n_parts).sum()):,}",
            f"  the next best pair occurred as often, so that the tie rule decided: {self.n_tied:,} merges",
            f"  half of the text gives {share:.1f} % other tokens; twice the text changes as many or fewer",
        ]


_ORDINALS: Mapping[int, str] = {20: "twentieth"}
SEVERAL: Mapping[str, str] = {"document": "documents", "stretch": "stretches of text", "part": "parts"}


def survivals_of(tokens: Sequence[bytes], trainings: Sequence[frozenset[bytes]]) -> NDArray[np.int32]:
    """Return int32[m], how many trainings have each token."""
    return np.array([sum(token in each for each in trainings) for token in tokens], np.int32)
