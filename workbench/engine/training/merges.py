"""Byte-pair encoding in its simplest form: count the pairs, merge the most frequent one, repeat.

This is the reference for the fast trainer, and what a reader should read first.
The algorithm is Gage's byte pair encoding ("A New Algorithm for Data Compression", 1994) as used for
words by Sennrich, Haddow and Birch (arXiv:1508.07909); the two functions give the answers of
`get_stats` and `merge` of karpathy/minbpe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError
from workbench.engine.training.unit_classes import FREE, NEVER, joined

TIE_RULES = ("smallest", "huggingface", "first-seen", "sentencepiece")

Pair = tuple[int, int]


def count_pairs(ids: Sequence[int], counts: dict[Pair, int] | None = None, times: int = 1) -> dict[Pair, int]:
    """Count the adjacent pairs of `ids`, overlapping ones too.

    [1, 2, 3, 1, 2] -> {(1, 2): 2, (2, 3): 1, (3, 1): 1}

    Args:
        ids: token ids.
        counts: earlier counts to add to, in place.
        times: how often `ids` occurs.

    Returns:
        (left, right) -> count, in order of first occurrence.

    """
    counts = {} if counts is None else counts
    for pair in pairwise(ids):
        counts[pair] = counts.get(pair, 0) + times
    return counts


def merge_pair(ids: Sequence[int], pair: Pair, new_id: int) -> list[int]:
    """Replace every occurrence of `pair` by `new_id`, from the left, without overlap.

    [1, 2, 3, 1, 2], (1, 2), 4 -> [4, 3, 4]
    """
    merged: list[int] = []
    position = 0
    while position < len(ids):
        if tuple(ids[position : position + 2]) == pair:
            merged.append(new_id)
            position += 2
        else:
            merged.append(ids[position])
            position += 1
    return merged


def byte_numbers(tie: str) -> list[int]:
    """Return the number of each byte, by which pairs of equal count are ordered.

    `smallest` numbers a byte by its value. `huggingface` numbers it by its character's place in the
    sorted byte alphabet: "!" is 0, the space 220 (huggingface/tokenizers, trainer.rs, `compute_alphabet`).
    `first-seen` ignores the numbers, `sentencepiece` compares the bytes of tokens.

    Raises:
        EngineError: "unknown_tie_rule".

    """
    if tie not in TIE_RULES:
        raise EngineError("unknown_tie_rule", tie=tie, choices=", ".join(TIE_RULES))
    if tie != "huggingface":
        return list(range(256))
    alphabet = bytes_to_unicode()
    in_order = sorted(alphabet.values())
    return [in_order.index(alphabet[byte]) for byte in range(256)]


def train_reference(
    pieces: Iterable[tuple[Sequence[int], int]],
    n_merges: int,
    tie: str = "smallest",
    min_count: int = 1,
    max_token_length: int | None = None,
    n_units: int | None = None,
    classes: Sequence[int] | None = None,
    *,
    may_be: Callable[[tuple[int, ...]], bool] | None = None,
    first: Sequence[Pair] = (),
) -> list[tuple[Pair, int, int]]:
    """Train by counting everything again for each merge: slow, and easy to verify.

    Args:
        pieces: (units, count), in order of first occurrence; the units are bytes, or others.
        n_merges: number of merges to learn; fewer if no pair is left that may be merged.
        tie: which of the most frequent pairs is taken, one of `TIE_RULES`. `smallest` is the rule of
            karpathy/rustbpe, `huggingface` that of huggingface/tokenizers, `first-seen` that of
            karpathy/minbpe (the first pair in the text as merged so far), `sentencepiece` that of
            google/sentencepiece (bpe_model_trainer.cc): the token of fewer units, then the one first in the
            order of its units.
        min_count: a pair that occurs less often is not merged.
        max_token_length: tokens of more units are not made; None for no limit.
        n_units: number of units if they are not bytes: the numbers below it, in the order of ties.
        classes: by unit, which of them may be joined in one token (`unit_classes`); None: all.
        may_be: whether the token with these units may be made; None: each may.
        first: pairs that are merged before any is counted, whatever their counts.

    Returns:
        ((left, right), new id, count of the pair) of each merge after `first`; the ids are n_units,
        n_units + 1, …, beginning with those of `first`.

    Raises:
        EngineError: "unknown_tie_rule".

    """
    first_id = 256 if n_units is None else n_units
    tokens: dict[int, tuple[int, ...]] = {unit: (unit,) for unit in range(first_id)}
    kinds = list(classes) if classes is not None else [FREE] * first_id
    key = _order(tie, tokens, byte_numbers(tie) if n_units is None else range(n_units))
    longest = max_token_length or float("inf")
    words = [(list(piece), count) for piece, count in pieces]
    merges: list[tuple[Pair, int, int]] = []

    def merge(pair: Pair, new_id: int) -> None:
        words[:] = [(merge_pair(ids, pair, new_id), count) for ids, count in words]
        tokens[new_id] = tokens[pair[0]] + tokens[pair[1]]
        kinds.append(joined(kinds[pair[0]], kinds[pair[1]]))

    for pair in first:
        merge(pair, len(tokens))
    for new_id in range(len(tokens), len(tokens) + n_merges):
        counts: dict[Pair, int] = {}
        for ids, count in words:
            count_pairs(ids, counts, count)
        able = [
            (pair, count)
            for pair, count in counts.items()
            if count >= max(1, min_count)
            and len(tokens[pair[0]] + tokens[pair[1]]) <= longest
            and joined(kinds[pair[0]], kinds[pair[1]]) != NEVER
            and (may_be is None or may_be(tokens[pair[0]] + tokens[pair[1]]))
        ]
        if not able:
            break
        pair, best = max(able, key=key)  # the first of the greatest, as `max` promises
        merge(pair, new_id)
        merges.append((pair, new_id, best))
    return merges


def _order(
    tie: str, tokens: Mapping[int, Sequence[int]], numbers: Sequence[int]
) -> Callable[[tuple[Pair, int]], tuple[int, ...]]:
    """Return the sort key of (pair, count), greatest for the pair to merge; reads the growing `tokens`."""
    if tie not in TIE_RULES:
        raise EngineError("unknown_tie_rule", tie=tie, choices=", ".join(TIE_RULES))
    if tie == "sentencepiece":

        def by_units(counted: tuple[Pair, int]) -> tuple[int, ...]:
            token = (*tokens[counted[0][0]], *tokens[counted[0][1]])
            return (counted[1], -len(token), *(-unit for unit in token))

        return by_units
    if tie == "first-seen":
        return lambda counted: (counted[1],)

    def number(token_id: int) -> int:
        return numbers[token_id] if token_id < len(numbers) else token_id

    return lambda counted: (counted[1], -number(counted[0][0]), -number(counted[0][1]))
