"""The letter and the colors of a compared tokenizer, by its place."""

from __future__ import annotations

from PySide6.QtGui import QColor

from workbench.widgets.look.theme import Theme

_ORDER = (0, 3, 1, 4, 2, 5)  # of the token colors: the first two differ most

# Dashes of lines, in units of their width: five, for six colors, so that thirty lines differ.
_DASHES = ((), (4.0, 3.0), (1.0, 2.0), (7.0, 2.0, 1.0, 2.0), (8.0, 4.0))


def letter(place: int) -> str:
    """Return the letter of a place: A to Z, then A2 to Z2 and so on."""
    turn = place // 26
    return chr(ord("A") + place % 26) + (str(turn + 1) if turn else "")


def number(place: int) -> int:
    """Return the index of its color among the theme's token colors."""
    return _ORDER[place % len(_ORDER)]


def turn(place: int) -> int:
    """Return how often all colors come before a place."""
    return place // len(_ORDER)


def fill(theme: Theme, place: int) -> QColor:
    """Return the color of its boxes and bars."""
    return theme.token_fills[number(place)]


def line(theme: Theme, place: int) -> QColor:
    """Return the color of the lines under its boxes."""
    return theme.token_lines[number(place)]


def dashes(place: int) -> tuple[float, ...]:
    """Return the dashes of its lines in a plot, none for a solid one."""
    return _DASHES[place % len(_DASHES)]
