"""Show what each stage makes of a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ShowPipeline:
    """Ask for the stages of the stretch of a text that holds the byte `at`; answered by `PipelineShown`.

    Attributes:
        text: the raw bytes of the text, or of a large one what is around `at`, from the byte `offset` on.
        specials, before, after, rule, size: as in `Encode`.
        n_bytes: of the whole text, -1 where `text` is all of it.

    """

    request_id: int
    handle: int
    text: bytes
    at: int
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    rule: str = ""
    view: str = "pipeline"
    offset: int = 0
    n_bytes: int = -1
    size: int = 0


@dataclass(frozen=True, slots=True)
class StageBox:
    """Something of a stage on the grid of columns, see `engine.pipeline.Box`.

    Attributes:
        left, right: its edges, in columns.
        text: its bytes; empty where the stage took something out.
        change: "" (as in the stage before), "replace", "insert" or "delete".
        id: of a token, -1 for none.
        kind: "", "special", "added" (put around the text) or "cut" (it goes on outside the stretch).

    """

    left: float
    right: float
    text: bytes
    change: str = ""
    id: int = -1
    kind: str = ""


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage: "raw", the name of a step of the normalizer, "pieces", "bytes", "tokens" or "ids".

    Attributes:
        approximate: which bytes became which is a guess in places.
        lost: bytes of the stage before that are in no box and have not become another.

    """

    name: str
    boxes: tuple[StageBox, ...]
    approximate: bool = False
    lost: bytes = b""


@dataclass(frozen=True, slots=True)
class PipelineShown:
    """A stretch of a text in all its stages.

    Attributes:
        start, end: of the stretch, in bytes of the text.
        columns: (start, end) of each column in bytes of the text, equal where it is between characters.
        in_context: the stages are those of the whole text, not of the stretch by itself.
        first_character: how many characters stand before the stretch, -1 where nobody has counted.
        cause, facts: why there are no stages, as in `Failed`; "" where there are.

    """

    request_id: int
    handle: int
    start: int
    end: int
    columns: tuple[tuple[int, int], ...]
    rows: tuple[StageRow, ...]
    in_context: bool = True
    first_character: int = -1
    cause: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
