"""Split texts by a pattern, and compare patterns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from workbench.engine.corpus.source_options import SourceOptions
    from workbench.engine.lab.pattern_difference import Difference
    from workbench.engine.lab.pattern_lab import Pieces


@dataclass(frozen=True, slots=True)
class ReadPatternText:
    """Ask for a sample of sources as training reads them; answered by `PatternTextRead`.

    Attributes:
        text: what is read if there are no sources.
        view: as those of the other requests of the lab, see `lanes.LabLane`.

    """

    action: ClassVar = "read pattern text"
    lane: ClassVar = "lab"
    request_id: int
    sources: tuple[str | SourceOptions, ...]
    text: bytes = b""
    view: str = "text"


@dataclass(frozen=True, slots=True)
class PatternTextRead:
    """A sample: its text, and uint64[n, 2] (start, end) in bytes of each of its documents."""

    request_id: int
    text: bytes
    documents: NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class SplitByPattern:
    """Split a sample; answered by `PatternSplit` and `AlternativesCounted`, or by `PatternFaulty`.

    Attributes:
        text, documents: as in `PatternTextRead`.
        view: "this" for the pattern that is edited, "other" for the one it is compared with.

    """

    lane: ClassVar = "lab"
    request_id: int
    pattern: str
    text: bytes
    documents: NDArray[np.uint64]
    view: str = "this"


@dataclass(frozen=True, slots=True)
class PatternSplit:
    """The pieces of a sample."""

    is_part: ClassVar = True
    request_id: int
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class AlternativesCounted:
    """How many pieces each top-level alternative made."""

    request_id: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PatternFaulty:
    """A pattern cannot be used, or not on this text.

    Attributes:
        code, cause, remedy, facts: as in `Failed`.
        columns: (start, end) in characters of the pattern of what is at fault, None if unknown.
        place: byte of the text where it was stopped, None if it was not.
        n_same: how many times the character there is repeated.

    """

    request_id: int
    code: str
    cause: str
    remedy: str
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    columns: tuple[int, int] | None = None
    place: int | None = None
    n_same: int = 0


@dataclass(frozen=True, slots=True)
class RepairPattern:
    """Ask what to add to a pattern so that it loses nothing of a sample; answered by `PatternRepaired`."""

    lane: ClassVar = "lab"
    request_id: int
    pattern: str
    text: bytes
    documents: NDArray[np.uint64]
    view: str = "repair"


@dataclass(frozen=True, slots=True)
class PatternRepaired:
    """What to add, tried on the whole sample; "" if nothing was found."""

    request_id: int
    suffix: str


@dataclass(frozen=True, slots=True)
class MeasurePattern:
    """Measure the speed of a pattern; answered by `PatternMeasured`. `view` is "speed" or "other_speed"."""

    lane: ClassVar = "lab"
    request_id: int
    pattern: str
    text: bytes
    documents: NDArray[np.uint64]
    view: str = "speed"


@dataclass(frozen=True, slots=True)
class PatternMeasured:
    """Bytes a second of matching alone, the median of five runs; 0 if it is too slow for that.

    `slow_part` is what of the pattern has no compiled code, "" for nothing.
    """

    request_id: int
    speed: float
    slow_part: str = ""


@dataclass(frozen=True, slots=True)
class ComparePieces:
    """Compare two splits of a sample, uint64[m, 2] each; answered by `PiecesCompared`."""

    lane: ClassVar = "lab"
    request_id: int
    text: bytes
    documents: NDArray[np.uint64]
    this: NDArray[np.uint64]
    other: NDArray[np.uint64]
    view: str = "difference"


@dataclass(frozen=True, slots=True)
class PiecesCompared:
    """Where two splits differ."""

    request_id: int
    difference: Difference
