"""Errors as data: a code, the file, the place, and facts; their English is in one table.

The window translates the templates when it shows them. The command line and Python show them in English, each
with the remedy that names its own flags or arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from workbench.display.prose import filled
from workbench.engine.base.english import ENGLISH as ENGLISH
from workbench.engine.base.english import Face as Face
from workbench.engine.base.english import Prose as Prose

Fact = str | int | float


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an error in a file or text.

    Attributes:
        kind: "line", "byte", "column", "character", "id" or "key".
        value: the line (from 1), the byte offset (from 0), or the key's name.

    """

    kind: str
    value: int | str


class EngineError(Exception):
    """An error in the input, never in the program.

    Attributes:
        code: key of `ENGLISH`.
        file: the path of the file with the error, or None.
        place: where in it, or None.
        facts: plain values that fill the templates.

    """

    def __init__(
        self, code: str, *, file: str | None = None, place: Place | None = None, **facts: Fact
    ) -> None:
        super().__init__(code)
        self.code = code
        self.file = file
        self.place = place
        self.facts: Mapping[str, Fact] = MappingProxyType(dict(facts))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments."""
        more: dict[str, Any] = {"file": self.file, "place": self.place, **self.facts}
        return partial(type(self), **more), (self.code,)

    @property
    def cause(self) -> str:
        """The cause, in English."""
        return filled(ENGLISH[self.code].cause, self.facts)

    @property
    def remedy(self) -> str:
        """What the user can do from Python, in English."""
        return filled(ENGLISH[self.code].in_python, self.facts)

    def in_file(self, file: str) -> EngineError:
        """Return the same error with `file`, unless it has a file already."""
        if self.file is not None:
            return self
        return EngineError(self.code, file=file, place=self.place, **self.facts)

    def __str__(self) -> str:
        return self.message("python")

    @property
    def where(self) -> str:
        """File and place, "" without either."""
        return ", ".join(part for part in (self.file, _place_text(self.place)) if part)

    def message(self, face: Face) -> str:
        """Return file, place, cause and remedy in one text."""
        start = f"{self.where}: " if self.where else ""
        remedy = filled(ENGLISH[self.code].remedy_for(face), self.facts)
        return f"{start}{self.cause}. {remedy}"


class UnknownToken(EngineError, KeyError):
    """There is no such token: a KeyError, as in openai/tiktoken."""


def _place_text(place: Place | None) -> str:
    return "" if place is None else f"{place.kind} {place.value}"
