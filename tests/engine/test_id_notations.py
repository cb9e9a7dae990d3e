"""Ids are read from whatever people write them in, and what is no id is named with its place."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine import id_notations
from workbench.engine.errors import EngineError
from workbench.engine.id_notations import read_ids, read_ids_steps

IDS = st.lists(st.integers(0, 2**32 - 1), max_size=60)


@given(
    IDS,
    st.sampled_from(
        [
            lambda ids: " ".join(map(str, ids)),
            lambda ids: ",".join(map(str, ids)),
            lambda ids: "\n".join(map(str, ids)),
            lambda ids: "\r\n".join(map(str, ids)),
            lambda ids: "\u00a0".join(map(str, ids)),
            lambda ids: " ".join(map(hex, ids)),
            repr,
            lambda ids: repr(tuple(ids)),
            lambda ids: json.dumps(ids, indent=2),
            lambda ids: json.dumps({"input_ids": ids}),
            lambda ids: np.array2string(np.array(ids, np.int64), threshold=100),
            lambda ids: repr(np.array(ids, np.uint32)),
            lambda ids: f"tensor({ids}, dtype=torch.int64)",
        ]
    ),
    st.integers(1, 40),
)
def test_every_notation_is_read(ids, write, stretch):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(id_notations, "_STRETCH", stretch)
        assert read_ids(write(ids)).tolist() == ids
        assert read_ids(write(ids).encode()).tolist() == ids


@pytest.mark.parametrize(
    ("text", "code", "character", "entry", "value"),
    [
        ("1 2 x 4", "ids_not_numbers", 4, 3, "x"),
        ("7 nan", "ids_not_numbers", 2, 2, "nan"),
        ("[1, NaN]", "ids_not_numbers", 4, 2, "NaN"),
        ("1.5", "ids_not_numbers", 0, 1, "1.5"),
        ("1e7", "ids_not_numbers", 0, 1, "1e7"),
        ("1_000", "ids_not_numbers", 0, 1, "1_000"),
        ("0x", "ids_not_numbers", 0, 1, "0x"),
        ("１２", "ids_not_numbers", 0, 1, "１２"),
        ("5, -3", "id_negative", 3, 2, "-3"),
        ("5 " + "9" * 40, "id_far_too_large", 2, 2, "9" * 32),
        ("9" * 5000, "id_far_too_large", 0, 1, "9" * 32),
    ],
)
@pytest.mark.parametrize("given", [str, str.encode])
def test_what_is_no_id_is_named(given, text, code, character, entry, value):
    with pytest.raises(EngineError) as caught:
        read_ids(given(text))
    error = caught.value
    assert (error.code, error.place.kind, error.place.value) == (code, "character", character)
    assert (error.facts["entry"], error.facts["value"]) == (entry, value)
    assert value in error.cause
    assert error.remedy


@pytest.mark.parametrize("given", [str, str.encode])
def test_the_place_counts_from_the_beginning_of_a_long_text(given):
    text = "12 " * 100_000 + "x"
    with pytest.raises(EngineError) as caught:
        read_ids(given(text))
    assert (caught.value.place.value, caught.value.facts["entry"]) == (300_000, 100_001)


def test_many_ids_are_read_in_slices():
    text = "123456 " * 100_000
    assert len(list(read_ids_steps(text))) > 5
    assert read_ids(text).tolist() == [123456] * 100_000


@pytest.mark.parametrize("given", [str, str.encode])
@pytest.mark.parametrize(("part", "ids"), [("[", []), ("[7]", [7]), ("array(", []), ('{"ids":[', [])])
def test_brackets_without_end_are_read_in_slices(given, part, ids):
    text = given(part * 300_000)
    assert len(list(read_ids_steps(text))) >= len(text) // 70_000
    assert read_ids(text).tolist() == ids * 300_000


def test_leading_zeros_and_the_largest_number():
    assert read_ids(f"007 {'0' * 30}7 {10**18 - 1}").tolist() == [7, 7, 10**18 - 1]
