"""Many points as how many of them are where: a hundred thousand dots would hide each other, and take long."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from workbench.widgets.look import theme
from workbench.widgets.plots.plots import TICK_HEIGHT, TICK_WIDTH, Plot, compact_number
from workbench.widgets.plots.scales import LOG10, Floats, ticks

CELL = 3  # pixels
_STEPS = (90, 140, 180, 220, 255)  # opacity of 1, 2 or 3, 4 to 7, 8 to 15, 16 points or more


class DensityPlot(Plot):
    """Points with two values from 1 on, on logarithmic scales: the more in a square, the stronger it is."""

    def __init__(self, name: str, x_title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, x_title, parent)
        self._places: Floats = np.empty((0, 2))

    def set_points(self, points: NDArray[np.int64]) -> None:
        """Show int64[n, 2], x and y of each point."""
        self._places = LOG10.positions(points)
        self.schedule_redraw()

    def _make_items(self, pg: Any) -> None:  # noqa: ANN401
        self._image = pg.ImageItem()
        self._box.addItem(self._image, ignoreBounds=True)

    def _style_items(self, colors: theme.Theme) -> None:
        ink = colors.accent
        shades = [(ink.red(), ink.green(), ink.blue(), opacity) for opacity in (0, *_STEPS)]
        self._shades = np.array(shades, np.uint8)
        self.schedule_redraw()

    def _draw(self) -> None:
        width, height = self._plot_size()
        columns, rows = width // CELL, height // CELL
        highs = [float(self._places[:, side].max(initial=1.0)) * 1.02 for side in (0, 1)]
        self._set_axes(
            (0.0, highs[0]), (0.0, highs[1]),
            ticks(LOG10, 1.0, LOG10.value(highs[0]), width // TICK_WIDTH, compact_number),
            ticks(LOG10, 1.0, LOG10.value(highs[1]), height // TICK_HEIGHT, compact_number),
        )  # fmt: skip
        self._image.setImage(self._shades[self.steps(columns, rows, highs)], autoLevels=False)
        self._image.setRect(QRectF(0, 0, *highs))

    def steps(self, columns: int, rows: int, highs: list[float]) -> NDArray[np.int64]:
        """Return int64[columns, rows], how strong each square is: 0 for no points, to 5."""
        at = [(self._places[:, side] * (n / high)).astype(np.int64)
              for side, (n, high) in enumerate(zip((columns, rows), highs, strict=True))]  # fmt: skip
        counts = np.bincount(at[0] * rows + at[1], minlength=columns * rows)
        steps = np.minimum(np.frexp(counts.astype(np.float64))[1], len(_STEPS))
        return steps.reshape(columns, rows).astype(np.int64)
