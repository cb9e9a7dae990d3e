"""Plain values, as JSON has them, checked on their way back: what does not fit counts as absent."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

T = TypeVar("T")
_LARGEST = 2**53  # of the integers that JSON's readers agree on; an edited file may have any


def fitted(kind: type[T], stored: Mapping[str, object], **other: Any) -> T:  # noqa: ANN401 - the fields' own types
    """Return a dataclass of simple values; a field that does not fit has its default, `given` go before."""
    values = {field.name: stored[field.name] for field in _fields(kind) if _fits(field, stored)}
    return kind(**{name: _back(value) for name, value in values.items()} | other)


def _fields(kind: Any) -> tuple[Field[Any], ...]:  # noqa: ANN401 - a dataclass has no type of its own
    return fields(kind)


def _fits(field: Field[Any], stored: Mapping[str, object]) -> bool:
    value, default = stored.get(field.name), "" if field.default is MISSING else field.default
    if default is None:  # and the empty text, as options had it before 0.2
        return value != "" and type(value).__name__ in str(field.type).split(" | ")
    if isinstance(default, tuple):
        return isinstance(value, list) and all(_is_text(item) for item in value)
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool) and _is_finite(value)
    return type(value) is type(default) and (not isinstance(value, int) or abs(value) <= _LARGEST)


def _is_finite(value: float) -> bool:
    """Return whether a number of JSON, which may also be an integer of any length, is a finite float."""
    return -sys.float_info.max <= value <= sys.float_info.max


def _is_text(item: object) -> bool:
    """Return whether an item of a list is a text, or a row of some."""
    return isinstance(item, str) or (isinstance(item, list) and all(isinstance(cell, str) for cell in item))


def _back(value: object) -> object:
    return tuple(map(_back, value)) if isinstance(value, list) else value


def section(stored: Mapping[str, object], name: str) -> Mapping[str, Any]:
    """Return an object of an object, an empty one if there is none."""
    value = stored.get(name)
    return value if isinstance(value, Mapping) else {}


def rows(stored: Mapping[str, object], name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a list of an object."""
    value = stored.get(name)
    yield from (row for row in (value if isinstance(value, list) else []) if isinstance(row, Mapping))


def text(stored: Mapping[str, object], name: str) -> str:
    """Return a text of an object, "" if there is none."""
    value = stored.get(name)
    return value if isinstance(value, str) else ""


def whole(value: object, default: int = 0) -> int:
    """Return a number that is not negative, or the default."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else default


def of_bytes(data: bytes) -> str:
    """Return bytes as text; those that are no UTF-8 become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def to_bytes(stored: object) -> bytes:
    """Return the bytes of such a text; raises TypeError for anything else."""
    if not isinstance(stored, str):
        raise TypeError(stored)
    return stored.encode("utf-8", "surrogateescape")


def span(stored: object, n: int) -> Sequence[int] | None:
    """Return a list of `n` numbers that are not negative, None for anything else."""
    if isinstance(stored, list) and len(stored) == n and all(whole(item, -1) >= 0 for item in stored):
        return stored
    return None
