"""The number of tokens of each integer from 0 to 9,999: a map for each tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.display.escapes import for_label
from workbench.panels.compare import colors
from workbench.panels.compare.pages.page import ComparisonPage
from workbench.widgets import wording
from workbench.widgets.controls import Label
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import Theme, current_theme, interface_font, theme_signals
from workbench.widgets.panel_parts import panel_column
from workbench.worker.messages.comparing import CountNumbers, NumbersCounted
from workbench.worker.messages.requests import new_request_id

SIDE = 100  # numbers in a row, and rows
_TITLE, _GAP, _FOOT, _SWATCH = 22, 16, 28, 14
_LARGEST = 500  # pixels of a map's side
Counts = NDArray[np.uint8]


class NumberMaps(QWidget):
    """The maps, a hundred numbers in a row: 0 to 99 in the uppermost."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: Sequence[Counts] = ()
        self._names: Sequence[str] = ()
        self._at: int | None = None
        self._images: list[QImage] = []
        self.said = Label("", "small", "text2")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(SIDE, SIDE // 2 + _TITLE + _FOOT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Tokens of each number; the arrow keys go from number to number"))
        theme_signals.changed.connect(self._make_images)

    @property
    def number(self) -> int | None:
        """The number that is described."""
        return self._at

    def show_counts(self, counts: Sequence[Counts], names: Sequence[str]) -> None:
        """Show tokenizers by name, each with uint8[10,000], the tokens of each number; 0 for none."""
        self._counts, self._names = counts, names
        self._make_images()
        self._tell(self._at)

    def _make_images(self) -> None:
        now = current_theme()
        table = np.array([now.sunken.rgba(), *(color.rgba() for color in now.bins)], np.uint32)
        self._images = []
        for counts in self._counts:
            pixels = table[np.minimum(counts, len(now.bins))].reshape(SIDE, SIDE)
            image = QImage(pixels.tobytes(), SIDE, SIDE, 4 * SIDE, QImage.Format.Format_RGB32)
            self._images.append(image.copy())  # which has bytes of its own
        self.update()

    # --- layout

    def _arranged(self) -> tuple[int, int]:
        """Return the maps per row, and the side of a map in pixels, the largest that fits."""
        n, best = max(len(self._counts), 1), (1, 0)
        for columns in range(1, n + 1):
            wide = (self.width() - (columns - 1) * _GAP) // columns
            high = (self.height() - _FOOT) // ceil(n / columns) - _TITLE
            best = max(best, (columns, min(wide, high, _LARGEST)), key=itemgetter(1))
        columns, side = best
        return columns, side - side % SIDE if side > 2 * SIDE else max(side, 1)

    def place_of(self, number: int) -> QRectF:
        """Return the rectangle of the map of a tokenizer."""
        columns, side = self._arranged()
        row, column = divmod(number, columns)
        return QRectF(column * (side + _GAP), row * (side + _TITLE) + _TITLE, side, side)

    def number_at(self, point: QPointF) -> int | None:
        """Return the number at a point of any map."""
        for each in range(len(self._counts)):
            place = self.place_of(each)
            if place.contains(point) and point.x() < place.right() and point.y() < place.bottom():
                inside = (point - place.topLeft()) * SIDE / place.width()
                return int(inside.y()) * SIDE + int(inside.x())
        return None

    def sentence(self, number: int) -> str:
        """Return the number of tokens of a number under each tokenizer, as a sentence."""
        described = [
            f"{colors.letter(place)} {wording.tokens(int(counts[number]))}"
            if counts[number]
            else self.tr("{letter} has no token for it").format(letter=colors.letter(place))
            for place, counts in enumerate(self._counts)
        ]
        return f"{number}: " + wording.listed(described)

    def _tell(self, number: int | None) -> None:
        self._at = number
        known = number is not None and len(self._counts) > 0
        said = self.sentence(number) if known and number is not None else self.tr("Point to a number.")
        self.said.setText(said)
        self.setAccessibleDescription(said)
        self.update()

    # --- pointer and keyboard

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Describe the number under the pointer."""
        number = self.number_at(event.position())
        if number is not None and number != self._at:
            self._tell(number)

    def event(self, event: QEvent) -> bool:
        """Show the description as a tooltip too."""
        if isinstance(event, QHelpEvent):
            number = self.number_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if number is None else self.sentence(number), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between numbers by the arrow keys."""
        steps = {
            Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -SIDE, Qt.Key.Key_Down: SIDE,
            Qt.Key.Key_PageUp: -10 * SIDE, Qt.Key.Key_PageDown: 10 * SIDE,
        }  # fmt: skip
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._tell(0 if key == Qt.Key.Key_Home else SIDE * SIDE - 1)
        elif key not in steps:
            super().keyPressEvent(event)
        elif self._at is None:
            self._tell(0)
        elif 0 <= self._at + steps[key] < SIDE * SIDE:
            self._tell(self._at + steps[key])

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint maps, names, the described number, and the legend of colors."""
        painter, now = QPainter(self), current_theme()
        try:
            painter.setFont(interface_font("small"))
            bottom = 0.0
            for number, image in enumerate(self._images):
                place = self.place_of(number)
                bottom = max(bottom, place.bottom())
                self._paint_map(painter, now, place, number, image)
            self._paint_meaning(painter, now, bottom + (_FOOT - _SWATCH) / 2)
        finally:
            painter.end()

    def _paint_map(self, painter: QPainter, now: Theme, place: QRectF, number: int, image: QImage) -> None:
        painter.setPen(now.text)
        middle = Qt.AlignmentFlag.AlignVCenter
        name = f"{colors.letter(number)} {for_label(self._names[number])}"
        room = QRectF(place.left(), place.top() - _TITLE, place.width(), _TITLE)
        shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, int(room.width()))
        painter.drawText(room, middle, shown)
        # If a number does not cover whole pixels, only those at its edges are blended.
        finer = ceil(place.width() / SIDE) * SIDE
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, place.width() % SIDE > 0)
        painter.drawImage(place, image.scaled(finer, finer))
        if self._at is not None:
            size = place.width() / SIDE
            row, column = divmod(self._at, SIDE)
            cell = QRectF(place.left() + column * size, place.top() + row * size, size, size)
            painter.setPen(QPen(now.accent if self.hasFocus() else now.text, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(cell.adjusted(-2, -2, 2, 2))

    def _paint_meaning(self, painter: QPainter, now: Theme, top: float) -> None:
        metrics, left = QFontMetrics(painter.font()), 0.0
        words = (*(wording.tokens(n) for n in range(1, len(now.bins))),
                 self.tr("{n} or more").format(n=wording.number(len(now.bins))))  # fmt: skip
        for text, fill in zip(words, now.bins, strict=True):
            draw_box(painter, QRectF(left, top, _SWATCH, _SWATCH), 3, fill, now.button_edge)
            left += _SWATCH + theme.SPACE_2
            painter.setPen(now.text2)
            width = metrics.horizontalAdvance(text)
            painter.drawText(QRectF(left, top, width + 1, _SWATCH), Qt.AlignmentFlag.AlignVCenter, text)
            left += width + theme.SPACE_4


class NumbersPage(ComparisonPage):
    """The maps with their description."""

    margin = 0

    def content(self) -> QWidget:
        """Return the maps."""
        self.maps = NumberMaps()
        page = QWidget()
        column = panel_column(page)
        column.addWidget(self.maps, 1)
        column.addWidget(self.maps.said)
        # The neighboring plots have a margin too.
        self.head.setContentsMargins(0, theme.SPACE_1, 0, theme.SPACE_2)
        return page

    def picture(self) -> Sequence[QWidget]:
        """Return the description and the maps, without the line of the number that is pointed at."""
        return (self.summary, self.maps) if self.is_answered else ()

    def key(self) -> object:
        """Return the key of the answer: what it depends on: no text."""
        return tuple(info.handle for info in self.infos)

    def request(self) -> CountNumbers:
        """Return the request."""
        return CountNumbers(new_request_id(), tuple(info.handle for info in self.infos))

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401
        """Show the maps, and the number of integers that are one token."""
        counted: NumbersCounted = answer
        self.maps.show_counts(counted.counts, [info.name for info in self.infos])
        whole = wording.listed(
            f"{colors.letter(place)} {wording.number(int((counts == 1).sum()))}"
            for place, counts in enumerate(counted.counts)
        )
        said = self.tr("Numbers from 0 to 9,999 that are one token: {whole}")
        self.summary.setText(said.format(whole=whole))
