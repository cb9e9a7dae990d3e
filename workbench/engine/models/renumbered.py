"""Encodes by a compiled encoder of the same merges, where there is one, and gives its ids new numbers.

That of the rank-merged model, or of listed pairs (`compiled_pairs`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.compiled_encoding import CompiledEncoding
from workbench.engine.models.compiled_pairs import CompiledPairs, compiled_pairs
from workbench.engine.models.pair_lists import PairLists
from workbench.engine.models.piecewise import CachedPiecewise
from workbench.engine.splitting.pre_tokenizers import PreTokenizer


class Renumbered(CachedPiecewise):
    """A part of `pair_merged.PairMergedBpe`.

    Attributes:
        lists: the tokens, pairs and units that it was made of.

    """

    def __init__(self, lists: PairLists, quick: RankMergedBpe | None, is_whole: bool) -> None:
        """Take lists, the rank-merged model of the same merges or None, and whether all of them count."""
        super().__init__()
        self.lists = lists
        self._quick = quick
        self._may_compile = quick is None and is_whole

    @cached_property
    def _pairs(self) -> CompiledPairs | None:
        return compiled_pairs(self.lists) if self._may_compile else None

    def _compiled_for(self, size: int) -> CompiledEncoding | None:
        """Return the compiled encoder of pairs if there is one; a readable table would take longer."""
        return None if self._pairs is None else self._pairs.encoding

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`.

        Yields uint32 arrays, one after the other the ids of all pieces.
        """
        if self._quick is not None:
            return self._renumbered(self._quick.encode_pieces(text, pieces))
        compiled = self._compiled_for(int((pieces[:, 1] - pieces[:, 0]).sum()))
        if compiled is not None:
            return self._renumbered(compiled.pieces(text, pieces))
        return super().encode_pieces(text, pieces)

    def encode_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[NDArray[np.uint32]]:
        """Split and encode a text; yields as `encode_pieces`."""
        if self._quick is not None:
            return self._renumbered(self._quick.encode_text(text, pre_tokenizer))
        compiled = None if pre_tokenizer.compiled is None else self._compiled_for(len(text))
        if compiled is not None:
            return self._renumbered(compiled.text(text, pre_tokenizer.compiled))
        return super().encode_text(text, pre_tokenizer)

    def prepare(self, size: int) -> bool:
        """Make what threads share, where a compiled encoder does the work."""
        if self._quick is not None:
            return self._quick.prepare(size)
        compiled = self._compiled_for(size)
        if compiled is not None:
            compiled.prepare()
        return compiled is not None

    def encode_texts(
        self, texts: Sequence[bytes], pre_tokenizer: PreTokenizer
    ) -> list[NDArray[np.uint32]] | None:
        """Return uint32[n] of ids for each of many short texts, None where that saves nothing."""
        if self._quick is not None:
            several = self._quick.encode_texts(texts, pre_tokenizer)
        else:
            several = super().encode_texts(texts, pre_tokenizer)
        return None if several is None else [self._ids_of(ids) for ids in several]

    def short_texts(
        self, pre_tokenizer: PreTokenizer, specials: Collection[bytes], always: bool
    ) -> Any | None:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Return what encodes short texts in one call, None while there is none."""
        if self.lists.lacks_bytes:
            return None
        if self._quick is not None:
            short = self._quick.short_texts(pre_tokenizer, specials, always)
        else:
            short = super().short_texts(pre_tokenizer, specials, always)
        if short is not None:
            short.numbers = self.lists.outer if self._pairs is None else self._pairs.outer
        return short

    def _ids_of(self, inner: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return inner numbers as ids of the lists."""
        if self._quick is not None or self._pairs is None:
            return self.lists.ids_of(inner)
        ids: NDArray[np.uint32] = self._pairs.outer[inner]
        return ids

    def _renumbered(self, parts: Iterator[NDArray[np.uint32]]) -> Iterator[NDArray[np.uint32]]:
        for part in parts:
            yield self._ids_of(part)
