"""Ask how sure a vocabulary is that was trained here, and where its tokens came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class FindErrorBars:
    """Train again without each part of the text; answered by `ErrorBarsFound`.

    Attributes:
        only_kept: answer at once, with what was found before, or with nothing; here and below.

    """

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    only_kept: bool = False

    @property
    def view(self) -> str:
        """Return what an older request of the same tokenizer must ask for to be replaced by this one."""
        return "kept error bars" if self.only_kept else "error bars"


@dataclass(frozen=True, slots=True)
class ErrorBarsFound:
    """The error bars of each row of the vocabulary, as `VocabListed` has them.

    Attributes:
        is_known: whether they are known; false if only kept ones were requested, without any.
        survivals: int32[n], how many of `n_parts` trainings have the token; -1 for one that is not learned.
        margins: int64[n], how much more often its pair occurred than the next best one; -1 likewise.
        n_parts: how many trainings there were.
        from_halves: how many tokens a training on each half of the text does not have.
        unit: what was dealt out to the parts, "document" or "stretch".
        n_units: how many of these there are.

    """

    request_id: int
    handle: int
    is_known: bool
    survivals: NDArray[np.int32]
    margins: NDArray[np.int64]
    n_parts: int = 0
    from_halves: tuple[int, int] = (0, 0)
    unit: str = "document"
    n_units: int = 0


@dataclass(frozen=True, slots=True)
class FindOrigins:
    """Find from which sources and documents each token came; answered by `OriginsFound`.

    Attributes:
        without: sources, each left out by itself to see which tokens go and come.

    """

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    without: tuple[str, ...] = ()
    only_kept: bool = False

    @property
    def view(self) -> str:
        """Return what an older request of the same tokenizer must ask for to be replaced by this one."""
        return "kept provenance" if self.only_kept else "provenance"


@dataclass(frozen=True, slots=True)
class OriginsFound:
    """Where the token of each row came from.

    Attributes:
        is_known: whether it is known; false if only a kept one was requested, without any.
        sources: their names.
        shares: float64[n, s], the share of each source in the deciding count; 0 for what is not learned.
        documents: int64[n], in how many documents the pair occurred; -1 for what is not learned.
        files: names of files.
        file: int32[n], the place in `files` of the file with most of the count; -1 likewise.
        file_shares: float64[n], the share of that file.
        changes: for each source left out, its name, the tokens that go, and those that come.

    """

    request_id: int
    handle: int
    is_known: bool
    sources: tuple[str, ...]
    shares: NDArray[np.float64]
    documents: NDArray[np.int64]
    files: tuple[str, ...]
    file: NDArray[np.int32]
    file_shares: NDArray[np.float64]
    changes: tuple[tuple[str, tuple[bytes, ...], tuple[bytes, ...]], ...]
