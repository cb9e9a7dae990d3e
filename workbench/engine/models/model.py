"""The protocol that every model keeps: pieces of bytes in, ids out, and what else it can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.engine.splitting.pre_tokenizers import PreTokenizer


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a model can do; the window enables things by these, never by a model's class.

    Attributes:
        merge_order: its tokens came about in an order, so that any prefix of the merges is a tokenizer.
        trace: it can tell which merges made the tokens of a piece.
        trainable: the trainer can extend it.
        byte_level: it encodes any bytes as they are; otherwise invalid UTF-8 is replaced.

    """

    merge_order: bool
    trace: bool
    trainable: bool
    byte_level: bool


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One step of encoding a piece: the symbols before it, every candidate pair, and the one chosen.

    Attributes:
        symbols: ids of the symbols before the step, from the left.
        candidates: (position, rank, id of the merged token) of each adjacent pair that may merge.
        chosen: index into `candidates`, or None at the end, where nothing can merge.
        places: positions at which the step merges the chosen pair, the leftmost first, where it merges it
            throughout, as CLIP's `bpe` does; () where it merges the chosen one alone.

    """

    symbols: tuple[int, ...]
    candidates: tuple[tuple[int, float, int], ...]
    chosen: int | None
    places: tuple[int, ...] = ()

    @property
    def merged_at(self) -> tuple[int, ...]:
        """The positions of all pairs that are merged, () at the end."""
        return self.places or (() if self.chosen is None else (self.candidates[self.chosen][0],))


class Model(Protocol):
    """Merges the bytes of one pre-token into token ids."""

    @property
    def capabilities(self) -> Capabilities:
        """What this model can do."""

    @property
    def vocab_size(self) -> int:
        """One more than the highest id; special tokens are not counted."""

    @property
    def n_merges(self) -> int:
        """Number of tokens that came from a merge."""

    def encode_piece(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of one pre-token."""

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans of `text`: yield arrays of ids in order."""

    def encode_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[NDArray[np.uint32]]:
        """Split and encode a text: yield arrays of ids in order."""

    def encode_spans(
        self, text: bytes, pieces: NDArray[np.uint64]
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Encode as `encode_pieces`; return all ids and uint64[n, 2], where each lies in `text`.

        Where tokens hold the very bytes that they stand for, this is `piecewise.Piecewise`'s.
        """

    def token_lengths(self, ids: NDArray[np.uint32]) -> NDArray[np.uint64]:
        """Return uint64[n], the number of bytes of each token."""

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token, or None where no token has this id."""

    @property
    def decodes_otherwise(self) -> bool:
        """Whether `decoded_bytes` of some token are not its `token_bytes`."""

    def decoded_bytes(self, token_id: int) -> bytes | None:
        """Return what a token adds to a decoded text (its bytes, or b"low " for CLIP's low</w>), or None."""

    def token_id(self, token: bytes) -> int | None:
        """Return the id of a token's bytes, or None."""

    def pair_of(self, token_id: int) -> tuple[int, int] | None:
        """Return (left, right), the pair that a token was merged from, or None for a single byte."""

    def rank(self, token_id: int) -> int | None:
        """Return the place of the token's merge in the order of merging, from 0; None for a byte."""

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the merges that encoding `piece` goes through, the last step having nothing chosen."""

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], (left, right) of every id; -1 for bytes and for ids not in use."""

    @property
    def ids(self) -> NDArray[np.uint32]:
        """uint32[n], every id in use, rising."""

    def unreachable(self) -> Iterator[int]:
        """Yield the ids of tokens whose own bytes encode to something else."""

    def at_vocab_size(self, size: int) -> Model:
        """Return the model that the first merges alone make; raises EngineError without merge order."""
