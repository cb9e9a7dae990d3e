"""What a tokenizer is worth once it is trained: how much of its vocabulary the text needs."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from workbench.engine.piece_counts import CountedPieces
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.tokenizer import Tokenizer

_PIECES = 1 << 13  # encoded between two yields
_TOGETHER = 64  # words that are encoded as one text
_SPACE = 0x20


def used_steps(counted: CountedPieces | None, tokenizer: Tokenizer) -> Generator[None, None, int]:
    """Yield None at least every 20 ms and return how many of its tokens stand in the text of some pieces.

    The pieces are those that it was trained on; -1 where there are none.
    """
    if counted is None:
        return -1
    model = tokenizer.model
    seen = np.zeros(model.vocab_size, np.bool_)
    for first in range(0, len(counted), _PIECES):
        start = int(counted.ends[first - 1]) if first else 0
        ends = counted.ends[first : first + _PIECES] - np.uint64(start)
        text = counted.blob[start : start + int(ends[-1])]
        spans = np.column_stack((np.concatenate((np.zeros(1, np.uint64), ends[:-1])), ends))
        yield
        if isinstance(model, ScoreMergedBpe):
            spans = _words_together(text, spans)
        for ids in model.encode_pieces_steps(text, spans):
            if ids is not None:
                seen[ids] = True
            yield
    return int(seen.sum())


def _words_together(text: bytes, words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return spans of several words each, where a space begins every one but the first.

    No token that was learned from words goes on behind one of them over a space, so that nothing changes but
    the number of calls.
    """
    begins = np.frombuffer(text, np.uint8)[words[:, 0].astype(np.int64)] != _SPACE
    begins[::_TOGETHER] = True
    firsts = np.flatnonzero(begins)
    return np.column_stack((words[firsts, 0], np.append(words[firsts[1:], 0], words[-1:, 1])))
