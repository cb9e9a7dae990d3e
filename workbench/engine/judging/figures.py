"""Calculates the figures of `metrics` from the sums of a text and the counts of its tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.metrics import METRICS
from workbench.engine.judging.vocabulary_figures import (
    Residue,
    digit_groups,
    fragments,
    number_tokens,
)
from workbench.engine.models.fallbacks import fallbacks

ALPHA = 2.5
_FIRST, _LAST = 0.03, 0.83  # of the ranks whose mass is summed

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Facts of a tokenizer's vocabulary.

    Attributes:
        size: number of tokens without special ones.
        fragments: number of tokens of several bytes that are not valid UTF-8.
        numbers: uint8[10,000], number of tokens of each integer.
        groups: how long numbers are cut (`vocabulary_figures.digit_groups`).

    """

    size: int
    fragments: int
    numbers: NDArray[np.uint8]
    groups: str


_vocabularies: WeakKeyDictionary[Tokenizer, Vocabulary] = WeakKeyDictionary()  # 10,000 numbers take 0.3 s


def vocabulary_of(tokenizer: Tokenizer) -> Vocabulary:
    """Return the facts of a vocabulary, computed once for each tokenizer."""
    vocabulary = _vocabularies.get(tokenizer)
    if vocabulary is None:
        vocabulary = _vocabularies[tokenizer] = Vocabulary(
            len(tokenizer.model.ids), fragments(tokenizer), number_tokens(tokenizer), digit_groups(tokenizer)
        )
    return vocabulary


def entropy(counts: Counts, alpha: float = 1.0) -> float | None:
    """Return the Rényi entropy in bits, Shannon's for alpha 1; None without tokens."""
    total = counts.sum()
    if not total:
        return None
    p = counts[counts > 0] / total
    if alpha == 1.0:
        return abs(float(-(p * np.log2(p)).sum()))
    return abs(float(np.log2((p**alpha).sum()) / (1 - alpha)))


def efficiency(entropy: float | None, size: int) -> float | None:
    """Return an entropy divided by that of `size` equally frequent tokens; None for a single token."""
    return None if entropy is None or size < 2 else entropy / float(np.log2(size))


def percentile_mass(counts: Counts) -> float | None:
    """Return the share of tokens of middle rank."""
    ranked = np.sort(counts[counts > 0])[::-1]
    if not len(ranked):
        return None
    middle = ranked[int(_FIRST * len(ranked)) : int(_LAST * len(ranked))]
    return float(middle.sum() / ranked.sum())


def figures(
    tokenizer: Tokenizer,
    vocabulary: Vocabulary,
    merges: Residue,
    sums: Mapping[str, int],
    counts: Counts,
) -> dict[str, float | None]:
    """Return every figure by name, None if undefined.

    Args:
        tokenizer: the tokenizer that was measured.
        vocabulary, merges: of the tokenizer.
        sums: "bytes", "characters", "words", "tokens", "continued", "whole", "reference_tokens", "looked_at",
            "lossless", "stable".
        counts: int64[n], number of occurrences of each id.

    """
    used, tokens, size = int((counts > 0).sum()), sums["tokens"], vocabulary.size
    by_name: dict[str, float | None] = {
        metric.name: _over(sums[metric.parts[0]], sums[metric.parts[1]]) for metric in METRICS if metric.parts
    }
    fallback, unknown = (counts[ids].sum() if len(ids) else None for ids in fallbacks(tokenizer.model))
    shannon, renyi = entropy(counts), entropy(counts, ALPHA)
    by_name |= {
        "vocabulary_used": _over(used, size),
        "type_token_ratio": _over(used, tokens),
        "shannon_entropy": shannon,
        "shannon_efficiency": efficiency(shannon, used),
        "shannon_efficiency_nominal": efficiency(shannon, size),
        "renyi_efficiency": efficiency(renyi, used),
        "renyi_efficiency_nominal": efficiency(renyi, size),
        "percentile_mass": percentile_mass(counts),
        "residue": merges.share(counts),
        "fallback": None if fallback is None else _over(int(fallback), tokens),
        "unknown": None if unknown is None else _over(int(unknown), tokens),
        "lossless": _over(sums["lossless"], sums["looked_at"]),
        "stable": _over(sums["stable"], sums["looked_at"]),
        "fragments": vocabulary.fragments,
        "whole_numbers": int((vocabulary.numbers == 1).sum()),
    }
    return {metric.name: by_name[metric.name] for metric in METRICS}


def _over(above: int, below: int) -> float | None:
    return above / below if below else None
