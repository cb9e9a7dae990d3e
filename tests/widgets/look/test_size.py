"""The size of all text: larger at once, and exactly as before when it is taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from workbench.panels.corpus.row_paint import first_line, row_height, second_line
from workbench.panels.training.before_run import SizeScale
from workbench.widgets.controls import Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Figure
from workbench.widgets.token_view.layout.layout import make_measures


@pytest.fixture
def figure(qapp: QApplication, qtbot) -> Iterator[Figure]:
    theme.apply_theme(qapp, "light")
    figure = Figure("tokens", "131")
    qtbot.addWidget(figure)
    figure.show()
    yield figure
    theme.set_size(qapp, 100)


def facts(figure: Figure) -> tuple[object, ...]:
    value, label = figure._value, figure._label
    fonts = tuple(theme.interface_font(role).pixelSize() for role in ("tiny", "body", "figure"))
    return value.font().pixelSize(), label.font().pixelSize(), value.minimumSize(), label.minimumSize(), fonts


def test_all_text_is_larger_at_once_and_then_exactly_as_before(qapp: QApplication, figure: Figure) -> None:
    before, pitch = facts(figure), make_measures(400, 1.0).pitch
    for percent in (150, 125, 133, 150):
        theme.set_size(qapp, percent)
    value, label, value_room, label_room, fonts = facts(figure)
    assert (value, label) == (30, round(11 * 1.5))
    assert fonts == (round(11 * 1.5), round(13 * 1.5), 30)
    assert value_room.height() > before[2].height()
    assert label_room.width() >= figure._label.sizeHint().width()
    assert make_measures(400, 1.0).pitch > pitch
    theme.set_size(qapp, 100)
    assert facts(figure) == before
    assert make_measures(400, 1.0).pitch == pitch


def test_what_comes_later_has_the_size_too(qapp: QApplication, qtbot, figure: Figure) -> None:
    theme.set_size(qapp, 150)
    later = Figure("bytes")
    qtbot.addWidget(later)
    assert later._value.font().pixelSize() == 30
    theme.set_size(qapp, 100)
    assert later._value.font().pixelSize() == 20


def test_a_size_and_a_family_stay_in_another_parent(qapp: QApplication, qtbot, figure: Figure) -> None:
    """As where a panel comes to the page that is shown: Qt styles all in it anew."""
    before, page = QWidget(), QWidget()
    qtbot.addWidget(before)
    qtbot.addWidget(page)
    label = QLabel("len", before)
    label.setFont(theme.token_font(20))
    before.show()
    theme.set_size(qapp, 150)
    theme.set_token_family(qapp, "DejaVu Sans")
    label.setParent(page)
    page.show()
    font, wanted = label.font(), theme.token_font().families()
    theme.set_token_family(qapp, "")
    assert (font.pixelSize(), font.families()) == (30, wanted)


@pytest.mark.parametrize("size", [100, 200])
def test_what_is_painted_in_a_fixed_place_is_as_high_as_its_text(
    qapp: QApplication, qtbot, figure: Figure, size: int
) -> None:
    theme.set_size(qapp, size)
    row = QRect(0, 0, 300, row_height())
    first, second = first_line(row), second_line(QPainter(), row, warned=False)
    heights = [QFontMetrics(theme.interface_font(role)).height() for role in ("body", "small")]
    assert [first.height() >= heights[0], second.height() >= heights[1]] == [True, True]
    assert first.bottom() - 2 <= second.top() <= second.bottom() <= row.bottom()
    choice, scale = Segmented([("en", "English")], "Language"), SizeScale()
    scale.set_sizes(256, 4096, 5000)
    for widget in (choice, scale):
        qtbot.addWidget(widget)
        widget.show()
    assert choice.height() >= choice.fontMetrics().height() + 4
    assert all(label.geometry().bottom() < scale.height() for label in scale.findChildren(QLabel))
