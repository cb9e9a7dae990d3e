"""The regex lab by click and key, with its jobs run at once in the place of a lane."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from workbench.engine.splitting.split_patterns import FURTHER, PUBLISHED
from workbench.panels.lab.changes import Changed, changed_lines
from workbench.panels.lab.editor_text import lines_of, one_line
from workbench.panels.lab.history import History, State
from workbench.panels.lab.lab import RegexLab
from workbench.panels.lab.requests import Text
from workbench.settings import Settings
from workbench.widgets.look.theme import current_theme
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.lab import (
    PatternRepaired,
)

PATTERNS = {name: each.pattern for name, each in PUBLISHED.items()} | FURTHER
CL100K = PATTERNS["cl100k"]
TEXT = "December 13, 1989 (age 34)\nTaylor’s 12 songs, 1,200 \U0001f600 words.\n".encode()


class Answers(Asked):
    """Meets requests as the lab's lane would, one after the other."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.asked: list[Any] = []
        self.waiting: deque[Any] = deque()
        self.busy = self.held = False

    def join(self, lab: RegexLab) -> None:
        ask = lab.trials.requests._ask

        def _ask(request: Any) -> None:
            ask(request)
            self.asked.append(request)
            self.waiting.append(request)
            if not self.held:
                self.go_on()

        lab.trials.requests._ask = _ask  # type: ignore[method-assign]

    def go_on(self) -> None:
        self.held = False
        if self.busy:
            return
        self.busy = True
        while self.waiting:
            job = jobs.start(self.store, self.waiting.popleft())
            while (result := job.step()) is not ENDED:
                if result is not None:
                    self.tell(result)
        self.busy = False

    def patterns(self, view: str = "this") -> list[str]:
        return [each.pattern for each in self.asked if getattr(each, "view", "") == view]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    store = Store()
    yield store
    store.close()


@pytest.fixture
def answers(store: Store) -> Answers:
    return Answers(store)


Make = Callable[..., RegexLab]


@pytest.fixture
def make(qtbot: QtBot, answers: Answers) -> Make:
    windows: list[QWidget] = []  # kept alive

    def _make(settings: Settings | None = None, text: bytes = TEXT) -> RegexLab:
        lab = RegexLab(answers, settings)
        answers.join(lab)
        window = QWidget()
        row = QHBoxLayout(window)
        for panel in (lab.patterns, lab.editor, lab.pieces, lab.measures, lab.frequent):
            for part in (panel.header, panel):
                part.setParent(window)
                row.addWidget(part)
        windows.append(window)
        window.resize(1600, 700)
        qtbot.addWidget(window)
        window.show()
        lab.setParent(window)
        lab.set_published(PATTERNS)
        lab.set_texts([Text("a text", data=text)])
        lab.open(CL100K)
        return lab

    return _make


@pytest.fixture
def lab(make: Make) -> RegexLab:
    return make()


def click(qtbot: QtBot, widget: Any, at: QPoint | None = None) -> None:
    assert widget.isVisible()
    assert widget.isEnabled()
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or widget.rect().center())


def click_entry(qtbot: QtBot, lab: RegexLab, title: str) -> None:
    view = lab.patterns.view
    row = next(n for n, row in enumerate(lab.patterns.model.rows) if getattr(row, "title", "") == title)
    index = lab.patterns.model.index(row)
    view.scrollTo(index)
    click(qtbot, view.viewport(), view.visualRect(index).center())


def type_pattern(qtbot: QtBot, lab: RegexLab, pattern: str) -> None:
    """Type a pattern in the place of the one that is there, and wait until it has been tried."""
    editor = lab.editor.editor
    editor.selectAll()
    if pattern:
        qtbot.keyClicks(editor, pattern)
    else:
        qtbot.keyClick(editor, Qt.Key.Key_Delete)
    settle(qtbot, lab)
    assert editor.pattern() == pattern


def settle(qtbot: QtBot, lab: RegexLab) -> None:
    qtbot.waitUntil(lambda: not lab.trials._later.isActive())


def pieces(lab: RegexLab) -> list[bytes]:
    run = lab.pieces.view.spans.take(0, len(lab.pieces.view.spans))
    text = lab.pieces.view.content()
    return [text[a:b] for a, b in zip(run.starts.tolist(), run.ends.tolist(), strict=True)]


def titles(lab: RegexLab) -> list[str]:
    return [row if isinstance(row, str) else row.title for row in lab.patterns.model.rows]


# --- what is shown --------------------------------------------------------------------------------


def test_it_starts_from_the_pattern_of_training(lab: RegexLab) -> None:
    assert lab.pattern() == lab.editor.editor.pattern() == CL100K
    assert lab.editor.editor.document().blockCount() == 8
    assert b"".join(pieces(lab)) == TEXT
    assert sum(lab.editor.editor._counts or ()) == len(pieces(lab))
    assert lab.editor.use_button.isEnabled()
    assert lab.editor.use_button.kind == "primary"
    assert lab.measures.texts()[0][1:] == (str(len(pieces(lab))),) * 2
    assert lab.pieces.kinds.items() == ()
    assert titles(lab)[:3] == ["Published", "No split", "GPT-2"]


def test_results_follow_typing(lab: RegexLab, answers: Answers, qtbot: QtBot) -> None:
    editor = lab.editor.editor
    editor.setFocus()
    cursor = editor.textCursor()
    cursor.setPosition(editor.document().findBlockByNumber(2).position())
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    editor.setTextCursor(cursor)
    for _ in "{1,3}+":
        qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    settle(qtbot, lab)
    assert editor.pattern() == CL100K.replace(r"\p{N}{1,3}+", r"\p{N}")
    assert b"3" in pieces(lab)
    # Not every key was tried: what was typed quickly is one request.
    assert len(answers.patterns()) < 6
    assert editor.marks.changed == [Changed(2, 1, 6, r"\p{N}{1,3}+")]
    assert titles(lab)[-2:] == ["Yours", "GPT-4, changed"]
    kinds = lab.pieces.kinds.items()
    assert [cut.text for cut in kinds[0].this] == [b"1", b"3"]
    assert [cut.text for cut in kinds[0].other] == [b"13"]


def test_many_pieces_are_taken_over_bit_by_bit(make: Make, qtbot: QtBot) -> None:
    text = b"ab 1 " * 10_000
    lab = make(text=text)
    assert 0 < len(lab.pieces.view.spans) < 40_000
    qtbot.waitUntil(lab.pieces.view.is_complete)
    assert pieces(lab) == [b"ab", b" ", b"1"] + [b" ab", b" ", b"1"] * 9_999 + [b" "]
    type_pattern(qtbot, lab, r"\w+")
    qtbot.waitUntil(lab.pieces.view.is_complete)
    assert pieces(lab) == [b"ab", b"1"] * 10_000


def test_lines_are_for_the_eye_alone(lab: RegexLab, qtbot: QtBot) -> None:
    editor = lab.editor.editor
    type_pattern(qtbot, lab, r"a|(b|c)|[|]")
    assert lines_of(editor.document()) == ["a", "|(b|c)", "|[|]"]
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == r"a|(b|c)|[|]"
    qtbot.keyClick(editor, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert editor.pattern() == ""
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert editor.pattern() == r"a|(b|c)|[|]"
    # At the start of a line Backspace takes the character before it, as in one line.
    cursor = editor.textCursor()
    cursor.setPosition(editor.document().findBlockByNumber(1).position())
    editor.setTextCursor(cursor)
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.pattern() == r"|(b|c)|[|]"
    qtbot.keyClicks(editor, "xy")
    assert editor.pattern() == r"xy|(b|c)|[|]"
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    assert editor.pattern() == r"xy(b|c)|[|]"
    assert lines_of(editor.document()) == ["xy(b|c)", "|[|]"]
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert lines_of(editor.document()) == ["xy", "|(b|c)", "|[|]"]


def test_a_pattern_of_several_lines_is_pasted_as_one(lab: RegexLab) -> None:
    editor, data = lab.editor.editor, QMimeData()
    editor.selectAll()
    data.setText("a\r\n|\\p{L}b\n|c\n")
    editor.insertFromMimeData(data)
    assert editor.pattern() == r"a|\p{L}b|c"
    assert one_line("a\nb") == r"a\nb"


def test_characters_of_two_units_are_one_place(lab: RegexLab, qtbot: QtBot) -> None:
    editor = lab.editor.editor
    editor.selectAll()
    editor.insert("[\U0001f600]|\U0001f600a|b")
    editor.go_to(5)
    assert editor.caret() == 5
    qtbot.keyClicks(editor, "x")
    assert editor.pattern() == "[\U0001f600]|\U0001f600xa|b"
    assert editor.caret() == 6


def test_a_pattern_without_alternatives_stays_one_line(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\w+")
    assert lab.editor.editor.document().blockCount() == 1


def test_a_pattern_without_compiled_code_is_said_with_the_part(lab: RegexLab, qtbot: QtBot) -> None:
    assert lab.measures.slow_text() == ""
    type_pattern(qtbot, lab, rf"\b_+|{CL100K}")
    said = "Slow pattern: no compiled code for \\b_+"
    qtbot.waitUntil(lambda: lab.measures.slow_text() == said)
    type_pattern(qtbot, lab, CL100K)
    qtbot.waitUntil(lambda: lab.measures.slow_text() == "")


# --- lost text ------------------------------------------------------------------------------------


def test_what_is_lost_is_hatched_and_repaired_by_one_click(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\S+")
    strip = lab.pieces.lost
    assert strip.isVisible()
    n_lost = sum(TEXT.count(each) for each in (b" ", b"\n"))
    assert strip.sentence.text() == f"{n_lost} bytes are lost ({100 * n_lost / len(TEXT):.1f} %)"
    assert strip.second.text() == "white space; decoding cannot restore them."
    assert strip.repair.text() == r"Add |\s"
    assert (strip.repair.kind, lab.editor.use_button.kind) == ("primary", "plain")
    assert lab.measures.texts()[4][1] == str(n_lost)
    click(qtbot, strip.repair)
    settle(qtbot, lab)
    assert lab.pattern() == r"\S+|\s"
    assert not strip.isVisible()
    assert b"".join(pieces(lab)) == TEXT
    assert lab.editor.use_button.kind == "primary"
    qtbot.keyClick(lab.editor.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lab.pattern() == r"\S+"


def test_lost_text_never_has_a_token_color(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\S+")
    view = lab.pieces.view
    piece, y = view.places.placed()[0]
    start = TEXT.index(b" ")
    strip = piece.layout.strips(piece.display_at(start), piece.display_at(start + 1))[0]
    image = view.viewport().grab().toImage()
    at = QPoint(round(view.places.left + strip.left) + 2, round(y + view.pieces.measures.box_top) + 4)
    scale = image.devicePixelRatio()
    shown = {
        image.pixelColor(round((at.x() + dx) * scale), round((at.y() + dy) * scale)).name()
        for dx in range(4)
        for dy in range(8)
    }
    assert current_theme().danger_soft.name() in shown
    assert not shown & {fill.name() for fill in current_theme().token_fills}


def test_steps_go_from_place_to_place(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\S+")
    panel = lab.pieces
    n = len(panel._lost)
    assert panel._where.text() == f"{n} lost"
    click(qtbot, panel.next_button)
    assert panel._where.text() == f"lost 1 of {n}"
    qtbot.keyClick(panel.view, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    click(qtbot, panel.previous_button)
    assert panel._where.text() in {f"lost {n} of {n}", f"lost {n - 1} of {n}"}
    panel.shown.set_value("differ")
    assert panel._where.text() == f"{len(panel._places)} differ"
    click(qtbot, panel.next_button)
    assert panel.view._current == tuple(panel._places[0].tolist())


def test_a_click_on_a_kind_shows_it_and_the_next_of_it(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\d|\D+")
    kinds = lab.pieces.kinds
    spot = kinds.visualRect(kinds.model().index(0, 0)).center()
    click(qtbot, kinds.viewport(), spot)
    assert lab.pieces.shown.value() == "differ"
    rows = np.flatnonzero(lab.pieces._kind_of == 0).tolist()
    assert lab.pieces._here == rows[0]
    click(qtbot, kinds.viewport(), spot)
    assert lab.pieces._here == rows[1 % len(rows)]


def test_a_click_on_a_frequent_piece_shows_it(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\d|\D")
    shown = dict(lab.frequent.texts())
    assert shown[b"1"] == TEXT.count(b"1")
    view = lab.frequent.view
    row = [piece for piece, _ in lab.frequent.texts()].index(b"1")
    view.scrollTo(view.model().index(row, 0))
    spot = view.visualRect(view.model().index(row, 0)).center()
    for place in (TEXT.index(b"1"), TEXT.index(b"1", TEXT.index(b"1") + 1)):
        click(qtbot, view.viewport(), spot)
        assert lab.pieces.view.selected.token.start == place


# --- faults ---------------------------------------------------------------------------------------


def test_a_fault_leaves_the_results_dimmed_and_shows_the_way_back(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\w+|\W")
    before = pieces(lab)
    type_pattern(qtbot, lab, r"\w+|[^a")
    panel, editor = lab.editor, lab.editor.editor
    assert panel.fault.isVisible()
    assert panel.fault.sentence.text() == "The pattern never closes the set [^."
    assert (editor.marks.fault.start, editor.marks.fault.end) == (4, 6)
    assert editor.marks.fault.words == "character 5: a ] is missing"
    assert not panel.use_button.isEnabled()
    assert pieces(lab) == before
    assert all(veil.isVisible() for veil in lab._showing._veils)
    click(qtbot, panel.fault.go_link)
    assert editor.caret() == 4
    click(qtbot, panel.fault.back_link)
    assert lab.pattern() == r"\w+|\W"
    assert not panel.fault.isVisible()
    assert not any(veil.isVisible() for veil in lab._showing._veils)
    assert panel.use_button.isEnabled()


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("", "The pattern is empty."),
        ("a*", "can match the empty text"),
        (r"a|(?R)", "The pattern calls a group: '(?R)'."),
        (r"(?:ab){e<=1}", "fuzzy"),
        (r"a\z", "Oniguruma"),
    ],
)
def test_what_is_refused_is_said(lab: RegexLab, qtbot: QtBot, pattern: str, said: str) -> None:
    type_pattern(qtbot, lab, pattern)
    assert lab.editor.fault.isVisible()
    assert said in lab.editor.fault.sentence.text()
    type_pattern(qtbot, lab, r"\w|\W")
    assert not lab.editor.fault.isVisible()


def test_a_slow_pattern_is_stopped_and_shows_where(make: Make, qtbot: QtBot) -> None:
    lab = make(text=b"first words\nx " + b"a" * 60 + b"!")
    type_pattern(qtbot, lab, r"(a|aa)+$|\s")
    fault = lab.editor.fault
    assert fault.sentence.text() == "Stopped after 2.0 s: too slow on this text."
    assert "60 × “a” in a row" in fault.second.text()
    assert lab.editor.editor.marks.fault.words == "ran 2.0 s from here"
    click(qtbot, fault.go_link)
    assert lab.pieces.view._current == (14, 15)
    type_pattern(qtbot, lab, r"\w+|\W")
    assert lab.editor.use_button.isEnabled()


def test_an_answer_to_an_older_pattern_is_dropped(lab: RegexLab, answers: Answers, qtbot: QtBot) -> None:
    answers.held = True
    type_pattern(qtbot, lab, r"\d+|\D")
    type_pattern(qtbot, lab, r"\w+|\W+")
    answers.go_on()
    assert lab.pattern() == r"\w+|\W+"
    assert b"December" in pieces(lab)


def test_what_was_told_of_an_older_pattern_is_dropped(lab: RegexLab, answers: Answers, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\S+")
    old = next(each.request_id for each in reversed(answers.asked) if each.view == "repair")
    answers.held = True
    type_pattern(qtbot, lab, r"[a-z]+")
    answers.tell(PatternRepaired(old, r"|\s"))
    assert not lab.trials.findings.repair
    answers.go_on()
    assert lab.trials.findings.repair == r"|[\s\S]"


def test_an_answer_makes_no_pattern_usable_that_was_typed_since(
    lab: RegexLab, answers: Answers, qtbot: QtBot
) -> None:
    answers.held = True
    type_pattern(qtbot, lab, r"\S+")
    qtbot.keyClicks(lab.editor.editor, "(")  # it is tried in a moment
    answers.go_on()
    assert not lab.editor.use_button.isEnabled()
    assert lab.trials.findings.good.pattern == r"\S+"
    assert not lab.trials.findings.repair
    settle(qtbot, lab)
    assert not lab.editor.use_button.isEnabled()
    lab.go_back_to_good()
    assert lab.pattern() == r"\S+"
    assert lab.editor.use_button.isEnabled()


# --- the list -------------------------------------------------------------------------------------


def test_a_starting_point_is_one_click_and_undo_goes_back(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"mine|[\s\S]")
    click_entry(qtbot, lab, "GPT-2")
    assert lab.pattern() == PATTERNS["gpt2"]
    editor = lab.editor.editor
    assert editor.hasFocus() or not QGuiApplication.focusWindow()
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lab.pattern() == r"mine|[\s\S]"
    assert titles(lab)[lab.patterns.view.currentIndex().row()] == "GPT-4, changed"
    qtbot.keyClick(
        editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert lab.pattern() == PATTERNS["gpt2"]


def test_the_list_by_keys(lab: RegexLab, qtbot: QtBot) -> None:
    view = lab.patterns.view
    view.setFocus()
    view.setCurrentIndex(lab.patterns.model.index(lab.patterns.model.row_of("o200k")))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert lab.pieces.others.currentText() == "to GPT-4o (o200k)"
    assert lab.patterns.model.compared == "o200k"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert lab.pattern() == PATTERNS["o200k"]


def test_own_patterns_are_kept_named_and_removed(lab: RegexLab, qtbot: QtBot) -> None:
    told: list[Any] = []
    lab.toast_requested.connect(lambda *what: told.append(what))
    click(qtbot, lab.patterns.add_button)
    assert titles(lab)[-1] == "My GPT-4"
    key = lab.patterns.model.rows[-1].key
    lab.rename(key, "Digits one by one")
    assert titles(lab)[-1] == "Digits one by one"
    lab.patterns.view.setFocus()
    lab.patterns.view.setCurrentIndex(lab.patterns.model.index(lab.patterns.model.row_of(key)))
    qtbot.keyClick(lab.patterns.view, Qt.Key.Key_Delete)
    assert "Digits one by one" not in titles(lab)
    assert lab.pattern() == CL100K
    assert told[0][0] == "Removed Digits one by one."
    told[0][1]()
    assert titles(lab)[-1] == "Digits one by one"
    assert [action.text() for action in lab.patterns.menu_of(lab.patterns.model.rows[-1]).actions()] == [
        "Start from this pattern", "Compare with this pattern", "Rename…", "Remove",
    ]  # fmt: skip


def test_the_other_pattern_is_chosen_from_the_box(lab: RegexLab) -> None:
    box = lab.pieces.others
    box.setCurrentIndex(box.findData("gpt2"))
    box.activated.emit(box.currentIndex())
    assert lab.measures.texts()[0][2] != lab.measures.texts()[0][1]
    assert len(lab.pieces._places) > 0


# --- using it -------------------------------------------------------------------------------------


def test_use_hands_the_pattern_over(lab: RegexLab, qtbot: QtBot) -> None:
    used: list[str] = []
    lab.use_requested.connect(used.append)
    type_pattern(qtbot, lab, r"\w+|\W")
    click(qtbot, lab.editor.use_button)
    qtbot.keyClick(lab.editor.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert used == [r"\w+|\W"] * 2
    lab.set_locked(True)
    qtbot.keyClick(lab.editor.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert used == [r"\w+|\W"] * 2
    assert lab.editor.use_button.toolTip() == "Locked while training"


def test_back_keeps_the_edit(lab: RegexLab, qtbot: QtBot) -> None:
    type_pattern(qtbot, lab, r"\w+|\W")
    with qtbot.waitSignal(lab.back_requested):
        click(qtbot, lab.editor.back_button)
    lab.close()
    lab.open(CL100K)  # training has its pattern still
    assert lab.pattern() == r"\w+|\W"
    lab.open(PATTERNS["gpt2"])  # another one has been chosen there
    assert lab.pattern() == PATTERNS["gpt2"]
    lab.open(r"\d|\D")
    assert titles(lab)[-1] == "From training"


def test_it_is_remembered_between_starts(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    first = make(Settings(tmp_path / "a.ini"))
    type_pattern(qtbot, first, r"\w+|\W")
    first.compare_with("o200k")
    second = make(Settings(tmp_path / "a.ini"))
    assert second.pattern() == second.editor.editor.pattern() == r"\w+|\W"
    assert titles(second)[-1] == "GPT-4, changed"
    assert second.pieces.others.currentText() == "to GPT-4o (o200k)"
    assert second.editor.editor.marks.base == CL100K


@pytest.mark.parametrize(
    "kept",
    [{"own": 3}, {"own": [{"key": 1}, "x"]}, {"key": [], "pattern": 5}, {"key": "gone", "pattern": "a|b"}],
)
def test_damaged_settings_stop_nothing(make: Make, tmp_path: Path, kept: dict[str, object]) -> None:
    settings = Settings(tmp_path / "a.ini")
    settings.regex_lab = kept
    assert make(settings).pattern()


def test_texts_are_chosen_and_read_when_the_lab_is_seen(lab: RegexLab, answers: Answers) -> None:
    asked = len(answers.asked)
    lab.close()
    lab.set_texts([Text("one", data=b"one 1"), Text("two", data=b"two 2")])
    assert len(answers.asked) == asked
    lab.open(CL100K)
    assert pieces(lab) == [b"one", b" ", b"1"]
    lab.pieces.texts.setCurrentIndex(1)
    lab.pieces.texts.activated.emit(1)
    assert pieces(lab) == [b"two", b" ", b"2"]
    assert lab.measures.header.facts() == "two, 5 bytes"
    lab.set_texts([Text("corpus", data=b"new"), Text("one", data=b"one 1"), Text("two", data=b"two 2")])
    assert lab.measures.header.facts() == "two, 5 bytes"  # chosen by the person


def test_the_first_text_is_that_of_the_corpus_once_there_is_one(lab: RegexLab) -> None:
    lab.set_texts([Text("corpus", data=b"new 1"), Text("a text", data=b"old")])
    assert lab.measures.header.facts() == "corpus, 5 bytes"


def test_a_text_that_cannot_be_read_leaves_nothing(lab: RegexLab) -> None:
    lab.set_texts([Text("gone", ("/no/such/file",))])
    assert pieces(lab) == []
    assert not lab.editor.use_button.isEnabled()


# --- parts ----------------------------------------------------------------------------------------


def test_typing_is_undone_by_the_run_of_keys() -> None:
    history = History(State("a", "x", 1))
    for caret, pattern in enumerate(("xy", "xyz"), 2):
        history.add(State("a", pattern, caret), typed=True)
    history.add(State("b", "other"))
    assert history.go(-1).pattern == "xyz"
    assert history.go(-1).pattern == "x"
    assert not history.can_go(-1)
    assert history.go(1).pattern == "xyz"
    history.add(State("a", "new", 3))
    assert not history.can_go(1)


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (r"a|b|c", r"a|b|c", []),
        (r"a|\p{N}{1,3}+|c", r"a|\p{N}|c", [Changed(1, 1, 6, r"\p{N}{1,3}+")]),
        (r"a|b+c|d", r"a|b*c|d", [Changed(1, 2, 3, "b+c")]),
        (r"a|c", r"a|b|c", [Changed(1, 1, 2, "")]),
        (r"a|b|c", r"a|c", []),
        (r"ab", r"xb|c", [Changed(0, 0, 1, "ab"), Changed(1, 1, 2, "")]),
    ],
)
def test_changed_lines(before: str, now: str, expected: list[Changed]) -> None:
    assert changed_lines(before, now) == expected
