"""List and fetch published vocabularies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from workbench.formats.published import Published


@dataclass(frozen=True, slots=True)
class ListPublished:
    """Ask which vocabularies can be fetched; answered by `PublishedListed`. Nothing is fetched."""

    request_id: int


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file that a publisher offers, and its path if it was fetched, or None."""

    published: Published
    path: str | None


@dataclass(frozen=True, slots=True)
class PublishedListed:
    """The published files."""

    request_id: int
    files: tuple[PublishedFile, ...]


@dataclass(frozen=True, slots=True)
class Fetch:
    """Fetch a published file; answered by `FetchProgressed`s and `Fetched`."""

    action: ClassVar = "fetch"
    request_id: int
    name: str


@dataclass(frozen=True, slots=True)
class FetchProgressed:
    """The number of bytes received."""

    is_part: ClassVar = True
    is_progress: ClassVar = True
    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Fetched:
    """A published file is in the cache."""

    request_id: int
    name: str
    path: str
