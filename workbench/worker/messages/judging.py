"""Count and judge the tokens of a vocabulary, and find where one is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from workbench.engine.corpus.source_options import SourceOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from workbench.engine.judging.health import TokenHealth

Sources = tuple[str | SourceOptions, ...]
Text = bytes | tuple[bytes | memoryview, ...]


@dataclass(frozen=True, slots=True)
class CountTokens:
    """Count how often each token is used; answered by `TokensCounted`.

    Attributes:
        sources: what is read, as in training.
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
        times_made: int64[n], how often merging made it, whether it remained or was merged further;
            `occurrences` where merges are unknown.
        labels: label -> bool[n], those of `engine.judging.health` that follow from counts; special tokens
            have none. Without merges there are no residues, and in few documents no glitch forecast.
        n_tokens, n_bytes, n_documents: of the text.
        n_skipped: files that could not be read.

    """

    request_id: int
    handle: int
    occurrences: NDArray[np.int64]
    documents: NDArray[np.int64]
    times_made: NDArray[np.int64]
    labels: Mapping[str, NDArray[np.bool_]]
    n_tokens: int
    n_bytes: int
    n_documents: int
    n_skipped: int = 0


@dataclass(frozen=True, slots=True)
class JudgeTokens:
    """Find the problems of a vocabulary's tokens; answered by `TokensJudged`.

    Attributes:
        only_kept: answer at once, with what was found before, or with nothing.

    """

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    only_kept: bool = False

    @property
    def view(self) -> str:
        """Return what an older request of the same tokenizer must ask for to be replaced by this one."""
        return "kept health" if self.only_kept else "token health"


@dataclass(frozen=True, slots=True)
class TokensJudged:
    """The labels of each row of the vocabulary.

    Attributes:
        is_known: whether the vocabulary was judged; false if only kept labels were requested, without any.
        labels: label -> bool[n], those of `engine.judging.health` that need no text, and that can be given.
        health: by id, witness and reasons; a token without an entry is itself when encoded alone.

    """

    request_id: int
    handle: int
    is_known: bool
    labels: Mapping[str, NDArray[np.bool_]]
    health: Mapping[int, TokenHealth]


MOST_USES = 200


@dataclass(frozen=True, slots=True)
class FindUses:
    """Find the first places where a token is used; answered by `UsesFound`.

    Attributes:
        sources, text: as of `CountTokens`.
        most: places, at most `MOST_USES`.

    """

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    token_id: int
    sources: Sources = ()
    text: Text = b""
    most: int = 6
    view: str = "token uses"


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a token is used.

    Attributes:
        before, token, after: the bytes there, cut at some dozens.
        start, end: of the token in its document, in bytes.
        file: where the document is in, "" for the open text.

    """

    before: bytes
    token: bytes
    after: bytes
    start: int
    end: int
    file: str = ""


@dataclass(frozen=True, slots=True)
class UsesFound:
    """The first places where a token is used, in order."""

    request_id: int
    handle: int
    token_id: int
    uses: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class MatchTokens:
    """Find the tokens in which a regular expression matches; answered by `TokensMatched`."""

    lane: ClassVar = "find"
    request_id: int
    handle: int
    pattern: str
    view: str = "tokens"


@dataclass(frozen=True, slots=True)
class TokensMatched:
    """Which rows of the vocabulary match, bool[n]; tokens that are not UTF-8 never do."""

    request_id: int
    handle: int
    pattern: str
    rows: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GroupTokens:
    """Find the script of each token; answered by `TokensGrouped`."""

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    view: str = "token scripts"


@dataclass(frozen=True, slots=True)
class TokensGrouped:
    """The script of each row of the vocabulary.

    Attributes:
        scripts: uint8[n], a place in `names`.
        names: of the scripts that occur, by the number of their tokens; "none" for signs, digits and white
            space, "other", "mixed" for several, "bytes" for what has no whole character.

    """

    request_id: int
    handle: int
    scripts: NDArray[np.uint8]
    names: tuple[str, ...]
