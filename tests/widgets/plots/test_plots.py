"""Plots: their arithmetic, their late import, what they draw."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.widgets.growing import GrowingArray
from workbench.widgets.look import theme
from workbench.widgets.plots.bars import BarPlot
from workbench.widgets.plots.density import CELL, DensityPlot
from workbench.widgets.plots.plots import (
    LABEL_HEIGHT,
    Axes,
    LinePlot,
    OtherLine,
    Plot,
    compact_number,
    plain_number,
)
from workbench.widgets.plots.scales import (
    LINEAR,
    LOG2,
    LOG10,
    Scale,
    nice_ceiling,
    nice_step,
    reduce_to_columns,
    ticks,
)


def built(qtbot: QtBot, plot: Plot) -> Plot:
    qtbot.addWidget(plot)
    plot.resize(600, 200)
    plot.show()
    # Built may be before laid out: where names stand depends on the height.
    qtbot.waitUntil(lambda: plot.is_built and plot._box.width() > 400, timeout=30_000)
    return plot


def picture(plot: Plot) -> QImage:
    for _ in range(3):
        QApplication.processEvents()
        plot._draw()
    return plot.grab().toImage()


def count(image: QImage, color: QColor) -> int:
    wanted = color.rgb()
    return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


def test_no_pyqtgraph_before_a_plot_is_shown() -> None:
    code = (
        "import sys; from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "from workbench.widgets.plots.plots import LinePlot, Axes; from workbench.panels.training import run;"
        "plot = LinePlot('a', Axes()); panel = run.TrainingRunPanel(print);"
        "sys.exit('pyqtgraph' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_line_with_its_end_and_target(qtbot: QtBot) -> None:
    plot = LinePlot("Compression", Axes(x=LOG2, x_range=(256, 8192), y_low=1, fill=True), "vocabulary size")
    assert built(qtbot, plot) is plot
    accent = theme.current_theme().accent
    empty = picture(plot)
    assert count(empty, accent) == 0
    x = np.arange(256, 4097, dtype=float)
    plot.set_points(x, 1 + np.log2(x / 256), "5.00")
    plot.set_target(8192, "target 8,192")
    full = picture(plot)
    assert count(full, accent) > 100
    assert plot._end_label.isVisible()
    low, high = plot._box.viewRange()[1]
    assert low == 1.0
    assert high > 5.0


def test_the_axis_widens_for_what_goes_on(qtbot: QtBot) -> None:
    plot = LinePlot("Pairs", Axes(x=LOG10, y=LOG10, x_range=(1, 10), y_low=1))
    built(qtbot, plot)
    plot.set_points(np.arange(1, 1001, dtype=float), np.full(1000, 7.0))
    picture(plot)
    assert plot._box.viewRange()[0][1] >= 3.0


def test_bars(qtbot: QtBot) -> None:
    plot = BarPlot("Lengths", ["2", "3", "4+"], "bytes")
    built(qtbot, plot)
    accent = theme.current_theme().accent
    assert count(picture(plot), accent) == 0
    plot.set_heights(np.array([5.0, 10.0, 0.0]))
    some = count(picture(plot), accent)
    plot.set_heights(np.array([10.0, 10.0, 10.0]))
    assert count(picture(plot), accent) > 1.5 * some


@pytest.mark.parametrize("width", [200, 330, 900])
def test_the_names_below_bars_keep_apart(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    names = ["Latin", "Cyrillic", "Devanagari", "Han", "Hiragana", "Old North Arabian", "digits, other"]
    plot = BarPlot("Scripts", names)
    built(qtbot, plot).resize(width, 200)
    drawn: list[list[tuple[float, str]]] = []
    monkeypatch.setattr(plot, "_set_axes", lambda _x, _y, names, _ticks: drawn.append(names))
    plot.set_heights(np.arange(7.0))
    picture(plot)
    metrics = QFontMetrics(theme.interface_font("plot"))
    apart = plot._plot_size()[0] / len(names)
    widths = [metrics.horizontalAdvance(name) for _, name in drawn[-1]]
    steps = np.diff([place for place, _ in drawn[-1]]) * apart
    assert all(step - sum(two) / 2 >= 7 for step, two in zip(steps, pairwise(widths), strict=True))
    assert width < 900 or [name for _, name in drawn[-1]][:5] == names[:5]
    assert all(name for _, name in drawn[-1])


def test_a_new_theme_is_taken(qtbot: QtBot, qapp: QApplication) -> None:
    plot = BarPlot("Lengths", ["2", "3"])
    built(qtbot, plot)
    plot.set_heights(np.array([5.0, 10.0]))
    try:
        theme.apply_theme(qapp, "dark")
        assert count(picture(plot), theme.DARK.accent) > 100
        assert count(picture(plot), theme.LIGHT.accent) == 0
    finally:
        theme.apply_theme(qapp, "light")
    assert count(picture(plot), theme.LIGHT.accent) > 100


def test_lines_keep_their_width_on_dense_screens(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plot = BarPlot("Lengths", ["2"])
    qtbot.addWidget(plot)
    monkeypatch.setattr(plot, "devicePixelRatioF", lambda: 2.0)
    pen = plot._pen(QColor("red"), 2)
    assert (pen.isCosmetic(), pen.widthF()) == (True, 4.0)


def test_a_plot_is_named_and_says_what_it_shows(qtbot: QtBot) -> None:
    plot = BarPlot("Lengths", ["2"])
    qtbot.addWidget(plot)
    plot.set_summary("Most tokens are long.")
    assert plot.accessibleName() == "Lengths"
    assert plot.accessibleDescription() == plot.summary == "Most tokens are long."


def test_a_plot_that_is_gone_before_its_turn_is_left_alone(qtbot: QtBot) -> None:
    first, second = BarPlot("a", ["1"]), BarPlot("b", ["1"])
    first.show()
    first.deleteLater()
    built(qtbot, second)
    assert second.is_built


@pytest.mark.parametrize("scale", [LINEAR, LOG2, LOG10])
def test_a_million_points_become_two_a_column(scale: Scale) -> None:
    x = np.arange(1, 1_000_001, dtype=float)
    y = np.sin(x / 1000) + x / 1e6
    xs, ys = reduce_to_columns(x, y, scale, 500)
    assert len(xs) <= 1001
    assert ys.max() == y.max()
    assert ys.min() == y.min()
    assert (xs[0], ys[0]) == (x[0], y[0])
    assert (xs[-1], ys[-1]) == (x[-1], y[-1])
    assert (np.diff(xs) >= 0).all()


@given(
    st.lists(st.floats(-100, 100), min_size=1, max_size=60),
    st.sampled_from([LINEAR, LOG2, LOG10]),
    st.integers(1, 12),
)
def test_reducing_keeps_the_extremes_of_every_column(values: list[float], scale: Scale, columns: int) -> None:
    y = np.array(values)
    x = np.arange(1, len(y) + 1, dtype=float)
    xs, ys = reduce_to_columns(x, y, scale, columns)
    assert set(ys) <= set(y)
    assert (ys.max(), ys.min()) == (y.max(), y.min())
    assert len(xs) == len(ys) <= max(2 * columns + 1, len(y) if len(y) <= 2 * columns else 0)


def test_ticks_stand_at_round_values() -> None:
    assert [text for _, text in ticks(LOG2, 256, 8192, 9, plain_number)] == [
        "256", "512", "1,024", "2,048", "4,096", "8,192",
    ]  # fmt: skip
    assert [text for _, text in ticks(LOG10, 1, 50_000, 9, compact_number)] == [
        "1", "10", "100", "1,000", "10k",
    ]  # fmt: skip
    assert [text for _, text in ticks(LINEAR, 1, 4.4, 5, plain_number)] == ["1", "2", "3", "4"]
    assert [text for _, text in ticks(LINEAR, 1, 2, 5, plain_number)] == [
        "1",
        "1.2",
        "1.4",
        "1.6",
        "1.8",
        "2",
    ]


def test_ticks_thin_out_where_there_is_no_room() -> None:
    assert len(ticks(LOG2, 256, 2**20, 4, plain_number)) <= 4
    assert len(ticks(LOG2, 300, 310, 4, plain_number)) == 1
    assert len(ticks(LINEAR, 0, 1000, 3, plain_number)) <= 4


@given(st.floats(1e-6, 1e9))
def test_round_steps(step: float) -> None:
    nice = nice_step(step)
    assert step * (1 - 1e-6) <= nice <= 2.6 * step
    assert nice_ceiling(step) >= step * (1 - 1e-6)


def test_compact_numbers() -> None:
    assert [compact_number(n) for n in (7, 1000, 10_000, 12_500, 2_000_000)] == [
        "7", "1,000", "10k", "12.5k", "2M",
    ]  # fmt: skip


@given(st.lists(st.lists(st.integers(-9, 9), max_size=700), max_size=8))
def test_a_growing_array_holds_what_was_appended(batches: list[list[int]]) -> None:
    array = GrowingArray(np.int64)
    for batch in batches:
        array.append(batch)
    assert array.values.tolist() == [value for batch in batches for value in batch]
    assert len(array) == len(array.values)


def test_views_of_a_growing_array_stay_as_they_were() -> None:
    array = GrowingArray(np.uint32, width=2)
    array.append([[1, 2]])
    view = array.values
    array.append(np.zeros((5000, 2)))
    array.clear()
    assert view.tolist() == [[1, 2]]


def test_the_name_of_a_line_that_ends_at_the_top_is_whole(qtbot: QtBot) -> None:
    plot = LinePlot("By size", Axes(x_range=(0.0, 10.0)))
    built(qtbot, plot)
    plot.set_other_lines([OtherLine(np.array([0.0, 10.0]), np.array([1.0, 4.0]), "C")])
    plot._draw()
    [(_, name)] = plot._lines
    assert plot._box.mapFromView(name.pos()).y() >= LABEL_HEIGHT / 2


def test_lines_beside_have_names_that_stand_apart(qtbot: QtBot) -> None:
    plot = LinePlot("Ranks", Axes(x_range=(1, 10)))
    built(qtbot, plot)
    x = np.arange(1, 11, dtype=float)
    ys = [np.append(np.full(9, 2.0 + 3 * n), 10.0) for n in range(3)]
    plot.set_other_lines([OtherLine(x, y, "ABC"[n], n, (4.0, 3.0) * (n > 0)) for n, y in enumerate(ys)])
    shown = picture(plot)
    for ink in range(3):
        assert count(shown, theme.current_theme().token_lines[ink]) > 20
    names = [name for _, name in plot._lines]
    heights = sorted(plot._box.mapViewToDevice(name.pos()).y() for name in names)
    assert min(np.diff(heights)) >= LABEL_HEIGHT - 0.5
    plot.set_other_lines([OtherLine(x, np.ones(len(x)), "A")])
    plot._draw()
    [(_, name)] = [items for items in plot._lines if items[0].isVisible()]
    foot = plot._box.height()
    assert plot._box.mapFromView(name.pos()).y() <= foot - name.boundingRect().height() / 4
    plot.set_other_lines([OtherLine(x, x, "A")])
    picture(plot)
    assert [name.isVisible() for _, name in plot._lines] == [True, False, False]


def test_points_are_the_stronger_the_more_of_them_there_are(qtbot: QtBot) -> None:
    plot = DensityPlot("Ranks", "one → other")
    built(qtbot, plot)
    plot.set_points(np.array([[1, 1]] * 40 + [[100, 100]] + [[1, 100]] * 3, np.int64))
    steps = plot.steps(10, 10, [2.04, 2.04])
    assert steps.sum() == 5 + 1 + 2
    assert (steps[0, 0], steps[9, 9], steps[0, 9]) == (5, 1, 2)
    assert count(picture(plot), theme.current_theme().accent) >= CELL
    plot.set_points(np.empty((0, 2), np.int64))
    picture(plot)
