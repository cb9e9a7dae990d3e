"""Pairs counted and merged by hand: the answers of minbpe's get_stats and merge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from workbench.shell.dialogs.byte_alphabet import ByteAlphabetDialog
from workbench.shell.dialogs.merge_by_hand import MergeByHandDialog, Merging, ids_of
from workbench.widgets.panel_parts import show_one


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[MergeByHandDialog]:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = MergeByHandDialog(parent)
    dialog.show()
    yield dialog
    parent.close()


def rows(dialog: MergeByHandDialog) -> list[tuple[str, ...]]:
    model = dialog.table.model()
    return [tuple(model.index(row, column).data() for column in range(3)) for row in range(model.rowCount())]


@pytest.mark.parametrize(
    ("typed", "ids", "is_text"),
    [
        ("1 2 3 1 2", [1, 2, 3, 1, 2], False),
        ("[1, 2, 3]", [1, 2, 3], False),
        ("1,2 ", [1, 2], False),
        ("", [], True),
        ("1 b", [49, 32, 98], True),
        ("é", [195, 169], True),
        ("12345678", list(b"12345678"), True),
    ],
)
def test_numbers_are_ids_and_all_else_a_text(typed: str, ids: list[int], is_text: bool) -> None:
    assert ids_of(typed) == (ids, is_text)


def test_the_example_of_minbpe_key_by_key(dialog: MergeByHandDialog, qtbot: QtBot) -> None:
    assert rows(dialog)[:2] == [("97 97", "a + a", "4"), ("97 98", "a + b", "2")]
    assert dialog.merge.text() == "Merge 97 97"
    dialog.merge.setFocus()
    for _ in range(3):
        qtbot.keyClick(dialog.merge, Qt.Key.Key_Space)
    assert dialog.ids.toPlainText() == "258 100 258 97 99"
    assert dialog.log.toPlainText().split("\n") == [
        "1  97 97 → 256  aa  4 occurrences",
        "2  256 97 → 257  aaa  2 occurrences",
        "3  257 98 → 258  aaab  2 occurrences",
    ]
    qtbot.keyClick(dialog.undo, Qt.Key.Key_Space)
    assert dialog.ids.toPlainText() == "257 98 100 257 98 97 99"
    assert len(dialog.log.toPlainText().split("\n")) == 2


def test_ids_are_counted_and_any_pair_can_be_merged(dialog: MergeByHandDialog, qtbot: QtBot) -> None:
    dialog.typed.clear()
    assert (rows(dialog), dialog.merge.isEnabled(), dialog.merge.text()) == ([], False, "Nothing to merge")
    qtbot.keyClicks(dialog.typed, "1 2 3 1 2")
    assert rows(dialog) == [("1 2", "", "2"), ("2 3", "", "1"), ("3 1", "", "1")]
    qtbot.mouseClick(dialog.merge, Qt.MouseButton.LeftButton)
    assert dialog.ids.toPlainText() == "256 3 256"
    dialog.undo.click()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert dialog.ids.toPlainText() == "1 256 1 2"


def test_new_ids_come_after_those_that_were_typed() -> None:
    merging = Merging("1 300 1 300")
    merging.merge((1, 300))
    assert (merging.ids, merging.log) == ([301, 301], [((1, 300), 301, 2)])


def test_it_fits_the_smallest_screens(dialog: MergeByHandDialog) -> None:
    dialog.resize(600, 100)
    assert dialog.height() <= 360  # what 1280×800 at scale 2 leaves


@pytest.mark.parametrize("kind", [MergeByHandDialog, ByteAlphabetDialog])
def test_a_dialog_that_is_open_is_brought_forward_instead_of_another(qtbot: QtBot, kind: type) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    for _ in range(2):
        show_one(kind, parent)
    (dialog,) = parent.findChildren(kind)
    dialog.close()
    show_one(kind, parent)
    assert [each for each in parent.findChildren(kind) if each.isVisible()]
