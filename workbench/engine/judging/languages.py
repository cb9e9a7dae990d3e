"""Costs of the same text in several languages: premiums, their two factors, and inequality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

REFERENCES = ("eng_Latn", "eng")  # the first one present is the reference


@dataclass(frozen=True, slots=True)
class Premium:
    """The cost of a text relative to the same text in the reference language.

    Attributes:
        premium: T / T of the reference; the product of the two factors.
        byte_factor: B / B of the reference: what UTF-8 costs.
        vocabulary_factor: bytes per token of the reference / bytes per token: what the vocabulary costs.

    """

    premium: float
    byte_factor: float
    vocabulary_factor: float

    @classmethod
    def of(cls, tokens: int, n_bytes: int, other_tokens: int, other_bytes: int) -> Premium | None:
        """Return the cost of a text relative to another, None if one of them is empty."""
        if not (tokens and n_bytes and other_tokens and other_bytes):
            return None
        byte_factor = n_bytes / other_bytes
        return cls(tokens / other_tokens, byte_factor, (other_bytes / other_tokens) / (n_bytes / tokens))


def gini(tokens: Sequence[int]) -> float | None:
    """Return the Gini coefficient of languages, 0 if all have as many tokens; None without tokens.

    Σ_i Σ_j abs(c_i − c_j) / (2 n² μ), over the sorted counts.
    """
    counts = np.sort(np.asarray(tokens, np.float64))
    n, total = len(counts), float(counts.sum())
    if not total:
        return None
    places = np.arange(1, n + 1)
    return float((2 * places - n - 1) @ counts) / (n * total)


def reference_among(names: Sequence[str]) -> str:
    """Return the default reference language."""
    return next((name for name in REFERENCES if name in names), names[0])
