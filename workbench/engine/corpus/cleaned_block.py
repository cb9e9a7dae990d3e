"""A block of a document during the cleaning steps, and what happens to each of its bytes.

Many changes are made at once by numpy: HTML may change in every twentieth byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, point
from workbench.engine.normalizers.normalizer import Normalized
from workbench.engine.normalizers.text_edits import Edited, aligned, composed

USED, REPLACED, REMOVED = 0, 1, 2
_REPLACEMENT = "\ufffd".encode()
_SHORT = 64  # bytes of a change in which those that stayed are looked for
_FEW = 8  # spans that are marked one by one

Places = NDArray[np.int64]
Spans = NDArray[np.int64]  # int64[k, 2], starts and ends, which rise and do not overlap


class Block:
    """A block of a document.

    Attributes:
        output: its bytes as they are now.
        fates: uint8[len(source)], `USED`, `REPLACED` or `REMOVED`, by now.

    """

    def __init__(self, source: bytes, output: bytes, repaired: Normalized | None) -> None:
        """Take the bytes as they came and as UTF-8; `repaired` aligns the two where they differ."""
        self.output = output
        self.fates = np.zeros(len(source), np.uint8)
        self._alignment = np.arange(len(source) + 1, dtype=np.uint64)
        self._taken: tuple[bytes, Edited] | None = None  # not yet in the alignment
        if repaired is not None:
            self._alignment = repaired.alignment
            borders = repaired.alignment.astype(np.int64)
            # The bytes put for a fault all come from its beginning: only the last of them has a width.
            put = np.flatnonzero((np.diff(borders) == 0) & (np.diff(borders, prepend=-1)[:-1] > 0))
            self._replace(borders, np.column_stack((put, put + len(_REPLACEMENT))))

    def alignment(self) -> NDArray[np.uint64]:
        """Return uint64[len(output) + 1], borders of the source."""
        if self._taken is not None:
            before, edited = self._taken
            self._taken = None
            normalized = aligned(before, edited)
            self._alignment = composed(self._alignment, normalized)
        return self._alignment

    def take(self, edited: Edited) -> None:
        """Take the next step's output."""
        before = self.output
        if edited.output == before:
            return
        borders = self.alignment().astype(np.int64)
        if edited.between:
            self._take_rest(before, edited, borders)
            point()
        self._take_stretches(before, edited, borders)
        self.output, self._taken = edited.output, (before, edited)

    def _take_rest(self, before: bytes, edited: Edited, borders: Places) -> None:
        """Note which bytes between the stretches became others: small letters are as long as the capitals."""
        old, new = np.frombuffer(before, np.uint8), np.frombuffer(edited.output, np.uint8)
        table = edited.stretches
        kept = ~_covered(table[:, :2], len(old))
        others = new[~_covered(table[:, 2:], len(new))]
        differing = old[kept] != others
        if differing.any():
            places = np.flatnonzero(kept)[differing]
            self._replace(borders, np.column_stack((places, places + 1)))

    def _take_stretches(self, before: bytes, edited: Edited, borders: Places) -> None:
        """Note what became of each changed stretch."""
        table = edited.stretches
        sizes, new_sizes = table[:, 1] - table[:, 0], table[:, 3] - table[:, 2]
        gone, one, other = new_sizes == 0, new_sizes == 1, new_sizes > np.minimum(sizes, _SHORT)
        self._remove(borders, table[gone, :2])
        self._replace(borders, table[other, :2])
        single = one & ~other & (sizes <= _SHORT)
        if single.any():
            removed, replaced = _single_left(before, edited.output, table[single])
            self._remove(borders, removed)
            self._replace(borders, replaced)
        few = ~(gone | other | single)
        if few.any():
            point()
            removed, replaced = _all_left(before, edited.output, table[few])
            self._remove(borders, removed)
            self._replace(borders, replaced)

    def _remove(self, borders: Places, spans: Spans) -> None:
        """Note that nothing stands for the bytes of the source that some spans came from."""
        for at in _selections(borders[spans], len(self.fates)):
            self.fates[at] = REMOVED

    def _replace(self, borders: Places, spans: Spans) -> None:
        """Note that something else stands for them, where they were still used."""
        for at in _selections(borders[spans], len(self.fates)):
            fates = self.fates[at]
            self.fates[at] = np.where(fates == USED, REPLACED, fates)


def _selections(spans: Spans, size: int) -> Iterator[slice | NDArray[np.bool_]]:
    """Yield what selects the places in spans: few of them one by one, which is quicker, many at once."""
    if len(spans) > _FEW:
        yield _covered(spans, size)
        return
    for start, end in spans.tolist():
        yield slice(start, end)


def _covered(spans: Spans, size: int) -> NDArray[np.bool_]:
    """Return bool[size], which places are in one of the spans."""
    if not len(spans):
        return np.zeros(size, np.bool_)
    depths = np.bincount(spans[:, 0], minlength=size + 1) - np.bincount(spans[:, 1], minlength=size + 1)
    return np.cumsum(depths[:size]) > 0


def _single_left(old: bytes, new: bytes, table: Places) -> tuple[Spans, Spans]:
    """Return the spans that went where one byte was left of a stretch, and those where that byte is new."""
    before, starts, ends = np.frombuffer(old, np.uint8), table[:, 0], table[:, 1]
    wanted = np.frombuffer(new, np.uint8)[table[:, 2]]
    left = np.full(len(table), -1, np.int64)
    for step in range(int((ends - starts).max())):
        places = np.minimum(starts + step, len(before) - 1)
        here = (left < 0) & (starts + step < ends) & (before[places] == wanted)
        left[here] = places[here]
    there = left >= 0
    borders = np.column_stack((starts, left, left + 1, ends))[there]
    return borders.reshape(-1, 2), table[~there, :2]


def _all_left(old: bytes, new: bytes, table: Places) -> tuple[Spans, Spans]:
    """Return the spans that went of stretches of which some bytes are left, and those that were replaced."""
    gone: list[tuple[int, int]] = []
    replaced: list[int] = []
    for count, (start, end, new_start, new_end) in enumerate(paced(table.tolist(), 512)):
        left = _left(old[start:end], new[new_start:new_end])
        if left is None:
            replaced.append(count)
        else:
            ends = [*(start + at for at in left), end]
            gone += zip([start, *(at + 1 for at in ends[:-1])], ends, strict=True)
    removed = np.array(gone, np.int64).reshape(-1, 2)
    return removed, table[np.array(replaced, np.int64), :2]


def _left(old: bytes, new: bytes) -> Sequence[int] | None:
    """Return which bytes of a stretch are left, where others only went; None if it became another text."""
    places: list[int] = []
    at = 0
    for byte in new:
        at = old.find(byte, at) + 1
        if at == 0:
            return None
        places.append(at - 1)
    return places
