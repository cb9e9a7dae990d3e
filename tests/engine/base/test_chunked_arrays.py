"""What is made in portions is what would have been made in one go."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.base.chunked_arrays import array_of, bytes_of, numbers_of

SIZES = st.sampled_from((0, 1, 1023, 1024, 1025, 2048, 5000))


@given(SIZES, st.integers(0, 2**32 - 5001))
def test_numbers_go_into_an_array_and_come_out(n, first):
    values = range(first, first + n)
    made = array_of(values, n, np.uint32)
    assert made.dtype == np.uint32
    assert made.tolist() == list(values)
    assert list(numbers_of(made)) == list(values)


def test_only_as_many_are_taken_as_are_asked_for():
    values = itertools.count()
    assert array_of(values, 1500, np.int64).tolist() == list(range(1500))
    assert next(values) == 1500


def test_too_few_are_refused():
    with pytest.raises(ValueError, match="too short"):
        array_of(range(1030), 1031, np.int64)


@given(SIZES)
def test_parts_are_joined(n):
    parts = [bytes((i % 256,)) * (i % 7) for i in range(n)]
    assert bytes_of(parts) == b"".join(parts)
    assert bytes_of(iter(parts)) == b"".join(parts)
