"""Show what each stage makes of a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from workbench.engine.explaining.pipeline import Row


@dataclass(frozen=True, slots=True)
class ShowPipeline:
    """Ask for the stages of the stretch of a text that holds the byte `at`; answered by `PipelineShown`.

    Attributes:
        text: the raw bytes of the text, or of a large one what is around `at`, from the byte `offset` on.
        specials, before, after, rule, size: as in `Encode`.
        n_bytes: of the whole text, -1 where `text` is the whole.

    """

    lane: ClassVar = "live"
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
class PipelineShown:
    """A stretch of a text in all its stages.

    Attributes:
        start, end: of the stretch, in bytes of the text.
        columns: (start, end) of each column in bytes of the text, equal where it is between characters.
        in_context: the stages are those of the whole text, not of the stretch by itself.
        first_character: how many characters are before the stretch, -1 where not counted.
        cause, facts: why there are no stages, as in `Failed`; "" where there are.

    """

    request_id: int
    handle: int
    start: int
    end: int
    columns: tuple[tuple[int, int], ...]
    rows: tuple[Row, ...]
    in_context: bool = True
    first_character: int = -1
    cause: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
