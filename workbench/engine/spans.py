"""Where tokens lie in a text whose pieces they fill one after the other, in slices."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.model import Model

Number = TypeVar("Number", bound=np.generic)

Ids = NDArray[np.uint32]  # (n,)
Spans = NDArray[np.uint64]  # (n, 2), start and end in bytes

_SLICE = 1 << 17  # tokens whose spans are made between two yields, some milliseconds


def filling_steps(
    model: Model, text: bytes, pieces: NDArray[np.uint64]
) -> Generator[None, None, tuple[Ids, Spans]]:
    """Encode pieces by a model whose tokens hold the very bytes that they stand for.

    Yields None at least every 20 ms and returns ids uint32[n] and spans uint64[n, 2] in bytes of `text`.
    A splitter may leave text out; a token is shifted by what was left out before its piece.
    """
    piece_ends = np.cumsum(pieces[:, 1] - pieces[:, 0], dtype=np.uint64)
    shifts = pieces[:, 1] - piece_ends
    shifted = bool(len(shifts)) and bool(shifts[-1])
    ids: list[Ids] = []
    spans: list[Spans] = []
    end = np.uint64(0)
    for found in model.encode_pieces_steps(text, pieces):
        if found is None:
            yield
            continue
        ids.append(found)
        for first in range(0, len(found), _SLICE):
            lengths = model.token_lengths(found[first : first + _SLICE])
            ends = np.cumsum(lengths, dtype=np.uint64) + end
            end = ends[-1]
            part = np.stack((ends - lengths, ends), axis=1)
            if shifted:
                part += shifts[np.searchsorted(piece_ends, part[:, 0], side="right")][:, None]
            spans.append(part)
            yield
    all_ids = yield from _joined_steps(ids, np.empty(sum(map(len, ids)), np.uint32))
    all_spans = yield from _joined_steps(spans, np.empty((len(all_ids), 2), np.uint64))
    return all_ids, all_spans


def _joined_steps(
    parts: Sequence[NDArray[Number]], whole: NDArray[Number]
) -> Generator[None, None, NDArray[Number]]:
    """Fill `whole` with parts, one after the other; a single part is returned as it is."""
    if len(parts) == 1:
        return parts[0]
    at = 0
    for count, part in enumerate(parts):
        whole[at : at + len(part)] = part
        at += len(part)
        if count % 16 == 15:
            yield
    return whole
