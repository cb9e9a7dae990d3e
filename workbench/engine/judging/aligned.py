"""Aligns a text under several tokenizers on its bytes: where borders differ, and which needs fewer tokens.

A *differing span* goes from a border that two tokenizers share to the next such border, if they differ in
between. Offsets are bytes of the raw text, also for tokenizers that normalize it (`Encoding.spans`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.distinct import distinct
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.encoding.encoding import Encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.losses import Losses

# How a tokenizer cuts a differing span: like the reference (where a third one does not), finer, coarser, or
# elsewhere.
KINDS = ("alike", "finer", "coarser", "crossing")
ALIKE, FINER, COARSER, CROSSING = range(len(KINDS))
UNDECIDED = -1  # several rows need the fewest tokens
_SPACE, _MARK = 0x20, "\u2581".encode()  # SentencePiece writes the one as the other
_COMPARED = 1 << 17  # bytes whose borders are compared at once, some milliseconds

Places = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True)
class Row:
    """A text, or a stretch of it, under one tokenizer.

    Attributes:
        ids, spans, pieces: uint32[n], [n, 2] and [m, 2] of an unsigned type, as in `Encoding`.
        changed: bool[bytes], which bytes the normalizer changed; None for none.
        approximate: some of the spans are estimated.
        at: where `changed` and `lost` begin in the text, in bytes.
        lost: bool[bytes], which bytes the tokens do not give back; None for none.
        gives_back: the tokens decode to the text, as far as that is known.

    """

    ids: NDArray[np.uint32]
    spans: Places
    pieces: Places
    changed: NDArray[np.bool_] | None
    approximate: bool
    at: int = 0
    lost: NDArray[np.bool_] | None = None
    gives_back: bool = True

    def counts(self, borders: Places, length: int) -> NDArray[np.int64]:
        """Return int64[len(borders) - 1], how many tokens begin between each border and the next.

        Tokens without bytes count at their place; at the end of the text, which has `length` bytes, they
        belong to the last stretch.
        """
        at = np.searchsorted(self.spans[:, 0], borders.astype(self.spans.dtype))
        if len(borders) and int(borders[-1]) == length:
            at[-1] = len(self.spans)
        return np.diff(at).astype(np.int64)

    def holding(self, start: int, end: int) -> tuple[int, int]:
        """Return the numbers (first, last + 1) of the tokens with a byte in [start, end)."""
        return _between(self.spans, start, end)

    def beginning(self, start: int, end: int) -> tuple[int, int]:
        """Return the numbers (first, last + 1) of the tokens that begin in [start, end)."""
        first, last = np.searchsorted(self.spans[:, 0], np.array((start, end), self.spans.dtype)).tolist()
        return first, max(first, last)

    def losses(self, start: int, end: int) -> NDArray[np.bool_] | None:
        """Return bool[end - start], which bytes of the text are not given back; None for none."""
        if self.lost is None:
            return None
        lost = np.zeros(end - start, np.bool_)
        first, last = max(start, self.at), min(end, self.at + len(self.lost))
        if first < last:
            lost[first - start : last - start] = self.lost[first - self.at : last - self.at]
        return lost

    def loses(self, borders: Places) -> NDArray[np.bool_]:
        """Return bool[len(borders) - 1], whether a byte between each border and the next is not given back.

        If decoding adds spaces between tokens, every stretch is lost, though no byte is.
        """
        if self.lost is None:
            return np.full(max(len(borders) - 1, 0), not self.gives_back)
        at = np.searchsorted(np.flatnonzero(self.lost) + self.at, borders.astype(np.int64))
        loses: NDArray[np.bool_] = np.diff(at) > 0
        return loses


def _between(spans: Places, start: int, end: int) -> tuple[int, int]:
    """Return the numbers (first, last + 1) of rising spans that have a byte in [start, end)."""
    whole = spans.dtype.type
    first = int(np.searchsorted(spans[:, 1], whole(start), side="right"))
    return first, max(int(np.searchsorted(spans[:, 0], whole(end))), first)


@dataclass(frozen=True)
class Differences:
    """Where a tokenizer differs from the reference.

    Attributes:
        spans: uint64[k, 2], ascending.
        kinds: uint8[k], FINER, COARSER or CROSSING.
        tokens: int32[k, 2], of the reference and of the other.

    """

    spans: Places
    kinds: NDArray[np.uint8]
    tokens: NDArray[np.int32]


class RowMaker:
    """Makes a row of the parts of an encoding.

    Attributes:
        text: the bytes that are encoded. at: where they begin in the whole text.

    """

    def __init__(self, tokenizer: Tokenizer, text: bytes, at: int = 0, start: int = 0) -> None:
        """Keep the tokenizer, the text, its offset `at`, and the byte at which its encoding starts."""
        self.text, self.at = text, at
        self._losses = Losses(tokenizer, text, start)
        self._ids = [np.empty(0, np.uint32)]
        self._spans = [np.empty((0, 2), np.uint64)]
        self._pieces = [np.empty((0, 2), np.uint64)]
        self._changed: NDArray[np.bool_] | None = None
        self._approximate = False

    def take(self, part: Encoding, pieces: bool = True) -> None:
        """Add the next part of the encoding, with its pieces or without."""
        self._ids.append(part.ids)
        self._spans.append(part.spans)
        if pieces:
            self._pieces.append(part.pieces)
        self._approximate = self._approximate or any(stage.approximate for stage in part.stages)
        place, mask = _changed(part, self.text)
        self._losses.take(part.ids, part.spans, (place, mask))
        if mask.any():
            if self._changed is None:
                self._changed = np.zeros(len(self.text), np.bool_)
            self._changed[place : place + len(mask)] = mask
        point()

    def row(self, end: int | None = None) -> Row:
        """Return the row of the text up to `end`; the columns of spans are contiguous, for fast searches."""
        self._losses.finish(len(self.text) if end is None else end)
        size = np.uint32 if self.at + len(self.text) < 1 << 32 else np.uint64
        spans = np.empty((2, sum(map(len, self._spans))), size)
        filled = 0
        for part in paced(self._spans, 8):
            spans[:, filled : filled + len(part)] = part.T
            filled += len(part)
        pieces = np.concatenate(self._pieces)
        point()
        if self.at:
            spans += size(self.at)
            pieces += np.uint64(self.at)
        ids = np.concatenate(self._ids)
        point()
        return Row(
            ids, spans.T, pieces, self._changed, self._approximate, self.at,
            lost=self._losses.mask, gives_back=self._losses.gives_back(ids, is_whole=end is None),
        )  # fmt: skip


def row(tokenizer: Tokenizer, text: bytes, specials: str = "none") -> Row:
    """Return a text under a tokenizer."""
    maker = RowMaker(tokenizer, text)
    for part in tokenizer.encode_parts(text, specials):
        maker.take(part)
    return maker.row()


def _changed(part: Encoding, text: bytes) -> tuple[int, NDArray[np.bool_]]:
    """Return the start of a part in the raw text, and which of its bytes were changed."""
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
    # A byte next to an inserted space, such as the dummy prefix, is unchanged.
    others = (plain != _SPACE) | ((output != _SPACE) & (raw[places] == _MARK[0]))
    became = np.zeros(len(raw), np.uint8)
    became[places[others]] = output[others]
    kept = (np.bincount(places[others], minlength=len(raw)) == 1) & (became == raw)
    spaces = raw == _SPACE
    kept[spaces] = np.bincount(places, minlength=len(raw))[spaces] > 0
    return start, ~kept


def differences(reference: Row, other: Row, length: int) -> Differences:
    """Return where two rows of a text of `length` bytes differ."""
    both = together((reference, other), length)
    return Differences(both.spans, both.kinds[1], both.tokens.T.copy())


@dataclass(frozen=True)
class Together:
    """The spans, between borders that all rows share, where rows differ.

    Attributes:
        spans: uint64[k, 2], ascending; each column is contiguous, for fast searches.
        kinds: uint8[rows, k], of each row compared with the first: ALIKE, FINER, COARSER or CROSSING.
        tokens: int32[rows, k].

    """

    spans: Places
    kinds: NDArray[np.uint8]
    tokens: NDArray[np.int32]

    def holding(self, start: int, end: int) -> tuple[int, int]:
        """Return the indices (first, last + 1) of the spans with a byte in [start, end)."""
        return _between(self.spans, start, end)

    def following(self, position: int) -> int | None:
        """Return the index of the first span that begins after an offset (-1: of all), or None."""
        at = int(np.searchsorted(self.spans[:, 0], np.uint64(position + 1)))
        return at if at < len(self.spans) else None

    def preceding(self, position: int) -> int | None:
        """Return the index of the last span that begins before an offset, or None."""
        at = int(np.searchsorted(self.spans[:, 0], np.uint64(position))) - 1
        return at if at >= 0 else None


NOTHING = Together(np.empty((0, 2), np.uint64), np.empty((0, 0), np.uint8), np.empty((0, 0), np.int32))


def together(rows: Sequence[Row], length: int, within: tuple[int, int] | None = None) -> Together:
    """Return where rows of a text of `length` bytes do not all cut alike; the first is the reference.

    Rows of a stretch of the text are compared `within` what all of them have, from the first border that
    they share there to the last.
    """
    start, end = within or (0, length)
    none = np.empty((len(rows), 0), np.uint8)
    slices = [(np.empty((2, 0), np.uint64), none, none.astype(np.int32))]
    while start < end:
        size = _COMPARED
        while True:  # up to a border that all have
            stop = min(start + size, end)
            one_slice, last = _slice(rows, start, stop, length)
            if last > start or stop == end:
                break
            size *= 2
        slices.append(one_slice)
        start = last if stop < end else end
    spans, kinds, tokens = (_side_by_side(each) for each in zip(*slices, strict=True))
    return Together(spans.T, kinds, tokens)


def _side_by_side(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Join the columns of parts, a few at a time: all at once takes 100 ms for ten rows of 10 MB."""
    whole = np.empty((len(parts[0]), sum(part.shape[1] for part in parts)), parts[0].dtype)
    filled = 0
    for part in paced(parts, 8):
        whole[:, filled : filled + part.shape[1]] = part
        filled += part.shape[1]
    return whole


_Slice = tuple[Places, NDArray[np.uint8], NDArray[np.int32]]


def _slice(rows: Sequence[Row], start: int, stop: int, length: int) -> tuple[_Slice, int]:
    """Return (spans [2, k], kinds, tokens) of what differs in a slice, and the last border that all have."""
    masks = np.stack([_borders(each, start, stop, length) for each in rows])
    at = np.flatnonzero(masks.any(axis=0))
    masks = np.take(masks, at, axis=1)
    shared = np.flatnonzero(masks.all(axis=0))
    point()
    firsts, lasts = shared[:-1], shared[1:]
    common = (at[shared] + start).astype(np.uint64)
    tokens = np.zeros((len(rows), len(firsts)), np.int32)
    for number, each in enumerate(rows):
        tokens[number] = each.counts(common, length)
        point()
    inner = lasts - firsts > 1
    differs = np.flatnonzero(inner | (tokens != tokens[0]).any(axis=0))
    tokens = tokens[:, differs]
    kinds = np.zeros((len(rows), len(differs)), np.uint8)
    # Places between shared ones, stretch after stretch.
    between_shared = np.ones(len(at), np.bool_)
    between_shared[shared] = False
    if len(shared):
        between_shared[: shared[0]] = between_shared[shared[-1] :] = False
    masks = masks[:, between_shared]
    n_inner = (lasts - firsts - 1)[inner]
    begins = np.cumsum(n_inner) - n_inner
    places = np.flatnonzero(inner[differs])
    for number in range(1, len(rows)):
        if len(places):
            mine, theirs = (
                np.logical_or.reduceat(masks[one] & ~masks[two], begins)
                for one, two in ((0, number), (number, 0))
            )
            kinds[number, places] = mine * np.uint8(COARSER) + theirs * np.uint8(FINER)
        same = kinds[number] == ALIKE
        fewer, more = (tokens[a] < tokens[b] for a, b in ((number, 0), (0, number)))
        kinds[number][same & fewer], kinds[number][same & more] = COARSER, FINER
        point()
    spans = np.stack((common[:-1][differs], common[1:][differs]))
    return (spans, kinds, tokens), int(common[-1]) if len(common) else start


def _borders(of: Row, start: int, stop: int, length: int) -> NDArray[np.bool_]:
    """Return bool[stop + 1 - start], the places there where tokens begin or end, and the ends of the text.

    Where a token begins behind bytes that are in none (CLIP drops spaces), the end before these counts.
    """
    borders = np.zeros(stop + 1 - start, np.bool_)
    first, last = _between(of.spans, start, stop)
    first = max(first - 1, 0)  # one that ends at the start, and those without bytes at both ends
    last = int(np.searchsorted(of.spans[:, 0], of.spans.dtype.type(stop), side="right"))
    spans = of.spans[first:last].astype(np.int64) - start
    starts, ends = spans[:, 0], spans[:, 1]
    follows = starts[1:][starts[1:] <= ends[:-1]]
    for places in (ends, follows):
        borders[places[(places >= 0) & (places <= stop - start)]] = True
    if start == 0:
        borders[0] = True
    if stop == length:
        borders[-1] = True
    point()
    return borders


@dataclass(frozen=True)
class Lines:
    """Complete lines of a text.

    Attributes:
        starts: int64[lines], where they begin, in bytes.
        counts: int32[rows, lines], the tokens that begin in each.
        lost: bool[rows, lines], where some of it is not given back.
        winners: int64[lines], the row that needs fewest of those that give the line back; UNDECIDED where
            several do, or fewer than two give it back.

    """

    starts: NDArray[np.int64]
    counts: NDArray[np.int32]
    lost: NDArray[np.bool_]
    winners: NDArray[np.int64]


_NONE = np.empty(0, np.int64)
NO_LINES = Lines(_NONE, np.empty((0, 0), np.int32), np.empty((0, 0), np.bool_), _NONE)


def lines(rows: Sequence[Row], part: bytes, at: int, length: int) -> Lines:
    """Return the lines of the part of a text that begins at byte `at`; a line includes its "\\n"."""
    feeds = [np.empty(0, np.int64)]
    data = np.frombuffer(part, np.uint8)
    for some in paced_slices(len(part), 1 << 17):
        feeds.append(np.flatnonzero(data[some] == 0x0A) + (at + some.start + 1))
    first, last = np.arange(at == 0), np.arange(length, length + (at + len(part) == length))
    borders = distinct(np.concatenate((first, *feeds, last)))
    point()
    counts, lost = _counts(rows, borders.astype(np.uint64), length)
    return Lines(borders[:-1], counts, lost, _fewest(counts, lost))


def density(rows: Sequence[Row], length: int, stretches: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return int32[rows, s], the tokens of each of at most `stretches`, and int64[s], `Lines.winners`."""
    borders = np.unique(np.linspace(0, length, stretches + 1).astype(np.uint64))
    counts, lost = _counts(rows, borders, length)
    return counts, _fewest(counts, lost)


def _counts(rows: Sequence[Row], borders: Places, length: int) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return int32 and bool[rows, stretches]: the tokens of each, and whether some of it is lost."""
    counts = np.zeros((len(rows), max(len(borders) - 1, 0)), np.int32)
    lost = np.zeros(counts.shape, np.bool_)
    for number, each in enumerate(rows):
        if len(borders) > 1:
            counts[number] = each.counts(borders, length)
            lost[number] = each.loses(borders)
        point()
    return counts, lost


def _fewest(counts: NDArray[np.int32], lost: NDArray[np.bool_]) -> NDArray[np.int64]:
    ranked = np.where(lost, np.iinfo(np.int32).max, counts)
    best = ranked.min(axis=0)
    is_sole = ((ranked == best).sum(axis=0) == 1) & ((~lost).sum(axis=0) > 1)
    winners: NDArray[np.int64] = np.where(is_sole, ranked.argmin(axis=0), UNDECIDED)
    return winners
