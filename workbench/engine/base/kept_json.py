"""JSON as the program stores and prints it: standard JSON, without infinity and NaN."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def from_json(data: str | bytes) -> Any:  # noqa: ANN401 - JSON, checked by the caller
    """Parse JSON; raises ValueError for NaN, Infinity, 1e400, and values that are nested too deeply."""
    try:
        return json.loads(data, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def to_json(value: object) -> str:
    """Return JSON text; null stands for infinity and NaN, which JSON does not have."""
    try:
        return json.dumps(value, allow_nan=False)
    except ValueError:
        return json.dumps(json.loads(json.dumps(value), parse_constant=lambda _: None))


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"it holds {name}, which is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"it holds {digits[:20]}, which is too large a number")
    return number
