"""A plot as a file: what is seen of some widgets, one below the other, as PNG or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QImage, QPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from workbench.widgets.look.theme import SPACE_4, current_theme
from workbench.widgets.plots.plots import Plot

KINDS = ("png", "svg")
MARGIN = SPACE_4  # pixels around the widgets
_SCALE = 2  # pixels of a PNG for one on the screen


def picture_of(widgets: Sequence[QWidget], kind: str, title: str = "") -> bytes:
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


def _paint(device: QPaintDevice, widgets: Sequence[QWidget], size: QSize, ratio: int) -> None:
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
