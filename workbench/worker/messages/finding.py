"""Find and replace in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class FindText:
    """Search a text; answered by `HitsFound`s until one is `last`.

    Attributes:
        text: the bytes, or parts which are it when they are joined.
        view: the newest request of a view takes the place of the one before.
        kind: "text", "bytes" or "regex".
        needle: the bytes; of a text its UTF-8, of a regular expression its own text.
        any_case, words: see `explaining.searching.Search`.

    """

    lane: ClassVar = "find"
    request_id: int
    text: bytes | tuple[bytes | memoryview, ...]
    kind: str
    needle: bytes
    any_case: bool = False
    words: bool = False
    view: str = "find"


@dataclass(frozen=True, slots=True)
class HitsFound:
    """More hits: starts and ends int64[n] in bytes of the text, rising.

    Attributes:
        n_hits: of all that were found so far; more than were sent where there are over `MOST_HITS`.
        last: nothing more comes.

    """

    request_id: int
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    n_hits: int
    last: bool

    @property
    def is_part(self) -> bool:
        """Whether others follow."""
        return not self.last


MOST_HITS = 500_000  # that are sent; what else is found is counted only


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """Replace all hits in a text; answered by `Replaced`.

    Attributes:
        find: what is looked for, and in which text.
        template: what takes its place; in a regular expression \\1 and \\g<name> are groups.
        only: (start, end) of the hit that alone is replaced, None for all.

    """

    lane: ClassVar = "find"
    request_id: int
    find: FindText
    template: bytes
    only: tuple[int, int] | None = None
    view: str = "find"


@dataclass(frozen=True, slots=True)
class Replaced:
    """The new bytes for [start, end) of a text, with `n_hits` replacements; 0 changes nothing."""

    request_id: int
    start: int
    end: int
    data: bytes
    n_hits: int
