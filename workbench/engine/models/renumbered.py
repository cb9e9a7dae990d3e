"""Encodes by the rank-merged model of the same merges, where there is one, and gives its ids new numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_lists import PairLists
from workbench.engine.models.piecewise import CachedPiecewise
from workbench.engine.splitting.pre_tokenizers import PreTokenizer


class Renumbered(CachedPiecewise):
    """A part of `pair_merged.PairMergedBpe`.

    Attributes:
        lists: the tokens, pairs and units that it was made of.

    """

    def __init__(self, lists: PairLists, quick: RankMergedBpe | None) -> None:
        super().__init__()
        self.lists = lists
        self._quick = quick

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`.

        Yields uint32 arrays, one after the other the ids of all pieces.
        """
        if self._quick is not None:
            return _renumbered(self.lists, self._quick.encode_pieces(text, pieces))
        return super().encode_pieces(text, pieces)

    def encode_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[NDArray[np.uint32]]:
        """Split and encode a text; yields as `encode_pieces`."""
        if self._quick is not None:
            return _renumbered(self.lists, self._quick.encode_text(text, pre_tokenizer))
        return super().encode_text(text, pre_tokenizer)

    def prepare(self, size: int) -> bool:
        """Make what threads share, where the rank-merged model does the work."""
        return self._quick is not None and self._quick.prepare(size)

    def encode_texts(
        self, texts: Sequence[bytes], pre_tokenizer: PreTokenizer
    ) -> list[NDArray[np.uint32]] | None:
        """Return the ids of each of many short texts, None where that saves nothing."""
        several = None if self._quick is None else self._quick.encode_texts(texts, pre_tokenizer)
        return None if several is None else [self.lists.ids_of(ids) for ids in several]

    def short_texts(
        self, pre_tokenizer: PreTokenizer, specials: Collection[bytes], always: bool
    ) -> Any | None:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Return what encodes short texts in one call, None while there is none."""
        if self._quick is None or self.lists.lacks_bytes:
            return None
        short = self._quick.short_texts(pre_tokenizer, specials, always)
        if short is not None:
            short.numbers = self.lists.outer
        return short


def _renumbered(lists: PairLists, parts: Iterator[NDArray[np.uint32]]) -> Iterator[NDArray[np.uint32]]:
    """Yield ids of the rank-merged model as ids of the lists."""
    for part in parts:
        yield lists.ids_of(part)
