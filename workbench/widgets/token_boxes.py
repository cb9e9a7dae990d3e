"""Which boxes stand behind a piece of text: tokens gathered so that no box cuts a grapheme cluster.

A cluster that several tokens share is drawn once, in one box that stands for all of them, with their
number in a hatched tab at its end; where letters join or run from right to left there is no room for
a tab, and the whole box is hatched. No token is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_layout import LineLayout, Strip
from workbench.widgets.token_line import LineText
from workbench.widgets.token_spans import N_COLOURS, TokenRun


@dataclass(frozen=True, slots=True)
class Group:
    """Tokens that share a box.

    Attributes:
        first, last: their numbers in the run, last one exclusive.
        start, end: borders of the box in bytes of the piece.
        tabbed: several tokens, their number in a tab at the end.
        hatched: several tokens without a tab.

    """

    first: int
    last: int
    start: int
    end: int
    tabbed: bool = False
    hatched: bool = False

    @property
    def count(self) -> int:
        """How many tokens share the box."""
        return self.last - self.first


@dataclass(slots=True)
class Box:
    """A box to draw.

    Attributes:
        first, last: its tokens by their numbers in the run of the piece, last one exclusive.
        colour: 0 to 5.
        strips: where it lies, several where it is broken over rows.
        tab: the strip of the tab at its end, or None.
        hatched: several tokens share it and there is no tab.
        partial: it shows bytes that are not UTF-8.
        display: (start, end) in the display string.
        ids: token ids of its tokens.

    """

    first: int
    last: int
    colour: int
    strips: list[Strip]
    tab: Strip | None
    hatched: bool
    partial: bool
    display: tuple[int, int]
    ids: frozenset[int]

    @property
    def count(self) -> int:
        """How many tokens share the box."""
        return self.last - self.first


def groups(text: LineText, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> list[Group]:
    """Gather tokens into boxes.

    Args:
        text: the display of the piece, without room for tabs.
        starts: int64[n], where the tokens begin, in bytes of the piece; clipped to it here.
        ends: int64[n], where they end.

    """
    if not len(starts) or text.raw[-1] == 0:
        return []
    starts, ends = np.clip(starts, 0, text.raw[-1]), np.clip(ends, 0, text.raw[-1])
    borders = np.searchsorted(text.raw, starts)
    opens = (text.raw[borders] == starts) & text.whole[borders]
    # Tokens without bytes share the box of the token that begins where they stand, or the last box.
    opens[1:] &= starts[1:] > starts[:-1]
    opens &= starts < text.raw[-1]
    opens[0] = True
    firsts = np.flatnonzero(opens)
    lasts = np.append(firsts[1:], len(starts))
    whole = text.raw[text.whole]
    box_starts = whole[np.searchsorted(whole, starts[firsts], side="right") - 1]
    box_ends = whole[np.searchsorted(whole, np.maximum.reduceat(ends, firsts))]
    quads = zip(firsts.tolist(), lasts.tolist(), box_starts.tolist(), box_ends.tolist(), strict=True)
    return [_group(text, *quad) for quad in quads]


def _group(text: LineText, first: int, last: int, start: int, end: int) -> Group:
    if last - first == 1:
        return Group(first, last, start, end)
    characters = slice(*np.searchsorted(text.raw, (start, end)))
    turned = text.turned is not None and bool(text.turned[characters].any())
    return Group(first, last, start, end, tabbed=not turned, hatched=turned)


def make_boxes(layout: LineLayout, gathered: list[Group], run: TokenRun) -> list[Box]:
    """Return the boxes of groups, in order, neighbours never in one colour."""
    text = layout.text
    colours = [int(run.colours[group.first]) for group in gathered]
    boxes: list[Box] = []
    for number, group in enumerate(gathered):
        before = boxes[-1].colour if boxes else -1
        after = colours[number + 1] if number + 1 < len(colours) else -1
        colour = _other_colour(colours[number], before, after)
        start, end = text.display_at(group.start), text.display_at(group.end)
        tab = layout.tab_strips(group.end) if group.tabbed else []
        boxes.append(
            Box(
                group.first,
                group.last,
                colour,
                layout.strips(start, end),
                tab[-1] if tab else None,
                group.hatched,
                any(start < last and first < end for first, last in text.loose),
                (start, end),
                frozenset(run.ids[group.first : group.last].tolist()),
            )
        )
    return boxes


def _other_colour(colour: int, before: int, after: int) -> int:
    """Return `colour`, or where the box before has it, one that neither neighbour has."""
    if colour != before:
        return colour
    return next(
        other for step in range(1, N_COLOURS) if (other := (colour + step) % N_COLOURS) not in (before, after)
    )
