"""The provenance of trained tokens: sources, documents and files of their deciding counts.

The deciding count of a token is how often its pair occurred when it was merged. Each occurrence is in one
piece of one document, so the count is the sum over the documents.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.judging.merge_places import MergePlaces


@dataclass(frozen=True)
class Provenance:
    """The provenance of a trained vocabulary, by merge.

    Attributes:
        ids: int64[m], of the tokens.
        sources: names of the sources.
        counts: float64[m, s], the deciding count in each source, times the weight of the source.
        documents: int64[m], in how many documents the pair occurred; 0 if not known, as from counts.
        files: names of the files with most of the count of some token.
        file: int64[m], the index in `files` of the file with most of the count.
        file_counts: float64[m], the deciding count in that file.

    """

    ids: NDArray[np.int64]
    sources: tuple[str, ...]
    counts: NDArray[np.float64]
    documents: NDArray[np.int64]
    files: tuple[str, ...]
    file: NDArray[np.int64]
    file_counts: NDArray[np.float64]

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """float64[m, s], the share of each source in the deciding count."""
        shares: NDArray[np.float64] = self.counts / self.counts.sum(axis=1, keepdims=True)
        return shares

    @cached_property
    def file_shares(self) -> NDArray[np.float64]:
        """float64[m], the share of the file with most of the deciding count."""
        shares: NDArray[np.float64] = self.file_counts / self.counts.sum(axis=1)
        return shares

    def plain(self, merge: int) -> dict[str, object]:
        """Return the provenance of one token as plain values: shares of sources, documents, file."""
        shares = zip(self.sources, self.shares[merge].tolist(), strict=True)
        documents = int(self.documents[merge])
        return {
            "sources": {name: round(share, 6) for name, share in shares if share},
            **({"documents": documents} if documents else {}),
            "file": self.files[self.file[merge]],
            "file_share": round(float(self.file_shares[merge]), 6),
        }


@dataclass(frozen=True, slots=True)
class Without:
    """The change of the vocabulary in a training without one source.

    Attributes:
        source: its name.
        gone: tokens that are no longer learned, in the order of learning.
        come: tokens that are learned instead.

    """

    source: str
    gone: tuple[bytes, ...]
    come: tuple[bytes, ...]


class Tracing:
    """Sums the deciding counts, document by document."""

    def __init__(self, places: MergePlaces, n_merges: int, n_sources: int) -> None:
        """Begin sums of 0 for merges at these places, and a number of sources."""
        self._places = places
        self._counts = np.zeros((n_merges, n_sources), np.float64)
        self._documents = np.zeros(n_merges, np.int64)
        self._knows_documents = True
        self._in_file = np.zeros(n_merges, np.float64)
        self._path: str | None = None
        self._files: list[str] = []
        self._file = np.zeros(n_merges, np.int64)
        self._most = np.zeros(n_merges, np.float64)

    def add(
        self,
        source: int,
        path: str,
        rows: NDArray[np.int64],
        counts: NDArray[np.float64],
        *,
        in_table: bool = False,
    ) -> None:
        """Add a document, or counts of several: its source, file, rows of pieces, and the count of each."""
        if path != self._path:
            self._end_file()
            self._path = path
        entries, owners = self._places.entries_of(rows)
        ranks = self._places.ranks[entries]
        times = self._places.times[entries] * counts[owners]
        seen, numbers = np.unique(ranks, return_inverse=True)
        sums = np.bincount(numbers, times, len(seen))
        self._counts[seen, source] += sums
        self._in_file[seen] += sums
        self._documents[seen] += 1
        self._knows_documents &= not in_table

    def _end_file(self) -> None:
        if self._path is None:
            return
        better = np.flatnonzero(self._in_file > self._most)
        if len(better):
            self._file[better] = len(self._files)
            self._most[better] = self._in_file[better]
            self._files.append(self._path)
        self._in_file[:] = 0

    def ended(self, ids: NDArray[np.int64], sources: tuple[str, ...]) -> Provenance:
        """Return the provenance over all added documents."""
        self._end_file()
        self._path = None
        files = tuple(self._files) or ("",)
        documents = self._documents if self._knows_documents else np.zeros_like(self._documents)
        return Provenance(
            ids, sources, self._counts, documents, files, file=self._file, file_counts=self._most
        )
