"""Aligns one text under several tokenizers on its bytes: where borders differ, and who needs fewer tokens.

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

# Of a differing span, by number: the other cuts as the reference does (where a third does not), more, less,
# or elsewhere.
KINDS = ("alike", "finer", "coarser", "crossing")
ALIKE, FINER, COARSER, CROSSING = range(len(KINDS))
NOBODY = -1  # where several need as few tokens
_SPACE, _MARK = 0x20, "\u2581".encode()  # the one is written as the other where SentencePiece is followed

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
    """Return where the raw text of a part begins, and which of its bytes were changed."""
    last = next((stage for stage in reversed(part.stages) if stage.output is not None), None)
    if last is None or last.output is None or last.alignment is None:
        return 0, np.zeros(0, np.bool_)
    start, end = int(last.alignment[0]), int(last.alignment[-1])
    raw = np.frombuffer(text[start:end], np.uint8)
    places = (last.alignment[:-1] - np.uint64(start)).astype(np.int64)
    places = np.minimum(places, max(len(raw) - 1, 0))
    if not len(raw):
        return start, np.zeros(0, np.bool_)
    output = np.frombuffer(last.output, np.uint8)
    plain = np.frombuffer(last.output.replace(_MARK, b" " * len(_MARK)), np.uint8)
    # Where a space was put beside a byte, as before a text, that byte is what it was.
    others = (plain != _SPACE) | ((output != _SPACE) & (raw[places] == _MARK[0]))
    became = np.zeros(len(raw), np.uint8)
    became[places[others]] = output[others]
    kept = (np.bincount(places[others], minlength=len(raw)) == 1) & (became == raw)
    spaces = raw == _SPACE
    kept[spaces] = np.bincount(places, minlength=len(raw))[spaces] > 0
    return start, ~kept


def _borders(of: Row, length: int) -> NDArray[np.bool_]:
    """Return bool[length + 1], the places where tokens begin or end, including the ends of the text.

    Where a token begins behind bytes that are in none (CLIP drops spaces), the end before these counts.
    """
    found = np.zeros(length + 1, np.bool_)
    starts, ends = (of.spans[:, side].astype(np.int64) for side in (0, 1))
    found[ends] = True
    point()
    found[starts[1:][starts[1:] <= ends[:-1]]] = True
    point()
    found[[0, length]] = True
    return found


def _within(places: NDArray[np.int64], borders: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return int64[len(borders) - 1], how many places lie inside each stretch; each border is one of them."""
    return np.diff(np.searchsorted(places, borders)).astype(np.int64) - 1


def differences(reference: Row, other: Row, length: int) -> Differences:
    """Return where two rows of a text of `length` bytes differ."""
    found = together((reference, other), length)
    return Differences(found.spans, found.kinds[1], found.tokens.T.copy())


@dataclass(frozen=True)
class Together:
    """Spans where rows do not all cut alike, between borders that all of them have.

    Attributes:
        spans: uint64[k, 2], rising; a column is contiguous, so that it is searched where it is.
        kinds: uint8[rows, k], of each row beside the first: ALIKE, FINER, COARSER or CROSSING.
        tokens: int64[rows, k].

    """

    spans: Places
    kinds: NDArray[np.uint8]
    tokens: NDArray[np.int64]

    def following(self, position: int) -> int | None:
        """Return the number of the first span that begins after a place, or None."""
        at = int(np.searchsorted(self.spans[:, 0], np.uint64(position), side="right"))
        return at if at < len(self.spans) else None

    def preceding(self, position: int) -> int | None:
        """Return the number of the last span that begins before a place, or None."""
        at = int(np.searchsorted(self.spans[:, 0], np.uint64(position))) - 1
        return at if at >= 0 else None


NOTHING = Together(np.empty((0, 2), np.uint64), np.empty((0, 0), np.uint8), np.empty((0, 0), np.int64))


def together(rows: Sequence[Row], length: int) -> Together:
    """Return where rows of a text of `length` bytes do not all cut alike; the first is the reference."""
    masks = [_borders(each, length) for each in rows]
    common = np.flatnonzero(np.logical_and.reduce(masks))
    point()
    places = [np.flatnonzero(mask) for mask in masks]
    cuts = np.stack([_within(each, common) for each in places])
    point()
    tokens = np.stack([each.counts(common.astype(np.uint64)) for each in rows])
    differs = np.flatnonzero((cuts > 0).any(axis=0) | (tokens != tokens[0]).any(axis=0))
    kinds = np.zeros((len(rows), len(differs)), np.uint8)
    for number in range(1, len(rows)):
        shared = _within(np.flatnonzero(masks[0] & masks[number]), common)[differs]
        kinds[number] = _kinds(cuts[0, differs] - shared, cuts[number, differs] - shared)
        same = kinds[number] == ALIKE
        fewer, more = (tokens[a, differs] < tokens[b, differs] for a, b in ((number, 0), (0, number)))
        kinds[number][same & fewer], kinds[number][same & more] = COARSER, FINER
        point()
    spans = np.stack((common[:-1][differs], common[1:][differs])).astype(np.uint64).T
    return Together(spans, kinds, tokens[:, differs])


def _kinds(mine: NDArray[np.int64], theirs: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return uint8[k], the kinds of spans by the borders that the reference and the other have alone."""
    kinds = np.full(len(mine), ALIKE, np.uint8)
    kinds[(mine == 0) & (theirs > 0)] = FINER
    kinds[(mine > 0) & (theirs == 0)] = COARSER
    kinds[(mine > 0) & (theirs > 0)] = CROSSING
    return kinds


def line_winners(rows: Sequence[Row], text: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return int64[rows, lines], the tokens that begin in each line, and int64[lines], the row with fewest.

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
