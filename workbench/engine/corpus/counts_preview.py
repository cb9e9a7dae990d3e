"""Shows the most frequent pieces of a file of counts, as the lines of a preview."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from workbench.display.escapes import for_label
from workbench.engine.corpus.counts_files import CountsFile, Rows

MOST = 500  # pieces
_LONGEST = 200  # bytes of a piece that are shown

_Row = tuple[int, bytes, str]  # minus its count, piece, source


def most_frequent(file: CountsFile) -> list[tuple[bytes, bytes]]:
    """Return (piece, its count as text) of the `MOST` pieces that occur most often.

    Where a file has several sources a piece comes once for each, whose name follows the count.

    Raises:
        EngineError: as `CountsFile.rows`.

    """
    kept: list[_Row] = []
    names: set[str] = set()
    for rows in file.rows():
        names.update(rows.sources)
        kept = heapq.nsmallest(MOST, [*kept, *_largest(rows)])
    shows_source = len(names) > 1
    return [
        (piece[:_LONGEST], f"{-count:,}{f' {for_label(source)}' if shows_source else ''}".encode())
        for count, piece, source in kept
    ]


def _largest(rows: Rows) -> Iterator[_Row]:
    # Stable: of equal counts the first are taken, and the rows are in the order of their pieces.
    for place in np.argsort(-rows.counts, kind="stable")[:MOST].tolist():
        start = int(rows.ends[place - 1]) if place else 0
        piece = rows.blob[start : int(rows.ends[place])]
        yield -int(rows.counts[place]), piece, rows.sources[int(rows.places[place])]
