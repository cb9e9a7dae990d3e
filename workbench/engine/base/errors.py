"""Errors as data: a code, the file, the place, and facts; their English is in one table.

The window translates the templates when it shows them. The command line and Python show them in English, each
with the remedy that names its own flags or arguments.
"""

from __future__ import annotations

import errno
import re
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
_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an error in a file or text.

    Attributes:
        kind: "line", "byte", "column", "character", "id" or "key".
        value: the line (from 1), the byte offset (from 0), or the key's name.

    """

    kind: str
    value: int | str


class EngineError(ValueError):
    """An error in the input, never in the program: a ValueError to Python callers.

    Attributes:
        code: key of `ENGLISH`.
        file: the path of the file with the error, or None.
        place: where in it, or None.
        facts: plain values that fill the templates.

    """

    __module__ = "workbench"  # the name that tracebacks print, and under which it is pickled

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
        return type(self)(self.code, file=file, place=self.place, **self.facts)

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

    __module__ = "workbench"


class WrongType(EngineError, TypeError):
    """An argument is of another type: a TypeError."""

    __module__ = "workbench"


class SpecialTokenInText(EngineError):
    """A text contains a disallowed special token."""

    __module__ = "workbench"


class MissingFile(EngineError, FileNotFoundError):
    """There is no such file: a FileNotFoundError, as raised by Python's `open`."""

    __module__ = "workbench"

    def __init__(
        self, code: str, *, file: str | None = None, place: Place | None = None, **facts: Fact
    ) -> None:
        super().__init__(code, file=file, place=place, **facts)
        self.errno, self.filename = errno.ENOENT, file


def is_url(path: str) -> bool:
    """Return whether a path is a URL, such as s3://bucket/texts."""
    return _URL.match(path) is not None


def reading_error(code: str, path: str, fault: Exception) -> EngineError:
    """Return the error of a file that cannot be read, a `MissingFile` if there is none."""
    kind = MissingFile if isinstance(fault, FileNotFoundError) else EngineError
    if kind is MissingFile and is_url(path):
        return MissingFile("url_not_here", file=path)
    reason = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
    return kind(code, file=path, reason=reason)


def _place_text(place: Place | None) -> str:
    """Return a place in words, a number with separators, as in the window."""
    if place is None:
        return ""
    return f"{place.kind} {place.value:,}" if isinstance(place.value, int) else f"{place.kind} {place.value}"
