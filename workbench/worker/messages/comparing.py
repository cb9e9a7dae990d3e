"""Compares tokenizers: aligned text, measures, causes, sameness, overlap, drift."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from workbench.engine.corpus.source_options import SourceOptions
    from workbench.engine.judging.aligned import Differences, Lines, Row, Together
    from workbench.engine.judging.causes import Cause
    from workbench.engine.judging.drift import Drift
    from workbench.engine.judging.languages import Premium
    from workbench.engine.judging.measuring import Measured
    from workbench.engine.judging.measuring import Row as Measures
    from workbench.engine.judging.overlap import Overlap
    from workbench.engine.judging.same import Sameness
    from workbench.worker.messages.requests import Failed


@dataclass(frozen=True, slots=True)
class Align:
    """Align a text under tokenizers; answered by `Aligned`, of a long text first what is seen.

    Attributes:
        handles: of the tokenizers, the reference first.
        text: the raw bytes, or parts which are it when they are joined.
        seen: (start, end) in bytes.
        only_seen: the rest is not wanted.
        known: by handle, the rows of this very text that the caller has already.
        view: the newest request of a view takes the place of an older one, here and below.

    """

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, ...]
    text: bytes | tuple[bytes | memoryview, ...]
    seen: tuple[int, int] = (0, 0)
    only_seen: bool = False
    known: Mapping[int, Row] = field(default_factory=dict)
    view: str = "align"


@dataclass(frozen=True, slots=True)
class Aligned:
    """A text, or what is seen of it, under tokenizers.

    Attributes:
        handles: of those that encode it, in order.
        rows: theirs; `pieces` are left out.
        differences: the spans where they differ.
        lines: the tokens of its lines.
        strip: int64[s], the row that needs fewest in stretches of equally many bytes,
            `aligned.UNDECIDED` where several do; only of the whole text.
        faults: of those that cannot encode it, by handle.
        start, end: the bytes that are aligned.
        is_whole: all of the text is.
        is_too_long: all of it never will be.
        follows: another answer does.
        doubtful: those whose tokens may be others once it is whole: where they may be cut is not known.

    """

    request_id: int
    handles: tuple[int, ...]
    rows: tuple[Row, ...]
    differences: Together
    lines: Lines
    strip: NDArray[np.int64]
    faults: Mapping[int, Failed]
    start: int
    end: int
    is_whole: bool = True
    is_too_long: bool = False
    follows: bool = False
    doubtful: frozenset[int] = frozenset()

    @property
    def is_part(self) -> bool:
        """Whether another answer follows."""
        return self.follows


@dataclass(frozen=True, slots=True)
class Compare:
    """Measure tokenizers; answered by `MeasuredRow`s, then `Compared`.

    Attributes:
        handles: the tokenizers, the reference first.
        sources: what is read, as in training.
        text: what is measured if there are no sources; its name is `name`.
        languages: a folder of one text in several languages, instead of both; "" for none.
        language: that others are compared with; "" for the usual one.
        names: what each is called in the result; empty for their own.

    """

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, ...]
    sources: tuple[str | SourceOptions, ...] = ()
    text: bytes | tuple[bytes | memoryview, ...] = b""
    name: str = ""
    languages: str = ""
    language: str = ""
    view: str = "measure"
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A tokenizer on a source has been measured; `row.tokenizer` is its place among the handles."""

    is_part: ClassVar = True
    request_id: int
    row: Measures


@dataclass(frozen=True, slots=True)
class LanguageCost:
    """What a language costs a tokenizer, by its place among the handles; `cost` is None for no figure.

    `n_tokens` is None where it could not encode the text, and where that could not be read, for which `cause`
    is why.
    """

    language: str
    tokenizer: int
    n_tokens: int | None
    cost: Premium | None
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of a comparison.

    Attributes:
        measured: every figure.
        languages: of a folder of languages, each with all tokenizers; language: that of reference.
        gini: of each tokenizer over the languages, None if it has none.
        ranked: int64[U] of each tokenizer, how often its tokens occur, falling.
        lengths: int64[m] of each tokenizer, how many of its tokens in the text have 1 … m bytes, the last of
            them so many or more.
        left_out: files that could not be read, and why.
        notes: what limits the figures, in the same form.

    """

    request_id: int
    handles: tuple[int, ...]
    measured: Measured
    languages: tuple[LanguageCost, ...]
    language: str
    gini: tuple[float | None, ...]
    ranked: tuple[NDArray[np.int64], ...]
    lengths: tuple[NDArray[np.int64], ...]
    left_out: tuple[Failed, ...]
    notes: tuple[Failed, ...]


@dataclass(frozen=True, slots=True)
class SaveComparison:
    """Write the result of a `Compare`, by its request's id, to a file; answered by `ComparisonSaved`.

    Attributes:
        kind: "html" for a page, "csv" or "json" for the table.
        text: what places of a page are of, as in `Align`; b"" for no places.
        places: (start, end) in bytes of those that the user marked; the largest differences are added.

    """

    lane: ClassVar = "compare"
    request_id: int
    compared: int
    path: str
    kind: str
    text: bytes | tuple[bytes | memoryview, ...] = b""
    places: tuple[tuple[int, int], ...] = ()
    view: str = "save"


@dataclass(frozen=True, slots=True)
class ComparisonSaved:
    """A comparison has been written."""

    request_id: int
    path: str


@dataclass(frozen=True, slots=True)
class FindCauses:
    """Ask why a tokenizer differs from the first one on a text; answered by `CausesFound`.

    Attributes:
        handles: both.
        text: as in `Align`.

    """

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, int]
    text: bytes | tuple[bytes | memoryview, ...]
    view: str = "causes"


@dataclass(frozen=True, slots=True)
class CausesFound:
    """Where and why two tokenizers differ, the largest effects first."""

    request_id: int
    differences: Differences
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True)
class AskSame:
    """Ask whether two tokenizers are the same, tried on a text if it cannot be proved; see `SameTold`."""

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, int]
    text: bytes | tuple[bytes | memoryview, ...]
    view: str = "same"


@dataclass(frozen=True, slots=True)
class SameTold:
    """What is known of two tokenizers; `doubts`: signs that a file is not as published."""

    request_id: int
    sameness: Sameness
    doubts: tuple[Failed, ...] = ()


@dataclass(frozen=True, slots=True)
class CompareVocabularies:
    """Ask which tokens two vocabularies share; answered by `VocabulariesCompared`."""

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, int]
    view: str = "overlap"


@dataclass(frozen=True, slots=True)
class VocabulariesCompared:
    """What two vocabularies have in common.

    Attributes:
        overlap: which ids.
        tokens: of those that both have, only the first has, and only the other: their bytes one behind the
            other, and uint64[n], where each ends.

    """

    request_id: int
    overlap: Overlap
    tokens: tuple[tuple[bytes, NDArray[np.uint64]], ...]


@dataclass(frozen=True, slots=True)
class CountNumbers:
    """Ask how many tokens each number from 0 to 9,999 is; answered by `NumbersCounted`."""

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, ...]
    view: str = "numbers"


@dataclass(frozen=True, slots=True)
class NumbersCounted:
    """Of each tokenizer uint8[10,000], the tokens of each number; 0 where it cannot encode the number."""

    request_id: int
    counts: tuple[NDArray[np.uint8], ...]


@dataclass(frozen=True, slots=True)
class FindDrift:
    """Ask where the tokens of a text drift; answered by `DriftFound`.

    Attributes:
        specials: "all", "none", or the texts that are taken as special tokens.
        rule, size: as in `Encode`.

    """

    lane: ClassVar = "compare"
    request_id: int
    handles: tuple[int, ...]
    text: bytes | tuple[bytes | memoryview, ...]
    specials: str | tuple[str, ...] = "none"
    rule: str = ""
    size: int = 0
    view: str = "drift"


@dataclass(frozen=True, slots=True)
class DriftFound:
    """The drift of a text's tokens, by tokenizer.

    Attributes:
        drifts: None for one that cannot encode the text.
        stable: whether the ids of the text come back when they are decoded and encoded.
        unlike: numbers (first, last + 1) of the tokens between which they do not.
        unlike_bytes: where these are in the text; (0, 0) for none.

    """

    request_id: int
    drifts: tuple[Drift | None, ...]
    stable: tuple[bool, ...]
    unlike: tuple[tuple[int, int], ...]
    unlike_bytes: tuple[tuple[int, int], ...]
