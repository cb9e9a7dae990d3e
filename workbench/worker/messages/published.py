"""List and fetch published vocabularies and models of the Hugging Face Hub."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from workbench.formats.published import Offered


@dataclass(frozen=True, slots=True)
class ListPublished:
    """Ask which vocabularies can be fetched; answered by `PublishedListed`. Nothing is fetched."""

    request_id: int


@dataclass(frozen=True, slots=True)
class PublishedListed:
    """The models that were fetched, and the published files."""

    request_id: int
    files: tuple[Offered, ...]


@dataclass(frozen=True, slots=True)
class Fetch:
    """Fetch a published file, or a model as "hf:owner/name"; answered by `FetchProgressed`s and `Fetched`.

    Attributes:
        token: shown to the Hub, "" for the one that `huggingface_hub` finds; not in `repr`, so in no log.

    """

    action: ClassVar = "fetch"
    request_id: int
    name: str
    token: str = field(default="", repr=False)


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
    """It is in the cache."""

    request_id: int
    offered: Offered
