"""Tokens as PNG and SVG: what the view shows, in bands, up to a limit that the picture itself tells."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tests.widgets.token_view.output.test_html import HOSTILE
from tests.widgets.token_views import TEXTS, load
from workbench.display.png_rows import PngRows
from workbench.widgets.look.theme import token_font
from workbench.widgets.slices import at_once
from workbench.widgets.token_view.output import picture as token_picture
from workbench.widgets.token_view.output.excerpt import excerpt_of
from workbench.widgets.token_view.output.picture import WIDTH, Picture

EMOJI = "👨‍👩‍👧‍👦🇩🇪👍🏽"
SVG = "{http://www.w3.org/2000/svg}"


def picture_of(view, first=0, last=None):
    last = len(view.spans) if last is None else last
    picture = Picture(excerpt_of(view, first, last, 10**6, 1 << 20), "sample")
    at_once(picture.lay_out_in_slices())
    return picture


def made(steps):
    return b"".join(at_once(steps))


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].astype(np.int16)


@pytest.mark.parametrize("scale", [1, 2])
def test_a_png_is_what_is_painted_at_once(view, scale, monkeypatch):
    load(view, "the cat sat\n" * 20 + "é日本👍🏽", 3)
    picture = picture_of(view)
    whole = picture.image(scale)
    for rows in (1, 8, 100):
        monkeypatch.setattr(token_picture, "_BAND_ROWS", rows)
        image = QImage.fromData(made(picture.png_in_slices(scale)), "PNG")
        assert (image.width(), image.height()) == (picture.width * scale, picture.height * scale)
        # A color picture of a font may be sampled a trifle otherwise at another height of the image.
        assert np.abs(pixels(image) - pixels(whole)).max() <= 4
    assert image.dotsPerMeterX() == round(96 * scale / 0.0254)


def test_a_png_is_made_in_slices(view):
    load(view, "the cat sat\n" * 200, 3)
    assert len(list(picture_of(view).png_in_slices(2))) > 100


def test_the_colors_are_those_of_the_view(view):
    load(view, "abcdef", [1] * 6)
    image = picture_of(view).image(1)
    found = {image.pixelColor(x, y).name() for y in range(20, 48) for x in range(16, 90)}
    theme = view.look.theme
    assert {color.name() for color in theme.token_fills} <= found
    assert image.pixelColor(2, 2) == QColor(theme.surface)


@pytest.mark.parametrize("text", [*TEXTS, *(text.encode() for text in HOSTILE)])
def test_every_text_makes_a_png_and_an_inert_svg(view, text):
    load(view, text, 1)
    picture = picture_of(view)
    assert picture.n_tokens == len(view.spans)
    assert not QImage.fromData(made(picture.png_in_slices(1))).isNull()
    svg = made(picture.svg_in_slices())
    root = ElementTree.fromstring(svg.decode())
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "defs", "g", "path", "rect", "text", "polyline", "polygon",
                    "circle", "ellipse", "line", "linearGradient", "stop", "clipPath"}  # fmt: skip
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in attributes if name.startswith("on") or "href" in name}
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", "".join(root.itertext()))
    assert QSvgRenderer(QByteArray(svg)).isValid()


def test_an_svg_has_the_size_of_the_png_and_says_what_it_is(view):
    load(view, "the cat", [3, 4])
    picture = picture_of(view)
    root = ElementTree.fromstring(made(picture.svg_in_slices()).decode())
    assert root.attrib["viewBox"] == f"0 0 {picture.width} {picture.height}"
    assert root.find(f"{SVG}title").text == "sample"
    assert root.find(f"{SVG}desc").text == "sample · 2 tokens\nthe cat"


def test_an_svg_looks_as_the_png_without_its_fonts(view):
    load(view, "the cat\tsat é नमस्ते مرحبا\n\x00\xff <b>&amp;", 3)
    picture = picture_of(view)
    svg = made(picture.svg_in_slices())
    assert not ElementTree.fromstring(svg.decode()).findall(f".//{SVG}text"), "letters are outlines"
    drawn = QImage(picture.width, picture.height, QImage.Format.Format_RGB32)
    drawn.fill(0)
    painter = QPainter(drawn)
    QSvgRenderer(QByteArray(svg)).render(painter, QRectF(0, 0, picture.width, picture.height))
    painter.end()
    differing = np.abs(pixels(drawn) - pixels(picture.image(1))).mean()
    assert differing < 4  # of 255; letters in another font give some 7


def test_room_for_a_count_behind_letters_of_another_font_stays_empty(view):
    load(view, "Hello 日本語 end", 1)
    svg = made(picture_of(view).svg_in_slices())
    assert not ElementTree.fromstring(svg.decode()).findall(f".//{SVG}text")


def test_pictures_of_emoji_stay_text(view):
    load(view, "a👍🏽b 👩‍🚀", None)
    svg = ElementTree.fromstring(made(picture_of(view).svg_in_slices()).decode())
    found = "".join("".join(text.itertext()) for text in svg.iter(f"{SVG}text"))
    assert found in ("", "👍🏽👩‍🚀")  # outlines where the font of the system has some


def test_a_drawing_leaves_letters_as_wide_as_they_were(view):
    load(view, EMOJI, 1)
    before = [QFontMetricsF(token_font(pixels)).horizontalAdvance(EMOJI) for pixels in (15, 30)]
    picture = Picture(excerpt_of(view, 0, len(view.spans), 10**6, 1 << 20), EMOJI)
    at_once(picture.lay_out_in_slices())
    made(picture.svg_in_slices())
    assert [QFontMetricsF(token_font(pixels)).horizontalAdvance(EMOJI) for pixels in (15, 30)] == before


def test_ids_stand_under_the_tokens_where_the_view_shows_them(view):
    load(view, "the cat", [3, 4])
    without = picture_of(view).height
    view.rows.set_ids(True)
    assert picture_of(view).height > without


def test_a_selection_alone(view):
    load(view, "the cat sat", [3, 4, 4], ids=[5, 6, 7])
    picture = picture_of(view, 1, 2)
    assert picture.excerpt.document.whole() == b" cat"
    assert picture.caption() == "sample · 1 token"


def test_a_picture_is_as_wide_as_its_rows(view):
    load(view, "the cat", [3, 4])
    narrow = picture_of(view).width
    load(view, "the cat " * 100, [8] * 100)
    assert 160 < narrow < 300
    assert WIDTH - 80 < picture_of(view).width <= WIDTH


def test_more_rows_than_a_picture_holds_are_left_out_and_the_picture_says_so(view, monkeypatch):
    monkeypatch.setattr(token_picture, "MOST_ROWS", 10)
    load(view, "the cat\n" * 30, [3, 5] * 30)
    picture = picture_of(view)
    assert picture.n_tokens == 20
    assert picture.caption() == "sample · the first 20 of 60 tokens"
    assert picture.height < 10 * 32 + 80


def test_one_row_too_long_for_a_picture_is_drawn_all_the_same(view, monkeypatch):
    monkeypatch.setattr(token_picture, "MOST_ROWS", 1)
    load(view, "the cat " * 100, [8] * 100)
    assert picture_of(view).n_tokens == 100


def test_a_png_of_one_pixel():
    png = PngRows(1, 2, 96)
    png.add(b"\xff\x00\x00\x00\x01\x02\x03\x00", 4)
    image = QImage.fromData(b"".join(png.finish()))
    assert (image.pixelColor(0, 0).name(), image.pixelColor(0, 1).name()) == ("#ff0000", "#010203")
