"""A vocabulary to look at: tokens by id as flat arrays, without an encoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import array_of, bytes_of, numbers_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.models.model import Capabilities, MergeStep
from workbench.engine.models.piecewise import Ids, Piecewise

# What a token is; the numbers cross the pipe to the child.
ORDINARY, SPECIAL, BYTE, UNKNOWN = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Listed:
    """A vocabulary as flat arrays.

    Attributes:
        ids: uint32[n], rising.
        ends, blob: uint64[n] and bytes, the tokens.
        decoded_ends, decoded: likewise what each adds to a text.
        kinds: uint8[n], what each token is.
        scores: float32[n], or float32[0] where tokens have none.

    """

    ids: Ids
    ends: NDArray[np.uint64]
    blob: bytes
    decoded_ends: NDArray[np.uint64]
    decoded: bytes
    kinds: NDArray[np.uint8]
    scores: NDArray[np.float32]


class ListedModel(Piecewise):
    """A vocabulary (`engine.models.model.Model`) without an encoder; subclasses may have one.

    It never changes. Encoding raises the error that it was made with.
    """

    def __init__(self, vocabulary: Listed, why_not: EngineError | None = None) -> None:
        self._vocabulary = vocabulary
        self._why_not = why_not

    # --- what it is -----------------------------------------------------------------------------

    @cached_property
    def capabilities(self) -> Capabilities:
        """What this model can do: nothing that needs merges."""
        vocabulary = self._vocabulary
        return Capabilities(False, False, decodes_otherwise=vocabulary.decoded != vocabulary.blob)

    @property
    def ids(self) -> Ids:
        """uint32[n], every id in use but those of special tokens, rising."""
        return self._vocabulary.ids

    @property
    def scores(self) -> NDArray[np.float32]:
        """float32[n], the score of each of `ids`; float32[0] where tokens have none."""
        return self._vocabulary.scores

    @property
    def unknown_ids(self) -> Ids:
        """uint32[k], the ids of unknown tokens."""
        unknown: Ids = self.ids[self._vocabulary.kinds == UNKNOWN]
        return unknown

    @property
    def byte_ids(self) -> Ids:
        """uint32[k], the ids of single bytes (byte fallback)."""
        ids: Ids = self.ids[self._vocabulary.kinds == BYTE]
        return ids

    @property
    def vocab_size(self) -> int:
        """One more than the highest id."""
        return int(self.ids[-1]) + 1 if len(self.ids) else 0

    n_merges = 0

    def token_lengths(self, ids: Ids) -> NDArray[np.uint64]:
        """Return uint64[n], the bytes of each token of ids uint32[n]."""
        ends = self._vocabulary.ends
        lengths = np.diff(ends, prepend=np.uint64(0))
        chosen: NDArray[np.uint64] = lengths[np.searchsorted(self.ids, ids)]
        return chosen

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the displayed bytes of a token (its text, with spaces for "▁"), or None."""
        return self._cut(self._vocabulary.ends, self._vocabulary.blob, token_id)

    def decoded_bytes(self, token_id: int) -> bytes | None:
        """Return what a token adds to a text after its start, or None."""
        return self._cut(self._vocabulary.decoded_ends, self._vocabulary.decoded, token_id)

    def _cut(self, ends: NDArray[np.uint64], blob: bytes, token_id: int) -> bytes | None:
        if not 0 <= token_id < self.vocab_size:
            return None
        # A number of another type would have the whole array converted, for each token.
        at = int(np.searchsorted(self.ids, self.ids.dtype.type(token_id)))
        if self.ids[at] != token_id:
            return None
        return blob[int(ends[at - 1]) if at else 0 : int(ends[at])]

    @cached_property
    def _token_ids(self) -> dict[bytes, int]:
        ids: dict[bytes, int] = {}
        start = 0
        for token_id, end in zip(numbers_of(self.ids), numbers_of(self._vocabulary.ends), strict=True):
            ids.setdefault(self._vocabulary.blob[start:end], token_id)
            start = end
        return ids

    def token_id(self, token: bytes) -> int | None:
        """Return the id of a token's bytes (the lowest, where several show the same), or None."""
        return self._token_ids.get(token)

    def pair_of(self, token_id: int) -> tuple[int, int] | None:
        """Return None, as tokens were not merged."""
        return None

    def rank(self, token_id: int) -> int | None:
        """Return None, as tokens were not merged."""
        return None

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield only the ids; the steps are unknown."""
        yield MergeStep(self.encode_piece(piece), (), None)

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], all -1."""
        return np.full((self.vocab_size, 2), -1, np.int64)

    def unreachable(self) -> Iterator[int]:
        """Yield nothing, as there are no merges."""
        return iter(())

    # --- encoding -------------------------------------------------------------------------------

    def encode_piece(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of a text."""
        return tuple(self._text(piece)[0].tolist())

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[Ids]:
        """Encode pieces uint64[m, 2], spans of `text`: yield arrays of ids in order."""
        for start, end in pieces.tolist():
            ids, _ = self._text(text[start:end])
            yield ids

    def encode_spans(self, text: bytes, pieces: NDArray[np.uint64]) -> tuple[Ids, NDArray[np.uint64]]:
        """Return the ids of pieces, and their reported spans in `text`, uint64[n, 2]."""
        ids, spans = [np.empty(0, np.uint32)], [np.empty((0, 2), np.uint64)]
        for start, end in pieces.tolist():
            token_ids, places = self._text(text[start:end])
            ids.append(token_ids)
            spans.append(places + np.uint64(start))
        return np.concatenate(ids), np.concatenate(spans)

    def _text(self, text: bytes) -> tuple[Ids, NDArray[np.uint64]]:
        """Return ids and spans, uint64[n, 2], of a text."""
        point()
        if text:
            raise self._why_not or NotImplementedError
        return np.empty(0, np.uint32), np.empty((0, 2), np.uint64)


def listed(
    ids: Sequence[int], tokens: Sequence[bytes], kinds: Sequence[int], scores: NDArray[np.float32]
) -> Listed:
    """Return a vocabulary of tokens that decode to what they show.

    `ids` rise; `kinds` and `scores`, float32[n] or float32[0], go with them as in `Listed`.
    """
    ends = array_of(accumulate(map(len, tokens)), len(tokens), np.uint64)
    blob = bytes_of(tokens)
    return Listed(
        np.array(ids, np.uint32),
        ends,
        blob=blob,
        decoded_ends=ends,
        decoded=blob,
        kinds=np.array(kinds, np.uint8),
        scores=scores,
    )
