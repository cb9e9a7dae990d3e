"""The tree of a token: its shape, its places, clicks and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.vocabularies import AB, ABLIS, IS, LIS, MERGES, listed
from workbench.widgets.look import theme
from workbench.widgets.merge_nodes import MOST_NODES, build, nodes, place
from workbench.widgets.merge_tree import MergeTreeView
from workbench.widgets.vocabulary import Vocabulary


@pytest.fixture
def view(qtbot: QtBot) -> MergeTreeView:
    view = MergeTreeView()
    qtbot.addWidget(view)
    view.resize(360, 240)
    view.show()
    view.set_token(Vocabulary(listed(MERGES)), ABLIS)
    return view


def test_the_tree_goes_down_to_bytes() -> None:
    root = build(Vocabulary(listed(MERGES)), ABLIS)
    assert root is not None
    assert [node.token_id for node in nodes(root)] == [ABLIS, AB, 97, 98, LIS, 108, IS, 105, 115]
    assert [node.depth for node in nodes(root)] == [0, 1, 2, 2, 1, 2, 2, 3, 3]


def test_boxes_of_a_level_never_overlap(qtbot: QtBot) -> None:
    root = build(Vocabulary(listed(MERGES)), ABLIS)
    assert root is not None
    place(root, QFontMetricsF(theme.token_font(13)))
    every = nodes(root)
    for a in every:
        for b in every:
            assert a is b or not a.box.intersects(b.box)


def test_a_huge_tree_is_cut_not_walked() -> None:
    doubling = [(97, 97)] + [(255 + n, 255 + n) for n in range(1, 16)]
    root = build(Vocabulary(listed(doubling)), 271)  # 65,536 times the letter a
    assert root is not None
    assert len(nodes(root)) <= MOST_NODES + 2


def test_a_tree_that_is_wider_than_the_view_begins_at_its_root(view: MergeTreeView, qtbot: QtBot) -> None:
    doubling = [(97, 97)] + [(255 + n, 255 + n) for n in range(1, 6)]
    for width in (360, 200, 260):
        view.resize(width, 240)
        view.set_token(Vocabulary(listed(doubling)), 261)  # 64 times the letter a
        root = view.root
        assert root is not None
        assert view.sceneRect().width() > view.viewport().width()
        assert abs(view.position_of(root).x() - view.viewport().width() / 2) < 2
    view.resize(300, 240)
    qtbot.waitUntil(lambda: abs(view.position_of(root).x() - view.viewport().width() / 2) < 2)


def test_a_node_that_is_clicked_is_told(view: MergeTreeView, qtbot: QtBot) -> None:
    assert view.root is not None
    lis = view.root.children[1]
    where = view.position_of(lis).toPoint()
    with qtbot.waitSignal(view.token_clicked) as told:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(where))
    assert told.args == [LIS]


def test_arrow_keys_walk_the_tree(view: MergeTreeView, qtbot: QtBot) -> None:
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(view, key)
    with qtbot.waitSignal(view.token_clicked) as told:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert told.args == [ord("l")]


def test_screen_readers_hear_the_pair(view: MergeTreeView) -> None:
    assert view.accessibleDescription() == "ablis = ab + lis"
    view.set_token(Vocabulary(listed(MERGES)), ord("a"))
    assert view.accessibleDescription() == "a is not made by a merge"


def test_a_node_that_is_clicked_twice_is_opened_and_so_with_control_and_return(
    view: MergeTreeView, qtbot: QtBot
) -> None:
    assert view.root is not None
    lis = view.root.children[1]
    with qtbot.waitSignal(view.node_opened) as told:
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.position_of(lis).toPoint())
    assert told.args[0] is lis
    with qtbot.waitSignal(view.node_opened) as told:
        qtbot.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told.args[0] is view.root


def test_nodes_know_their_bytes_and_only_the_node_at_the_place_is_marked(qtbot: QtBot) -> None:
    view = MergeTreeView()
    qtbot.addWidget(view)
    view.set_token(Vocabulary(listed([(97, 98), (256, 256)])), 257)  # abab
    assert view.root is not None
    first, second = view.root.children
    assert (view.root.place, first.place, second.place) == ((0, 4), (0, 2), (2, 4))
    view.mark(256)
    assert (view.is_marked(first), view.is_marked(second)) == (True, True)
    view.mark(256, ((2, 4),))
    assert (view.is_marked(first), view.is_marked(second)) == (False, True)
    view.mark(256, ())
    assert not any(map(view.is_marked, (first, second)))


def test_a_tree_that_is_too_wide_scrolls_to_the_node_of_the_keyboard(
    view: MergeTreeView, qtbot: QtBot
) -> None:
    view.resize(60, 120)
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_Down)
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view._current is not None
    assert view.viewport().rect().contains(view.position_of(view._current).toPoint())
    view.grab()


def test_the_tree_grows_with_the_text(view: MergeTreeView, qapp: QApplication) -> None:
    assert view.root is not None
    before = [(node.box.center().y(), node.box.height()) for node in nodes(view.root)]
    theme.set_size(qapp, 200)
    try:
        boxes = [node.box for node in nodes(view.root)]
        needed = QFontMetricsF(theme.token_font(13)).height()
    finally:
        theme.set_size(qapp, 100)
    assert all(box.height() >= needed for box in boxes)
    assert boxes[1].top() - boxes[0].bottom() >= 2 * (before[1][0] - before[0][0] - before[0][1]) - 1
    assert [(node.box.center().y(), node.box.height()) for node in nodes(view.root)] == before
