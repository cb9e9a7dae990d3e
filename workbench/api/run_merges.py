"""The merges that a training run has learned so far."""

from __future__ import annotations

from array import array
from heapq import nlargest

import numpy as np

from workbench.api.judging import used_by_merges
from workbench.api.recipes import Learned, Recipe
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.trainer import Merge
from workbench.engine.training.units import UnitPieces


class Merges:
    """Merges in the order they were learned."""

    def __init__(self, recipe: Recipe) -> None:
        """Take the recipe, which knows the ids of the trainer's symbols."""
        self._recipe = recipe
        # Symbols: left, right, left, … Not a list of tuples: for every few hundred of those Python looks for
        # what to free, and now and then at all that there is, for 20 ms and more.
        self._symbols = array("q")
        self._n_tokens = array("q")  # after each merge, as the trainer counts them
        self._tokens = recipe.unit_tokens()

    def __len__(self) -> int:
        return len(self._n_tokens)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """(left, right), ids, of each."""
        ids = list(map(self._recipe.id_of, self._symbols))
        return list(zip(ids[::2], ids[1::2], strict=True))

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes of a token learned so far."""
        return self._tokens[self._recipe.symbol_of(token_id)]

    def spelled(self) -> list[bytes]:
        """Return what tells each learned token from all others: its bytes, 0xFF behind those of a word's end.

        CLIP has two tokens of the same bytes; no text holds 0xFF.
        """
        spelled: list[bytes] = []
        seen: set[bytes] = set()
        for unit in self._tokens[: self._recipe.n_units]:
            spelled.append(unit + b"\xff" if unit in seen else unit)
            seen.add(unit)
        for left, right in zip(self._symbols[::2], self._symbols[1::2], strict=True):
            spelled.append(spelled[left] + spelled[right])
        return spelled[self._recipe.n_units :]

    def longest(self, n: int) -> tuple[bytes, ...]:
        """Return the longest tokens that were learned, the longest first; those of the same bytes once."""
        return tuple(nlargest(n, dict.fromkeys(self._tokens[self._recipe.n_units :]), key=len))

    def take(self, merge: Merge) -> None:
        """Add a merge, and turn its symbols into ids."""
        left, right = merge.left, merge.right
        self._symbols.extend((left, right))
        self._n_tokens.append(merge.n_tokens)
        self._tokens.append(self._tokens[left] + self._tokens[right])
        merge.left, merge.right, merge.new_id = map(self._recipe.id_of, (left, right, merge.new_id))
        merge.n_tokens += self._recipe.n_left_out

    def first(self, n_merges: int | None = None) -> Learned:
        """Return a copy of the first merges, or of all, that the run does not change."""
        pairs = np.array(self._symbols, np.int64).reshape(-1, 2)[:n_merges]
        return Learned(pairs, tuple(self._tokens[: self._recipe.n_units + len(pairs)]))

    def count_used(self, pieces: Counted | UnitPieces) -> int:
        """Return how many tokens the text of the run's pieces needs."""
        pairs = np.array(self._symbols, np.int64).reshape(-1, 2)
        return used_by_merges(pieces, pairs, np.array(self._n_tokens, np.int64))
