"""A plot as a file: what is seen of some widgets, one below the other, as PNG or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QImage, QPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator

from workbench.widgets.look.theme import SPACE_4, current_theme
from workbench.widgets.plots.plots import Plot


class Drawn(Protocol):
    """What can be drawn into a picture: a widget, or what stands for one that shows a part of itself."""

    def width(self) -> int:
        """Return the width in pixels."""

    def height(self) -> int:
        """Return the height in pixels."""

    def logicalDpiX(self) -> int:
        """Return the resolution that its fonts are for."""

    def render(self, painter: QPainter, at: QPoint, /) -> None:
        """Draw it, its upper left corner at a point."""


KINDS = ("png", "svg")
MARGIN = SPACE_4  # pixels around the widgets
_SCALE = 2  # pixels of a PNG for one on the screen


def picture_of(widgets: Sequence[Drawn], kind: str, title: str = "") -> bytes:
    """Return a picture of widgets in the colors in force; `kind` is one of `KINDS`."""
    size = QSize(max(each.width() for each in widgets), sum(each.height() for each in widgets))
    size += QSize(2 * MARGIN, 2 * MARGIN)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if kind == "svg":
        drawing = QSvgGenerator()
        drawing.setOutputDevice(buffer)
        drawing.setSize(size)
        drawing.setViewBox(QRect(QPoint(), size))
        drawing.setResolution(widgets[0].logicalDpiX())
        drawing.setTitle(title)
        _paint(drawing, widgets, size, 1)
    else:
        image = QImage(size * _SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SCALE)
        _paint(image, widgets, size, _SCALE)
        image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know no file in memory
    return bytes(buffer.data().data())


def _paint(device: QPaintDevice, widgets: Sequence[Drawn], size: QSize, ratio: int) -> None:
    with ExitStack() as pens:
        for each in widgets:
            if isinstance(each, Plot):
                pens.enter_context(each.pens_for(ratio))
        painter, top = QPainter(device), MARGIN
        try:
            painter.fillRect(QRect(QPoint(), size), current_theme().surface)
            for each in widgets:
                each.render(painter, QPoint(MARGIN, top))
                top += each.height()
        finally:
            painter.end()
