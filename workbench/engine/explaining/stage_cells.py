"""What stands for each part of the raw text in a stage of its treatment, and what the stage did there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands for a part of the raw text in one stage.

    Attributes:
        start, end: that part, in bytes of the raw text; equal where the stage put something there.
        text: the bytes there are now; empty if the stage took them out.
        change: what the stage did: "" (nothing), "replace", "insert" or "delete".

    """

    start: int
    end: int
    text: bytes
    change: str = ""


def raw_cells(text: bytes, start: int, end: int) -> list[Cell]:
    """Return the characters of text[start:end], each byte that belongs to none by itself."""
    return [Cell(start + at, start + at + len(part), part) for at, part in characters(text[start:end])]


def characters(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (place, bytes) of each character, and of each byte that belongs to none."""
    at = 0
    for character in data.decode("utf-8", "surrogateescape"):
        part = character.encode("utf-8", "surrogateescape")
        yield at, part
        at += len(part)


def cut_output(output: bytes, alignment: NDArray[np.uint64], start: int, end: int) -> tuple[bytes, list[int]]:
    """Return what came from the raw bytes [start, end), and its alignment."""
    first = int(np.searchsorted(alignment, start, "left"))
    # What was put at the end of the stretch belongs to what follows, unless nothing does.
    at_end = int(alignment[-1]) <= end
    last = len(output) if at_end else int(np.searchsorted(alignment, end, "left"))
    return output[first:last], [min(max(int(a), start), end) for a in alignment[first : last + 1]]


def changed_cells(before: Sequence[Cell], output: bytes, alignment: Sequence[int]) -> list[Cell]:
    """Return the cells after a stage, given the cells before.

    Args:
        before: of the stage before, rising.
        output: the bytes after the stage.
        alignment: for each of its borders the byte of the raw text, never falling.

    """
    waiting = [replace(cell, change="") for cell in before if cell.text]
    cells: list[Cell] = []
    at = 0
    for start, end, text in _groups(output, alignment):
        first = at
        while first < len(waiting) and waiting[first].start < start:
            first += 1
        last = first
        while last < len(waiting) and waiting[last].end <= end:
            last += 1
        cells += _removed(waiting[at:first])
        cells += _matched(waiting[first:last], text, end)
        at = last
    return cells + _removed(waiting[at:])


def _groups(output: bytes, alignment: Sequence[int]) -> Iterator[tuple[int, int, bytes]]:
    """Yield (start, end, bytes) of what came from one part of the raw text together."""
    begun: int | None = None
    for at, part in characters(output):
        begun = at if begun is None else begun
        if alignment[at + len(part)] > alignment[begun]:
            yield alignment[begun], alignment[at + len(part)], output[begun : at + len(part)]
            begun = None
    if begun is not None:
        yield alignment[begun], alignment[-1], output[begun:]


def _removed(cells: Iterable[Cell]) -> list[Cell]:
    return [Cell(cell.start, cell.end, b"", "delete") for cell in cells if cell.start < cell.end]


def _matched(old: Sequence[Cell], text: bytes, end: int) -> list[Cell]:
    """Return the cells of `text`, keeping those of `old` that it begins and ends with.

    What a text has become longer by is taken to be before what is alike, as a dummy prefix does.
    """
    borders = {at for at, _ in characters(text)} | {len(text)}
    first, last = 0, len(text)  # what of the text is left
    head, tail = 0, len(old)  # what of the cells is left
    longer = len(text) > sum(len(cell.text) for cell in old)
    for at_start in (False, True) if longer else (True, False):
        while head < tail:
            own = old[head].text if at_start else old[tail - 1].text
            border = first + len(own) if at_start else last - len(own)
            held = text[first:border] if at_start else text[max(border, first) : last]
            if held != own or border not in borders:
                break
            head, first = (head + 1, border) if at_start else (head, first)
            tail, last = (tail, last) if at_start else (tail - 1, border)
    return [*old[:head], *_between(old, head, tail, text[first:last], end), *old[tail:]]


def _between(old: Sequence[Cell], head: int, tail: int, text: bytes, end: int) -> list[Cell]:
    """Return what a text put for some cells is."""
    if not text:
        return _removed(old[head:tail])
    if head < tail:
        return [Cell(old[head].start, old[tail - 1].end, text, "replace")]
    place = old[tail].start if tail < len(old) else old[-1].end if old else end
    return [Cell(place, place, text, "insert")]
