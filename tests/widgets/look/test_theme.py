"""The colors are those of the design and keep its contrasts; icons are of one manner and sharp."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip
from shiboken6 import isValid

from workbench.widgets.look import icons, theme
from workbench.widgets.look.colors import DARK, LIGHT, Theme

# All colors of both themes: another one is a decision, not a slip.
DESIGNED = {
    "#06534D", "#084E6C", "#0B1220", "#0C1955", "#0C8C81", "#0E1013", "#1087B8", "#14171A", "#16181C",
    "#17AFA3", "#1B2640", "#1B7F4B", "#1C1F24", "#1D2D4C", "#2456D6", "#2A2E35", "#33290F", "#353A3F",
    "#3A1715", "#3BA4D7", "#424E15", "#4A3E6E", "#4A515D", "#4A525D", "#4D4726", "#5B6470", "#623F0A",
    "#655206", "#6B7380", "#6C3532", "#6FD39B", "#748729", "#77A4F6", "#826EBD", "#8A5A00", "#8C95A1",
    "#8FA347", "#8FB2FF", "#93BCE6", "#9D89DB", "#A2ABB8", "#A97015", "#A9EEE5", "#B3261E", "#B8CFDB",
    "#B9C1CC", "#BA5E5A", "#BAE5FE", "#C3C9D2", "#C68B39", "#D87974", "#D8E6B2", "#DFD8FE", "#E0E2B5",
    "#E1E4E9", "#EAF0FE", "#F0C060", "#F1F3F5", "#F4F6F8", "#F7F8FA", "#FCD7AB", "#FCF8B0", "#FDECEA",
    "#FED2CE", "#FF9A92", "#FFF4DC", "#FFFFFF",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _light_again(qapp: QApplication):
    yield
    theme.apply_theme(qapp, "light")


def _luminance(color: QColor) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.getRgbF()[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    """WCAG 2's contrast ratio."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _hex_of(found: Theme) -> set[str]:
    single = [v.name() for v in vars(found).values() if isinstance(v, QColor)]
    many = [c.name() for group in (found.token_fills, found.token_lines, found.bins) for c in group]
    return {name.upper() for name in single + many}


def test_every_color_of_the_design_is_here_and_no_other():
    assert _hex_of(LIGHT) | _hex_of(DARK) == DESIGNED


@pytest.mark.parametrize(
    ("found", "text", "text2", "accent", "fills", "marks", "bins"),
    [(LIGHT, 18.0, 6.0, 6.2, 13.1, 5.7, 7.2), (DARK, 16.4, 7.7, 8.5, 8.2, 4.9, 7.0)],
    ids=["light", "dark"],
)
def test_contrasts_are_those_of_the_design(found, text, text2, accent, fills, marks, bins):
    assert contrast(found.text, found.surface) == pytest.approx(text, abs=0.1)
    assert contrast(found.text2, found.surface) == pytest.approx(text2, abs=0.1)
    assert contrast(found.accent, found.surface) == pytest.approx(accent, abs=0.1)
    assert min(contrast(found.text, fill) for fill in found.token_fills) >= fills - 0.05
    assert min(contrast(found.marks, fill) for fill in found.token_fills) >= marks - 0.05
    assert min(contrast(found.text, fill) for fill in found.bins) >= bins - 0.05
    pairs = zip(found.token_lines, found.token_fills, strict=True)
    assert min(contrast(line, fill) for line, fill in pairs) >= 2.95
    for role in ("danger", "warn", "ok", "accent"):
        assert contrast(found.color(role), found.surface) >= 4.5
    assert contrast(found.on_accent, found.accent) >= 4.5


def test_a_role_that_is_not_a_color_is_refused():
    assert LIGHT.color("text2") == QColor("#5B6470")
    for wrong in ("name", "bins", "nothing"):
        with pytest.raises(KeyError):
            LIGHT.color(wrong)


def test_applying_a_theme_changes_palette_and_tells(qapp, qtbot):
    with qtbot.waitSignal(theme.theme_signals.changed):
        theme.apply_theme(qapp, "dark")
    assert theme.current_theme() is DARK
    assert theme.chosen_theme() == "dark"
    assert qapp.palette().color(QPalette.ColorRole.Base) == DARK.surface
    assert qapp.palette().color(QPalette.ColorRole.Text) == DARK.text
    assert DARK.border.name() in qapp.styleSheet()
    theme.apply_theme(qapp, "system")
    assert theme.chosen_theme() == "system"
    assert theme.current_theme() in {LIGHT, DARK}


def test_a_tooltip_shows_what_looks_like_html_as_it_is(qapp, qtbot):
    theme.apply_theme(qapp, "light")
    about = QPushButton()
    qtbot.addWidget(about)
    about.show()
    QToolTip.showText(QPoint(5, 5), "<s> and <b>x</b>", about)
    tips = [each for each in qapp.topLevelWidgets() if each.metaObject().className() == "QTipLabel"]
    assert tips
    assert {tip.textFormat() for tip in tips} == {Qt.TextFormat.PlainText}
    QToolTip.hideText()


def test_an_unknown_theme_is_refused(qapp):
    with pytest.raises(ValueError, match="purple"):
        theme.apply_theme(qapp, "purple")
    assert theme.current_theme() is LIGHT


def test_fonts_have_their_sizes_weights_and_no_ligatures(qapp):
    assert theme.interface_font().pixelSize() == 13
    assert theme.interface_font("figure").pixelSize() == 20
    assert theme.interface_font("title").weight() == QFont.Weight.DemiBold
    token = theme.token_font(15)
    assert token.pixelSize() == 15
    assert token.families()[0] == "JetBrains Mono"
    assert token.featureValue(QFont.Tag.fromString("calt")) == 0


@pytest.mark.parametrize("name", icons.icon_names())
def test_every_icon_is_drawn_in_the_one_manner(name, qapp):
    text = icons.resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke-width") == "1.75"
    assert (root.get("stroke-linecap"), root.get("stroke-linejoin")) == ("round", "round")
    assert (root.get("fill"), root.get("stroke")) == ("none", "currentColor")
    assert "#" not in text
    picture = icons.pixmap(name, "#FF0000", 16, 2.0).toImage()
    inked = [
        picture.pixelColor(x, y)
        for x in range(32)
        for y in range(32)
        if picture.pixelColor(x, y).alpha() > 128
    ]
    assert inked, "nothing is drawn"
    assert all(color.red() > 200 and color.green() < 60 for color in inked)
    border = [picture.pixelColor(x, y).alpha() for x in range(32) for y in (0, 31)]
    assert max(border) < 128, "the drawing touches the edge"


def test_there_are_no_more_icons_than_one_can_learn():
    assert 20 <= len(icons.icon_names()) <= 60


@pytest.mark.parametrize("scale", [1, 2])
def test_an_icon_is_sharp_on_every_picture(qapp, scale):
    picture = QImage(16 * scale, 16 * scale, QImage.Format.Format_ARGB32)
    picture.setDevicePixelRatio(scale)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    icons.draw_icon(painter, "add", QColor("#000000"), 0, 0, 16)
    painter.end()
    wanted = icons.pixmap("add", "#000000", 16, scale).toImage()
    column = 8 * scale
    drawn = [255 - picture.pixelColor(column, y).red() for y in range(16 * scale)]
    assert drawn == [wanted.pixelColor(column, y).alpha() for y in range(16 * scale)]


def test_an_icon_has_a_picture_for_each_scale_and_a_disabled_one(qapp):
    icon = theme.icon("save")
    assert icon.pixmap(16, 16).size().width() == 16
    assert icon.pixmap(QSize(16, 16), 2.0).size().width() == 32
    off = icon.pixmap(QSize(16, 16), 1.0, QIcon.Mode.Disabled).toImage()
    on = icon.pixmap(QSize(16, 16), 1.0).toImage()
    assert off != on


def test_an_unknown_icon_is_refused(qapp):
    with pytest.raises(KeyError, match="spaceship"):
        theme.icon("spaceship")


def test_a_kept_icon_follows_the_theme_and_ends_with_its_target(qapp, qtbot):
    button = QPushButton()
    theme.keep_icon(button, "save", "accent")
    light = button.icon().pixmap(16, 16).toImage()
    theme.apply_theme(qapp, "dark")
    assert button.icon().pixmap(16, 16).toImage() != light
    button.deleteLater()
    qtbot.waitUntil(lambda: _gone(button))
    theme.apply_theme(qapp, "light")


def _gone(widget: QPushButton) -> bool:
    return not isValid(widget)
