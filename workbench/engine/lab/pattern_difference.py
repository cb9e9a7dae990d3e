"""Where two split patterns cut the same sample differently, gathered by kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, point
from workbench.engine.lab.pattern_lab import Sample
from workbench.engine.splitting.pre_tokenizers import Spans

MOST_KINDS = 200
SHOWN_BYTES = 96  # of a place
_PLACES_AT_ONCE = 256

_Cut = tuple[int, int, bool]  # start and end in bytes of the place, and whether it is a piece or lost
_Key = tuple[bytes, tuple[_Cut, ...], tuple[_Cut, ...]]  # text of a place, and both ways to cut it


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of a place: its bytes, and whether it is a piece or lost."""

    text: bytes
    kept: bool


@dataclass(frozen=True, slots=True)
class Kind:
    """Places that have the same text and are cut in the same two ways.

    Attributes:
        this, other: how either pattern cuts it, the first `SHOWN_BYTES` where it is long.
        count: how many there are.
        first: number of the first of them.

    """

    this: tuple[Cut, ...]
    other: tuple[Cut, ...]
    count: int
    first: int


@dataclass(frozen=True, slots=True)
class Difference:
    """All places.

    Attributes:
        places: uint64[p, 2], (start, end) in bytes of the text, rising.
        kind_of: int32[p], number of the kind in `kinds`, -1 for those that are not among them.
        kinds: the commonest first, at most `MOST_KINDS`.
        n_kinds: how many there are.

    """

    places: Spans
    kind_of: NDArray[np.int32]
    kinds: tuple[Kind, ...]
    n_kinds: int


@dataclass(frozen=True)
class _Cuts:
    """A sample cut whole: n stretches between n + 1 borders, each a piece or not.

    Attributes:
        borders: int64[n + 1], rising, from 0 to the end of the text.
        kept: bool[n].

    """

    borders: NDArray[np.int64]
    kept: NDArray[np.bool_]

    def between(self, start: int, end: int) -> tuple[_Cut, ...]:
        """Return the stretches from one border to another, their places counted from `start`."""
        first, last = np.searchsorted(self.borders, (start, end)).tolist()
        borders = (self.borders[first : last + 1] - start).tolist()
        kept = self.kept[first:last].tolist()
        return tuple(zip(borders, borders[1:], kept, strict=False))


def _cuts(spans: Spans, sample: Sample) -> _Cuts:
    ends = np.array([0, len(sample.text)], np.uint64)
    borders = np.unique(np.concatenate([spans.ravel(), sample.documents.ravel(), ends]))
    kept = np.zeros(max(len(borders) - 1, 0), np.bool_)
    kept[np.searchsorted(borders, spans[:, 0])] = True
    return _Cuts(borders.astype(np.int64), kept)


def difference(sample: Sample, this: Spans, other: Spans) -> Difference:
    """Compare two splits of a sample.

    A place goes from a border that both have to the next such border. Where it is one stretch for both, and
    a piece for one of them only, the piece before belongs to the place too: it shows what goes before.
    """
    mine, theirs = _cuts(this, sample), _cuts(other, sample)
    point()
    places = _places(mine, theirs)
    numbers: dict[_Key, int] = {}
    kinds = np.empty(len(places), np.int64)  # in order of first occurrence
    for row, (start, end) in enumerate(paced(places.tolist(), _PLACES_AT_ONCE)):
        key = (sample.text[start:end], mine.between(start, end), theirs.between(start, end))
        kinds[row] = numbers.setdefault(key, len(numbers))
    _, firsts, counts = np.unique(kinds, return_index=True, return_counts=True)
    commonest = np.argsort(-counts, kind="stable")[:MOST_KINDS]
    rank = np.full(len(numbers), -1, np.int32)
    rank[commonest] = np.arange(len(commonest))
    keys = list(numbers)
    shown = (_kind(keys[n], int(counts[n]), int(firsts[n])) for n in commonest.tolist())
    return Difference(places.astype(np.uint64), rank[kinds], tuple(shown), len(numbers))


def _places(mine: _Cuts, theirs: _Cuts) -> NDArray[np.int64]:
    common = np.intersect1d(mine.borders, theirs.borders)
    starts, ends = common[:-1], common[1:]
    here, there = np.searchsorted(mine.borders, starts), np.searchsorted(theirs.borders, starts)
    alone = (np.searchsorted(mine.borders, ends) == here + 1) & (
        np.searchsorted(theirs.borders, ends) == there + 1
    )
    alike = alone & (mine.kept[here] == theirs.kept[there])
    differing = np.flatnonzero(~alike)
    places = np.stack([starts[differing], ends[differing]], axis=1)
    # A stretch alone shows little; a piece that both have before it goes along.
    before = np.maximum(differing - 1, 0)
    goes_along = alone[differing] & (differing > 0) & alike[before] & mine.kept[here[before]]
    places[:, 0] = np.where(goes_along, starts[before], places[:, 0])
    return places


def _kind(key: _Key, count: int, first: int) -> Kind:
    """Return a kind without what is too long to be shown."""
    text = key[0][:SHOWN_BYTES]
    this, other = (
        tuple(Cut(text[start:end], kept) for start, end, kept in side if start < len(text))
        for side in key[1:]
    )
    return Kind(this, other, count, first)
