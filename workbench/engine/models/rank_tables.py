"""The tables that a rank-merged model and all its prefixes share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.pace import paced, paced_slices
from workbench.engine.models.compiled_encoding import LONGEST_PAIRED, CompiledTokens
from workbench.engine.models.piece_merging import NEVER, PAIR_SHIFT, Joins, merge
from workbench.engine.models.token_arrays import TokenArrays


@dataclass(frozen=True)
class Tables:
    """Tables that a model and all its prefixes share.

    Attributes:
        listed: id -> bytes, in rising order of ids, and bytes -> id, the lowest where merges make the same
            bytes twice; None to make them of the arrays when they are first needed.
        byte_ids: the id of each of the 256 single bytes.
        merges: int64[m, 2], the pair of id 256 + row; None for a vocabulary of ranks.
        arrays: the tokens.
        compiled: the same for the compiled encoder, or None if there is none.

    """

    listed: tuple[Mapping[int, bytes], Mapping[bytes, int]] | None
    byte_ids: tuple[int, ...]
    merges: NDArray[np.int64] | None
    arrays: TokenArrays
    compiled: CompiledTokens | None

    @cached_property
    def vocab(self) -> Mapping[int, bytes]:
        """Id -> bytes, in rising order of ids."""
        return self.arrays.vocab() if self.listed is None else self.listed[0]

    @cached_property
    def token_ids(self) -> Mapping[bytes, int]:
        """Bytes -> id, the lowest where merges make the same bytes twice."""
        if self.listed is not None:
            return self.listed[1]
        ids: dict[bytes, int] = {}
        tokens, numbers = iter(self.vocab.values()), iter(self.vocab)
        if self.merges is not None:  # of tokens of the same bytes the last one counts
            tokens, numbers = reversed(list(tokens)), reversed(list(numbers))
        for part in paced_slices(len(self.vocab), 8192):
            size = part.stop - part.start
            ids.update(zip(islice(tokens, size), islice(numbers, size), strict=True))
        return ids

    @cached_property
    def joins(self) -> Joins:
        """(left, right) -> id of the merged token."""
        if self.merges is not None:
            of_merges = rows_of_pairs(self.merges, 256)
            return Joins(lambda pair: of_merges.get(pair[0] << PAIR_SHIFT | pair[1], NEVER))
        vocab, token_ids = self.vocab, self.token_ids
        return Joins(lambda pair: token_ids.get(vocab[pair[0]] + vocab[pair[1]], NEVER))

    def token(self, token_id: int) -> bytes | None:
        """Return the bytes of a token, or None."""
        if self.listed is None and self.merges is None and "vocab" not in vars(self):
            return self.arrays.token(token_id)
        return self.vocab.get(token_id)

    @cached_property
    def lengths(self) -> NDArray[np.uint64]:
        """uint64[highest id + 1], bytes of the token of each id, 0 if there is none."""
        ids = self.arrays.ids
        lengths = np.zeros(int(ids[-1]) + 1, np.uint64)
        lengths[ids] = np.diff(self.arrays.ends, prepend=np.uint64(0))
        return lengths

    def merged(self, piece: bytes, limit: int) -> tuple[int, ...]:
        """Return the ids that the bytes of a piece merge to by the tokens of ids below `limit`."""
        return merge(self.joins, self.byte_ids, piece, limit)

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """int64[highest id + 1, 2], what each token of ranks was merged from (`pair_of`), -1 for none."""
        if self.compiled is None:
            pairs, longest = np.full((len(self.lengths), 2), -1, np.int64), 1
        else:
            pairs, longest = self.compiled.pairs(), LONGEST_PAIRED
        for token_id in paced(numbers_of(np.flatnonzero(self.lengths > longest)), 128):
            symbols = self.merged(self.vocab[token_id], token_id)
            if len(symbols) == 2:
                pairs[token_id] = symbols
        return pairs


_NUMBERS: list[int] = []  # each at its own place
_COUNTING = Lock()


def rows_of_pairs(merges: NDArray[np.int64], first: int = 0) -> dict[int, int]:
    """Return left << PAIR_SHIFT | right -> number of the row, counted from `first`.

    `merges` is int64[m, 2 or more]; of a pair that comes twice the last row counts. A whole number for a pair
    takes a third of the memory of two in a tuple, and all tables share the numbers of rows.
    """
    rows: dict[int, int] = {}
    for part in paced_slices(len(merges), 8192):
        pairs = merges[part, 0] << PAIR_SHIFT | merges[part, 1]
        with _COUNTING:
            _NUMBERS.extend(range(len(_NUMBERS), first + part.stop))
        numbers = _NUMBERS[first + part.start : first + part.stop]
        rows.update(zip(pairs.tolist(), numbers, strict=True))
    return rows


def first_ranks(merges: NDArray[np.int64], n_ids: int) -> NDArray[np.int32]:
    """Return int32[n_ids], the first row of merges int64[m, 3] that makes each id, -1 for none."""
    first = np.full(n_ids, -1, np.int32)
    # Of an id that comes several times, the last assignment counts.
    first[merges[::-1, 2]] = np.arange(len(merges) - 1, -1, -1, dtype=np.int32)
    return first


def first_pairs(merges: NDArray[np.int64], first: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return int64[n_ids, 2], the first pair that makes each id, -1 for none; `first` as `first_ranks`."""
    pairs = np.full((len(first), 2), -1, np.int64)
    has_one = first >= 0
    pairs[has_one] = merges[first[has_one], :2]
    return pairs
