"""A plot as a file: what is seen of some widgets, one below the other, as PNG or SVG."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QImage, QPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from workbench.widgets.look.theme import current_theme

KINDS = ("png", "svg")
_SCALE = 2  # pixels of a PNG for one on the screen


def picture_of(widgets: Sequence[QWidget], kind: str, title: str = "") -> bytes:
    """Return a picture of widgets in the colors in force; `kind` is one of `KINDS`."""
    size = QSize(max(each.width() for each in widgets), sum(each.height() for each in widgets))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if kind == "svg":
        drawing = QSvgGenerator()
        drawing.setOutputDevice(buffer)
        drawing.setSize(size)
        drawing.setViewBox(QRect(QPoint(), size))
        drawing.setResolution(widgets[0].logicalDpiX())
        drawing.setTitle(title)
        _paint(drawing, widgets, size)
    else:
        image = QImage(size * _SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SCALE)
        _paint(image, widgets, size)
        image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know no file in memory
    return bytes(buffer.data().data())


def _paint(device: QPaintDevice, widgets: Sequence[QWidget], size: QSize) -> None:
    painter, top = QPainter(device), 0
    try:
        painter.fillRect(QRect(QPoint(), size), current_theme().surface)
        for each in widgets:
            each.render(painter, QPoint(0, top))
            top += each.height()
    finally:
        painter.end()
