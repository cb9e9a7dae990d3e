"""Encodes by a compiled encoder of the same merges, where there is one, and gives its ids new numbers.

That of the rank-merged model, or of listed pairs (`compiled_pairs`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.models.bpe import RankMergedBpe, compiled_with
from workbench.engine.models.compiled_encoding import CompiledEncoding
from workbench.engine.models.compiled_pairs import compiled_pairs, compiled_prefix
from workbench.engine.models.pair_lists import PairLists
from workbench.engine.models.piecewise import CachedPiecewise


class Renumbered(CachedPiecewise):
    """A part of `pair_merged.PairMergedBpe`.

    Attributes:
        lists: the tokens, pairs and units that it was made of.

    """

    def __init__(
        self, lists: PairLists, quick: RankMergedBpe | None, n_merges: int, whole: Renumbered | None
    ) -> None:
        """Take lists, the rank-merged model of the same merges or None, how many count, and that of all."""
        super().__init__()
        self.lists = lists
        self._quick = quick
        self._n_merges = n_merges
        self._whole_model = whole
        self._may_compile = quick is None

    @cached_property
    def _compiled(self) -> CompiledEncoding | None:
        if self.lists.lacks_bytes:  # it has to be looked for in what comes out
            return None
        if self._quick is not None:
            return compiled_with(self._quick, self.lists.outer)
        if self._whole_model is None:
            return compiled_pairs(self.lists) if self._may_compile else None
        compiled = self._whole_model._compiled
        return None if compiled is None else compiled_prefix(compiled, self.lists, self._n_merges)

    def _compiled_for(self, size: int) -> CompiledEncoding | None:
        """Return the compiled encoder if there is one and it pays; for pairs a readable one takes longer."""
        compiled = self._compiled
        return compiled if compiled is not None and compiled.pays_for(size) else None

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`.

        Yields uint32 arrays, one after the other the ids of all pieces.
        """
        compiled = self._compiled_for(int(pieces[-1, 1] - pieces[0, 0]) if len(pieces) else 0)
        if compiled is not None:
            return compiled.pieces(text, pieces)
        if self._quick is not None:
            return map(self.lists.ids_of, self._quick.encode_pieces(text, pieces))
        return super().encode_pieces(text, pieces)

    def prepare(self, size: int) -> bool:
        """Make what threads share, where a compiled encoder does the work."""
        compiled = self._compiled_for(size)
        if compiled is not None:
            compiled.prepare()
        return compiled is not None
