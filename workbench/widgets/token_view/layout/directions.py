"""Marks that hold the characters of a line in their order, whatever is put between them.

Room among letters of mixed direction takes part in the order (Unicode Annex 9): after a word that runs the
other way it goes to that word's far end, and a percent sign that it parts from its number goes elsewhere.
So the order is found without any room and then written down: each run is between an override of its
direction and the end of that, and all that is put into it runs as it does.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from workbench.widgets.token_view.layout.inserts import units

_OVERRIDES = "\u202d", "\u202e"  # of an even level, from left to right, and of an odd one
_END = "\u202c"
_NOTHING = dict.fromkeys(map(ord, (*_OVERRIDES, _END)))  # for each mark
_PLACES = (
    QTextLayout.GlyphRunRetrievalFlag.RetrieveStringIndexes
    | QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphPositions
)
_KEPT = 128  # lines: each is laid out several times until its room fits

Levels = NDArray[np.int8]


def without_marks(display: str) -> str:
    """Return a display string without the marks of `marks_of_direction`."""
    return display.translate(_NOTHING)


def are_marks(code_units: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Tell which UTF-16 units of a display string are such marks."""
    return np.isin(code_units, list(_NOTHING))


@lru_cache(maxsize=_KEPT)
def marks_of_direction(display: str, right_to_left: bool) -> tuple[tuple[int, str], ...]:
    """Return what holds all characters in their order: (place in UTF-16 units, marks to put before it).

    The last goes after the string, for what follows. There is none where all runs from right to left
    with its line: room does so of itself.

    Args:
        display: what is laid out, without any room.
        right_to_left: whether the line as a whole runs from right to left.

    """
    levels = _levels(display, right_to_left)
    base = int(right_to_left)
    if not len(levels) or (right_to_left and (levels == base).all()):
        return ()
    changes = [0, *(np.flatnonzero(np.diff(levels)) + 1).tolist(), len(levels)]
    outside = base - 1  # also what is at the line's own level is held
    reached = [outside, *levels[changes[:-1]].tolist(), outside]
    return tuple((place, _marks(*step)) for place, step in zip(changes, pairwise(reached), strict=True))


def _marks(before: int, after: int) -> str:
    """Return the marks that lead from one level to another."""
    return _END * (before - after) + "".join(_OVERRIDES[level % 2] for level in range(before + 1, after + 1))


def _levels(display: str, right_to_left: bool) -> Levels:
    """Return int8[n], the level of each UTF-16 unit, as Unicode Annex 9 counts them, found in Qt's layout.

    Qt tells only which glyphs are turned. In a line from left to right numbers among letters from right
    to left are two levels up, not turned: they are on the wrong side of those letters. Where no such
    letter is next to them their level makes no difference.
    """
    turned, x = _glyphs(display, right_to_left)
    if right_to_left:
        return np.where(turned, 1, 2).astype(np.int8)
    places = np.arange(len(x))
    before = np.maximum.accumulate(np.where(turned, places, -1))
    after = np.minimum.accumulate(np.where(turned, places, len(x))[::-1])[::-1]
    far = np.concatenate((x, [np.inf, -np.inf]))  # the last stands for none before: before is -1
    lifted = ~turned & ((far[before] > x) | (far[after] < x))
    return (turned + 2 * lifted).astype(np.int8)


def _glyphs(display: str, right_to_left: bool) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return for each UTF-16 unit whether it is turned, and its x: those of the first in its cluster.

    A joiner at the end of a word has another direction than its letter.
    """
    n = units(display)
    turned, x, known = np.zeros(n, np.bool_), np.zeros(n), np.zeros(n, np.int64)
    layout = _one_row(display, right_to_left)
    for run in layout.lineAt(0).glyphRuns(-1, -1, _PLACES):
        places = np.array(run.stringIndexes(), np.int64)
        turned[places] = run.isRightToLeft()
        x[places] = [point.x() for point in run.positions()]
        known[places] = places
    known[[not layout.isValidCursorPosition(place) for place in range(n)]] = 0
    latest = np.maximum.accumulate(known)
    return turned[latest], x[latest]


def _one_row(display: str, right_to_left: bool) -> QTextLayout:
    """Return a string laid out in one font: where fonts change Qt 6.11 tells wrong places of glyphs.

    What that font lacks is a box in it, in the place of the letter.
    """
    font = QFont()
    font.setStyleStrategy(QFont.StyleStrategy.NoFontMerging)
    layout = QTextLayout(display, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    direction = Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
    option.setTextDirection(direction)
    layout.setTextOption(option)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout
