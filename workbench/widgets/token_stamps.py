"""What is drawn hundreds of times on a screenful, small boxes, hatches and tabs, from images of it.

Qt takes 15 to 100 µs for each where it is drawn line by line: of Arabic by CLIP, whose every letter is a
hatched box of two tokens, 70 ms a screenful. An image of it is copied in two.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPaintEngine, QPainter

WIDEST = 64  # logical pixels; what is wider seldom comes twice
_MOST = 4096  # images, of 6 KB where one pixel is one

Draw = Callable[[QPainter, QRectF], None]
Images = dict[tuple[object, ...], QImage]


class Stamps:
    """The images that one painter takes.

    Args:
        painter: what is painted with.
        images: those that there are; more are added.

    """

    def __init__(self, painter: QPainter, images: Images) -> None:
        self._painter, self._images = painter, images
        engine = painter.paintEngine()
        self._raster = engine is not None and engine.type() == QPaintEngine.Type.Raster
        self._ratio = 0
        self.follow()

    def follow(self) -> None:
        """Find out where the painter now stands: an image looks the same on whole pixels only."""
        self._ratio = 0
        if self._raster:
            at = self._painter.deviceTransform()
            is_plain = at.m11() == at.m22() and not (at.m12() or at.m21())
            if is_plain and all(value.is_integer() for value in (at.m11(), at.dx(), at.dy())):
                self._ratio = int(at.m11())

    def put(
        self, left: float, top: float, width: float, height: float, key: tuple[object, ...], draw: Draw
    ) -> None:
        """Draw what `draw` draws within a rectangle of whole pixels; `key` tells all of it but the size."""
        if not self._ratio or width > WIDEST:
            draw(self._painter, QRectF(left, top, width, height))
            return
        name = (width, height, self._ratio, *key)
        image = self._images.get(name)
        if image is None:
            image = self._made(width, height, draw)
            if len(self._images) >= _MOST:
                self._images.clear()
            self._images[name] = image
        self._painter.drawImage(int(left), int(top), image)

    def _made(self, width: float, height: float, draw: Draw) -> QImage:
        ratio = self._ratio
        size = QSize(ceil(width * ratio), ceil(height * ratio))
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(0)
        painter = QPainter(image)
        try:  # an error may not leave a painter open: Qt then crashes
            painter.setRenderHints(self._painter.renderHints())
            draw(painter, QRectF(0, 0, width, height))
        finally:
            painter.end()
        return image
