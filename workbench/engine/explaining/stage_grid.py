"""The grid of the pipeline: a column for each character of the raw text and for what is put between two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.engine.explaining.stage_cells import Cell


@dataclass(frozen=True, slots=True)
class Box:
    """Something that is on the grid.

    Attributes:
        left, right: its edges, in columns.
        text: its bytes.
        change: as in `Cell`.
        id: of a token, -1 for none.
        kind: "" , "special" (a special token), "added" (put around the text) or "cut" (it goes on outside).

    """

    left: float
    right: float
    text: bytes
    change: str = ""
    id: int = -1
    kind: str = ""


class Grid:
    """The columns of a stretch, and where things are on them.

    Attributes:
        columns: (start, end) in bytes of the text.
        before, after: ids put around the text, each of which has a column of its own.

    """

    def __init__(self, stages: Sequence[Sequence[Cell]], before: Sequence[int], after: Sequence[int]) -> None:
        self.before, self.after = tuple(before), tuple(after)
        raw = stages[0]
        put = {cell.start for stage in stages for cell in stage if cell.start == cell.end}
        at = raw[0].start if raw else 0
        columns = [(at, at)] * len(self.before)
        self._lefts: dict[int, int] = {}  # byte of the text -> column of the character that begins there
        self._rights: dict[int, int] = {}  # byte -> the edge of what ends there
        for cell in raw:
            self._rights[cell.start] = len(columns)
            columns += [(cell.start, cell.start)] * (cell.start in put)
            self._lefts[cell.start] = len(columns)
            columns.append((cell.start, cell.end))
        at = raw[-1].end if raw else 0
        self._rights[at] = len(columns)
        columns += [(at, at)] * (at in put)
        self._lefts[at] = len(columns)
        columns += [(at, at)] * len(self.after)
        self.columns = tuple(columns)

    def edges(self, cell: Cell) -> tuple[float, float]:
        """Return where a cell is."""
        if cell.start == cell.end:
            return self._rights[cell.start], self._lefts[cell.start]
        return self._lefts[cell.start], self._rights[cell.end]

    def boxes(self, cells: Iterable[Cell]) -> tuple[Box, ...]:
        """Return the boxes of cells."""
        return tuple(Box(*self.edges(cell), cell.text, cell.change) for cell in cells)


class Places:
    """Where the bytes of a segment's last output are on the grid."""

    def __init__(self, grid: Grid, cells: Sequence[Cell], first: int) -> None:
        """Take the cells of the output, which begins with them at its byte `first`."""
        self.first = self.last = first
        self._starts: list[tuple[int, int, float, float]] = []
        for cell in cells:
            if cell.text:
                left, right = grid.edges(cell)
                self._starts.append((self.last, self.last + len(cell.text), left, right))
                self.last += len(cell.text)

    def edges(self, start: int, end: int) -> tuple[float, float] | None:
        """Return where the bytes [start, end) lie, None if they are not in the stretch."""
        touched = [row for row in self._starts if row[0] < end and row[1] > start]
        if not touched:
            return None
        return _inside(touched[0], max(start, touched[0][0])), _inside(touched[-1], min(end, touched[-1][1]))

    def holds(self, start: int, end: int) -> bool:
        """Return whether all of [start, end) is in the stretch."""
        return self.first <= start and end <= self.last


def _inside(row: tuple[int, int, float, float], place: int) -> float:
    start, end, left, right = row
    return left + (right - left) * (place - start) / (end - start)
