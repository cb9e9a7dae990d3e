"""What is made in portions is what would have been made in one go."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.points import counted
from workbench.engine.base import chunked_arrays
from workbench.engine.base.chunked_arrays import (
    array_of,
    bytes_of,
    concatenated,
    numbers_of,
    raised,
    taken,
    text_of,
)

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


@pytest.mark.parametrize("shape", [(), (2,)])
def test_large_arrays_are_worked_on_some_rows_at_a_time(monkeypatch, shape):
    monkeypatch.setattr(chunked_arrays, "ROWS", 10)
    parts = [np.full((n, *shape), n, np.uint64) for n in (0, 1, 95, 4)]
    whole = np.concatenate(parts)
    for work, expected in (
        (lambda: concatenated(parts), whole),
        (lambda: taken(np.arange(100, dtype=np.uint64) * 2, whole), whole * 2),
        (lambda: raised(whole, np.uint64(3)), whole + np.uint64(3)),
    ):
        made, points = counted(work)
        assert (made.dtype, made.tolist()) == (expected.dtype, expected.tolist())
        assert points >= 10
    assert concatenated(parts[2:3]) is parts[2]
    assert raised(whole, np.uint64(0)) is whole


def test_large_parts_are_copied_some_at_a_time(monkeypatch):
    monkeypatch.setattr(chunked_arrays, "_BYTES", 10)
    made, points = counted(lambda: bytes_of([b"a" * 99, b"", b"b"]))
    assert made == b"a" * 99 + b"b"
    assert points >= 11


@given(st.lists(st.text(max_size=50)), st.integers(1, 9))
@example(["", "a" * 50], 1)
def test_texts_are_joined_some_at_a_time(parts, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunked_arrays, "_CHARACTERS", at_once)
        joined, points = counted(lambda: text_of(iter(parts)))
    assert joined == "".join(parts)
    assert points >= len(joined) // (2 * at_once)
