"""Merges that come before any that is learned: those of tokens that a training must make.

What they make of the pieces is what the trainer begins with (`units.GivenTokens`), as it does with the tokens
of a tokenizer that is extended. So the merges behind them are those of `merges.train_reference` with `first`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, paced_slices
from workbench.engine.training.merges import byte_numbers
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.units import GivenTokens, UnitPieces


@dataclass(frozen=True, slots=True)
class FirstMerges:
    """The first merges, and what they make of the pieces.

    Attributes:
        pairs: int64[s, 2], symbols; those of the merges follow the units.
        symbols: uint32[k], the tokens of all pieces, one piece after the other.

    """

    pairs: NDArray[np.int64]
    symbols: NDArray[np.uint32]

    def on(self, counted: Counted | UnitPieces, tie: str) -> UnitPieces:
        """Return pieces that are made of these tokens; bytes become units numbered as in ties."""
        if isinstance(counted, UnitPieces):
            pieces, symbols = counted, self.symbols
        else:
            numbers = np.array(byte_numbers(tie), np.uint32)
            pieces = UnitPieces(_units(counted, numbers), counted.ends, counted.counts, 256)
            symbols = _renumbered(self.symbols, numbers)
        spelled: list[NDArray[np.uint32]] = [np.array([unit], np.uint32) for unit in range(pieces.n_units)]
        if not isinstance(counted, UnitPieces):
            spelled = [spelled[number] for number in byte_numbers(tie)]
        for left, right in paced(self.pairs.tolist(), 1024):
            spelled.append(np.concatenate((spelled[left], spelled[right])))
        own = spelled[pieces.n_units :]
        ends = np.cumsum([len(each) for each in own]).astype(np.uint64)
        return replace(pieces, tokens=GivenTokens(symbols, np.concatenate(own), ends))

    def merge_counts(self, pieces: UnitPieces) -> list[int]:
        """Return how often each pair is merged in pieces that are made of these tokens.

        What a merge makes stays, or goes into a later merge.
        """
        left = np.zeros(pieces.n_symbols, np.int64)
        for symbols, counts in pieces.counted_tokens():
            np.add.at(left, symbols, counts)
        totals = left.tolist()
        for rank in paced(range(len(self.pairs) - 1, -1, -1), 1024):
            for part in self.pairs[rank].tolist():
                totals[part] += totals[pieces.n_units + rank]
        return totals[pieces.n_units :]


def _units(counted: Counted, numbers: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return uint32[n], the number of each byte of all pieces."""
    units = np.empty(len(counted.blob), np.uint32)
    blob = np.frombuffer(counted.blob, np.uint8)
    for part in paced_slices(len(units), 1 << 16):
        units[part] = numbers[blob[part]]
    return units


def _renumbered(symbols: NDArray[np.uint32], numbers: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return symbols with the numbers of bytes in place of the bytes."""
    renumbered = symbols.copy()
    for part in paced_slices(len(renumbered), 1 << 16):
        some = renumbered[part]
        is_byte = some < 256
        some[is_byte] = numbers[some[is_byte]]
    return renumbered
