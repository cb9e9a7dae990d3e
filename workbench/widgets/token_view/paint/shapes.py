"""The boxes of a piece as rectangles, made once: for each color those of its boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_view.layout.bins import Bins
from workbench.widgets.token_view.layout.boxes import Boxes
from workbench.widgets.token_view.layout.layout import Measures, Strips


@dataclass(frozen=True, slots=True)
class Shapes:
    """The rectangles of a piece at y = 0, kept with its boxes.

    Attributes:
        bins: what they were made for.
        rects: int64[n, 4] each, left, top, width, height; rows: int64[n] each, never falling.
        hatched: int64[m, 5], the same of the hatched boxes, and their colors; hatched_rows: int64[m].

    """

    bins: Bins | None
    rects: tuple[NDArray[np.int64], ...]
    rows: tuple[NDArray[np.int64], ...]
    hatched: NDArray[np.int64]
    hatched_rows: NDArray[np.int64]


def shapes_of(boxes: Boxes, measures: Measures, bins: Bins | None, n_fills: int) -> Shapes:
    """Return the rectangles of boxes for each of `n_fills` colors."""
    if isinstance(boxes.shapes, Shapes) and boxes.shapes.bins is bins:
        return boxes.shapes
    strips, owners = boxes.strips, boxes.owners
    rects, fills = rectangles(strips, measures), fills_of(boxes, bins)[owners]
    order = np.argsort(strips.rows, kind="stable")  # where directions mix, rows may fall
    numbers = [order[fills[order] == fill] for fill in range(n_fills)]
    marked = boxes.groups.hatched
    hatched = order[marked[owners[order]]] if marked.any() else order[:0]
    shapes = boxes.shapes = Shapes(
        bins,
        tuple(rects[own] for own in numbers),
        tuple(strips.rows[own] for own in numbers),
        np.column_stack((rects[hatched], boxes.colors[owners[hatched]])),
        strips.rows[hatched],
    )
    return shapes


def fills_of(boxes: Boxes, bins: Bins | None) -> NDArray[np.uint8]:
    """Return which fill each box has: of several tokens that of the first."""
    return boxes.colors if bins is None else bins.of(boxes.ids[boxes.groups.firsts])


def rectangles(strips: Strips, measures: Measures) -> NDArray[np.int64]:
    """Return int64[n, 4], left, top, width, height of boxes, as `TokenPainter.rect` has them."""
    lefts = np.rint(strips.lefts).astype(np.int64)
    widths = np.maximum(np.rint(strips.rights).astype(np.int64) - 1 - lefts, 2)
    tops = strips.rows * measures.pitch + int(measures.box_top)
    return np.stack((lefts, tops, widths, np.full(len(strips), measures.box)), axis=1)
