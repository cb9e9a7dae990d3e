"""The tokens of a vocabulary as arrays: what the kernels and counts over all tokens read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import array_of, bytes_of


class TokenArrays:
    """Arrays of id -> bytes, each made when it is first used."""

    def __init__(self, vocab: Mapping[int, bytes]) -> None:
        """Take tokens by rising id."""
        self._vocab = vocab

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self._vocab)

    @cached_property
    def ids(self) -> NDArray[np.uint32]:
        """uint32[n], every id, rising."""
        return array_of(self._vocab, len(self._vocab), np.uint32)

    @cached_property
    def ends(self) -> NDArray[np.uint64]:
        """uint64[n], where each token ends in `blob`."""
        lengths = array_of(map(len, self._vocab.values()), len(self._vocab), np.uint64)
        return lengths.cumsum(dtype=np.uint64)

    @cached_property
    def blob(self) -> bytes:
        """The bytes of all tokens, one after the other."""
        return bytes_of(self._vocab.values())
