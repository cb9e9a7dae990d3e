"""JSON that is kept: no number without end comes in or goes out."""

from __future__ import annotations

import json

import pytest

from workbench.engine.base.kept_json import from_json, to_json


@pytest.mark.parametrize("text", ["NaN", '{"a": Infinity}', "[-Infinity]", "1e400", "[" * 100_000, "{"])
def test_what_is_no_json_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"JSON|large|deep|Expecting"):
        from_json(text)


def test_what_has_no_end_is_null():
    assert to_json({"a": float("inf"), "b": [1.5, float("nan")]}) == '{"a": null, "b": [1.5, null]}'
    assert json.loads(to_json({"ü": 1})) == {"ü": 1}
