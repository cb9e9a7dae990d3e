"""Counts the tokens of a text at every vocabulary size, and finds the size at which a word is one token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from workbench.engine.corpus.source_options import SourceOptions
    from workbench.engine.training.trainer import Progress


@dataclass(frozen=True, slots=True)
class CountSizes:
    """Ask how many tokens a text has at every size of the vocabulary; answered by `SizesCounted`.

    Attributes: as those of `Encode`.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: bytes | tuple[bytes | memoryview, ...]
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    view: str = "sizes"


@dataclass(frozen=True, slots=True)
class SizesCounted:
    """The tokens of a text at every size.

    Attributes:
        lowest: the smallest size, at which nothing merges.
        counts: int64[n], the number of tokens at size `lowest` + i, the last one at the whole size.

    """

    request_id: int
    handle: int
    lowest: int
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CutSizes:
    """Ask for the tokens of the visible part of a text at every size; answered by `SizesCut`.

    Attributes: as those of `Encode`.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: bytes | tuple[bytes | memoryview, ...]
    focus: tuple[int, int]
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    view: str = "size cuts"


@dataclass(frozen=True, slots=True)
class SizesCut:
    """The tokens of the bytes [start, end) of a text at every size of the vocabulary.

    Attributes:
        ids, spans: uint32[n] and uint64[n, 2], all tokens that there are at some size, in order.
        first, last: int64[n], each is there at the sizes k with first < k <= last.
        n_before, n_after, prefix: as in `EncodedPart`, the same at every size.

    """

    request_id: int
    handle: int
    start: int
    end: int
    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    n_before: int = 0
    n_after: int = 0
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class FindWordSize:
    """Ask from which size a word is one token, if trained on `sources`; answered by `WordSized`.

    Attributes:
        word: a piece, as merged by the tokenizer.
        sources: paths, or sources that are not read as usual.
        limit: size at which looking ends, 0 for the usual one.

    """

    lane: ClassVar = "training"
    request_id: int
    handle: int
    word: bytes
    sources: tuple[str | SourceOptions, ...]
    limit: int = 0


@dataclass(frozen=True, slots=True)
class WordSizeProgress:
    """The progress of a `FindWordSize`."""

    is_part: ClassVar = True
    is_progress: ClassVar = True
    request_id: int
    progress: Progress

    @property
    def phase(self) -> str:
        """Its phase."""
        return self.progress.phase


@dataclass(frozen=True, slots=True)
class WordSized:
    """The end of a `FindWordSize`.

    Attributes:
        size: from which on the word is one token, None if it is not.
        reached: size at which looking ended.
        ended_by: "found", "size" (at the limit), "pairs" (no pair is left to merge), "digits",
            "scripts", "length" or "characters" where SentencePiece's trainer never makes it one token.
        occurrences: how often the corpus has the word.
        counts: (size, tokens of the word) wherever the number falls.
        on_sample: whether the corpus is the sample text alone.

    """

    request_id: int
    word: bytes
    size: int | None = None
    reached: int = 0
    ended_by: str = "found"
    occurrences: int = 0
    counts: tuple[tuple[int, int], ...] = ()
    on_sample: bool = False
