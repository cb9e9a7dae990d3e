"""What the readers of all kinds of files yield, and their tally of the bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.engine.base.errors import Fact
from workbench.engine.corpus.readers import KEPT_OFFSETS, Fault

KEPT_FAULTS = 5  # of each kind that are reported with their place


@dataclass(frozen=True, slots=True)
class EndOfDocument:
    """Marks the end of a document in a stream of chunks; pieces never cross the mark."""


END_OF_DOCUMENT = EndOfDocument()


@dataclass(frozen=True, slots=True)
class Part:
    """Some text of a document as it is in the file, before validation.

    Attributes:
        text: its bytes, UTF-8 except for faults.
        n_source: the number of bytes of the source that it stands for.
        offset: of its first byte in the source.

    """

    text: bytes
    n_source: int
    offset: int


Parts = Iterator[Part | EndOfDocument]
Bytes = Iterator[bytes]


@dataclass(slots=True)
class Tally:
    """Where the bytes of a file went, updated while it is read.

    Attributes:
        size: bytes read, after decompression; size == used + replaced + removed + everything in left_out.
        replaced: bytes that were replaced by others.
        removed: bytes that were deleted: a byte order mark, or by cleaning.
        left_out: reason -> bytes.
        documents: that are used.
        first_invalid: offsets of the first runs of bytes that are not in the encoding.
        faults: the first few of each kind.
        n_faults: code -> how many there were.
        cleaned: step -> [bytes removed, bytes replaced].
        kind, encoding: with which it is read.
        guessed: the encoding was not given; it is the likeliest.
        n_checked: bytes at the start of a plain text whose whole characters are known to be UTF-8.

    """

    size: int = 0
    replaced: int = 0
    removed: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    first_invalid: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    n_faults: Counter[str] = field(default_factory=Counter)
    cleaned: dict[str, list[int]] = field(default_factory=dict)
    kind: str = "text"
    encoding: str = "utf-8"
    guessed: bool = False
    n_checked: int = 0

    @property
    def used(self) -> int:
        """Bytes taken as they are."""
        return self.size - self.replaced - self.removed - self.left_out.total()

    def leave_out(self, code: str, n_bytes: int) -> None:
        """Count bytes that are not used."""
        if n_bytes > 0:
            self.left_out[code] += n_bytes

    def note(self, code: str, kind: str = "", place: int = 0, **facts: Fact) -> None:
        """Note a fault; of each kind, all but the first few are only counted."""
        self.n_faults[code] += 1
        if self.n_faults[code] <= KEPT_FAULTS:
            self.faults.append(Fault(code, (kind, place), facts))

    def note_invalid(self, offsets: list[int]) -> None:
        """Keep the places of the first bytes that are not in the encoding."""
        self.first_invalid += offsets[: KEPT_OFFSETS - len(self.first_invalid)]
