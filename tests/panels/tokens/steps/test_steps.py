"""The step-by-step view: its steps as data, and going through them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.panels.tokens.steps import candidates as step_candidates
from workbench.panels.tokens.steps import step_list
from workbench.panels.tokens.steps.forest import forest_of
from workbench.panels.tokens.steps.step_list import shown, steps_of
from workbench.panels.tokens.steps.steps import StepsView
from workbench.widgets.merge_nodes import MOST_NODES, nodes
from workbench.worker.jobs.explaining import round_of
from workbench.worker.messages.explaining import Explained, MergeRound

# The toy ranks of the CLIP walk-through: l o, lo w, e r.
LETTERS = {ord(letter): (letter.encode(), 1) for letter in "lower"} | {400: (b"d</w>", 1)}
TOKENS = LETTERS | {300: (b"lo", 2), 301: (b"low", 3), 302: (b"er", 2)}
LOWERED = (
    MergeRound((108, 111, 119, 101, 114, 101, 400), ((0, 300, 0.0), (3, 302, 2.0)), 0, (0,)),
    MergeRound((300, 119, 101, 114, 101, 400), ((0, 301, 1.0), (2, 302, 2.0)), 0, (0,)),
    MergeRound((301, 101, 114, 101, 400), ((1, 302, 2.0),), 0, (1,)),
    MergeRound((301, 302, 101, 400)),
)


def explained(rounds=LOWERED, **more):
    return Explained(1, 1, b"lowered", 0, 7, False, rounds, **({"tokens": TOKENS} | more))


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
    assert [steps.head(number).word for number in range(4)] == [
        "lo w e r e d</w>", "low e r e d</w>", "low er e d</w>", ""
    ]  # fmt: skip
    assert [steps.chooses(number) for number in range(4)] == [True, True, True, False]
    assert steps[0].sentence == "Merge l + o → lo, rank 0, lowest of 2 pairs"
    assert steps[2].sentence == "Merge e + r → er, rank 2, the only pair"
    assert [(row.pair, row.value, row.chosen) for row in steps[0].rows] == [
        ("l + o", "0", True),
        ("e + r", "2", False),
    ]
    assert [len(step.rows) for step in steps] == [2, 2, 1, 0]
    assert steps[3].sentence == "No pair has a rank: 4 tokens."


def test_a_pair_that_is_merged_in_several_places_is_one_step_with_all_of_them_marked():
    tokens = {97: (b"a", 1), 98: (b"b", 1), 300: (b"ab", 2)}
    rounds = (MergeRound((97, 98, 97, 98), ((0, 300, 0.0), (2, 300, 0.0)), 0, (0, 2)), MergeRound((300, 300)))
    steps = steps_of(Explained(1, 1, b"abab", 0, 4, False, rounds, tokens))
    assert steps[0].marked == ((0, 2), (2, 4))
    assert steps[0].sentence == "Merge a + b → ab, rank 0, lowest of 2 pairs, in 2 places"
    assert steps.places(0) == ((0, 2), (2, 4))
    assert (steps.making(300, (2, 4)), steps.making(300, (1, 3)), steps.making(97)) == (0, None, None)


# --- the trees of the word


def grown(explained_word):
    """Return every node of the forest as (label, place, depth)."""
    found = [node for root in forest_of(explained_word) for node in nodes(root)]
    return [(node.spelling.decode(), node.place, node.depth) for node in found]


def test_the_trees_of_a_word_have_a_node_for_every_merge_at_its_place():
    assert grown(explained()) == [
        ("low", (0, 3), 0), ("lo", (0, 2), 1), ("l", (0, 1), 2), ("o", (1, 2), 2), ("w", (2, 3), 1),
        ("er", (3, 5), 0), ("e", (3, 4), 1), ("r", (4, 5), 1), ("e", (5, 6), 0), ("d</w>", (6, 7), 0),
    ]  # fmt: skip
    steps = steps_of(explained())
    made = [place for number in range(len(steps)) for place in steps.places(number)]
    assert sorted(made) == [(0, 2), (0, 3), (3, 5)]


def test_a_pair_that_is_merged_in_several_places_has_a_tree_in_each():
    tokens = {97: (b"a", 1), 98: (b"b", 1), 300: (b"ab", 2)}
    rounds = (MergeRound((97, 98, 97, 98), ((0, 300, 0.0), (2, 300, 0.0)), 0, (0, 2)), MergeRound((300, 300)))
    forest = forest_of(Explained(1, 1, b"abab", 0, 4, False, rounds, tokens))
    assert [(root.place, [half.place for half in root.children]) for root in forest] == [
        ((0, 2), [(0, 1), (1, 2)]),
        ((2, 4), [(2, 3), (3, 4)]),
    ]


def test_trees_of_too_many_nodes_are_cut_but_no_token_goes():
    n = 400
    tokens = {97: (b"a", 1), 300: (b"aa", 2)}
    pairs = tuple(range(0, n, 2))
    rounds = (
        MergeRound((97,) * n, tuple((at, 300, 0.0) for at in pairs), 0, pairs),
        MergeRound((300,) * (n // 2)),
    )
    forest = forest_of(Explained(1, 1, b"a" * n, 0, n, False, rounds, tokens))
    assert len(forest) == n // 2
    assert sum(len(nodes(root)) for root in forest) <= MOST_NODES
    assert forest_of(Explained(1, 1, b"a" * 999, 0, 999, False, (), longest=512)) == ()


def test_all_pairs_of_a_step_can_be_reached_and_are_made_as_they_are_seen(view, monkeypatch):
    n = 400
    tokens = {97: (b"a", 1), 300: (b"aa", 2)}
    candidates = tuple((at, 300, 0.0) for at in range(n))
    view.show_explained(
        Explained(9, 1, b"a" * n, 0, n, False, (MergeRound((97,) * (n + 1), candidates, 0, (0,)),), tokens)
    )
    made = []
    monkeypatch.setattr(step_list, "_written", lambda _explained, token: made.append(token) or "x")
    table, more = view.candidates.table, view.candidates.more
    assert more.text() == "and 397 more"
    assert table.height() == 3 * step_candidates.ROW
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    assert more.text() == "Show fewer"
    table.grab()
    assert 0 < len(made) < 3 * n  # two halves and the result of a row
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert table.currentIndex().row() == n - 1
    assert table.rect().contains(table.visualRect(table.currentIndex()).center())


def test_a_word_that_cannot_be_explained_has_no_steps():
    assert len(steps_of(explained(()))) == 0


def test_many_ids_are_not_all_written_out():
    many = {i: (b"x", 1) for i in range(100)}
    last = Explained(1, 1, b"", 0, 0, True, (MergeRound(tuple(many)),), many)
    assert steps_of(last)[3].title.endswith("31, …]")


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


def test_the_table_shows_the_word_after_each_merge(view):
    model = view.table.model()
    assert [model.index(row, 1).data() for row in range(4)] == [
        "l + o → lo\nlo w e r e d</w>",
        "lo + w → low\nlow e r e d</w>",
        "e + r → er\nlow er e d</w>",
        "end: no pair has a rank",
    ]
    lines = view.table.fontMetrics().lineSpacing() * 2
    assert all(view.table.rowHeight(row) >= lines for row in range(4))


def test_the_table_of_many_steps_does_not_scroll_within_the_panel(view):
    letters = tuple(b"ab" * 20)
    tokens = {letter: (bytes([letter]), 1) for letter in letters} | {300: (b"ab", 2)}
    rounds = [MergeRound(letters, ((0, 300, 0.0),), 0, (0,))] * 19 + [MergeRound(letters)]
    view.show_explained(explained(rounds=tuple(rounds), tokens=tokens))
    view.resize(300, 900)
    assert view.table.verticalScrollBar().maximum() == 0


def test_of_a_long_word_the_table_shows_the_place_of_the_merge():
    letters = tuple(b"abcdefghijklmnopqrstuvwxyz" * 10)
    tokens = {letter: (bytes([letter]), 1) for letter in letters} | {300: (b"za", 2)}
    for at in (25, 129):
        after = (*letters[:at], 300, *letters[at + 2 :])
        rounds = (MergeRound(letters, ((at, 300, 0.0),), 0, (at,)), MergeRound(after))
        word = steps_of(explained(rounds=rounds, tokens=tokens)).head(0).word
        assert word.startswith("… v w x y za b c d ")


def test_what_is_clicked_stays_under_the_mouse(qtbot):
    """The player never moves, and the table does not once the highest step was shown."""
    panel, view = QWidget(), StepsView()
    qtbot.addWidget(panel)
    view.show_explained(explained())
    column = QVBoxLayout(panel)
    column.addWidget(view)
    column.addStretch(1)
    panel.resize(340, 800)
    panel.show()

    def _tops():
        for _ in range(3):  # a layout within a layout takes its turn
            QApplication.processEvents()
        button, table = view.buttons["step-forward"], view.table
        return button.mapTo(view, QPoint()).y(), table.mapTo(view, QPoint()).y()

    players, tables = set(), set()
    for number in (0, 3, 1, 2, 3, 0):
        view.go(number)
        player, table = _tops()
        players.add(player)
        tables.add(table)
    assert view.candidates.height() > 0
    assert (len(players), len(tables)) == (1, 1)
    view.show_explained(explained(rounds=(MergeRound((301, 302, 101, 400)),)))
    assert _tops()[1] < tables.pop()


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
    box = view.symbols.row.boxes(view.symbols.row.width())[1]
    QTest.mouseClick(view.symbols.row, Qt.MouseButton.LeftButton, pos=QPoint(int(box.left()) + 3, 5))
    assert told == [view.steps[view.at].symbols[1].id]


def test_the_same_word_again_stays_where_it_is(view):
    view.go(0)
    view.show_explained(explained())
    assert view.at == 0


def test_a_word_that_is_too_long_says_so(view):
    view.show_explained(Explained(2, 1, b"x" * 300, 0, 300, False, (), longest=128))
    assert view._sentence.text() == "The word has 300 bytes; step by step works up to 128 bytes."
    assert not view.slider.isVisible()
    view.clear()
    assert not view.isVisible()


def test_symbols_show_marks_and_nothing_shows_as_such():
    assert (shown(b" a"), shown(b"\xe6"), shown(b"")) == ("·a", "⟨E6⟩", "∅")


def test_the_rounds_of_a_model_have_the_end_of_a_word():
    tokens = {byte: bytes([byte]) for byte in range(256)}
    tokens |= {256 + byte: bytes([byte]) for byte in range(256)} | {512: b"ed"}
    model = PairMergedBpe.from_pairs(
        tokens, [(101, 256 + 100, 512)], range(256), end_byte_ids=range(256, 512)
    )
    rounds = tuple(round_of(step, False) for step in model.trace(b"ed"))
    assert rounds[0] == MergeRound((101, 256 + 100), ((0, 512, 0.0),), 0, (0,))


def test_steps_are_made_as_they_are_seen(view, monkeypatch):
    n = 300
    tokens = {97: (b"a", 1)} | {300 + at: (b"a" * (at + 2), at + 2) for at in range(n)}
    rounds = [
        MergeRound((299 + at if at else 97, *[97] * (n - at)), ((0, 300 + at, float(at)),), 0, (0,))
        for at in range(n)
    ]
    rounds.append(MergeRound((299 + n,)))
    made = []
    make = step_list._RankedSteps._make
    monkeypatch.setattr(
        step_list._RankedSteps, "_make", lambda self, at, head: made.append(at) or make(self, at, head)
    )
    view.show_explained(Explained(9, 1, b"a" * (n + 1), 0, n + 1, False, tuple(rounds), tokens))
    assert view.table.model().rowCount() == n + 1
    view.grab()
    assert len(made) < 5
    view.go(n)
    assert view.table.currentIndex().row() == n


class _Longer(QTranslator):
    def isEmpty(self) -> bool:
        return False

    def translate(self, context, source, disambiguation=None, n=-1):
        return f"a longer {source}" if source == "Rank" else ""


def test_the_last_column_is_as_wide_as_its_title(view, qapp):
    longer = _Longer()
    qapp.installTranslator(longer)
    view.show_explained(explained(LOWERED[1:]))
    assert view.table.columnWidth(2) >= view.table.horizontalHeader().sectionSizeHint(2) > 60
    qapp.removeTranslator(longer)
