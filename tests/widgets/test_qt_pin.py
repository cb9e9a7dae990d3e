"""PySide6 6.12.0 drops a reference of None at each call that returns nothing: 3.10 and 3.11 then abort."""

import sys

from PySide6.QtGui import QImage, QPainter, QPainterPath


def test_painting_keeps_the_references_of_none(qapp):
    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    path = QPainterPath()
    before = sys.getrefcount(None)
    for _ in range(20_000):
        painter.save()
        painter.setPen(0)
        painter.drawRect(0, 0, 2, 2)
        path.lineTo(1, 1)
        painter.restore()
    after = sys.getrefcount(None)
    painter.end()
    assert abs(after - before) < 200
