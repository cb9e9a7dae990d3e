"""Single tokens of a vocabulary's arrays."""

from __future__ import annotations

import tracemalloc

import numpy as np

from workbench.engine.models.token_arrays import TokenArrays

N = 50_000


def test_a_token_is_found_without_a_copy_of_all_ids() -> None:
    ids, lengths = 2 * np.arange(N, dtype=np.uint32), np.full(N, 3, np.uint64)
    arrays = TokenArrays.of(ids, lengths.cumsum(dtype=np.uint64), b"abc" * N)
    arrays.token(0)
    tracemalloc.start()
    found = [arrays.token(token_id) for token_id in (-1, 0, 1, 2 * N - 2, 2 * N - 1, 1 << 40)]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == [None, b"abc", None, b"abc", None, None]
    assert most < ids.nbytes // 4
