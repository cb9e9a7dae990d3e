"""Which boxes are behind a piece of text: tokens gathered so that no box cuts a grapheme cluster.

A cluster that several tokens share is drawn once, in one box that stands for all of them, with their
number in a hatched tab at its end; where letters run from right to left and mostly join there is no
room for a tab, and the whole box is hatched. No token is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_view.layout.layout import LineLayout, Strip, Strips
from workbench.widgets.token_view.layout.line import LineText
from workbench.widgets.token_view.layout.spans import N_COLORS, TokenRun

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Groups:
    """Tokens that share boxes, as arrays over the n boxes of a piece, in order of position.

    Attributes:
        firsts, lasts: int64[n], their tokens by number in the piece's run, lasts exclusive.
        starts, ends: int64[n], borders of the boxes in bytes of the piece.
        tabbed: bool[n], several tokens, their number in a tab at the end.
        hatched: bool[n], several tokens without a tab.

    """

    firsts: Ints
    lasts: Ints
    starts: Ints
    ends: Ints
    tabbed: Flags
    hatched: Flags

    def tabs(self) -> tuple[tuple[int, int], ...]:
        """Return (end of the box in bytes of the piece, number of tokens) where there is a tab."""
        at = np.flatnonzero(self.tabbed)
        return tuple(zip(self.ends[at].tolist(), (self.lasts - self.firsts)[at].tolist(), strict=True))


@dataclass(slots=True)
class Boxes:
    """The boxes of a piece, ready to paint: arrays over n boxes and over their strips.

    Attributes:
        groups: their tokens.
        ids: uint32, token ids of the piece's run.
        colors: uint8[n], 0 to 5, neighbors never the same.
        starts, ends: int64[n], in the display string.
        partial: bool[n], which show bytes that are not UTF-8.
        strips: where they are, several for a box that is broken over rows.
        owners: int64, which box each strip is of, never falling.
        tabs: number of a box -> where its tab is.
        shapes: kept here by the painter.

    """

    groups: Groups
    ids: NDArray[np.uint32]
    colors: NDArray[np.uint8]
    starts: Ints
    ends: Ints
    partial: Flags
    strips: Strips
    owners: Ints
    tabs: dict[int, Strip]
    shapes: object = None

    def __len__(self) -> int:
        return len(self.colors)

    def tokens(self, box: int) -> tuple[int, int]:
        """Return the tokens (first, last + 1) of a box by their numbers in the run."""
        return int(self.groups.firsts[box]), int(self.groups.lasts[box])

    def of_token(self, number: int) -> int | None:
        """Return the box of a token of the run, None if it has none here."""
        if not len(self) or not 0 <= number < int(self.groups.lasts[-1]):
            return None
        return int(np.searchsorted(self.groups.firsts, number, side="right")) - 1

    def holding(self, ids: Iterable[int]) -> list[int]:
        """Return the boxes that have a token with one of `ids`."""
        wanted = frozenset(ids)
        here = [number for number, token_id in enumerate(self.ids.tolist()) if token_id in wanted]
        if not here:
            return []
        numbers = np.array(here)
        boxes = np.searchsorted(self.groups.firsts, numbers, side="right") - 1
        return sorted(set(boxes[boxes >= 0].tolist()))

    def strips_of(self, box: int) -> list[Strip]:
        """Return where a box is."""
        first, last = np.searchsorted(self.owners, (box, box + 1)).tolist()
        return list(self.strips.taken(slice(first, last)))

    def row_looks(self, row: int) -> bytes:
        """Return all that tells how the boxes of a row look, to be compared."""
        here = np.flatnonzero(self.strips.rows == row)
        owners = self.owners[here]
        groups = self.groups
        looks: list[NDArray[Any]] = [
            self.strips.lefts[here], self.strips.rights[here], self.colors[owners], self.partial[owners],
            groups.tabbed[owners], groups.hatched[owners], (groups.lasts - groups.firsts)[owners],
        ]  # fmt: skip
        if len(owners):
            looks.append(self.ids[groups.firsts[owners[0]] : groups.lasts[owners[-1]]])
        return b"".join(look.tobytes() for look in looks)

    def in_row(self, row: int) -> list[tuple[int, Strip]]:
        """Return the strips of one row, each with its box."""
        here = np.flatnonzero(self.strips.rows == row)
        strips = self.strips.taken(here)
        return list(zip(self.owners[here].tolist(), strips, strict=True))


def gather(text: LineText, starts: Ints, ends: Ints, n_heads: int = 0, n_tails: int = 0) -> Groups:
    """Gather tokens into boxes.

    Args:
        text: the display of the piece, without room for tabs.
        starts: int64[m], where the tokens begin, in bytes of the piece; clipped to it here.
        ends: int64[m], where they end.
        n_heads, n_tails: how many of the first and the last have no bytes and a box of their own.

    """
    if not n_heads and not n_tails:
        return _gather(text, starts, ends)
    last = len(starts) - n_tails
    groups = _gather(text, starts[n_heads:last], ends[n_heads:last])
    alone = [(0, n) for n in range(n_heads)], [(int(text.raw[-1]), n) for n in range(last, len(starts))]
    firsts, places = (
        [np.array([own[which] for own in side], np.int64) for side in alone] for which in (1, 0)
    )
    none = [np.zeros(len(side), np.bool_) for side in alone]
    return Groups(
        np.concatenate((firsts[0], groups.firsts + n_heads, firsts[1])),
        np.concatenate((firsts[0] + 1, groups.lasts + n_heads, firsts[1] + 1)),
        np.concatenate((places[0], groups.starts, places[1])),
        np.concatenate((places[0], groups.ends, places[1])),
        np.concatenate((none[0], groups.tabbed, none[1])),
        np.concatenate((none[0], groups.hatched, none[1])),
    )


def _gather(text: LineText, starts: Ints, ends: Ints) -> Groups:
    size = int(text.raw[-1])
    if not len(starts) or not size:
        none, no_flags = np.empty(0, np.int64), np.empty(0, np.bool_)
        return Groups(none, none, none, none, no_flags, no_flags)
    starts, ends = np.clip(starts, 0, size), np.clip(ends, 0, size)
    borders = np.searchsorted(text.raw, starts)
    opens = (text.raw[borders] == starts) & text.whole[borders] & (starts < size)
    # Tokens without bytes share the box of the token that begins where they are, or the last box.
    opens[1:] &= starts[1:] > starts[:-1]
    opens[0] = True
    firsts = np.flatnonzero(opens)
    lasts = np.append(firsts[1:], len(starts))
    whole = text.raw[text.whole].astype(np.int64)
    box_starts = whole[np.searchsorted(whole, starts[firsts], side="right") - 1]
    box_ends = whole[np.searchsorted(whole, np.maximum.reduceat(ends, firsts))]
    several = lasts - firsts > 1
    turned = several & _turned(text, box_starts, box_ends) if several.any() else several
    return Groups(firsts, lasts, box_starts, box_ends, several & ~turned, turned)


def _turned(text: LineText, starts: Ints, ends: Ints) -> Flags:
    """Tell which boxes hold a character that runs from right to left."""
    if text.turned is None:
        return np.zeros(len(starts), np.bool_)
    before = np.append(0, np.cumsum(text.turned))
    is_turned: Flags = before[np.searchsorted(text.raw, ends)] > before[np.searchsorted(text.raw, starts)]
    return is_turned


def make_boxes(layout: LineLayout, groups: Groups, run: TokenRun) -> Boxes:
    """Return the boxes of tokens gathered in `groups`, as they are in a layout of the same piece."""
    text = layout.text
    starts = text.at[np.searchsorted(text.raw, groups.starts)].astype(np.int64)
    ends = text.ends_at(groups.ends)
    _place_inserts(text, starts, ends)
    owners, strips = layout.strips_of(starts, ends)
    tabs = _tabs(layout, groups) if layout.rooms else {}
    partial = np.zeros(len(starts), np.bool_)
    for first, last in text.loose:
        partial |= (starts < last) & (ends > first)
    colors = _parted(run.colors[groups.firsts])
    return Boxes(
        groups, run.ids, colors,
        starts=starts, ends=ends, partial=partial, strips=strips, owners=owners, tabs=tabs,
    )  # fmt: skip


def _tabs(layout: LineLayout, groups: Groups) -> dict[int, Strip]:
    """Return where the tab of each box lies that has room for one."""
    numbers, tab_rects = layout.tabs
    rooms = {layout.rooms[n][0]: strip for n, strip in zip(numbers.tolist(), tab_rects, strict=True)}
    boxes = np.flatnonzero(groups.tabbed)
    borders = zip(boxes.tolist(), groups.ends[boxes].tolist(), strict=True)
    return {box: rooms[end] for box, end in borders if end in rooms}


def _place_inserts(text: LineText, starts: Ints, ends: Ints) -> None:
    """Give the boxes of tokens without bytes their labels, and the first with bytes its space."""
    for number, (start, end) in enumerate(text.heads):
        starts[number], ends[number] = start, end
    for number, (start, end) in enumerate(text.tails, len(starts) - len(text.tails)):
        starts[number], ends[number] = start, end
    first = len(text.heads)
    if text.prefix_at >= 0 and first < len(starts) - len(text.tails):
        starts[first] = min(int(starts[first]), dict(text.heads).get(text.prefix_at, text.prefix_at))


def _parted(colors: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return colors with every one that equals its left neighbor exchanged for one that neither has."""
    if not (colors[1:] == colors[:-1]).any():
        return colors
    parted = colors.tolist()
    for number in range(1, len(parted)):
        before, after = parted[number - 1], parted[number + 1] if number + 1 < len(parted) else -1
        if parted[number] == before:
            others = ((before + step) % N_COLORS for step in range(1, N_COLORS))
            parted[number] = next(other for other in others if other != after)
    return np.array(parted, np.uint8)
