"""Plots in the look of the window, a thin wrapper on pyqtgraph.

Nothing here imports it before a plot is first shown, see `loading`. Until then, and without it, a plot is an
empty surface that already has its accessible summary.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsEllipseItem, QStyleOptionGraphicsItem, QVBoxLayout, QWidget

from workbench.widgets import wording
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.plots.loading import the_loader
from workbench.widgets.plots.scales import LINEAR, Floats, Scale, nice_ceiling, reduce_to_columns, ticks

REDRAW_MS = 30
LINE_WIDTH = 2
SECOND = 4  # of the line colors: that of a second line
DASHED = (4.0, 3.0)
LABEL_HEIGHT, LABEL_ROOM = 13, 16  # pixels of the names at the ends of lines, and room for short ones
DOT_SIZE = 8
FILL_ALPHA = 26
TICK_OFFSETS = {"left": 6, "bottom": 7}  # so that the lowest number and the first one do not touch
TICK_WIDTH, TICK_HEIGHT = 64, 26
END_LABEL_ROOM = 26
MARGINS = (0, 8, 18, 0)


def plain_number(value: float) -> str:
    """Return a number for a tick: 8,192, or 1.5."""
    return wording.number(value, 0 if abs(value - round(value)) < 1e-6 else 1)


def compact_number(value: float) -> str:
    """Return a number for a tick: 500, 1,000, 10k, 2M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= size and value >= 10_000:
            return f"{wording.number(value / size, 0 if value % size == 0 else 1)}{letter}"
    return wording.number(value)


@dataclass(frozen=True)
class Axes:
    """How a line plot's axes look.

    Attributes:
        x, y: scales.
        x_range: (low, high) in values; the plot widens it where the data goes on.
        y_low: where the y axis starts, and the area's foot.
        fill: whether the area under the line is tinted.
        x_label, y_label: value → the text of a tick.

    """

    x: Scale = LINEAR
    y: Scale = LINEAR
    x_range: tuple[float, float] = (0.0, 1.0)
    y_low: float = 0.0
    fill: bool = False
    x_label: Callable[[float], str] = plain_number
    y_label: Callable[[float], str] = plain_number


@dataclass(frozen=True)
class OtherLine:
    """A line next to the first.

    Attributes:
        x, y: its points; x ascends.
        text: its name, at its end.
        ink: which of the line colors of tokens it has.
        dashes: lengths of dashes and gaps, of the width of the line; none for a solid one.

    """

    x: Floats
    y: Floats
    text: str
    ink: int = SECOND
    dashes: Sequence[float] = DASHED

    @property
    def has_room(self) -> bool:
        """Whether the name fits to the right of the end."""
        return len(self.text) <= 2


class Plot(QWidget):
    """One plot: grid, ticks and data; subclasses give the data.

    Attributes:
        is_built: whether pyqtgraph's items are there.

    """

    def __init__(self, name: str, x_title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_built = False
        self._ratio = 0  # of the picture that is made of it, 0 for that of the screen
        self._asked = False
        self._summary = ""
        self.setAccessibleName(name)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._x_title = Label("", "plot", "text2")
        self._x_title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self._column.addWidget(self._x_title)
        self.set_x_title(x_title)
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(REDRAW_MS)
        self._redraw.timeout.connect(self._draw_if_seen)
        theme.theme_signals.changed.connect(self._restyle)
        self._restyle()

    @property
    def summary(self) -> str:
        """What the plot shows, in a sentence for screen readers."""
        return self._summary

    def set_summary(self, summary: str) -> None:
        """Say in a sentence what the plot shows."""
        if summary != self._summary:
            self._summary = summary
            self.setAccessibleDescription(summary)

    def set_x_title(self, title: str) -> None:
        """Say below what the axes are."""
        self._x_title.setText(title)
        self._x_title.setVisible(bool(title))

    def schedule_redraw(self) -> None:
        """Draw again soon; calls in between are one."""
        if self.is_built and not self._redraw.isActive():
            self._redraw.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to build the plot when it is first shown."""
        super().showEvent(event)
        self.prepare()
        self.schedule_redraw()

    def prepare(self) -> None:
        """Begin to build the plot, as when it will be shown soon."""
        if not self._asked:
            self._asked = True
            the_loader().build(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw for the new number of pixels."""
        super().resizeEvent(event)
        self.schedule_redraw()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the numbers in the new language's manner."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.schedule_redraw()

    def event(self, event: QEvent) -> bool:
        """Take pens of the new screen's width when the window moves there."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._restyle()
        return super().event(event)

    def _pen(self, color: QColor, width: float, dashes: Sequence[float] = ()) -> QPen:
        """Return a pen whose width is in logical pixels whatever the axes' scales."""
        # Cosmetic, so that the scales do not stretch it; then Qt counts in device pixels.
        pen = QPen(color, width * (self._ratio or self.devicePixelRatioF()))
        pen.setCosmetic(True)
        if dashes:
            pen.setDashPattern(dashes)
        return pen

    @contextmanager
    def pens_for(self, ratio: int) -> Iterator[None]:
        """Have pens for a picture of so many device pixels a logical one, whatever the screen has."""
        self._ratio = ratio
        self._restyle()
        try:
            yield
        finally:
            self._ratio = 0
            self._restyle()

    def build(self) -> None:
        """Make pyqtgraph's items, and import it on first use."""
        if self.is_built:
            return
        pg: Any = importlib.import_module("pyqtgraph")
        self._view = pg.GraphicsView(parent=self, useOpenGL=False)
        for part in (self._view, self._view.viewport()):
            part.setAcceptDrops(False)  # it would take files, and do nothing with them
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setAccessibleName(self.accessibleName())
        self._view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        grid = pg.GraphicsLayout()
        grid.layout.setContentsMargins(*MARGINS)
        grid.layout.setSpacing(0)
        self._view.setCentralItem(grid)
        self._box = pg.ViewBox(enableMenu=False, enableMouse=False, border=None, defaultPadding=0)
        self._box.sigResized.connect(self.schedule_redraw)
        self._axes = {}
        grid.addItem(self._box, 0, 1)
        for side, row, column in (("left", 0, 0), ("bottom", 1, 1)):
            axis = pg.AxisItem(side, linkView=self._box)
            axis.setStyle(
                tickLength=0, tickAlpha=0, hideOverlappingLabels=False, tickFont=theme.interface_font("plot"),
                tickTextOffset=TICK_OFFSETS[side],
            )  # fmt: skip
            grid.addItem(axis, row, column)
            self._axes[side] = axis
        self._grid = pg.PlotCurveItem(connect="pairs")
        self._box.addItem(self._grid, ignoreBounds=True)
        self._make_items(pg)
        self._column.takeAt(0)
        self._column.insertWidget(0, self._view, 1)
        self.is_built = True
        self._restyle()
        self._draw()

    def _make_items(self, pg: Any) -> None:  # noqa: ANN401 - the module, imported late
        raise NotImplementedError

    def _draw(self) -> None:
        raise NotImplementedError

    def _draw_if_seen(self) -> None:
        if self.isVisible():
            self._draw()

    def _restyle(self) -> None:
        """Take the colors in force."""
        colors = theme.current_theme()
        if not self.is_built:
            return
        self._view.setBackground(colors.surface)
        for axis in self._axes.values():
            axis.setPen(None)
            axis.setTextPen(colors.text2)
        self._grid.setPen(self._pen(colors.border, 1))
        self._style_items(colors)

    def _style_items(self, colors: theme.Theme) -> None:
        raise NotImplementedError

    def _plot_size(self) -> tuple[int, int]:
        """Return (width, height) of the plotting area in logical pixels."""
        return max(16, int(self._box.width())), max(16, int(self._box.height()))

    def _set_axes(
        self,
        x_range: tuple[float, float],
        y_range: tuple[float, float],
        x_ticks: Sequence[tuple[float, str]],
        y_ticks: Sequence[tuple[float, str]],
    ) -> None:
        """Show these ranges (positions), with a grid line at every y tick."""
        self._box.setRange(xRange=x_range, yRange=y_range, padding=0)
        self._axes["bottom"].setTicks([x_ticks])
        self._axes["left"].setTicks([y_ticks])
        ys = np.repeat(np.array([position for position, _ in y_ticks]), 2)
        self._grid.setData(np.tile(np.array(x_range), len(y_ticks)), ys)


class _Dot(QGraphicsEllipseItem):
    """A dot of DOT_SIZE pixels whatever the axes' scales, with a smooth edge."""

    def __init__(self) -> None:
        super().__init__(-DOT_SIZE / 2, -DOT_SIZE / 2, DOT_SIZE, DOT_SIZE)
        self.setFlag(QGraphicsEllipseItem.GraphicsItemFlag.ItemIgnoresTransformations)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        super().paint(painter, option, widget)


class LinePlot(Plot):
    """A line, with an area under it, a dot and its value at the end, and a target, and lines beside."""

    def __init__(self, name: str, axes: Axes, x_title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, x_title, parent)
        self._look = axes
        self._x_range = axes.x_range
        self._x: Floats = np.empty(0)
        self._y: Floats = np.empty(0)
        self._end_text = ""
        self._target: tuple[float, str] | None = None
        self._others: tuple[OtherLine, ...] = ()
        self._lines: list[tuple[Any, Any]] = []  # for each of these its items: the line and its name

    def set_points(self, x: Floats, y: Floats, end_text: str = "") -> None:
        """Show these points; x (n,) ascends; the arrays are only read. `end_text` is at the last."""
        self._x, self._y, self._end_text = x, y, end_text
        self.schedule_redraw()

    def set_other_lines(self, lines: Sequence[OtherLine]) -> None:
        """Show other lines next to the first; those without points are left out."""
        self._others = tuple(line for line in lines if len(line.x))
        self.schedule_redraw()

    @property
    def has_lines(self) -> bool:
        """Whether there is anything of other lines to see."""
        return bool(self._others)

    def set_x_range(self, low: float, high: float) -> None:
        """Show at least this part of the x axis, in values."""
        self._x_range = (low, high)
        self.schedule_redraw()

    def set_target(self, x: float, text: str) -> None:
        """Mark a value on the x axis by a dashed line."""
        self._target = (x, text)
        self.schedule_redraw()

    def _make_items(self, pg: Any) -> None:  # noqa: ANN401
        self._area = pg.PlotCurveItem(pen=None)
        self._line = pg.PlotCurveItem(antialias=True)
        self._dot = _Dot()
        self._target_line = pg.InfiniteLine(angle=90)
        self._end_label = pg.TextItem(anchor=(0.5, 1))
        self._target_label = pg.TextItem(anchor=(1, 1))
        self._end_label.setFont(theme.interface_font("title"))
        self._target_label.setFont(theme.interface_font("tiny"))
        for item in (
            self._area, self._target_line, self._line, self._dot, self._target_label, self._end_label,
        ):  # fmt: skip
            self._box.addItem(item, ignoreBounds=True)

    def _style_items(self, colors: theme.Theme) -> None:
        ink = colors.accent
        tint = QColor(ink)
        tint.setAlpha(FILL_ALPHA)
        self._area.setBrush(tint)
        self._line.setPen(self._pen(ink, LINE_WIDTH))
        for line, (curve, name) in zip(self._others, self._lines, strict=False):
            curve.setPen(self._pen(colors.token_lines[line.ink], LINE_WIDTH, line.dashes))
            name.setColor(colors.token_lines[line.ink])
        self._dot.setPen(QPen(colors.surface, 1))
        self._dot.setBrush(ink)
        self._target_line.setPen(self._pen(colors.field_edge, 1, DASHED))
        self._end_label.setColor(colors.text)
        self._target_label.setColor(colors.text2)

    def _draw(self) -> None:
        look = self._look
        width, height = self._plot_size()
        low, high = self._x_range
        high = max([high, *(float(x[-1]) for x in self._all("x") if len(x))])
        x_range = look.x.position(low), look.x.position(high)
        # Room for the half of the end dot that is over the edge, or for the names.
        room = LABEL_ROOM if any(line.has_room for line in self._others) else DOT_SIZE
        x_range = x_range[0], x_range[1] + (x_range[1] - x_range[0]) * room / width
        y_high = self._y_high(height)
        y_range = (look.y.position(look.y_low), look.y.position(y_high))
        self._set_axes(
            x_range, y_range,
            ticks(look.x, low, high, width // TICK_WIDTH, look.x_label),
            ticks(look.y, look.y_low, y_high, height // TICK_HEIGHT, look.y_label),
        )  # fmt: skip
        self._draw_line(width, y_range[0])
        self._draw_beside(width)
        self._place_names((x_range[1] - x_range[0]) / width, (y_range[1] - y_range[0]) / height)
        self._draw_end(x_range)
        self._draw_target(y_range[0])

    def _y_high(self, height: int) -> float:
        look = self._look
        top = max([look.y_low, *(float(y.max()) for y in self._all("y") if len(y))])
        if look.y.base:
            return max(float(look.y.base), 1.3 * top)
        round_top = max(nice_ceiling(top, look.y_low), look.y_low + 1)
        # Above the last round value only as much as its label needs.
        named = any(line.has_room for line in self._others)
        room = END_LABEL_ROOM if self._end_text else LABEL_HEIGHT if named else 0
        return max(round_top, look.y_low + (top - look.y_low) * height / max(16, height - room))

    def _draw_line(self, width: int, foot: float) -> None:
        x, y = reduce_to_columns(self._x, self._y, self._look.x, max(16, width // 2))
        xs, ys = self._look.x.positions(x), self._look.y.positions(y)
        self._line.setData(xs, ys)
        if self._look.fill:
            self._area.setData(xs, ys, fillLevel=foot)

    def _all(self, axis: str) -> list[Floats]:
        first = self._x if axis == "x" else self._y
        return [first, *(getattr(line, axis) for line in self._others)]

    def _draw_beside(self, width: int) -> None:
        while len(self._lines) < len(self._others):
            self._lines.append(self._new_items())
        for number, items in enumerate(self._lines):
            for item in items:
                item.setVisible(number < len(self._others))
        self._style_items(theme.current_theme())
        for line, (curve, name) in zip(self._others, self._lines, strict=False):
            x, y = reduce_to_columns(line.x, line.y, self._look.x, max(16, width // 2))
            curve.setData(self._look.x.positions(x), self._look.y.positions(y))
            name.setText(line.text)

    def _new_items(self) -> tuple[Any, Any]:
        pg: Any = importlib.import_module("pyqtgraph")
        items = pg.PlotCurveItem(antialias=True), pg.TextItem()
        items[1].setFont(theme.interface_font("tiny"))
        for item in items:
            self._box.addItem(item, ignoreBounds=True)
        return items

    def _place_names(self, x_pixel: float, y_pixel: float) -> None:
        """Put the names to the ends of their lines, none over another; a pixel is so wide and high."""
        ends = [(self._look.y.position(float(line.y[-1])), self._look.x.position(float(line.x[-1])))
                for line in self._others]  # fmt: skip
        lowest = self._look.y.position(self._look.y_low) + LABEL_HEIGHT / 2 * y_pixel
        placed: list[tuple[float, float]] = []
        for number in sorted(range(len(ends)), key=ends.__getitem__):
            line, (y, x) = self._others[number], ends[number]
            name = self._lines[number][1]
            if line.has_room:
                near = (other for other, at in placed if abs(at - x) < 2 * LABEL_ROOM * x_pixel)
                y = max([y, lowest, *(other + LABEL_HEIGHT * y_pixel for other in near)])
                placed.append((y, x))
                name.setAnchor((0.0, 0.5))
            else:
                name.setAnchor((1.0, 1.0 if self._is_topped() else 0.0))
            name.setPos(x, y)

    def _draw_end(self, x_range: tuple[float, float]) -> None:
        shown = bool(self._end_text) and len(self._x) > 0
        self._dot.setVisible(shown)
        self._end_label.setVisible(shown)
        if not shown:
            return
        x = self._look.x.position(float(self._x[-1]))
        y = self._look.y.position(float(self._y[-1]))
        self._dot.setPos(x, y)
        share = (x - x_range[0]) / (x_range[1] - x_range[0])
        self._end_label.setText(self._end_text)
        # Near an edge the value is next to the dot, not over the edge.
        across = 0.0 if share < 0.05 else 1.0 if share > 0.95 else 0.5
        self._end_label.setAnchor((across, -0.1 if self._is_topped() else 1.1))
        self._end_label.setPos(x, y)

    def _is_topped(self) -> bool:
        """Return whether another line ends above the first; what is at their ends keeps apart."""
        return len(self._y) > 0 and any(line.y[-1] > self._y[-1] for line in self._others)

    def _draw_target(self, foot: float) -> None:
        shown = self._target is not None
        self._target_line.setVisible(shown)
        self._target_label.setVisible(shown)
        if self._target is not None:
            x = self._look.x.position(self._target[0])
            self._target_line.setValue(x)
            self._target_label.setText(self._target[1])
            self._target_label.setPos(x, foot)
