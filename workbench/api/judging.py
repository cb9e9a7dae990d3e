"""What a tokenizer is worth once it is trained: how much of its vocabulary the text needs."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from workbench.engine.bpe import RankMergedBpe
from workbench.engine.piece_counts import CountedPieces
from workbench.engine.tokenizer import Tokenizer

_PIECES = 1 << 15  # encoded between two yields


def used_steps(counted: CountedPieces | None, tokenizer: Tokenizer) -> Generator[None, None, int]:
    """Yield None at least every 20 ms and return how many of its tokens stand in the text of some pieces.

    -1 where the pieces are not what the tokenizer's model is given (CLIP's and Llama 2's).
    """
    model = tokenizer.model
    if counted is None or not isinstance(model, RankMergedBpe):
        return -1
    seen = np.zeros(model.vocab_size, np.bool_)
    for first in range(0, len(counted), _PIECES):
        start = int(counted.ends[first - 1]) if first else 0
        ends = counted.ends[first : first + _PIECES] - np.uint64(start)
        spans = np.column_stack((np.concatenate((np.zeros(1, np.uint64), ends[:-1])), ends))
        for ids in model.encode_pieces_steps(counted.blob[start : start + int(ends[-1])], spans):
            if ids is not None:
                seen[ids] = True
            yield
    return int(seen.sum())
