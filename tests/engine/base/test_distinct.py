"""Distinct numbers are those of `np.unique`."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.engine.base.distinct import distinct


@pytest.mark.parametrize("numbers", [[], [7], [7, 7, 7], [5, 1, 5, 0, 2**63 - 1, 1]])
@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_distinct_numbers_ascend_and_keep_their_type(numbers: list[int], dtype: type[np.integer]) -> None:
    given = np.array(numbers, dtype)
    found = distinct(given)
    assert found.dtype == dtype
    assert found.tolist() == np.unique(given).tolist()
    assert given.tolist() == numbers
