"""A letter and its tokens come in one paint where they come soon; tokens in doubt look so after a while."""

import gc

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QColor
from shiboken6 import Shiboken

from tests.widgets.token_views import load, picture, press
from workbench.widgets import garbage


class Paints(QObject):
    """Counts the paints of a view."""

    def __init__(self, view):
        super().__init__(view)
        self.count = 0
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def paints(view, qtbot):
    """The paints of a view with a text, which has been painted."""
    load(view, b"one line", [3, 5])
    found = Paints(view)
    view.viewport().update()
    qtbot.waitUntil(lambda: found.count)
    found.count = 0
    return found


@pytest.fixture
def no_garbage(qapp, monkeypatch):
    """Tells whether a turn of the collector now would do nothing, where there is much to collect."""
    collected = []
    monkeypatch.setattr(garbage, "LEFT_SECONDS", 3600)
    monkeypatch.setattr(garbage, "_activity", garbage._Activity())
    garbage._activity.last = float("-inf")
    monkeypatch.setattr(gc, "get_count", lambda: (2000, 0, 0))
    monkeypatch.setattr(gc, "collect", collected.append)
    collector = garbage.Collector(qapp)
    collector._timer.stop()

    def look():
        collected.clear()
        collector.turn()
        return not collected

    assert not look()
    yield look
    Shiboken.delete(collector)


def tokens(view, *lengths, provisional=False):
    ends = np.cumsum(lengths)
    spans = np.stack([ends - lengths, ends], axis=1).astype(np.uint64)
    view.tokens.take(0, int(ends[-1]), np.arange(len(ends), dtype=np.uint32), spans, provisional)


def turn():
    for _ in range(20):
        QCoreApplication.processEvents()


def test_a_letter_waits_for_its_tokens(view, paints, qtbot):
    view.repainting._held.setInterval(3_600_000)
    press(view, "a")
    turn()
    assert not paints.count
    tokens(view, 9)
    qtbot.waitUntil(lambda: paints.count == 1)
    turn()
    assert paints.count == 1


def test_it_does_not_wait_long(view, paints, qtbot):
    press(view, "a")
    qtbot.waitUntil(lambda: paints.count)
    view.repainting.hold()
    view.viewport().repaint()  # as scrolling does
    assert paints.count > 1


def test_no_garbage_is_collected_between_a_letter_and_its_paint(view, paints, no_garbage):
    press(view, "a")
    assert no_garbage()


def test_no_garbage_is_collected_in_a_frame_of_scrolling(view, no_garbage):
    load(view, b"a line\n" * 500)
    view.scrolling.by(100)
    assert no_garbage()


def test_tokens_in_doubt_look_so_until_they_are_agreed_on(view):
    view.clearFocus()

    def _colors():
        image = picture(view)
        rects = [view.places.hit_of_token(index).rect for index in range(2)]
        return [QColor(image.pixel(round(rect.left() + 4), round(rect.top() + 1))).name() for rect in rects]

    load(view, b"one line", [3, 5])
    plain = _colors()
    tokens(view, 3, 5, provisional=True)
    assert _colors() == plain
    assert view.tokens._doubting.isActive()
    view.tokens._doubting.timeout.emit()
    faint = _colors()
    assert all(one != other for one, other in zip(faint, plain, strict=True))
    tokens(view, 3, 5, provisional=True)
    assert _colors() == faint
    tokens(view, 3, 5)
    assert _colors() == plain
    assert not view.tokens._doubting.isActive()
