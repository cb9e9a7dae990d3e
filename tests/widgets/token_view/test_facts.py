"""The facts of a token: nothing is cut while there is room for it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.vocabularies import IS, LIS, MERGES, listed
from workbench.widgets.labels import Badge, Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.token_view.facts import TokenFacts, _FactGrid
from workbench.widgets.vocabulary import Vocabulary

FACTS = [
    ("Id", "8,659", False),
    ("Rank", "108,403 of 150,000", False),
    ("Bytes", "6C 65 6E 6C 65 6E 6C 65 6E 6C 65 6E", True),
    ("In this text", "1 time", False),
    ("Span", "bytes 91–94", False),
    ("Characters", "91–94", False),
]


@pytest.fixture
def grid(qapp: QApplication, qtbot: QtBot) -> _FactGrid:
    theme.apply_theme(qapp, "light")
    grid = _FactGrid()
    qtbot.addWidget(grid)
    grid.set_facts(FACTS)
    grid.show()
    return grid


def labels(grid: _FactGrid) -> dict[str, Label]:
    return {label.text(): label for label in grid.findChildren(Label) if label.isVisible()}


@pytest.mark.parametrize("width", [376, 328, 288, 240])
def test_no_number_is_cut(grid: _FactGrid, qtbot: QtBot, width: int) -> None:
    grid.resize(width, 200)
    qtbot.waitUntil(lambda: grid.layout().geometry().width() == width)
    for name, value, wide in FACTS:
        shown = labels(grid)
        assert name in shown
        assert wide or shown[value].width() >= shown[value].sizeHint().width(), value
        assert shown[value].geometry().right() < width


def test_two_stand_in_a_row_where_there_is_room(grid: _FactGrid, qtbot: QtBot) -> None:
    grid.resize(376, 200)
    qtbot.waitUntil(lambda: labels(grid)["Id"].y() == labels(grid)["Rank"].y())
    grid.resize(240, 200)
    qtbot.waitUntil(lambda: labels(grid)["Id"].y() < labels(grid)["Rank"].y())


def test_a_long_value_that_has_no_neighbor_takes_the_row(grid: _FactGrid, qtbot: QtBot) -> None:
    stays = "25 %, merged further 75 % of the time"
    grid.set_facts([*FACTS[:3], ("Stays", stays, False)])
    grid.resize(376, 200)
    qtbot.waitUntil(lambda: grid.layout().geometry().width() == 376)
    shown = labels(grid)
    assert shown["Id"].y() == shown["Rank"].y()
    assert shown[stays].width() >= shown[stays].sizeHint().width()


def test_other_facts_leave_nothing_behind(grid: _FactGrid, qtbot: QtBot) -> None:
    grid.set_facts([("Id", "7", False)])
    assert not {"Rank", "8,659"} & set(labels(grid)), "still there until it is deleted"
    qtbot.waitUntil(lambda: set(labels(grid)) == {"Id", "7"})


def test_no_empty_part_stays_where_the_tree_is_left_out(qapp: QApplication, qtbot: QtBot) -> None:
    facts = TokenFacts()
    qtbot.addWidget(facts)
    facts.show()
    facts.show_tree(wanted=True)
    assert [line for line in facts.findChildren(Hairline) if line.isVisible()]
    high = facts.sizeHint().height()
    facts.show_tree(wanted=False)
    assert not [line for line in facts.findChildren(Hairline) if line.isVisible()]
    assert facts.sizeHint().height() < high - 20


def test_what_no_merge_makes_is_called_none(qapp: QApplication, qtbot: QtBot) -> None:
    facts = TokenFacts()
    qtbot.addWidget(facts)
    vocabulary = listed(MERGES)
    vocabulary.pairs[LIS] = -1
    for token_id, kind in ((ord("i"), "byte"), (IS, "merge"), (LIS, "token")):
        facts.show_token(Vocabulary(vocabulary), token_id)
        assert [chip.text() for chip in facts.findChildren(Badge)] == [kind]


def test_the_tree_has_room_for_large_text(qapp: QApplication, qtbot: QtBot) -> None:
    facts = TokenFacts()
    qtbot.addWidget(facts)
    facts.show_token(Vocabulary(listed(MERGES)), LIS)
    before = facts.tree.height()
    theme.set_size(qapp, 200)
    larger, needed = facts.tree.height(), facts.tree.tree_height()
    theme.set_size(qapp, 100)
    assert larger >= needed > before
    assert facts.tree.height() == before
