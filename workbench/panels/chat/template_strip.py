"""A line of what the template writes before or after a message: tinted, special tokens inverted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets import theme
from workbench.widgets.labels import draw_box
from workbench.widgets.theme import current_theme, theme_signals, token_font
from workbench.worker.messages import ChatRendered

HEIGHT = 22
_LETTERS = 12
_PAD = 3
_MOST = 200  # tokens that are painted; a system text that a template writes itself can be long


@dataclass(frozen=True, slots=True)
class Chip:
    """A token of the template."""

    text: str
    special: bool


Chips = tuple[Chip, ...]


def around(rendered: ChatRendered, number: int, special_ids: frozenset[int]) -> tuple[Chips, Chips]:
    """Return the template's tokens before and after the content of a message, none where nobody knows."""
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
    """Return the tokens that lie within the bytes [begin, end) of the text."""
    spans = rendered.spans
    rows = np.flatnonzero((spans[:, 0] >= begin) & (spans[:, 1] <= end) & (spans[:, 0] < end))[:_MOST]
    return tuple(
        Chip(
            one_line(visible(rendered.text[int(spans[row, 0]) : int(spans[row, 1])]), 60),
            int(rendered.ids[row]) in special_ids,
        )
        for row in rows.tolist()
    )


@lru_cache(maxsize=1)
def _font() -> QFont:
    return token_font(_LETTERS)


class TemplateStrip(QWidget):
    """Paints tokens of the template in one line; hidden where there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: Chips = ()
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

    def sizeHint(self) -> QSize:
        """Return the height of the line."""
        return QSize(100, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tokens, as many as there is room for."""
        painter, now = QPainter(self), current_theme()
        painter.setFont(_font())
        metrics = QFontMetricsF(_font())
        baseline = (HEIGHT + metrics.ascent() - metrics.descent()) / 2
        x, room = float(theme.PANEL_MARGIN), self.width() - theme.PANEL_MARGIN
        more = metrics.horizontalAdvance("…")
        for number, chip in enumerate(self.chips):
            width = metrics.horizontalAdvance(chip.text) + 2 * _PAD
            last = number == len(self.chips) - 1
            if x + width + (0 if last else more) > room:
                painter.setPen(now.text2)
                painter.drawText(QPointF(x, baseline), "…")
                return
            box = QRectF(x, 2, width - 1, HEIGHT - 4)
            draw_box(painter, box, theme.TOKEN_RADIUS, now.text if chip.special else now.soft, None)
            painter.setPen(now.surface if chip.special else now.accent)
            painter.drawText(QPointF(x + _PAD - 0.5, baseline), chip.text)
            x += width
