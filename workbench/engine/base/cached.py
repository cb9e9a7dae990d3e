"""A property that is worked out once, with no lock over its points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class cached_property(Generic[Value]):
    """Do as `functools.cached_property` of Python 3.12.

    That of 3.11 holds a lock, one for all objects of a class, while it works: at a point inside, another
    lane's thread would wait for as long as the first one's job stands still.
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
        """Work the value out, and put it where it is found without asking here again."""
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._make(instance)
        return value
