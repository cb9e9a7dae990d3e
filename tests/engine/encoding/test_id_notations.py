"""Ids are read from whatever people write them in, and what is no id is named with its place."""

from __future__ import annotations

import contextlib
import json
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import counted
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import id_notations
from workbench.engine.encoding.id_notations import read_ids

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
            lambda ids: json.dumps({"input_ids": ids, "attention_mask": [1] * len(ids)}),
            lambda ids: json.dumps({"attention_mask": [1] * len(ids), "input_ids": [ids]}, indent=1),
            lambda ids: repr({"input_ids": ids, "token_type_ids": [0], "offset_mapping": [(0, 1), (1, 2)]}),
            lambda ids: f"{{'input_ids': tensor([{ids}]), 'attention_mask': tensor([[1, 1]])}}",
            lambda ids: json.dumps({"text": 'a 1 "}{ \\ [2', "tokens": ["'", "b"], "ids": ids}),
            lambda ids: "".join(f"{json.dumps({'n': 1, 'ids': [i], 'tokens': [5]})}\n" for i in ids),
            lambda ids: json.dumps({"tokens": ids, "length": len(ids)}),
            lambda ids: json.dumps({"model": {"encoding": [{"input_ids": ids, "of": {"a": 1, "b": 2}}]}}),
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
        ("9" * 32, "id_far_too_large", 0, 1, "9" * 32),
        ("5 " + "9" * 40, "id_far_too_large", 2, 2, "9" * 32 + "…"),
        ("9" * 5000, "id_far_too_large", 0, 1, "9" * 32 + "…"),
        ("5 -" + "9" * 40, "id_negative", 2, 2, "-" + "9" * 31 + "…"),
        ('{"a": 0, "input_ids": [7, x], "b": [y]}', "ids_not_numbers", 26, 2, "x"),
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
@pytest.mark.parametrize(
    ("text", "character", "keys"),
    [
        ('{"prompt": [1], "labels": [2]}', 1, "“prompt” (1), “labels” (16)"),
        ('[1, {"a": {"a": 1, "b": 2}}]', 11, "“a” (11), “b” (19)"),
        ('{"mask": [1], "ids ": 5}', 1, "“mask” (1), “ids ” (14)"),
        ('{"input_ids": [{"x": 1, "y": 2}], "z": 3}', 16, "“x” (16), “y” (24)"),
        (
            str({f"k{n}": n for n in range(9)}),
            1,
            ", ".join(f"“k{n}” ({1 + 9 * n})" for n in range(6)) + ", …",
        ),
    ],
)
def test_lists_under_several_keys_are_not_taken_for_one(given, text, character, keys):
    with pytest.raises(EngineError) as caught:
        read_ids(given(text))
    error = caught.value
    assert (error.code, error.place.value, error.facts["keys"]) == ("ids_keys_unknown", character, keys)
    assert keys in error.cause
    assert "“input_ids”" in error.remedy


@pytest.mark.parametrize(
    "text",
    [
        "{" * 1_000_000, '{"a":' * 200_000, "{" + '"' * 1_000_000, '{"' + '\\"' * 500_000, "{'\"" * 300_000,
        '{"ids":[' + '{"a":1,"b":2},' * 50_000, "{" + '"a":1,"ids":1,' * 50_000, '{"a"' + " " * 1_000_000,
        '{"a":' + "[1," * 300_000, '{"a b":[' * 100_000, "{ " * 500_000,
    ],
    ids=range(11),
)  # fmt: skip
def test_keys_and_strings_without_end_take_time_by_their_length(text):
    def tried() -> None:
        with contextlib.suppress(EngineError):
            read_ids(text)

    start = time.process_time()
    assert counted(tried)[1] > 3
    assert time.process_time() - start < 10, "what is not linear takes minutes"


@pytest.mark.parametrize("given", [str, str.encode])
def test_the_place_counts_from_the_beginning_of_a_long_text(given):
    text = "12 " * 100_000 + "x"
    with pytest.raises(EngineError) as caught:
        read_ids(given(text))
    assert (caught.value.place.value, caught.value.facts["entry"]) == (300_000, 100_001)


def test_many_ids_are_read_in_slices():
    text = "123456 " * 100_000
    ids, n_points = counted(lambda: read_ids(text))
    assert n_points > 5
    assert ids.tolist() == [123456] * 100_000


@pytest.mark.parametrize("given", [str, str.encode])
@pytest.mark.parametrize(("part", "ids"), [("[", []), ("[7]", [7]), ("array(", []), ('{"ids":[', [])])
def test_brackets_without_end_are_read_in_slices(given, part, ids):
    text = given(part * 300_000)
    found, n_points = counted(lambda: read_ids(text))
    assert n_points >= len(text) // 70_000
    assert found.tolist() == ids * 300_000


def test_leading_zeros_and_the_largest_number():
    assert read_ids(f"007 {'0' * 30}7 {10**18 - 1}").tolist() == [7, 7, 10**18 - 1]
