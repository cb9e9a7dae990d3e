"""Which letter and which colours a compared tokenizer has, by its place."""

from __future__ import annotations

from PySide6.QtGui import QColor

from workbench.widgets.look.theme import Theme

_ORDER = (0, 3, 1, 4, 2, 5)  # of the token colours: the first two differ most


def letter(place: int) -> str:
    """Return A to Z, then A2 to Z2 and so on."""
    turn = place // 26
    return chr(ord("A") + place % 26) + (str(turn + 1) if turn else "")


def number(place: int) -> int:
    """Return which of the theme's token colours it has."""
    return _ORDER[place % len(_ORDER)]


def fill(theme: Theme, place: int) -> QColor:
    """Return the colour of its boxes and bars."""
    return theme.token_fills[number(place)]


def line(theme: Theme, place: int) -> QColor:
    """Return the colour of the lines under these."""
    return theme.token_lines[number(place)]
