"""The ids beside the text: line for line, linked both ways, by mouse and by keys."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest

from tests.widgets.token_views import TEXTS, load, press
from workbench.widgets.token_view.ids import TokenIds

K = Qt.Key


@pytest.fixture
def ids(qtbot, view):
    ids = TokenIds(view)
    qtbot.addWidget(ids)
    ids.setGeometry(640, 0, 300, 240)  # beside the view: the pointer is over one of them
    ids.show()
    qtbot.waitExposed(ids)
    return ids


def shown(ids):
    return [chip.index for chip in ids.chips()]


@pytest.mark.parametrize("data", TEXTS, ids=repr)
def test_every_token_has_its_id_once(ids, view, data):
    load(view, data, 1)
    ids.resize(300, 20_000)
    assert shown(ids) == list(range(len(view.spans)))
    assert [chip.token_id for chip in ids.chips()] == view.spans.take(0, len(view.spans)).ids.tolist()


def test_a_token_over_two_lines_stands_where_it_begins(ids, view):
    load(view, b"ab\ncd", [1, 3, 1], [7, 8, 9])
    first, second, third = ids.chips()
    assert first.rect.top() == second.rect.top() < third.rect.top()


def test_ids_follow_the_text(qtbot, ids, view):
    load(view, b"abc\n" * 300, [4] * 300)
    view.scrolling.by(32 * 40)
    qtbot.waitUntil(lambda: shown(ids)[0] > 30, timeout=30_000)
    assert shown(ids)[0] == view.spans.token_at(view.places.visible_range()[0]).index


def test_what_is_selected_in_one_is_selected_in_the_other(ids, view):
    load(view, "abcdef" * 100, [1] * 600, [5000] * 600)
    chip = ids.chips()[3]
    QTest.mouseClick(ids.viewport(), Qt.MouseButton.LeftButton, pos=chip.rect.center().toPoint())
    assert view.selected.token.index == 3
    view.selected.select(590)
    assert 590 in shown(ids)
    rect = next(chip.rect for chip in ids.chips() if chip.index == 590)
    assert ids.viewport().rect().toRectF().contains(rect)


def test_what_is_pointed_at_in_one_is_ringed_in_the_other(ids, view):
    load(view, b"abcdef", [2, 2, 2])
    chip = ids.chips()[1]
    for nudge in (1, 0):
        QTest.mouseMove(ids.viewport(), chip.rect.center().toPoint() - QPoint(nudge, 0))
    assert view.look.hovered == (1, 2)
    assert view.look.fade == 1
    QTest.mouseMove(ids.viewport(), QPoint(ids.width() - 2, ids.height() - 2))
    assert view.look.hovered == (0, 0)


def test_arrow_keys_go_from_id_to_id(ids, view):
    load(view, b"abcd\nefgh", [1] * 9, [100_000] * 9)
    ids.setFocus()
    for key, expected in (
        (K.Key_Home, 0), (K.Key_Right, 1), (K.Key_Right, 2), (K.Key_Left, 1), (K.Key_End, 8), (K.Key_Home, 0),
    ):  # fmt: skip
        press(ids, key)
        assert view.selected.token.index == expected
    below = [chip for chip in ids.chips() if chip.rect.top() > ids.chips()[0].rect.top()]
    press(ids, K.Key_Down)
    assert view.selected.token.index == below[0].index
    press(ids, K.Key_Up)
    assert view.selected.token.index == 0


def test_the_wheel_scrolls_on_and_no_further_than_the_ends(ids, view):
    load(view, b"abc\n" * 40, [4] * 40)

    def turn(steps):
        middle = QPointF(ids.viewport().rect().center())
        event = QWheelEvent(
            middle, middle, QPoint(), QPoint(0, -120 * steps), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        ids.wheelEvent(event)

    turn(2)
    assert shown(ids)[0] > 0
    turn(200)
    assert shown(ids)[-1] == 39
    turn(-300)
    assert shown(ids)[0] == 0


def test_it_can_be_painted_with_every_state(ids, view):
    load(view, b"abcabc", [1] * 6, [1, 2, 3, 1, 2, 3])
    view.set_look(special_ids=frozenset([3]))
    view.selected.select(0)
    assert not ids.grab().isNull()
