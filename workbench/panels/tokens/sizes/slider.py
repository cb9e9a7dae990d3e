"""The logarithmic slider of the vocabulary size, over the curve of token counts by size."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font

CURVE = 28  # pixels above the groove
_GROOVE, _HANDLE = 4, 14
_LABELS = 16
_EDGE = 10  # pixels left and right of the scale
_TICK_GAP = 20  # pixels between two labels
_STEPS = 96  # arrow keys from end to end

Counts = NDArray[np.int64]


class SizeSlider(QSlider):
    """Chooses a size from the bytes alone to the whole vocabulary; its value is the size.

    Arrow keys go in steps of a few percent, with Shift by single merges; page keys double and halve.

    Signals:
        reset_requested(): Escape.
        approached(): the mouse is over it, or it has the keyboard: it may be moved in a moment.

    """

    reset_requested = Signal()
    approached = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._lowest, self._whole = 256, 256
        self._counts: Counts | None = None
        self._curve: tuple[int, tuple[QPolygonF, QPolygonF]] | None = None  # for a width
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Vocabulary size"))
        self.setToolTip(
            self.tr(
                "Encode with the first merges only. Arrow keys change the size, with Shift by one merge; "
                "Page Up doubles it, Escape uses the whole vocabulary again."
            )
        )
        theme.theme_signals.changed.connect(self.update)

    # --- what it shows

    def set_sizes(self, lowest: int, whole: int) -> None:
        """Go from one size to another, and stop at the whole."""
        self._lowest, self._whole, self._counts, self._curve = lowest, max(whole, lowest), None, None
        self.setRange(lowest, self._whole)
        self.setValue(self._whole)
        self.update()

    def set_counts(self, counts: Counts | None) -> None:
        """Show int64[n], the tokens of the text from the lowest size to the whole, or no curve."""
        self._counts, self._curve = counts, None
        self.update()

    def x_of(self, size: float) -> float:
        """Return where a size is, in pixels."""
        if self._whole <= self._lowest:
            return float(_EDGE)
        share = math.log(size / self._lowest) / math.log(self._whole / self._lowest)
        return _EDGE + share * self._room()

    def size_at(self, x: float) -> int:
        """Return the size at a place."""
        share = min(max((x - _EDGE) / max(self._room(), 1), 0.0), 1.0)
        size: float = self._lowest * (self._whole / self._lowest) ** share
        return round(size)

    def _room(self) -> int:
        return self.width() - 2 * _EDGE

    def sizeHint(self) -> QSize:
        """Return the height of curve, groove and labels."""
        labels = max(_LABELS, round(QFontMetricsF(interface_font("tiny")).height()))
        return QSize(320, CURVE + _HANDLE // 2 + 4 + labels)

    def minimumSizeHint(self) -> QSize:
        """Let it be narrow."""
        return QSize(120, self.sizeHint().height())

    # --- mouse and keys

    def enterEvent(self, event: QEnterEvent) -> None:
        """Tell that it may be moved in a moment."""
        super().enterEvent(event)
        self.approached.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that it may be moved in a moment."""
        super().focusInEvent(event)
        self.approached.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the place that was pressed, and follow from there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.size_at(event.position().x()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        if self.isSliderDown():
            self.setValue(self.size_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Go a step where the slider has the keyboard; else what is around it scrolls."""
        if self.hasFocus() and event.angleDelta().y():
            key = Qt.Key.Key_Up if event.angleDelta().y() > 0 else Qt.Key.Key_Down
            self.setValue(self._target(key, event.modifiers()) or self.value())
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change the size."""
        target = self._target(Qt.Key(event.key()), event.modifiers())
        if event.key() == Qt.Key.Key_Escape:
            self.reset_requested.emit()
        elif target is None:
            super().keyPressEvent(event)
        else:
            self.setValue(target)

    def _target(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> int | None:
        """Return the size that a key leads to, or None."""
        value = self.value()
        step = (self._whole / self._lowest) ** (1 / _STEPS)
        way = {
            Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1,
        }.get(key)  # fmt: skip
        if way is not None:
            alone = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            further = round(value * step**way)
            return value + way if alone or further == value else further
        return {
            Qt.Key.Key_PageUp: value * 2,
            Qt.Key.Key_PageDown: value // 2,
            Qt.Key.Key_Home: self._lowest,
            Qt.Key.Key_End: self._whole,
        }.get(key)

    # --- how it looks

    def ticks(self) -> list[int]:
        """Return the sizes that have labels: both ends and, as far as there is room, doubled ones."""
        metrics = QFontMetricsF(interface_font("tiny"))

        def half(size: int) -> float:
            return metrics.horizontalAdvance(wording.number(size)) / 2

        end = self.x_of(self._whole) - 2 * half(self._whole)
        right = self.x_of(self._lowest) + 2 * half(self._lowest)
        sizes, size = [self._lowest], 2 * self._lowest
        while size < self._whole:
            x = self.x_of(size)
            if x - half(size) > right + _TICK_GAP and x + half(size) < end - _TICK_GAP:
                sizes.append(size)
                right = x + half(size)
            size *= 2
        return [*sizes, self._whole] if self._whole > self._lowest else sizes

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the curve, the groove up to the handle, and the labels."""
        painter, now = QPainter(self), current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        curve = self._polygon()
        if curve is not None:
            painter.setBrush(now.soft)
            painter.drawPolygon(curve[0])
            painter.setPen(QPen(now.accent, 1))
            painter.drawPolyline(curve[1])
            painter.setPen(Qt.PenStyle.NoPen)
        x, y = self.x_of(self.value()), CURVE + _GROOVE / 2
        painter.setBrush(now.border)
        painter.drawRoundedRect(QRectF(_EDGE, CURVE, self._room(), _GROOVE), 2, 2)
        painter.setBrush(now.accent)
        painter.drawRoundedRect(QRectF(_EDGE, CURVE, x - _EDGE, _GROOVE), 2, 2)
        painter.setPen(QPen(now.accent, 2))
        painter.setBrush(now.surface)
        painter.drawEllipse(QPointF(x, y), _HANDLE / 2 - 1, _HANDLE / 2 - 1)
        self._paint_ticks(painter)

    def _paint_ticks(self, painter: QPainter) -> None:
        painter.setPen(current_theme().text2)
        painter.setFont(interface_font("tiny"))
        top = CURVE + _HANDLE / 2 + 4
        for size in self.ticks():
            text = wording.number(size)
            width = painter.fontMetrics().horizontalAdvance(text) + 2
            left = min(max(self.x_of(size) - width / 2, 0), self.width() - width)
            box = QRectF(left, top, width, self.height() - top)
            painter.drawText(box, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter, text)

    def _polygon(self) -> tuple[QPolygonF, QPolygonF] | None:
        """Return the shaded area and the line above it, a point a pixel."""
        if self._counts is None or not len(self._counts) or self._whole <= self._lowest:
            return None
        if self._curve is None or self._curve[0] != self.width():
            places = np.arange(self._room() + 1)
            shares = places / max(self._room(), 1)
            sizes = np.rint(self._lowest * (self._whole / self._lowest) ** shares).astype(np.int64)
            rows = np.clip(sizes - self._lowest, 0, len(self._counts) - 1)
            heights = self._counts[rows] / max(int(self._counts.max()), 1) * (CURVE - 2)
            line = [
                QPointF(x, y)
                for x, y in zip((places + _EDGE).tolist(), (CURVE - heights).tolist(), strict=True)
            ]
            area = [QPointF(_EDGE, CURVE), *line, QPointF(_EDGE + self._room(), CURVE)]
            self._curve = self.width(), (QPolygonF(area), QPolygonF(line))
        return self._curve[1]
