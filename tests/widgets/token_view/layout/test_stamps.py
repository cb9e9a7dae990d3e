"""Hatches and tabs from images of them look as they do when they are drawn."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.widgets.token_views import load, picture
from workbench.widgets.token_view.layout import stamps as token_stamps
from workbench.widgets.token_view.layout.stamps import Stamps

MIXED = "a 日本 事實 שלום مرحبا நி क्ष word\n" * 4  # cut after 1 to 3 bytes: boxes, tabs and hatched boxes


@pytest.fixture
def made(monkeypatch):
    """The images that are made."""
    found = []
    plain = Stamps._drawn
    monkeypatch.setattr(Stamps, "_drawn", lambda own, *what: found.append(plain(own, *what)) or found[-1])
    return found


def pixels(view, ratio):
    viewport = view.viewport()
    image = QImage(viewport.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    viewport.render(image)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1).astype(int)


@pytest.mark.parametrize("ratio", [1, 2])
@pytest.mark.parametrize("fade", [0.0, 0.4])
def test_images_look_as_what_is_drawn(view, made, monkeypatch, ratio, fade):
    load(view, MIXED, 1)
    view.set_look(fade=fade)
    stamped = pixels(view, ratio)
    assert len(made) > 10
    count = len(made)
    assert (pixels(view, ratio) == stamped).all()
    assert len(made) == count
    monkeypatch.setattr(token_stamps, "WIDEST", -1)
    drawn = pixels(view, ratio)
    assert len(made) == count
    # Of 255, from rounding twice; drawn, the ends of a hatch's lines stand out by a faint pixel.
    assert (np.abs(stamped - drawn) > 3).mean() < 0.001


def test_between_two_pixels_all_is_drawn(made):
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    drawn = []
    stamps = Stamps(painter, {})
    for at, n_made in ((3.0, 1), (0.5, 1), (-0.5, 2)):
        painter.translate(0, at)
        stamps.moved()
        stamps.put(2, 2, 9 + n_made, 9, ("box",), lambda own, rect: drawn.append((own is painter, rect.x())))
        assert len(made) == n_made
    painter.scale(1.5, 1.5)
    stamps.moved()
    stamps.put(2, 2, 5, 9, ("box",), lambda own, rect: drawn.append((own is painter, rect.x())))
    painter.end()
    assert drawn == [(False, 0), (True, 2), (False, 0), (True, 2)]


def test_no_more_images_are_kept_than_a_few_thousand(made, monkeypatch):
    monkeypatch.setattr(token_stamps, "_MOST", 5)
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    kept = {}
    stamps = Stamps(painter, kept)
    for width in (3, 4, 5, 6, 7, 8, 8, 9):
        stamps.put(0, 0, width, 9, (), lambda own, rect: None)
        assert len(kept) <= 5
    painter.end()
    assert len(made) == 7


def test_boxes_stand_on_whole_pixels(view):
    load(view, "a line\n" * 200, 1)
    picture(view)
    for pixels_down in (10.4, 0.3, 300.55, -7.25):
        view.scrolling.by(pixels_down)
        heights = [y for _, y in view.places.placed()]
        assert all(y.is_integer() for y in heights)
        assert abs(heights[0] + view.scrolling.anchor.offset) <= 0.5
