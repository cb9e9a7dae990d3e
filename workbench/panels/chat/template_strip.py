"""Shows what the template writes before or after a message: tinted, with special tokens inverted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, theme_signals, token_font
from workbench.widgets.token_view.paint.paint import FADED
from workbench.worker.messages.chat import ChatRendered

HEIGHT = 22
_LETTERS = 12
_PAD = 3
_MORE = "…"
_MOST = 200  # tokens that are painted; a system text that a template writes itself can be long


@dataclass(frozen=True, slots=True)
class Chip:
    """A token of the template; the last chip of many stands for all that follow.

    Attributes:
        text, special: what it spells, and whether it is a special token.
        first, last: the tokens of the conversation that it stands for, (first, last + 1).

    """

    text: str
    special: bool
    first: int
    last: int


Chips = tuple[Chip, ...]


def template_chips(rendered: ChatRendered, number: int, special_ids: frozenset[int]) -> tuple[Chips, Chips]:
    """Return the template's tokens before and after the content of a message, none if unknown."""
    begin = rendered.ends[number - 1] if number else 0
    end = rendered.ends[number]
    own = [(start, stop) for start, stop, message in rendered.contents if message == number]
    if begin < 0 or end < 0 or len(own) > 1 or (own and not begin <= own[0][0] <= own[0][1] <= end):
        return (), ()
    start, stop = own[0] if own else (end, end)
    return (
        between(rendered, begin, start, special_ids),
        between(rendered, stop, end, special_ids),
    )


def between(rendered: ChatRendered, begin: int, end: int, special_ids: frozenset[int]) -> Chips:
    """Return the tokens that are within the bytes [begin, end) of the text."""
    spans = rendered.spans
    rows = np.flatnonzero((spans[:, 0] >= begin) & (spans[:, 1] <= end) & (spans[:, 0] < end))
    chips = tuple(
        Chip(
            one_line(visible(rendered.text[int(spans[row, 0]) : int(spans[row, 1])]), 60),
            int(rendered.ids[row]) in special_ids,
            row,
            row + 1,
        )
        for row in rows[:_MOST].tolist()
    )
    rest = rows[_MOST:].tolist()
    return (*chips, Chip(_MORE, False, rest[0], rest[-1] + 1)) if rest else chips


@lru_cache(maxsize=1)
def _font() -> QFont:
    return token_font(_LETTERS)


@dataclass(frozen=True, slots=True)
class Part:
    """A painted part of the line.

    Attributes:
        kind: "token", "special", "more" for those without room, or "flag", what says that the limit is there.
        text, x, width: what is written, and where.
        fits: whether it is before the limit.

    """

    kind: str
    text: str
    x: float
    width: float
    fits: bool


class TemplateStrip(QWidget):
    """Paints tokens of the template in one line; hidden if there are none.

    Attributes:
        chips: the tokens.
        cut: (number of the first of them that is left out, text of the flag there or ""), None for no cut.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: Chips = ()
        self.cut: tuple[int, str] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Text of the template"))
        theme_signals.changed.connect(self.update)
        self.hide()

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Show other tokens."""
        if tuple(chips) == self.chips:
            return
        self.chips = tuple(chips)
        said = "".join(chip.text for chip in self.chips)
        self.setAccessibleDescription(said)
        self.setToolTip(said)
        self.setVisible(bool(self.chips))
        self.update()

    def set_cut(self, cut: tuple[int, str] | None) -> None:
        """Draw the limit before one of its tokens, and those from it on faintly."""
        if cut != self.cut:
            self.cut = cut
            self.update()

    def rows(self) -> tuple[int, int] | None:
        """Return (first, last + 1) of the conversation's tokens that it shows, None for none."""
        return (self.chips[0].first, self.chips[-1].last) if self.chips else None

    def sizeHint(self) -> QSize:
        """Return the height of the line."""
        return QSize(100, HEIGHT)

    def parts(self) -> list[Part]:
        """Return what is painted, from the left, as much as there is room for; the flag always has room."""
        metrics, room = QFontMetricsF(_font()), float(self.width() - theme.PANEL_MARGIN)
        flag = "" if self.cut is None else self.cut[1]
        for_flag, more = metrics.horizontalAdvance(flag), metrics.horizontalAdvance(_MORE)
        x, parts_found = float(theme.PANEL_MARGIN), list[Part]()
        for chip in self.chips:
            fits = self._fits(chip)
            if flag and not fits:
                parts_found.append(Part("flag", flag, x, for_flag, fits))
                x, flag, for_flag = x + for_flag, "", 0
            width = metrics.horizontalAdvance(chip.text) + 2 * _PAD
            if x + width + (0 if chip is self.chips[-1] else more) + for_flag > room:
                parts_found.append(Part("more", _MORE, x, more, fits))
                x += more
                break
            parts_found.append(Part("special" if chip.special else "token", chip.text, x, width, fits))
            x += width
        return [*parts_found, Part("flag", flag, x, for_flag, fits=False)] if flag else parts_found

    def _fits(self, chip: Chip) -> bool:
        return self.cut is None or chip.last - self.chips[0].first <= self.cut[0]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tokens, as many as there is room for, and where the limit falls among them."""
        painter = QPainter(self)
        painter.setFont(_font())
        for part in self.parts():
            if part.kind == "flag":
                _paint_flag(painter, part)
            elif part.kind == "more":
                _write(painter, part, part.x, current_theme().text2)
            else:
                _paint_token(painter, part)


def _paint_token(painter: QPainter, part: Part) -> None:
    now, special = current_theme(), part.kind == "special"
    box = QRectF(part.x, 2, part.width - 1, HEIGHT - 4)
    painter.setOpacity(1 if part.fits else FADED)
    draw_box(painter, box, theme.TOKEN_RADIUS, now.text if special else now.soft, None)
    painter.setOpacity(1)
    letters = now.text2 if not part.fits else now.surface if special else now.accent
    _write(painter, part, part.x + _PAD - 0.5, letters)


def _paint_flag(painter: QPainter, part: Part) -> None:
    """Paint the flag as it is in a text, its line over the whole height."""
    now = current_theme()
    draw_box(painter, QRectF(part.x + 1, 2, part.width - 1, HEIGHT - 4), theme.TOKEN_RADIUS, now.danger, None)
    painter.fillRect(QRectF(part.x, 0, 2, HEIGHT), now.danger)
    _write(painter, part, part.x, now.surface)


def _write(painter: QPainter, part: Part, x: float, color: QColor) -> None:
    metrics = QFontMetricsF(painter.font())
    painter.setPen(color)
    painter.drawText(QPointF(x, (HEIGHT + metrics.ascent() - metrics.descent()) / 2), part.text)
