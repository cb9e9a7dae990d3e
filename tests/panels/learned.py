"""Messages of a training run, made up for the tests of its panels."""

from __future__ import annotations

import numpy as np

from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import MergesLearned

CORPUS_BYTES = 1_000_000


def token(rank: int) -> bytes:
    """The token of a merge: its rank in words of two to six bytes."""
    return b" t%d" % rank


def merges(request_id: int, first: int, n: int, tokens: list[bytes] | None = None) -> MergesLearned:
    """A batch of merges; the left half of each is its first byte."""
    tokens = tokens or [token(rank) for rank in range(first, first + n)]
    ranks = np.arange(first, first + n)
    return MergesLearned(
        request_id=request_id,
        first_rank=first,
        pairs=np.zeros((n, 2), dtype=np.uint32),
        counts=(100_000 // (ranks + 1)).astype(np.int64),
        n_tokens=(CORPUS_BYTES / (1 + (ranks + 1) / 1000)).astype(np.int64),
        corpus_bytes=CORPUS_BYTES,
        blob=b"".join(tokens),
        ends=np.cumsum([len(t) for t in tokens]).astype(np.uint64),
        left_lengths=np.ones(n, np.uint32),
    )


def info(handle: int = 7, name: str = "Training run 1", path: str | None = None) -> TokenizerInfo:
    """A tokenizer of 8,192 tokens."""
    return TokenizerInfo(handle, name, path, "", 8192, 7936, "cl100k", "", (), True, True, True, ("minbpe",))
