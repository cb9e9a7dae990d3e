"""The tokens of a vocabulary as arrays: what the kernels and counts over all tokens read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import array_of, bytes_of
from workbench.engine.base.pace import paced, paced_slices
from workbench.engine.models.model import Model


class TokenArrays:
    """Arrays of id -> bytes, each made when it is first used."""

    def __init__(self, vocab: Mapping[int, bytes]) -> None:
        """Take tokens by rising id."""
        self._vocab = vocab

    @classmethod
    def of(cls, ids: NDArray[np.uint32], ends: NDArray[np.uint64], blob: bytes) -> TokenArrays:
        """Return arrays that are there already; see the properties."""
        arrays = cls({})
        vars(arrays).update(ids=ids, ends=ends, blob=blob)
        return arrays

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.ids)

    def token(self, token_id: int) -> bytes | None:
        """Return the bytes of the token of an id, or None; to look up a few."""
        if not 0 <= token_id <= int(self.ids[-1]):
            return None
        # A number of another type would have the whole array converted, for each token.
        at = int(np.searchsorted(self.ids, self.ids.dtype.type(token_id)))
        if int(self.ids[at]) != token_id:
            return None
        return self.blob[int(self.ends[at - 1]) if at else 0 : int(self.ends[at])]

    def vocab(self) -> Mapping[int, bytes]:
        """Return id -> bytes, by rising id."""
        if kept := self._vocab:  # read once: another thread may make it compact
            return kept
        vocab: dict[int, bytes] = {}
        blob, start = self.blob, 0
        for part in paced_slices(len(self), 8192):
            ends = self.ends[part].tolist()
            tokens = [blob[a:b] for a, b in pairwise((start, *ends))]
            vocab.update(zip(self.ids[part].tolist(), tokens, strict=True))
            start = ends[-1]
        return vocab

    def compact(self) -> None:
        """Keep the arrays alone; `vocab` makes the dictionary again."""
        if all(name in vars(self) for name in ("ids", "ends", "blob")):
            self._vocab = {}

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

    def taken(self, places: NDArray[np.integer]) -> tuple[bytes, NDArray[np.uint64]]:
        """Return the bytes of the tokens at some places, joined, and uint64[n], where each ends in them."""
        lengths = np.diff(self.ends, prepend=np.uint64(0)).astype(np.int64)
        starts = (self.ends.astype(np.int64) - lengths)[places]
        lengths = lengths[places]
        ends = lengths.cumsum()
        shifts = starts - (ends - lengths)
        data = np.frombuffer(self.blob, np.uint8)
        blob = np.empty(int(ends[-1]) if len(ends) else 0, np.uint8)
        for part in paced_slices(len(places), 1 << 15):
            at = np.repeat(shifts[part], lengths[part])
            first = int(ends[part.start] - lengths[part.start])
            at += np.arange(first, first + len(at))
            blob[first : first + len(at)] = data[at]
        return blob.tobytes(), ends.astype(np.uint64)

    def places(self, ids: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return int64[n], the places of ids that are there."""
        place_of = np.zeros(int(self.ids[-1]) + 1, np.int64)
        place_of[self.ids] = np.arange(len(self))
        places: NDArray[np.int64] = place_of[ids]
        return places

    def prefix(self, limit: int, byte_ids: Sequence[int]) -> tuple[int, NDArray[np.uint32]]:
        """Return what is left below a limit: the number of tokens, and the ids of bytes from there on."""
        above = sorted(token_id for token_id in byte_ids if token_id >= limit)
        return int(np.searchsorted(self.ids, limit)), np.array(above, np.uint32)


@runtime_checkable
class HasBlob(Protocol):
    """A model that keeps the bytes of its tokens in one array."""

    def token_blob(self) -> tuple[bytes, NDArray[np.uint64]]:
        """Return the bytes of all tokens by rising id, and uint64[n], where each ends in them."""


def blob_of(model: Model) -> tuple[bytes, NDArray[np.uint64]]:
    """Return the bytes of all tokens of a model by rising id, and uint64[n], where each ends in them."""
    return model.token_blob() if isinstance(model, HasBlob) else _blob_of(model)


def _blob_of(model: Model) -> tuple[bytes, NDArray[np.uint64]]:
    tokens = [model.token_bytes(token_id) or b"" for token_id in paced(model.ids.tolist(), 1024)]
    lengths = np.fromiter(map(len, tokens), np.uint64, len(tokens))
    return bytes_of(tokens), lengths.cumsum(dtype=np.uint64)
