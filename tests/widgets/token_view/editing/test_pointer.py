"""What the mouse does in the token view: hover, click, drag, drop, menu."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QMouseEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from tests.widgets.token_views import PLAIN, SHIFT, caret, load, picture
from workbench.widgets.look import theme
from workbench.widgets.token_view.editing import hover
from workbench.widgets.token_view.editing import pointer as token_pointer
from workbench.widgets.token_view.text import TokenTextView


def color_at(view, x, y):
    return QColor(picture(view).pixel(round(x), round(y))).name()


def box_color(view, index):
    """The color in the upper left of a token's box, between letters and edge."""
    rect = view.places.hit_of_token(index).rect
    return color_at(view, rect.left() + 4, rect.top() + 1)


# --- hover


def test_hovering_tells_and_fades_the_others(view, qtbot, monkeypatch):
    monkeypatch.setattr(hover, "reduced_motion", lambda: False)
    load(view, "aaabbbccc", [3, 3, 3])
    told = []
    view.token_hovered.connect(told.append)
    bright = box_color(view, 2)
    QTest.mouseMove(view.viewport(), view.places.hit_of_token(1).rect.center())
    qtbot.waitUntil(lambda: bool(told))
    assert (told[0].token.index, told[0].rect) == (1, view.places.hit_of_token(1).rect)
    qtbot.waitUntil(lambda: view.look.fade == 1.0)
    assert box_color(view, 2) != bright
    assert box_color(view, 1) == theme.current_theme().token_fills[1].name()
    QTest.mouseMove(view.viewport(), QPoint(300, 300))
    qtbot.waitUntil(lambda: told[-1] is None)
    assert box_color(view, 2) == bright


def test_reduced_motion_fades_nothing(view, qtbot, monkeypatch):
    monkeypatch.setattr(hover, "reduced_motion", lambda: True)
    load(view, "aaabbbccc", [3, 3, 3])
    with qtbot.waitSignal(view.token_hovered):
        QTest.mouseMove(view.viewport(), view.places.hit_of_token(1).rect.center())
    QTest.qWait(100)
    assert view.look.fade == 0.0


# --- mouse


def center(view, index):
    return view.places.hit_of_token(index).rect.center()


def test_a_click_selects_the_token_and_places_the_caret(view):
    load(view, "aaabbbccc", [3, 3, 3])
    told = []
    view.token_selected.connect(told.append)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=center(view, 1))
    assert told[-1].index == 1
    assert 3 < caret(view) < 6
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    assert told[-1] is None
    assert caret(view) == 9


def test_dragging_selects_and_shift_click_extends(view):
    load(view, "aaabbbccc", [3, 3, 3])
    viewport, left = view.viewport(), Qt.MouseButton.LeftButton
    edge = view.places.hit_of_token(1).rect.topLeft() + QPoint(0, 5)
    QTest.mousePress(viewport, left, pos=edge)
    QTest.mouseMove(viewport, view.places.hit_of_token(2).rect.topLeft() + QPoint(1, 5))
    QTest.mouseRelease(viewport, left, pos=edge)
    assert view.editor.selection == (3, 6)
    QTest.mouseClick(viewport, left, SHIFT, view.places.hit_of_token(2).rect.topRight() + QPoint(0, 5))
    assert view.editor.selection == (3, 9)


def third_click(view, point):
    view.pointer._double_clicked_at = (10**15, QPointF(point))  # QTest's clock runs on after a double click
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_double_click_takes_the_word_and_triple_the_line(view):
    load(view, b"one two three\nnext", [4, 14])
    point = view.places.hit_of_token(1).rect.topLeft() + QPoint(14, 8)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert view.editor.selected_bytes() == b"two"
    third_click(view, point)
    assert view.editor.selected_bytes() == b"one two three\n"


def double_click_held(view, point):
    left = Qt.MouseButton.LeftButton
    event = QMouseEvent(QEvent.Type.MouseButtonDblClick, QPointF(point), QPointF(point), left, left, PLAIN)
    QGuiApplication.sendEvent(view.viewport(), event)


def test_dragging_goes_on_by_words_after_a_double_click_and_by_lines_after_a_triple(view):
    load(view, b"one two three\nfour five\nsix", [4, 4, 6, 5, 5, 3])
    viewport, left = view.viewport(), Qt.MouseButton.LeftButton
    two, five, six = (view.places.hit_of_token(index).rect.topLeft() + QPoint(14, 8) for index in (1, 4, 5))
    four = view.places.hit_of_token(3).rect.topLeft() + QPoint(14, 8)
    double_click_held(view, two)
    for target, selected in (
        (five, b"two three\nfour five"),
        (two, b"two"),
        (QPoint(30, two.y()), b"one two"),
    ):
        QTest.mouseMove(viewport, target)
        assert view.editor.selected_bytes() == selected
    QTest.mouseRelease(viewport, left, pos=two)
    QTest.mouseMove(viewport, six)
    assert view.editor.selected_bytes() == b"one two"
    third_click(view, four)
    for target, selected in ((six, b"four five\nsix"), (two, b"one two three\nfour five\n")):
        QTest.mouseMove(viewport, target)
        assert view.editor.selected_bytes() == selected
    QTest.mouseRelease(viewport, left, pos=two)
    QTest.mousePress(viewport, left, pos=six)
    QTest.mouseMove(viewport, QPoint(30, six.y()))
    assert len(view.editor.selected_bytes()) < 3  # by places again


def drop(view, mime):
    for kind, point in ((QDragEnterEvent, QPoint(20, 20)), (QDropEvent, QPointF(20, 20))):
        event = kind(point, Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, PLAIN)
        QGuiApplication.sendEvent(view.viewport(), event)
        assert event.isAccepted()


def test_dropped_files_are_told_and_dropped_text_is_inserted(view, tmp_path):
    load(view, b"ab")
    told = []
    view.files_dropped.connect(told.append)
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.txt"))])
    drop(view, files)
    assert told == [[str(tmp_path / "a.txt")]]
    text = QMimeData()
    text.setText("日")
    drop(view, text)
    assert view.content() == "日ab".encode()


class Drag:
    """Stands for QDrag, whose exec waits for a mouse; drops at a byte of the view, or outside of it."""

    place = None
    action = Qt.DropAction.MoveAction

    def __init__(self, view):
        self.view, self.mime = view, None

    def setMimeData(self, mime):
        self.mime = mime

    def exec(self, allowed, default):
        type(self).allowed = allowed
        if self.place is not None:
            point = QPointF(self.view.caret.rect(self.place).center())
            kinds = QPoint(round(point.x()), round(point.y())), point
            for kind, at in zip((QDragEnterEvent, QDropEvent), kinds, strict=True):
                QGuiApplication.sendEvent(
                    self.view.viewport(), kind(at, self.action, self.mime, Qt.MouseButton.LeftButton, PLAIN)
                )
        return self.action


def drag_selection(view, monkeypatch, place, action=Qt.DropAction.MoveAction):
    monkeypatch.setattr(token_pointer, "QDrag", Drag)
    monkeypatch.setattr(Drag, "place", place)
    monkeypatch.setattr(Drag, "action", action)
    left = Qt.MouseButton.LeftButton
    inside = view.caret.rect(view.editor.selection[0]).center().toPoint() + QPoint(5, 0)
    QTest.mousePress(view.viewport(), left, pos=inside)
    QTest.mouseMove(view.viewport(), inside + QPoint(60, 0))
    QTest.mouseRelease(view.viewport(), left, pos=inside + QPoint(60, 0))


def test_a_selection_that_is_dragged_moves_as_one_step(view, monkeypatch):
    for selected, place, expected in (
        ((0, 3), 9, b"defghiabcj"),
        ((6, 9), 3, b"abcghidefj"),
        ((0, 3), 2, b"abcdefghij"),
    ):
        load(view, b"abcdefghij", [10])
        view.editor.select(*selected)
        drag_selection(view, monkeypatch, place)
        assert view.content() == expected
        assert bool(view.document.history.undo) == (expected != b"abcdefghij")
        assert view.editor.selected_bytes() == b"abcdefghij"[slice(*selected)]
        view.editor.undo()
        assert view.content() == b"abcdefghij"


def test_a_selection_may_be_copied_or_moved_out(view, monkeypatch):
    load(view, b"abcdef", [6])
    view.editor.select(0, 2)
    drag_selection(view, monkeypatch, 6, Qt.DropAction.CopyAction)
    assert view.content() == b"abcdefab"
    view.editor.select(0, 2)
    drag_selection(view, monkeypatch, None)
    assert view.content() == b"cdefab"


@pytest.mark.parametrize("in_another", [False, True])
def test_no_drag_begins_before_the_last_one_has_returned(view, monkeypatch, in_another, qtbot):
    begun, other = [], view

    def presses_and_moves_again(drag, allowed, default, drops=Drag.exec):
        begun.append(drag)
        done = drops(drag, allowed, default)
        if len(begun) == 1:
            drag_selection(other, monkeypatch, 0)
        return done

    load(view, b"abcdefghij", [10])
    view.editor.select(0, 3)
    if in_another:
        other = TokenTextView()
        qtbot.addWidget(other)
        other.resize(view.size())
        other.show()
        load(other, b"abcdefghij", [10])
        other.editor.select(0, 3)
    monkeypatch.setattr(Drag, "exec", presses_and_moves_again)
    drag_selection(view, monkeypatch, 9)
    assert len(begun) == 1
    assert view.content() == b"defghiabcj"


def test_a_text_that_is_only_looked_at_is_copied_out(view, monkeypatch):
    load(view, b"abcdef", [6])
    view.editor.locked = True
    view.editor.select(0, 2)
    drag_selection(view, monkeypatch, None, Qt.DropAction.CopyAction)
    assert Drag.allowed == Qt.DropAction.CopyAction
    assert view.content() == b"abcdef"


def test_a_click_within_the_selection_places_the_caret_when_it_is_let_go(view):
    load(view, b"abcdef", [3, 3])
    view.editor.select(0, 6)
    point = view.places.hit_of_token(1).rect.center() - QPoint(0, 0)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert view.editor.has_selection()
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert not view.editor.has_selection()
    assert view.selected.token.index == 1


def test_the_menu_says_what_can_be_done(view, monkeypatch):
    monkeypatch.setattr(QMenu, "popup", lambda menu, point: None)  # offscreen cannot grab the keyboard
    load(view, b"ab")
    view.editor.select_all()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, QPoint(20, 20), view.mapToGlobal(QPoint(20, 20))
    )
    QGuiApplication.sendEvent(view.viewport(), event)
    menu = view.findChild(QMenu)
    enabled = {action.text(): action.isEnabled() for action in menu.actions()}
    assert enabled["Copy"]
    assert not enabled["Undo"]
    menu.close()
    QGuiApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
