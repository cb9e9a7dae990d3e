"""What is drawn hundreds of times on a screenful and takes long, hatches and tabs, from images.

Line by line Qt takes 45 µs for a hatch and 100 for a tab: CLIP has 500 of the one on a screenful of Arabic,
where every letter is two tokens, and 190 of the other on one of Tamil. An image is copied in two.
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
        self._ratio: int | None = None

    def moved(self) -> None:
        """Note that the painter has another transformation."""
        self._ratio = None

    def _found_ratio(self) -> int:
        """Return how many pixels one is, 0 if an image would not look the same: not on whole pixels."""
        engine = self._painter.paintEngine()
        if engine is None or engine.type() != QPaintEngine.Type.Raster:
            return 0
        at = self._painter.deviceTransform()
        is_plain = at.m11() == at.m22() and not (at.m12() or at.m21())
        is_whole = all(value.is_integer() for value in (at.m11(), at.dx(), at.dy()))
        return int(at.m11()) if is_plain and is_whole else 0

    def put(
        self, left: float, top: float, width: float, height: float, key: tuple[object, ...], draw: Draw
    ) -> None:
        """Draw what `draw` draws within a rectangle of whole pixels; `key` tells all of it but the size."""
        if self._ratio is None:
            self._ratio = self._found_ratio()
        if not self._ratio or width > WIDEST:
            draw(self._painter, QRectF(left, top, width, height))
            return
        name = (width, height, self._ratio, *key)
        image = self._images.get(name)
        if image is None:
            image = self._drawn(width, height, self._ratio, draw)
            if len(self._images) >= _MOST:
                self._images.clear()
            self._images[name] = image
        self._painter.drawImage(int(left), int(top), image)

    def _drawn(self, width: float, height: float, ratio: int, draw: Draw) -> QImage:
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
