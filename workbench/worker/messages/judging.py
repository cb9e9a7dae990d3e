"""Count and judge the tokens of a vocabulary, and find where one is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.health import TokenHealth

Sources = tuple[str | SourceOptions, ...]
Text = bytes | tuple[bytes | memoryview, ...]


@dataclass(frozen=True, slots=True)
class CountTokens:
    """Count how often each token is used; answered by `TokensCounted`.

    Attributes:
        sources: what is read, as training reads it.
        text: what is counted if there are no sources: the bytes, or parts which are it when they are joined.
        view: the newest request of a view takes the place of an older one, here and below.

    """

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    sources: Sources = ()
    text: Text = b""
    view: str = "token counts"


@dataclass(frozen=True, slots=True)
class TokensCounted:
    """The counts of each row of the vocabulary, as `VocabListed` has them.

    Attributes:
        occurrences: int64[n], how often each token is used.
        documents: int64[n], in how many documents.
        made: int64[n], how often it is used or merged on; the former where merges are not known.
        labels: label -> bool[n], those of `engine.judging.health` that follow from counts; special tokens
            have none, and without merges there are no residues.
        n_tokens, n_bytes, n_documents: of the text.
        n_skipped: files that could not be read.

    """

    request_id: int
    handle: int
    occurrences: NDArray[np.int64]
    documents: NDArray[np.int64]
    made: NDArray[np.int64]
    labels: Mapping[str, NDArray[np.bool_]]
    n_tokens: int
    n_bytes: int
    n_documents: int
    n_skipped: int = 0


@dataclass(frozen=True, slots=True)
class JudgeTokens:
    """Find the problems of a vocabulary's tokens; answered by `TokensJudged`.

    Attributes:
        only_kept: answer at once, with what was found before, or with nothing; it has a view of its own.

    """

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    only_kept: bool = False

    @property
    def view(self) -> str:
        """Return what an older request must ask for to be replaced by this one."""
        return "kept health" if self.only_kept else "token health"


@dataclass(frozen=True, slots=True)
class TokensJudged:
    """The labels of each row of the vocabulary.

    Attributes:
        found: whether the vocabulary was judged; without it nothing was found before.
        labels: label -> bool[n], those of `engine.judging.health` that need no text.
        told: by id, witness and reasons; a token without an entry is itself when encoded alone.

    """

    request_id: int
    handle: int
    found: bool
    labels: Mapping[str, NDArray[np.bool_]]
    told: Mapping[int, TokenHealth]
