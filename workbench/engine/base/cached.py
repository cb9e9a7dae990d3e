"""A property that is computed once, without a lock around interruption points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class cached_property(Generic[Value]):
    """Works like `functools.cached_property` of Python 3.12.

    Python 3.11's holds a lock for all objects of a class while it computes: if that were interrupted, other
    lanes' threads would wait until the first job continues.
    """

    def __init__(self, make: Callable[[Any], Value]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type | None = None) -> Value: ...

    def __get__(self, instance: object | None, owner: type | None = None) -> Value | Self:
        """Compute the value, and store it as an attribute of the object."""
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._make(instance)
        return value
