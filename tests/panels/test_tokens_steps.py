"""The step-by-step view: its steps as data, and going through them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from workbench.engine.pair_merged import PairMergedBpe
from workbench.panels.tokens.step_list import shown, steps_of
from workbench.panels.tokens.steps import StepsView
from workbench.worker.explaining_job import _round
from workbench.worker.messages import Explained, MergeRound, PairShown, Symbol


def symbols(word):
    return tuple(Symbol(ord(letter[0]), letter.encode()) for letter in word.split())


def merge(word, position, result, rank, n=1, others=()):
    left, right = (letter.encode() for letter in word.split()[position : position + 2])
    pair = PairShown(position, left, right, 300 + int(rank), result.encode(), float(rank))
    return MergeRound(symbols(word), pair, others, n)


# The toy ranks of the CLIP walk-through: l o, lo w, e r.
LOWERED = (
    merge("l o w e r e d</w>", 0, "lo", 0, 2, (PairShown(3, b"e", b"r", 302, b"er", 2.0),)),
    merge("lo w e r e d</w>", 0, "low", 1, 2, (PairShown(2, b"e", b"r", 302, b"er", 2.0),)),
    merge("low e r e d</w>", 1, "er", 2),
    MergeRound(symbols("low er e d</w>"), None, (), 0),
)


def explained(rounds=LOWERED, **more):
    return Explained(1, 1, b"lowered", 0, 7, False, rounds, **more)


@pytest.fixture
def view(qtbot):
    view = StepsView()
    qtbot.addWidget(view)
    view.resize(340, 500)
    view.show_explained(explained())
    view.show()
    return view


def word(step):
    return " ".join(symbol.token.decode() for symbol in step.symbols)


def test_the_table_of_the_walk_through():
    steps = steps_of(explained())
    assert [(step.name, word(step), step.title, step.value) for step in steps] == [
        ("1", "l o w e r e d</w>", "l + o → lo", "0"),
        ("2", "lo w e r e d</w>", "lo + w → low", "1"),
        ("3", "low e r e d</w>", "e + r → er", "2"),
        ("4", "low er e d</w>", "end: no pair has a rank", ""),
    ]
    assert steps[0].sentence == "Merge l + o → lo, rank 0, lowest of 2 pairs"
    assert steps[2].sentence == "Merge e + r → er, rank 2, the only pair"
    assert [(row.pair, row.value, row.chosen) for row in steps[0].rows] == [
        ("l + o", "0", True),
        ("e + r", "2", False),
    ]
    assert [step.more for step in steps] == [0, 0, 0, 0]
    assert steps[3].sentence == "No pair has a rank: 4 tokens."


def test_a_word_that_cannot_be_explained_has_no_steps():
    assert steps_of(explained(())) == []


def test_many_ids_are_not_all_written_out():
    many = tuple(Symbol(i, b"x") for i in range(100))
    last = Explained(1, 1, b"", 0, 0, True, (MergeRound(many, None, (), 0),))
    assert steps_of(last)[-1].title.endswith("31, …]")


def test_it_begins_where_the_chosen_token_is_made_else_at_the_last_merge(view, qtbot):
    assert view.at == 2
    other = StepsView()
    qtbot.addWidget(other)
    other.want(301)
    other.show_explained(explained())
    assert other.at == 1


def test_keys_buttons_slider_and_table_go_through_the_steps(view):
    seen = []
    view.result_changed.connect(seen.append)
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert (view.at, view.slider.value(), view.table.currentIndex().row()) == (0, 0, 0)
    assert not view.buttons["step-back"].isEnabled()
    QTest.mouseClick(view.buttons["step-forward"], Qt.MouseButton.LeftButton)
    assert view.at == 1
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    assert (view.at, view.slider.value()) == (2, 2)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.at == 3
    assert not view.buttons["step-forward"].isEnabled()
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.at == 2
    view.slider.setValue(0)
    assert view.at == 0
    assert seen == [300, 301, 302, -1, 302, 300]
    assert view._count.text() == "step 1 of 4"
    view.grab()


def test_it_plays_to_the_end_and_holds(view, qtbot):
    view._timer.setInterval(5)
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.playing
    assert view.buttons["play"].toolTip() == "Pause (Space)"
    qtbot.waitUntil(lambda: view.at == 3 and not view.playing)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert (view.at, view.playing) == (0, True)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert not view.playing


def test_a_symbol_that_is_clicked_is_told(view):
    told = []
    view.token_clicked.connect(told.append)
    box = view._symbols.boxes(view._symbols.width())[1]
    QTest.mouseClick(view._symbols, Qt.MouseButton.LeftButton, pos=QPoint(int(box.left()) + 3, 5))
    assert told == [view.steps[view.at].symbols[1].id]


def test_the_same_word_again_stays_where_it_is(view):
    view.go(0)
    view.show_explained(explained())
    assert view.at == 0


def test_a_word_that_is_too_long_says_so(view):
    view.show_explained(Explained(2, 1, b"x" * 300, 0, 300, False, (), longest=128))
    assert view._sentence.text() == "The word has 300 bytes; up to 128 bytes are shown step by step."
    assert not view.slider.isVisible()
    view.clear()
    assert not view.isVisible()


def test_symbols_show_marks_and_nothing_shows_as_such():
    assert (shown(b" a"), shown(b"\xe6"), shown(b"")) == ("·a", "⟨E6⟩", "∅")


def test_the_rounds_of_a_model_name_the_end_of_a_word():
    tokens = {byte: bytes([byte]) for byte in range(256)}
    tokens |= {256 + byte: bytes([byte]) for byte in range(256)} | {512: b"ed"}
    model = PairMergedBpe.from_pairs(
        tokens, [(101, 256 + 100, 512)], range(256), end_byte_ids=range(256, 512)
    )
    rounds = [_round(model, step, False) for step in model.trace(b"ed")]
    assert [symbol.token for symbol in rounds[0].symbols] == [b"e", b"d</w>"]
    assert rounds[0].chosen.token == b"ed</w>"
    assert (rounds[0].chosen.left, rounds[0].chosen.right, rounds[0].chosen.value) == (b"e", b"d</w>", 0)
