"""Bars in the look of the window, over pyqtgraph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QPen
from PySide6.QtWidgets import QWidget

from workbench.widgets.look import theme
from workbench.widgets.plots.plots import TICK_HEIGHT, Plot, compact_number
from workbench.widgets.plots.scales import LINEAR, Floats, nice_ceiling, ticks

BAR_WIDTH = 0.7


class BarPlot(Plot):
    """Bars side by side, one a category."""

    def __init__(
        self, name: str, labels: Sequence[str], x_title: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(name, x_title, parent)
        self._labels = tuple(labels)
        self._heights: Floats = np.zeros(len(self._labels))

    def set_heights(self, heights: Floats) -> None:
        """Show one height for each label."""
        self._heights = heights
        self.schedule_redraw()

    def set_bars(self, labels: Sequence[str], heights: Floats) -> None:
        """Show other categories, one height for each."""
        self._labels = tuple(labels)
        self.set_heights(heights)

    def _make_items(self, pg: Any) -> None:  # noqa: ANN401
        self._bars = pg.BarGraphItem(x=np.arange(len(self._labels)), height=self._heights, width=BAR_WIDTH)
        self._box.addItem(self._bars, ignoreBounds=True)

    def _style_items(self, colors: theme.Theme) -> None:
        self._bars.setOpts(pen=_no_pen(), brush=colors.accent)

    def _draw(self) -> None:
        width, height = self._plot_size()
        top = nice_ceiling(max(4.0, float(self._heights.max(initial=0.0))))
        n = len(self._labels)
        every = max(1, -(-n * 24 // width))
        room = int(every * width / (n + 0.2)) - theme.SPACE_3  # the axis is so many bars wide
        shown = [(float(i), self._cut(self._labels[i], room)) for i in range(n) if (n - 1 - i) % every == 0]
        y_ticks = ticks(LINEAR, 0.0, top, height // TICK_HEIGHT, compact_number)
        self._set_axes((-0.6, n - 0.4), (0.0, top), shown, y_ticks)
        self._bars.setOpts(x=np.arange(n), height=self._heights)

    def _cut(self, label: str, room: int) -> str:
        """Return a label as far as it stays apart from its neighbors."""
        metrics = QFontMetrics(theme.interface_font("plot"))
        return metrics.elidedText(label, Qt.TextElideMode.ElideRight, room)


def _no_pen() -> QPen:
    return QPen(Qt.PenStyle.NoPen)
