"""Figures of a tokenizer's vocabulary by itself, or with the counts of its tokens."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.token_arrays import blob_of

N_NUMBERS = 10_000
SELDOM = 0.05  # a token is a residue if it remains in less than this share of the cases in which it is made
_NUMBERS = 512  # encoded between two points
_GROUPED = ("1234567", "12345678", "123456789", "1234567890")

Counts = NDArray[np.int64]


def fragments(tokenizer: Tokenizer) -> int:
    """Return how many tokens of more than one byte are not UTF-8 alone."""
    blob, ends = blob_of(tokenizer.model)
    starts = ends - np.diff(ends, prepend=np.uint64(0))
    point()
    before = np.zeros(len(blob) + 1, np.uint32)  # bytes beyond ASCII before each place
    np.cumsum(np.frombuffer(blob, np.uint8) > 0x7F, dtype=np.uint32, out=before[1:])
    beyond_ascii = before[ends] > before[starts]
    candidates = np.flatnonzero(beyond_ascii & (ends - starts > 1))
    count = 0
    for part in paced_slices(len(candidates)):
        some = candidates[part]
        spans = zip(starts[some].tolist(), ends[some].tolist(), strict=True)
        count += sum(not is_utf8(blob[start:end]) for start, end in spans)
    return count


def number_tokens(tokenizer: Tokenizer) -> NDArray[np.uint8]:
    """Return uint8[10,000], the number of tokens of each integer, not counting a dummy prefix.

    Entries are 0 from the first number that it cannot encode.
    """
    n_tokens = np.zeros(N_NUMBERS, np.uint8)
    plain = tokenizer.normalizer is None and tokenizer.model.capabilities.trace
    for first in range(0, N_NUMBERS, _NUMBERS):
        numbers = [str(number).encode() for number in range(first, min(first + _NUMBERS, N_NUMBERS))]
        try:
            if plain:
                encoded = tokenizer.encode_batch(numbers, allowed_special="none", threads=1)
                counts = [len(ids) for ids in encoded]
            else:
                counts = [_n_tokens(tokenizer, number) for number in numbers]
            n_tokens[first : first + len(numbers)] = np.minimum(counts, 255)
        except EngineError:
            break  # it has no token for some digit
        point()
    return n_tokens


def _n_tokens(tokenizer: Tokenizer, number: bytes) -> int:
    if not tokenizer.model.capabilities.trace:
        return len(_groups(tokenizer, number.decode()))
    spans = tokenizer.pre_tokenizer.split(number).tolist()
    return sum(len(tokenizer.model.encode_piece(number[start:end])) for start, end in spans)


def digit_groups(tokenizer: Tokenizer) -> str:
    """Return how long numbers are cut: "one", "left" (123 456 7), "right" (1 234 567), or "other"."""
    try:
        cut = [_groups(tokenizer, number) for number in _GROUPED]
    except EngineError:
        return "other"
    if all(set(groups) == {1} for groups in cut):
        return "one"
    longest = max(max(groups, default=0) for groups in cut)
    if all(set(groups[:-1]) == {longest} for groups in cut):
        return "left"
    return "right" if all(set(groups[1:]) == {longest} for groups in cut) else "other"


def _groups(tokenizer: Tokenizer, number: str) -> list[int]:
    """Return the digits of each token."""
    model, text = tokenizer.model, number.encode()
    if not model.capabilities.trace:
        spans = tokenizer.encode_with_offsets(text, allowed_special="none").spans.astype(np.int64)
        lengths: list[int] = (spans[:, 1] - spans[:, 0]).tolist()
        return [length for length in lengths if length]
    # A normalizer only adds a dummy prefix to digits, which is no part of the number.
    _, places = model.encode_spans(text, tokenizer.pre_tokenizer.split(text))
    return np.diff(places.astype(np.int64), axis=1)[:, 0].tolist()  # type: ignore[no-any-return]  # numpy's


# --- tokens that are made and merged further


_residues: WeakKeyDictionary[Tokenizer, Residue] = WeakKeyDictionary()  # Llama 2's pairs take half a second


def residue_of(tokenizer: Tokenizer) -> Residue:
    """Return the `Residue` of a tokenizer, made once for each."""
    residue = _residues.get(tokenizer)
    if residue is None:
        residue = _residues[tokenizer] = Residue(tokenizer)
    return residue


class Residue:
    """Finds which tokens of one tokenizer are made and merged further; caches the merges.

    Merging never crosses the ends of a final token, so inside it merging goes as with its bytes alone: its
    count and its tree of merges determine it, whatever the text. With ranks, a piece that is a token as a
    whole counts as merged.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Begin with empty caches."""
        self._model = tokenizer.model
        self._others: dict[int, tuple[int, ...]] = {}  # parts of tokens without a pair

    @cached_property
    def _pairs(self) -> NDArray[np.int64]:
        """int64[n, 2], (left, right) of every id, -1 for none."""
        return self._model.pairs()

    @cached_property
    def _longest_first(self) -> list[NDArray[np.int64]]:
        """The ids of tokens of two bytes or more, grouped by length: each before its parts."""
        ids = self._model.ids.astype(np.int64)
        lengths = self._model.token_lengths(ids.astype(np.uint32)).astype(np.int64)
        ids, lengths = ids[lengths > 1], lengths[lengths > 1]
        order = np.argsort(-lengths, kind="stable")
        return np.split(ids[order], np.flatnonzero(np.diff(lengths[order])) + 1)

    def share(self, counts: Counts) -> float | None:
        """Return the share of the merged tokens that seldom remain once made; None without merges.

        `counts` are int64[n], the number of final occurrences of each id.
        """
        if not self._model.capabilities.trace:
            return None
        passed, merged = self.merged_on(counts)
        ended = counts[: len(passed)]
        is_made = merged & (ended + passed > 0)
        if not is_made.any():
            return None
        return float((ended[is_made] < SELDOM * (ended[is_made] + passed[is_made])).mean())

    def merged_on(self, counts: Counts) -> tuple[Counts, NDArray[np.bool_]]:
        """Return int64[n], how often each token was merged further, and bool[n], which are merged."""
        size = self._model.vocab_size
        passed, merged = np.zeros(size, np.int64), np.zeros(size, np.bool_)
        for same_length in self._longest_first:
            ids = same_length[counts[same_length] + passed[same_length] > 0]
            times = counts[ids] + passed[ids]
            is_paired = self._pairs[ids, 0] >= 0
            merged[ids] = is_paired
            for side in (0, 1):
                np.add.at(passed, self._pairs[ids[is_paired], side], times[is_paired])
            for token_id in ids[~is_paired].tolist():
                parts = self._parts_of(token_id)
                merged[token_id] = bool(parts)
                for part in parts:
                    passed[part] += counts[token_id] + passed[token_id]
            point()
        return passed, merged

    def _parts_of(self, token_id: int) -> tuple[int, ...]:
        """Return the parts of a merged token without a pair."""
        parts = self._others.get(token_id)
        if parts is None:
            parts = self._others[token_id] = self._model.merged_from(token_id)
            point()
        return parts
