"""One text under several tokenizers, aligned on its bytes: where their borders differ, and who needs fewer.

A *differing span* goes from a border that two tokenizers have in common to the next one, if anything is else
between. All is in bytes of the raw text, also for tokenizers that change it first (`Encoding.spans`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point
from workbench.engine.encoding.encoding import Encoding
from workbench.engine.encoding.tokenizer import Tokenizer

FINER, COARSER, CROSSING = 1, 2, 3  # of a differing span: the other cuts more, cuts less, or elsewhere
NOBODY = -1  # where several need as few tokens
_SPACE = 0x20

Places = NDArray[np.uint64]


@dataclass(frozen=True)
class Row:
    """A text under one tokenizer.

    Attributes:
        ids, spans, pieces: uint32[n], uint64[n, 2], uint64[m, 2], as in `Encoding`.
        changed: bool[bytes of the text], what its normalizer made something else of; None for nothing.
        approximate: where tokens lie is a guess in places.

    """

    ids: NDArray[np.uint32]
    spans: Places
    pieces: Places
    changed: NDArray[np.bool_] | None
    approximate: bool

    def counts(self, borders: Places) -> NDArray[np.int64]:
        """Return int64[len(borders) - 1], how many tokens begin between each border and the next.

        Those without bytes count where they stand; at the end of the text they belong to the last stretch.
        """
        at = np.searchsorted(self.spans[:, 0], borders)
        at[-1] = len(self.spans) if len(at) else 0
        return np.diff(at).astype(np.int64)


@dataclass(frozen=True)
class Differences:
    """Where a tokenizer differs from the reference.

    Attributes:
        spans: uint64[k, 2], rising.
        kinds: uint8[k], FINER, COARSER or CROSSING.
        tokens: int64[k, 2], of the reference and of the other.

    """

    spans: Places
    kinds: NDArray[np.uint8]
    tokens: NDArray[np.int64]

    def following(self, position: int) -> int | None:
        """Return the number of the first one that begins behind a place, or None."""
        at = int(np.searchsorted(self.spans[:, 0], np.uint64(position), side="right"))
        return at if at < len(self.spans) else None

    def preceding(self, position: int) -> int | None:
        """Return the number of the last one that begins before a place, or None."""
        at = int(np.searchsorted(self.spans[:, 0], np.uint64(position))) - 1
        return at if at >= 0 else None


def row(tokenizer: Tokenizer, text: bytes, specials: str = "none") -> Row:
    """Return a text under a tokenizer."""
    ids, spans, pieces = (
        [np.empty(0, np.uint32)],
        [np.empty((0, 2), np.uint64)],
        [np.empty((0, 2), np.uint64)],
    )
    changed: NDArray[np.bool_] | None = None
    approximate = False
    for part in tokenizer.encode_parts(text, specials):
        ids.append(part.ids)
        spans.append(part.spans)
        pieces.append(part.pieces)
        approximate = approximate or any(stage.approximate for stage in part.stages)
        place, mask = _changed(part, text)
        if mask.any():
            changed = np.zeros(len(text), np.bool_) if changed is None else changed
            changed[place : place + len(mask)] = mask
        point()
    return Row(np.concatenate(ids), np.concatenate(spans), np.concatenate(pieces), changed, approximate)


def _changed(part: Encoding, text: bytes) -> tuple[int, NDArray[np.bool_]]:
    """Return where the raw text of a part begins, and which of its bytes became something else."""
    last = next((stage for stage in reversed(part.stages) if stage.output is not None), None)
    if last is None or last.output is None or last.alignment is None:
        return 0, np.zeros(0, np.bool_)
    start, end = int(last.alignment[0]), int(last.alignment[-1])
    raw = np.frombuffer(text[start:end], np.uint8)
    places = (last.alignment[:-1] - np.uint64(start)).astype(np.int64)
    places = np.minimum(places, max(len(raw) - 1, 0))
    if not len(raw):
        return start, np.zeros(0, np.bool_)
    became = np.zeros(len(raw), np.uint8)
    became[places] = np.frombuffer(last.output, np.uint8)
    kept = (np.bincount(places, minlength=len(raw)) == 1) & (became == raw)
    return start, ~kept & (raw != _SPACE)  # a space that is written as a mark is one


def _borders(of: Row, length: int) -> Places:
    return np.unique(np.concatenate((of.spans.ravel(), np.array([0, length], np.uint64))))


def differences(reference: Row, other: Row, length: int) -> Differences:
    """Return where two rows of a text of `length` bytes differ."""
    mine, theirs = _borders(reference, length), _borders(other, length)
    point()
    common = np.intersect1d(mine, theirs, assume_unique=True)
    point()
    cuts = [np.diff(np.searchsorted(each, common)) for each in (mine, theirs)]
    tokens = np.column_stack([each.counts(common) for each in (reference, other)])
    point()
    differs = np.flatnonzero((cuts[0] > 1) | (cuts[1] > 1) | (tokens[:, 0] != tokens[:, 1]))
    kinds = np.full(len(differs), CROSSING, np.uint8)
    alone = [cut[differs] == 1 for cut in cuts]
    fewer = tokens[differs, 0] < tokens[differs, 1]
    kinds[alone[0] & (~alone[1] | fewer)] = FINER
    kinds[alone[1] & (~alone[0] | ~fewer)] = COARSER
    spans = np.column_stack((common[:-1][differs], common[1:][differs]))
    return Differences(spans, kinds, tokens[differs])


def line_winners(rows: Sequence[Row], text: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return int64[rows, lines], the tokens that begin in each line, and int64[lines], who needs fewest.

    A line ends behind its "\\n". Where several need as few it is NOBODY.
    """
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == 0x0A) + 1
    borders = np.unique(np.concatenate(([0], ends, [len(text)]))).astype(np.uint64)
    counts = _counts(rows, borders)
    return counts, _fewest(counts)


def density(rows: Sequence[Row], length: int, stretches: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return int64[rows, s], tokens in each of at most so many stretches, and who needs fewest."""
    borders = np.unique(np.linspace(0, length, stretches + 1).astype(np.uint64))
    counts = _counts(rows, borders)
    return counts, _fewest(counts)


def _counts(rows: Sequence[Row], borders: Places) -> NDArray[np.int64]:
    counts = np.zeros((len(rows), max(len(borders) - 1, 0)), np.int64)
    for number, each in enumerate(rows):
        if len(borders) > 1:
            counts[number] = each.counts(borders)
        point()
    return counts


def _fewest(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    best = counts.min(axis=0)
    winners: NDArray[np.int64] = np.where((counts == best).sum(axis=0) == 1, counts.argmin(axis=0), NOBODY)
    return winners
