"""Hold tokenizers against each other: one text aligned under all of them, measures, and the same or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.aligned import Row, Together
from workbench.engine.judging.languages import Premium
from workbench.engine.judging.measuring import Measured
from workbench.engine.judging.measuring import Row as Measures
from workbench.worker.messages.requests import Failed


@dataclass(frozen=True, slots=True)
class Align:
    """Align a text under tokenizers; answered by `Aligned`, for a long one by that of its beginning first.

    Attributes:
        handles: of the tokenizers, the reference first.
        text: the raw bytes, or parts which are it when they are joined.
        known: by handle, the rows of this very text that whoever asks has already.
        view: the newest request of a view takes the place of an older one, here and below.

    """

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, ...]
    text: bytes | tuple[bytes | memoryview, ...]
    known: Mapping[int, Row] = field(default_factory=dict)
    view: str = "align"


@dataclass(frozen=True, slots=True)
class Aligned:
    """A text under tokenizers.

    Attributes:
        handles: of those that encode it, in order.
        rows: theirs; `pieces` are left out, and a column of `spans` is contiguous.
        found: where they do not all cut alike.
        lines: int64[rows, lines], the tokens that begin in each line.
        winners: int64[lines], the row that needs fewest, `aligned.NOBODY` where several do.
        strip: int64[s], the same of stretches of equally many bytes.
        faults: of those that cannot encode it, by handle.
        n_bytes: how far it is aligned; the whole text is once `is_whole`.

    """

    request_id: int
    handles: tuple[int, ...]
    rows: tuple[Row, ...]
    found: Together
    lines: NDArray[np.int64]
    winners: NDArray[np.int64]
    strip: NDArray[np.int64]
    faults: Mapping[int, Failed]
    n_bytes: int
    is_whole: bool = True

    @property
    def is_part(self) -> bool:
        """Whether the rest follows."""
        return not self.is_whole


@dataclass(frozen=True, slots=True)
class Compare:
    """Measure tokenizers; answered by `MeasuredRow`s, then `Compared`.

    Attributes:
        handles: the tokenizers, the reference first.
        sources: what is read, as training reads it.
        text: what is measured where there are no sources; its name is `name`.
        languages: a folder of one text in several languages, in place of both; "" for none.

    """

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, ...]
    sources: tuple[str | SourceOptions, ...] = ()
    text: bytes | tuple[bytes | memoryview, ...] = b""
    name: str = ""
    languages: str = ""
    view: str = "measure"


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A tokenizer on a source has been measured; `row.tokenizer` is its place among the handles."""

    is_part: ClassVar = True
    request_id: int
    row: Measures


@dataclass(frozen=True, slots=True)
class LanguageCost:
    """What a language costs a tokenizer, by its place among the handles; `cost` is None for no figure."""

    language: str
    tokenizer: int
    tokens: int
    bytes: int
    cost: Premium | None


@dataclass(frozen=True, slots=True)
class Compared:
    """What tokenizers are worth.

    Attributes:
        measured: every figure.
        languages: of a folder of languages, each with all tokenizers; language: that of reference.
        gini: of each tokenizer over the languages, None where it has none.
        left_out: files that could not be read, and why.
        notes: what limits the figures, in the same form.

    """

    request_id: int
    handles: tuple[int, ...]
    measured: Measured
    languages: tuple[LanguageCost, ...]
    language: str
    gini: tuple[float | None, ...]
    left_out: tuple[Failed, ...]
    notes: tuple[Failed, ...]
