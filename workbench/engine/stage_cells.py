"""What stands for each part of the raw text in a stage of its treatment, and what the stage did to it."""

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
        text: the bytes there are now; empty where the stage took them out.
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
    """Return the cells after a stage, given those before it.

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
        cells += _matched(waiting[first:last], text, start, end)
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


def _matched(old: Sequence[Cell], text: bytes, start: int, end: int) -> list[Cell]:
    """Return the cells of `text`, keeping those of `old` that it begins and ends with."""
    head = tail = taken = 0
    while head < len(old) and text.startswith(old[head].text, taken):
        taken += len(old[head].text)
        head += 1
    rest = text[taken:]
    while tail < len(old) - head and rest.endswith(old[-1 - tail].text):
        rest = rest[: len(rest) - len(old[-1 - tail].text)]
        tail += 1
    middle = old[head : len(old) - tail]
    after = list(old[len(old) - tail :])
    if rest and middle:
        made = [Cell(middle[0].start, middle[-1].end, rest, "replace")]
    elif rest:
        place = after[0].start if after else old[-1].end if old else end
        made = [Cell(place, place, rest, "insert")]
    else:
        made = _removed(middle)
    return [*old[:head], *made, *after]
